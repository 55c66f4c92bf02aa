"""What time alone brings about, and what a start or an outage asks for."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.clock import Said
from bot.tables.actions.succession import refused_by_heir
from bot.tables.common import Common
from bot.tables.context import Means
from bot.tables.events.galerie import ChairLeft, ChairMissed, PauseEnded
from bot.tables.events.table import (
    ChallengeEnded,
    ClockCredited,
    Ending,
    Played,
    TableClosed,
    TableEvent,
    TimeTold,
    UnknownTableEvent,
)
from bot.tables.fair_deal import cut_by_house
from bot.tables.log import Done
from bot.tables.state.table import Status, TableState
from bot.tables.views import TableSight, table_sight
from ecarte.game import EcarteError, engine

__all__ = ["Keeping"]

_log = logging.getLogger(__name__)
_PAGE = 500


class Keeping(Common):
    """The part of `Tables` that nobody presses a button for."""

    async def time_passed(self, table_id: int) -> int | None:
        """What time alone brings about: an expired challenge, a warning, the end of a game that nobody claims.

        Returns:
            The next moment at which it has something to do here.
        """

        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            return _brought_about(state, means)

        done = await self._done(table_id, None, decide)
        self._told(done)
        return done.state.wake_at

    async def restore(self, outage_ms: int) -> list[tuple[TableSight, int | None]]:
        """Takes up all open tables at start; clocks that ran during the outage are credited with it.

        Returns:
            Each table with the next moment at which time has something to do there. Nobody else is told.
        """
        sights = []
        for row, events in await self.database.tables.open_logs():
            try:
                state = self._log.remember(row.id, events)
            except (UnknownTableEvent, EcarteError):
                # One log that cannot be read must not keep the others from their tables.
                _log.exception("table %d cannot be taken up: its log cannot be read", row.id)
                continue
            if outage_ms > 0:
                state = (await self._credit(row.id, outage_ms)).state
            sights.append((table_sight(state), state.wake_at))
        return sights

    async def put_away_since(self, at: int) -> list[int]:
        """The tables that were put away at that moment or later: a crash may have come before they were drawn."""
        return [row.id for row in await self.database.tables.closed_since(at)]

    async def credit(self, outage_ms: int) -> None:
        """Discord was gone for so long: nobody's clock pays for it."""
        offset, page = 0, await self.database.tables.all_open(limit=_PAGE)
        while page.rows:
            for row in page.rows:
                self._told(await self._credit(row.id, outage_ms))
            offset += _PAGE
            page = await self.database.tables.all_open(limit=_PAGE, offset=offset)

    async def _credit(self, table_id: int, outage_ms: int) -> Done:
        def decide(state: TableState, means: Means) -> Sequence[TableEvent]:
            if state.status is Status.PLAYING and state.clock.running is not None:
                lost = min(outage_ms, means.now - state.clock.since)
                return [ClockCredited(lost)] if lost > 0 else []
            # Bets, a hand that is offered, errors, a cut, a chair: whoever is waited for could not come, either.
            waited_for = state.pause_until or state.heir_until or state.errors_until or state.cut_until
            waited_for = waited_for or state.call_until
            pool = state.galerie.pool if state.status is Status.BETWEEN else None
            return [ClockCredited(outage_ms)] if waited_for is not None or pool is not None else []

        return await self._done(table_id, None, decide)


def _brought_about(state: TableState, means: Means) -> Sequence[TableEvent]:
    """What time alone brings about at a table, if it is time for anything."""
    now = means.now
    if state.wake_at is None or now < state.wake_at:
        return []
    match state.status:
        case Status.CHALLENGE:
            return [ChallengeEnded(Ending.EXPIRED, None)]
        case Status.BETWEEN:
            awaited, until = state.awaited, state.call_until
            if awaited is None or until is None or now < until:
                return [TableClosed(None)]
            missed = state.galerie.called == awaited
            return [ChairMissed(awaited) if missed else ChairLeft(awaited, missed=True)]
        case Status.PLAYING if state.galerie.pause is not None:
            return [PauseEnded()]
        case Status.PLAYING if state.heir_until is not None:
            return refused_by_heir(state, missed=True)
        case Status.PLAYING if state.errors_until is not None:
            assert state.game is not None
            return list(map(Played, engine.close_calls(state.game)))
        case Status.PLAYING if state.cut_until is not None:
            return [cut_by_house(state, means)]
        case _:
            if state.clock.up(now) and state.clock.said is Said.UP:
                return [TableClosed(None)]
            return [TimeTold(Said.UP if state.clock.up(now) else Said.WARNED)]
