"""Opens the channels of direct messages: new ones at a pace, since Discord takes a bot that opens many for a spammer.

# Theory

Discord tells no numbers. Reports speak of some ten channels within seconds, then 40003 ("opening direct messages too
fast"); and of a few dozen, then 20026: the bot is flagged until its owner appeals, and reaches only people to whom it
has written before. So a channel once opened is stored and free for ever, and a new one takes a turn, which all
processes share at the database.

- 40003 is "later": all wait, longer after each refusal, and the same person is tried again.
- 20026 stops the opening for an hour, then for one try an hour. One error in the log says so, and a metric.
- Any other refusal is raised to the callers who wait for this channel, as is an answer that does not come.

A caller whose channel has to wait hears so at once (`NotOpenYet`), and `opened` is called when it is worth another try.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

import discord

from bot import metrics

_log = logging.getLogger(__name__)
_TOO_FAST: Final = 40003
_FLAGGED: Final = 20026
_MOST_KEPT: Final = 65_536
FIRST_WAIT_S: Final = 10.0
"""After the first refusal; after each further one twice as long."""
_ANSWERS_WITHIN_S: Final = 1.0
"""A caller waits no longer for Discord's answer."""
_LAST_WAIT_S: Final = 300.0
_FLAGGED_WAIT_S: Final = 3600.0
_APPEAL: Final = (
    "Discord has flagged the bot (20026): it can write to no person to whom it has not written before. At tables these "
    "players are told to press My hand. Appeal on the page of the application; the bot tries again once an hour"
)


class NotOpenYet(Exception):
    """The channel is being opened, or waits for its turn: `Directs.opened` is called then."""


class DirectRows(Protocol):
    """Where channels are stored, and turns are reserved."""

    async def of(self, user_id: int, /) -> int | None:
        """Returns a person's channel, or None where no channel is stored."""

    async def reserve(self, user_id: int, now: int, most: int, /) -> int:
        """Reserves one of `most` turns in ten seconds.

        Returns:
            The milliseconds until the next turn; 0: the turn is the caller's.
        """

    async def put(self, user_id: int, channel_id: int, /) -> None:
        """Stores a person's channel."""

    async def drop(self, user_id: int, /) -> None:
        """Takes a person's channel for unknown."""


