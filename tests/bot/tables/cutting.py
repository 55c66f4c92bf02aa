"""Helpers for the tests of fair deals: the stored promises, cuts and packs, and the reasons why a cut is refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rows.commits import StoredEvent
from bot.tables.actions import cut
from bot.tables.events.table_events import decode
from bot.tables.problems import Problem, Refused
from bot.tables.terms import Terms
from bot.tables.views import TableView
from ecarte.game import CardsDealt
from tests.bot.tables.salon import Salon

CUT_MS = 30_000
TERMS = Terms(in_thread=False, cut_ms=CUT_MS)


async def log_of(room: Salon, table: int) -> tuple[StoredEvent, ...]:
    """Returns the stored log of a table."""
    loaded = await room.database.tables.load(table)
    assert loaded is not None
    return tuple(loaded[1])


async def kept(room: Salon, table: int, kind: str) -> list[Any]:
    """The events of one type in a table's log."""
    return [decode(row.type, row.version, row.data) for row in await log_of(room, table) if row.type == kind]


async def packs_of(room: Salon, table: int) -> list[str]:
    """Every pack that was dealt there."""
    events = [played.event for played in await kept(room, table, "played")]
    return [" ".join(map(str, event.pack)) for event in events if isinstance(event, CardsDealt)]


def elder_of(view: TableView) -> int:
    """Returns the person who may cut."""
    assert view.deal_promise is not None
    return view.person(view.deal_promise.elder).id


async def refused(room: Salon, table: int, user: int, decision: int | None, place: int | None) -> Problem:
    """Returns why a person may not cut there."""
    with pytest.raises(Refused) as caught:
        await cut.cut(room.tables, table, user, decision, place)
    return caught.value.problem
