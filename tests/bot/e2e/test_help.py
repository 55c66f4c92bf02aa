"""`/ecarte help` and the greeting: the reader's options now, and the permissions that the bot lacks, by the box to
tick.
"""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
import simcord

from bot import features
from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.adapter.registry import Registry
from tests.bot.e2e.clicking import deny
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of

MOST_COMMANDS = 17
MOST_BUTTONS = 5


async def asked(person: simcord.MemberActor, channel: simcord.ChannelHandle) -> simcord.ResponseMessage:
    """The page of help."""
    answer = (await person.slash(channel, "ecarte help")).response
    assert answer is not None
    assert answer.ephemeral
    assert 0 < sum(map(len, verbs_of(answer).values())) <= MOST_BUTTONS
    return answer


def test_a_new_member_sees_seventeen_commands_at_most() -> None:
    registry = Registry(features.load())
    assert len(registry.commands) <= MOST_COMMANDS
    assert set(features.COMMANDS) == registry.commands.keys()


@pytest.mark.parametrize("cards", [{"fair": True}], indirect=True)
async def test_a_member_is_offered_a_first_deal_the_house_an_opponent_and_the_rules(cards: CardWorld) -> None:
    world = cards.world
    world.speaks(world.chloe, "fr")
    page = await asked(world.chloe, world.channel)
    assert FR("help.member") in texts_of(page)
    assert verbs_of(page).keys() == {Verb.HOUSE, Verb.FIND_OPPONENT, Verb.LESSON, Verb.RULES}
    await cards.press(world.chloe, page, Verb.HOUSE)
    assert FR("house.first", points=5) in texts_of(world.channel.history(viewer=world.chloe)[-1])
    challenge = (await cards.press(world.chloe, page, Verb.FIND_OPPONENT)).response
    assert challenge is not None
    assert not challenge.ephemeral
    assert Verb.ACCEPT in verbs_of(challenge)


