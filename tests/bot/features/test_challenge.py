"""The commands as Discord has them, and the challenge: by command and by menu, with every possible refusal."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from bot.adapter.store import CHALLENGE
from bot.clock import ClockKind
from bot.features import COMMANDS
from bot.tables import lookup
from bot.tables.terms import Terms
from bot.texts import Language
from ecarte.game import Dialect, Stakes
from ecarte.table.stakes import Style
from tests.bot.features.playing import Answer, Hall

MENU, BLOCK = "Challenge to écarté", "Block at écarté"


def registered(hall: Hall) -> dict[str, dict[str, Any]]:
    """The commands as they were registered with Discord, by name."""
    (request,) = hall.world.requests("PUT", "*/commands")
    commands: Any = request.json
    return {command["name"]: command for command in commands}


def option(command: dict[str, Any], *path: str) -> dict[str, Any]:
    """An option of a command, or of one of its subcommands."""
    for name in path:
        (command,) = [parameter for parameter in command["options"] if parameter["name"] == name]
    return command


async def limit(hall: Hall, *channels: int) -> None:
    """Limits games to these channels."""
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"channels": list(channels)})


async def messages(hall: Hall) -> list[discord.Message]:
    """Returns the public messages of the card room."""
    return hall.world.channel.history(viewer=hall.world.david)


# ---------------------------------------------------------------- what Discord knows


async def test_the_group_is_offered_everywhere_and_an_entry_of_a_menu_where_it_works(hall: Hall) -> None:
    commands = registered(hall)
    assert {name: (command["contexts"], command["integration_types"]) for name, command in commands.items()} == {
        "ecarte": ([0, 1, 2], [0, 1]),
        MENU: ([0], [0]),
        BLOCK: ([0, 1, 2], [0, 1]),
    }
    assert {option["name"] for option in commands["ecarte"]["options"]} == set(COMMANDS)


async def test_the_commands_describe_themselves_in_french(hall: Hall) -> None:
    commands = registered(hall)
    assert commands[MENU]["name_localizations"] == {"fr": "Défier à l’écarté"}
    challenge = option(commands["ecarte"], "challenge")
    assert challenge["name"] == "challenge"
    assert challenge["description"] == "Challenge a member, or anyone, to a game of écarté"
    assert challenge["description_localizations"] == {"fr": "Défier un membre, ou tout le monde, à l’écarté"}
    clock = option(challenge, "clock")
    assert [choice["value"] for choice in clock["choices"]] == ["live", "correspondence"]
    assert all(set(choice["name_localizations"]) == {"fr"} for choice in clock["choices"])


async def test_a_stake_is_written_as_people_write_amounts(hall: Hall) -> None:
    """Discord's whole numbers would refuse "1,000", which is how the bot itself writes it."""
    stake = option(registered(hall)["ecarte"], "challenge", "stake")
    assert (stake["type"], stake["min_length"], stake["max_length"]) == (3, 1, 24)
    assert not stake.get("required")
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno, stake="1,000")
    assert "1,000 chips" in answer.text


@pytest.mark.parametrize("stake", ["-5", "many", "2.5"])
async def test_a_stake_that_is_no_amount_is_refused_with_a_sentence(hall: Hall, stake: str) -> None:
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno, stake=stake)
    rule = "not-positive" if stake == "-5" else "not-whole"
    await expect_refused(hall, answer, hall.room.texts("en")(f"galerie.no.{rule}"))
    assert len(hall.world.env.errors) == 1


# ---------------------------------------------------------------- a challenge that stands


async def test_a_challenge_is_the_answer_of_the_command(hall: Hall) -> None:
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    table = await lookup.table(hall.room.tables, row.id)
    assert not answer.private
    assert f"<@{hall.world.bruno.id}>" in answer.text
    assert (table.challenger.name, table.challenged_person and table.challenged_person.name) == ("Alice", "Bruno")
    assert table.terms.rules.dialect is Dialect.CAVENDISH
    assert table.terms.pace.kind is ClockKind.LIVE
    assert table.terms.in_thread
    assert [message.id for message in await messages(hall)] == [answer.message.id], "it is posted once"
    (adopted,) = await hall.room.database.table_messages.of(row.id)
    assert (adopted.slot, adopted.message_id) == (CHALLENGE, answer.message.id)
    assert (await hall.room.messages.slots(row.id))[CHALLENGE] == adopted


