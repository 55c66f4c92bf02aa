"""`/ecarte settings`: for those who manage the server. Discord hides no single command of a group: it is
asked here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show
from bot.adapter.answers import answer_privately
from bot.adapter.wording import Wording
from bot.features.settings.page import draw, existing, manages

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="settings", description=said("command.settings"))
    async def settings(interaction: discord.Interaction[Any]) -> None:
        assert interaction.guild_id is not None
        words = await room.words_for(interaction)
        if not manages(interaction):
            await answer_privately(interaction, words("problem.manage_server"))
            return
        choices = await room.choices(interaction.guild_id)
        await show(interaction, draw(words, choices, existing(interaction, choices)))

    return settings
