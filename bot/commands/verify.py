"""`/ecarte verify [game]`: whether the deals of a finished game were what was promised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.games import offered
from bot.commands.wording import Wording
from bot.tables.state import Status
from bot.ui.pages.games import GameKey
from bot.ui.pages.verify import verify as answer

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""

    @app_commands.command(name="verify", description=said("command.verify"))
    @app_commands.describe(game=said("command.verify.game"))
    async def verify(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        words = await room.words_for(interaction)
        key = await _last(room, interaction) if game is None else GameKey.read(game)
        await answer(room, interaction, words, key)

    @verify.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await offered(room, interaction, current)

    return verify


async def _last(room: CardRoom, interaction: discord.Interaction[Any]) -> GameKey | None:
    """The last finished game of the table whose thread this is; elsewhere, of whoever asks."""
    assert interaction.guild_id is not None
    for row in await room.database.open_tables_at(interaction.channel_id or 0):
        if row.thread_id == interaction.channel_id:
            sight = await room.tables.sight(row.id)
            finished = sight.game_no - (sight.status is Status.PLAYING)
            if finished:
                return GameKey(row.id, finished)
    played = (await room.database.history(interaction.guild_id, interaction.user.id, limit=1)).rows
    return GameKey.of(played[0]) if played else None
