"""A thread is archived after a week without a new message, even if messages in it are edited. A slow game prevents
that.
"""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.features.table import awake
from bot.tables import lookup
from tests.support.cardroom import CardWorld
from tests.support.packs import stacked_pack
from tests.support.shown import texts_of, verbs_of

DAY_S = 900
"""In a simulated day, most time is spent on the look at each minute."""


@pytest.fixture
async def table(cards: CardWorld, monkeypatch: pytest.MonkeyPatch) -> int:
    """Alice leads or proposes to Bruno, by correspondence."""
    monkeypatch.setattr(awake, "_QUIET_MS", 4 * DAY_S * 1000)
    monkeypatch.setattr(awake, "_EVERY_MS", DAY_S * 1000 // 24)
    cards.house.cuts.append("7S KS")
    cards.house.packs.append(stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="7H"))
    return await cards.sit_down(cards.world.alice, cards.world.bruno, clock="correspondence")


async def test_a_slow_game_sends_its_table_anew_before_its_thread_falls_asleep(cards: CardWorld, table: int) -> None:
    world, thread = cards.world, cards.world.channel.threads[0]
    first = (await cards.table(table)).id
    posts, deletes = f"/channels/{thread.id}/messages", f"/channels/{thread.id}/messages/*"
    for number, name in enumerate(("alice", "bruno", "alice")):
        await cards.does(name, Verb.PLAY)
        await world.pass_time(1.3 * DAY_S)
        assert (await cards.table(table)).id == first, f"an edit is enough on day {number}"
    sent, deleted = len(world.requests("POST", posts)), len(world.requests("DELETE", deletes))
    await world.pass_time(0.4 * DAY_S)
    (shown,) = await cards.tables(table)
    assert shown.id != first
    assert Verb.MORE in verbs_of(shown)
    assert "`2`" in texts_of(shown)
    assert len(world.requests("POST", posts)) == sent + 1
    assert len(world.requests("DELETE", deletes)) == deleted + 1
    assert shown.flags.suppress_notifications, "it has nothing new to say"
    await world.pass_time(0.6 * DAY_S)
    assert [message.id for message in await cards.tables(table)] == [shown.id], "once is enough for days"
    await cards.does("bruno", Verb.PLAY)
    assert len(world.requests("POST", posts)) == sent + 1


async def test_a_table_that_has_sent_a_message_lately_is_not_quiet(cards: CardWorld, table: int) -> None:
    tables, sent = cards.room.tables, (await cards.table(table)).id
    assert [row.id for row in await lookup.quiet_threads(tables, sent + 1, behind=0, limit=5)] == [table]
    assert await lookup.quiet_threads(tables, sent, behind=0, limit=5) == ()
    assert await lookup.quiet_threads(tables, sent + 1, behind=table, limit=5) == ()
