"""Where a reader is in a game that they play again, as the argument of a button.

Nothing of it is stored: a button names the game, the decision from which it is played again, and the reader's own moves
since. The house's replies follow from these (`ecarte.teaching.again`). A move is a letter or a place of the reader's
hand, never a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

import discord

from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import Seat
from ecarte.teaching.again import DealStart, Start

MadeMove: TypeAlias = tuple[str, str]
"""A move of the reader: what they do, and the places as a detail, as buttons of `bot.features.deal.solo` say it."""

_SAID: Final = {"propose": "p", "give": "a", "giveif": "i", "refuse": "r", "king": "k"}
_WORDS: Final = {letter: what for what, letter in _SAID.items()}
_PLACES: Final = "01234"
_PICKED: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZbcdefg"
"""A letter for each set of places (0 to 4)."""
_SEATS: Final = {"n": Seat.NORTH, "s": Seat.SOUTH, "": None}
_LETTERS: Final = {seat: letter for letter, seat in _SEATS.items()}
_START: Final = re.compile(r"d([0-4])([0-4])([ns])(\d{1,3})", re.ASCII)
_NONE: Final = "-"
"""Nothing is picked yet: the detail of the disabled button that confirms a discard."""
_MOST: Final = 1_000_000


class AgainAction(Enum):
    """What a press asks for."""

    OPEN = "open"
    """A page of its own."""
    PLAY = "play"
    """The page after the moves."""
    HOUSE = "house"
    """What the house does from the start on."""
    ASK = "ask"
    """A decision that cost something, as a question on a page of its own."""
    TRY = "try"
    """The answer to it."""
    ASK_KING = "askking"
    """As `ASK`; the question is whether to announce the king."""
    TRY_KING = "tryking"


@dataclass(frozen=True, slots=True)
class AgainAsk:
    """A game played again.

    Attributes:
        key: which game.
        start: where it is taken up.
        seat: the reader's seat; None: their own in that game, or the seat to which the start belongs.
        moves: the reader's moves since.
        draft: the places (0 to 4) picked for discarding and not confirmed.
    """

    key: GameKey
    start: Start
    seat: Seat | None = None
    moves: tuple[MadeMove, ...] = ()
    draft: frozenset[int] = frozenset()

    def argument(self, action: AgainAction) -> str:
        """The ask as an argument."""
        moves = "".join(map(_letter, self.moves))
        draft = _picked(self.draft) if self.draft else ""
        return f"{action.value}.{self.key}.{_start_text(self.start)}.{_LETTERS[self.seat]}.{moves}.{draft}"

    @classmethod
    def read(cls, argument: str) -> tuple[AgainAction, AgainAsk]:
        """The ask from its argument, with what is asked for.

        Raises:
            Refused: the item was drawn by another version.
        """
        action, table, game, start, seat, moves, draft = fields(argument, 7)
        if seat not in _SEATS or action not in {each.value for each in AgainAction} or len(draft) > 1:
            raise Refused(Problem.STALE)
        key = GameKey(number(table), number(game, 1, _MOST))
        ask = cls(key, _read_start(start), _SEATS[seat], tuple(map(_move, moves)))
        return AgainAction(action), ask.after("pick", _places(draft)) if draft else ask

    def after(self, what: str, detail: str) -> AgainAsk:
        """The ask after a further move, or with other cards picked."""
        if what == "pick":
            return replace(self, draft=frozenset(int(place) for place in detail.split(",") if place))
        return replace(self, moves=(*self.moves, (what, detail)), draft=frozenset())

    def button(
        self,
        action: AgainAction,
        label: str | None,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> PressButton:
        """A button that asks for this."""
        argument = self.argument(action)
        return button(Verb.FROM_HERE, label, argument=argument, style=style, emoji=emoji, disabled=disabled)


def from_here_button(
    words: Words,
    key: GameKey,
    start: Start | None,
    seat: Seat | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> PressButton:
    """The button that takes a game up; disabled where no decision is (`start` None)."""
    ask = AgainAsk(key, 0 if start is None else start, seat)
    return ask.button(AgainAction.OPEN, words("again.from_here"), emoji="⏪", disabled=start is None, style=style)


def retry_button(words: Words, key: GameKey, place: int, seat: Seat, *, king: bool) -> PressButton:
    """The button that asks a decision of a review again.

    Args:
        king: whether it was the decision to announce the king.
    """
    action = AgainAction.ASK_KING if king else AgainAction.ASK
    return AgainAsk(key, place, seat).button(action, words("again.try"), emoji="🎯", style=discord.ButtonStyle.primary)


def _letter(made: MadeMove) -> str:
    what, detail = made
    if what == "play":
        return detail
    if what == "discard":
        return detail if detail == _NONE else _picked(int(place) for place in detail.split(",") if place)
    return _SAID[what]


def _move(letter: str) -> MadeMove:
    if letter in _PLACES:
        return "play", letter
    if letter in _WORDS:
        return _WORDS[letter], ""
    return "discard", _places(letter)


def _picked(places: Iterable[int]) -> str:
    """The letter of a set of places."""
    return _PICKED[sum(1 << place for place in set(places))]


def _places(letter: str) -> str:
    """The places of a letter.

    Raises:
        Refused: it is none.
    """
    if letter not in _PICKED:
        raise Refused(Problem.STALE)
    mask = _PICKED.index(letter)
    return ",".join(str(place) for place in range(5) if mask >> place & 1)


def _start_text(start: Start) -> str:
    if isinstance(start, int):
        return str(start)
    north, south = start.score
    return f"d{north}{south}{_LETTERS[start.dealer]}{start.number}"


def _read_start(text: str) -> Start:
    match = _START.fullmatch(text)
    if match is None:
        return number(text, 0, _MOST)
    dealer = _SEATS[match[3]]
    assert dealer is not None
    return DealStart(max(1, int(match[4])), (int(match[1]), int(match[2])), dealer)
