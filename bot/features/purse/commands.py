"""`/ecarte purse`: one's own chips in this server, and what has moved last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show
from bot.adapter.wording import Wording
from bot.features.purse.page import purse as page

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="purse", description=said("command.purse"))
    async def purse(interaction: discord.Interaction[Any]) -> None:
        words = await room.words_for(interaction)
        await show(interaction, await page(room, interaction, words))

    return purse
