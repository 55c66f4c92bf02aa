"""Discord keeps the nonce of a message for some minutes, even after deleting it, and for all channels.

A post with such a nonce is refused (10008), or answered with a message in another channel.
"""

from __future__ import annotations

from typing import Any

from bot.adapter.custom_ids import Verb
from bot.adapter.message import Message, note
from bot.people.quotas import ADMISSIONS
from bot.rows.slots import Slot, SlotKind
from tests.support.cardroom import EN, CardWorld
from tests.support.faults import Fault, faults
from tests.support.shown import components_of, texts_of


async def test_a_backer_who_is_refused_admitted_and_refused_again_is_told_each_time(cards: CardWorld) -> None:
    world = cards.world
    alice, chloe = world.alice, world.chloe
    table = await cards.sit_down(alice, world.bruno, stake=50)
    await cards.fill(chloe, await cards.table(table), Verb.BET, "20", 0)
    await cards.fill(world.david, await cards.table(table), Verb.BET, "20", 1)
    page = (await cards.press(alice, await cards.table(table), Verb.WATCHERS)).response
    # More often than a player may: the test sends the same message again within minutes.
    cards.room.app.quotas.lifted.add(ADMISSIONS.name)

    async def decide(verb: str) -> None:
        shown = await cards.again(page)
        select = next(part for part in components_of(shown) if f":{verb}:" in part.get("custom_id", ""))
        await alice.select(shown, [str(chloe.id)], custom_id=select["custom_id"])

    def refusals() -> int:
        told = EN("notice.unseen", who="|", table="|").split("|")[0]
        return sum(told in texts_of(message) for message in world.dms(chloe))

    with faults(world.env):
        for _ in range(6):
            await decide("watchno")
            assert refusals() == 1
            await decide("watchyes")
            assert refusals() == 0


async def test_a_message_that_is_shown_again_after_it_was_removed_is_posted_once_though_its_answer_is_lost(
    cards: CardWorld,
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    messages, slot = cards.room.renderer.messages, Slot(SlotKind.UNSEEN, 1, reader=world.chloe.id)
    path = f"POST /channels/{world.chloe.user.dm_channel.id}/messages"

    async def show(text: str) -> Any:
        with world.env.time_context():
            return await messages.show_to(table, slot, world.chloe.id, Message(note(text)))

    with faults(world.env) as between:
        for number in range(3):
            between.plan(path, Fault.FAILED)
            await show(f"{number}")
            await show(f"{number}")
            assert [texts_of(message).strip() for message in world.dms(world.chloe)] == [f"{number}"]
            with world.env.time_context():
                await messages.remove(table, slot)
            assert world.dms(world.chloe) == []
        # The third nonce takes effect, and its answer is lost.
        asked = len(between.asked)
        between.strikes[asked + 3] = Fault.UNANSWERED
        await show("again")
        await show("and again")
    assert [texts_of(message).strip() for message in world.dms(world.chloe)] == ["and again"]


async def test_a_table_that_may_not_stand_in_its_thread_any_more_stands_in_the_channel(cards: CardWorld) -> None:
    world = cards.world
    with faults(world.env) as between:
        table = await cards.sit_down(world.alice, world.bruno)
        thread = world.channel.threads[0].id
        world.env.inject_error("PATCH", f"/channels/{thread}/messages/*", status=403, code=50001, times=None)
        player, _ = await cards.mover(table)
        await cards.does(player.name, Verb.PLAY)
        shown = await cards.table(table)
        assert shown.channel.id == world.channel.id
        assert "`1`" in texts_of(shown)
        posts = [asked for asked in between.asked if asked == f"POST /channels/{world.channel.id}/messages"]
        assert len(posts) == 1, "its nonce is not that of the message in the thread"
