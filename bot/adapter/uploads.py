"""Edits messages without painting and sending again the pictures that they show already."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import TypeAlias

import discord

from bot.adapter.message import Message

__all__ = ["Attachments", "Edit", "Uploads"]

Attachments: TypeAlias = Sequence[discord.File | discord.Attachment]
Edit: TypeAlias = Callable[[Attachments], Awaitable[discord.Message]]
"""Makes the request, with new and kept attachments; returns the message as Discord has it."""
_MOST = 4096
_BAD_REQUEST = 400


class Uploads:
    """The attachments of messages, as far as this process knows them."""

    def __init__(self) -> None:
        self._shown: dict[Hashable, tuple[str, list[discord.Attachment]]] = {}

    async def edit(self, key: Hashable, drawing: Message, request: Edit) -> None:
        """Edits a message; pictures that have not changed stay.

        Args:
            key: names the message.

        Raises:
            HTTPException: Discord refused it; the next edit sends all pictures.
        """
        # Forgotten meanwhile: what a failed request has left is not known.
        pictures, attachments = self._shown.pop(key, ("", []))
        if not attachments or pictures != drawing.pictured:
            self.sent(key, drawing, await request(await drawing.files()))
            return
        try:
            message = await request(attachments)
        except discord.HTTPException as error:
            if error.status != _BAD_REQUEST:
                raise
            # An attachment is gone.
            message = await request(await drawing.files())
        self.sent(key, drawing, message)

    def sent(self, key: Hashable, drawing: Message, message: discord.Message) -> None:
        """Remembers the attachments of a message that shows a drawing."""
        if drawing.pictures and len(message.attachments) == len(drawing.pictures):
            while len(self._shown) >= _MOST:
                del self._shown[next(iter(self._shown))]
            self._shown[key] = (drawing.pictured, message.attachments)
