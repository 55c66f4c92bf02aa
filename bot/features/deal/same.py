"""A deal with which a player challenges a channel, as the argument of a button."""

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
    """Which deal of which finished game, and the seat whose cards others play."""

    game: GameKey
    number: int
    seat: Seat

    @property
    def key(self) -> SameDealKey:
        """The key of its tries."""
        return SameDealKey(self.game.table_id, self.game.game_no, self.number, self.seat.name.lower())

    def button(self, label: str | None, what: str, after: int = 0, detail: str = "", **more: Any) -> PressButton:
        """A button that does something with this deal.

        Args:
            after: the number of moves for which it is drawn.
            detail: places of a hand.
        """
        argument = f"{what}.{self.game}.{self.number}.{_LETTERS[self.seat]}.{after}.{detail}"
        return button(Verb.SAME_DEAL, label, argument=argument, **more)

    @classmethod
    def read(cls, argument: str) -> tuple[SameDealRef, str, int, str]:
        """Returns the deal, what is to be done, for how many moves the button was drawn, and the places.

        Raises:
            Refused: the item was drawn by another version.
        """
        what, table, game, deal, seat, after, detail = fields(argument, 7)
        if seat not in _SEATS:
            raise Refused(Problem.STALE)
        key = GameKey(number(table), number(game, 1, _MOST))
        return cls(key, number(deal, 1, 999), _SEATS[seat]), what, number(after, 0, 999), detail


def challenge_button(words: Words, deal: SameDealRef) -> PressButton:
    """The button that asks whether to challenge the channel with a deal."""
    return deal.button(words("same.challenge"), "offer", emoji="📣")
