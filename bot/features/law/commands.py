"""`/ecarte law [wanted]`: a law of the game, by its number or by a word, with completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show
from bot.adapter.wording import Wording
from bot.features.law.page import answer, label, offered

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]

_OFFERED = 25


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command, with its completion."""

    @app_commands.command(name="law", description=said("command.law"))
    @app_commands.describe(wanted=said("command.law.wanted"))
    async def law(interaction: discord.Interaction[Any], wanted: str = "") -> None:
        words = await room.words_for(interaction)
        await show(interaction, answer(words, wanted))

    @law.autocomplete("wanted")
    async def _laws(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        words = room.texts(str(interaction.locale))
        return [
            app_commands.Choice(name=label(words, one), value=str(one.number))
            for one in offered(words, current)[:_OFFERED]
        ]

    return law
