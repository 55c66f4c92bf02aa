"""`/ecarte odds [mine] [theirs] [deal]`: the chance to win the game from a score, by what everybody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.wording import Wording
from bot.features.odds.page import open_page
from ecarte.game import Seat

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]

_MOST = 4
_DEALERS = {"me": Seat.NORTH, "other": Seat.SOUTH}


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command. Without options it tells of a table; with any, of that score."""

    @app_commands.command(name="odds", description=said("command.odds"))
    @app_commands.describe(
        mine=said("command.odds.mine"), theirs=said("command.odds.theirs"), deal=said("command.odds.deal")
    )
    @app_commands.choices(
        deal=[
            app_commands.Choice(name=said("command.odds.deal.me"), value="me"),
            app_commands.Choice(name=said("command.odds.deal.other"), value="other"),
        ]
    )
    async def odds(
        interaction: discord.Interaction[Any],
        mine: app_commands.Range[int, 0, _MOST] | None = None,
        theirs: app_commands.Range[int, 0, _MOST] | None = None,
        deal: str | None = None,
    ) -> None:
        words = await room.words_for(interaction)
        score = None if mine is None and theirs is None else (mine or 0, theirs or 0)
        await open_page(room, interaction, words, score, None if deal is None else _DEALERS[deal])

    return odds
