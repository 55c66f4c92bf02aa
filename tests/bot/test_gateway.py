"""The connection to the gateway comes back soon after Discord does, and within Discord's limits."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import gateway
from bot.adapter.discord_internals import StartAdvice, prepare
from bot.gateway import KEPT_SESSIONS, LONGEST_WAIT_S, Backoff, ConnectionWatcher, IdentifyLimit, stay_connected
from bot.rows.storage_errors import Busy
from bot.storage import Database, SessionRepository, SessionTurn
from bot.storage.connections import Connections
from tests.support.database import open_database
from tests.support.patience import PATIENCE_S
from tests.support.standin import TOKEN, StandIn, server_of, standing_in

DAY_S = 24 * 3600
A_THOUSAND = 1000
"""How many new sessions Discord gives a bot in a day."""
NOON = 1_800_000_000_000
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


@dataclass(slots=True)
class Day:
    """Discord's count of new sessions: a thousand in the 24 hours from the first one on.

    Attributes:
        now: the time in seconds. It passes while something waits.
        at: when sessions were begun, each by its shard.
        worst: the smallest number that ever remained.
    """

    concurrency: int = 1
    now: float = 1_000_000.0
    at: list[tuple[float, int]] = field(default_factory=list)
    worst: int = A_THOUSAND
    waits: list[float] = field(default_factory=list)
    _ends: float = 0.0
    _remaining: int = A_THOUSAND

    async def ask(self) -> StartAdvice:
        """Returns Discord's answer about its limits."""
        self._look()
        return StartAdvice(1, self.concurrency, A_THOUSAND, self._remaining, int((self._ends - self.now) * 1000))

    async def wait(self, seconds: float) -> None:
        """Lets time pass."""
        self.waits.append(seconds)
        self.now += seconds

    def begin(self, shard: int) -> None:
        """Begins a session."""
        self._look()
        self._remaining -= 1
        self.worst = min(self.worst, self._remaining)
        self.at.append((self.now, shard))

    def _look(self) -> None:
        if self.now >= self._ends:
            self._ends, self._remaining = self.now + DAY_S, A_THOUSAND

    def limit(self, database: Database) -> IdentifyLimit:
        """Returns the waits of a process that has just been started."""
        limit = IdentifyLimit(
            random.Random(1), lambda: self.now, lambda: int(self.now * 1000), database.sessions, self.wait
        )
        limit.allow(StartAdvice(1, self.concurrency, A_THOUSAND, A_THOUSAND, 0))
        return limit

    async def identify(self, limit: IdentifyLimit, shard: int = 0) -> None:
        """A shard begins a session in its turn."""
        async with limit.turn(shard, self.ask):
            self.begin(shard)


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    """An empty database."""
    async with _new_database() as opened:
        yield opened


async def test_a_gateway_that_ends_every_session_at_once_gets_fewer_new_ones_in_a_day_than_it_allows(
    database: Database,
) -> None:
    day = Day()
    limit, begun_at = day.limit(database), day.now
    while day.now < begun_at + 2 * DAY_S:
        await day.identify(limit)
        day.now += 0.1
    assert day.worst > KEPT_SESSIONS
    assert len(day.at) > A_THOUSAND


