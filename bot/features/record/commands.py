"""`/ecarte record game`: the record of a finished game, chosen among one's own last ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.wording import Wording
from bot.features.games.options import offered
from bot.features.record.page import record as answer
from bot.tables.archive import GameKey

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""

    @app_commands.command(name="record", description=said("command.record"))
    @app_commands.describe(game=said("command.record.game"))
    async def record(interaction: discord.Interaction[Any], game: str) -> None:
        words = await room.words_for(interaction)
        await answer(room, interaction, words, GameKey.read(game))

    @record.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await offered(room, interaction, current)

    return record
