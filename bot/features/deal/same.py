"""The argument of the buttons of a deal with which a player challenges a channel: others play the same cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.adapter.components import fields, number
from bot.adapter.custom_ids import Verb
from bot.adapter.items import PressButton, button
from bot.people.same_deals import SameDealKey
from bot.tables.archive import GameKey
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import Seat

_SEATS: Final = {"n": Seat.NORTH, "s": Seat.SOUTH}
_LETTERS: Final = {seat: letter for letter, seat in _SEATS.items()}
_MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class SameDealRef:
    """A deal of a finished game that others may play: the game, the number of the deal, and the seat whose cards they
    get.
    """

    game: GameKey
    number: int
    seat: Seat

    @property
    def key(self) -> SameDealKey:
        """The key under which the database holds the tries of this deal."""
        return SameDealKey(self.game.table_id, self.game.game_no, self.number, self.seat.name.lower())

    @classmethod
    def of(cls, key: SameDealKey) -> SameDealRef:
        """Returns the deal that a key of the database stands for."""
        return cls(GameKey(key.table_id, key.game_no), key.number, Seat[key.seat.upper()])

    def button(self, label: str | None, what: str, after: int = 0, detail: str = "", **more: Any) -> PressButton:
        """Returns a button that does `what` with this deal.

        Args:
            after: how many moves were made before the button was drawn.
            detail: the places (0 to 4) of the cards of a move. Empty if it has none.
            more: further arguments of `bot.adapter.items.button`.
        """
        argument = f"{what}.{self.game}.{self.number}.{_LETTERS[self.seat]}.{after}.{detail}"
        return button(Verb.SAME_DEAL, label, argument=argument, **more)

    @classmethod
    def read(cls, argument: str) -> tuple[SameDealRef, str, int, str]:
        """Reads the argument of a button: the deal, what the button does, how many moves were made before it was drawn,
        and the places of the cards of a move.

        Raises:
            Refused: the button or menu was drawn by another version of the bot.
        """
        what, table, game, deal, seat, after, detail = fields(argument, 7)
        if seat not in _SEATS:
            raise Refused(Problem.STALE)
        key = GameKey(number(table), number(game, 1, _MOST))
        return cls(key, number(deal, 1, 999), _SEATS[seat]), what, number(after, 0, 999), detail


def challenge_button(words: Words, deal: SameDealRef) -> PressButton:
    """Returns the button with which a player challenges the channel to play a deal. A press on it first asks whether
    the player is sure.
    """
    return deal.button(words("same.challenge"), "offer", emoji="📣")
