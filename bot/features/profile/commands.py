"""`/ecarte profile [member]`: of oneself, or of a member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show
from bot.adapter.components import shown
from bot.adapter.wording import Wording
from bot.features.profile.page import profile as page

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="profile", description=said("command.profile"))
    @app_commands.describe(member=said("command.profile.member"))
    async def profile(interaction: discord.Interaction[Any], member: discord.User | None = None) -> None:
        words = await room.words_for(interaction)
        user_id = (member or interaction.user).id
        await show(interaction, await page(room, interaction, words, user_id, shown(member)))

    return profile
