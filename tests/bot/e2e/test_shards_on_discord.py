"""The bot's own connections to a Discord at wire level during games: cut, and renewed with more shards."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import client as client_module
from bot.audit import verify
from bot.config import Settings
from bot.gateway import IdentifyLimit, stay_connected
from bot.people.person import Person
from bot.tables import lookup
from bot.tables.actions import play, seating
from bot.tables.terms import Terms
from bot.texts import Texts
from tests.support.database import open_database
from tests.support.patience import PATIENCE_S
from tests.support.room import Room
from tests.support.standin import TOKEN, StandIn, channel_of, server_of, standing_in

PLAYERS = Person(1001, "Alice"), Person(1002, "Bruno")
NOON = 1_800_000_000_000


@dataclass(slots=True)
class Play:
    """A bot that is connected, and the tables at which its players sit.

    Attributes:
        now: the bot's time, which only the test moves.
        alive: the signs of life of each shard so far.
        go_on: no connection is tried again while it is not set.
        happened: set by each change of a connection, a clock or a table.
    """

    discord: StandIn
    chance: random.Random
    now: int
    room: Room = field(init=False)
    alive: Counter[int] = field(default_factory=Counter)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    happened: asyncio.Event = field(default_factory=asyncio.Event)

    async def table(self, shard: int) -> int:
        """Plays to the middle of a game in the server of a shard. Returns the table's id."""
        tables, terms = self.room.tables, Terms(stake=0, in_thread=False)
        view = await seating.challenge(tables, server_of(shard), channel_of(shard), *PLAYERS, terms)
        await seating.accept(tables, view.id, PLAYERS[1])
        await self.move(view.id)
        return view.id

    async def move(self, table: int) -> None:
        """Makes any lawful move for the player whose turn it is."""
        view = await lookup.table(self.room.tables, table)
        assert view.game is not None
        assert view.game.turn is not None
        person = view.person(view.game.turn)
        await play.move(
            self.room.tables, table, person.id, view.decision, lambda own: self.chance.choice(own.legal_moves)
        )

    async def pass_75_seconds(self) -> None:
        """Lets time pass for the bot. Each connected shard gives its usual signs of life."""
        for _ in range(3):
            self.now += 25_000
            alive = self.alive.copy()
            connected = await self.discord.acknowledge()

            async def are_heard(before: Counter[int] = alive, shards: Sequence[int] = connected) -> bool:
                return all(self.alive[shard] > before[shard] for shard in shards)

            await self.until(are_heard)

    async def deadline(self, table: int) -> int:
        """Returns when the time for the current decision is up."""
        at = (await lookup.table(self.room.tables, table)).deadline
        assert at is not None
        return at

    async def until(self, condition: Callable[[], Awaitable[bool]]) -> None:
        """Waits for events of the bot until the condition is true."""
        async with asyncio.timeout(PATIENCE_S):
            self.happened.clear()
            while not await condition():
                await self.happened.wait()
                self.happened.clear()

    async def connected(self, *shards: int) -> None:
        """Waits until these shards are connected, and the clocks of their servers run."""

        async def is_so() -> bool:
            away, stopped = self.room.lifecycle.away_ms(), self.room.tables.log.stopped_since
            return all(away.get(shard) == 0 and stopped(server_of(shard)) is None for shard in shards)

        await self.until(is_so)

    async def credited(self, table: int, until: int) -> None:
        """Waits until the decision at a table has this deadline."""

        async def is_so() -> bool:
            return await self.deadline(table) == until

        await self.until(is_so)


@asynccontextmanager
async def playing(
    folder: Path,
    patch: pytest.MonkeyPatch,
    shards: int,
    *,
    away: int | None = None,
    server_away: int | None = None,
    now: int = NOON,
) -> AsyncIterator[Play]:
    """Connects a bot with this many shards, except the one that is away. Sessions begin at the same time."""
    async with standing_in(shards) as server:
        server.max_concurrency = 16
        if away is not None:
            server.away_shards.add(away)
        if server_away is not None:
            server.away_servers.add(server_away)
        patch.setattr(Route, "BASE", f"{server.url}/api/v10")
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.url.replace("http", "ws", 1) + "/gateway"))
        database = await open_database(folder / "room.sqlite3")
        settings, game = Settings(end_reviews=False), Play(server, random.Random(1), now)
        room = game.room = Room(settings, database, Texts.load(), chance=game.chance, now=lambda: game.now)
        game.go_on.set()

        async def wait(_seconds: float) -> None:
            game.happened.set()
            await game.go_on.wait()

        alive, lost, go = room.lifecycle.shard_alive, room.lifecycle.shard_lost, room.lifecycle._credit_and_go

        def count(shard: int) -> None:
            alive(shard)
            game.alive[shard] += 1
            game.happened.set()

        def lose(shard: int) -> None:
            lost(shard)
            game.happened.set()

        async def credit_and_go() -> None:
            await go()
            game.happened.set()

        patch.setattr(room.lifecycle, "shard_alive", count)
        patch.setattr(room.lifecycle, "shard_lost", lose)
        patch.setattr(room.lifecycle, "_credit_and_go", credit_and_go)
        room.tables.watchers.append(lambda _table, _wake_at: game.happened.set())
        patch.setattr(client_module, "stay_connected", partial(stay_connected, wait=wait))
        patch.setattr(client_module, "IdentifyLimit", partial(IdentifyLimit, wait=wait))
        running = asyncio.create_task(room.start(TOKEN))
        try:
            await game.connected(*(shard for shard in range(shards) if shard not in (away, server_away)))
            yield game
        finally:
            await room.close()
            running.cancel()
            with suppress(asyncio.CancelledError, discord.ConnectionClosed):
                await running


