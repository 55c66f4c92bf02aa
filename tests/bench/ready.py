"""The start of the bot on a database full of open tables, on a Discord that still shows them.

Timed from `Database.open` on. The simulated gateway's share is measured apart, with a client that does nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import discord

from tests.bench.habits import AS_PEOPLE_DO
from tests.bench.town import BenchRoom, Town, make_room, rest, town

_AT_EVERY_START = ("GET /oauth2/applications/@me", "PUT /applications/", "GET /applications/")


@dataclass(frozen=True, slots=True)
class Start:
    """A start, in seconds.

    Attributes:
        opened: until the database is open and its schema current.
        set_up: until the commands are registered and every clock is set; then comes the gateway.
        ready: until `on_ready` is done; presses are answered from then on.
        looked_at: until every table that may be behind was compared with what Discord shows, and drawn if it differs.
        null: until a client that does nothing is ready on the same Discord.
        events: how many events their logs hold.
        requests: the start's requests by method and path, except those of every start: the bot's identity, the
            registration of its commands and the list of its emojis.
    """

    tables: int
    events: int
    opened: float
    set_up: float
    ready: float
    looked_at: float
    null: float
    requests: tuple[str, ...]


class _Stopwatch(BenchRoom):
    """The bot, timing its first hook and the end of its start."""

    set_up_at = 0.0
    ready_at = 0.0

    async def setup_hook(self) -> None:
        """Takes up every table."""
        await super().setup_hook()
        self.set_up_at = time.perf_counter()

    async def on_ready(self) -> None:
        """Discord is connected."""
        await super().on_ready()
        self.ready_at = time.perf_counter()


async def time_to_be_ready(folder: Path, tables: int, clicks: int, *, progress: Callable[[str], None]) -> Start:
    """Opens tables, plays a little at each, stops the bot and starts it again.

    Args:
        clicks: how many at all tables together, in turn, before the bot stops.
    """
    async with town(folder, AS_PEOPLE_DO, seed=1) as venue:
        await venue.open_tables(tables)
        progress(f"{tables} tables are open")
        ids = list(venue.seated)
        for number in range(clicks):
            click = await venue.next_click(ids[number % len(ids)])
            if click is not None:
                await venue.click(click)
        await venue.room.close()
        null = await _start_null(venue)
        return await _start(venue, tables, null)


async def _start_null(venue: Town) -> float:
    """The start of a client that does nothing, with the bot's intents and caches."""
    client = discord.Client(
        intents=discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True),
        max_messages=None,
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
    )
    begun = time.perf_counter()
    await venue.world.env.restart_bot(client)
    await rest()
    took = time.perf_counter() - begun
    await client.close()
    return took


async def _start(venue: Town, tables: int, null: float) -> Start:
    env, asked = venue.world.env, len(venue.world.env.http_requests)
    with env.time_context():
        begun = time.perf_counter()
        room = await make_room(venue.database, venue.world.now, 1, kind=_Stopwatch)
        opened = time.perf_counter()
    await env.restart_bot(room)
    await rest()
    looked_at = time.perf_counter()
    fresh = [f"{request.method} {request.path}" for request in env.http_requests[asked:]]
    rows = (await room.database.tables.all_open(limit=sys.maxsize)).rows
    assert len(rows) == tables, "a table was lost"
    return Start(
        tables=tables,
        events=sum(row.version for row in rows),
        opened=opened - begun,
        set_up=room.set_up_at - begun,
        ready=room.ready_at - begun,
        looked_at=looked_at - begun,
        null=null,
        requests=tuple(name for name in fresh if not name.startswith(_AT_EVERY_START)),
    )
