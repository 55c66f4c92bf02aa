"""The web server of the page, on loopback only.

Serves the page's files, the bot's uploads and a stream of changes, and takes requests. Refuses a `Host` header that
does not name this machine (a site elsewhere could point its own name here), and requests sent by another site's page.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from contextlib import suppress
from importlib import resources
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox.actions import action_of
from sandbox.request import BadRequest, PageRequest
from sandbox.values import commands
from sandbox.world import World

_HOSTS = {"localhost", "127.0.0.1", "::1"}
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_EMOJI_FONT = "Twemoji.woff2"
_FONT = "font/woff2"
#: Only these are shown in the page; other uploads are downloads, never interpreted.
_PICTURES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": "image/webp"}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_LARGEST_REQUEST = 12 * 1024 * 1024
_ALIVE_S = 15.0


def listen(host: str, port: int) -> socket.socket:
    """A socket on this machine's own address.

    Args:
        host: a loopback address, or `localhost`.
        port: 0 lets the system choose.

    Raises:
        ValueError: the address can be reached from elsewhere.
        OSError: the port is taken.
    """
    if host != "localhost" and not ip_address(host).is_loopback:
        raise ValueError(f"the sandbox serves this machine only, not {host}")
    address = "127.0.0.1" if host == "localhost" else host
    listener = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # A port in use a minute ago can be taken again at once. (Windows would share it.)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


class Server:
    """The web server over a world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._files = static_files()
        self._application = web.Application(middlewares=[_guard], client_max_size=_LARGEST_REQUEST)
        self._application.add_routes(
            [
                web.get("/", self._page),
                web.get("/static/{name}", self._static),
                web.get("/cdn/{channel}/{attachment}/{name:.+}", self._upload),
                web.get("/emoji/{name}", self._emoji),
                web.get("/portrait/{key}", self._portrait),
                web.get("/events", self._events),
                web.get("/api/commands", self._commands),
                web.post("/api/act", self._act),
            ]
        )
        self._runner = web.AppRunner(self._application, access_log=None, shutdown_timeout=1.0)

    async def start(self, listener: socket.socket) -> None:
        """Serves on a socket of `listen`."""
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    async def stop(self) -> None:
        """Ends all connections."""
        await self._runner.cleanup()

    async def _page(self, request: web.Request) -> web.Response:
        return self._file("index.html")

    async def _static(self, request: web.Request) -> web.Response:
        return self._file(request.match_info["name"])

    def _file(self, name: str) -> web.Response:
        # A dictionary has no parent folder to climb into.
        if name not in self._files:
            raise web.HTTPNotFound
        kind, body = self._files[name]
        return web.Response(body=body, content_type=kind, charset="utf-8" if kind != _FONT else None)

    async def _upload(self, request: web.Request) -> web.Response:
        match = request.match_info
        data = self._world.simulation.upload(match["channel"], match["attachment"], match["name"])
        if data is None:
            raise web.HTTPNotFound
        kind = next((kind for magic, kind in _PICTURES.items() if data.startswith(magic)), None)
        if kind is not None:
            return web.Response(body=data, content_type=kind)
        return web.Response(
            body=data, content_type="application/octet-stream", headers={"Content-Disposition": "attachment"}
        )

    async def _emoji(self, request: web.Request) -> web.Response:
        picture = self._world.simulation.setting.emojis.get(request.match_info["name"])
        # Its name changes with it.
        return _kept_picture(None if picture is None else picture())

    async def _portrait(self, request: web.Request) -> web.Response:
        return _kept_picture(self._world.simulation.setting.portraits.get(request.match_info["key"]))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        stream = web.StreamResponse(headers={**_HEADERS, "Content-Type": "text/event-stream"})
        # The page was closed, or loaded again.
        with suppress(ConnectionResetError):
            await stream.prepare(request)
            await self._world.welcome(request.query.get("language", ""))
            async with self._world.reader() as queue:
                while (line := await _next_line(queue)) is not None:
                    await stream.write(line)
        return stream

    async def _commands(self, request: web.Request) -> web.Response:
        query = PageRequest(dict(request.query))
        return web.json_response(commands(self._world.simulation, query.id("as"), query.id("channel")))

    async def _act(self, request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            # The form of another site cannot send this type.
            raise web.HTTPUnsupportedMediaType
        try:
            body: Any = await request.json()
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise BadRequest("the request is no JSON") from error
        return web.json_response(await self._world.act(action_of(self._world, body)))


async def _next_line(queue: asyncio.Queue[str | None]) -> bytes | None:
    """Waits for the next line of a stream, or keeps it alive; None at its end."""
    try:
        text = await asyncio.wait_for(queue.get(), _ALIVE_S)
    except TimeoutError:
        return b": still here\n\n"
    return None if text is None else b"data: " + text.encode() + b"\n\n"


def static_files() -> dict[str, tuple[str, bytes]]:
    """Reads the files of the page, and the emoji font of the bot's pictures.

    Returns:
        By name, the media type and the bytes.
    """
    folder = resources.files("sandbox").joinpath("static")
    files = {}
    for file in folder.iterdir():
        kind = _KINDS.get("." + file.name.rpartition(".")[2])
        if kind is not None:
            files[file.name] = (kind, file.read_bytes())
    font = resources.files("bot.pictures").joinpath("fonts", _EMOJI_FONT)
    files[_EMOJI_FONT] = (_FONT, font.read_bytes())
    return files


def _kept_picture(picture: bytes | None) -> web.Response:
    """Answers with a PNG that is asked for once: a page that fetches it at every change of a message flickers.

    Raises:
        HTTPNotFound: there is none.
    """
    if picture is None:
        raise web.HTTPNotFound
    return web.Response(body=picture, content_type="image/png", headers={"Cache-Control": "max-age=86400, immutable"})


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    host = _name(request.headers.get("Host", ""))
    origin = request.headers.get("Origin")
    if host not in _HOSTS:
        response: web.StreamResponse = web.Response(status=403, text="This page is for this machine only.\n")
    elif origin is not None and urlsplit(origin).netloc != request.headers.get("Host"):
        response = web.Response(status=403, text="This page takes no requests of other pages.\n")
    else:
        try:
            response = await handler(request)
        except BadRequest as error:
            response = web.json_response({"error": str(error)}, status=400)
        except web.HTTPException as error:
            response = web.Response(status=error.status, text=f"{error.reason}\n")
    if not response.prepared:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
    return response


def _name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
