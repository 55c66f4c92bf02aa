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
from dataclasses import dataclass, field
from typing import Final, Protocol

import discord

from bot import metrics

_log = logging.getLogger(__name__)
_TOO_FAST: Final = 40003
_FLAGGED: Final = 20026
_MOST_KEPT: Final = 65_536
FIRST_WAIT_S: Final = 10.0
"""After the first refusal; after each further one twice as long."""
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
        """Returns a person's channel; None: it is not known."""

    async def reserve(self, user_id: int, now: int, most: int, /) -> int:
        """Reserves one of `most` turns in ten seconds.

        Returns:
            The milliseconds until the next turn; 0: the turn is the caller's.
        """

    async def put(self, user_id: int, channel_id: int, /) -> None:
        """Stores a person's channel."""

    async def drop(self, user_id: int, /) -> None:
        """Takes a person's channel for unknown."""


@dataclass(slots=True)
class _Opening:
    """A channel that is to be opened.

    Attributes:
        told: set once it is open or refused, or has to wait.
    """

    told: asyncio.Event = field(default_factory=asyncio.Event)
    failure: Exception | None = None


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
        self._line: dict[int, _Opening] = {}
        self._failures: dict[int, Exception] = {}
        self._worker: asyncio.Task[None] | None = None
        self._pauses, self._is_flagged, self._stopped = False, False, False
        self._wait_s, self._held_until = FIRST_WAIT_S, 0.0

    async def channel(self, user_id: int) -> int:
        """Returns the channel of a person.

        Raises:
            NotOpenYet: it has to wait.
            HTTPException: Discord refused to open it.
        """
        if (failure := self._failures.pop(user_id, None)) is not None:
            raise failure
        if user_id not in self._channels and user_id not in self._line:
            stored = await self._rows.of(user_id)
            if stored is not None:
                self._keep(user_id, stored)
        if user_id not in self._channels:
            opening = self._line.setdefault(user_id, _Opening())
            self._begin()
            if self._pauses or self._stopped:
                opening.told.set()
            await opening.told.wait()
            if opening.failure is not None:
                raise opening.failure
        if user_id not in self._channels:
            raise NotOpenYet
        return self._channels[user_id]

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

    def stop(self) -> None:
        """Opens nothing more."""
        self._stopped = True
        if self._worker is not None:
            self._worker.cancel()
        for opening in self._line.values():
            opening.told.set()

    def _begin(self) -> None:
        if (self._worker is None or self._worker.done()) and not self._stopped:
            self._worker = asyncio.create_task(self._work(), name="open direct messages")

    async def _work(self) -> None:
        """Opens channels in the order in which they were asked for."""
        while self._line:
            metrics.DIRECTS_WAITING.set(len(self._line))
            user_id, opening = next(iter(self._line.items()))
            wait_s = 0.0
            try:
                wait_s = await self._open(user_id)
            except Exception as error:
                opening.failure = error
            if wait_s:
                await self._pause(wait_s)
                continue
            del self._line[user_id]
            if opening.told.is_set():
                if opening.failure is not None:
                    self._failures[user_id] = opening.failure
                for opened in self.opened:
                    opened(user_id)
            opening.told.set()
        metrics.DIRECTS_WAITING.set(0)

    async def _pause(self, wait_s: float) -> None:
        """Waits; all in line are told so, as are those who come meanwhile."""
        self._pauses = True
        for waiting in self._line.values():
            waiting.told.set()
        await asyncio.sleep(wait_s)
        self._pauses = False

    async def _open(self, user_id: int) -> float:
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
            _log.warning("Discord says that direct messages are opened too fast: none is for %d s", wait_s)
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