async def test_an_open_challenge_names_no_one(hall: Hall) -> None:
    await hall.ask(hall.world.alice, "challenge")
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    assert row.challenged_id is None


async def test_the_command_asks_for_opponent_stake_and_clock_alone(hall: Hall) -> None:
    challenge = option(registered(hall)["ecarte"], "challenge")
    assert [given["name"] for given in challenge["options"]] == ["member", "stake", "clock"]


async def test_the_challenger_chooses_the_clock(hall: Hall) -> None:
    await hall.ask(hall.world.alice, "challenge", clock="correspondence")
    assert (await _terms(hall)).pace.kind is ClockKind.CORRESPONDENCE


async def test_a_challenge_for_the_honour_says_nothing_of_chips(hall: Hall) -> None:
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    terms = await _terms(hall)
    assert (terms.stake, terms.style, terms.rules.stakes) == (0, Style.FRENCH, Stakes.SINGLE_ONLY)
    assert "chip" not in answer.text
    assert await hall.room.database.ledger.purse(hall.world.guild.id, hall.world.alice.id) is None


@pytest.mark.parametrize("by_menu", [False, True])
async def test_where_a_challenge_names_no_stake_the_server_does(hall: Hall, *, by_menu: bool) -> None:
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"stake": 25})
    if by_menu:
        await hall.world.alice.context_menu(hall.world.channel, MENU, hall.world.bruno)
    else:
        await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    assert (await _terms(hall)).stake == 25


async def test_a_challenge_may_be_for_the_honour_where_the_server_plays_for_chips(hall: Hall) -> None:
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"stake": 25})
    await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno, stake="0")
    assert (await _terms(hall)).stake == 0


async def test_the_menu_of_a_member_challenges_them(hall: Hall) -> None:
    result = await hall.world.alice.context_menu(hall.world.channel, MENU, hall.world.bruno)
    assert not hall.answer(result).private
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    assert row.challenged_id == hall.world.bruno.id


async def test_a_challenge_speaks_the_language_that_the_server_chose(hall: Hall) -> None:
    await hall.room.database.servers.put_settings(hall.world.guild.id, {"language": "fr"})
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    assert (await lookup.table(hall.room.tables, row.id)).terms.language is Language("fr")
    assert hall.room.texts("fr")("challenge.accept") in answer.reading.buttons


async def test_a_challenge_speaks_the_language_of_the_server(hall: Hall) -> None:
    hall.world.env.backend.get_guild(hall.world.guild.id).preferred_locale = "fr"
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    assert hall.room.texts("fr")("challenge.accept") in answer.reading.buttons


async def test_a_challenge_in_a_thread_gets_no_thread_of_its_own(hall: Hall) -> None:
    thread = await _thread(hall)
    result = await hall.world.alice.slash(thread, "ecarte challenge", member=hall.world.bruno)
    assert not hall.answer(result).private
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    assert row.channel_id == thread.id
    assert not (await lookup.table(hall.room.tables, row.id)).terms.in_thread


@pytest.mark.parametrize("missing", ["create_public_threads", "send_messages_in_threads"])
async def test_where_the_bot_may_make_no_thread_the_table_stays_in_the_channel(hall: Hall, missing: str) -> None:
    channel = _without(hall, missing)
    await hall.world.alice.slash(channel, "ecarte challenge", member=hall.world.bruno)
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    assert not (await lookup.table(hall.room.tables, row.id)).terms.in_thread


