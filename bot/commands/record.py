"""`/ecarte record game`: the record of a finished game, chosen among one's own last ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.wording import Wording
from bot.ui.pages.games import GameKey, game_label, people_of
from bot.ui.pages.parts import cut
from bot.ui.pages.record import record as answer

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]

_OFFERED, _LOOKED_AT, _LABEL = 25, 100, 100


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""

    @app_commands.command(name="record", description=said("command.record"))
    @app_commands.describe(game=said("command.record.game"))
    async def record(interaction: discord.Interaction[Any], game: str) -> None:
        words = await room.words_for(interaction)
        await answer(room, interaction, words, GameKey.read(game))

    @record.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        assert interaction.guild_id is not None
        words, user_id = room.texts(str(interaction.locale)), interaction.user.id
        games = (await room.database.history(interaction.guild_id, user_id, limit=_LOOKED_AT)).rows
        names = await room.database.names(people_of(games))
        labels = [(cut(game_label(words, it, user_id, names), _LABEL), str(GameKey.of(it))) for it in games]
        fitting = [(label, key) for label, key in labels if current.casefold() in label.casefold()]
        return [app_commands.Choice(name=label, value=key) for label, key in fitting[:_OFFERED]]

    return record
