"""Private answers: what one person is told, and nobody else."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.adapter.message import layout
from bot.tables.problems import Problem, Refused
from bot.texts import Words

__all__ = ["answer_privately", "note", "sentence_of"]


def sentence_of(words: Words, refused: Refused) -> str:
    """The sentence for a refusal; an unlawful move has one of its own for each rule, where there is one."""
    key = f"problem.{refused.problem.value}"
    if refused.problem is Problem.NOT_LAWFUL:
        rule = refused.data.get("rule")
        special = f"rule.{getattr(rule, 'value', rule)}"
        key = special if words.has(special) else key
    elif refused.problem is Problem.GALERIE:
        rule = refused.data.get("rule")
        key = f"galerie.no.{getattr(rule, 'value', rule)}"
    limit = refused.data.get("limit")
    if isinstance(limit, int):
        return words.count(key, limit, **refused.data)
    return words(key, **{name: words.number(it) if type(it) is int else it for name, it in refused.data.items()})


def note(text: str) -> ui.LayoutView:
    """A message that is one text."""
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return layout(item)


async def answer_privately(interaction: discord.Interaction[Any], text: str) -> None:
    """Says something to whoever acted, whether the interaction was acknowledged already or not."""
    if interaction.response.is_done():
        await interaction.followup.send(view=note(text), ephemeral=True)
    else:
        await interaction.response.send_message(view=note(text), ephemeral=True)
