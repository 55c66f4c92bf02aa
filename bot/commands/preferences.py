"""`/ecarte preferences`: what one sets for oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.wording import Wording
from bot.ui.pages.answering import show
from bot.ui.pages.preferences import draw

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
