"""The table, each hand and each backer are drawn separately, so that a slow or failing one holds up no other."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import EN, CardWorld
from tests.support.faults import Fault, faults
from tests.support.packs import stacked_pack
from tests.support.pressure import full_pressure
from tests.support.shown import texts_of, verbs_of


async def test_a_slow_message_of_one_player_holds_up_neither_the_table_nor_the_opponent(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    with faults(world.env) as between:
        between.plan(f"PATCH /channels/{world.alice.user.dm_channel.id}/messages/*", Fault.DELAYED)
        await cards.does("bruno", Verb.PLAY)
        assert between.struck == 1
        assert Verb.PLAY not in verbs_of(cards.held("alice"))
        assert Verb.PLAY not in verbs_of(cards.held("bruno"))
        assert "`1`" in texts_of(await cards.table(table))
        between.released.set()
        await world.env.settle()
    assert Verb.PLAY in verbs_of(cards.held("alice"))


async def test_a_slow_table_holds_up_no_hand(cards: CardWorld, table: int) -> None:
    world, shown = cards.world, await cards.table(table)
    with faults(world.env) as between:
        between.plan(f"PATCH /channels/{shown.channel.id}/messages/*", Fault.DELAYED)
        await cards.does("bruno", Verb.PLAY)
        await cards.does("alice", Verb.PLAY)
        assert between.struck == 1
        assert Verb.PLAY in verbs_of(cards.held("bruno"))
        assert "`1`" not in texts_of(await cards.table(table))
        between.released.set()
        await world.env.settle()
    assert "`1`" in texts_of(await cards.table(table))


async def test_moves_in_quick_succession_are_drawn_at_once_in_the_hands_and_together_in_public(
    cards: CardWorld, table: int
) -> None:
    world, shown = cards.world, await cards.table(table)
    cards.room.renderer.pace.least_ms = 20_000
    await world.pass_time(20)

    def edits() -> int:
        return len(world.requests("PATCH", f"/channels/{shown.channel.id}/messages/{shown.id}"))

    before = edits()
    await cards.does("bruno", Verb.PLAY)
    assert edits() == before + 1, "after a while of rest the first move is drawn at once"
    first = texts_of(await cards.table(table))
    for name in ("alice", "bruno"):
        await cards.does(name, Verb.PLAY)
    assert edits() == before + 1
    assert texts_of(await cards.table(table)) == first
    assert Verb.PLAY in verbs_of(cards.held("alice")), "the hands go on meanwhile"
    await world.pass_time(20)
    assert edits() == before + 2, "all moves in between make one edit"
    assert "`1`" in texts_of(await cards.table(table))
    assert "`2`" in texts_of(await cards.table(table))


async def test_under_pressure_moves_wait_24_seconds_and_the_talk_before_the_first_card_36(
    cards: CardWorld, table: int
) -> None:
    world, pace = cards.world, cards.room.renderer.pace
    pace.pressure = await full_pressure()

    async def passed(seconds: float) -> bool:
        before = texts_of(await cards.table(table))
        await world.pass_time(seconds)
        return texts_of(await cards.table(table)) != before

    await cards.does("bruno", Verb.PROPOSE)
    assert not await passed(24)
    assert await passed(12)
    await cards.does("alice", Verb.REFUSE)
    assert not await passed(23)
    assert await passed(1), "the talk is over"


async def test_under_pressure_a_new_deal_a_king_and_a_result_are_drawn_at_once(cards: CardWorld) -> None:
    world, pace = cards.world, cards.room.renderer.pace
    cards.house.packs.append(stacked_pack(elder="KH 8H 9S TS 7C", dealer="7S 8S 9C TC JD", turn_up="9H"))
    table = await cards.sit_down(world.alice, world.bruno)
    pace.pressure = await full_pressure()
    elder, _ = await cards.mover(table)
    await cards.does(elder.name, Verb.KING)
    view = await cards.view(table)
    assert view.game is not None
    assert view.game.king is not None
    who = view.person(view.game.king.seat).name
    a, b = view.game.score
    assert EN("table.king.now", crown="👑", who=who, a=a, b=b) in texts_of(await cards.table(table))

    async def next_deal() -> bool:
        view = await cards.view(table)
        return view.game is not None and view.game.number == 2

    await cards.play(table, next_deal)
    first, second = (await cards.tables(table))[-2:]
    assert "`5`" in texts_of(first), "the deal is shown to its end"
    assert Verb.MORE in verbs_of(second)


async def test_under_pressure_a_backer_waits_unless_they_have_pressed(cards: CardWorld) -> None:
    world, pace = cards.world, cards.room.renderer.pace
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    for person, side in ((world.chloe, 0), (world.david, 1)):
        await cards.fill(person, await cards.table(table), Verb.BET, "20", side)
    await cards.deal(table)
    pace.pressure = await full_pressure()
    mover, _ = await cards.mover(table)
    asked, silent = (world.chloe, world.david) if mover.name == "alice" else (world.david, world.chloe)
    shown = [texts_of(world.dms(backer)[-1]) for backer in (asked, silent)]
    await cards.press(asked, world.dms(asked)[-1], Verb.POINT, 0)
    pointed = texts_of(world.dms(asked)[-1])
    assert pointed != shown[0]
    await cards.does(mover.name, Verb.PLAY)
    assert texts_of(world.dms(asked)[-1]) != pointed, "the token of the press edits it without counting"
    assert texts_of(world.dms(silent)[-1]) == shown[1]
    await world.pass_time(24)
    assert texts_of(world.dms(silent)[-1]) != shown[1]


async def test_a_player_who_is_ready_for_the_first_cards_sees_so_at_once(cards: CardWorld) -> None:
    """The table is the only message that a player sees before the first cards."""
    world = cards.world
    cards.room.renderer.pace.least_ms = 20_000
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.press(world.alice, await cards.table(table), Verb.WANT_CARDS)
    assert EN("galerie.wanted", who="Alice") in texts_of(await cards.table(table))


async def test_what_was_put_off_is_drawn_before_the_bot_closes(cards: CardWorld, table: int) -> None:
    cards.room.renderer.pace.least_ms = 20_000
    await cards.does("bruno", Verb.PLAY)
    await cards.does("alice", Verb.PLAY)
    with cards.world.env.time_context():
        await cards.room.renderer.stop(5)
    assert EN("table.taken", n=1, lead="Q♠", reply="Q♦", who="Bruno") in texts_of(await cards.table(table))


async def test_a_table_whose_thread_was_deleted_is_in_the_channel_before_the_next_move(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    world.env.backend.delete_channel(world.channel.threads[0].id)
    await world.env.settle()
    shown = await cards.table(table)
    assert shown.channel.id == world.channel.id
    assert Verb.SHOW_HAND in verbs_of(shown)


async def test_a_table_message_that_was_deleted_is_back_with_the_next_move(cards: CardWorld, table: int) -> None:
    first = await cards.table(table)
    cards.world.env.backend.delete_message(first.channel.id, first.id)
    await cards.does("bruno", Verb.PLAY)
    again = await cards.table(table)
    assert again.id != first.id
    assert Verb.SHOW_HAND in verbs_of(again)


async def test_players_whose_channel_was_deleted_are_notified_at_once(cards: CardWorld, table: int) -> None:
    world = cards.world
    for channel in (world.channel.threads[0], world.channel):
        world.env.backend.delete_channel(channel.id)
    await world.env.settle()
    said = EN("notice.no.place", north="Alice", south="Bruno")
    for person in (world.alice, world.bruno):
        assert any(said in texts_of(message) for message in world.dms(person))


async def test_a_channel_that_was_deleted_costs_no_request_at_each_move(cards: CardWorld, table: int) -> None:
    world = cards.world
    for channel in (world.channel.threads[0], world.channel):
        world.env.backend.delete_channel(channel.id)
    await cards.does("bruno", Verb.PLAY)
    before = len(world.requests("POST", f"/channels/{world.channel.id}/messages"))
    await cards.play(table)
    await world.pass_time(3 * 3600)
    assert len(world.requests("POST", f"/channels/{world.channel.id}/messages")) == before


async def test_a_channel_that_is_closed_to_the_bot_is_tried_now_and_then(cards: CardWorld, table: int) -> None:
    world = cards.world
    _allow(cards, seen=False)
    await cards.does("bruno", Verb.PLAY)
    before = len(world.requests("POST", f"/channels/{world.channel.id}/messages"))
    await cards.does("alice", Verb.PLAY)
    assert len(world.requests("POST", f"/channels/{world.channel.id}/messages")) == before, "no move costs a request"
    await world.pass_time(65)
    assert len(world.requests("POST", f"/channels/{world.channel.id}/messages")) == before + 1


@pytest.mark.parametrize("missed", [False, True])
async def test_a_table_comes_back_with_the_permission(cards: CardWorld, table: int, missed: bool) -> None:
    world = cards.world
    await cards.does("bruno", Verb.PLAY)
    _allow(cards, seen=False)
    await cards.play(table)
    assert (await cards.view(table)).thread is None
    if missed:
        world.env.backend.channels[world.channel.id].overwrites.clear()
        await world.pass_time(5 * 60)
    else:
        _allow(cards, seen=True)
        await world.env.settle()
    shown = await cards.table(table)
    assert shown.channel.id == world.channel.id
    assert Verb.REMATCH in verbs_of(shown)


def _allow(cards: CardWorld, *, seen: bool) -> None:
    """Gives or takes the permission to see the channel and to write there."""
    backend = cards.world.env.backend
    granted = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True).value
    change = (granted, 0) if seen else (0, granted)
    backend.set_overwrite(cards.world.channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, *change))
