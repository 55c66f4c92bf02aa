"""The logs of tables: writes each decision at a table in one transaction, and reads logs in order.

Functions that take a connection do not end its transaction. So the caller can write other rows in the same
`Connections.write`, before or after `append`. This module does not know what events mean.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.notices import Notice, TableChanged
from bot.rows.chips import ChipMove, MovementKind
from bot.rows.commits import Commit, Limit, StoredEvent
from bot.rows.game_results import GameResult
from bot.rows.outages import Outage
from bot.rows.paging import Page
from bot.rows.storage_errors import Conflict, Repeated, UnknownTable
from bot.rows.table_rows import OPEN, TableRow
from bot.storage.backends.base import DATABASE_NOW, insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.event_rows import events_after, stored_events
from bot.storage.fence import LEASE_MS, announce, expect_owner
from bot.storage.json_text import dump_json
from bot.storage.limits import count_of, expect_within
from bot.storage.put_aside import PutAside, put_table_aside
from bot.storage.rating_entries import rate_game
from bot.storage.repositories.postings import buy_cards, close_stakes, move_stakes, settle_stakes, void_stakes
from bot.storage.repositories.results import counts
from bot.storage.repositories.servers import write_entry
from bot.storage.schema.owner_tables import owners
from bot.storage.schema.tables import (
    advice,
    away_servers,
    commands,
    events,
    game_players,
    games,
    outage_credits,
    seats,
    table_messages,
    tables,
)
from bot.storage.schema.tournament_tables import tournament_games
from bot.storage.standing_sums import count_in

Logged = tuple[TableRow, tuple[StoredEvent, ...]]

_IS_OPEN = tables.c.status.in_(OPEN)
TABLE_ROWS = select(*(column for column in tables.c if column.name != "drawn"))
_ROW = TABLE_ROWS.where(tables.c.id == bindparam("id_"))
_ROW_TO_CHANGE = _ROW.with_for_update()
_VERSION = select(tables.c.version).where(tables.c.id == bindparam("id_"))
_SEATED = tables.c.id.in_(select(seats.c.table_id).where(seats.c.user_id == bindparam("person")))
_OPEN_OF = TABLE_ROWS.where(_SEATED).order_by(tables.c.id)
_OPEN_OF_HERE = TABLE_ROWS.where(_SEATED, tables.c.guild_id == bindparam("here")).order_by(tables.c.id)
# Another outage may have been stored after the debts were read.
_CREDITED = delete(outage_credits).where(
    outage_credits.c.table_id == bindparam("id_"), outage_credits.c.until <= bindparam("until_")
)
_OWED = (
    select(outage_credits.c.since, outage_credits.c.until)
    .where(outage_credits.c.table_id == bindparam("id_"))
    .order_by(outage_credits.c.until)
)
_SERVER_AWAY_SINCE = select(away_servers.c.since).where(away_servers.c.guild_id == bindparam("guild"))
_STOPPED_SINCE = select(owners.c.sign_at).where(
    owners.c.shard == bindparam("shard"), (owners.c.stopped == 1) | (owners.c.beat_at < DATABASE_NOW - LEASE_MS)
)
# The statements are built once, because building one takes longer than running it.
_EVENTS = insert(events)
# The parameter is not called "id", because SQLAlchemy would then set the column instead of filtering by it.
_CHANGE = update(tables).where(tables.c.id == bindparam("id_"))

_NAMES = tuple(field.name for field in fields(TableRow))
_HOUSE = _NAMES.index("house")
_LASTING = frozenset({"id", "guild_id", "channel_id", "challenger_id", "challenged_id", "opened_at", "pace"})
"""The columns of a table's row that no decision changes."""