async def test_a_challenge_in_the_text_of_a_voice_channel_gets_no_thread(hall: Hall) -> None:
    channel = hall.world.guild.create_voice_channel("voices")
    await hall.world.alice.slash(channel, "ecarte challenge", member=hall.world.bruno)
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    assert not (await lookup.table(hall.room.tables, row.id)).terms.in_thread


# ---------------------------------------------------------------- a challenge that does not


async def expect_refused(hall: Hall, answer: Answer, *expected: str) -> None:
    """Checks that no one else saw it, that it says why, and that no table was made."""
    assert answer.private
    for part in expected:
        assert part in answer.text
    assert await messages(hall) == []
    assert (await hall.room.database.tables.all_open(hall.world.guild.id)).total == 0


async def test_no_one_can_challenge_themselves(hall: Hall) -> None:
    words = hall.room.texts("en")
    by_command = await hall.ask(hall.world.alice, "challenge", member=hall.world.alice)
    await expect_refused(hall, by_command, words("problem.self"))
    result = await hall.world.alice.context_menu(hall.world.channel, MENU, hall.world.alice)
    await expect_refused(hall, hall.answer(result), words("problem.self"))


async def test_no_one_can_challenge_a_bot(hall: Hall) -> None:
    robot = hall.world.guild.add_member(hall.world.env.create_user("robot", bot=True))
    answer = await hall.ask(hall.world.alice, "challenge", member=robot)
    await expect_refused(hall, answer, hall.room.texts("en")("problem.a_bot", name="robot"))


async def test_no_one_can_challenge_a_person_who_is_not_here(hall: Hall) -> None:
    stranger = hall.world.env.create_user("stranger")
    answer = await hall.ask(hall.world.alice, "challenge", member=stranger)
    await expect_refused(hall, answer, hall.room.texts("en")("problem.not_a_member", name="stranger"))


async def test_no_one_plays_for_more_than_they_have(hall: Hall) -> None:
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno, stake="1001")
    await expect_refused(hall, answer, "The stake is 1,001, and you have 1,000")
    assert not (await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno, stake="1000")).private


async def test_a_refusal_is_in_the_readers_language(hall: Hall) -> None:
    hall.world.speaks(hall.world.alice, "fr")
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.alice)
    await expect_refused(hall, answer, hall.room.texts("fr")("problem.self"))


async def test_of_the_same_challenge_twice_the_second_remains(hall: Hall) -> None:
    await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    again = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    assert not again.private
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    (kept,) = await hall.room.database.table_messages.of(row.id)
    assert kept.message_id == again.message.id


async def test_games_are_played_where_the_server_allows_them(hall: Hall) -> None:
    other = hall.world.guild.create_text_channel("games")
    await limit(hall, other.id)
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    await expect_refused(hall, answer, f"<#{other.id}>")
    result = await hall.world.alice.slash(other, "ecarte challenge", member=hall.world.bruno)
    assert not hall.answer(result).private


async def test_a_thread_belongs_to_the_channel_on_which_it_hangs(hall: Hall) -> None:
    thread = await _thread(hall)
    await limit(hall, hall.world.channel.id)
    result = await hall.world.alice.slash(thread, "ecarte challenge", member=hall.world.bruno)
    assert not hall.answer(result).private


async def test_channels_that_are_gone_are_not_named(hall: Hall) -> None:
    await limit(hall, 12345)
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    await expect_refused(hall, answer, hall.room.texts("en")("problem.no_channel"))


@pytest.mark.parametrize("missing", ["view_channel", "send_messages", "attach_files"])
@pytest.mark.parametrize("locale", ["en-GB", "fr"])
async def test_what_the_bot_may_not_do_is_named(hall: Hall, missing: str, locale: str) -> None:
    channel = _without(hall, missing)
    hall.world.speaks(hall.world.alice, locale)
    result = await hall.world.alice.slash(channel, "ecarte challenge", member=hall.world.bruno)
    words = hall.room.texts(locale)
    await expect_refused(hall, hall.answer(result), f"**{words(f'pages.permission.{missing}')}**")


