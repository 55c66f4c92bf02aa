"""Besides the moves of a game against the house: closed messages, languages, what counts, who may play, a failing
player.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.tables.state.table_state import Status
from ecarte.ai.players import Weights
from ecarte.game import PlayerView
from tests.bot.e2e.test_house import begin, one_move, play, resign, rung
from tests.support.cardroom import AT_ONCE, EN, FR, CardWorld, card_world
from tests.support.reviews import reviewer_without_hints
from tests.support.shown import private_answer, texts_of, verbs_of


@pytest.fixture
async def cards(tmp_path: Path) -> AsyncIterator[CardWorld]:
    """The card room without hints: no test of this file reads one."""
    async with card_world(tmp_path, teacher=reviewer_without_hints()) as cards_world:
        yield cards_world


async def test_with_closed_direct_messages_the_table_shows_the_hand(cards: CardWorld) -> None:
    world = cards.world
    world.close_dms(world.alice)
    table = await begin(cards, world.alice)
    shown = texts_of(await cards.table(table))
    assert shown.count(EN("table.unreachable", who=f"<@{world.alice.id}>")) == 1
    assert shown.count("My hand") == 2, "in that line and on the button: the house needs none"

    async def a_deal() -> bool:
        game = (await cards.view(table)).game
        return game is not None and game.number == 2

    await play(cards, table, world.alice, until=a_deal)
    assert rung(cards) == []


async def test_each_reader_has_the_name_of_the_house_in_their_own_language(cards: CardWorld) -> None:
    world = cards.world
    world.env.backend.get_guild(world.guild.id).preferred_locale = "fr"
    table = await begin(cards, world.alice, level="maitre")
    french, english = FR("house.maitre"), EN("house.maitre")
    shown = texts_of(await cards.table(table))
    assert french in shown
    assert english not in shown
    (thread,) = world.channel.threads
    assert thread.name == FR("thread.name", north="Alice", south=french)
    announced, *_ = world.channel.history(viewer=world.david)
    assert FR("challenge.playing", north="Alice", south=french) in texts_of(announced)
    hand = texts_of(cards.held("alice"))
    assert english in hand
    assert french not in hand
    world.speaks(world.bruno, "fr")
    listed = await world.bruno.slash(world.channel, "ecarte tables")
    assert f"**{french}**" in private_answer(listed)
    assert f"**{english}**" in private_answer(await world.chloe.slash(world.channel, "ecarte tables"))


async def test_a_game_against_it_counts_for_nothing_and_is_listed_apart(cards: CardWorld) -> None:
    world = cards.world
    table = await begin(cards, world.alice, level="salon")
    await one_move(cards, world.alice, table)
    await resign(cards, table, world.alice)
    name = EN("house.salon")
    board = await world.alice.slash(world.channel, "ecarte leaderboard")
    assert board.response is not None
    assert EN("pages.board.empty") in texts_of(board.response)
    profile = await world.alice.slash(world.channel, "ecarte profile")
    assert profile.response is not None
    said = texts_of(profile.response)
    assert EN.count("house.record", 1, name=f"**{name}**", won=0) in said
    assert EN.count("pages.profile.games", 0, won=0, share=EN.percent(0)).replace("**", "") in said
    await cards.press(world.alice, profile.response, Verb.HISTORY)
    assert name in texts_of(await cards.again(profile.response))
    replay = await world.alice.slash(world.channel, "ecarte game", show="replay")
    assert replay.response is not None
    assert name in texts_of(replay.response)
    assert await cards.purse(world.alice) == 1000


async def test_one_member_plays_one_game_and_the_house_as_many_as_are_wanted(cards: CardWorld) -> None:
    world = cards.world
    await begin(cards, world.alice)
    refused = await world.alice.slash(world.channel, "ecarte house", public=True, level="maitre")
    assert private_answer(refused) == EN.count("problem.seated", 1, name="Alice", limit=1)
    await begin(cards, world.bruno)
    assert len((await cards.room.database.tables.all_open(world.guild.id)).rows) == 2


async def test_the_command_delivered_twice_opens_one_table(cards: CardWorld) -> None:
    world = cards.world
    table = await begin(cards, world.alice)
    before = len(world.requests("POST", "*/messages"))
    (command,) = [interaction for interaction in cards.interactions() if interaction["type"] == 2]
    await cards.deliver_again(command)
    assert [row.id for row in (await cards.room.database.tables.all_open(world.guild.id)).rows] == [table]
    assert len(world.requests("POST", "*/messages")) == before
    await cards.expect_balanced()


async def test_no_one_bets_there_or_waits_for_a_chair(cards: CardWorld) -> None:
    world = cards.world
    await cards.room.database.servers.put_settings(world.guild.id, {"stake": 50})
    table = await begin(cards, world.alice)
    table_view = await cards.view(table)
    assert table_view.terms.stake == 0
    assert table_view.galerie.book is None
    offered = verbs_of(await cards.table(table))
    assert not {Verb.BET, Verb.ENTER, Verb.WANT_CARDS} & offered.keys()
    bet = await world.chloe.slash(world.channel, "ecarte bet", player=world.alice, amount=10)
    assert bet.response is not None
    assert bet.response.ephemeral


async def test_a_challenge_to_the_bot_names_the_command_to_use(cards: CardWorld) -> None:
    world = cards.world
    ourselves = cards.room.user
    assert ourselves is not None
    env = world.env
    bot = simcord.MemberActor(env, world.guild, simcord.UserHandle(env, env.backend.get_user(ourselves.id)))
    answer = await world.alice.slash(world.channel, "ecarte challenge", member=bot)
    assert private_answer(answer) == EN("house.here")


async def test_where_no_game_may_be_played_it_plays_none_either(cards: CardWorld) -> None:
    world = cards.world
    elsewhere = world.guild.create_text_channel("elsewhere")
    await cards.room.database.servers.put_settings(world.guild.id, {"channels": [elsewhere.id]})
    answer = await world.alice.slash(world.channel, "ecarte house", public=True)
    assert private_answer(answer) == EN("problem.not_here", channels=f"<#{elsewhere.id}>")
    assert not (await cards.room.database.tables.all_open(world.guild.id)).rows


def _failing(view: PlayerView) -> Weights:
    raise ValueError(f"a card: {view.places}")


@pytest.mark.expects_log("bot.house.player", r"the house \(novice\) has failed: ValueError$")
async def test_a_player_that_fails_holds_no_table_up(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=Policy(lambda _: _failing, AT_ONCE.pause)) as cards:
        table = await begin(cards, cards.world.alice)

        async def a_deal() -> bool:
            game = (await cards.view(table)).game
            return game is not None and game.number == 2

        await play(cards, table, cards.world.alice, until=a_deal)
        assert (await cards.view(table)).status is not Status.CLOSED