class TableRepository(Repository):
    """Stores the logs and the rows of tables."""

    @writes
    def open(self, connection: Connection, commit: Commit) -> int:
        """Opens a table: writes its row and its first events in one transaction.

        Args:
            commit: a decision on version 0. The id in its row is ignored.

        Returns:
            The id of the table.

        Raises:
            Repeated: the interaction that is the cause was carried out before; nothing was written.
            LimitReached: the commit exceeds one of its limits; nothing was written.
            NotOwner: another process owns the group of tables to which this one would belong; nothing was written.
        """
        return begin(connection, commit)

    @writes
    def commit(self, connection: Connection, commit: Commit) -> int:
        """Writes a decision about a table and all its effects in one transaction.

        Returns:
            The version of the table after the commit.

        Raises:
            Conflict: the table no longer has the version that the decision has read; nothing was written.
            Repeated: the interaction that is the cause was carried out before; nothing was written.
            UnknownTable: there is no such table.
            Overdrawn: a balance is too small; nothing was written. The caller must decide again.
            LedgerError: the chips cannot be moved for another reason; nothing was written.
            LimitReached: the commit exceeds one of its limits; nothing was written.
            NotOwner: another process owns the group of tables to which this one belongs; nothing was written.
        """
        return append(connection, commit)

    @writes
    def put_aside(self, connection: Connection, table_id: int, reason: str, at: int) -> tuple[PutAside, bool] | None:
        """Closes for good a table whose log cannot be read, and gives the chips on it back; see `put_table_aside`."""
        return put_table_aside(connection, table_id, reason, at)

    @reads
    def carried_out(self, connection: Connection, cause: int) -> int | None:
        """Returns the id of the table that an interaction changed, or None if the interaction was not carried out."""
        return connection.scalar(select(commands.c.table_id).where(commands.c.interaction_id == cause))

    @reads
    def load(self, connection: Connection, table_id: int) -> Logged | None:
        """Returns a table and its log, read at one moment, or None if there is no such table.

        Raises:
            ValueError: the log cannot be read.
        """
        row = connection.execute(_ROW, {"id_": table_id}).first()
        if row is None:
            return None
        return table_row(row), stored_events(connection, table_id)

    @reads
    def count_open(self, connection: Connection, guild_id: int, pace: str) -> int:
        """Counts the open tables of one pace in the channels of a server. Challenges count as tables."""
        return count_of(connection, Limit.TABLES, guild_id, None, pace=pace)

    @reads
    def count_open_by_server(self, connection: Connection) -> dict[int, int]:
        """Counts the open tables in the channels of each server. Challenges count as tables.

        Servers without tables are left out.
        """
        counts = select(tables.c.guild_id, func.count()).where(_IS_OPEN, tables.c.channel_id != 0)
        rows = connection.execute(counts.group_by(tables.c.guild_id))
        return {guild_id: count for guild_id, count in rows}  # noqa: C416  # a row is no pair to the type checker

    @reads
    def count_playing(self, connection: Connection, user_id: int, guild_id: int, pace: str) -> int:
        """Counts the games of one pace that a person plays now in the channels of a server."""
        return count_of(connection, Limit.PLAYING, guild_id, user_id, pace=pace)

    @reads
    def later_events(self, connection: Connection, table_id: int, seen: int) -> tuple[StoredEvent, ...] | None:
        """Returns the events of a table after version `seen`, or None if the caller has to load the whole log.

        Raises:
            ValueError: an event cannot be read.
        """
        version = connection.scalar(_VERSION, {"id_": table_id})
        if version == seen:
            return ()
        later = events_after(connection, table_id, seen)
        return later if version == seen + len(later) else None

    @reads
    def outages_of(self, connection: Connection, table_id: int, guild_id: int, now: int) -> tuple[Outage, ...]:
        """Returns the outages whose time a table has not got back yet, in order. The table belongs to another process.

        If the clocks of the table's server stand, or if the process that owns the table is dead, the last outage lasts
        until now.
        """
        outages = [Outage(row.since, row.until) for row in connection.execute(_OWED, {"id_": table_id})]
        shard = self._connections.fence.shard_of(guild_id)
        since = (
            connection.scalar(_STOPPED_SINCE, {"shard": shard}),
            connection.scalar(_SERVER_AWAY_SINCE, {"guild": guild_id}),
        )
        if (first := min((at for at in since if at is not None), default=now)) < now:
            outages.append(Outage(first, now))
        return tuple(outages)

    @writes
    def announce(self, connection: Connection, notice: Notice) -> None:
        """Sends a notice to the bot's other processes; see `fence.announce`."""
        announce(connection, self._connections.fence.writer(), notice)

    @reads
    def all_open(
        self, connection: Connection, guild_id: int | None = None, limit: int = 25, offset: int = 0
    ) -> Page[TableRow]:
        """Returns a page of the open tables in the channels of a server, or (None) of all open tables, oldest first."""
        here = (tables.c.guild_id == guild_id) & (tables.c.channel_id != 0)
        where = _IS_OPEN if guild_id is None else _IS_OPEN & here
        total = connection.scalar(select(func.count()).select_from(tables).where(where))
        rows = connection.execute(TABLE_ROWS.where(where).order_by(tables.c.id).limit(limit).offset(offset))
        return Page(tuple(map(table_row, rows)), total or 0, offset)

    async def open_of(self, user_id: int, guild_id: int | None = None) -> tuple[TableRow, ...]:
        """Returns the open tables at which a person sits (`TableRow.seated_ids`), in one server or (None) in all."""
        if guild_id is None:
            return await self._all(_OPEN_OF, {"person": user_id})
        return await self._all(_OPEN_OF_HERE, {"person": user_id, "here": guild_id})

    async def open_at(self, channel_id: int) -> tuple[TableRow, ...]:
        """Returns the open tables whose challenge is in this channel, or whose thread has this id."""
        return await self._find_rows(
            _IS_OPEN & or_(tables.c.channel_id == channel_id, tables.c.thread_id == channel_id)
        )

    async def quiet_threads(self, before: int, behind: int, limit: int) -> tuple[TableRow, ...]:
        """Returns the open tables with a thread in which the bot has sent nothing lately.

        Args:
            before: an id of Discord. The thread, and each of the table's messages in it, has a lower id, so it is
                older.
            behind: only tables with greater ids than this one are returned.
            limit: the greatest number of tables.
        """
        sent = exists().where(
            table_messages.c.table_id == tables.c.id,
            table_messages.c.channel_id == tables.c.thread_id,
            table_messages.c.message_id >= before,
        )
        quiet = _IS_OPEN & (tables.c.id > behind) & (tables.c.thread_id < before) & ~sent
        return await self._all(TABLE_ROWS.where(quiet).order_by(tables.c.id).limit(limit))

    async def challenges_between(
        self, guild_id: int, challenger_id: int, challenged_id: int | None
    ) -> tuple[TableRow, ...]:
        """Returns the open challenges in a server by which one person challenges another, or (None) all members."""
        return await self._find_rows(
            (tables.c.status == "challenge")
            & (tables.c.guild_id == guild_id)
            & (tables.c.challenger_id == challenger_id)
            & tables.c.challenged_id.is_not_distinct_from(challenged_id)
        )

    @reads
    def is_of_tournament(self, connection: Connection, table_id: int) -> bool:
        """Returns whether a table plays a pairing of a tournament."""
        return connection.scalar(select(exists().where(tournament_games.c.table_id == table_id))) is True

    async def challenges_to_all(self, guild_id: int) -> tuple[TableRow, ...]:
        """Returns the challenges that any member of a server may accept, the oldest first."""
        return await self._find_rows(
            (tables.c.status == "challenge") & (tables.c.guild_id == guild_id) & tables.c.challenged_id.is_(None)
        )

    async def _find_rows(self, where: ColumnElement[bool]) -> tuple[TableRow, ...]:
        return await self._all(TABLE_ROWS.where(where).order_by(tables.c.id))

    @reads
    def _all(
        self, connection: Connection, chosen: Select[Any], values: Mapping[str, int] | None = None
    ) -> tuple[TableRow, ...]:
        return tuple(map(table_row, connection.execute(chosen, values)))


