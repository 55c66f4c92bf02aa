"""Blocked people and servers, by clicks: one sentence, whatever they try, from the next heartbeat of the bot on."""

from __future__ import annotations

from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from bot.storage import Action, Database, Entry, ErasedFile
from bot.tables.state.table_state import Status
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.erasing import database_text
from tests.support.shown import private_answer
from tests.support.statements import listen_to_statements

BEAT_S = 31.0


def database(cards: CardWorld) -> Any:
    """Opens the database a second time, as a command does while the bot runs."""
    return Database.open(str(cards.database), create=False)


async def block(cards: CardWorld, user_id: int) -> None:
    """Blocks a person by the owner's command while the bot runs. The bot's next heartbeat follows."""
    async with await database(cards) as beside:
        await beside.blocks.block_person(user_id, cards.world.now())
    await cards.world.pass_time(BEAT_S)


async def test_a_blocked_person_gets_one_sentence_whatever_they_try(cards: CardWorld) -> None:
    world = cards.world
    table_id = await cards.sit_down(world.alice, world.bruno, stake=50)
    message = cards.snapshot(await cards.table(table_id))
    world.speaks(world.david, "fr")
    for person, words in ((world.chloe, EN), (world.david, FR)):
        await block(cards, person.id)
        sentence = words("problem.blocked")
        assert private_answer(await person.slash(world.channel, "ecarte help")) == sentence
        challenged = await person.slash(world.channel, "ecarte challenge", member=world.alice)
        assert private_answer(challenged) == sentence
        assert private_answer(await cards.press_late(person, message, Verb.BET)) == sentence
    async with await database(cards) as beside:
        await beside.blocks.unblock_person(world.chloe.id, world.now())
    await world.pass_time(BEAT_S)
    assert EN("problem.blocked") != private_answer(await world.chloe.slash(world.channel, "ecarte profile"))
    assert private_answer(await world.david.slash(world.channel, "ecarte profile")) == FR("problem.blocked")


@pytest.mark.parametrize("cards", [{"contact": "owner@example.org"}], indirect=True)
async def test_they_read_whom_to_ask(cards: CardWorld) -> None:
    world = cards.world
    await block(cards, world.chloe.id)
    answer = private_answer(await world.chloe.slash(world.channel, "ecarte help"))
    assert answer == f"{EN('problem.blocked')}\n-# {EN('privacy.contact', contact='owner@example.org')}"


async def test_a_blocked_player_gives_up_at_once_and_nobody_waits_for_them(cards: CardWorld) -> None:
    world = cards.world
    table_id = await cards.sit_down_to(stake=50)
    before = await cards.purse(world.alice)
    challenge = await world.bruno.slash(world.channel, "ecarte challenge", member=world.david)
    assert challenge.response is not None
    await block(cards, world.bruno.id)
    assert (await cards.view(table_id)).status is not Status.PLAYING
    assert await cards.purse(world.alice) > before
    assert not [row for row in (await cards.room.database.tables.all_open()).rows if row.status == "challenge"]
    await cards.expect_balanced()


async def test_who_was_blocked_while_the_bot_was_away_gives_up_after_its_start(cards: CardWorld) -> None:
    world = cards.world
    table_id = await cards.sit_down_to()
    async with await database(cards) as beside:
        await beside.blocks.block_person(world.bruno.id, world.now())
    await world.restart(crash=True)
    assert private_answer(await world.bruno.slash(world.channel, "ecarte help")) == EN("problem.blocked")
    await world.env.settle()
    assert (await cards.view(table_id)).status is not Status.PLAYING


async def test_no_press_asks_the_database_whether_its_person_is_blocked(cards: CardWorld) -> None:
    asked: list[str] = []
    await cards.sit_down_to()
    with listen_to_statements(lambda statement, _parameters: asked.append(statement)):
        await cards.world.alice.slash(cards.world.channel, "ecarte help")
    assert asked
    assert [statement for statement in asked if "blocked" in statement] == []


