"""The tokens of interactions: while one is young, it edits its message outside the bot's limit of requests."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.adapter.message import Attachments, Message

__all__ = ["TOKEN_MS", "Token"]

TOKEN_MS: Final = 14 * 60_000
"""Discord takes a token for fifteen minutes."""


@dataclass(frozen=True, slots=True)
class Token:
    """The token of an interaction.

    Attributes:
        edits: whether it edits the message that was pressed, once the press is acknowledged; None: it edits its own.
    """

    interaction: discord.Interaction[Any]
    until: int
    edits: asyncio.Future[bool] | None = None

    async def usable(self, now: int) -> bool:
        """Returns whether it edits the message; waits until the press is acknowledged."""
        return self.until > now and (self.edits is None or await self.edits)

    async def edit(self, drawing: Message, attachments: Attachments) -> discord.Message:
        """Edits its message."""
        return await self.interaction.edit_original_response(view=drawing.view, attachments=attachments)
