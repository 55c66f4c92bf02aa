"""Sends what falls due at an hour: once, by its owner, each in a task of its own.

It is claimed in the database before it is sent: of several processes one sends it, and a crash between the two loses
it. What Discord does not answer is sent again with the same nonce, by which Discord knows it; what it refuses is not
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
"""So many messages of a kind are sent at a time: hands have the rest of what Discord allows."""
_TRIED_MS: Final = 180_000
"""So long a message is sent again: Discord knows a nonce for a few minutes, and after them would post it twice."""
_Due = TypeVar("_Due")


class Outbox(Generic[_Due]):
    """Sends what is put into it, if it is still due then.

    Args:
        what: names it in tasks, the log and the metrics.
        claim: notes in the database that something is about to be sent; returns whether it is the caller's to send.
        send: sends it, if there is anything to say.
        guild_of: returns the server by whose owner a key is sent; 0: the owner of direct messages.
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
        """Begins to send something, unless that is under way."""
        self._due[key] = due
        self._work.wake(key)

    async def stop(self, grace_s: float) -> None:
        """Finishes what is being sent, within `grace_s`; claims nothing more."""
        self._work.stop()
        self._due.clear()
        if tasks := self._work.under_way:
            await asyncio.wait(tasks, timeout=grace_s)

    @by_owner(False)
    async def _post(self, key: int) -> bool:
        """Claims and sends; True if it has to be tried again."""
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
        """Sends; False if Discord may take it a little later."""
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
    """Sends a message; one of the same name within a few minutes is the same message.

    Raises:
        HTTPException: Discord refused it.
    """
    nonce = blake2b(name.encode(), digest_size=12).hexdigest()
    files = await message.files()
    await channel.send(view=message.view, files=files, nonce=nonce, allowed_mentions=message.allowed_mentions())
