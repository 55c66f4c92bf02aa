"""Timeouts, and recovery after a restart or an outage."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from bot.clock import WarningSent
from bot.tables.actions.succession import refused_by_heir
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
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
from bot.tables.service import Tables
from bot.tables.state.table import Status, Step, TableState
from bot.tables.views import TableView
from ecarte.game import EcarteError, engine

__all__ = ["closed_since", "credit_outage", "restore", "time_passed"]

_log = logging.getLogger(__name__)
_PAGE = 500


async def time_passed(tables: Tables, table_id: int) -> int | None:
    """Does what is due: ends a challenge, warns a player, closes a pause, puts a game away.

    Returns:
        The next moment at which something is due here.
    """
    await commit(tables, table_id, _due)
    return (await tables.log.state(table_id)).wake_at


async def restore(tables: Tables, outage_ms: int) -> list[tuple[TableView, int | None]]:
    """Loads all open tables at a start; clocks that ran during the outage are credited with it.

    Returns:
        Each table with the next moment at which something is due there.
    """
    restored = []
    for row, events in await tables.repository.open_logs():
        try:
            views = tables.log.remember(row.id, events)
        except (UnknownTableEvent, EcarteError):
            # One unreadable log must not keep the other tables closed.
            _log.exception("table %d cannot be taken up: its log cannot be read", row.id)
            continue
        if outage_ms > 0:
            await commit(tables, row.id, partial(_credit, outage_ms))
            views = await tables.log.views(row.id)
        restored.append((views.table, views.state.wake_at))
    return restored


async def closed_since(tables: Tables, at: int) -> list[int]:
    """The tables closed at that moment or later: a crash may have come before they were drawn."""
    return [row.id for row in await tables.repository.closed_since(at)]


async def credit_outage(tables: Tables, outage_ms: int) -> None:
    """Credits all running clocks with the time for which Discord was gone."""
    offset, page = 0, await tables.repository.all_open(limit=_PAGE)
    while page.rows:
        for row in page.rows:
            await commit(tables, row.id, partial(_credit, outage_ms))
        offset += _PAGE
        page = await tables.repository.all_open(limit=_PAGE, offset=offset)


def _credit(outage_ms: int, state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
    if state.status is Status.PLAYING and state.clock.running is not None:
        lost = min(outage_ms, context.now - state.clock.since)
        return [ClockCredited(lost)] if lost > 0 else []
    # Bets, an offered hand, errors, a cut, a chair: the person waited for could not come either.
    until = state.pause_until or state.heir_until or state.errors_until or state.cut_until or state.call_until
    pool = state.galerie.pool if state.status is Status.BETWEEN else None
    return [ClockCredited(outage_ms)] if until is not None or pool is not None else []


def _due(state: TableState, context: DecisionContext) -> Sequence[Step]:
    """What is due at a table, if anything is."""
    now = context.now
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
            return [cut_by_house(state, context)]
        case _:
            if state.clock.up(now) and state.clock.said is WarningSent.UP:
                return [TableClosed(None)]
            return [TimeTold(WarningSent.UP if state.clock.up(now) else WarningSent.WARNED)]
