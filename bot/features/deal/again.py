"""The argument of the buttons with which a reader plays a finished game again from one of its decisions.

The bot stores nothing about such play. A button names the game, the decision from which the reader plays it again, and
the moves that the reader has made since. The house's replies follow from these (`ecarte.teaching.again`). The argument
names each move by one character. The character of a card is its place in the reader's hand.
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
"""A move of the reader: the word for the move, and the places of its cards, as the buttons of `bot.features.deal.solo`
write them.
"""

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
    """What a button of a game that is played again does."""

    OPEN = "open"
    """Opens a new private page."""
    PLAY = "play"
    """Shows the page that follows after the reader's moves: the next decision, or the end of the deal."""
    HOUSE = "house"
    """Shows how the deal ends if the house plays the reader's hand, too."""
    ASK = "ask"
    """Asks on a new page for the best move at a decision that a review shows as an error."""
    TRY = "try"
    """Judges the reader's answer to the question of `ASK`."""
    ASK_KING = "askking"
    """Asks on a new page whether to announce the king, at a decision that a review shows as an error."""
    TRY_KING = "tryking"


@dataclass(frozen=True, slots=True)
class AgainAsk:
    """A finished game that is played again, up to the reader's last move.

    Attributes:
        key: the key of the finished game.
        start: where the reader takes the game up: after a step of its replay, or at the beginning of a deal.
        seat: the reader's seat. If it is None, the reader gets the seat that has to decide at the start. At the
            beginning of a deal that is the seat that the reader had in the game or, if they did not play it, the
            loser's.
        moves: the moves that the reader has made since the start.
        draft: the places (0 to 4) of the cards that are picked for discarding and not confirmed.
    """

    key: GameKey
    start: Start
    seat: Seat | None = None
    moves: tuple[MadeMove, ...] = ()
    draft: frozenset[int] = frozenset()

    def argument(self, action: AgainAction) -> str:
        """Returns the argument of a button that does `action` with this game."""
        moves = "".join(map(_letter, self.moves))
        draft = _picked(self.draft) if self.draft else ""
        return f"{action.value}.{self.key}.{_start_text(self.start)}.{_LETTERS[self.seat]}.{moves}.{draft}"

    @classmethod
    def read(cls, argument: str) -> tuple[AgainAction, AgainAsk]:
        """Reads the argument of a button: what the button does, and the game that is played again.

        Raises:
            Refused: the button or menu was drawn by another version of the bot.
        """
        action, table, game, start, seat, moves, draft = fields(argument, 7)
        if seat not in _SEATS or action not in {each.value for each in AgainAction} or len(draft) > 1:
            raise Refused(Problem.STALE)
        key = GameKey(number(table), number(game, 1, _MOST))
        ask = cls(key, _read_start(start), _SEATS[seat], tuple(map(_move, moves)))
        return AgainAction(action), ask.after("pick", _places(draft)) if draft else ask

    def after(self, what: str, detail: str) -> AgainAsk:
        """Returns this game after one more move of the reader, or with other cards picked for discarding.

        Args:
            what: the word for the move, or "pick".
            detail: the places (0 to 4) of its cards.
        """
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
        """Returns a button that does `action` with this game."""
        argument = self.argument(action)
        return button(Verb.FROM_HERE, label, argument=argument, style=style, emoji=emoji, disabled=disabled)


def from_here_button(
    words: Words,
    key: GameKey,
    start: Start | None,
    seat: Seat | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> PressButton:
    """Returns the button that begins to play a finished game again from one of its positions.

    Args:
        start: where the reader takes the game up. If it is None, the position has no decision, and the button is
            disabled.
    """
    ask = AgainAsk(key, 0 if start is None else start, seat)
    return ask.button(AgainAction.OPEN, words("again.from_here"), emoji="⏪", disabled=start is None, style=style)


def retry_button(words: Words, key: GameKey, place: int, seat: Seat, *, king: bool) -> PressButton:
    """Returns the button of a review that asks the reader once more for the best move at a decision.

    Args:
        place: the step of the replay after which the decision has to be made.
        seat: the seat that has to decide.
        king: True if the question is whether to announce the king. False if it is about another move.
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
