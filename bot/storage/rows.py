"""The rows of the storage: frozen values. Knows no database and no rule of the game.

Times are epoch milliseconds (UTC), ids are Discord's, seats are the texts "north" and "south". An id below zero stands
for a person who was erased (`is_erased`): it names no one and must not be shown as a mention. A few ids
that Discord can never give stand for the house, where it plays itself (`is_house`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic, TypeAlias, TypeVar

from bot.storage.admin_rows import AdminEntry, CountLimit
from bot.storage.ledger_rows import ChipMove
from bot.storage.slots import Slot

JSON: TypeAlias = "bool | int | float | str | Sequence[JSON] | Mapping[str, JSON] | None"
"""Anything that JSON can say."""

OPEN = ("challenge", "playing", "between")
"""What `TableRow.status` says of a table that is open."""
CLOSED = "closed"
"""What `TableRow.status` says of a table that is put away for good."""

HOUSE_IDS: Final = range(4_000_000, 4_000_100)
"""The ids under which the house plays. Of Discord's ids all are larger: the lowest 22 bits follow the milliseconds."""

_Row = TypeVar("_Row")


def is_erased(user_id: int) -> bool:
    """Whether an id stands for a person who was erased."""
    return user_id < 0


def is_house(user_id: int) -> bool:
    """Whether an id stands for the house, which has no purse, no messages and no place on a leaderboard."""
    return user_id in HOUSE_IDS


@dataclass(frozen=True, slots=True)
class Page(Generic[_Row]):
    """A part of a longer list.

    Attributes:
        rows: this part.
        total: how many rows the whole list has.
        offset: how many of them stand before this part.
    """

    rows: tuple[_Row, ...]
    total: int
    offset: int


@dataclass(frozen=True, slots=True)
class RankingPage(Page[_Row]):
    """A page of a leaderboard.

    Attributes:
        own: the line of its reader, wherever it stands.
    """

    own: _Row | None = None


def page_start(total: int, limit: int, offset: int) -> int:
    """Returns how many rows stand before the page that begins at `offset`, or, past the end, before the last page."""
    return min(offset, max(0, total - 1) // limit * limit)


def page_of(lines: Sequence[_Row], limit: int, offset: int, own: _Row | None) -> RankingPage[_Row]:
    """Returns a page of a leaderboard of which all lines are at hand; past the end the last one."""
    start = page_start(len(lines), limit, offset)
    return RankingPage(tuple(lines[start : start + limit]), len(lines), start, own)


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


@dataclass(frozen=True, slots=True)
class TableRow:
    """The columns of a table for lists and look-ups that read no log.

    Attributes:
        id: given by the database at the opening, and never again to another; before that, anything.
        channel_id: where the challenge stands.
        thread_id: the table's own thread, if it has one.
        status: one of `OPEN`, or `CLOSED`.
        challenged_id: None where the challenge is open to all.
        version: the number of the last event.
        deadline: the next moment at which time alone has something to do; None once the table is closed.
        house: whether the house may have to move here.
        pace: "live" or "correspondence".
    """

    id: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    status: str
    north_id: int | None
    south_id: int | None
    challenger_id: int
    challenged_id: int | None
    version: int
    deadline: int | None
    opened_at: int
    updated_at: int
    house: bool = False
    pace: str = "live"

    @property
    def is_open(self) -> bool:
        """Whether the table is not yet put away."""
        return self.status != CLOSED

    @property
    def seated_ids(self) -> frozenset[int]:
        """The people by whom `open_tables_of` finds the table: the players; before them, the challenger."""
        if not self.is_open:
            return frozenset()
        seated = {self.north_id, self.south_id, self.challenger_id if self.status == "challenge" else None}
        return frozenset(user_id for user_id in seated if user_id is not None)

    @property
    def playing_ids(self) -> frozenset[int]:
        """The members who play here a game that counts for `Limit.PLAYING`: in a channel."""
        if self.status != "playing" or not self.channel_id:
            return frozenset()
        return frozenset(user_id for user_id in self.seated_ids if not is_house(user_id))


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
class OpenTable:
    """The columns of an open table for a start; see `TableRow`."""

    id: int
    guild_id: int
    deadline: int | None
    house: bool
    version: int


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """The servers whose events one of the bot's connections brings: those with `(id >> 22) % count == number`."""

    number: int
    count: int


EVERYWHERE = (Shard(0, 1),)
"""One connection brings the events of all servers."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which players could not act: the process was away, or Discord was.

    Attributes:
        shards: in whose servers; all of the same `count`; none: in single servers.
        servers: the ids of those.
    """

    since: int
    until: int
    shards: tuple[Shard, ...] = EVERYWHERE
    servers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's result in one game.

    Attributes:
        won: whether this player won; never where the game has no winner.
        deals: the deals played in this game.
    """

    user_id: int
    opponent_id: int
    seat: str
    won: bool
    points: int
    voles: int
    kings: int
    deals: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that is over.

    Attributes:
        game_no: counts the games of the table from 1.
        winner: the seat; None where the game was void or stopped by agreement: such a game does not count, and is in
            no list but the history.
        how: how it ended, in the words of the caller.
        rules: the rules that it was played by, as text.
        players: one for each seat.
        counted: whether it counts for standings; where it may, the storage decides it when the game is written
            (`CountLimit`).
        rated: whether it may move ratings, where it counts; stored with the ratings that it moved.
    """

    table_id: int
    game_no: int
    guild_id: int
    started_at: int
    ended_at: int
    winner: str | None
    how: str
    north_score: int
    south_score: int
    deals: int
    rules: str
    players: tuple[PlayerResult, PlayerResult]
    counted: bool = True
    rated: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class AdviceGiven:
    """The results of one backer's advice in one game.

    Attributes:
        given: the decisions at which the backer pointed.
        followed: those of them that followed the advice.
        made: of these, the ones in deals that the player backed then won.
    """

    user_id: int
    given: int
    followed: int
    made: int


@dataclass(frozen=True, slots=True)
class AdviceTotals:
    """The results of a person's advice in a server, over all `games` with any; see `AdviceGiven`."""

    games: int
    given: int
    followed: int
    made: int


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
        count_limit: whether the game counts, if it was played for chips; None: it does.
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


@dataclass(frozen=True, slots=True)
class MessageRow:
    """Where a message of a table or a tournament is, and a digest of what it shows.

    Attributes:
        owner_id: the table or the tournament.
        message_id: 0: Discord refused it.
    """

    owner_id: int
    slot: Slot
    channel_id: int
    message_id: int
    state_hash: str
    updated_at: int
