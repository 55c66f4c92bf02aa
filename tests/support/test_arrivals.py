"""The watch on answers sees each breach of what Discord asks; every other test runs under it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import discord
import pytest
from discord import app_commands

from tests.support.arrivals import arrivals_of
from tests.support.simcord import World, world

_LATE_S = 61.0


class Careless(discord.Client):
    """A client whose commands answer in ways that Discord does not take."""

    def __init__(self, _now: Callable[[], int]) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(_Careless(name="careless", description="Answers amiss"))

    async def setup_hook(self) -> None:
        await self.tree.sync()


class _Careless(app_commands.Group):
    @app_commands.command(description="Answers as it should")
    async def rightly(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send("Done.")

    @app_commands.command(description="Never answers")
    async def never(self, _: discord.Interaction) -> None:
        return

    @app_commands.command(description="Answers late")
    async def late(self, interaction: discord.Interaction) -> None:
        await asyncio.sleep(_LATE_S)
        await interaction.response.defer()

    @app_commands.command(description="Answers twice")
    async def twice(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await discord.InteractionResponse(interaction).defer()

    @app_commands.command(description="Sends a further message first")
    async def further(self, interaction: discord.Interaction) -> None:
        await interaction.followup.send("Done.")
        await interaction.response.defer()

    @app_commands.command(description="Opens a form")
    async def form(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(_form())


def _form() -> discord.ui.Modal:
    modal = discord.ui.Modal(title="A form", custom_id="form")
    return modal.add_item(discord.ui.TextInput[discord.ui.Modal](label="A word", custom_id="word"))


@pytest.fixture
async def room() -> AsyncIterator[World]:
    async with world(Careless, check_errors=False) as bots:
        yield bots


async def test_an_answer_in_time_and_by_the_rules_is_no_breach(room: World) -> None:
    await room.alice.slash(room.channel, "careless rightly")
    assert arrivals_of(room.env.backend).amiss() == []


@pytest.mark.expects_log("discord.app_commands.tree", "Ignoring exception")
@pytest.mark.parametrize(("command", "breach"), [("late", "10062"), ("twice", "40060")])
async def test_a_refused_answer_is_a_breach(room: World, command: str, breach: str) -> None:
    await room.alice.slash(room.channel, f"careless {command}")
    await room.pass_time(_LATE_S + 1)
    (first, *_) = arrivals_of(room.env.backend).amiss()
    assert breach in first
    assert f"careless {command}" in first


async def test_no_answer_is_a_breach(room: World) -> None:
    await room.alice.slash(room.channel, "careless never")
    (breach,) = arrivals_of(room.env.backend).amiss()
    assert "never answered" in breach


async def test_a_further_message_before_the_first_answer_is_a_breach(room: World) -> None:
    await room.alice.slash(room.channel, "careless further")
    (breach,) = arrivals_of(room.env.backend).amiss()
    assert "before the first answer" in breach


async def test_a_form_is_no_answer_to_a_form(room: World) -> None:
    opened = await room.alice.slash(room.channel, "careless form")

    @room.bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(_form())

    await room.alice.submit_modal(opened, {"word": "please"})
    assert any("answered by modal" in breach for breach in arrivals_of(room.env.backend).amiss())


@pytest.mark.answers_amiss("the mark itself is tried")
async def test_a_test_that_provokes_a_breach_says_so(room: World) -> None:
    await room.alice.slash(room.channel, "careless never")
