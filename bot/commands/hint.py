"""`/ecarte hint`: what to do now in a game against the house, and why; nowhere else, for there it would not be fair."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.commands.wording import Wording
from bot.tables.sights import TableSight
from bot.tables.state import Status
from bot.ui import house_text, review_text
from bot.ui.answers import answer_privately
from ecarte.teaching.hint import hint as hint_for

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """`/ecarte hint`."""

    @app_commands.command(name="hint", description=said("command.hint"))
    async def hint(interaction: discord.Interaction[Any]) -> None:
        words = await room.words_for(interaction)
        sights = await _playing(room, interaction)
        sight = next((it for it in sights if house_text.seat_of_house(it) is not None), None)
        if sight is None:
            await answer_privately(interaction, words("hint.people" if sights else "hint.none"))
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        view = (await room.tables.hand(sight.id, interaction.user.id)).view
        if view.public.turn is not view.seat or sight.to_cut is not None or not view.legal_moves:
            await answer_privately(interaction, words("hint.wait"))
            return
        # The same chance each time: the same hint, however often he asks.
        told = await asyncio.to_thread(hint_for, view, random.Random("hint"))
        await answer_privately(interaction, words("hint.one") if told is None else review_text.hint(words, told, view))

    return hint


async def _playing(room: CardRoom, interaction: discord.Interaction[Any]) -> list[TableSight]:
    """The tables of this server at which he plays now; the one of this place first."""
    rows = await room.database.open_tables_of(interaction.user.id, interaction.guild_id)
    sights = [await room.tables.sight(row.id) for row in rows]
    playing = [it for it in sights if it.status is Status.PLAYING and it.seat_of(interaction.user.id) is not None]
    return sorted(playing, key=lambda it: it.place != interaction.channel_id)
