"""How much one person may do in a short time: enough for play, too little to flood a channel or to ring for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.adapter.custom_ids import Verb
from bot.people.quotas import (
    ARRIVALS,
    CHALLENGES,
    COMMANDS,
    COMPLETIONS,
    LESSONS,
    MENTIONS,
    POSTS,
    PRESSES,
    Quota,
    Quotas,
)
from bot.tables.state.table_state import Status
from tests.bot.e2e.clicking import confirmation
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of


def test_after_a_burst_one_more_comes_back_at_a_time() -> None:
    now = 0
    quotas, quota = Quotas(lambda: now), Quota("", burst=3, refill_ms=1_000)
    assert [quotas.take(quota, 1) for _ in range(5)] == [True] * 3 + [False] * 2
    now = 999
    assert not quotas.take(quota, 1)
    now = 1_000
    assert quotas.take(quota, 1)
    assert not quotas.take(quota, 1)
    assert quotas.take(quota, 2), "each person has their own"
    now = 1_000_000
    assert [quotas.take(quota, 1) for _ in range(4)] == [True] * 3 + [False]


def test_a_refused_try_costs_nothing() -> None:
    now = 0
    quotas = Quotas(lambda: now)
    assert quotas.take(MENTIONS, 1)
    for _ in range(100):
        assert not quotas.take(MENTIONS, 1)
    now = MENTIONS.refill_ms
    assert quotas.take(MENTIONS, 1)


async def test_challenges_in_a_row_are_refused_and_the_reason_says_what_to_do(cards: CardWorld) -> None:
    world = cards.world
    for _ in range(CHALLENGES.burst):
        await cards.challenge(world.alice)
        await cards.press(world.alice, confirmation(cards, world.alice), Verb.CANCEL)
    refused = await world.alice.slash(world.channel, "ecarte challenge")
    assert private_answer(refused) == EN("problem.too_fast")
    assert (await cards.room.database.tables.all_open(world.guild.id)).total == 0
    await world.pass_time(CHALLENGES.refill_ms / 1000)
    await cards.challenge(world.alice)
    (row,) = (await cards.room.database.tables.all_open(world.guild.id)).rows
    assert row.status == Status.CHALLENGE.value


async def test_a_person_challenged_again_and_again_is_rung_for_once_in_a_while(cards: CardWorld) -> None:
    world = cards.world

    async def rung() -> bool:
        await cards.challenge(world.alice, world.bruno)
        await cards.press(world.alice, confirmation(cards, world.alice), Verb.CANCEL)
        sent = next(
            request.json
            for request in reversed(world.env.http_requests)
            if request.json and "data" in request.json and request.json["type"] == 4
        )
        return bool(sent["data"]["allowed_mentions"].get("users"))

    assert [await rung(), await rung(), await rung()] == [True, False, False]
    await world.pass_time(MENTIONS.refill_ms / 1000)
    assert await rung()


async def test_hints_in_a_row_are_refused(cards: CardWorld) -> None:
    world = cards.world
    await world.alice.slash(world.channel, "ecarte house", public=True)
    (thread,) = world.channel.threads
    for _ in range(LESSONS.burst):
        cards.room.app.quotas.take(LESSONS, world.alice.id)
    refused = await world.alice.slash(thread, "ecarte learn", topic="hint")
    assert private_answer(refused) == EN("problem.too_fast")


async def test_presses_in_a_row_are_refused_with_a_reason_and_each_person_has_their_own(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    cards.room.app.quotas.lifted.discard(PRESSES.name)
    while cards.room.app.quotas.take(PRESSES, world.alice.id):
        pass
    shown = await cards.table(table)
    refused = await cards.press(world.alice, shown, Verb.SHOW_HAND)
    assert private_answer(refused) == EN("problem.presses_too_fast")
    answered = await cards.press(world.bruno, shown, Verb.SHOW_HAND)
    assert private_answer(answered) != EN("problem.presses_too_fast")
    await world.pass_time(PRESSES.refill_ms / 1000)
    again = await cards.press(world.alice, shown, Verb.SHOW_HAND)
    assert private_answer(again) != EN("problem.presses_too_fast")


def test_what_is_lifted_has_no_limit() -> None:
    quotas = Quotas(lambda: 0)
    quotas.lifted.add(MENTIONS.name)
    assert all(quotas.take(MENTIONS, 1) for _ in range(100))


@pytest.mark.parametrize("cards", [{"server_tables": 2}], indirect=True)
async def test_a_server_has_so_many_open_tables_and_the_next_challenge_says_what_to_wait_for(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down(world.alice, world.bruno)
    await cards.challenge(world.chloe)
    refused = await world.david.slash(world.channel, "ecarte challenge")
    assert private_answer(refused) == EN.count("problem.server_full", 2)
    await cards.press(world.chloe, confirmation(cards, world.chloe), Verb.CANCEL)
    await cards.challenge(world.david)


async def test_commands_faster_than_anyone_plays_are_refused_until_some_time_has_passed(cards: CardWorld) -> None:
    world, quotas = cards.world, cards.room.app.quotas
    quotas.lifted.discard(COMMANDS.name)
    while quotas.take(COMMANDS, world.alice.id):
        pass
    for refused in (
        await world.alice.slash(world.channel, "ecarte tables"),
        await world.alice.user.slash("ecarte help"),
    ):
        assert private_answer(refused) == EN("problem.commands_too_fast")
    assert private_answer(await world.bruno.slash(world.channel, "ecarte help")) != EN("problem.commands_too_fast")
    await world.pass_time(COMMANDS.refill_ms / 1000)
    assert private_answer(await world.alice.slash(world.channel, "ecarte help")) != EN("problem.commands_too_fast")


async def test_what_is_typed_too_fast_is_completed_by_nothing(cards: CardWorld) -> None:
    world, quotas = cards.world, cards.room.app.quotas
    table = await cards.sit_down(world.alice, world.bruno)
    sure = (await cards.press(world.bruno, await cards.more(world.bruno, table), Verb.RESIGN)).response
    await cards.press(world.bruno, sure, Verb.RESIGN)
    quotas.lifted.difference_update(quota.name for quota in ARRIVALS)
    assert len(await world.alice.autocomplete(world.channel, "ecarte game", "game", "")) == 1
    while quotas.take(COMPLETIONS, world.alice.id):
        pass
    assert await world.alice.autocomplete(world.channel, "ecarte game", "game", "") == []


async def test_pages_are_shown_to_all_a_few_times_and_then_to_the_asker_alone(cards: CardWorld) -> None:
    world = cards.world
    for _ in range(POSTS.burst):
        shown = (await world.alice.slash(world.channel, "ecarte leaderboard")).response
        assert shown is not None
        assert not shown.ephemeral
    asked = await world.alice.slash(world.channel, "ecarte leaderboard")
    assert asked.response is not None
    assert asked.response.ephemeral
    assert [texts_of(message).strip() for message in asked.followups] == [EN("post.too_fast")]
    others = (await world.bruno.slash(world.channel, "ecarte leaderboard")).response
    assert others is not None
    assert not others.ephemeral, "each member has their own"
    await world.pass_time(POSTS.refill_ms / 1000)
    again = (await world.alice.slash(world.channel, "ecarte leaderboard")).response
    assert again is not None
    assert not again.ephemeral


async def test_no_page_is_shown_to_all_where_no_games_may_be_played(cards: CardWorld) -> None:
    world, servers = cards.world, cards.room.people.servers
    table = await cards.sit_down(world.alice, world.bruno)
    sure = (await cards.press(world.bruno, await cards.more(world.bruno, table), Verb.RESIGN)).response
    await cards.press(world.bruno, sure, Verb.RESIGN)
    other = world.guild.create_text_channel("games")
    settings = await servers.of(world.guild.id)
    await servers.change(world.guild.id, settings, replace(settings, channels=(other.id,)))
    before = len(world.channel.history())
    asked = [
        await world.alice.slash(world.channel, "ecarte leaderboard"),
        await world.alice.slash(world.channel, "ecarte game", show="replay", everybody=True),
    ]
    for answer in asked:
        assert answer.response is not None
        assert answer.response.ephemeral
        assert [texts_of(message).strip() for message in answer.followups] == [EN("post.not_here")]
    game = (await world.alice.slash(world.channel, "ecarte game")).response
    assert game is not None
    souvenir = (await cards.press(world.alice, game, Verb.SOUVENIR)).response
    refused = await cards.press(world.alice, souvenir, Verb.SOUVENIR)
    assert private_answer(refused) == EN("post.not_here")
    assert len(world.channel.history()) == before
