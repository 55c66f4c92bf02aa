"""Posts the messages that servers have chosen to get at an hour of the day: the deal of the day, and the week of the
server.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from bot.adapter.message import Message
from bot.adapter.outbox import Outbox, send_once
from bot.adapter.permissions import missing_to_post
from bot.app import App
from bot.people.hours import day_of
from bot.people.server import DuePosting, PostingKind
from bot.texts import Words

_log = logging.getLogger(__name__)

DrawPosting: TypeAlias = Callable[[Words, discord.Guild, DuePosting], Awaitable[Message | None]]
"""Returns the message to post, in the language of the server. None if the server gets no message."""


class Poster:
    """Posts the due messages of one kind.

    If Discord does not accept a message, the server gets none until the next time it is due.
    """

    def __init__(self, app: App, client: discord.Client, kind: PostingKind, draw: DrawPosting) -> None:
        self._app, self._client, self._kind, self._draw = app, client, kind, draw
        claim = app.people.servers.claim_posting
        self._outbox = Outbox(app, kind.value, claim, self._send, guild_of=lambda guild_id: guild_id)

    async def look(self, is_held: Callable[[int], bool]) -> None:
        """Begins to post the due messages, except in servers that are away or for which `is_held` returns True.

        Args:
            is_held: returns whether nothing may be posted in a server now: another process owns the server, or the
                clocks of games stand there.

        Raises:
            StorageError: the database refused the query.
        """
        for posting in await self._app.people.servers.due_postings(self._kind, self._app.now()):
            guild = self._client.get_guild(posting.guild_id)
            if guild is not None and not guild.unavailable and not is_held(guild.id):
                self._outbox.put(guild.id, posting)

    async def stop(self, grace_s: float) -> None:
        """Posts no further message. Waits for messages being posted, at most `grace_s` seconds."""
        await self._outbox.stop(grace_s)

    async def _send(self, posting: DuePosting) -> None:
        guild, kind = self._client.get_guild(posting.guild_id), self._kind.value
        if guild is None:
            return
        lacks = missing_to_post(guild, posting.channel_id)
        if lacks is None or lacks:
            why = "the channel is gone" if lacks is None else f"without {', '.join(lacks)}"
            _log.info("server %d: %s cannot be posted: %s", guild.id, kind, why)
            return
        message = await self._draw(await self._words(guild), guild, posting)
        if message is not None:
            channel = self._client.get_partial_messageable(posting.channel_id)
            await send_once(channel, message, f"{kind}/{guild.id}/{day_of(posting.at)}")

    async def _words(self, guild: discord.Guild) -> Words:
        settings = await self._app.people.servers.of(guild.id)
        return self._app.texts(self._app.public_language(settings, guild.preferred_locale))