async def test_a_player_reads_whose_turn_it_is_and_has_hand_and_more(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    view = await cards.view(table)
    assert view.game is not None
    assert view.game.turn is not None
    turn = view.person(view.game.turn).id
    for person, other in ((world.alice, "Bruno"), (world.bruno, "Alice")):
        page = await asked(person, world.channel)
        key = "help.turn" if person.id == turn else "help.waiting"
        assert EN(key, other=other) in texts_of(page)
        assert str(view.place) in texts_of(page), "a link to the table"
        assert {Verb.SHOW_HAND, Verb.MORE, Verb.RULES, Verb.LESSON, Verb.HOUSE} == verbs_of(page).keys()


async def test_a_bystander_in_a_thread_with_a_table_is_led_to_what_is_open_there(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down(world.alice, world.bruno)
    (thread,) = world.channel.threads
    page = await asked(world.chloe, thread)
    assert EN("help.beside", north="Alice", south="Bruno") in texts_of(page)
    assert {Verb.MORE, Verb.LESSON, Verb.RULES, Verb.HOUSE} == verbs_of(page).keys()


async def test_a_manager_reads_which_box_to_tick_and_opens_the_settings(cards: CardWorld) -> None:
    world = cards.world
    page = await asked(world.alice, world.channel)
    assert EN("help.nothing_missing") in texts_of(page)
    opened = (await cards.press(world.alice, page, Verb.SETTING)).response
    assert opened is not None
    assert EN("pages.settings.title") in texts_of(opened)
    deny(cards, world.channel.id, "create_public_threads", "attach_files")
    said = texts_of(await asked(world.alice, world.channel))
    assert f"☐ **{EN('pages.permission.attach_files')}**\n☐ **{EN('pages.permission.create_public_threads')}**" in said


async def test_in_direct_messages_help_offers_what_works_there(cards: CardWorld) -> None:
    answer = (await cards.world.chloe.user.slash("ecarte help")).response
    assert answer is not None
    assert verbs_of(answer).keys() == {Verb.HOUSE, Verb.RULES, Verb.LESSON}


async def test_a_command_that_discord_forbids_names_the_box_to_tick(cards: CardWorld) -> None:
    world = cards.world
    deny(cards, world.channel.id, "attach_files")
    world.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=50013, times=1)
    said = private_answer(await world.chloe.slash(world.channel, "ecarte profile"))
    assert f"☐ **{EN('pages.permission.attach_files')}**" in said


async def test_a_server_is_greeted_once_where_the_bot_may_write(cards: CardWorld) -> None:
    world = cards.world
    guild = world.env.create_guild("Elsewhere")
    silent, open_channel = guild.create_text_channel("silent"), guild.create_text_channel("open")
    deny(cards, silent.id, "send_messages")
    await joined(cards, guild.id)
    assert not silent.history()
    (greeting,) = open_channel.history()
    assert EN("help.greeting") in texts_of(greeting)
    assert verbs_of(greeting).keys() == {Verb.LESSON, Verb.HOUSE, Verb.FIND_OPPONENT, Verb.RULES}
    await joined(cards, guild.id)
    await world.restart()
    await joined(cards, guild.id)
    assert len(open_channel.history()) == 1


@pytest.mark.parametrize("kind", ["rules", "updates", "news", "adults"])
async def test_no_channel_for_rules_moderators_news_or_adults_is_greeted_in(cards: CardWorld, kind: str) -> None:
    guild = cards.world.env.create_guild("Elsewhere")
    apart, open_channel = guild.create_text_channel("apart"), guild.create_text_channel("open")
    known = cards.room.get_guild(guild.id)
    assert known is not None
    channel = known.get_channel(apart.id)
    assert isinstance(channel, discord.TextChannel)
    # As Discord writes it about a server. simcord knows none of these permissions.
    match kind:
        case "rules":
            known._rules_channel_id = apart.id
        case "updates":
            known._public_updates_channel_id = apart.id
        case "news":
            channel._type = discord.ChannelType.news.value
        case _:
            channel.nsfw = True
    await joined(cards, guild.id)
    assert not apart.history()
    assert len(open_channel.history()) == 1


async def test_a_channel_in_which_all_members_write_is_greeted_in_first(cards: CardWorld) -> None:
    guild = cards.world.env.create_guild("Elsewhere")
    unseen = discord.PermissionOverwrite(view_channel=False)
    staff = guild.create_text_channel("staff", overwrites={guild.default_role: unseen})
    open_channel = guild.create_text_channel("open")
    await joined(cards, guild.id)
    assert not staff.history()
    assert len(open_channel.history()) == 1


async def test_a_bot_that_is_timed_out_says_so_and_names_no_box_to_tick(cards: CardWorld) -> None:
    world = cards.world
    known = cards.room.get_guild(world.guild.id)
    assert known is not None
    with world.env.time_context():
        until = discord.utils.utcnow() + timedelta(minutes=10)
    known.me.timed_out_until = until
    deny(cards, world.channel.id, "attach_files", "send_messages")
    when = formatting.relative(round(until.timestamp() * 1000))
    page = texts_of(await asked(world.alice, world.channel))
    assert EN("problem.bot_timed_out", when=when) in page
    assert "☐" not in page
    said = private_answer(await world.chloe.slash(world.channel, "ecarte challenge", member=world.bruno))
    assert said.strip() == EN("problem.bot_timed_out", when=when)


async def test_a_server_in_which_the_bot_may_write_nowhere_is_greeted_later(cards: CardWorld) -> None:
    world = cards.world
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("only")
    deny(cards, channel.id, "send_messages")
    await joined(cards, guild.id)
    assert not channel.history()


async def joined(cards: CardWorld, guild_id: int) -> None:
    """Lets the bot join a server."""
    guild = cards.room.get_guild(guild_id)
    assert guild is not None
    await cards.room.on_guild_join(guild)
    await cards.world.env.settle()
