"""Permissions that the bot lacks: the challenge says so, and a game goes on if one is taken away during it."""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.bot.e2e.clicking import deny
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of


@pytest.mark.parametrize("missing", ["view_channel", "send_messages", "attach_files"])
async def test_a_permission_that_is_missing_is_named_at_the_challenge(cards: CardWorld, missing: str) -> None:
    world = cards.world
    deny(cards, world.channel.id, missing)
    for person, words in ((world.alice, EN), (world.bruno, FR)):
        world.speaks(person, words.language.value)
        other = world.bruno if person is world.alice else world.alice
        answer = private_answer(await person.slash(world.channel, "ecarte challenge", member=other))
        named = f"**{words(f'pages.permission.{missing}')}**"
        assert named in answer
    assert (await cards.room.database.tables.all_open(world.guild.id)).total == 0
    assert [message for message in world.channel.history() if not message.flags.ephemeral] == []


@pytest.mark.parametrize("missing", ["create_public_threads", "send_messages_in_threads"])
async def test_where_no_thread_can_be_made_the_table_stands_in_the_channel(cards: CardWorld, missing: str) -> None:
    world = cards.world
    deny(cards, world.channel.id, missing)
    table = await cards.sit_down(world.alice, world.bruno)
    assert world.channel.threads == []
    assert (await cards.table(table)).channel.id == world.channel.id
    assert world.requests("POST", "*/threads") == [], "it is known beforehand, not tried"
    await cards.play(table)


async def test_a_thread_that_is_refused_after_all_leaves_the_table_in_the_channel(cards: CardWorld) -> None:
    world = cards.world
    world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=None)
    table = await cards.sit_down(world.alice, world.bruno)
    assert (await cards.table(table)).channel.id == world.channel.id
    await cards.play(table)


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013)])
async def test_a_thread_in_which_the_bot_may_no_longer_write_is_left_for_the_channel(
    cards: CardWorld, status: int, code: int
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    (thread,) = world.channel.threads
    for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
        world.env.inject_error(method, f"/channels/{thread.id}/{path}", status=status, code=code, times=None)
    await cards.play(table)
    assert (await cards.view(table)).thread is None
    last = await cards.table(table)
    assert last.channel.id == world.channel.id
    assert Verb.REMATCH in verbs_of(last)


async def test_a_bot_that_may_not_write_in_the_server_at_all_says_so_by_direct_message_and_the_game_is_played(
    cards: CardWorld,
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    deny(cards, world.channel.id, "view_channel", "send_messages", "send_messages_in_threads")
    await cards.play(table)
    assert (await cards.view(table)).status is Status.BETWEEN
    notice = EN("notice.no.place", north="Alice", south="Bruno")
    for person in (world.alice, world.bruno):
        told_by_dm = [texts_of(message).strip() for message in world.dms(person)]
        assert told_by_dm.count(notice) == 1
        assert EN("table.rematch") in "\n".join(told_by_dm)
    assert (await cards.room.database.results.history(world.guild.id, world.alice.id)).total == 1


async def test_settings_are_for_those_who_manage_the_server(cards: CardWorld) -> None:
    world = cards.world
    assert private_answer(await world.bruno.slash(world.channel, "ecarte settings")) == EN("problem.manage_server")
    mine = await world.alice.slash(world.channel, "ecarte settings")
    assert mine.response is not None
    assert mine.response.ephemeral
    assert Verb.SETTING in verbs_of(mine.response)


async def test_games_are_played_where_the_server_allows_them(cards: CardWorld) -> None:
    world = cards.world
    other = world.guild.create_text_channel("elsewhere")
    await cards.room.database.servers.put_settings(world.guild.id, {"channels": [other.id], "threads": False})
    refused = await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno)
    assert private_answer(refused) == EN("problem.not_here", channels=f"<#{other.id}>")
    result = await world.alice.slash(other, "ecarte challenge", member=world.bruno)
    assert result.response is not None
    await cards.press(world.bruno, result.response, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert (await cards.table(row.id)).channel.id == other.id
    assert other.threads == []