def begin(connection: Connection, commit: Commit) -> int:
    """Opens a table in the caller's transaction; see `TableRepository.open`."""
    if commit.expected != 0 or commit.result is not None or commit.chips:
        raise ValueError("a table opens at version 0, without a result and without chips")
    row = connection.execute(insert(tables), _columns(commit.table, ("id",)))
    assert row.inserted_primary_key is not None
    table_id: int = row.inserted_primary_key.id
    _claim(connection, table_id, commit)
    expect_owner(connection, commit.writer)
    expect_within(connection, commit, table_id, frozenset())
    _write(connection, table_id, commit, frozenset())
    announce(connection, commit.writer, TableChanged(table_id, commit.table.guild_id, commit.table.version))
    return table_id


def append(connection: Connection, commit: Commit) -> int:
    """Writes a decision about a table in the caller's transaction; see `TableRepository.commit`."""
    table_id = commit.table.id
    # A concurrent writer waits here, and then sees the rows of the first one.
    row = connection.execute(_ROW_TO_CHANGE, {"id_": table_id}).first()
    if row is None:
        raise UnknownTable(table_id)
    before = table_row(row)
    # The claim comes before the check of the version, which the first delivery of a repeated press has changed.
    _claim(connection, table_id, commit)
    if before.version != commit.expected:
        raise Conflict(table_id, commit.expected)
    expect_owner(connection, commit.writer)
    expect_within(connection, commit, table_id, before.playing_ids)
    connection.execute(_CHANGE, {"id_": table_id} | _columns(commit.table, _LASTING))
    if commit.credited_until:
        connection.execute(_CREDITED, {"id_": table_id, "until_": commit.credited_until})
    _write(connection, table_id, commit, before.seated_ids)
    for move in commit.chips:
        _move(connection, move, commit.at)
    announce(connection, commit.writer, TableChanged(table_id, commit.table.guild_id, commit.table.version))
    return commit.table.version


