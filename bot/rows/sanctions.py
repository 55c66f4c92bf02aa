"""Rows about the acts of servers' managers: bans, resets, void games; and the games of pairs. Knows no database.

Times are epoch milliseconds (UTC), ids are Discord's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class AdminAction(Enum):
    """The kind of a manager's act. Its value is stored."""

    BAN = "ban"
    LIFT = "lift"
    VOID = "void"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class AdminEntry:
    """A line of a server's admin log.

    Attributes:
        by: the manager.
        why: the reason, in the manager's words.
        person: the person whom the act concerns; None if it concerns a table.
        table_id: the table that the act concerns; None if it concerns a person.
        until: the end of a ban; None if it never ends.
        amount: the chips that a reset has moved into the purse or (below zero) out of it.
        cause: the interaction, which is carried out once, even if it is delivered again.
    """

    guild_id: int
    at: int
    by: int
    action: AdminAction
    why: str
    person: int | None = None
    table_id: int | None = None
    until: int | None = None
    amount: int | None = None
    cause: int | None = None


@dataclass(frozen=True, slots=True)
class Ban:
    """A person who may not play for chips in a server. A ban with `until` None never ends."""

    person: int
    until: int | None

    def is_active(self, now: int) -> bool:
        """Whether the ban is active at `now`."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class PairGame:
    """A finished game of two members.

    Attributes:
        people: the players, first north, then south.
        winner: the index of the winner in `people`; None if there is no winner.
        how: the kind of its end.
        deals: the number of deals.
        chips: the chips that each of the two gained.
    """

    people: tuple[int, int]
    winner: int | None
    how: str
    deals: int
    chips: tuple[int, int]
