"""Law 8 at a table: a dealer keeps to one order of packets, and announces a new order for another
game before the cut.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.fair import text as fair_text
from bot.people.preferences import Preferences
from bot.tables.actions import rematch
from bot.tables.events.pack_events import PacketsChanged
from bot.tables.events.table_events import decode, encode
from bot.tables.views import TableView
from bot.texts import Language, Texts
from ecarte.game import CardsDealt, Dialect, Distribution, Rules, Seat
from tests.bot.tables.cutting import TERMS, kept, log_of
from tests.bot.tables.salon import Salon

ENGLISH = Texts.load()(Language.ENGLISH)
THREE_TWO, TWO_THREE = Distribution.THREE_TWO, Distribution.TWO_THREE


async def prefer(room: Salon, distribution: Distribution) -> None:
    """Has both players prefer this order."""
    for person in room.people[:2]:
        await room.crowd.profiles.prefer(person.id, Preferences(distribution=distribution))


async def dealt(room: Salon, table: int) -> list[Distribution]:
    """Returns the order of packets of every deal so far."""
    events = [row.event for row in await kept(room, table, "played")]
    return [event.distribution for event in events if isinstance(event, CardsDealt)]


async def next_game(room: Salon, table: int) -> TableView:
    """Ends a game, and asks for another for both. Its first pack is not cut yet."""
    await room.lose(table, Seat.NORTH)
    for person in room.people[:2]:
        view = await rematch.rematch(room.tables, table, person.id)
    return view


@pytest.mark.law(8)
async def test_a_change_of_packets_is_said_before_the_pack_is_cut(room: Salon) -> None:
    table = await room.seated(TERMS)
    await room.lose(table, Seat.NORTH)
    count = len(await dealt(room, table))
    await prefer(room, TWO_THREE)
    for person in room.people[:2]:
        view = await rematch.rematch(room.tables, table, person.id)
    assert view.to_cut is not None
    dealer = view.to_cut.elder.other
    assert view.new_packets == (dealer, TWO_THREE)
    kinds = [row.type for row in await log_of(room, table)]
    assert kinds[-2:] == ["packets_changed", "cut_awaited"]
    said, _ = fair_text.cut_lines(ENGLISH, view)
    assert said == f"{view.person(dealer).name} now deals by two, then three."
    view = await room.cut(table, 9)
    assert (await dealt(room, table))[count:] == [TWO_THREE]
    assert view.new_packets == (dealer, TWO_THREE), "said in the deal, too, where no cut was waited for"
    await room.lose(table, dealer)
    later = (await dealt(room, table))[count:]
    assert set(later) == {TWO_THREE}
    assert len(await kept(room, table, "packets_changed")) == min(len(later), 2), "once for each dealer"


@pytest.mark.law(8)
async def test_a_preference_changed_after_the_promise_waits_for_another_game(room: Salon) -> None:
    table = await room.seated(TERMS)
    view = await next_game(room, table)
    assert (view.to_cut is None, view.new_packets) == (False, None)
    await prefer(room, TWO_THREE)
    await room.cut(table, 9)
    assert (await dealt(room, table))[-1] is THREE_TWO
    assert await kept(room, table, "packets_changed") == []


@pytest.mark.law(8)
async def test_the_first_choice_of_a_dealer_is_no_change(room: Salon) -> None:
    await prefer(room, TWO_THREE)
    table = await room.seated(TERMS)
    view = await room.cut(table, 9)
    assert (view.new_packets, await dealt(room, table)) == (None, [TWO_THREE])


@pytest.mark.law(8)
async def test_modern_the_preference_of_a_dealer_does_not_count(room: Salon) -> None:
    await prefer(room, THREE_TWO)
    table = await room.seated(replace(TERMS, rules=Rules.of(Dialect.MODERN)))
    await next_game(room, table)
    await room.cut(table, 9)
    assert set(await dealt(room, table)) == {TWO_THREE}
    assert await kept(room, table, "packets_changed") == []


async def test_a_change_that_was_said_survives_a_restart(room: Salon) -> None:
    table = await room.seated(TERMS)
    await room.lose(table, Seat.NORTH)
    await prefer(room, TWO_THREE)
    for person in room.people[:2]:
        before = await rematch.rematch(room.tables, table, person.id)
    room.restart()
    assert await room.view(table) == before
    event = PacketsChanged(1, Seat.SOUTH, TWO_THREE)
    assert decode(*encode(event)) == event
