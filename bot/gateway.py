"""Keeps the bot's shards connected to Discord's gateway, and connects again soon after a break, within Discord's
limits.

Also makes the connections for requests. Replaces `discord.AutoShardedClient.connect`, which waits for up to seventeen
minutes between two tries, begins one session in five seconds however many Discord allows, and ends if Discord asks for
more shards.

# Sharding

There are as many shards as Discord asks for at the start, unless the owner sets a number. A server belongs to shard
`(id >> 22) % count`. Discord may refuse a session because its shard has too many servers (4011), or because there is no
such shard (4010). Then all connections are closed, Discord is asked again, and sessions of the new shards begin. The
rest of the process goes on: presses under way continue, and acknowledged presses are in the database.

# Resuming

Discord names an address at which to resume a session. That address may be gone for good while the main one works. After
two failures in a row the session is resumed at the main address. It is given up only if the main address answers and
the session still does not go on. So while all of Discord is away, no new session is used up.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import aiohttp
import discord

from bot import metrics
from bot.adapter.discord_internals import (
    GatewayConnection,
    ReconnectWebSocket,
    Session,
    StartAdvice,
    ask_gateway,
    close_gateway,
    open_gateway,
    set_shards,
)
from bot.rows.storage_errors import StorageError
from bot.shards import WantedShards
from bot.storage import SessionRepository

_log = logging.getLogger(__name__)
_ATTEMPT_S: Final = 6.0
"""How long a try may take. After that a new try is more likely to succeed."""
_BEGIN_S: Final = 30.0
"""How long an open connection may take to begin or resume its session. Heartbeats alone are no session."""
_TRIES_BEFORE_MAIN: Final = 2
"""After this many failures in a row the main address is tried: the address for resuming may be gone for good."""
_UNANSWERED_AT_MAIN: Final = 2
"""After this many connections to the main address that did not resume a session, the session is given up."""
_FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 6.0
_STANDS_S: Final = 30.0
"""A connection that has lasted this long is stable: its next break is a new one."""
_FATAL: Final = frozenset({4004, 4012, 4013, 4014})
"""Close codes that are final: no such token, version or intents."""
_NO_SUCH_SHARD: Final = 4010
_TOO_FEW_SHARDS: Final = 4011
_MOST_BYTES: Final = 2**20
"""Longer forms are written part by part: in one piece they would be in memory twice."""
KEPT_SESSIONS: Final = 50
"""How many of the new sessions that Discord allows in a day are never begun, as a reserve.

Discord revokes the token of a bot that begins too many.
"""
FEW_SESSIONS: Final = 200
"""The log warns once fewer new sessions than this remain."""
_SHARE: Final = 0.4
"""The share of a day's new sessions that begin without much delay."""
_SPARING_S: Final = 160.0
_LONG_S: Final = 100.0
"""The log reports a session that waits longer than this."""
IDENTIFY_EVERY_S: Final = 5.0
"""The seconds in which Discord accepts one new session for each value of `shard % max_concurrency`."""
_LOOK_AGAIN_S: Final = 900.0
"""The longest time between two questions to Discord about the remaining sessions."""


