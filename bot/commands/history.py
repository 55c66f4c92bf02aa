"""`/ecarte history [member]`: of oneself, or of a member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.wording import Wording
from bot.ui.pages.answering import show
from bot.ui.pages.history import history as page
from bot.ui.pages.parts import shown

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="history", description=said("command.history"))
    @app_commands.describe(member=said("command.history.member"))
    async def history(interaction: discord.Interaction[Any], member: discord.User | None = None) -> None:
        words = await room.words_for(interaction)
        user_id = (member or interaction.user).id
        await show(interaction, await page(room, interaction, words, user_id, shown(member)))

    return history
