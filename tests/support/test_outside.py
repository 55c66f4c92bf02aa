"""The places of the simulated Discord where the bot is not: what the bot hears there, and what it may do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord.backend.errors import SetupError

from tests.support.outside import MOST_FURTHER, Outside, group_message, server_without_bot
from tests.support.simcord import World, add_known_people, world

MINUTE_S = 60


class Guest(discord.Client):
    """A client that answers privately in any place, and remembers what it was told and refused.

    Attributes:
        heard: the interactions, oldest first.
        refused: the codes with which Discord refused its requests.
    """

    def __init__(self, _now: Callable[[], int]) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True))
        self.heard: list[discord.Interaction[Any]] = []
        self.messages: list[discord.Message] = []
        self.refused: list[int] = []
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(_Guest())

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.heard.append(interaction)

    async def on_message(self, message: discord.Message) -> None:
        self.messages.append(message)

    async def attempt(self, request: Any) -> None:
        """Makes a request, and notes with which code Discord refuses it."""
        try:
            await request
        except discord.HTTPException as error:
            self.refused.append(error.code)


class _Guest(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(
            name="guest",
            description="What a guest may do",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    @app_commands.command(description="Answers, and goes on")
    async def further(self, interaction: discord.Interaction[Guest], times: int) -> None:
        await interaction.response.send_message("answer", ephemeral=True)
        for _ in range(times):
            await interaction.client.attempt(interaction.followup.send("further", ephemeral=True))

    @app_commands.command(description="Tries what only a member may do")
    async def trespass(self, interaction: discord.Interaction[Guest]) -> None:
        client, place = interaction.client, interaction.channel_id
        await interaction.response.send_message("answer", ephemeral=True)
        answer = await interaction.original_response()
        channel = client.get_partial_messageable(place or 0)
        await client.attempt(channel.send("to all"))
        await client.attempt(channel.get_partial_message(answer.id).edit(content="by its own token"))
        await client.attempt(channel.get_partial_message(answer.id).add_reaction("♠"))
        if interaction.guild_id is not None:
            await client.attempt(client.fetch_guild(interaction.guild_id))
        await client.attempt(interaction.user.send("a direct message"))

    @app_commands.command(description="Says a word, then another one")
    async def say(self, interaction: discord.Interaction[Guest], first: str, then: str) -> None:
        await interaction.client.attempt(interaction.response.send_message(first, ephemeral=True))
        if interaction.response.is_done():
            await interaction.client.attempt(interaction.edit_original_response(content=then))
        else:
            await interaction.response.send_message("something else", ephemeral=True)


@pytest.fixture
async def room() -> AsyncIterator[World]:
    """The guest among four people."""
    async with world(Guest) as made:
        yield made


@pytest.fixture(params=["server", "group"])
def place(request: pytest.FixtureRequest, room: World) -> Outside:
    """A server without the bot, and a group message; Alice has installed the bot, and Bruno has not."""
    make = server_without_bot if request.param == "server" else group_message
    outside = make(room.env, room.alice, room.bruno)
    outside.install(room.alice)
    return outside


def guest(room: World) -> Guest:
    """The running bot."""
    assert isinstance(room.bot, Guest)
    return room.bot


async def test_the_commands_are_offered_to_people_who_have_installed_the_bot(room: World, place: Outside) -> None:
    await place.slash(room.alice, "guest further", times=0)
    with pytest.raises(SetupError, match="does not offer"):
        await place.slash(room.bruno, "guest further", times=0)
    assert len(guest(room).heard) == 1


async def test_an_interaction_says_where_it_comes_from_and_the_gateway_nothing_else(
    room: World, place: Outside
) -> None:
    await place.slash(room.alice, "guest further", times=0)
    (heard,) = guest(room).heard
    assert heard.is_user_integration()
    assert not heard.is_guild_integration()
    assert heard.context.private_channel is (place.guild is None)
    assert heard.app_permissions == discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)
    assert [guild.id for guild in room.bot.guilds] == [room.guild.id]
    assert not guest(room).messages
    await room.alice.slash(room.channel, "guest further", times=0)
    assert guest(room).heard[-1].is_guild_integration()


async def test_a_token_sends_five_further_messages_there_and_no_limit_holds_in_a_server_with_the_bot(
    room: World, place: Outside
) -> None:
    result = await place.slash(room.alice, "guest further", times=MOST_FURTHER + 2)
    assert guest(room).refused == [40094, 40094]
    assert len(result.followups) == MOST_FURTHER
    await room.alice.slash(room.channel, "guest further", times=MOST_FURTHER + 2)
    assert len(guest(room).refused) == 2


async def test_the_token_of_the_bot_has_no_rights_there(room: World, place: Outside) -> None:
    (stranger,) = add_known_people(room.env, "emma")
    there = (server_without_bot if place.guild else group_message)(room.env, stranger)
    there.install(stranger)
    await there.slash(stranger, "guest trespass")
    server = [10004] if place.guild else []
    assert guest(room).refused == [50001, 50001, 50001, *server, 50278]
    assert [message.content for message in there.seen_by(stranger)] == ["answer"]


@pytest.mark.answers_amiss("the guest answers too late")
async def test_a_token_expires_after_a_quarter_of_an_hour(room: World, place: Outside) -> None:
    await place.slash(room.alice, "guest further", times=0)
    (heard,) = guest(room).heard
    await room.pass_time(16 * MINUTE_S)
    with room.env.time_context():
        await guest(room).attempt(heard.edit_original_response(content="late"))
    assert guest(room).refused


async def test_automod_refuses_messages_and_edits_with_a_word(room: World, place: Outside) -> None:
    place.forbid("trump")
    await place.slash(room.alice, "guest say", first="a trump", then="-")
    await place.slash(room.alice, "guest say", first="a card", then="a trump")
    assert guest(room).refused == [200000, 200000]
    assert [message.content for message in place.seen_by(room.alice)] == ["something else", "a card"]


async def test_others_do_not_see_a_private_answer(room: World, place: Outside) -> None:
    await place.slash(room.alice, "guest further", times=1)
    assert len(place.seen_by(room.alice)) == 2
    assert place.seen_by(room.bruno) == []