class Backoff:
    """Computes the waits between tries to connect.

    The wait doubles with each try, up to `LONGEST_WAIT_S`. Each wait is shortened at random, by half at most.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._wait_s = _FIRST_WAIT_S

    def next(self) -> float:
        """Returns the seconds to wait."""
        wait_s, self._wait_s = self._wait_s, min(self._wait_s * 2, LONGEST_WAIT_S)
        return self._chance.uniform(wait_s / 2, wait_s)

    def reset(self) -> None:
        """Begins again with the shortest wait. Called after a stable connection."""
        self._wait_s = _FIRST_WAIT_S


class IdentifyLimit:
    """Makes shards wait before they begin a new session, so that all shards of all processes together keep Discord's
    limits.

    Resumed sessions do not count.

    Args:
        clock: returns seconds, which never go back.
        now: returns the time, in epoch milliseconds.
        sessions: counts in the database the sessions that all processes have begun.
    """

    def __init__(
        self,
        chance: random.Random,
        clock: Callable[[], float],
        now: Callable[[], int],
        sessions: SessionRepository,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._chance = chance
        self._clock = clock
        self._now = now
        self._sessions = sessions
        self._wait = wait
        self._concurrency = 1
        self._begun: set[int] = set()
        self._next_at: dict[int, float] = {}
        self._turns: dict[int, asyncio.Lock] = {}
        self._few = self._sparing = self._exhausted = False

    def allow(self, advice: StartAdvice) -> None:
        """Sets how many sessions Discord allows to begin at the same time."""
        self._concurrency = max(1, advice.max_concurrency)

    @asynccontextmanager
    async def turn(self, shard: int, ask: Callable[[], Awaitable[StartAdvice]]) -> AsyncIterator[None]:
        """Waits until a shard may begin a session, which the `with` block then begins.

        Shards with the same `shard % max_concurrency` wait meanwhile.

        Args:
            ask: asks Discord how many sessions remain.

        Raises:
            StorageError: the session could not be counted.
        """
        kind = shard % self._concurrency
        async with self._turns.setdefault(kind, asyncio.Lock()):
            wait_s = max(await self._reserve(kind, ask), self._next_at.get(kind, 0.0) - self._clock())
            if shard in self._begun:
                # Discord asks for a wait of one to five seconds after it has ended a session.
                wait_s = max(wait_s, self._chance.uniform(1.0, 5.0))
            if wait_s > _LONG_S and not self._sparing:
                _log.warning("shard %d waits %d s for its session: many were begun today", shard, wait_s)
            self._sparing = wait_s > _LONG_S
            if wait_s > 0:
                await self._wait(wait_s)
            self._begun.add(shard)
            try:
                yield
            except Exception:
                # Discord has not received it, so it does not count.
                with suppress(StorageError):
                    await self._sessions.give_back()
                raise
            finally:
                self._next_at[kind] = self._clock() + IDENTIFY_EVERY_S

    async def _reserve(self, kind: int, ask: Callable[[], Awaitable[StartAdvice]]) -> float:
        """Counts a new session as soon as enough remain. Returns the seconds to wait before it."""
        while True:
            advice = await ask()
            is_sparing = advice.total - advice.remaining >= advice.total * _SHARE
            turn = await self._sessions.reserve(
                kind,
                remaining=advice.remaining,
                reset_ms=advice.reset_ms,
                every_ms=int(1000 * (_SPARING_S * self._concurrency if is_sparing else IDENTIFY_EVERY_S)),
                kept=KEPT_SESSIONS,
                at=self._now(),
            )
            metrics.SESSIONS_LEFT.set(turn.left)
            if turn.wait_s is not None:
                self._note_left(turn.left)
                return turn.wait_s
            reset_s = advice.reset_ms / 1000
            if not self._exhausted:
                self._exhausted = True
                _log.error(
                    "Discord gives this bot %d more sessions, and takes its token after that: no session is begun for "
                    "%d minutes. Look for what starts the bot again and again",
                    turn.left,
                    math.ceil(reset_s / 60),
                )
            await self._wait(min(max(reset_s, 1.0), _LOOK_AGAIN_S))

    def _note_left(self, left: int) -> None:
        self._exhausted = False
        if left < FEW_SESSIONS and not self._few:
            _log.warning("Discord gives this bot %d more sessions today; the last %d are kept", left, KEPT_SESSIONS)
        self._few = left < FEW_SESSIONS


@dataclass(frozen=True, slots=True)
class ConnectionWatcher:
    """The functions that `stay_connected` calls about the connections.

    Attributes:
        begin: called with a number of shards before the first of them connects.
        alive: called with the number of a shard at each sign of life of its connection.
    """

    begin: Callable[[int], Awaitable[None]]
    alive: Callable[[int], None]


class OtherNumberOfShards(Exception):
    """Discord refuses the number of shards that several processes share. They must be started with another number.

    Attributes:
        code: the code with which Discord closed the connection.
    """

    def __init__(self, count: int, code: int) -> None:
        super().__init__(f"Discord refuses {count} shards (close code {code})")
        self.code = code


async def stay_connected(
    client: discord.AutoShardedClient,
    watcher: ConnectionWatcher,
    *,
    chance: random.Random,
    identifies: IdentifyLimit,
    shards: int = 0,
    wanted: WantedShards | None = None,
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Keeps the shards of a client connected until it is closed. Resumes sessions where Discord still has them.

    Args:
        shards: the number of shards, until Discord asks for more. 0 for as many as it asks for.
        wanted: the shards that this process connects, if several processes share the fixed number `shards`. None for
            all.

    Raises:
        ConnectionClosed: Discord does not accept this bot.
        OtherNumberOfShards: Discord refuses the number of shards, and `wanted` is given.
    """
    backoff = Backoff(chance)
    count, too_few = shards, 0
    while not client.is_closed():
        advice = await _ask(client, backoff, wait)
        if advice is None:
            return
        identifies.allow(advice)
        count = count or advice.shards
        if count <= too_few:
            # Discord may recommend the very number that it has just refused.
            count = 2 * too_few
        await set_shards(client, count)
        await watcher.begin(count)
        here = WantedShards(range(count)) if wanted is None else wanted
        refused = await _connect_wanted(client, watcher, here, chance, identifies, wait)
        if refused is None:
            return
        if wanted is not None:
            raise OtherNumberOfShards(count, refused)
        _log.warning("Discord refuses %d shards (%d): it is asked again how many it wants", count, refused)
        # The other shards are disconnected too, and send no more signs.
        await set_shards(client, count)
        too_few = count if refused == _TOO_FEW_SHARDS else 0
        count = 0
        await wait(backoff.next())


