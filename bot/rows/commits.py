"""What one decision at a table writes, and what is read of its log. Seats are the texts "north" and "south"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from bot.rows.chips import ChipMove
from bot.rows.game_results import AdviceGiven, GameResult
from bot.rows.sanctions import AdminEntry
from bot.rows.table_rows import CLOSED, OPEN, TableRow

JSON: TypeAlias = "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"
"""Anything that JSON can say."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """Something that happened, ready to be written.

    Attributes:
        type: the name of the event.
        version: the version of its form.
        data: the rest. A person stands in it by id alone or as the pair [id, name], a name nowhere else: so both
            can be replaced when the person is erased. A person's own words stand under `seeds` alone.
    """

    type: str
    version: int
    data: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """Something that happened, as the log has it: `seq` counts from 1 in each table, `at` is when it was committed."""

    seq: int
    at: int
    type: str
    version: int
    data: Mapping[str, JSON]


class Limit(Enum):
    """A limit that a transaction checks before it adds one."""

    PLAYING = "playing"
    """Games of this pace that a person plays in a server at the same time."""
    CHALLENGES = "challenges"
    """Challenges of one person that stand in a server."""
    OPENED = "opened"
    """Open tables of this pace that one person has opened in a server, challenges included."""
    TABLES = "tables"
    """Open tables of this pace in the channels of a server, challenges included."""
    PRIVATE = "private"
    """Open games of a person that stand in no channel."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Groups that a process believes to own: shards, each with the epoch of its ownership."""

    epochs: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Writer:
    """The process that writes, where several do.

    Attributes:
        process: its number.
        claim: the groups that it must own for it; None: none.
    """

    process: int
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class CountLimit:
    """How many games of the same two people in a server count for standings.

    Attributes:
        since: of those that ended then or later.
        most: how many rows; 0: all.

    Raises:
        ValueError: `most` is no whole number from 0.
    """

    since: int
    most: int

    def __post_init__(self) -> None:
        """Checks the number."""
        if type(self.most) is not int or self.most < 0:
            raise ValueError(f"a limit is a whole number from 0, not {self.most!r}")


@dataclass(frozen=True, slots=True)
class Commit:
    """The effects of one decision, written in one transaction or not at all.

    Attributes:
        table: the row as it is after the events (at the opening its id does not matter).
        expected: the version on which the decision was made; 0 opens a table.
        events: what happened; at least one, since a row changes by events only.
        at: when.
        cause: the id of the interaction, carried out once however often it is delivered; None where there was none.
        result: the game that these events ended.
        chips: what moves in the ledger, in order.
        advice: what the backers' advice in that game came to.
        credited_until: the end of the last outage for which the table is owed nothing any more; 0: of none.
        count_limit: how many games for chips of two players count; None if every game counts.
        admin: the line of the admin log, where a manager has done it; the cause is put in when it is written.
        limits: how many there may be with this one, counted in the transaction: two processes that decide at the same
            time do not both pass.
        writer: who writes, where several processes do.
        meeting: pairs of people whom these events bring together: it is not written where one has blocked the other.
        watching: pairs of a player and a backer to whom these events show that player's hand: it is not written where
            the player has blocked the backer.

    Raises:
        ValueError: the parts do not fit each other.
    """

    table: TableRow
    expected: int
    events: tuple[EventRecord, ...]
    at: int
    cause: int | None = None
    result: GameResult | None = None
    chips: tuple[ChipMove, ...] = ()
    advice: tuple[AdviceGiven, ...] = ()
    credited_until: int = 0
    count_limit: CountLimit | None = None
    admin: AdminEntry | None = None
    limits: Mapping[Limit, int] = field(default_factory=dict)
    writer: Writer | None = None
    meeting: frozenset[tuple[int, int]] = frozenset()
    watching: frozenset[tuple[int, int]] = frozenset()

    def __post_init__(self) -> None:
        """Holds the parts against each other: a fault of the caller is found before anything is written."""
        table, result = self.table, self.result
        if self.expected < 0 or not self.events or table.version != self.expected + len(self.events):
            raise ValueError(
                f"{len(self.events)} events on version {self.expected} do not make version {table.version}"
            )
        if table.status not in (*OPEN, CLOSED):
            raise ValueError(f"no such status: {table.status!r}")
        if not table.is_open and table.deadline is not None:
            raise ValueError("a closed table waits for nothing")
        if result is not None and (result.table_id, result.guild_id) != (table.id, table.guild_id):
            raise ValueError("the result belongs to another table")
        if any(move.escrow.table_id != table.id for move in self.chips):
            raise ValueError("the chips belong to another table")
        if self.advice and result is None:
            raise ValueError("advice is written with the game that it was for")
