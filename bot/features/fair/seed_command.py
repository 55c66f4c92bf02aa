"""`/ecarte seed [text]`: what one gives to the packs of fair deals; without a text it is forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answers import answer_privately
from bot.adapter.formatting import safe
from bot.adapter.wording import Wording

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["LONGEST", "command"]

LONGEST = 64
"""How many characters a seed has at most."""


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="seed", description=said("command.seed"))
    @app_commands.describe(text=said("command.seed.text"))
    async def seed(
        interaction: discord.Interaction[Any], text: app_commands.Range[str, 1, LONGEST] | None = None
    ) -> None:
        words = await room.words_for(interaction)
        before = (await room.profile(interaction.user.id)).preferences
        await room.people.profiles.prefer(interaction.user.id, replace(before, seed=text or ""))
        said_now = words("fair.seed.set", seed=safe(text)) if text else words("fair.seed.none")
        await answer_privately(interaction, said_now)

    return seed