def _move(connection: Connection, move: ChipMove, at: int) -> None:
    """Moves the chips of one event in the ledger."""
    match move.kind:
        case MovementKind.SETTLEMENT:
            settle_stakes(connection, move.escrow, move.moves, at)
        case MovementKind.VOID:
            entry = void_stakes(connection, move.escrow, at)
            if entry is None or entry.moves != move.moves:
                raise ValueError("a void game gives back other chips than its table says")
        case MovementKind.REFUND if move.closes:
            close_stakes(connection, move.escrow, move.moves, at)
        case MovementKind.NEW_CARDS:
            buy_cards(connection, move.escrow, move.moves, move.cause, at)
        case _:
            move_stakes(connection, move.escrow, move.kind, move.moves, move.cause, at)


def _claim(connection: Connection, table_id: int, commit: Commit) -> None:
    """Stores the cause of this commit, which no other commit may have.

    Raises:
        Repeated: another commit has this cause.
    """
    if commit.cause is None:
        return
    row = {"interaction_id": commit.cause, "table_id": table_id, "seq": commit.table.version}
    if connection.execute(insert_new(connection, commands), row).rowcount == 0:
        first = connection.execute(select(commands).where(commands.c.interaction_id == commit.cause)).one()
        raise Repeated(first.table_id, first.seq)


def _write(connection: Connection, table_id: int, commit: Commit, seated: frozenset[int]) -> None:
    """Writes a commit, except the row of the table and the cause. `seated` are the people who sat there before."""
    try:
        connection.execute(
            _EVENTS,
            [
                {
                    "table_id": table_id,
                    "seq": seq,
                    "at": commit.at,
                    "type": event.type,
                    "version": event.version,
                    "data": dump_json(event.data),
                }
                for seq, event in enumerate(commit.events, commit.expected + 1)
            ],
        )
    except IntegrityError:
        # The row has another version than the log. The log is right.
        raise Conflict(table_id, commit.expected) from None
    if leavers := seated - commit.table.seated_ids:
        connection.execute(delete(seats).where(seats.c.table_id == table_id, seats.c.user_id.in_(leavers)))
    if newcomers := commit.table.seated_ids - seated:
        rows = [{"table_id": table_id, "user_id": user_id} for user_id in sorted(newcomers)]
        connection.execute(insert(seats), rows)
    if commit.admin is not None:
        write_entry(connection, replace(commit.admin, cause=commit.cause))
    if commit.result is not None:
        _write_result(connection, commit.result, counted=counts(connection, commit.result, commit.count_limit))
        key = {"table_id": table_id, "game_no": commit.result.game_no}
        if commit.advice:
            connection.execute(insert(advice), [key | asdict(row) for row in commit.advice])


def _write_result(connection: Connection, result: GameResult, *, counted: bool) -> None:
    game = asdict(result) | {"counted": int(counted)}
    del game["rated"]
    players = [player | {"won": int(player["won"])} for player in game.pop("players")]
    connection.execute(insert(games), game)
    key = {name: game[name] for name in ("table_id", "game_no", "guild_id", "ended_at")}
    connection.execute(insert(game_players), [key | player for player in players])
    if counted and result.winner is not None:
        count_in(connection, result)
        if result.rated:
            rate_game(connection, result)


def _columns(row: TableRow, but: Collection[str]) -> dict[str, Any]:
    """Returns the columns of `tables` for a row, without the columns `but`."""
    values = {name: getattr(row, name) for name in _NAMES if name not in but}
    values["house"] = int(row.house)
    return values


def table_row(row: Any) -> TableRow:
    """Converts a row of the query `TABLE_ROWS` to a `TableRow`."""
    columns = [*row]
    columns[_HOUSE] = bool(columns[_HOUSE])
    return TableRow(*columns)
