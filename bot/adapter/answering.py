"""How a page reaches its one reader: as a new private message, or in place of the page on which he pressed."""

from __future__ import annotations

from typing import Any

import discord

from bot.adapter.message import Drawing

__all__ = ["show", "show_all", "turn"]


async def show(interaction: discord.Interaction[Any], drawing: Drawing) -> None:
    """Opens a page that only whoever acted can see."""
    await _send(interaction, drawing, private=True)


async def show_all(interaction: discord.Interaction[Any], drawing: Drawing) -> None:
    """Opens a page that everybody can see."""
    await _send(interaction, drawing, private=False)


async def turn(interaction: discord.Interaction[Any], drawing: Drawing) -> None:
    """Draws a page in place of the one on which somebody pressed."""
    if interaction.response.is_done():
        await interaction.edit_original_response(
            view=drawing.view, attachments=drawing.files(), allowed_mentions=drawing.allowed()
        )
    else:
        await interaction.response.edit_message(
            view=drawing.view, attachments=drawing.files(), allowed_mentions=drawing.allowed()
        )


async def _send(interaction: discord.Interaction[Any], drawing: Drawing, *, private: bool) -> None:
    if interaction.response.is_done():
        await interaction.followup.send(
            view=drawing.view, files=drawing.files(), ephemeral=private, allowed_mentions=drawing.allowed()
        )
    else:
        await interaction.response.send_message(
            view=drawing.view, files=drawing.files(), ephemeral=private, allowed_mentions=drawing.allowed()
        )
