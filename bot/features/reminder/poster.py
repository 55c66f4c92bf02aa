"""Sends the daily reminders as direct messages. Only the process with shard 0 does so: shard 0 is the connection to
Discord that brings direct messages.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

import discord

from bot.adapter import formatting
from bot.adapter.answer import REFUSED_DM
from bot.adapter.directs import Directs
from bot.adapter.outbox import Outbox, send_once
from bot.adapter.store import CHALLENGE, MessageStore
from bot.app import App
from bot.features.reminder.message import agenda_of, draw
from bot.people import reminders
from bot.rows.member_rows import DueReminder
from bot.rows.slots import SlotKind
from bot.tables.views import TableView

_log = logging.getLogger(__name__)
_DIRECT: Final = 0
"""The id that stands for direct messages in place of a server."""


class ReminderPoster:
    """Sends daily reminders that are due.

    Args:
        messages: the store of the tables' messages, from which the reminder takes links.
    """

    def __init__(self, app: App, client: discord.Client, messages: MessageStore, directs: Directs) -> None:
        self._app, self._client, self._messages, self._directs = app, client, messages, directs
        claim = partial(reminders.claim, app.people)
        self._outbox = Outbox(app, "reminder", claim, self._send, guild_of=lambda _user_id: _DIRECT)

    async def look(self, is_held: Callable[[int], bool]) -> None:
        """Starts to send the reminders that are due. It is called each minute.

        Does nothing while Discord brings no direct messages, or if another process has them.

        Args:
            is_held: takes the id of a server, or 0 for direct messages, and returns whether to leave it out: another
                process owns it, or its clocks are stopped.

        Raises:
            StorageError: the database refused.
        """
        if is_held(_DIRECT):
            return
        for reminder in await self._app.people.reminders.due(self._app.now()):
            self._outbox.put(reminder.user_id, reminder)

    async def stop(self, grace_s: float) -> None:
        """Waits for the reminders that are being sent, for at most `grace_s` seconds."""
        await self._outbox.stop(grace_s)

    async def _send(self, reminder: DueReminder) -> None:
        app, user_id = self._app, reminder.user_id
        if user_id in app.privacy.leaving or user_id in app.privacy.blocked.people:
            return
        agenda = await agenda_of(app.people, app.tables, user_id)
        if not agenda.is_something:
            return
        words = app.texts((await app.people.profiles.profile(user_id)).language)
        links = [await self._link(turn.table) for turn in agenda.named]
        try:
            channel = self._client.get_partial_messageable(await self._directs.channel(user_id))
            await send_once(channel, draw(words, agenda, links, reminder.at), f"reminder/{user_id}/{reminder.at}")
        except discord.HTTPException as error:
            if error.code not in REFUSED_DM:
                raise
            _log.info("reminder %d: switched off: Discord answered %d", user_id, error.code)
            await app.people.reminders.switch_off(user_id, refused=True)

    async def _link(self, table: TableView) -> str:
        """Returns a link to the thread of a table or, in a channel, to its last message."""
        if table.thread is not None:
            return formatting.link(table.guild_id, table.place)
        slots = await self._messages.slots(table.id)
        of_table = [row.message_id for slot, row in slots.items() if slot.kind is SlotKind.TABLE or slot == CHALLENGE]
        return formatting.link(table.guild_id, table.place, max(of_table, default=0) or None)
