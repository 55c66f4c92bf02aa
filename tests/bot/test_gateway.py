"""The connection to the gateway comes back soon after Discord does, and within Discord's limits."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import gateway
from bot.adapter.discord_internals import StartAdvice, prepare
from bot.gateway import LONGEST_WAIT_S, MOST_IDENTIFIES, Backoff, ConnectionWatcher, IdentifyLimit, stay_connected
from bot.storage import Busy
from tests.support.standin import TOKEN, StandIn, server_of, standing_in

DAY_S = 24 * 3600
A_THOUSAND = 1000
"""New sessions that Discord gives a bot in a day."""
_LISTS = ("roles", "channels", "members", "emojis", "stickers", "threads", "features", "presences", "voice_states")
_GUILD = {"name": "A server", "owner_id": "1", "member_count": 1, **{name: [] for name in (*_LISTS, "stage_instances")}}


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
    now = 0.0
    identifies = IdentifyLimit(random.Random(1), lambda: now)
    assert identifies.next_wait() == 0.0
    for _ in range(50):
        wait_s = identifies.next_wait()
        assert 1.0 <= wait_s <= 5.0
        now += wait_s


def _starts(concurrency: int, shards: int) -> list[tuple[float, int]]:
    """When each of so many shards, all of which want to at once, may begin its session."""
    identifies = IdentifyLimit(random.Random(1), lambda: 0.0)
    identifies.allow(StartAdvice(shards, concurrency, A_THOUSAND))
    return [(identifies.next_wait(shard), shard) for shard in range(shards)]


@pytest.mark.parametrize(("concurrency", "shards"), [(1, 16), (16, 16), (16, 40), (3, 16)])
def test_sessions_of_shards_with_the_same_remainder_begin_five_seconds_apart(concurrency: int, shards: int) -> None:
    """As Discord has it: `max_concurrency` sessions in five seconds, by `shard % max_concurrency`."""
    for remainder in range(concurrency):
        begun = [at for at, shard in _starts(concurrency, shards) if shard % concurrency == remainder]
        assert begun == [5.0 * number for number in range(len(begun))]


def test_a_bot_whose_shards_begin_again_and_again_begins_no_more_sessions_in_a_day_than_discord_gives() -> None:
    now, shards = 0.0, 16
    identifies = IdentifyLimit(random.Random(1), lambda: now)
    identifies.allow(StartAdvice(shards, 16, A_THOUSAND))
    ready = dict.fromkeys(range(shards), 0.0)
    at = []
    while now < 3 * DAY_S:
        shard = min(ready, key=ready.__getitem__)
        now = max(now, ready[shard])
        begun = now + identifies.next_wait(shard)
        at.append(begun)
        ready[shard] = begun + 0.1
    at.sort()
    assert max(sum(start <= begun < start + DAY_S for begun in at) for start in at[::50]) < A_THOUSAND
    assert len(at) > MOST_IDENTIFIES


async def test_a_session_that_takes_long_to_begin_holds_up_those_of_its_kind_alone() -> None:
    now, waits = 0.0, list[float]()

    async def wait(seconds: float) -> None:
        nonlocal now
        waits.append(seconds)
        now += seconds

    identifies = IdentifyLimit(random.Random(1), lambda: now, wait)
    identifies.allow(StartAdvice(4, 2, A_THOUSAND))
    async with identifies.turn(0):
        second = asyncio.create_task(_in_turn(identifies, 2))
        await _in_turn(identifies, 1)
        now += 3
        assert not second.done()
    await second
    assert waits == [5.0], "five seconds from the end of the first one"


async def _in_turn(identifies: IdentifyLimit, shard: int) -> None:
    async with identifies.turn(shard):
        pass


Reserve: TypeAlias = Callable[[int], Awaitable[float]]


class Kept(discord.AutoShardedClient):
    """A client that stays connected, and whose waits are counted and not waited for."""

    def __init__(self, heal: int, discord_: StandIn, reserve: Reserve | None = None) -> None:
        # The small Discord has no servers whose data could be waited for: two seconds, otherwise.
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
        prepare(self)
        self.waits: list[float] = []
        self.turns: list[float] = []
        self.heard: Counter[int] = Counter()
        self.gone: Counter[int] = Counter()
        self.counts: list[int] = []
        self.back = asyncio.Event()
        self.running: asyncio.Task[None] | None = None
        self._heal, self._discord, self._reserve = heal, discord_, reserve
        self._now = 0.0

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keeps connected."""
        chance = random.Random(1)
        identifies = IdentifyLimit(chance, lambda: self._now, self._turn, self._reserve)
        watcher = ConnectionWatcher(self._begin, self._hear)
        await stay_connected(self, watcher, chance=chance, identifies=identifies, wait=self._count)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nothing."""

    async def on_shard_disconnect(self, shard: int) -> None:
        """Counts."""
        self.gone[shard] += 1

    async def on_shard_resumed(self, _shard: int) -> None:
        """The session goes on."""
        self.back.set()

    async def _begin(self, count: int) -> None:
        self.counts.append(count)

    def _hear(self, shard: int) -> None:
        self.heard[shard] += 1

    async def _turn(self, seconds: float) -> None:
        self.turns.append(seconds)
        self._now += seconds

    async def _count(self, seconds: float) -> None:
        self.waits.append(seconds)
        if len(self.waits) == self._heal:
            self._discord.away = False
        await asyncio.sleep(0)


@asynccontextmanager
async def _connected(
    patch: pytest.MonkeyPatch, heal: int, reserve: Reserve | None = None, **of_discord: int | str
) -> AsyncIterator[tuple[StandIn, Kept]]:
    """A client of discord.py, connected to a small Discord that is back after so many waits.

    Args:
        reserve: of `IdentifyLimit`.
        of_discord: attributes of the small Discord from the start.
    """
    async with standing_in() as server:
        for name, value in of_discord.items():
            setattr(server, name, value)
        patch.setattr(Route, "BASE", f"{server.url}/api/v10")
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.url.replace("http", "ws", 1) + "/gateway"))
        client = Kept(heal, server, reserve)
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


async def _until(condition: Callable[[], bool]) -> None:
    """Lets the loop run until something holds."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  # what discord.py holds tells no one that it has changed
            await asyncio.sleep(0)


