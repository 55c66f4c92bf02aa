"""`/ecarte hint`: what to do now, and why; against the house, or where both players agreed on it with the challenge.

Nowhere else, for there it would not be fair. It comes from the view of the seat that asks, and from nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.adapter import naming
from bot.adapter.answers import answer_privately
from bot.adapter.wording import Wording
from bot.features.review import text as review_text
from bot.tables import lookup
from bot.tables.state.table import Status
from bot.tables.views import TableSight

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["command"]


def command(room: CardRoom, said: Wording) -> app_commands.Command[Any, ..., None]:
    """`/ecarte hint`."""

    @app_commands.command(name="hint", description=said("command.hint"))
    async def hint(interaction: discord.Interaction[Any]) -> None:
        words = await room.words_for(interaction)
        sights = await _playing(room, interaction)
        sight = next((it for it in sights if _is_fair(it)), None)
        if sight is None:
            await answer_privately(interaction, words(_refusal(sights)))
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        view = (await room.tables.hand(sight.id, interaction.user.id)).view
        if view.public.turn is not view.seat or sight.to_cut is not None or not view.legal_moves:
            await answer_privately(interaction, words("hint.wait"))
            return
        told = await room.teacher.hint(view)
        await answer_privately(interaction, words("hint.one") if told is None else review_text.hint(words, told, view))

    return hint


def _is_fair(sight: TableSight) -> bool:
    """Whether hints are fair at a table: nobody is hurt by them, as others in a tournament are, or both have agreed."""
    alone = naming.seat_of_house(sight) is not None and not sight.terms.rules.for_stakes
    return sight.terms.hints or alone


def _refusal(sights: list[TableSight]) -> str:
    """Why there is no hint at any of these tables."""
    if not sights:
        return "hint.none"
    if sights[0].terms.rules.for_stakes:
        return "hint.stakes"
    return "hint.people" if sights[0].terms.pool is None else "hint.pool"


async def _playing(room: CardRoom, interaction: discord.Interaction[Any]) -> list[TableSight]:
    """The tables at which he plays now, here if he does, else in the server; those that wait for him first."""
    rows = await lookup.tables_of(room.tables, interaction.user.id, interaction.guild_id)
    sights = [await room.tables.sight(row.id) for row in rows]
    playing = [it for it in sights if it.status is Status.PLAYING and it.seat_of(interaction.user.id) is not None]

    def waits(sight: TableSight) -> bool:
        return sight.game is not None and sight.game.turn is sight.seat_of(interaction.user.id)

    here = [it for it in playing if it.place == interaction.channel_id]
    return sorted(here or playing, key=lambda it: not waits(it))
