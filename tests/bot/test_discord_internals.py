"""The installed discord.py has the internals that the bot uses. A failure names what has changed."""

from __future__ import annotations

import asyncio
import json
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
    foreign_reaction,
    mark_completed,
    open_gateway,
    prepare,
    read_photograph,
    set_shards,
    use_api,
)
from tests.support.patience import PATIENCE_S
from tests.support.standin import DAY_MS, TOKEN, standing_in

OWN_ID = 123456789012345678


class _Patient(discord.AutoShardedClient):
    """A client that, unlike discord.py's own, does not wait before a new session."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for nothing."""


async def _hear_on(gateway: GatewayConnection) -> NoReturn:
    while True:
        await gateway.hear()


def test_discord_py_is_of_the_release_whose_private_parts_were_read() -> None:
    assert discord.version_info[:2] == (2, 7), "read bot/adapter/discord_internals.py against the new release"


async def test_requests_go_to_a_proxy_under_the_version_of_the_api_that_discord_py_speaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing_in() as server, asyncio.timeout(PATIENCE_S):
        monkeypatch.setattr(Route, "BASE", Route.BASE)
        use_api(server.url)
        assert f"{server.url}/api/v10" == Route.BASE
        async with _Patient(intents=discord.Intents.none()) as client:
            prepare(client)
            await client.login(TOKEN)
        assert "@me" in server.asked


async def test_a_session_is_opened_known_to_the_client_and_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing_in() as server, asyncio.timeout(PATIENCE_S):
        gateway = yarl.URL(server.url.replace("http", "ws", 1) + "/gateway")
        monkeypatch.setattr(Route, "BASE", f"{server.url}/api/v10")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        async with _Patient(intents=discord.Intents(guilds=True), guild_ready_timeout=0) as client:
            prepare(client)
            await client.login(TOKEN)
            assert await ask_gateway(client) == StartAdvice(1, 1, total=1000, remaining=1000, reset_ms=DAY_MS)
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


async def test_equal_exceptions_from_permissions_are_kept_once_and_a_channel_that_changes_changes_alone() -> None:
    exceptions = [{"id": str(role), "type": 0, "allow": "1024", "deny": "2048"} for role in (71, 70, 72)]
    channels = [
        {"id": str(80 + number), "type": 0, "name": "room", "position": number, "topic": "of tables"}
        | {"permission_overwrites": [dict(each) for each in exceptions]}
        for number in range(2)
    ]
    async with _Patient(intents=discord.Intents(guilds=True), guild_ready_timeout=0) as client:
        prepare(client)
        parse = client._connection.parsers
        roles = [{"id": str(role), "name": "r", "permissions": "0", "position": role - 70} for role in (70, 71, 72)]
        parse["GUILD_CREATE"]({"id": "70", "name": "s", "owner_id": "1", "roles": roles, "channels": channels})
        guild = client.get_guild(70)
        assert guild is not None
        one, two = guild.text_channels
        assert one._overwrites is two._overwrites
        assert [role.id for role in one.overwrites] == [70, 71, 72], "that of all stands first, as discord.py puts it"
        change = {**channels[0], "guild_id": "70", "permission_overwrites": [dict(exceptions[2])]}
        parse["CHANNEL_UPDATE"](change)
        assert [[role.id for role in channel.overwrites] for channel in (one, two)] == [[72], [70, 71, 72]]


def _reaction(**data: object) -> str:
    """A reaction in a server, as Discord sends it, in the order of its keys."""
    usual = {"user_id": "9", "type": 0, "message_id": "8", "message_author_id": "5", "guild_id": "70"}
    emoji = {"id": None, "name": "1\ufe0f\u20e3"}
    event = {"t": "MESSAGE_REACTION_ADD", "s": 42, "op": 0, "d": {**usual, "emoji": emoji, **data}}
    return json.dumps(event, separators=(",", ":"))


def test_a_reaction_to_a_message_of_another_author_is_dropped_by_its_sequence() -> None:
    assert foreign_reaction(_reaction(), OWN_ID) == 42
    assert foreign_reaction(_reaction(message_author_id=str(OWN_ID)), OWN_ID) is None


def test_a_reaction_taken_off_counts_in_direct_messages_alone() -> None:
    removed = _reaction().replace("_ADD", "_REMOVE")
    assert foreign_reaction(removed, OWN_ID) == 42
    assert foreign_reaction(removed.replace('"guild_id":"70",', ""), OWN_ID) is None
    assert foreign_reaction(removed.replace("_REMOVE", "_REMOVE_ALL"), OWN_ID) == 42


@pytest.mark.parametrize(
    "text",
    [
        _reaction().replace('"message_author_id":"5",', ""),
        _reaction().replace('"s":42,', ""),
        _reaction(member={"s": 1}),
        _reaction().replace("MESSAGE_REACTION_ADD", "GUILD_CREATE"),
        _reaction()
        .replace("MESSAGE_REACTION_ADD", "MESSAGE_CREATE")
        .replace("1", '\\"t\\":\\"MESSAGE_REACTION_ADD\\"'),
        '{"t":null,"s":null,"op":11,"d":null}',
        _reaction(reason="x" * 10_000),
    ],
)
def test_whatever_is_not_surely_of_no_concern_is_parsed(text: str) -> None:
    assert foreign_reaction(text, OWN_ID) is None


def test_what_a_person_writes_cannot_pass_for_the_author() -> None:
    nick = f'","message_author_id":"{OWN_ID}'
    assert foreign_reaction(_reaction(member={"nick": nick}), OWN_ID) == 42


async def test_a_reaction_reaches_the_client_if_the_message_is_its_own_and_none_is_missing_in_a_resumption(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing_in() as server, asyncio.timeout(PATIENCE_S):
        gateway = yarl.URL(server.url.replace("http", "ws", 1) + "/gateway")
        monkeypatch.setattr(Route, "BASE", f"{server.url}/api/v10")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        async with _Patient(
            intents=discord.Intents(guilds=True, guild_reactions=True), guild_ready_timeout=0
        ) as client:
            prepare(client)
            seen: list[int] = []
            monkeypatch.setattr(client, "on_raw_reaction_add", lambda payload: _note(seen, payload), raising=False)
            await client.login(TOKEN)
            await set_shards(client, 1)
            opened = await open_gateway(client, 0, None)
            while not client.guilds:
                await opened.hear()
            for number, author in ((3, 5), (4, OWN_ID)):
                reaction = json.loads(_reaction(message_id=str(number), message_author_id=str(author), channel_id="71"))
                await server.dispatch("MESSAGE_REACTION_ADD", reaction["d"], sequence=number)
                while opened.session is None or opened.session.sequence != number:
                    await opened.hear()
            await asyncio.sleep(0)
            assert seen == [4]


async def _note(seen: list[int], payload: discord.RawReactionActionEvent) -> None:
    seen.append(payload.message_id)


async def test_a_photograph_is_read_from_its_address_and_one_that_is_gone_is_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing_in() as server, asyncio.timeout(PATIENCE_S):
        monkeypatch.setattr(Route, "BASE", f"{server.url}/api/v10")
        async with _Patient(intents=discord.Intents.none()) as client:
            prepare(client)
            await client.login(TOKEN)
            assert b"url" in await read_photograph(client, f"{server.url}/api/v10/gateway/bot")
            with pytest.raises(discord.NotFound):
                await read_photograph(client, f"{server.url}/avatars/5/gone.webp")


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