async def test_what_the_bot_may_not_do_in_a_thread_is_named(hall: Hall) -> None:
    channel = _without(hall, "send_messages_in_threads", "create_public_threads")
    thread = await _thread(hall, channel)
    result = await hall.world.alice.slash(thread, "ecarte challenge", member=hall.world.bruno)
    await expect_refused(hall, hall.answer(result), "**Send Messages in Threads**")


@pytest.mark.expects_log("bot.adapter.router", "Forbidden")
async def test_a_challenge_that_cannot_be_shown_is_taken_back(hall: Hall) -> None:
    hall.world.env.inject_error("POST", "/interactions/*", status=403, code=50013, message="Missing Permissions")
    answer = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    (error,) = hall.world.env.errors
    assert isinstance(error.__cause__, discord.Forbidden)
    assert answer.private
    assert await messages(hall) == []
    assert (await hall.room.database.tables.all_open(hall.world.guild.id)).total == 0


async def test_a_challenge_whose_answer_came_twice_remains_open(hall: Hall) -> None:
    hall.world.env.inject_error("POST", "/interactions/*", status=400, code=40060, message="Already acknowledged")
    await hall.world.alice.slash(hall.world.channel, "ecarte challenge", member=hall.world.bruno)
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    assert row.status == "challenge"


# ---------------------------------------------------------------- commands of another version


@pytest.mark.parametrize("locale", ["en-US", "fr"])
async def test_a_command_that_is_no_longer_known_says_so(hall: Hall, locale: str) -> None:
    hall.world.speaks(hall.world.alice, locale)
    group = hall.room.tree.get_command("ecarte")
    assert isinstance(group, discord.app_commands.Group)
    group.remove_command("learn")
    answer = await hall.ask(hall.world.alice, "learn", topic="rules")
    assert len(hall.world.env.errors) == 1
    assert answer.private
    assert answer.text == hall.room.texts(locale)("problem.command_changed")


# ---------------------------------------------------------------- terms, places


async def _terms(hall: Hall) -> Terms:
    """Returns the terms of the one open challenge."""
    (row,) = (await hall.room.database.tables.all_open(hall.world.guild.id)).rows
    return (await lookup.table(hall.room.tables, row.id)).terms


async def _thread(hall: Hall, channel: simcord.ChannelHandle | None = None) -> simcord.ChannelHandle:
    """Returns a thread that a member opened in a channel. simcord lets only the bot open one."""
    backend, parent = hall.world.env.backend, channel or hall.world.channel
    made = backend.create_thread(parent.id, "a thread", hall.world.alice.id, broadcast=False)
    backend.announce_thread_create(made)
    await hall.world.env.settle()
    (thread,) = parent.threads
    return thread


def _without(hall: Hall, *permissions: str) -> simcord.ChannelHandle:
    """Returns a channel in which the bot has all permissions except these."""
    denied = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    return hall.world.guild.create_text_channel("corner", overwrites={hall.world.guild.default_role: denied})


# ---------------------------------------------------------------- who does not see the channel


@pytest.mark.parametrize("by_menu", [False, True])
async def test_who_cannot_see_the_channel_cannot_be_challenged_into_it(hall: Hall, *, by_menu: bool) -> None:
    world = hall.world
    denied = discord.PermissionOverwrite(view_channel=False)
    corner = world.guild.create_text_channel("corner", overwrites={world.bruno: denied})
    if by_menu:
        answer = hall.answer(await world.alice.context_menu(corner, MENU, world.bruno))
    else:
        answer = hall.answer(await world.alice.slash(corner, "ecarte challenge", member=world.bruno))
    assert answer.private
    assert answer.text.strip() == hall.room.app.texts(Language.ENGLISH)("problem.cannot_see", name="Bruno")
    assert not (await hall.room.database.tables.all_open()).rows
    assert not [message for message in corner.history() if not message.flags.ephemeral]
    other = await world.alice.slash(corner, "ecarte challenge", member=world.chloe)
    assert other.response is not None
    assert not other.response.ephemeral