@pytest.mark.parametrize("refused", [1, 8, 40])
async def test_after_an_outage_the_session_goes_on_at_the_first_try_that_is_answered(
    monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    async with _connected(monkeypatch, heal=1 + refused) as (server, client):
        heard = client.heard[0]
        server.ready.clear()
        server.away = True
        await server.drop()
        async with asyncio.timeout(30):
            await client.back.wait()
        assert (server.identified, server.resumed) == (1, 1)
        assert len(client.waits) == 1 + refused, "the try after the last wait has succeeded"
        assert max(client.waits) <= LONGEST_WAIT_S
        # Once before the first shard, for the break, and for each try that was refused.
        assert client.gone[0] == 1 + refused
        assert client.heard[0] > heard


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
        assert client.waits[-1] + client.turns[-1] <= LONGEST_WAIT_S + 5


@pytest.mark.parametrize("resume_at", ["http://127.0.0.1:1/", "/missing", "/hanging", "/silent"])
async def test_a_session_whose_address_is_dead_goes_on_at_the_main_address(
    monkeypatch: pytest.MonkeyPatch, resume_at: str
) -> None:
    if resume_at in ("/hanging", "/silent"):
        # What is not answered soon enough on a busy machine is tried again.
        monkeypatch.setattr(gateway, "_ATTEMPT_S", 0.3)
        monkeypatch.setattr(gateway, "_BEGIN_S", 0.3)
    async with _connected(monkeypatch, heal=0, resume_at=resume_at) as (server, client):
        await server.drop()
        async with asyncio.timeout(60):
            await client.back.wait()
        assert (server.identified, server.resumed) == (1, 1)


async def test_a_session_that_no_address_resumes_is_begun_anew_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "_BEGIN_S", 0.3)
    async with _connected(monkeypatch, heal=0, resume_at="/missing") as (server, client):
        main = DiscordWebSocket.DEFAULT_GATEWAY
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", main.with_path("/silent"))
        server.ready.clear()
        await server.drop()
        async with asyncio.timeout(60):
            await server.ready.wait()
        assert (server.identified, server.resumed) == (2, 0)
        assert client.turns, "a new session waits for its turn"