async def _ask(
    client: discord.AutoShardedClient, backoff: Backoff, wait: Callable[[float], Awaitable[None]]
) -> StartAdvice | None:
    """Returns Discord's limits for new sessions. None if the client was closed."""
    while not client.is_closed():
        try:
            return await ask_gateway(client)
        except (OSError, discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError) as error:
            _log.info("Discord does not say how many shards there should be (%s)", type(error).__name__)
        await wait(backoff.next())
    return None


async def _connect_wanted(
    client: discord.AutoShardedClient,
    watcher: ConnectionWatcher,
    wanted: WantedShards,
    chance: random.Random,
    identifies: IdentifyLimit,
    wait: Callable[[float], Awaitable[None]],
) -> int | None:
    """Keeps shards connected while they are wanted.

    Returns:
        The close code with which Discord refuses their number. None if the client was closed.
    """
    tasks: dict[int, asyncio.Task[None]] = {}
    try:
        while not client.is_closed():
            wanted.changed.clear()
            for shard in tasks.keys() - wanted.numbers:
                tasks[shard].cancel()
                await asyncio.gather(tasks.pop(shard), return_exceptions=True)
                await close_gateway(client, shard)
            for shard in sorted(wanted.numbers - tasks.keys()):
                keeping = _keep_shard(client, shard, watcher, Backoff(chance), identifies, wait)
                tasks[shard] = asyncio.create_task(keeping, name=f"keep shard {shard}")
            changed = asyncio.create_task(wanted.changed.wait(), name="wait for other shards")
            done, _ = await asyncio.wait({*tasks.values(), changed}, return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            for error in (task.exception() for task in done - {changed}):
                if isinstance(error, discord.ConnectionClosed) and error.code in (_NO_SUCH_SHARD, _TOO_FEW_SHARDS):
                    return error.code
                if error is not None:
                    await client.close()
                    raise error
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
    return None


async def _keep_shard(
    client: discord.AutoShardedClient,
    shard: int,
    watcher: ConnectionWatcher,
    backoff: Backoff,
    identifies: IdentifyLimit,
    wait: Callable[[float], Awaitable[None]],
) -> None:
    clock = asyncio.get_running_loop().time
    session: Session | None = None
    failed = unanswered = 0
    while not client.is_closed():
        since, gateway = clock(), None
        at_main = failed >= _TRIES_BEFORE_MAIN
        try:
            if session is None:
                async with identifies.turn(shard, partial(ask_gateway, client)):
                    gateway = await _open_in_time(client, shard, None)
            else:
                gateway = await _open_in_time(client, shard, replace(session, address=None) if at_main else session)
            since = clock()
            async with asyncio.timeout(_BEGIN_S) as beginning:
                while True:
                    await gateway.hear()
                    watcher.alive(shard)
                    session = gateway.session
                    if gateway.has_begun:
                        beginning.reschedule(None)
        except ReconnectWebSocket as reconnect:
            if not reconnect.resume:
                session = None
        except discord.ConnectionClosed as closed:
            if closed.code in (_NO_SUCH_SHARD, _TOO_FEW_SHARDS):
                client.dispatch("shard_disconnect", shard)
                raise
            if closed.code in _FATAL:
                raise
        except (OSError, discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, StorageError) as error:
            # New sessions are counted in the database, which may be away too.
            _log.info("the gateway was not reached by shard %d (%s)", shard, type(error).__name__)
            if gateway is not None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_ATTEMPT_S):
                        await gateway.close()
        if client.is_closed():
            return
        client.dispatch("shard_disconnect", shard)
        if gateway is not None and gateway.has_begun:
            failed = unanswered = 0
        else:
            failed += 1
            unanswered += at_main and gateway is not None
            if failed == _TRIES_BEFORE_MAIN:
                _log.warning("shard %d: %d tries to connect have failed; the main address is tried", shard, failed)
            if unanswered >= _UNANSWERED_AT_MAIN:
                session = None
        if clock() - since > _STANDS_S:
            backoff.reset()
        await wait(backoff.next())


async def _open_in_time(client: discord.AutoShardedClient, shard: int, session: Session | None) -> GatewayConnection:
    async with asyncio.timeout(_ATTEMPT_S):
        return await open_gateway(client, shard, session)


class Connector(aiohttp.TCPConnector):
    """Makes the connections for requests to Discord.

    This connector writes an upload of up to a megabyte in one piece. Without it, aiohttp writes and encrypts each part
    of an upload by itself, even boundaries and headers, and reads a file's bytes in a thread. That makes some ten
    writes for a picture.
    """

    def __init__(self) -> None:
        # discord.py keeps Discord's limits itself.
        super().__init__(limit=0)

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[aiohttp.tracing.Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109  # the name is aiohttp's
    ) -> aiohttp.connector.Connection:
        """Returns a connection for a request. An upload of up to a megabyte will be written to it in one piece."""
        form = req.body
        if isinstance(form, aiohttp.MultipartWriter) and form.size is not None and form.size <= _MOST_BYTES:
            await req.update_body(await form.as_bytes())
        return await super().connect(req, traces, timeout)
