"""A small Discord on loopback, at the level of HTTP and gateway, for tests of the bot as a process.

It knows what a start and a slash command need, and records every request. All else answers 404.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from aiohttp import WSMsgType, web

__all__ = ["TOKEN", "WEBHOOK", "StandIn", "channel_of", "environment", "server_of", "standing_in"]

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GsEcRe.dDiScOrDsEcReTtOkEnThAtNoLoGtElLs"
DAY_MS = 86_400_000
BOT, GUILD, CHANNEL = 123456789012345678, 70, 71
OWNERS = 223456789012345678
WEBHOOK = f"https://discord.com/api/webhooks/{OWNERS}/{'w' * 68}"
"""Where the stand-in takes alerts."""
_ROOT = Path(__file__).parents[3]
_BOT_USER = {"id": str(BOT), "username": "ecarte", "discriminator": "0", "avatar": None, "bot": True}
_LONG_AGO = "2020-01-01T00:00:00+00:00"
_HELLO, _IDENTIFY, _HEARTBEAT, _ACKNOWLEDGED, _RESUME, _INVALID = 10, 2, 1, 11, 6, 9
_SHARDING_REQUIRED = 4011


def server_of(shard: int) -> int:
    """The server of a shard, with any number of shards above it."""
    return GUILD + (shard << 22)


def channel_of(shard: int) -> int:
    """The channel in a shard's server."""
    return CHANNEL + (shard << 22)


