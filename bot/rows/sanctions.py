"""Rows about what managers do in their servers: bans, resets, void games.

Also the finished games of two members with each other, in which the bot looks for arranged games and for members who
often leave.

Times are epoch milliseconds (UTC). Ids are those of Discord. This module knows no database.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class AdminAction(Enum):
    """What a manager did. The value is stored."""

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
        until: when a ban ends; None if it never ends.
        amount: the chips that a reset put into the purse. Below zero: the chips that it took out.
        cause: the id of the manager's interaction, which is carried out once, even if Discord delivers it again.
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
    """A person who may not play for chips in a server. If `until` is None, the ban never ends."""

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
        how: how the game ended, as a text that only the caller understands.
        deals: the number of deals.
        chips: the chips that each of the two gained, in the order of `people`.
    """

    people: tuple[int, int]
    winner: int | None
    how: str
    deals: int
    chips: tuple[int, int]
