"""`/ecarte daily`: the deal of the day against the maître, the same for everybody, one try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.wording import Wording
from bot.features.daily.handlers import open_page

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="daily", description=said("command.daily"))
    async def daily(interaction: discord.Interaction[Any]) -> None:
        await open_page(room, interaction, await room.words_for(interaction))

    return daily
