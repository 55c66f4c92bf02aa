"""Loads the logs of tables, computes states from them, keeps states in memory, and appends new events to logs."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.notices import Notice
from bot.rows.commits import Commit, CountLimit, EventRecord, Limit, StoredEvent
from bot.rows.outages import Outage
from bot.rows.table_rows import TableRow
from bot.storage import Fence, PutAside, TableRepository
from bot.tables.effects import admin_of, advice_of, moves_of, result_of
from bot.tables.events.fair_events import GamePromised
from bot.tables.events.table_events import TableEvent, TableOpened, decode, encode
from bot.tables.meeting import meeting_pairs, watching_pairs
from bot.tables.problems import Problem, Refused, TableLost
from bot.tables.state.apply import evolve, fold
from bot.tables.state.table_state import Change, TableState, copy_with
from bot.tables.state.waiting import wake_at
from bot.tables.views import Views

_log = logging.getLogger(__name__)
_STATES_KEPT = 1024
_TOO_MANY = 3
"""If more logs than this, and more than the readable ones, are unreadable, the release is at fault, not the logs."""


class _Unreadable(Exception):
    """A log cannot be folded. Names only the type of the error, because its text may name a card."""


class TableLog:
    """Reads the logs of tables and appends to them.

    Each table has a lock for the writers of this process. The version of a table shows whether another process has
    written to its log.

    A table's log is read when the table is first used. The states of the last `states_kept` tables that were used stay
    in memory. If a log cannot be read, its table is put aside (closed for good), and the other tables go on. If most
    logs cannot be read, no table is put aside.

    Attributes:
        lost: functions that are called with each table that is put aside.
        restored_at: when the database was last restored from a backup, in epoch milliseconds; 0 if it never was.
        stopped_since: takes the id of a server. Returns the moment at which the clocks of its tables were stopped, in
            epoch milliseconds, or None if they run.
    """

    def __init__(
        self,
        repository: TableRepository,
        now: Callable[[], int],
        fence: Fence,
        states_kept: int = _STATES_KEPT,
    ) -> None:
        self._repository = repository
        self._fence = fence
        self._now = now
        self.lost: list[Callable[[PutAside], None]] = []
        self.restored_at = 0
        self.stopped_since: Callable[[int], int | None] = lambda _guild_id: None
        self._states_kept = states_kept
        self._kept: OrderedDict[int, Views] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}
        self._owed: dict[int, tuple[Outage, ...]] = {}
        self._read = 0
        self._unreadable: set[int] = set()
        self._lost: dict[int, PutAside] = {}

    async def state(self, table_id: int) -> TableState:
        """Returns the present state of a table.

        Raises:
            Refused: there is no such table.
            TableLost: its log cannot be read.
        """
        return (await self.views(table_id)).state

    async def opened(self, table_id: int) -> TableOpened:
        """Returns the event that opened a table.

        Uses the event in memory, if there is one, and does not look for changes by other processes. So its terms may be
        out of date while the table is a challenge. The rest of the event never changes.

        Raises:
            Refused: there is no such table.
            TableLost: its log cannot be read.
        """
        views = self._kept.get(table_id)
        return (await self.state(table_id) if views is None else views.state).opened

    async def views(self, table_id: int) -> Views:
        """Returns the state of a table with the views of its readers. The views are made once for each version.

        Raises:
            Refused: there is no such table.
            TableLost: its log cannot be read.
        """
        views = self._kept.get(table_id)
        if views is not None and not self._fence.owns(views.state.opened.guild_id):
            # The owner of the table may have written since.
            await self.catch_up(table_id)
            views = self._kept.get(table_id)
        if views is not None:
            self._kept.move_to_end(table_id)
            return views
        if table_id in self._lost:
            raise TableLost(self._lost[table_id])
        try:
            row, events = await self._load(table_id)
            state = _state(row, events)
        except _Unreadable as unreadable:
            raise await self._put_aside(table_id, str(unreadable)) from None
        self._read += 1
        return self._keep(state)

    async def catch_up(self, table_id: int) -> bool:
        """If a table is in memory, reads the events that other processes have written since.

        Returns:
            Whether the state in memory was out of date. False if the table is not in memory.
        """
        views = self._kept.get(table_id)
        if views is None:
            return False
        try:
            later = await self._repository.later_events(table_id, views.state.version)
            state = None if later is None else _evolve_all(views.state, later)
        except (ValueError, _Unreadable):
            state = None
        if state is views.state:
            return False
        if self._kept.get(table_id) is views:
            # If the events could not be read, the next use loads the whole log, and puts it aside if it is damaged.
            self.drop(table_id)
            if state is not None:
                self._keep(state)
        return True

    async def events(self, table_id: int) -> list[tuple[int, TableEvent]]:
        """Returns the whole log of a table, each event with its moment.

        Raises:
            Refused: there is no such table, or its log cannot be read.
        """
        try:
            # In a thread, because the log of a long evening takes a tenth of a second.
            return await asyncio.to_thread(_decode_all, (await self._load(table_id))[1])
        except _Unreadable:
            raise Refused(Problem.RECORD_LOST) from None

    def owe(self, outages: Mapping[int, tuple[Outage, ...]]) -> None:
        """Stores in memory which outages are owed to each table, by the table's id. Replaces the earlier mapping."""
        self._owed = dict(outages)

    def outages_owed(self, table_id: int) -> tuple[Outage, ...]:
        """Returns the ended outages whose time a table has not got back yet.

        The table's next change begins with the event that gives this time back.
        """
        return self._owed.get(table_id, ())

    async def outages(self, state: TableState, now: int) -> tuple[Outage, ...]:
        """Returns the outages whose time a table has not got back yet.

        Includes an outage that is not over, as if it ended at `now`. A press can come during an outage of the table's
        server, because hands are in direct messages, which may come through another shard (connection to Discord).
        """
        guild_id = state.opened.guild_id
        if not self._fence.owns(guild_id):
            return await self._repository.outages_of(state.id, guild_id, now)
        outages, since = self.outages_owed(state.id), self.stopped_since(guild_id)
        return outages if since is None or since >= now else (*outages, Outage(since, now))

    @property
    def process(self) -> int:
        """The number of this process; 0 if the bot runs as one process."""
        return self._fence.process

    async def announce(self, notice: Notice) -> None:
        """Sends a notice to the bot's other processes. A notice may be lost."""
        await self._repository.announce(notice)

    def is_owned(self, guild_id: int) -> bool:
        """Whether this process owns the tables of a server.

        The owner runs their timers, draws them, and moves for the house.
        """
        return self._fence.owns(guild_id)

    def kept_in(self, is_meant: Callable[[int], bool]) -> list[int]:
        """Returns the ids of the tables in memory that are in certain servers.

        Args:
            is_meant: returns whether the server with this id is one of them.
        """
        return [table_id for table_id, views in self._kept.items() if is_meant(views.state.opened.guild_id)]

    def all_owed(self) -> tuple[int, ...]:
        """Returns the ids of the tables that have not got back the time of an outage yet."""
        return tuple(self._owed)

    async def open(
        self,
        opened: TableOpened,
        promised: GamePromised,
        at: int,
        cause: int | None,
        write: Callable[[Commit], Awaitable[int]] | None = None,
        limits: Mapping[Limit, int] | None = None,
    ) -> Views:
        """Opens a table: writes its first events, among them the promise of the deals of its first game.

        Args:
            write: writes the commit, with other rows in the same transaction, and returns the id of the table.
            limits: the greatest numbers of games and tables that are allowed after this table has opened.

        Raises:
            Repeated: the interaction `cause` was carried out before; nothing was written.
            LimitReached: a limit would be exceeded; nothing was written.
            Parted: one of the two people has blocked the other; nothing was written. The draw of a tournament (`write`)
                may pair them anyway.
        """
        draft = evolve(evolve(None, 0, opened, at), 0, promised, at)
        events = _record(opened), _record(promised)
        writer = self._fence.writer(opened.guild_id)
        meeting = meeting_pairs(None, draft) if write is None else frozenset[tuple[int, int]]()
        commit = Commit(_row(draft), 0, events, at, cause, limits=limits or {}, writer=writer, meeting=meeting)
        table_id = await (write or self._repository.open)(commit)
        return self._keep(copy_with(draft, id=table_id))

    async def append(
        self,
        changes: Sequence[Change],
        at: int,
        cause: int | None,
        count_limit: CountLimit | None = None,
        limits: Mapping[Limit, int] | None = None,
        credited_until: int = 0,
    ) -> Views:
        """Writes changes of a table and all their effects in one transaction: row, result, chips, advice.

        Args:
            count_limit: how many games of the two players count for standings, if a game ends; None if all do.
            limits: the greatest numbers of games and tables that are allowed after these changes.
            credited_until: the end of the last outage whose time the changes give back to the table; 0 if they give
                none back.

        Raises:
            NotOwner: only the owner may write this, and that is another process; nothing was written.
            Conflict: another writer was faster; nothing was written.
            Overdrawn: a purse has become too small; nothing was written.
            Repeated: the interaction `cause` was carried out before; nothing was written.
            LimitReached: a limit would be exceeded; nothing was written.
            Parted: two people would meet, and one has blocked the other; nothing was written.
            HandHidden: a hand would be shown to someone whom its player has blocked; nothing was written.
        """
        before, after = changes[0].before, changes[-1].after
        chips = [move for change in changes for move in moves_of(change)]
        results = [result for change in changes if (result := result_of(change.after, change.event, at)) is not None]
        await self._repository.commit(
            Commit(
                _row(after),
                before.version,
                tuple(_record(change.event) for change in changes),
                at,
                cause,
                results[-1] if results else None,
                tuple(chips),
                advice_of(after) if results else (),
                credited_until=credited_until,
                count_limit=count_limit if results else None,
                admin=next((entry for change in changes if (entry := admin_of(change, at)) is not None), None),
                limits=limits or {},
                writer=self._fence.writer(after.opened.guild_id),
                meeting=meeting_pairs(before, after),
                watching=watching_pairs(before, after),
            )
        )
        self._owed.pop(before.id, None)
        return self._keep(after)

    def lock(self, table_id: int) -> asyncio.Lock:
        """Returns the lock of a table.

        A writer holds it, so that this process has one writer at a time for each table.
        """
        return self._locks.setdefault(table_id, asyncio.Lock())

    def drop(self, table_id: int) -> None:
        """Removes the state of a table from memory, because it is not the newest."""
        self._kept.pop(table_id, None)

    def drop_all(self) -> None:
        """Removes all states from memory, because another process may have changed past events (for an erasure)."""
        self._kept.clear()

    async def _load(self, table_id: int) -> tuple[TableRow, Sequence[StoredEvent]]:
        try:
            loaded = await self._repository.load(table_id)
        except (TypeError, ValueError) as error:
            raise _Unreadable(type(error).__name__) from None
        if loaded is None:
            raise Refused(Problem.NO_TABLE)
        if not loaded[0].version:
            raise Refused(Problem.LOG_GONE)
        return loaded

    async def _put_aside(self, table_id: int, reason: str) -> Refused:
        """Puts a table aside, once. Returns the refusal for its readers."""
        self._unreadable.add(table_id)
        if len(self._unreadable) > max(_TOO_MANY, self._read):
            _log.error(
                "the log of table %d cannot be read (%s), nor can most others: none is put aside", table_id, reason
            )
            return Refused(Problem.RECORD_LOST)
        put_aside = await self._repository.put_aside(table_id, reason, self._now())
        if put_aside is None:
            return Refused(Problem.RECORD_LOST)
        lost, new = put_aside
        self._lost[table_id] = lost
        if new:
            chips = "its chips stay frozen" if lost.frozen else "its chips went back"
            _log.error("table %d is put aside: its log cannot be read (%s); %s", table_id, reason, chips)
            for call in self.lost:
                call(lost)
        return TableLost(lost)

    def _keep(self, state: TableState) -> Views:
        views = self._kept[state.id] = Views(state)
        self._kept.move_to_end(state.id)
        while len(self._kept) > self._states_kept:
            dropped, _ = self._kept.popitem(last=False)
            if dropped in self._locks and not self._locks[dropped].locked():
                del self._locks[dropped]
        return views