async def test_a_bot_that_discord_will_not_have_does_not_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with _connected(monkeypatch, heal=1) as (server, client):
        waits = len(client.waits)
        await server.drop(4004)
        assert client.running is not None
        with pytest.raises(discord.ConnectionClosed):
            await client.running
        assert len(client.waits) == waits


async def test_a_database_that_is_away_while_a_session_is_reserved_only_delays_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = list[int]()

    async def reserve(kind: int) -> float:
        tries.append(kind)
        if len(tries) < 3:
            raise Busy("a row is locked")
        return 0.0

    async with _connected(monkeypatch, 0, reserve) as (server, client):
        assert (len(tries), len(client.waits)) == (3, 2)
        assert server.identified == 1


@pytest.mark.parametrize("shards", [1, 3, 16])
async def test_there_are_as_many_shards_as_discord_asks_for_each_begun_in_its_turn(
    monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    async with _connected(monkeypatch, heal=0, shards=shards) as (server, client):
        await _until(lambda: len(client.guilds) == shards)
        assert server.begun == [(shard, shards) for shard in range(shards)], "in order: shard 0 brings the hands"
        assert client.turns == [5.0] * (shards - 1)
        assert {guild.id: guild.shard_id for guild in client.guilds} == {
            server_of(shard): shard for shard in range(shards)
        }
        assert sorted(client.shards) == [shard for shard, _ in client.latencies] == list(range(shards))
        assert client.is_ready()
        assert client.counts == [shards]


async def test_as_many_sessions_begin_at_the_same_time_as_discord_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    async with _connected(monkeypatch, heal=0, shards=16, max_concurrency=8) as (server, client):
        assert sorted(server.begun) == [(shard, 16) for shard in range(16)]
        # The second of each remainder waits for the first: five seconds, less what has passed since.
        assert max(client.turns) == 5.0
        assert sum(client.turns) <= 5.0 * 8


@pytest.mark.parametrize("shards", [3, 16])
async def test_a_shard_that_is_cut_comes_back_by_itself_and_the_others_notice_nothing(
    monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    async with _connected(monkeypatch, heal=0, shards=shards) as (server, client):
        await server.drop(shard=1)
        async with asyncio.timeout(30):
            await client.back.wait()
        assert (server.identified, server.resumed) == (shards, 1)
        assert set(client.gone) == {1}


async def test_a_bot_with_too_many_servers_for_its_shards_gets_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async with _connected(monkeypatch, heal=0) as (server, client):
        server.shards = server.least_shards = 3
        await server.drop(4011)
        await _until(lambda: len(client.guilds) == 3)
        assert client.counts == [1, 3]
        assert server.begun[1:] == [(shard, 3) for shard in range(3)]
        assert {guild.id: guild.shard_id for guild in client.guilds} == {server_of(shard): shard for shard in range(3)}


async def test_where_discord_asks_for_no_more_than_it_refuses_there_are_twice_as_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with _connected(monkeypatch, heal=0, shards=1, least_shards=4) as (server, client):
        assert client.counts == [1, 2, 4]
        assert server.begun[-1] == (3, 4)


async def test_a_shard_that_is_not_known_to_discord_leads_to_asking_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with _connected(monkeypatch, heal=0, shards=3) as (server, client):
        server.shards = 2
        await server.drop(4010, shard=2)
        await _until(lambda: client.counts == [3, 2] and len(client.shards) == 2)
        assert client.gone == {0: 1, 1: 1, 2: 1}, "all are away until they begin anew"
        assert sorted(client.shards) == [0, 1]


async def test_with_a_new_session_a_shard_forgets_the_servers_that_the_bot_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with _connected(monkeypatch, heal=0, shards=3) as (server, client):
        left = server_of(4)
        await server.dispatch("GUILD_CREATE", {**_GUILD, "id": str(left)}, 1)
        await _until(lambda: client.get_guild(left) is not None)
        server.forgetful = True
        await server.drop(shard=1)
        await _until(lambda: client.get_guild(left) is None)
        assert {guild.id for guild in client.guilds} == {server_of(shard) for shard in range(3)}
