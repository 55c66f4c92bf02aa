"""`/ecarte leaderboard [sort] [period]`: shown to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.answering import show_all
from bot.adapter.languages import public_words
from bot.adapter.wording import Wording
from bot.features.leaderboard.page import ORDERS, BoardAsk, Period, board, order
from bot.people.standings import Sort

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="leaderboard", description=said("command.leaderboard"))
    @app_commands.describe(sort=said("command.leaderboard.sort"), period=said("command.leaderboard.period"))
    @app_commands.choices(
        sort=[app_commands.Choice(name=said(f"pages.sort.{sort.value}"), value=sort.value) for sort in ORDERS],
        period=[app_commands.Choice(name=said(f"pages.period.{it.value}"), value=it.value) for it in Period],
    )
    async def leaderboard(
        interaction: discord.Interaction[Any], sort: str = Sort.WON.value, period: str = Period.ALL.value
    ) -> None:
        await room.words_for(interaction)
        ask = BoardAsk(order(sort), Period(period), owner=interaction.user.id)
        await show_all(interaction, await board(room, interaction, await public_words(room, interaction), ask))

    return leaderboard
