"""Opens the channels of direct messages. New channels are opened slowly: Discord flags a bot that opens many as spam.

# Theory

Discord publishes no numbers. Reports speak of about ten channels within seconds, then the error 40003 ("opening direct
messages too fast"), and of a few dozen, then 20026. With 20026 the bot is flagged until its owner appeals, and reaches
only people to whom it has written before. So each channel is stored once it is open, and using it again costs nothing.
Each new channel takes a turn, which all processes share in the database.

- After 40003 all channels wait, longer after each refusal. Then the same person is tried again.
- After 20026 no channel is opened for an hour, then one try is made each hour. The log gets one error, and a metric is
  set.
- Any other refusal, or a missing answer, is raised to the callers who wait for the channel.

If a channel has to wait, its caller gets `NotOpenYet` at once. `opened` is called when another try is worthwhile.
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
_MOST_CHANNELS: Final = 65_536
FIRST_WAIT_S: Final = 10.0
"""The wait after the first refusal, in seconds. The wait doubles with each further refusal."""
_ANSWERS_WITHIN_S: Final = 1.0
"""How long a caller waits for Discord's answer."""
_LAST_WAIT_S: Final = 300.0
_FLAGGED_WAIT_S: Final = 3600.0
_APPEAL: Final = (
    "Discord has flagged the bot (20026): it can write to no person to whom it has not written before. At tables these "
    "players are told to press My hand. Appeal on the page of the application; the bot tries again once an hour"
)


class NotOpenYet(Exception):
    """A channel of direct messages is not open yet: it is being opened or waits for its turn.

    The functions in `Directs.opened` are called once the channel is open, or once Discord has refused it.
    """


class DirectRows(Protocol):
    """Stores the channels of direct messages, and reserves turns to open new ones."""

    async def of(self, user_id: int, /) -> int | None:
        """Returns the id of the channel that is stored for a person. None if no channel is stored."""

    async def reserve(self, user_id: int, now: int, most: int, /) -> int:
        """Reserves a turn to open one channel. All processes together have `most` turns in any ten seconds.

        Returns:
            0 if the turn is reserved. Otherwise the milliseconds until the next turn.
        """

    async def put(self, user_id: int, channel_id: int, /) -> None:
        """Stores a person's channel."""

    async def drop(self, user_id: int, /) -> None:
        """Deletes the stored channel of a person."""


class Directs:
    """Returns the channels of direct messages, and opens new ones.

    Attributes:
        opened: functions to call with the id of a person whose channel had to wait, once the channel is open or Discord
            has refused it.

    Args:
        now: returns the time, in epoch milliseconds.
        most: the number of new channels that all processes together may open in ten seconds.
        is_leaving: returns whether a person is being erased. Then nothing more is stored about them.
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
        self._deferred: set[int] = set()
        self._failures: dict[int, Exception] = {}
        self._pause: asyncio.TimerHandle | None = None
        self._is_flagged, self._stopped = False, False
        self._wait_s, self._held_until = FIRST_WAIT_S, 0.0

    async def channel(self, user_id: int) -> int:
        """Returns the id of the channel of a person's direct messages. Opens the channel if it is not open.

        Raises:
            NotOpenYet: the channel is being opened, or waits for its turn.
            HTTPException: Discord refused to open the channel.
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
        self._deferred.add(user_id)
        self._count()
        raise NotOpenYet

    async def note_refused(self, user_id: int, error: discord.HTTPException) -> bool:
        """Notes that Discord refused a message to a person.

        Returns:
            Whether the message may succeed once Discord opens new channels again. If so, `channel` raises `NotOpenYet`
            until then.
        """
        if error.code != _FLAGGED:
            return False
        self._note_flagged()
        self._channels.pop(user_id, None)
        await self._rows.drop(user_id)
        return True

    def forget(self, user_id: int) -> None:
        """Forgets a person who has been erased. Stops opening their channel, which would store the channel again."""
        for entries in (self._channels, self._waiting, self._failures):
            entries.pop(user_id, None)
        self._deferred.discard(user_id)
        if (task := self._tasks.get(user_id)) is not None:
            task.cancel()
        self._count()

    def stop(self) -> None:
        """Stops opening channels."""
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
        """Opens a channel after the task `before`, unless there is a pause. Returns the error that prevents it."""
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
        elif user_id in self._deferred:
            self._deferred.discard(user_id)
            if failure is not None:
                self._failures[user_id] = failure
            for opened in self.opened:
                opened(user_id)
        self._count()
        return failure

    def _go_on(self) -> None:
        """Ends the pause, and opens the channels that have waited."""
        self._pause = None
        waiting, self._waiting = self._waiting, {}
        for user_id in waiting:
            self._start(user_id)

    def _count(self) -> None:
        metrics.DIRECTS_WAITING.set(len(self._waiting.keys() | self._deferred))

    async def _ask(self, user_id: int) -> float:
        """Opens a channel. Returns the seconds to wait before another try, or 0 if the channel is open.

        Raises:
            NotOpenYet: the person is being erased.
            HTTPException: Discord refused the channel for good, or does not answer.
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
            _log.warning("Discord says that the bot opens direct messages too fast: it opens none for %d s", wait_s)
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
        while len(self._channels) >= _MOST_CHANNELS:
            del self._channels[next(iter(self._channels))]
        self._channels[user_id] = channel_id
