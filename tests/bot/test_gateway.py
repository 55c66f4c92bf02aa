"""The connection to the gateway comes back soon after Discord does, and within Discord's limits."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.gateway import LONGEST_WAIT_S, MOST_IDENTIFIES, Backoff, IdentifyLimit, stay_connected
from tests.support.standin import TOKEN, StandIn, standing_in

DAY_S = 24 * 3600
A_THOUSAND = 1000
"""New sessions that Discord gives a bot in a day."""


def test_no_wait_between_two_tries_is_longer_than_six_seconds_and_none_is_like_the_other() -> None:
    backoff = Backoff(random.Random(1))
    waits = [backoff.next() for _ in range(100)]
    assert waits[0] <= 0.5
    assert max(waits) <= LONGEST_WAIT_S
    assert min(waits[5:]) >= LONGEST_WAIT_S / 2
    assert len(set(waits)) == 100


def test_after_a_connection_that_stood_the_next_try_comes_at_once() -> None:
    backoff = Backoff(random.Random(1))
    for _ in range(10):
        backoff.next()
    backoff.reset()
    assert backoff.next() <= 0.5


def test_a_gateway_that_ends_every_session_at_once_gets_fewer_new_ones_in_a_day_than_it_allows() -> None:
    now = 0.0
    identifies = IdentifyLimit(random.Random(1), lambda: now)
    at = []
    while now < 3 * DAY_S:
        now += identifies.next_wait()
        at.append(now)
        now += 0.1
    assert max(sum(start <= identified < start + DAY_S for identified in at) for start in at) < A_THOUSAND
    assert len(at) > MOST_IDENTIFIES


def test_the_first_session_does_not_wait_and_the_next_as_discord_asks() -> None:
    identifies = IdentifyLimit(random.Random(1), lambda: 0.0)
    assert identifies.next_wait() == 0.0
    assert all(1.0 <= identifies.next_wait() <= 5.0 for _ in range(50))


class Kept(discord.Client):
    """A client that stays connected, and whose waits are counted and not waited for."""

    def __init__(self, heal: int, discord_: StandIn) -> None:
        # The small Discord has no servers whose data could be waited for: two seconds, otherwise.
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
        self.waits: list[float] = []
        self.heard = 0
        self.gone = 0
        self.back = asyncio.Event()
        self.running: asyncio.Task[None] | None = None
        self._heal, self._discord = heal, discord_

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keeps connected."""
        chance = random.Random(1)
        identifies = IdentifyLimit(chance, lambda: 0.0)
        await stay_connected(self, self._hear, backoff=Backoff(chance), identifies=identifies, wait=self._count)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nothing."""

    async def on_disconnect(self) -> None:
        """Counts."""
        self.gone += 1

    async def on_resumed(self) -> None:
        """The session goes on."""
        self.back.set()

    def _hear(self) -> None:
        self.heard += 1

    async def _count(self, seconds: float) -> None:
        self.waits.append(seconds)
        if len(self.waits) == self._heal:
            self._discord.away = False
        await asyncio.sleep(0)


@asynccontextmanager
async def _connected(patch: pytest.MonkeyPatch, heal: int) -> AsyncIterator[tuple[StandIn, Kept]]:
    """A client of discord.py, connected to a small Discord that is back after so many waits."""
    async with standing_in() as server:
        patch.setattr(Route, "BASE", f"{server.url}/api/v10")
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.url.replace("http", "ws", 1) + "/gateway"))
        client = Kept(heal, server)
        client.running = asyncio.create_task(client.start(TOKEN))
        try:
            async with asyncio.timeout(30):
                await server.ready.wait()
                await client.wait_until_ready()
            yield server, client
        finally:
            await client.close()
            with contextlib.suppress(asyncio.CancelledError, discord.ConnectionClosed):
                await client.running


@pytest.mark.parametrize("refused", [1, 8, 40])
async def test_after_an_outage_the_session_goes_on_at_the_first_try_that_is_answered(
    monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    async with _connected(monkeypatch, heal=1 + refused) as (server, client):
        heard = client.heard
        server.ready.clear()
        server.away = True
        await server.drop()
        async with asyncio.timeout(30):
            await client.back.wait()
        assert (server.identified, server.resumed) == (1, 1)
        assert len(client.waits) == 1 + refused, "the try after the last wait has succeeded"
        assert max(client.waits) <= LONGEST_WAIT_S
        assert client.gone == refused
        assert client.heard > heard


async def test_a_session_that_discord_has_forgotten_is_begun_anew_after_the_wait_that_discord_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with _connected(monkeypatch, heal=3) as (server, client):
        server.ready.clear()
        server.away = server.forgetful = True
        await server.drop()
        async with asyncio.timeout(30):
            await server.ready.wait()
        assert (server.identified, server.resumed) == (2, 0)
        assert sum(client.waits[-2:]) <= LONGEST_WAIT_S + 5


async def test_a_bot_that_discord_will_not_have_does_not_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with _connected(monkeypatch, heal=1) as (server, client):
        waits = len(client.waits)
        await server.drop(4004)
        assert client.running is not None
        with pytest.raises(discord.ConnectionClosed):
            await client.running
        assert len(client.waits) == waits
