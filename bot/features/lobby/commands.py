"""`/ecarte tables`: what is on in this server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show
from bot.adapter.wording import Wording
from bot.features.lobby.page import tables as page

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="tables", description=said("command.tables"))
    async def tables(interaction: discord.Interaction[Any]) -> None:
        words = await room.words_for(interaction)
        await show(interaction, await page(room, interaction, words))

    return tables
