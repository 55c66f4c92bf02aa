"""Outages: times in which players could not act, credited to their clocks as an event of each log.

An outage is stored at once for all tables, without reading a log. Each table takes its credit in before its next change
of whatever kind, so nothing expires that was not credited first.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.storage import Outage
from bot.tables.events.table import ClockCredited
from bot.tables.service import Tables
from bot.tables.state.table import Status, TableState

__all__ = ["Outage", "credits_for", "record"]


async def record(tables: Tables, outage: Outage) -> None:
    """Stores that every table where a person was waited for, and every round of a tournament, is owed an outage."""
    await tables.recovery.away(outage)
    tables.log.owe(await tables.recovery.owed())


def credits_for(state: TableState, outages: Iterable[Outage]) -> list[ClockCredited]:
    """The credit that a table takes in for outages."""
    lost = sum(_lost(state, outage) for outage in outages)
    return [ClockCredited(lost)] if lost > 0 else []


def _lost(state: TableState, outage: Outage) -> int:
    if state.status is Status.PLAYING and state.clock.running is not None:
        return max(0, outage.until - max(outage.since, state.clock.since))
    # Bets, an offered hand, errors, a cut, a chair: the person waited for could not come either.
    until = state.pause_until or state.heir_until or state.errors_until or state.cut_until or state.call_until
    pool = state.galerie.pool if state.status is Status.BETWEEN else None
    return outage.until - outage.since if until is not None or pool is not None else 0
