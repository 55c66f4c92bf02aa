"""`/ecarte bet player amount`: on somebody who plays at a table where bets are open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter.amount_option import MOST_NAMED
from bot.adapter.answers import answer_privately, sentence_of
from bot.adapter.components import safe
from bot.adapter.wording import Wording
from bot.features.betting import text as betting_text
from bot.tables import lookup
from bot.tables.events.table import Person
from bot.tables.problems import Refused
from bot.tables.views import TableSight
from ecarte.table.stakes import Stage

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="bet", description=said("command.bet"))
    @app_commands.describe(player=said("command.bet.player"), amount=said("command.bet.amount"))
    async def bet(
        interaction: discord.Interaction[Any],
        player: discord.User,
        amount: app_commands.Range[int, 1, MOST_NAMED],
    ) -> None:
        words, user = await room.words_for(interaction), interaction.user
        sight = await _table_of(room, interaction, player.id)
        seat = sight.seat_of(player.id) if sight is not None else None
        if sight is None or seat is None:
            await answer_privately(interaction, words("galerie.bet.where", name=safe(player.display_name)))
            return
        try:
            done = await room.tables.bet(sight.id, Person(user.id, user.display_name), seat, amount, interaction.id)
        except Refused as refused:
            await answer_privately(interaction, sentence_of(words, refused))
        else:
            await answer_privately(interaction, betting_text.mine(words, done, user.id))

    return bet


async def _table_of(room: CardRoom, interaction: discord.Interaction[Any], player: int) -> TableSight | None:
    """The table at which somebody plays and bets are open: that of this channel first, else the newest."""
    found: TableSight | None = None
    for row in await lookup.tables_of(room.tables, player, interaction.guild_id):
        sight = await room.tables.sight(row.id)
        book = sight.around.book
        if book is None or book.stage is not Stage.OPEN or sight.seat_of(player) is None:
            continue
        if interaction.channel_id in (sight.place, sight.channel_id):
            return sight
        found = sight
    return found
