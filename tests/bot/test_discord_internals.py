"""The installed discord.py has what the bot uses of it without a promise. A failure names what has changed."""

from __future__ import annotations

import asyncio
from typing import Any, NoReturn

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapter.discord_internals import (
    GatewayConnection,
    ReconnectWebSocket,
    StartAdvice,
    ask_gateway,
    mark_completed,
    open_gateway,
    prepare,
    set_shards,
)
from tests.support.standin import TOKEN, standing_in


class _Patient(discord.AutoShardedClient):
    """A client that does not wait before a new session, as discord.py's own does."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nothing."""


async def _hear_on(gateway: GatewayConnection) -> NoReturn:
    while True:
        await gateway.hear()


def test_discord_py_is_of_the_release_whose_private_parts_were_read() -> None:
    assert discord.version_info[:2] == (2, 7), "read bot/adapter/discord_internals.py against the new release"


async def test_a_session_is_opened_known_to_the_client_and_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing_in() as server, asyncio.timeout(30):
        gateway = yarl.URL(server.url.replace("http", "ws", 1) + "/gateway")
        monkeypatch.setattr(Route, "BASE", f"{server.url}/api/v10")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        async with _Patient(intents=discord.Intents(guilds=True), guild_ready_timeout=0) as client:
            prepare(client)
            await client.login(TOKEN)
            assert await ask_gateway(client) == StartAdvice(shards=1, max_concurrency=1, total=1000)
            await set_shards(client, 1)
            assert not client.shards
            opened = await open_gateway(client, 0, None)
            while (session := opened.session) is None:
                await opened.hear()
            assert list(client.shards) == [0]
            assert session.id
            await server.drop()
            with pytest.raises(ReconnectWebSocket) as lost:
                await _hear_on(opened)
            assert lost.value.resume
            await (await open_gateway(client, 0, session)).hear()
            assert (server.identified, server.resumed) == (1, 1)


async def test_a_client_that_never_logged_in_can_be_closed() -> None:
    client = _Patient(intents=discord.Intents(guilds=True))
    prepare(client)
    await client.close()
    assert client.is_closed()


def test_a_completion_that_discord_refused_is_not_sent_again() -> None:
    response: discord.InteractionResponse[Any] = discord.InteractionResponse(None)  # type: ignore[arg-type]  # never asked
    assert not response.is_done()
    mark_completed(response)
    assert response.is_done()
