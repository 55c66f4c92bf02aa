"""Posts the deal of the day in servers that have chosen a channel and an hour for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from bot.adapter.message import Message
from bot.adapter.outbox import Outbox, send_once
from bot.adapter.permissions import missing_to_post
from bot.app import App
from bot.features.daily.handlers import today
from bot.features.daily.render import DailyBoard, draw_post
from bot.people import daily_deals
from bot.people.server import DuePosting
from bot.texts import Language
from ecarte.teaching import daily

_log = logging.getLogger(__name__)


class Poster:
    """Posts what is due; what cannot be posted is left until the next day."""

    def __init__(self, app: App, client: discord.Client) -> None:
        self._app, self._client = app, client
        self._outbox = Outbox(
            app, "daily", app.people.servers.claim_daily, self._send, guild_of=lambda guild_id: guild_id
        )

    async def look(self, is_held: Callable[[int], bool]) -> None:
        """Begins to post what is due, but in servers that are away or (`is_held`) another process's.

        Raises:
            StorageError: the database refused.
        """
        for posting in await self._app.people.servers.due_dailies(self._app.now()):
            guild = self._client.get_guild(posting.guild_id)
            if guild is not None and not guild.unavailable and not is_held(guild.id):
                self._outbox.put(guild.id, posting)

    async def stop(self, grace_s: float) -> None:
        """Finishes what is being posted, within `grace_s`."""
        await self._outbox.stop(grace_s)

    async def _send(self, posting: DuePosting) -> None:
        guild = self._client.get_guild(posting.guild_id)
        if guild is None:
            return
        lacks = missing_to_post(guild, posting.channel_id)
        if lacks is None or lacks:
            why = "the channel is gone" if lacks is None else f"without {', '.join(lacks)}"
            _log.info("server %d: the deal of the day cannot be posted: %s", guild.id, why)
            return
        message = await self._draw(guild, posting)
        channel = self._client.get_partial_messageable(posting.channel_id)
        await send_once(channel, message, f"daily/{guild.id}/{today(posting.at)}")

    async def _draw(self, guild: discord.Guild, posting: DuePosting) -> Message:
        people, settings = self._app.people, await self._app.people.servers.of(guild.id)
        language = settings.language or Language.near(str(guild.preferred_locale)) or self._app.settings.language
        before = today(posting.at, 1)
        rows = await daily_deals.best_of_day(people, guild.id, before)
        board = DailyBoard(rows, await people.profiles.names({row.user_id for row in rows}))
        par = (await asyncio.to_thread(daily.par, before)).points if rows else None
        return draw_post(self._app.texts(language), today(posting.at), board, par)
