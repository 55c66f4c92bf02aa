"""Rows for the managers of servers: their actions, bans and limits. Frozen values; knows no database.

Times are epoch milliseconds (UTC), ids are Discord's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class AdminAction(Enum):
    """An action of a server's manager; the value is stored."""

    BAN = "ban"
    LIFT = "lift"
    VOID = "void"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class AdminEntry:
    """A line of a server's admin log.

    Attributes:
        by: the manager.
        why: in the manager's words.
        person: whom it concerns; None: a table.
        table_id: which table; None: a person.
        until: of a ban; None: for good.
        amount: what a reset has moved into the purse, or (below zero) out of it.
        cause: the interaction, carried out once however often it is delivered.
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
    """A person who may not play for chips in a server, until a moment or (None) for good."""

    person: int
    until: int | None

    def is_active(self, now: int) -> bool:
        """Whether the ban is active at `now`."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class PairGame:
    """A finished game of two members.

    Attributes:
        people: north, then south.
        winner: the place of the winner in `people`; None: no winner.
        how: how it ended.
        deals: how many deals it had.
        chips: what the game brought each of the two.
    """

    people: tuple[int, int]
    winner: int | None
    how: str
    deals: int
    chips: tuple[int, int]
