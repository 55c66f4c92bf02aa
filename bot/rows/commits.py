"""The values that a decision at a table writes, and the events of a log. Seats are the texts "north" and "south"."""

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
"""Any value that JSON has."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event, ready to be written.

    Attributes:
        type: the name of the event.
        version: the version of its form.
        data: the fields of the event. They name a person by the id or by the pair [id, name], and have names nowhere
            else, so that both can be replaced when the person is erased. A person's own words are only under `seeds`.
    """

    type: str
    version: int
    data: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of a log. `seq` counts from 1 in each table, `at` is the moment of the commit."""

    seq: int
    at: int
    type: str
    version: int
    data: Mapping[str, JSON]


class Limit(Enum):
    """A limit that a transaction checks before it adds a game, a challenge or a table."""

    PLAYING = "playing"
    """Games of this pace that a person plays in a server at the same time."""
    CHALLENGES = "challenges"
    """Open challenges of a person in a server."""
    OPENED = "opened"
    """Open tables of this pace that a person has opened in a server, challenges included."""
    TABLES = "tables"
    """Open tables of this pace in the channels of a server, challenges included."""
    PRIVATE = "private"
    """Open games of a person outside channels."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The groups of tables that a process believes it owns: the epoch of each ownership, by shard."""

    epochs: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Writer:
    """The process that writes, if several run.

    Attributes:
        process: the number of the process.
        claim: the groups that it must own to write; None if any process may write.
    """

    process: int
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class CountLimit:
    """The number of games of the same two people in a server that count for standings.

    Attributes:
        since: the moment from which their games are counted.
        most: the greatest number of games that count; 0 if all count.

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
        table: the row of the table after the events. The id is ignored when a table opens.
        expected: the version that the decision has read; 0 opens a table.
        events: the events of the decision, at least one, since a row changes only by events.
        at: the moment of the decision.
        cause: the id of the interaction, if there was one. It is carried out once, even if it is delivered again.
        result: the game that these events ended.
        chips: the movements in the ledger, in order.
        advice: the results of the backers' advice in that game.
        credited_until: the end of the last outage that the events credit to the table; 0 if they credit none.
        count_limit: the limit of games of two players that count; None if every game counts.
        admin: the line of the admin log for an act of a manager. The cause is added when the line is written.
        limits: the greatest numbers with this commit. They are checked in the transaction, so that two processes that
            decide at the same time cannot both pass.
        writer: the process that writes, if several run.
        meeting: pairs of people who play together after these events. If one has blocked the other, nothing is written.
        watching: pairs of a player and a backer to whom these events show the player's hand. If the player has blocked
            the backer, nothing is written.

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
        """Checks that the parts fit each other, so that a fault of the caller is found before anything is written."""
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
            raise ValueError("results of advice are written with the result of their game")