async def test_a_process_that_dies_after_every_start_never_costs_the_token(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    # As `restart: unless-stopped` does it: only the database is left of each start.
    day = Day()
    begun_at = day.now
    while day.now < begun_at + DAY_S:
        await day.identify(day.limit(database))
        day.now += 20
    assert day.worst > KEPT_SESSIONS
    assert "waits" in caplog.text


@pytest.mark.expects_log("bot.gateway", "takes its token after that")
async def test_the_last_fifty_sessions_are_never_begun_and_the_log_says_in_one_line_that_the_bot_waits(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    day = Day()
    await day.ask()
    day._remaining = KEPT_SESSIONS + 2
    limit, begun_at = day.limit(database), day.now
    for _ in range(4):
        await day.identify(limit)
    assert [at < begun_at + 600 for at, _ in day.at] == [True, True, False, False]
    assert day.at[2][0] >= begun_at + DAY_S
    lines = [record for record in caplog.records if "takes its token" in record.message]
    assert [line.levelname for line in lines] == ["ERROR"]
    assert f"{KEPT_SESSIONS} more sessions" in lines[0].message
    assert [record.message for record in caplog.records if "more sessions today" in record.message] == [
        "Discord gives this bot 51 more sessions today; the last 50 are kept"
    ]


async def test_a_session_that_discord_has_not_heard_of_is_not_counted(database: Database) -> None:
    day = Day()
    limit = day.limit(database)
    for _ in range(3):
        with pytest.raises(OSError, match="away"):
            async with limit.turn(0, day.ask):
                raise OSError("away")
    stored = await database.sessions.limit()
    assert stored is not None
    assert stored.remaining == A_THOUSAND


async def test_the_first_session_does_not_wait_and_the_next_as_discord_asks(database: Database) -> None:
    day = Day()
    limit = day.limit(database)
    await day.identify(limit)
    assert day.waits == []
    day.now += 60
    await day.identify(limit)
    assert 1.0 <= day.waits[0] <= 5.0


@pytest.mark.parametrize(("concurrency", "shards"), [(1, 16), (16, 16), (16, 40), (3, 16)])
async def test_sessions_of_shards_with_the_same_remainder_begin_five_seconds_apart(
    database: Database, concurrency: int, shards: int
) -> None:
    """By Discord's rule: `max_concurrency` sessions in five seconds, by `shard % max_concurrency`."""
    day = Day(concurrency)
    limit = day.limit(database)
    for shard in range(shards):
        await day.identify(limit, shard)
    for remainder in range(concurrency):
        begun = [at for at, shard in day.at if shard % concurrency == remainder]
        assert all(later - earlier >= 5.0 for earlier, later in pairwise(begun))
    assert day.now - 1_000_000 <= 5.0 * shards


async def test_a_bot_whose_shards_begin_again_and_again_begins_no_more_sessions_in_a_day_than_discord_gives(
    database: Database,
) -> None:
    day, shards = Day(16), 16
    limit, begun_at = day.limit(database), day.now
    while day.now < begun_at + 2 * DAY_S:
        for shard in range(shards):
            await day.identify(limit, shard)
    assert day.worst >= KEPT_SESSIONS


async def test_a_session_that_takes_long_to_begin_holds_up_those_of_its_kind_alone(database: Database) -> None:
    day = Day(2)
    limit = day.limit(database)
    async with limit.turn(0, day.ask):
        second = asyncio.create_task(day.identify(limit, 2))
        await day.identify(limit, 1)
        day.now += 3
        assert not second.done()
    await second
    assert day.waits == [5.0], "five seconds from the end of the first one"


class Kept(discord.AutoShardedClient):
    """A client that stays connected, and counts its waits instead of waiting."""

    def __init__(self, heal: int, discord_: StandIn, sessions: SessionRepository) -> None:
        # The small Discord has no servers to wait for, which would otherwise take two seconds.
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
        prepare(self)
        self.waits: list[float] = []
        self.turns: list[float] = []
        self.heard: Counter[int] = Counter()
        self.gone: Counter[int] = Counter()
        self.counts: list[int] = []
        self.back = asyncio.Event()
        self.happened = asyncio.Condition()
        self.running: asyncio.Task[None] | None = None
        self._tellers: set[asyncio.Task[None]] = set()
        self._heal, self._discord, self._sessions = heal, discord_, sessions
        self._now = 0.0

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keeps connected."""
        chance = random.Random(1)
        identifies = IdentifyLimit(chance, lambda: self._now, self._now_ms, self._sessions, self._turn)
        watcher = ConnectionWatcher(self._begin, self._hear)
        await stay_connected(self, watcher, chance=chance, identifies=identifies, wait=self._count)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Announces each event, once its handlers have been called."""
        super().dispatch(event, *args, **kwargs)
        self._tellers.add(teller := asyncio.create_task(self._tell()))
        teller.add_done_callback(self._tellers.discard)

    async def _tell(self) -> None:
        async with self.happened:
            self.happened.notify_all()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nothing."""

    async def on_shard_disconnect(self, shard: int) -> None:
        """Counts."""
        self.gone[shard] += 1

    async def on_shard_resumed(self, _shard: int) -> None:
        """Notes that the session goes on."""
        self.back.set()

    async def _begin(self, count: int) -> None:
        self.counts.append(count)

    def _hear(self, shard: int) -> None:
        self.heard[shard] += 1

    def _now_ms(self) -> int:
        return NOON + int(self._now * 1000)

    async def _turn(self, seconds: float) -> None:
        self.turns.append(seconds)
        self._now += seconds

    async def _count(self, seconds: float) -> None:
        self.waits.append(seconds)
        if len(self.waits) == self._heal:
            self._discord.away = False
        await asyncio.sleep(0)


class BusyAtFirst(SessionRepository):
    """Fails to count sessions while the database is locked."""

    def __init__(self, connections: Connections, busy: int) -> None:
        super().__init__(connections)
        self._busy = busy

    async def reserve(self, kind: int, **of_discord: int) -> SessionTurn:
        """Fails, or counts."""
        self._busy -= 1
        if self._busy >= 0:
            raise Busy("a row is locked")
        return await super().reserve(kind, **of_discord)


@asynccontextmanager
async def _new_database() -> AsyncIterator[Database]:
    with TemporaryDirectory() as folder:
        async with await open_database(Path(folder, "sessions.sqlite3")) as opened:
            yield opened


@asynccontextmanager
async def _connected(
    patch: pytest.MonkeyPatch, heal: int, busy: int = 0, **of_discord: int | str
) -> AsyncIterator[tuple[StandIn, Kept]]:
    """Connects a client of discord.py to a small Discord that is back after a number of waits.

    Args:
        busy: how often the database is locked when a session is to be counted.
        of_discord: attributes of the small Discord from the start.
    """
    async with _new_database() as database, standing_in() as server:
        for name, value in of_discord.items():
            setattr(server, name, value)
        patch.setattr(Route, "BASE", f"{server.url}/api/v10")
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.url.replace("http", "ws", 1) + "/gateway"))
        client = Kept(heal, server, BusyAtFirst(database.connections, busy))
        client.running = asyncio.create_task(client.start(TOKEN))
        try:
            async with asyncio.timeout(PATIENCE_S):
                await server.ready.wait()
                await client.wait_until_ready()
            yield server, client
        finally:
            await client.close()
            with contextlib.suppress(asyncio.CancelledError, discord.ConnectionClosed):
                await client.running


async def _until(client: Kept, condition: Callable[[], bool]) -> None:
    """Waits for events of the client until the condition is true."""
    async with asyncio.timeout(PATIENCE_S), client.happened:
        await client.happened.wait_for(condition)


@pytest.mark.parametrize("refused", [1, 8, 40])
async def test_after_an_outage_the_session_goes_on_at_the_first_try_that_is_answered(
    monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    async with _connected(monkeypatch, heal=1 + refused) as (server, client):
        heard = client.heard[0]
        server.ready.clear()
        server.away = True
        await server.drop()
        async with asyncio.timeout(PATIENCE_S):
            await client.back.wait()
        assert (server.identified, server.resumed) == (1, 1)
        assert len(client.waits) == 1 + refused, "the try after the last wait has succeeded"
        assert max(client.waits) <= LONGEST_WAIT_S
        # Once before the first shard, once for the break, and once for each refused try.
        assert client.gone[0] == 1 + refused
        assert client.heard[0] > heard


async def test_a_session_that_discord_has_forgotten_is_begun_anew_after_the_wait_that_discord_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with _connected(monkeypatch, heal=3) as (server, client):
        server.ready.clear()
        server.away = server.forgetful = True
        await server.drop()
        async with asyncio.timeout(PATIENCE_S):
            await server.ready.wait()
        assert (server.identified, server.resumed) == (2, 0)
        assert client.waits[-1] + client.turns[-1] <= LONGEST_WAIT_S + 5


@pytest.mark.parametrize("resume_at", ["http://127.0.0.1:1/", "/missing", "/hanging", "/silent"])
async def test_a_session_whose_address_is_dead_goes_on_at_the_main_address(
    monkeypatch: pytest.MonkeyPatch, resume_at: str
) -> None:
    if resume_at in ("/hanging", "/silent"):
        # A request without a quick answer on a busy machine is tried again.
        monkeypatch.setattr(gateway, "_ATTEMPT_S", 0.3)
        monkeypatch.setattr(gateway, "_BEGIN_S", 0.3)
    async with _connected(monkeypatch, heal=0, resume_at=resume_at) as (server, client):
        await server.drop()
        async with asyncio.timeout(PATIENCE_S):
            await client.back.wait()
        assert (server.identified, server.resumed) == (1, 1)


async def test_a_session_that_no_address_resumes_is_begun_anew_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "_BEGIN_S", 0.3)
    async with _connected(monkeypatch, heal=0, resume_at="/missing") as (server, client):
        main = DiscordWebSocket.DEFAULT_GATEWAY
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", main.with_path("/silent"))
        server.ready.clear()
        await server.drop()
        async with asyncio.timeout(PATIENCE_S):
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


async def test_a_database_that_is_away_while_a_session_is_counted_only_delays_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with _connected(monkeypatch, heal=0, busy=2) as (server, client):
        assert len(client.waits) == 2
        assert server.identified == 1


@pytest.mark.parametrize("shards", [1, 3, 16])
async def test_there_are_as_many_shards_as_discord_asks_for_each_begun_in_its_turn(
    monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    async with _connected(monkeypatch, heal=0, shards=shards) as (server, client):
        await _until(client, lambda: len(client.guilds) == shards)
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
        # The second of each remainder waits for the first: five seconds, less the time passed since.
        assert max(client.turns) == 5.0
        assert sum(client.turns) <= 5.0 * 8


@pytest.mark.parametrize("shards", [3, 16])
async def test_a_shard_that_is_cut_comes_back_by_itself_and_the_others_notice_nothing(
    monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    async with _connected(monkeypatch, heal=0, shards=shards) as (server, client):
        await server.drop(shard=1)
        async with asyncio.timeout(PATIENCE_S):
            await client.back.wait()
        assert (server.identified, server.resumed) == (shards, 1)
        assert set(client.gone) == {1}


async def test_a_bot_with_too_many_servers_for_its_shards_gets_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async with _connected(monkeypatch, heal=0) as (server, client):
        server.shards = server.least_shards = 3
        await server.drop(4011)
        await _until(client, lambda: len(client.guilds) == 3)
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
        await _until(client, lambda: client.counts == [3, 2] and len(client.shards) == 2)
        assert client.gone == {0: 1, 1: 1, 2: 1}, "all are away until they begin anew"
        assert sorted(client.shards) == [0, 1]


async def test_with_a_new_session_a_shard_forgets_the_servers_that_the_bot_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with _connected(monkeypatch, heal=0, shards=3) as (server, client):
        left = server_of(4)
        await server.dispatch("GUILD_CREATE", {**_GUILD, "id": str(left)}, 1)
        await _until(client, lambda: client.get_guild(left) is not None)
        server.forgetful = True
        await server.drop(shard=1)
        await _until(client, lambda: client.get_guild(left) is None)
        assert {guild.id for guild in client.guilds} == {server_of(shard) for shard in range(3)}