class Directs:
    """Knows the channels of direct messages, and opens those that are new.

    Attributes:
        opened: called with a person whose channel had to wait, once it is open or refused.

    Args:
        now: the time, in epoch milliseconds.
        most: how many new channels are opened in any ten seconds, by all processes together.
        is_leaving: whether a person is being erased: nothing more is stored of them.
    """

    def __init__(
        self,
        client: discord.Client,
        rows: DirectRows,
        now: Callable[[], int],
        most: int,
        is_leaving: Callable[[int], bool],
    ) -> None:
        self.opened: list[Callable[[int], None]] = []
        self._client, self._rows, self._now, self._most, self._is_leaving = client, rows, now, most, is_leaving
        self._channels: dict[int, int] = {}
        self._tasks: dict[int, asyncio.Task[Exception | None]] = {}
        self._last: asyncio.Task[Exception | None] | None = None
        self._waiting: dict[int, None] = {}
        self._told: set[int] = set()
        self._failures: dict[int, Exception] = {}
        self._pause: asyncio.TimerHandle | None = None
        self._is_flagged, self._stopped = False, False
        self._wait_s, self._held_until = FIRST_WAIT_S, 0.0

    async def channel(self, user_id: int) -> int:
        """Returns the channel of a person.

        Raises:
            NotOpenYet: it has to wait.
            HTTPException: Discord refused to open it.
        """
        if (failure := self._failures.pop(user_id, None)) is not None:
            raise failure
        if user_id not in self._channels and (stored := await self._rows.of(user_id)) is not None:
            self._keep(user_id, stored)
        if user_id in self._channels:
            return self._channels[user_id]
        if self._stopped:
            raise NotOpenYet
        if self._pause is None and user_id not in self._waiting:
            task = self._tasks.get(user_id) or self._start(user_id)
            await asyncio.wait([task], timeout=_ANSWERS_WITHIN_S)
            if task.done() and not task.cancelled() and (failure := task.result()) is not None:
                raise failure
            if user_id in self._channels:
                return self._channels[user_id]
        elif user_id not in self._tasks:
            self._waiting[user_id] = None
        self._told.add(user_id)
        self._count()
        raise NotOpenYet

    async def note_refused(self, user_id: int, error: discord.HTTPException) -> bool:
        """Takes in that a message to a person was refused.

        Returns:
            Whether that is so until Discord opens new channels again: `channel` waits for it.
        """
        if error.code != _FLAGGED:
            return False
        self._note_flagged()
        self._channels.pop(user_id, None)
        await self._rows.drop(user_id)
        return True

    def forget(self, user_id: int) -> None:
        """Opens no channel of a person who has been erased: it would be stored again."""
        for kept in (self._channels, self._waiting, self._failures):
            kept.pop(user_id, None)
        self._told.discard(user_id)
        if (task := self._tasks.get(user_id)) is not None:
            task.cancel()
        self._count()

    def stop(self) -> None:
        """Opens nothing more."""
        self._stopped = True
        if self._pause is not None:
            self._pause.cancel()
        for task in self._tasks.values():
            task.cancel()

    def _start(self, user_id: int) -> asyncio.Task[Exception | None]:
        work = self._open(user_id, self._last)
        self._last = self._tasks[user_id] = asyncio.create_task(work, name="open direct messages")
        return self._last

    async def _open(self, user_id: int, before: asyncio.Task[Exception | None] | None) -> Exception | None:
        """Opens a channel after the one before it, unless there is a pause. Returns why it cannot be opened."""
        failure: Exception | None = None
        try:
            if before is not None:
                await asyncio.wait([before])
            if self._pause is None:
                wait_s = await self._ask(user_id)
                if wait_s and not self._stopped:
                    self._pause = asyncio.get_running_loop().call_later(wait_s, self._go_on)
        except Exception as error:
            failure = error
        finally:
            del self._tasks[user_id]
        if self._pause is not None:
            self._waiting[user_id] = None
        elif user_id in self._told:
            self._told.discard(user_id)
            if failure is not None:
                self._failures[user_id] = failure
            for opened in self.opened:
                opened(user_id)
        self._count()
        return failure

    def _go_on(self) -> None:
        """The pause is over: those who have waited come first."""
        self._pause = None
        waiting, self._waiting = self._waiting, {}
        for user_id in waiting:
            self._start(user_id)

    def _count(self) -> None:
        metrics.DIRECTS_WAITING.set(len(self._waiting.keys() | self._told))

    async def _ask(self, user_id: int) -> float:
        """Opens a channel. Returns the seconds to wait before it is tried again; 0: it is open.

        Raises:
            HTTPException: Discord refused it for good, or does not answer.
        """
        if self._is_leaving(user_id):
            raise NotOpenYet
        if (held_s := self._held_until - asyncio.get_running_loop().time()) > 0:
            return held_s
        if (wait_ms := await self._rows.reserve(user_id, self._now(), self._most)) > 0:
            return wait_ms / 1000
        try:
            channel_id = (await self._client.create_dm(discord.Object(user_id))).id
        except discord.HTTPException as error:
            if error.code == _FLAGGED:
                self._note_flagged()
                return _FLAGGED_WAIT_S
            if error.code != _TOO_FAST:
                raise
            wait_s, self._wait_s = self._wait_s, min(2 * self._wait_s, _LAST_WAIT_S)
            _log.warning("Discord says that direct messages are opened too fast: no new one is opened for %d s", wait_s)
            return wait_s
        self._wait_s = FIRST_WAIT_S
        if self._is_flagged:
            self._is_flagged = False
            metrics.DIRECTS_FLAGGED.set(0)
            _log.warning("Discord opens new direct messages again")
        self._keep(user_id, channel_id)
        await self._rows.put(user_id, channel_id)
        return 0.0

    def _note_flagged(self) -> None:
        self._held_until = asyncio.get_running_loop().time() + _FLAGGED_WAIT_S
        if not self._is_flagged:
            self._is_flagged = True
            metrics.DIRECTS_FLAGGED.set(1)
            _log.error(_APPEAL)

    def _keep(self, user_id: int, channel_id: int) -> None:
        while len(self._channels) >= _MOST_KEPT:
            del self._channels[next(iter(self._channels))]
        self._channels[user_id] = channel_id
