"""The completion of an option that names a finished game: one's own last ones, by adversary, day and score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.ui.pages.games import GameKey, game_label, people_of
from bot.ui.pages.parts import cut

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["offered"]

_OFFERED, _LOOKED_AT, _LABEL = 25, 100, 100


async def offered(
    room: CardRoom, interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[str]]:
    """The games that fit what is written so far."""
    assert interaction.guild_id is not None
    words, user_id = room.texts(str(interaction.locale)), interaction.user.id
    games = (await room.database.history(interaction.guild_id, user_id, limit=_LOOKED_AT)).rows
    names = await room.database.names(people_of(games))
    labels = [(cut(game_label(words, it, user_id, names), _LABEL), str(GameKey.of(it))) for it in games]
    fitting = [(label, key) for label, key in labels if current.casefold() in label.casefold()]
    return [app_commands.Choice(name=label, value=key) for label, key in fitting[:_OFFERED]]
