"""`/ecarte preferences`: what one sets for oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show
from bot.adapter.wording import Wording
from bot.features.preferences.page import draw

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="preferences", description=said("command.preferences"))
    async def preferences(interaction: discord.Interaction[Any]) -> None:
        words = await room.words_for(interaction)
        await show(interaction, draw(words, (await room.profile(interaction.user.id)).preferences))

    return preferences
