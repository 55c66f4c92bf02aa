"""The logs of tables: loaded, folded, kept in memory, and appended to against the version that was decided on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.storage import Commit, CountLimit, EventRecord, StoredEvent, TableRepository, TableRow
from bot.tables.effects import advice_of, moves_of, result_of
from bot.tables.events.table import TableEvent, TableOpened, decode, encode
from bot.tables.problems import Problem, Refused
from bot.tables.state.apply import evolve, fold
from bot.tables.state.table import Change, Status, TableState
from bot.tables.views import Views

__all__ = ["TableLog"]

_KEPT = 2048


class TableLog:
    """Loads and appends. Writers share a lock per table in this process; between processes the version is checked."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._kept: OrderedDict[int, Views] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}

    async def state(self, table_id: int) -> TableState:
        """The state of a table.

        Raises:
            Refused: there is no such table.
        """
        return (await self.views(table_id)).state

    async def views(self, table_id: int) -> Views:
        """The state of a table with its views, which are built once for each version.

        Raises:
            Refused: there is no such table.
        """
        kept = self._kept.get(table_id)
        if kept is not None:
            self._kept.move_to_end(table_id)
            return kept
        loaded = await self._repository.load(table_id)
        if loaded is None:
            raise Refused(Problem.NO_TABLE)
        return self._keep(_state(table_id, loaded[1]))

    async def events(self, table_id: int) -> list[tuple[int, TableEvent]]:
        """The whole log of a table, with the moments.

        Raises:
            Refused: there is no such table.
        """
        loaded = await self._repository.load(table_id)
        if loaded is None:
            raise Refused(Problem.NO_TABLE)
        return [(event.at, decode(event.type, event.version, event.data)) for event in loaded[1]]

    def remember(self, table_id: int, events: Sequence[StoredEvent]) -> Views:
        """Takes in a whole log that was read elsewhere (at start, all open tables at once)."""
        return self._keep(_state(table_id, events))

    async def open(
        self, opened: TableOpened, at: int, cause: int | None, write: Callable[[Commit], Awaitable[int]] | None = None
    ) -> Views:
        """Begins the log of a new table.

        Args:
            write: writes it, with whatever else has to stand or fall with it, and returns its id.

        Raises:
            Repeated: the cause was carried out before; nothing was written.
        """
        draft = evolve(None, 0, opened, at)
        commit = Commit(_row(draft), 0, (_record(opened),), at, cause, None)
        table_id = await (write or self._repository.open)(commit)
        return self._keep(replace(draft, id=table_id))

    async def append(
        self, changes: Sequence[Change], at: int, cause: int | None, count_limit: CountLimit | None = None
    ) -> Views:
        """Writes changes and all that follows from them in one transaction: row, result, chips, advice.

        Args:
            count_limit: how many staked games of the two count for standings, if a game ends.

        Raises:
            Conflict: another writer was faster; nothing was written.
            Overdrawn: a purse is not what it was; nothing was written.
            Repeated: the cause was carried out before; nothing was written.
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
                count_limit if results else None,
            )
        )
        return self._keep(after)

    def lock(self, table_id: int) -> asyncio.Lock:
        """Held by the one writer of a table in this process."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    def drop(self, table_id: int) -> None:
        """Drops the state that is kept in memory: it is not the newest."""
        self._kept.pop(table_id, None)

    def _keep(self, state: TableState) -> Views:
        views = self._kept[state.id] = Views(state)
        self._kept.move_to_end(state.id)
        while len(self._kept) > _KEPT:
            dropped, _ = self._kept.popitem(last=False)
            if dropped in self._locks and not self._locks[dropped].locked():
                del self._locks[dropped]
        return views


def _state(table_id: int, events: Sequence[StoredEvent]) -> TableState:
    return fold(table_id, ((event.at, decode(event.type, event.version, event.data)) for event in events))


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
        deadline=None if state.status is Status.CLOSED else state.wake_at,
        opened_at=state.opened_at,
        updated_at=state.changed_at,
    )
