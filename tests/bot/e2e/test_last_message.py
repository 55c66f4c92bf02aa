"""The hand is the last message of its player, and no message below it or elsewhere is out of date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.people.preferences import Preferences
from bot.rows.slots import SlotKind
from bot.tables.state.table_state import Status
from tests.support.cardroom import CardWorld, card_world
from tests.support.shown import MessageLike, texts_of, verbs_of

DECISION_S, RESERVE_S, WARN_S = 60, 120, 20
_MOMENT = re.compile(r"<t:(\d+):[RtTf]>")


async def expect_nothing_out_of_date(cards: CardWorld, table: int) -> None:
    """Fails if the player to act has another message below the hand, or if a message names a moment that has passed."""
    view = await cards.view(table)
    mover = None if view.game is None or view.game.turn is None else view.person(view.game.turn).id
    for person in (cards.world.alice, cards.world.bruno):
        messages = cards.world.dms(person)
        if person.id == mover and view.status is Status.PLAYING:
            assert messages[-1].id == cards.held(person.name).id, texts_of(messages[-1])
        seen = [*messages, await cards.table(table), *cards.world.channel.threads[0].history()]
        for message in seen:
            past = [at for at in map(int, _MOMENT.findall(texts_of(message))) if at < cards.world.now() // 1000]
            assert not past, texts_of(message)


async def test_at_every_step_of_a_timed_game_the_hand_is_last_and_up_to_date(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await expect_nothing_out_of_date(cards, table)
    for number in range(400):
        view = await cards.view(table)
        if view.status is not Status.PLAYING:
            break
        for seconds in ((), (61,), (61, 100), (61, 100, 20))[number % 4 if number % 3 == 0 else 0]:
            await world.pass_time(seconds)
            await expect_nothing_out_of_date(cards, table)
        person, _ = await cards.mover(table)
        await cards.act(person, cards.held(person.name))
        await expect_nothing_out_of_date(cards, table)
    assert (await cards.view(table)).status is Status.BETWEEN
    assert all(len(world.dms(person)) <= 10 for person in (world.alice, world.bruno)), "one message a deal"


async def test_a_warning_is_the_hand_itself_sent_anew_once_and_not_again_after_a_restart(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, other = await cards.mover(table)
    (before,) = world.dms(mover)
    await world.pass_time(DECISION_S + RESERVE_S - WARN_S + 1)
    (warned,) = world.dms(mover)
    assert warned.id != before.id, "a new message rings"
    assert [message.id for message in world.dms(other)] == [cards.held(other.name).id]
    await world.restart(crash=True)
    await world.pass_time(2)
    assert [message.id for message in world.dms(mover)] == [warned.id]
    await cards.act(mover, cards.held(mover.name))
    assert [message.id for message in world.dms(mover)] == [warned.id], "the move only edits it"


async def test_when_time_is_up_the_hand_of_the_player_in_time_rings(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, other = await cards.mover(table)
    (before,) = world.dms(other)
    await world.pass_time(DECISION_S + RESERVE_S + 1)
    (rung,) = world.dms(other)
    assert rung.id != before.id
    assert Verb.CLAIM_DEAL in verbs_of(rung)
    assert len(world.dms(mover)) == 1


async def test_without_reminders_nothing_rings(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, _ = await cards.mover(table)
    await cards.room.people.profiles.prefer(mover.id, Preferences(reminders=False))
    (before,) = world.dms(mover)
    await world.pass_time(DECISION_S + RESERVE_S - WARN_S + 1)
    assert [message.id for message in world.dms(mover)] == [before.id]


async def _with_closed_messages(cards: CardWorld) -> tuple[int, simcord.MemberActor, MessageLike]:
    """Seats two players who take no direct messages. Returns the table, the player to act, and their hand."""
    for person in (cards.world.alice, cards.world.bruno):
        cards.world.close_dms(person)
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    mover, _ = await cards.mover(table)
    return table, mover, await cards.my_hand(mover, table)


async def test_a_warning_at_the_table_is_deleted_once_it_no_longer_holds(tmp_path: Path) -> None:
    async with card_world(tmp_path) as cards:
        world = cards.world
        _, mover, hand = await _with_closed_messages(cards)
        before = len(list(world.channel.threads[0].history()))
        await world.pass_time(DECISION_S + RESERVE_S - WARN_S + 1)
        assert len(list(world.channel.threads[0].history())) == before + 1
        await cards.act(mover, await cards.again(hand))
        assert len(list(world.channel.threads[0].history())) == before


@pytest.mark.parametrize("lost", ["answer", "row"])
async def test_a_message_whose_deletion_was_cut_short_is_deleted_once_more_without_harm(
    tmp_path: Path, lost: str
) -> None:
    async with card_world(tmp_path) as cards:
        world = cards.world
        table, mover, hand = await _with_closed_messages(cards)
        await world.pass_time(DECISION_S + RESERVE_S - WARN_S + 1)
        thread = world.channel.threads[0]
        (slot,) = [
            row for row in await cards.room.database.table_messages.of(table) if row.slot.kind is SlotKind.WARNING
        ]
        if lost == "answer":
            world.env.inject_error("DELETE", "/channels/*/messages/*", status=500, times=1)
        else:
            world.env.backend.delete_message(thread.id, slot.message_id)
        await cards.act(mover, await cards.again(hand))
        await world.pass_time(30)
        await world.restart(crash=True)
        assert all(message.id != slot.message_id for message in thread.history())
        rows = await cards.room.database.table_messages.of(table)
        assert not [row for row in rows if row.slot.kind is SlotKind.WARNING]