@pytest.mark.parametrize("shards", [1, 3, 16])
async def test_the_tables_of_a_shard_that_is_cut_for_75_seconds_are_credited_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    async with playing(tmp_path, monkeypatch, shards) as game:
        tables = [await game.table(shard) for shard in range(shards)]
        before, cut = [await game.deadline(table) for table in tables], shards - 1
        game.go_on.clear()
        await game.discord.drop(shard=cut)

        async def is_noticed() -> bool:
            return game.room.lifecycle.away_ms()[cut] > 0

        await game.until(is_noticed)
        assert [shard for shard, ms in game.room.lifecycle.away_ms().items() if ms] == [cut]
        await game.pass_75_seconds()
        game.go_on.set()
        await game.connected(*range(shards))
        await game.credited(tables[cut], before[cut] + 75_000)
        assert [await game.deadline(table) for table in tables[:cut]] == before[:cut]
        assert (game.discord.identified, game.discord.resumed) == (shards, 1)
        for table in tables:
            await game.move(table)
        assert (await verify(game.room.database)).faults == ()


@pytest.mark.parametrize("shards", [1, 3])
async def test_the_tables_of_a_server_that_is_unavailable_for_two_minutes_are_credited_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    async with playing(tmp_path, monkeypatch, shards) as game:
        tables, away = [await game.table(shard) for shard in range(shards)], shards - 1
        stopped = game.room.tables.log.stopped_since
        before = [await game.deadline(table) for table in tables]
        await game.discord.set_away(away)

        async def stands() -> bool:
            return stopped(server_of(away)) is not None

        await game.until(stands)
        for _ in range(2):
            await game.pass_75_seconds()
        assert [shard for shard in range(shards) if stopped(server_of(shard)) is not None] == [away]
        # Hands are in direct messages: players who can play go on, and the time of the outage so far is credited.
        await game.discord.set_away(away, away=False)
        await game.credited(tables[away], before[away] + 150_000)
        assert [await game.deadline(table) for table in tables[:away]] == before[:away]
        await game.move(tables[away])
        assert (await verify(game.room.database)).faults == ()


@pytest.mark.parametrize("ends", ["crash", "connection"])
async def test_a_server_that_is_away_over_a_start_is_owed_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    async with playing(tmp_path, monkeypatch, 3) as game:
        table, other = await game.table(2), await game.table(1)
        before = [await game.deadline(number) for number in (table, other)]
        await game.discord.set_away(2)

        async def stands() -> bool:
            return game.room.tables.log.stopped_since(server_of(2)) is not None

        await game.until(stands)
        await game.pass_75_seconds()
        await game.room.lifecycle._store_alive()
        now = game.now
    async with playing(tmp_path, monkeypatch, 3, server_away=2, now=now + 100_000) as game:
        await game.credited(other, before[1] + 100_000)

        async def stands_again() -> bool:
            return game.room.tables.log.stopped_since(server_of(2)) is not None

        await game.until(stands_again)
        await game.pass_75_seconds()
        if ends == "connection":
            game.discord.away_servers.clear()
            game.discord.forgetful = True
            await game.discord.drop(shard=2)
        else:
            await game.discord.set_away(2, away=False)
        await game.credited(table, before[0] + 250_000)
        assert await game.deadline(other) == before[1] + 100_000


async def test_a_bot_that_gets_more_shards_in_the_middle_of_games_loses_no_press_and_credits_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, monkeypatch, 1) as game:
        # Discord now has more servers for the bot than one shard may have.
        tables = [await game.table(shard) for shard in range(3)]
        before = [await game.deadline(table) for table in tables]
        versions = [(await lookup.table(game.room.tables, table)).version for table in tables]
        game.discord.shards = game.discord.least_shards = 3
        game.go_on.clear()
        await game.discord.drop(4011)

        async def is_closed() -> bool:
            return game.room.shards[0].is_closed()

        await game.until(is_closed)
        # An acknowledged press is in the database, even if the connection breaks.
        await game.move(tables[0])
        await game.pass_75_seconds()
        game.go_on.set()
        await game.connected(0, 1, 2)
        assert game.discord.begun == [(0, 1), (0, 3), (1, 3), (2, 3)]
        for table, at in zip(tables[1:], before[1:], strict=True):
            await game.credited(table, at + 75_000)
        after = [(await lookup.table(game.room.tables, table)).version for table in tables]
        assert all(one < other for one, other in zip(versions, after, strict=True))
        for table in tables:
            await game.move(table)
        assert (await verify(game.room.database)).faults == ()


async def test_at_a_start_tables_wait_for_their_shard_and_are_credited_until_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, monkeypatch, 3) as game:
        tables = [await game.table(shard) for shard in range(3)]
        before, now = [await game.deadline(table) for table in tables], game.now
    async with playing(tmp_path, monkeypatch, 3, away=2, now=now + 100_000) as game:
        await game.credited(tables[0], before[0] + 100_000)
        await game.credited(tables[1], before[1] + 100_000)
        assert game.room.tables.log.outages_owed(tables[2]) != (), "it is not taken up yet"
        game.go_on.clear()
        await game.pass_75_seconds()
        game.discord.away_shards.clear()
        game.go_on.set()
        await game.connected(2)
        await game.credited(tables[2], before[2] + 175_000)
        assert [await game.deadline(table) for table in tables[:2]] == [at + 100_000 for at in before[:2]]
