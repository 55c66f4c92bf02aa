"""What a server costs the bot that no one plays in: `python -m tests.bench.servers`, with `own` as its argument one in
which each channel has exceptions from permissions of its own.

Servers are given to a connection as Discord sends them at a start, compressed. Their channels, roles and permissions
stay in memory. Nothing is sent over a network.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.adapter.discord_internals import GatewaySocket, set_shards
from bot.app import build_app
from bot.client import Client
from bot.config import Settings
from bot.storage import Database
from bot.texts import Texts
from tests.bench.figures import table
from tests.bench.reactions import open_connection

_BOT = 123456789012345678
_COUNT = 1000
_CHANNELS, _CATEGORIES, _ROLES, _EMOJIS = 70, 7, 30, 50
_CATEGORY, _TEXT = 4, 0
_TOPIC = "What is talked of here, in a line or two, and what belongs into another channel"
_LISTS = ("stickers", "threads", "features", "presences", "voice_states", "stage_instances")


def _server(number: int, *, own: bool) -> dict[str, Any]:
    """A large server: each category has exceptions for some roles, which four in five of its channels share with it.

    Args:
        own: whether each channel has other exceptions instead.
    """
    guild = (number + 1) << 22
    user = {"id": str(_BOT), "username": "ecarte", "discriminator": "0", "avatar": None, "bot": True}
    roles = [
        {"id": str(guild + role), "name": f"role {role}", "permissions": "1071698660929", "position": role, "color": 0}
        for role in range(_ROLES)
    ]
    channels = []
    for channel in range(_CHANNELS):
        category, is_category = channel % _CATEGORIES, channel < _CATEGORIES
        exceptions = [_exception(guild, role) for role in range(category, category + 3 + category % 3)]
        if own:
            exceptions = [_exception(guild, role, channel) for role in range(3 + category % 3)]
        elif channel % 5 == 0:
            exceptions.append(_exception(guild, _ROLES - 1 - channel // 5))
        channels.append(
            {
                "id": str(guild + 1000 + channel),
                "type": _CATEGORY if is_category else _TEXT,
                "name": f"channel-{channel}",
                "position": channel,
                "topic": _TOPIC[: channel % len(_TOPIC)] if channel % 2 else None,
                "permission_overwrites": exceptions,
                "parent_id": None if is_category else str(guild + 1000 + category),
                "last_message_id": str(guild + 5000 + channel),
                "rate_limit_per_user": 0,
            }
        )
    emojis = [{"id": str(guild + 9000 + emoji), "name": f"emoji{emoji}", "roles": []} for emoji in range(_EMOJIS)]
    member = {"user": user, "roles": [str(guild + 1)], "flags": 0, "joined_at": "2020-01-01T00:00:00+00:00"}
    return {
        "id": str(guild),
        "name": f"Server {number}",
        "owner_id": "1",
        "roles": roles,
        "channels": channels,
        "emojis": emojis,
        "members": [member],
        "member_count": 500,
        "unavailable": False,
        **{name: [] for name in _LISTS},
    }


def _exception(guild: int, role: int, channel: int = 0) -> dict[str, Any]:
    allow, deny = 1024 << role % 3, (274877906944 >> role % 5) + channel
    return {"id": str(guild + role), "type": 0, "allow": str(allow), "deny": str(deny)}


def _frames(count: int, *, own: bool) -> Iterator[bytes]:
    """Returns the first events of a session with `count` servers, as Discord compresses them."""
    user = {"id": str(_BOT), "username": "ecarte", "discriminator": "0", "avatar": None, "bot": True}
    unavailable = [{"id": str((number + 1) << 22), "unavailable": True} for number in range(count)]
    ready = {"user": user, "guilds": unavailable, "session_id": "s", "resume_gateway_url": "ws://127.0.0.1"}
    application = {"id": str(_BOT), "flags": 0}
    deflate = zlib.compressobj()
    for number in range(count + 1):
        name, data = ("GUILD_CREATE", _server(number - 1, own=own)) if number else ("READY", {**ready, "shard": [0, 1]})
        if not number:
            data["application"] = application
        text = json.dumps({"t": name, "s": number + 1, "op": 0, "d": data}, separators=(",", ":"))
        yield deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)


def _resident_kb() -> int:
    gc.collect()
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


async def measured(count: int, *, own: bool) -> tuple[float, float]:
    """Returns the processor time in milliseconds, and the resident memory in kilobytes, of each of `count` servers."""
    with tempfile.TemporaryDirectory(prefix="ecarte-servers-") as folder:
        async with await Database.open_alone(f"{folder}/bench.sqlite3") as database:
            app = build_app(Settings(), database, Texts.load(), now=lambda: 0, rng=random.Random(1))
            client, others = Client(app, database), asyncio.all_tasks()
            await client._async_setup_hook()
            await set_shards(client, 1)
            connection, spent = open_connection(GatewaySocket, client), 0.0
            before = _resident_kb()
            for frame in _frames(count, own=own):
                begun = time.process_time()
                await connection.received_message(frame)
                spent += time.process_time() - begun
            assert len(client.guilds) == count
            grown = _resident_kb() - before
            for task in asyncio.all_tasks() - others:
                task.cancel()
            return spent * 1000 / count, grown / count


def main(count: int = _COUNT, *, own: bool = False) -> int:
    """Prints what each of `count` servers takes. Returns 0."""
    spent_ms, kept_kb = asyncio.run(measured(count, own=own))
    rows: list[list[object]] = [["processor time at a start, ms", spent_ms], ["resident memory, kB", kept_kb]]
    print(table([f"each of {count:,} servers", "takes"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(own="own" in sys.argv[1:]))
