"""The log of every table: loaded, folded, kept in memory for a while, and written in one transaction.

Writing is optimistic: a decision is made on a version and committed against it. A lost race is decided anew on the
newer state; an interaction that was already carried out changes nothing and gives the state as it stands.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.storage import (
    ChipMove,
    Commit,
    Conflict,
    EventRecord,
    Overdrawn,
    Repeated,
    StoredEvent,
    TableRepository,
    TableRow,
)
from bot.tables.archive import advice_of, result_of
from bot.tables.effects import moves_of
from bot.tables.events.table import TableEvent, TableOpened, decode, encode
from bot.tables.problems import Problem, Refused
from bot.tables.state.table import Status, TableState, evolve, fold

__all__ = ["Done", "TableLog"]

_KEPT = 2048
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a decision: the state after it, and whether it was this call that changed it."""

    state: TableState
    changed: bool


class TableLog:
    """Loads and appends; one lock per table within this process, one version check between processes."""

    def __init__(self, repository: TableRepository, now: Callable[[], int]) -> None:
        self._repository = repository
        self._now = now
        self._kept: OrderedDict[int, TableState] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}

    async def state(self, table_id: int) -> TableState:
        """The state of a table.

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

    def remember(self, table_id: int, events: Sequence[StoredEvent]) -> TableState:
        """Takes in a whole log that was read elsewhere (at start, all open tables at once)."""
        return self._keep(_state(table_id, events))

    async def open(
        self, event: TableOpened, cause: int | None, write: Callable[[Commit], Awaitable[int]] | None = None
    ) -> Done:
        """Begins the log of a new table; `write` puts it into the database, where more is written than the table."""
        at = self._now()
        draft = evolve(None, 0, event, at)
        try:
            commit = Commit(_row(draft), 0, (_record(event),), at, cause, None)
            table_id = await (write or self._repository.open)(commit)
        except Repeated as repeated:
            return Done(await self.state(repeated.table_id), False)
        return Done(self._keep(evolve(None, table_id, event, at)), True)

    async def act(
        self,
        table_id: int,
        cause: int | None,
        decide: Callable[[TableState], Sequence[TableEvent]],
        ahead: Callable[[TableState], Awaitable[None]] | None = None,
    ) -> Done:
        """Decides on the present state and appends what follows, chips and all.

        Args:
            cause: the id of the interaction, so that it is carried out once however often it is delivered.
            decide: pure; called again if another writer was faster, or somebody's purse is not what it was. No events:
                nothing is written.
            ahead: reads what `decide` needs besides the state, before each call of it.

        Raises:
            Refused: by `decide`, or there is no such table; nothing has changed.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            for _ in range(_TRIES):
                state = await self.state(table_id)
                if ahead is not None:
                    await ahead(state)
                try:
                    events = decide(state)
                except Refused:
                    # A repeated delivery finds the table moved on by its own first one: that is no refusal.
                    if cause is not None and await self._repository.carried_out(cause) is not None:
                        return Done(state, False)
                    raise
                if not events:
                    return Done(state, False)
                at = self._now()
                after, commit = _commit(state, events, at, cause)
                try:
                    await self._repository.commit(commit)
                except Conflict:
                    self._kept.pop(table_id, None)
                except Overdrawn:
                    # Between the reading of a purse and this, its owner has put something elsewhere: decided anew.
                    continue
                except Repeated:
                    return Done(await self.state(table_id), False)
                else:
                    return Done(self._keep(after), True)
            raise Refused(Problem.STALE)

    def _keep(self, state: TableState) -> TableState:
        self._kept[state.id] = state
        self._kept.move_to_end(state.id)
        while len(self._kept) > _KEPT:
            dropped, _ = self._kept.popitem(last=False)
            if dropped in self._locks and not self._locks[dropped].locked():
                del self._locks[dropped]
        return state


def _state(table_id: int, events: Sequence[StoredEvent]) -> TableState:
    return fold(table_id, ((event.at, decode(event.type, event.version, event.data)) for event in events))


def _record(event: TableEvent) -> EventRecord:
    return EventRecord(*encode(event))


def _commit(before: TableState, events: Sequence[TableEvent], at: int, cause: int | None) -> tuple[TableState, Commit]:
    """The state after these events, and all that has to be written of them."""
    state, result = before, None
    chips: list[ChipMove] = []
    for event in events:
        after = evolve(state, before.id, event, at)
        chips += moves_of(state, after, event)
        result = result_of(after, event, at) or result
        state = after
    advice = advice_of(state) if result is not None else ()
    records = tuple(map(_record, events))
    return state, Commit(_row(state), before.version, records, at, cause, result, tuple(chips), advice)


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
