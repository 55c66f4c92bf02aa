"""The values that a decision at a table writes, and the events of a table's log.

A seat is the text "north" or "south".
"""

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
    """An event that is about to be written to a table's log.

    Attributes:
        type: the name of the event.
        version: the version of the form in which its fields are stored.
        data: the fields of the event. A person stands in them as an id or as the pair [id, name]. People's names are
            nowhere else in them, so that an erasure can find all of them. A person's own words are only under `seeds`.
    """

    type: str
    version: int
    data: Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event in the log of a table. `seq` is its number in the log, from 1.

    `at` is when it was written, in epoch milliseconds.
    """

    seq: int
    at: int
    type: str
    version: int
    data: Mapping[str, JSON]


class Limit(Enum):
    """What a limit counts. The transaction that adds a game, a challenge, a table or a tournament checks the limit."""

    PLAYING = "playing"
    """Limits the games of one pace that a person plays in a server at the same time."""
    CHALLENGES = "challenges"
    """Limits the open challenges of a person in a server."""
    OPENED = "opened"
    """Limits the open tables of one pace that a person has opened in a server. Challenges count as tables."""
    TABLES = "tables"
    """Limits the open tables of one pace in the channels of a server. Challenges count as tables."""
    PRIVATE = "private"
    """Limits the open games of a person that are played in no channel."""
    TOURNAMENTS = "tournaments"
    """Limits the tournaments that a person has opened in a server and that have not begun."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The groups of tables that a process believes it owns (a group has the tables of one shard of Discord).

    `epochs` has the epoch of each of these groups, by shard. A group gets a new epoch when another process takes it
    over.
    """

    epochs: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Writer:
    """The process that writes a commit, if the bot runs as several processes.

    Attributes:
        process: the number of the process.
        claim: the groups of tables that the process must own to be allowed to write; None if any process may write.
    """

    process: int
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class CountLimit:
    """How many games of the same two people in a server count for standings.

    Attributes:
        since: only games from this moment on are limited, in epoch milliseconds.
        most: the greatest number of games that count; 0 if all count.

    Raises:
        ValueError: `most` is below zero or not a whole number.
    """

    since: int
    most: int

    def __post_init__(self) -> None:
        """Checks the number."""
        if type(self.most) is not int or self.most < 0:
            raise ValueError(f"a limit is a whole number from 0, not {self.most!r}")


@dataclass(frozen=True, slots=True)
class Commit:
    """All effects of one decision at a table, which are written in one transaction or not at all.

    Attributes:
        table: the row of the table after the events. Its id is ignored if the commit opens the table.
        expected: the version of the table that the decision has read; 0 opens a table.
        events: the events of the decision, at least one, since only an event changes the row of a table.
        at: the moment of the decision, in epoch milliseconds.
        cause: the id of the interaction that asked for the decision; None if none did. An interaction is carried out
            once, even if Discord delivers it again.
        result: the result of the game that these events ended; None if they ended none.
        chips: the movements of chips in the ledger, in order.
        advice: the results of the backers' advice in the ended game.
        credited_until: the end of the last outage whose time the events give back to the table; 0 if they give none
            back.
        count_limit: how many games of the same two players count; None if every game counts.
        admin: the line of the admin log, if a manager acted. The transaction writes `cause` into the line.
        limits: the greatest numbers that are allowed after this commit. The transaction checks them, so that two
            processes that decide at the same time cannot both exceed one.
        writer: the process that writes; None if the bot runs as one process.
        meeting: the pairs of people whom these events bring together at a table. If one of a pair has blocked the
            other, nothing is written.
        watching: the pairs of a player and a backer to whom these events show the player's hand. If the player has
            blocked the backer, nothing is written.

    Raises:
        ValueError: the values contradict each other.
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
