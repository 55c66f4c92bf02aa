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
    has_gateway,
    mark_completed,
    open_gateway,
)
from tests.support.standin import TOKEN, standing_in


class _Patient(discord.Client):
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
            await client.login(TOKEN)
            assert not has_gateway(client)
            opened = await open_gateway(client, None)
            while (session := opened.session) is None:
                await opened.hear()
            assert has_gateway(client)
            assert session.id
            await server.drop()
            with pytest.raises(ReconnectWebSocket) as lost:
                await _hear_on(opened)
            assert lost.value.resume
            await (await open_gateway(client, session)).hear()
            assert (server.identified, server.resumed) == (1, 1)


def test_a_completion_that_discord_refused_is_not_sent_again() -> None:
    response: discord.InteractionResponse[Any] = discord.InteractionResponse(None)  # type: ignore[arg-type]  # never asked
    assert not response.is_done()
    mark_completed(response)
    assert response.is_done()
