"""The simulated Discord of the tests with the demo bot: people act, time passes, the bot always closes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable

import discord
import pytest
from discord import app_commands

from tests.support.logs import ExpectedRecord, watch_logs
from tests.support.simcord import World, world


class DemoBot(discord.Client):
    """A client that says what it hears, writes in private, and fails.

    Attributes:
        now: its clock.
        heard: how many interactions reached it.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.now = now
        self.heard = 0
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(_Demo(name="demo", description="Shows what a test needs"))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, _: discord.Interaction) -> None:
        self.heard += 1


class _Demo(app_commands.Group):
    @app_commands.command(description="Says what it hears")
    async def locale(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.locale.value} {interaction.guild_locale}")

    @app_commands.command(description="Writes a direct message")
    async def write(self, interaction: discord.Interaction, member: discord.Member) -> None:
        await member.send("Your hand")
        await interaction.response.send_message("Sent.")

    @app_commands.command(description="Fails")
    async def fail(self, interaction: discord.Interaction) -> None:
        raise ZeroDivisionError("on purpose")


@pytest.fixture
async def room() -> AsyncIterator[World]:
    """The demo bot among four people."""
    async with world(DemoBot) as bots:
        yield bots


async def test_requests_are_sorted_by_what_they_cost(room: World) -> None:
    before = room.counted_requests()
    await room.alice.slash(room.channel, "demo locale")
    assert room.counted_requests() == before
    await room.alice.slash(room.channel, "demo write", member=room.bruno)
    assert room.counted_requests() > before
    assert len(room.requests("POST", "/users/@me/channels")) == 1


async def test_people_speak_their_own_language_and_servers_theirs(room: World) -> None:
    room.speaks(room.chloe, "fr")
    french = await room.chloe.slash(room.channel, "demo locale")
    english = await room.david.slash(room.channel, "demo locale")
    assert french.response is not None
    assert english.response is not None
    assert (french.response.content, english.response.content) == ("fr en-US", "en-US en-US")


@pytest.mark.expects_log("discord.app_commands.tree", "Ignoring exception in command 'write'")
@pytest.mark.answers_amiss("the demo bot fails")
async def test_closed_dms_refuse_the_bot_until_they_are_opened(room: World) -> None:
    room.close_dms(room.bruno)
    await room.alice.slash(room.channel, "demo write", member=room.bruno)
    (error,) = room.env.errors
    assert isinstance(error.__cause__, discord.Forbidden)
    assert error.__cause__.code == 50007
    assert room.dms(room.bruno) == []
    room.open_dms(room.bruno)
    await room.alice.slash(room.channel, "demo write", member=room.bruno)
    assert len(room.dms(room.bruno)) == 1


async def test_the_bots_clock_is_the_simulated_one(room: World) -> None:
    assert isinstance(room.bot, DemoBot)
    begun = room.bot.now()
    await room.pass_time(90)
    assert room.bot.now() - begun == 90_000
    assert room.now() == room.bot.now()


async def test_a_double_click_reaches_the_bot_before_it_has_answered_the_first(room: World) -> None:
    assert isinstance(room.bot, DemoBot)
    answered: list[int] = []

    async def click() -> None:
        await room.alice.slash(room.channel, "demo locale")
        answered.append(len(room.requests("POST", "/interactions/*")))

    await room.at_once(click, click)
    assert answered == [0, 0]
    assert len(room.requests("POST", "/interactions/*")) == 2
    assert room.bot.heard == 2


@pytest.mark.parametrize("crash", [False, True])
async def test_a_restart_leaves_one_bot_open_and_the_messages_standing(room: World, *, crash: bool) -> None:
    old = room.bot
    await room.alice.slash(room.channel, "demo locale")
    await room.restart(crash=crash)
    assert (old.is_closed(), room.bot.is_closed()) == (True, False)
    await room.alice.slash(room.channel, "demo locale")
    assert len(room.channel.history()) == 2


async def test_a_bot_is_closed_when_the_test_fails() -> None:
    bots: list[DemoBot] = []

    def make(now: Callable[[], int]) -> DemoBot:
        bots.append(DemoBot(now))
        return bots[-1]

    with pytest.raises(LookupError, match="the test's own"):
        async with world(make):
            raise LookupError("the test's own")
    assert [bot.is_closed() for bot in bots] == [True]


@pytest.mark.expects_log("discord.app_commands.tree", "Ignoring exception in command 'fail'")
@pytest.mark.answers_amiss("the demo bot fails")
async def test_what_the_bot_raised_comes_out_at_the_end() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        async with world(DemoBot) as room:
            await room.alice.slash(room.channel, "demo fail")
    assert "on purpose" in str(caught.value.exceptions[0])


async def test_a_bot_may_be_made_by_a_coroutine() -> None:
    async def make(now: Callable[[], int]) -> discord.Client:
        return DemoBot(now)

    async with world(make) as room:
        assert room.bot.is_ready()


@pytest.mark.expects_log("bot.adaptertable", "draw")
@pytest.mark.expects_log("bot.adapter", "draw")
@pytest.mark.expects_log("asyncio", "never retrieved")
def test_an_error_in_the_logs_is_found_unless_it_was_expected() -> None:
    with watch_logs([ExpectedRecord("bot.adapter", "^could not draw"), ExpectedRecord("bot.tables", "lost")]) as wrong:
        logging.getLogger("bot.adapter.table").error("could not draw %s", "table 7")
        logging.getLogger("bot.adaptertable").error("could not draw")
        logging.getLogger("bot.adapter").warning("only a warning")
        logging.getLogger("asyncio").error("Task exception was never retrieved")
    assert wrong == [
        "ERROR bot.adaptertable: could not draw",
        "ERROR asyncio: Task exception was never retrieved",
        "never logged: bot.tables: 'lost'",
    ]
