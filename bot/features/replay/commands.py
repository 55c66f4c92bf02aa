"""`/ecarte replay [game] [record] [everybody]`: a finished game of this server, or a record that somebody brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answers import answer_privately
from bot.adapter.wording import Wording
from bot.features.games.options import last_game, offered
from bot.features.replay.page import load
from bot.features.replay.page import replay as open_game
from bot.tables.archive import GameKey

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""

    @app_commands.command(name="replay", description=said("command.replay"))
    @app_commands.describe(
        game=said("command.replay.game"),
        record=said("command.replay.record"),
        everybody=said("command.replay.everybody"),
    )
    async def replay(
        interaction: discord.Interaction[Any],
        game: str | None = None,
        record: discord.Attachment | None = None,
        everybody: bool = False,
    ) -> None:
        words = await room.words_for(interaction)
        if record is not None and game is not None:
            await answer_privately(interaction, words("replay.one"))
        elif record is not None:
            await load(room, interaction, words, record, everybody=everybody)
        else:
            key = await last_game(room, interaction) if game is None else GameKey.read(game)
            if game is None and key is None:
                await answer_privately(interaction, words("replay.none"))
            else:
                await open_game(room, interaction, words, key, everybody=everybody)

    @replay.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await offered(room, interaction, current)

    return replay
