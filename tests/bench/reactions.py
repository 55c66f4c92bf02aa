"""Processor time of reactions to messages of others: `python -m tests.bench.reactions`.

The intent for reactions brings those of all servers. Each is given to a connection as Discord sends it, compressed, and
goes as far as it goes: with discord.py's own connection to the reader of advice, which asks the database where the
emoji is one of its signs; with the bot's it is dropped before it is parsed. Nothing is sent over a network.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
import zlib
from types import SimpleNamespace
from typing import Any, cast

from discord.gateway import DiscordWebSocket

from bot.adapter.discord_internals import GatewaySocket, set_shards
from bot.app import build_app
from bot.client import Client
from bot.config import Settings
from bot.storage import Database
from bot.texts import Texts
from tests.bench.figures import table

_BOT, _GUILD, _AUTHOR = 123456789012345678, 70 << 22, 5
_COUNT = 1000
_TIMES = 5
_EMOJIS = {"any emoji": "\N{FIRE}", "a sign of advice": "1\ufe0f\N{COMBINING ENCLOSING KEYCAP}"}
_LISTS = ("channels", "emojis", "stickers", "threads", "features", "presences", "voice_states", "stage_instances")


def _frames(emoji: str, count: int) -> list[bytes]:
    """A session of which all but the first two events are reactions, as Discord compresses it."""
    user = {"id": str(_BOT), "username": "ecarte", "discriminator": "0", "avatar": None, "bot": True}
    ready = {"user": user, "guilds": [], "session_id": "s", "resume_gateway_url": "ws://127.0.0.1", "shard": [0, 1]}
    role = {"id": str(_GUILD), "name": "@everyone", "permissions": "0", "position": 0}
    member = {"user": user, "roles": [], "flags": 0, "joined_at": "2020-01-01T00:00:00+00:00"}
    guild = {"id": str(_GUILD), "name": "Server", "owner_id": "1", "roles": [role], "members": [member]}
    events: list[tuple[str, Any]] = [
        ("READY", {**ready, "application": {"id": str(_BOT), "flags": 0}}),
        ("GUILD_CREATE", {**guild, "member_count": 1, **{name: [] for name in _LISTS}}),
    ]
    for number in range(count):
        person = {
            "id": str(10**17 + number),
            "username": f"person{number}",
            "global_name": f"Person {number}",
            "discriminator": "0",
            "avatar": "a" * 32,
            "public_flags": 0,
            "clan": None,
        }
        reaction = {
            "user_id": person["id"],
            "type": 0,
            "message_id": str(10**18 + number),
            "message_author_id": str(_AUTHOR),
            "member": {**member, "user": person, "nick": None, "avatar": None, "mute": False, "deaf": False},
            "emoji": {"id": None, "name": emoji},
            "channel_id": str(_GUILD + 1),
            "burst": False,
            "guild_id": str(_GUILD),
        }
        events.append(("MESSAGE_REACTION_ADD", reaction))
    deflate = zlib.compressobj()
    frames = []
    for number, (name, data) in enumerate(events, 1):
        text = json.dumps({"t": name, "s": number, "op": 0, "d": data}, separators=(",", ":"))
        frames.append(deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH))
    return frames


def open_connection(kind: type[DiscordWebSocket], client: Client) -> DiscordWebSocket:
    """A connection of this kind without a socket, as `from_client` leaves one."""
    state = client._connection
    connection = kind(cast(Any, SimpleNamespace(closed=False)), loop=asyncio.get_running_loop())
    connection._connection, connection._discord_parsers = state, state.parsers
    connection._dispatch, connection.shard_id = client.dispatch, 0
    return connection


async def spent_s(kind: type[DiscordWebSocket], emoji: str, count: int, database: Database) -> float:
    """Returns the processor time of `count` reactions to messages of others, in seconds."""
    client = Client(build_app(Settings(), database, Texts.load(), now=lambda: 0, rng=random.Random(1)), database)
    await client._async_setup_hook()
    await set_shards(client, 1)
    connection, frames = open_connection(kind, client), _frames(emoji, count)
    before = asyncio.all_tasks()
    for frame in frames[:2]:
        await connection.received_message(frame)
    begun = time.process_time()
    for frame in frames[2:]:
        await connection.received_message(frame)
    while handlers := [task for task in asyncio.all_tasks() - before if "reaction" in task.get_name()]:
        await asyncio.wait(handlers)
    spent = time.process_time() - begun
    assert connection.sequence == len(frames), "what is dropped counts for resuming, too"
    client.lifecycle.closing = True
    for task in asyncio.all_tasks() - before:
        task.cancel()
    return spent


async def measured(count: int, times: int) -> list[list[object]]:
    """A row for each emoji: milliseconds with discord.py's connection, and with the bot's."""
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory(prefix="ecarte-reactions-") as folder:
        async with await Database.open_alone(f"{folder}/bench.sqlite3") as database:
            for name, emoji in _EMOJIS.items():
                kinds = (DiscordWebSocket, GatewaySocket)
                spent = [[await spent_s(kind, emoji, count, database) for kind in kinds] for _ in range(times)]
                rows.append([name, *(sorted(column)[times // 2] * 1000 for column in zip(*spent, strict=True))])
    return rows


def main(count: int = _COUNT, times: int = _TIMES) -> int:
    """Prints the processor time of `count` reactions, the median of several runs. Returns 0."""
    heads = [f"{count} reactions with", "discord.py's connection, ms", "the bot's, ms"]
    print(table(heads, asyncio.run(measured(count, times))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
