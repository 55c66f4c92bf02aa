"""Sends the messages that are due at an hour of the day, such as the deal of the day.

The process that owns a server sends the server's messages. Each message is claimed in the database before it is sent,
so that it is sent once, by one process. A crash after the claim loses the message. If Discord does not answer, the
message is sent again with the same nonce, by which Discord recognises it. If Discord refuses the message, it is not
sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Final, Generic, TypeVar

import discord

from bot.adapter.answer import NETWORK, is_transient
from bot.adapter.directs import NotOpenYet
from bot.adapter.message import Message
from bot.app import App
from bot.tables.owned_work import by_owner
from bot.work_queue import WorkQueue

_log = logging.getLogger(__name__)
_AT_ONCE: Final = 2
"""How many messages of a kind are sent at a time. Hands use the rest of Discord's limits."""
_TRIED_MS: Final = 180_000
"""How long a message is tried again. Discord forgets a nonce after a few minutes, and would post the message twice."""
_Due = TypeVar("_Due")


class Outbox(Generic[_Due]):
    """Sends messages of one kind in the background. A message is given by a key and a value that says what is due.

    Args:
        what: the name of this kind of message in tasks, the log and the metrics.
        claim: notes in the database that a message is about to be sent. Returns whether this process has to send the
            message.
        send: sends a message, or nothing if the message would be empty.
        guild_of: returns the server of a key. The process that owns this server sends the message. 0 for direct
            messages.
    """

    def __init__(
        self,
        app: App,
        what: str,
        claim: Callable[[_Due], Awaitable[bool]],
        send: Callable[[_Due], Awaitable[None]],
        guild_of: Callable[[int], int],
    ) -> None:
        self._app, self._what, self._claim, self._send, self._guild_of = app, what, claim, send, guild_of
        self._work = WorkQueue(self._post, what)
        self._due: dict[int, _Due] = {}
        self._claimed: dict[int, tuple[_Due, int]] = {}
        self._turns = asyncio.Semaphore(_AT_ONCE)

    def put(self, key: int, due: _Due) -> None:
        """Claims and sends the message of a key in the background."""
        self._due[key] = due
        self._work.wake(key)

    async def stop(self, grace_s: float) -> None:
        """Begins to send no further message. Waits for messages being sent, at most `grace_s` seconds."""
        self._work.stop()
        self._due.clear()
        if tasks := self._work.under_way:
            await asyncio.wait(tasks, timeout=grace_s)

    @by_owner(False)
    async def _post(self, key: int) -> bool:
        """Claims and sends a message. Returns whether to try again."""
        async with self._turns:
            if (due := self._due.pop(key, None)) is not None:
                if not await self._claim(due):
                    return False
                self._claimed[key] = due, self._app.now() + _TRIED_MS
            if key not in self._claimed:
                return False
            due, until = self._claimed[key]
            may_send = self._app.now() < until and self._app.tables.log.is_owned(self._guild_of(key))
            if may_send and not await self._is_done(key, due):
                return True
            del self._claimed[key]
            return False

    async def _is_done(self, key: int, due: _Due) -> bool:
        """Sends a message. Returns False if Discord may accept it a little later."""
        what = self._what
        try:
            await self._send(due)
        except (NotOpenYet, *NETWORK) as error:
            _log.info("%s %d: not sent yet (%s)", what, key, type(error).__name__)
            return False
        except discord.HTTPException as error:
            if is_transient(error):
                _log.info("%s %d: not sent yet (%d)", what, key, error.status)
                return False
            _log.info("%s %d: not sent: Discord answered %d", what, key, error.code)
        return True


async def send_once(channel: discord.abc.Messageable, message: Message, name: str) -> None:
    """Sends a message. If the same `name` is sent again within a few minutes, Discord does not post a second message.

    Raises:
        HTTPException: Discord refused the message.
    """
    nonce = blake2b(name.encode(), digest_size=12).hexdigest()
    files = await message.files()
    await channel.send(view=message.view, files=files, nonce=nonce, allowed_mentions=message.allowed_mentions())
