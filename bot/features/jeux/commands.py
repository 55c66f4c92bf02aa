"""`/ecarte jeux`: ten hands against the clock, to be played or proposed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.wording import Wording
from bot.features.jeux.page import jeux as open_page

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="jeux", description=said("command.jeux"))
    async def jeux(interaction: discord.Interaction[Any]) -> None:
        await open_page(room, interaction, await room.words_for(interaction))

    return jeux
