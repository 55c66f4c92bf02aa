"""Restarts and crashes in every phase: the same buttons, the same clock, no question twice, no message twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.adapter.custom_ids import Verb
from bot.lifecycle import forget_messages
from bot.rows.slots import MessageRow
from bot.tables.actions import seating
from bot.tables.state.table_state import Status
from ecarte.game import Phase
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import texts_of, verbs_of

Reach = Callable[[CardWorld, int], Awaitable[None]]


async def _nothing(cards: CardWorld, table: int) -> None:
    """Does nothing after the deal: the elder has to propose or lead."""


async def _proposed(cards: CardWorld, table: int) -> None:
    await cards.does("bruno", Verb.PROPOSE)


async def _accepted(cards: CardWorld, table: int) -> None:
    await _proposed(cards, table)
    await cards.does("alice", Verb.GIVE)


async def _elder_has_discarded(cards: CardWorld, table: int) -> None:
    await _accepted(cards, table)
    hand = cards.held("bruno")
    await cards.act(cards.world.bruno, hand)


async def _mid_trick(cards: CardWorld, table: int) -> None:
    await cards.does("bruno", Verb.PLAY)


async def _second_deal(cards: CardWorld, table: int) -> None:
    async def there() -> bool:
        game = (await cards.view(table)).game
        return game is not None and game.number == 2

    await cards.play(table, until=there)


PHASES = [
    (_nothing, Phase.PROPOSE),
    (_proposed, Phase.ANSWER),
    (_accepted, Phase.ELDER_DISCARD),
    (_elder_has_discarded, Phase.DEALER_DISCARD),
    pytest.param(_mid_trick, Phase.PLAY, marks=pytest.mark.quick),
    (_second_deal, Phase.PROPOSE),
]


@pytest.mark.parametrize("crash", [False, True], ids=["restart", "crash"])
@pytest.mark.parametrize(("reach", "phase"), PHASES)
async def test_a_game_goes_on_where_it_stood(
    cards: CardWorld, table: int, reach: Reach, phase: Phase, *, crash: bool
) -> None:
    world = cards.world
    await reach(cards, table)
    before = await cards.view(table)
    assert before.game is not None
    assert before.game.phase is phase
    shown = _shown(cards)
    ids = cards.house.getstate()
    await world.restart(crash=crash)
    assert await cards.view(table) == before, "the same table, the same clock"
    assert _shown(cards) == shown, "no message is new, gone or different"
    assert cards.house.getstate() == ids, "nothing was dealt or cut again"

    async def well_on() -> bool:
        return (await cards.view(table)).decision >= before.decision + 5

    await cards.play(table, until=well_on)
    after = await cards.view(table)
    assert after.decision > before.decision or after.status is Status.BETWEEN


@pytest.mark.parametrize("crash", [False, True], ids=["restart", "crash"])
async def test_an_open_challenge_remains_and_still_expires(cards: CardWorld, *, crash: bool) -> None:
    world = cards.world
    kept, left = await cards.challenge(world.alice, world.bruno), await cards.challenge(world.chloe)
    shown = _shown(cards)
    await world.restart(crash=crash)
    assert _shown(cards) == shown
    await cards.press(world.bruno, await cards.again(kept), Verb.ACCEPT)
    assert cards.hand(world.bruno) is not None
    await world.pass_time(15 * 60 + 1)
    assert EN("challenge.expired") in texts_of(await cards.again(left))


async def test_after_a_game_a_restart_leaves_rematch_and_the_asking_as_they_were(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.play(table)
    await cards.press(world.alice, await cards.table(table), Verb.REMATCH)
    shown = _shown(cards)
    await world.restart(crash=True)
    assert _shown(cards) == shown
    await cards.press(world.bruno, await cards.table(table), Verb.REMATCH)
    assert (await cards.view(table)).game_no == 2


async def test_a_warning_is_not_given_twice_because_of_a_restart(cards: CardWorld, table: int) -> None:
    world = cards.world
    (before,) = world.dms(world.bruno)
    await world.pass_time(165)
    (warned,) = world.dms(world.bruno)
    assert warned.id != before.id
    await world.restart(crash=True)
    assert [message.id for message in world.dms(world.bruno)] == [warned.id]
    # After a crash the time since the last heartbeat is credited. Before its new end a warning follows.
    await world.pass_time(20 + 30)
    assert len(world.dms(world.bruno)) == 1
    assert EN("table.time.up", who="Bruno", other="Alice") in texts_of(await cards.table(table))


async def test_a_challenge_that_could_not_be_answered_stands_for_as_long_after_the_start(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    await world.pass_time(14 * 60)
    await cards.outage(3_600)
    assert Verb.ACCEPT in verbs_of(await cards.again(message))
    await world.pass_time(2 * 60)
    assert EN("challenge.expired") in texts_of(await cards.again(message))


async def test_a_move_that_was_written_but_not_drawn_is_drawn_at_the_start(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.room.renderer.stop(0)  # the process dies between the commit and the drawing
    await cards.does("bruno", Verb.PLAY, 0)
    assert "`1`" not in texts_of(await cards.table(table))
    await world.restart(crash=True)
    assert "`1`" in texts_of(await cards.table(table))
    hand = cards.held("alice")
    assert Verb.PLAY in verbs_of(hand)
    await cards.play(table)


async def test_an_acceptance_that_was_written_but_not_drawn_gets_its_thread_and_its_hands_at_the_start(
    cards: CardWorld,
) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    await cards.room.renderer.stop(0)  # the process dies between the commit and the drawing
    await cards.press(world.bruno, message, Verb.ACCEPT)
    assert cards.hand(world.bruno) is None
    await world.restart(crash=True)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert len(world.channel.threads) == 1
    assert row.thread_id == world.channel.threads[0].id
    assert len(await cards.tables(row.id)) == 1
    assert cards.hand(world.bruno) is not None
    await cards.play(row.id)


async def test_where_discord_refuses_the_thread_the_table_stays_in_the_channel(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, message="Missing Permissions")
    await cards.press(world.bruno, message, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert row.thread_id is None
    assert (await cards.table(row.id)).channel.id == world.channel.id
    await cards.play(row.id)


async def test_a_thread_made_before_a_crash_is_found_again(cards: CardWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)

    async def die(*_: object) -> None:
        raise asyncio.CancelledError

    # The process dies when Discord has made the thread, and before that is written.
    with monkeypatch.context() as dying:
        dying.setattr(seating, "thread_made", die)
        await cards.press(world.bruno, message, Verb.ACCEPT)
    (thread,) = world.channel.threads
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert row.thread_id is None
    world.env.inject_error(
        "POST", "/channels/*/threads", status=400, code=160004, message="A thread has already been created"
    )
    await world.restart(crash=True)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert row.thread_id == thread.id
    assert [kept.id for kept in world.channel.threads] == [thread.id]
    assert (await cards.table(row.id)).channel.id == thread.id
    await cards.play(row.id)


async def test_a_table_that_was_left_but_not_drawn_is_drawn_at_the_start(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.play(table)
    await cards.room.renderer.stop(0)  # the process dies between the commit and the drawing
    await cards.press(world.alice, await cards.table(table), Verb.CLOSE)
    await world.restart(crash=True)
    last = texts_of(await cards.table(table))
    assert EN("table.closed") in last
    assert EN("table.rematch") not in last


async def test_a_kept_database_on_an_empty_discord_is_drawn_anew_and_its_challenges_are_taken_back(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    await cards.challenge(world.chloe, world.david)
    before = await cards.tables(table)
    await forget_messages(cards.room.app, cards.room.database)
    await world.restart()
    after = await cards.tables(table)
    assert [message.id for message in after[: len(before)]] == [message.id for message in before]
    assert len(after) == len(before) + 1
    assert await cards.room.database.tables.open_of(world.chloe.id) == ()


async def test_a_message_that_was_sent_but_not_remembered_is_sent_again_as_the_same_one(
    cards: CardWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord answers a second post with the same nonce by the first message. The simulation does not."""
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)

    write = cards.room.database.table_messages.put

    async def die(*rows: MessageRow) -> None:
        if world.dms(world.bruno):
            raise asyncio.CancelledError
        await write(*rows)

    monkeypatch.setattr(cards.room.database.table_messages, "put", die)
    await cards.press(world.bruno, message, Verb.ACCEPT)
    monkeypatch.undo()
    await world.restart(crash=True)
    places = [person.user.dm_channel.id for person in (world.alice, world.bruno)]
    sent = [world.requests("POST", f"/channels/{place}/messages") for place in places]
    told = [[(post.json["nonce"], post.json["enforce_nonce"]) for post in posts if post.json] for posts in sent]
    assert max(map(len, told)) == 2
    assert all(len(set(nonces)) == 1 and nonces[0][1] is True for nonces in told)


def _shown(cards: CardWorld) -> list[tuple[int, str, dict[Verb, list[str]]]]:
    """Returns every message in the simulated Discord, except private answers."""
    stored = cards.world.env.backend.messages
    kept = [message for place in stored.values() for message in place.values() if not message.flags & 64]
    places = [cards.world.channel, *cards.world.channel.threads]
    messages = [message for place in places for message in place.history()]
    messages += [message for person in cards.world.people for message in cards.world.dms(person)]
    assert len(kept) == len(messages)
    return [(message.id, texts_of(message), verbs_of(message)) for message in messages]
