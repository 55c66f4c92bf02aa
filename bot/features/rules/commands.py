"""`/ecarte rules`: how it is played, in five short pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show
from bot.adapter.wording import Wording
from bot.features.rules.page import Chapter, draw

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="rules", description=said("command.rules"))
    async def rules(interaction: discord.Interaction[Any]) -> None:
        words = await room.words_for(interaction)
        preferences = (await room.profile(interaction.user.id)).preferences
        await show(interaction, draw(words, Chapter.AIM, preferences))

    return rules
