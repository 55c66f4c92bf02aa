"""Forms that are sent to Discord in one piece, tested on a local server."""

from __future__ import annotations

import io
from types import SimpleNamespace

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.gateway import Connector

_PICTURE = bytes(range(256)) * 20


async def test_a_form_with_a_picture_is_sent_in_one_piece() -> None:
    received: dict[str, tuple[str | None, bytes]] = {}

    async def receive(request: web.Request) -> web.Response:
        async for part in await request.multipart():
            assert isinstance(part, aiohttp.BodyPartReader)
            assert part.name is not None
            received[part.name] = part.filename, bytes(await part.read())
        return web.Response()

    pieces: list[bytes] = []

    async def sent(_: object, __: SimpleNamespace, piece: aiohttp.TraceRequestChunkSentParams) -> None:
        pieces.append(piece.chunk)

    trace = aiohttp.TraceConfig()
    trace.on_request_chunk_sent.append(sent)
    application = web.Application()
    application.router.add_post("/", receive)
    async with (
        TestServer(application) as server,
        aiohttp.ClientSession(connector=Connector(), trace_configs=[trace]) as session,
    ):
        # In the form of discord.py.
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", "{}")
        form.add_field("files[0]", io.BytesIO(_PICTURE), filename="hand.png", content_type="application/octet-stream")
        async with session.post(server.make_url("/"), data=form) as answer:
            assert answer.status == 200
    assert received == {"payload_json": (None, b"{}"), "files[0]": ("hand.png", _PICTURE)}
    assert len(pieces) == 1