def _state(row: TableRow, events: Sequence[StoredEvent]) -> TableState:
    if [event.seq for event in events] != list(range(1, row.version + 1)):
        raise _Unreadable("events are missing")
    decoded = _decode_all(events)
    try:
        state = fold(row.id, decoded)
        folded = _row(state)
    except Exception as error:  # a damaged log may raise anything
        raise _Unreadable(type(error).__name__) from None
    # Every version of the bot folds a log to the same values of these columns.
    if (folded.status, folded.north_id, folded.south_id) != (row.status, row.north_id, row.south_id):
        raise _Unreadable("the log does not fold to its row")
    return state


def _evolve_all(state: TableState, later: Sequence[StoredEvent]) -> TableState:
    try:
        for at, event in _decode_all(later):
            state = evolve(state, state.id, event, at)
    except Exception as error:  # a damaged log may raise anything
        raise _Unreadable(type(error).__name__) from None
    return state


def _decode_all(events: Sequence[StoredEvent]) -> list[tuple[int, TableEvent]]:
    try:
        return [(event.at, decode(event.type, event.version, event.data)) for event in events]
    except Exception as error:  # a damaged log may raise anything
        raise _Unreadable(type(error).__name__) from None


def _record(event: TableEvent) -> EventRecord:
    return EventRecord(*encode(event))


def _row(state: TableState) -> TableRow:
    return TableRow(
        id=state.id,
        guild_id=state.opened.guild_id,
        channel_id=state.opened.channel_id,
        thread_id=state.thread,
        status=state.status.value,
        challenger_id=state.opened.challenger.id,
        challenged_id=state.opened.challenged.id if state.opened.challenged else None,
        north_id=state.seats[0].id if state.seats else None,
        south_id=state.seats[1].id if state.seats else None,
        version=state.version,
        deadline=wake_at(state),
        opened_at=state.opened_at,
        updated_at=state.changed_at,
        house=state.has_house,
        pace=state.opened.terms.pace.kind.value,
    )
