"""The connection to Discord's gateway, made again soon after it breaks and within Discord's limits; those of requests.

Does what `discord.Client.connect` does, which waits for up to seventeen minutes between two tries.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

from bot.adapter.discord_internals import ReconnectWebSocket, Session, open_gateway

_log = logging.getLogger(__name__)
_ATTEMPT_S: Final = 6.0
"""How long a try may take: after that a new one is more promising."""
_FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 6.0
_STANDS_S: Final = 30.0
"""After so long a connection stands: its next break is a new one."""
_FATAL: Final = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""Closed for good: no such token, shard or intents."""
_DAY_S: Final = 24 * 3600.0
_MOST_BYTES: Final = 2**20
"""Longer forms are written part by part: in one piece they would stand in memory twice."""
MOST_IDENTIFIES: Final = 400
"""New sessions a day without much delay. Discord gives a thousand, and takes the token of a bot that asks for more."""
_SPARING_S: Final = 150.0


class Backoff:
    """The waits between tries: each twice as long as the last up to `LONGEST_WAIT_S`, shortened by chance."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._wait_s = _FIRST_WAIT_S

    def next(self) -> float:
        """Returns the seconds to wait."""
        wait_s, self._wait_s = self._wait_s, min(self._wait_s * 2, LONGEST_WAIT_S)
        return self._chance.uniform(wait_s / 2, wait_s)

    def reset(self) -> None:
        """Begins anew, after a connection that stood."""
        self._wait_s = _FIRST_WAIT_S


class IdentifyLimit:
    """The waits before new sessions, by how many a day has seen. A session that is resumed counts for nothing."""

    def __init__(self, chance: random.Random, clock: Callable[[], float]) -> None:
        self._chance = chance
        self._clock = clock
        self._at: deque[float] = deque()

    def next_wait(self) -> float:
        """Counts a new session, and returns the seconds to wait before it; none before the first."""
        now = self._clock()
        while self._at and self._at[0] <= now - _DAY_S:
            self._at.popleft()
        self._at.append(now)
        if len(self._at) > MOST_IDENTIFIES:
            return _SPARING_S
        # Discord asks for one to five seconds after a session that it has ended.
        return 0.0 if len(self._at) == 1 else self._chance.uniform(1.0, 5.0)


async def stay_connected(
    client: discord.Client,
    heard: Callable[[], None],
    *,
    backoff: Backoff,
    identifies: IdentifyLimit,
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Keeps a client connected until it is closed; resumes its session where Discord still has it.

    Args:
        heard: called at each sign of life of the gateway.

    Raises:
        ConnectionClosed: Discord will not have this bot.
    """
    clock = asyncio.get_running_loop().time
    session: Session | None = None
    while not client.is_closed():
        since = clock()
        try:
            if session is None:
                await wait(identifies.next_wait())
            async with asyncio.timeout(_ATTEMPT_S):
                gateway = await open_gateway(client, session)
            while True:
                await gateway.hear()
                heard()
                session = gateway.session
        except ReconnectWebSocket as reconnect:
            if not reconnect.resume:
                session = None
        except discord.ConnectionClosed as closed:
            if closed.code in _FATAL:
                await client.close()
                raise
        except (OSError, discord.HTTPException, aiohttp.ClientError) as error:
            _log.info("the gateway was not reached (%s)", type(error).__name__)
        if client.is_closed():
            return
        client.dispatch("disconnect")
        if clock() - since > _STANDS_S:
            backoff.reset()
        await wait(backoff.next())


class Connector(aiohttp.TCPConnector):
    """As discord.py's own, but that a form is written at once.

    aiohttp writes and encrypts each part of a form by itself, its boundaries and headers too, and reads a file's bytes
    in a thread: some ten writes for a picture.
    """

    def __init__(self) -> None:
        # discord.py keeps to Discord's limits itself.
        super().__init__(limit=0)

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[aiohttp.tracing.Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109  # the name is aiohttp's
    ) -> aiohttp.connector.Connection:
        """A connection for a request."""
        form = req.body
        if isinstance(form, aiohttp.MultipartWriter) and form.size is not None and form.size <= _MOST_BYTES:
            await req.update_body(await form.as_bytes())
        return await super().connect(req, traces, timeout)
