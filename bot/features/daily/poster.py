"""Posts the deal of the day in servers that have chosen a channel and an hour for it.

A posting is claimed in the database before it is sent, by the owner of the server's tables: of several processes one
sends it, and a crash between the two loses that day's. What Discord does not answer is sent again with the same nonce,
by which Discord knows it. What it refuses is left until the next day.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

import discord

from bot.adapter.answer import NETWORK, is_transient
from bot.adapter.message import Message
from bot.adapter.permissions import missing_to_post
from bot.app import App
from bot.features.daily.handlers import today
from bot.features.daily.render import DailyBoard, draw_post
from bot.people import daily_deals
from bot.people.server import DuePosting
from bot.tables.owned_work import by_owner
from bot.texts import Language
from bot.work_queue import WorkQueue
from ecarte.teaching import daily

_log = logging.getLogger(__name__)
_AT_ONCE: Final = 2
"""So many servers are posted in at a time: hands have the rest of what Discord allows."""
_TRIED_MS: Final = 180_000
"""So long a message is sent again: Discord knows a nonce for a few minutes, and after them would post it twice."""


class Poster:
    """Posts what is due, each in a task of its own."""

    def __init__(self, app: App, client: discord.Client) -> None:
        self._app, self._client = app, client
        self._work = WorkQueue(self._post, "daily")
        self._due: dict[int, DuePosting] = {}
        self._claimed: dict[int, tuple[DuePosting, int]] = {}
        self._turns = asyncio.Semaphore(_AT_ONCE)

    async def look(self, is_held: Callable[[int], bool]) -> None:
        """Begins to post what is due, but in servers that are away or (`is_held`) another process's.

        Raises:
            StorageError: the database refused.
        """
        for posting in await self._app.people.servers.due_dailies(self._app.now()):
            guild = self._client.get_guild(posting.guild_id)
            if guild is not None and not guild.unavailable and not is_held(guild.id):
                self._due[guild.id] = posting
                self._work.wake(guild.id)

    async def stop(self, grace_s: float) -> None:
        """Finishes what is being posted, within `grace_s`."""
        self._work.stop()
        if tasks := self._work.under_way:
            await asyncio.wait(tasks, timeout=grace_s)

    @by_owner(False)
    async def _post(self, guild_id: int) -> bool:
        """Claims and posts; True if it has to be tried again."""
        async with self._turns:
            if (posting := self._due.pop(guild_id, None)) is not None:
                if not await self._app.people.servers.claim_daily(posting):
                    return False
                self._claimed[guild_id] = posting, self._app.now() + _TRIED_MS
            if guild_id not in self._claimed:
                return False
            posting, until = self._claimed[guild_id]
            may_send = self._app.now() < until and self._app.tables.log.is_owned(guild_id)
            if may_send and await self._send(posting):
                return True
            del self._claimed[guild_id]
            return False

    async def _send(self, posting: DuePosting) -> bool:
        """Sends the message; True if Discord may take it a little later."""
        guild = self._client.get_guild(posting.guild_id)
        if guild is None:
            return False
        lacks = missing_to_post(guild, posting.channel_id)
        if lacks is None or lacks:
            why = "the channel is gone" if lacks is None else f"without {', '.join(lacks)}"
            _log.info("server %d: the deal of the day cannot be posted: %s", guild.id, why)
            return False
        message = await self._draw(guild, posting)
        nonce = blake2b(f"daily/{guild.id}/{today(posting.at)}".encode(), digest_size=12).hexdigest()
        channel = self._client.get_partial_messageable(posting.channel_id)
        try:
            await channel.send(view=message.view, nonce=nonce, allowed_mentions=message.allowed_mentions())
        except NETWORK as error:
            _log.info("server %d: the deal of the day is not posted yet (%s)", guild.id, type(error).__name__)
            return True
        except discord.HTTPException as error:
            if is_transient(error):
                _log.info("server %d: the deal of the day is not posted yet (%d)", guild.id, error.status)
                return True
            _log.info("server %d: the deal of the day cannot be posted: Discord answered %d", guild.id, error.code)
        return False

    async def _draw(self, guild: discord.Guild, posting: DuePosting) -> Message:
        people, settings = self._app.people, await self._app.people.servers.of(guild.id)
        language = settings.language or Language.near(str(guild.preferred_locale)) or self._app.settings.language
        before = today(posting.at, 1)
        rows = await daily_deals.best_of_day(people, guild.id, before)
        board = DailyBoard(rows, await people.profiles.names({row.user_id for row in rows}))
        par = (await asyncio.to_thread(daily.par, before)).points if rows else None
        return draw_post(self._app.texts(language), today(posting.at), board, par)