async def test_a_server_is_left_and_may_invite_the_bot_again(cards: CardWorld) -> None:
    world = cards.world
    elsewhere = world.env.create_guild("Elsewhere")
    async with await database(cards) as beside:
        await beside.blocks.block_server(elsewhere.id, world.now(), once=True)
    await world.pass_time(BEAT_S)
    assert cards.room.get_guild(elsewhere.id) is None
    assert cards.room.get_guild(world.guild.id) is not None
    async with await database(cards) as beside:
        assert (await beside.blocks.all()).servers == ()
        assert [entry.action for entry in await beside.journal.entries()] == [Action.LEAVE]


async def test_a_blocked_server_is_left_whenever_the_bot_joins_it_and_is_not_greeted(cards: CardWorld) -> None:
    world = cards.world
    async with await database(cards) as beside:
        for guild in ("Elsewhere", "Again"):
            joined = world.env.create_guild(guild)
            channel = joined.create_text_channel("open")
            await beside.blocks.block_server(joined.id, world.now(), once=False)
            await world.pass_time(BEAT_S)
            assert cards.room.get_guild(joined.id) is None
            assert not channel.history()
        assert len((await beside.blocks.all()).servers) == 2
    refused = world.env.create_guild("Refused")
    async with await database(cards) as beside:
        await beside.blocks.block_server(refused.id, world.now(), once=False)
    world.env.inject_error("DELETE", f"/users/@me/guilds/{refused.id}", status=500, times=1)
    await world.pass_time(BEAT_S)
    assert cards.room.get_guild(refused.id) is not None, "Discord has refused"
    blocked = cards.room.get_guild(refused.id)
    assert blocked is not None
    await cards.room.on_guild_join(blocked)
    assert cards.room.get_guild(refused.id) is None


async def test_in_a_blocked_server_that_is_not_left_yet_all_get_one_sentence(cards: CardWorld) -> None:
    world = cards.world
    world.env.inject_error("DELETE", f"/users/@me/guilds/{world.guild.id}", status=500, times=None)
    async with await database(cards) as beside:
        await beside.blocks.block_server(world.guild.id, world.now(), once=True)
    await world.pass_time(BEAT_S)
    answer = await world.alice.slash(world.channel, "ecarte help")
    assert private_answer(answer) == EN("problem.server_blocked")


async def test_the_owner_has_a_person_erased_beside_the_running_bot(tmp_path: Path) -> None:
    async with card_world(tmp_path) as cards:
        world = cards.world
        table_id = await cards.sit_down_to()
        async with await database(cards) as beside:
            await beside.erasures.begin(world.bruno.id, -(1 << 52), world.now())
        await world.pass_time(BEAT_S)
        assert (await cards.view(table_id)).status is not Status.PLAYING
        assert str(world.bruno.id) not in await database_text(cards.room.database)
        noted = await cards.room.database.journal.entries(Action.ERASE)
        assert ErasedFile(tmp_path / "room.sqlite3.erased").read() == noted
        assert len(noted) == 1


async def test_a_start_erases_again_whom_the_file_names_and_the_database_does_not_and_writes_a_lost_file_anew(
    tmp_path: Path,
) -> None:
    """The state after restoring an older copy. The line is one of release 0.3.0, with its salt."""
    async with card_world(tmp_path) as cards:
        world, file = cards.world, ErasedFile(tmp_path / "room.sqlite3.erased")
        await cards.sit_down_to()
        salt = b"some salt of yours"[:16]
        hashed = pbkdf2_hmac("sha256", str(world.bruno.id).encode(), salt, 1_000, 16)
        later = Entry(world.now(), Action.ERASE, f"{salt.hex()}:{hashed.hex()}")
        file.add([later])
        await world.restart()
        await world.env.settle()
        stored = await database_text(cards.room.database)
        assert str(world.bruno.id) not in stored
        assert str(world.alice.id) in stored
        assert await cards.room.database.journal.entries(Action.ERASE) == (later,)
        _lose(tmp_path / file.name)
        await world.restart()
        assert file.read() == (later,)


def _lose(file: Path) -> None:
    file.unlink()