def environment(url: str, folder: Path, **more: str) -> dict[str, str]:
    """What a bot's process is given to meet the stand-in, with its database in a folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ECARTE_", "DISCORD_"))}
    return {
        **kept,
        "PYTHONPATH": f"{Path(__file__).parent / 'site'}{os.pathsep}{_ROOT}",
        "STANDIN_URL": url,
        "DISCORD_TOKEN": TOKEN,
        "ECARTE_DATABASE": str(folder / "room.sqlite3"),
        **more,
    }


@dataclass(slots=True)
class StandIn:
    """The stand-in while it runs.

    Attributes:
        url: where it listens.
        shards: how many it asks for; each has one server and a channel there (`server_of`, `channel_of`).
        least_shards: a session of fewer is refused (4011).
        max_concurrency: how many sessions may be begun at the same time.
        remaining: how many more sessions it says may be begun.
        ready: set while all shards of a bot are connected and know their servers.
        answered: the ids of the interactions whose first answer has come.
        away: while set, the gateway takes no connection.
        away_shards: while a shard is in it, its sessions are neither begun nor resumed.
        away_servers: the shards whose server is unavailable when a session begins.
        forgetful: whether the gateway has forgotten the sessions that it is asked to resume.
        resume_at: the path, or the whole address, at which sessions that begin from now on are to be resumed. At
            /hanging nothing is answered, at /silent a resumed session neither goes on nor ends.
        identified, resumed: how many sessions were begun, and resumed.
        begun: the shards whose sessions were begun, each with how many there are, in order.
        asked: the last parts of the paths of all requests so far.
        alerts: what was sent to the webhook of the bot's owner (`WEBHOOK`).
    """

    shards: int = 1
    least_shards: int = 1
    max_concurrency: int = 1
    remaining: int = 1000
    url: str = ""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    answered: set[int] = field(default_factory=set)
    away: bool = False
    away_shards: set[int] = field(default_factory=set)
    away_servers: set[int] = field(default_factory=set)
    forgetful: bool = False
    resume_at: str = "/gateway"
    identified: int = 0
    resumed: int = 0
    begun: list[tuple[int, int]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    _sockets: dict[int, web.WebSocketResponse] = field(default_factory=dict)
    _ready_shards: set[int] = field(default_factory=set)
    _commands: dict[str, str] = field(default_factory=dict)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _last_id: int = 1_000_000_000_000_000_000

    async def command(self, user_id: int, name: str, *path: str, **options: object) -> int:
        """A member uses a slash command, once it is registered. Returns the id of the interaction."""
        await self.until(lambda: name in self._commands)
        data: list[Mapping[str, Any]] = [
            {"name": option, "type": 4 if isinstance(value, int) else 3, "value": value}
            for option, value in options.items()
        ]
        for part in reversed(path):
            data = [{"name": part, "type": 1, "options": data}]
        number = self._new_id()
        user = {"id": str(user_id), "username": f"u{user_id}", "discriminator": "0", "avatar": None}
        await self.dispatch(
            "INTERACTION_CREATE",
            {
                "id": str(number),
                "application_id": str(BOT),
                "type": 2,
                "token": f"token-{number}",
                "version": 1,
                "locale": "en-US",
                "guild_locale": "en-US",
                "guild_id": str(GUILD),
                "channel_id": str(CHANNEL),
                "channel": {"id": str(CHANNEL), "type": 0, "name": "tables", "permissions": str(2**50 - 1)},
                "app_permissions": str(2**50 - 1),
                "entitlements": [],
                "authorizing_integration_owners": {"0": str(GUILD)},
                "context": 0,
                "attachment_size_limit": 10_485_760,
                "member": {"user": user, "roles": [], "flags": 0, "joined_at": _LONG_AGO, "permissions": "0"},
                "data": {"id": self._commands[name], "name": name, "type": 1, "options": data},
            },
        )
        return number

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until something holds after a request."""
        async with self._changed:
            await self._changed.wait_for(condition)

    async def drop(self, code: int = 1012, *, shard: int | None = None) -> None:
        """Cuts the connections of the gateway, or that of a shard."""
        for number in list(self._sockets) if shard is None else [shard]:
            await self._sockets.pop(number).close(code=code)

    async def acknowledge(self) -> list[int]:
        """Acknowledges a heartbeat of each shard that is connected; their numbers."""
        for socket in self._sockets.values():
            await socket.send_json({"op": _ACKNOWLEDGED})
        return list(self._sockets)

    async def dispatch(self, event: str, data: Mapping[str, Any], shard: int = 0, *, sequence: int = 1) -> None:
        """Sends an event to a shard."""
        await self._sockets[shard].send_json({"op": 0, "s": sequence, "t": event, "d": data})

    def application(self) -> web.Application:
        """The routes."""
        application = web.Application(middlewares=[self._note])
        api = "/api/v10"
        application.add_routes(
            [
                web.get("/gateway", self._gateway),
                web.get("/silent", self._gateway),
                web.get("/hanging", self._hang),
                web.get(f"{api}/gateway/bot", self._gateway_bot),
                web.get(f"{api}/users/@me", self._me),
                web.post(f"{api}/users/@me/channels", self._direct),
                web.get(f"{api}/oauth2/applications/@me", self._about),
                web.get(f"{api}/applications/@me", self._about),
                web.get(f"{api}/applications/{{id}}/emojis", self._emojis),
                web.get(f"{api}/applications/{{id}}/commands", self._registered),
                web.put(f"{api}/applications/{{id}}/commands", self._register),
                web.get(f"{api}/guilds/{{id}}", self._guild),
                web.get(f"{api}/guilds/{{id}}/members/{{user}}", self._member),
                web.post(f"{api}/interactions/{{id}}/{{token}}/callback", self._callback),
                web.patch(f"{api}/webhooks/{{id}}/{{token}}/messages/@original", self._message),
                web.get(f"{api}/webhooks/{{id}}/{{token}}/messages/@original", self._message),
                web.post(f"{api}/webhooks/{OWNERS}/{{token}}", self._alert),
                web.post(f"{api}/webhooks/{{id}}/{{token}}", self._message),
                web.post(f"{api}/channels/{{id}}/messages", self._message),
                web.patch(f"{api}/channels/{{id}}/messages/{{message}}", self._message),
            ]
        )
        return application

    @web.middleware
    async def _note(self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> Any:
        async with self._changed:
            self.asked.append(request.path.rpartition("/")[2])
            self._changed.notify_all()
        return await handler(request)

    def _new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.away:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": 41_250}})
        shard: int | None = None
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            sent = json.loads(message.data)
            match sent["op"]:
                case int(code) if code == _HEARTBEAT:
                    await socket.send_json({"op": _ACKNOWLEDGED})
                case int(code) if code == _IDENTIFY:
                    shard, count = sent["d"].get("shard", (0, 1))
                    self.identified += 1
                    self.begun.append((shard, count))
                    if shard in self.away_shards or count < self.least_shards:
                        await socket.close(code=1012 if shard in self.away_shards else _SHARDING_REQUIRED)
                        break
                    self._sockets[shard] = socket
                    await self._welcome(shard, count)
                case int(code) if code == _RESUME and request.path == "/silent":
                    continue
                case int(code) if code == _RESUME and self.forgetful:
                    self.ready.clear()
                    await socket.send_json({"op": _INVALID, "d": False})
                case int(code) if code == _RESUME:
                    shard = int(sent["d"]["session_id"].rpartition("-")[2])
                    if shard in self.away_shards:
                        await socket.close(code=1012)
                        break
                    self.resumed += 1
                    self._sockets[shard] = socket
                    await self.dispatch("RESUMED", {}, shard)
                    self._connected(shard)
        if shard is not None and self._sockets.get(shard, socket) is socket:
            self._ready_shards.discard(shard)
            self.ready.clear()
        return socket

    async def _hang(self, _: web.Request) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError

    def _connected(self, shard: int) -> None:
        self._ready_shards.add(shard)
        if len(self._ready_shards) >= self.shards:
            self.ready.set()

    async def _welcome(self, shard: int, count: int) -> None:
        server = server_of(shard)
        ready = {
            "v": 10,
            "user": _BOT_USER,
            "guilds": [{"id": str(server), "unavailable": True}],
            "session_id": f"session-{shard}",
            "resume_gateway_url": urljoin(self.url, self.resume_at).replace("http", "ws", 1),
            "application": {"id": str(BOT), "flags": 0},
            "shard": [shard, count],
        }
        await self.dispatch("READY", ready, shard)
        if shard in self.away_servers:
            await self.dispatch("GUILD_DELETE", {"id": str(server), "unavailable": True}, shard)
        else:
            await self.dispatch("GUILD_CREATE", self._server(shard), shard)
        self._connected(shard)

    async def set_away(self, shard: int, *, away: bool = True) -> None:
        """The server of a shard becomes unavailable, or is there again; all else is well."""
        (self.away_servers.add if away else self.away_servers.discard)(shard)
        if away:
            await self.dispatch("GUILD_DELETE", {"id": str(server_of(shard)), "unavailable": True}, shard)
        else:
            await self.dispatch("GUILD_CREATE", self._server(shard), shard)

    def _server(self, shard: int) -> dict[str, Any]:
        server, channel = server_of(shard), channel_of(shard)
        guild: dict[str, Any] = {
            "id": str(server),
            "unavailable": False,
            "name": f"Server {shard}",
            "owner_id": "1",
            "preferred_locale": "en-US",
            "roles": [{"id": str(server), "name": "@everyone", "permissions": str(2**50 - 1), "position": 0}],
            "channels": [{"id": str(channel), "type": 0, "name": "tables", "position": 0, "permission_overwrites": []}],
            "members": [{"user": _BOT_USER, "roles": [], "flags": 0, "joined_at": _LONG_AGO}],
            "member_count": 9,
        }
        for name in ("emojis", "stickers", "threads", "features", "presences", "voice_states", "stage_instances"):
            guild[name] = []
        return guild

    async def _gateway_bot(self, _: web.Request) -> web.Response:
        limits = {"total": 1000, "remaining": self.remaining, "reset_after": DAY_MS}
        limits["max_concurrency"] = self.max_concurrency
        address = self.url.replace("http", "ws", 1) + "/gateway"
        return _json({"url": address, "shards": self.shards, "session_start_limit": limits})

    async def _direct(self, request: web.Request) -> web.Response:
        recipient = (await request.json())["recipient_id"]
        user = {"id": str(recipient), "username": f"u{recipient}", "discriminator": "0", "avatar": None}
        return _json({"id": str(self._new_id()), "type": 1, "recipients": [user]})

    async def _guild(self, request: web.Request) -> web.Response:
        return _json(self._server(int(request.match_info["id"]) >> 22))

    async def _member(self, request: web.Request) -> web.Response:
        user = {"id": request.match_info["user"], "username": "u", "discriminator": "0", "avatar": None}
        return _json({"user": user, "roles": [], "flags": 0, "joined_at": _LONG_AGO, "deaf": False, "mute": False})

    async def _me(self, _: web.Request) -> web.Response:
        return _json(_BOT_USER)

    async def _about(self, _: web.Request) -> web.Response:
        about = {"id": str(BOT), "name": "ecarte", "icon": None, "description": "", "verify_key": "", "flags": 0}
        return _json({**about, "bot_public": True, "bot_require_code_grant": False, "owner": _BOT_USER})

    async def _emojis(self, _: web.Request) -> web.Response:
        emoji = {"id": "72", "name": "party", "roles": [], "require_colons": True}
        return _json({"items": [{**emoji, "managed": False, "animated": False, "available": True}]})

    async def _registered(self, _: web.Request) -> web.Response:
        return _json([])

    async def _register(self, request: web.Request) -> web.Response:
        commands = await request.json()
        async with self._changed:
            self._commands = {command["name"]: str(self._new_id()) for command in commands}
            self._changed.notify_all()
        return _json(
            [
                {
                    "version": "1",
                    "description": "",
                    "default_member_permissions": None,
                    **command,
                    "id": self._commands[command["name"]],
                    "application_id": str(BOT),
                }
                for command in commands
            ]
        )

    async def _callback(self, request: web.Request) -> web.Response:
        number = int(request.match_info["id"])
        await request.read()
        async with self._changed:
            self.answered.add(number)
            self._changed.notify_all()
        interaction = {"id": str(number), "type": 2, "response_message_id": str(self._new_id())}
        resource = {"type": 4, "message": self._made()}
        return _json({"interaction": interaction, "resource": resource})

    async def _message(self, request: web.Request) -> web.Response:
        await request.read()
        return _json(self._made())

    async def _alert(self, request: web.Request) -> web.Response:
        sent = await request.json()
        assert sent["allowed_mentions"] == {"parse": []}, "an alert rings for no one by a word in it"
        async with self._changed:
            self.alerts.append(sent["content"])
            self._changed.notify_all()
        return web.Response(status=204)

    def _made(self) -> dict[str, Any]:
        message: dict[str, Any] = {
            "id": str(self._new_id()),
            "channel_id": str(CHANNEL),
            "author": _BOT_USER,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "content": "",
            "type": 0,
            "flags": 0,
        }
        for name in ("embeds", "attachments", "mentions", "mention_roles", "components"):
            message[name] = []
        return {**message, "tts": False, "pinned": False, "mention_everyone": False}


def _json(data: object) -> web.Response:
    # discord.py takes an answer with a charset for text.
    return web.Response(body=json.dumps(data).encode(), headers={"Content-Type": "application/json"})


@asynccontextmanager
async def standing_in(shards: int = 1) -> AsyncIterator[StandIn]:
    """Runs the stand-in on a free port of loopback; it asks the bot for `shards` shards."""
    stand_in = StandIn(shards)
    runner = web.AppRunner(stand_in.application(), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    stand_in.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield stand_in
    finally:
        await runner.cleanup()
