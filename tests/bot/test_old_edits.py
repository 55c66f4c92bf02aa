"""Discord refuses edits of old messages with 429 and 30046, because of which discord.py would sleep."""

from __future__ import annotations

import json
import time
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.adapter.old_edits import TOO_OLD, refuse_old_edits
from bot.adapter.pressure import Pressure
from bot.monitoring import request_trace
from bot.trust import TrustedTime


def _answer(status: int, body: dict[str, Any]) -> web.Response:
    """An answer as Discord gives it; without `Via` discord.py takes a 429 for its last word."""
    content = json.dumps(body).encode()
    return web.Response(body=content, status=status, content_type="application/json", headers={"Via": "1.1 google"})


@pytest.mark.parametrize(("code", "tries"), [(TOO_OLD, 1), (20028, 2)])
async def test_an_edit_of_an_old_message_is_refused_at_once_and_other_limits_are_waited_for(
    monkeypatch: pytest.MonkeyPatch, code: int, tries: int
) -> None:
    asked = 0
    wait_s = 3600.0 if code == TOO_OLD else 0.0

    async def edit(_: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        if asked > 1:
            return _answer(200, {"id": "2"})
        return _answer(429, {"message": "limited", "code": code, "retry_after": wait_s, "global": False})

    async def me(_: web.Request) -> web.Response:
        return _answer(200, {"id": "1", "username": "ecarte", "discriminator": "0", "avatar": None, "bot": True})

    application = web.Application()
    application.router.add_patch("/api/v10/channels/1/messages/2", edit)
    application.router.add_get("/api/v10/users/@me", me)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10")
    trace = request_trace(Pressure(time.monotonic), TrustedTime(lambda: 0))
    trace.on_request_end.append(refuse_old_edits)
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    edits = Route("PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=1, message_id=2)
    try:
        async with client:
            await client.http.static_login("token")
            if code == TOO_OLD:
                with pytest.raises(discord.HTTPException) as refused:
                    await client.http.request(edits, json={"content": ""})
                assert (refused.value.status, refused.value.code) == (429, TOO_OLD)
            else:
                await client.http.request(edits, json={"content": ""})
    finally:
        await runner.cleanup()
    assert asked == tries
