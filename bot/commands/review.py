"""`/ecarte review [game]`: one's own decisions in a finished game, or one's advice, with what each cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.games import last_game, offered
from bot.commands.wording import Wording
from bot.ui.pages.games import GameKey
from bot.ui.pages.review import open_review

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""

    @app_commands.command(name="review", description=said("command.review"))
    @app_commands.describe(game=said("command.review.game"))
    async def review(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        words = await room.words_for(interaction)
        key = await last_game(room, interaction) if game is None else GameKey.read(game)
        await open_review(room, interaction, words, key)

    @review.autocomplete("game")
    async def _games(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await offered(room, interaction, current)

    return review
