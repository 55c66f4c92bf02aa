"""`/ecarte lesson [which]`: écarté from the first card on, in short lessons, and the book's hands to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.wording import Wording
from bot.features.lesson.page import offered, open_page

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]

_OFFERED = 25


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""

    @app_commands.command(name="lesson", description=said("command.lesson"))
    @app_commands.describe(which=said("command.lesson.which"))
    async def lesson(interaction: discord.Interaction[Any], which: str = "") -> None:
        await open_page(room, interaction, await room.words_for(interaction), which)

    @lesson.autocomplete("which")
    async def _titles(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        words = room.texts(str(interaction.locale))
        found = offered(words, current)[:_OFFERED]
        return [app_commands.Choice(name=title, value=value) for value, title in found]

    return lesson
