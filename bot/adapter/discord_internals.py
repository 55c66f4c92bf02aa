"""Every use of undocumented parts of discord.py 2.7. No other module of the bot uses such parts.

`tests/bot/test_discord_internals.py` compares the installed discord.py with what this module uses.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import Route
from discord.shard import Shard

__all__ = [
    "GatewayConnection",
    "GatewaySocket",
    "ReconnectWebSocket",
    "Session",
    "StartAdvice",
    "ask_gateway",
    "authorized_by_server",
    "close_gateway",
    "foreign_reaction",
    "get_commands",
    "mark_completed",
    "open_gateway",
    "prepare",
    "press_elsewhere",
    "put_commands",
    "read_photograph",
    "set_shards",
    "use_api",
]


_LONGEST_REACTION: Final = 8192
"""The length of the longest reaction. Longer events are not searched."""
_REACTION: Final = re.compile(r'"t":\s*"MESSAGE_REACTION_(ADD|REMOVE)')
_SESSION_READY: Final = re.compile(r'"t":\s*"(READY|RESUMED)"')
_SEQUENCE: Final = re.compile(r'"s":\s*(\d+)')
_AUTHOR: Final = re.compile(r'"message_author_id":\s*"(\d+)"')
_IN_SERVER: Final = re.compile(r'"guild_id":\s*"')
_BY_SERVER: Final = 0
"""Discord's number for an installation by a server. An installation by a person has the number 1."""
_EPHEMERAL: Final = discord.MessageFlags(ephemeral=True).value


@dataclass(frozen=True, slots=True)
class StartAdvice:
    """Discord's limits for new sessions.

    Attributes:
        shards: the number of shards that Discord asks for.
        max_concurrency: the number of sessions that may begin in five seconds.
        total: the number of sessions that may begin in a day.
        remaining: the number of sessions that may still begin.
        reset_ms: the milliseconds until `total` sessions may begin again.
    """

    shards: int
    max_concurrency: int
    total: int
    remaining: int
    reset_ms: int


@dataclass(frozen=True, slots=True)
class Session:
    """The values that a new connection to the gateway needs to continue a session.

    Attributes:
        address: where Discord wants the session resumed. None for the main address.
        sequence: the number of the last event received.
    """

    address: Any
    id: str
    sequence: int | None


class GatewaySocket(DiscordWebSocket):
    """A connection to the gateway that ignores reactions to messages of other authors before it parses them.

    A bot that receives reactions receives those to all messages in all its servers.

    Attributes:
        has_begun: whether Discord has begun or resumed the session of this connection.
    """

    has_begun = False

    async def received_message(self, msg: Any, /) -> None:
        if type(msg) is bytes:
            msg = self._decompressor.decompress(msg)
            if msg is None:
                return
        sequence = foreign_reaction(msg, self._connection.self_id)
        if sequence is None:
            await super().received_message(msg)
            self.has_begun = self.has_begun or _SESSION_READY.search(msg) is not None
            return
        self.sequence = sequence
        if self._keep_alive:
            self._keep_alive.tick()


def foreign_reaction(text: str, own_id: int | None) -> int | None:
    """Returns the sequence number of an event that the bot can ignore: a reaction of no concern.

    None for any other event. A reaction is of no concern if it was added to a message of another author, or if it was
    removed in a server, where the bot does not read removals. A search in the raw text is safe: words that people write
    cannot look like a JSON key, since JSON escapes quotation marks.

    Args:
        text: the event as Discord sent it, in JSON.
        own_id: the id of the bot's user.
    """
    if len(text) > _LONGEST_REACTION or (reaction := _REACTION.search(text)) is None:
        return None
    if reaction[1] == "ADD":
        author = _AUTHOR.search(text)
        concerns = author is None or int(author[1]) == own_id
    else:
        concerns = _IN_SERVER.search(text) is None
    sequences = _SEQUENCE.findall(text)
    return int(sequences[0]) if not concerns and len(sequences) == 1 else None


class GatewayConnection:
    """An open connection to the gateway.

    This class replaces `discord.AutoShardedClient.connect`, which waits for up to seventeen minutes between two tries
    and has no option to change these waits.
    """

    def __init__(self, websocket: GatewaySocket) -> None:
        self._websocket = websocket

    async def hear(self) -> None:
        """Waits for one event, and passes it to the client.

        Raises:
            ReconnectWebSocket: Discord asks for a new connection. Its `resume` says whether the session continues.
            ConnectionClosed: the connection was closed for good.
        """
        await self._websocket.poll_event()

    async def close(self) -> None:
        """Ends the connection. Its session may be resumed."""
        await self._websocket.close()

    @property
    def has_begun(self) -> bool:
        """Whether Discord has begun or resumed the session of this connection."""
        return self._websocket.has_begun

    @property
    def session(self) -> Session | None:
        """The session to resume. None before Discord has begun one."""
        websocket = self._websocket
        if websocket.session_id is None:
            return None
        return Session(websocket.gateway, websocket.session_id, websocket.sequence)


def prepare(client: discord.AutoShardedClient) -> None:
    """Prepares a new client for connections that are opened one by one.

    After this the client can be closed before it has logged in. When Discord sends a server, the client leaves out some
    data that the bot does not read, such as the topics of channels. If Discord no longer lists a server when the
    server's shard begins a new session, the client forgets the server, as `discord.Client` does.
    """
    # The client's `connect` would set these attributes.
    vars(client).update({"_AutoShardedClient__queue": asyncio.PriorityQueue(), "_reconnect": True})
    state = client._connection
    parse_ready = state.parsers["READY"]

    def parse_ready_afresh(data: Any) -> None:
        shard, listed = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        for guild in list(state.guilds):
            if guild.shard_id == shard and guild.id not in listed:
                state._remove_guild(guild)
        parse_ready(data)

    state.parsers["READY"] = parse_ready_afresh
    parse_create = state.parsers["GUILD_CREATE"]

    def parse_create_small(data: Any) -> None:
        # No part of the bot reads these fields.
        data.pop("soundboard_sounds", None)
        data.pop("guild_scheduled_events", None)
        for channel in data.get("channels", ()):
            channel["topic"] = None
        parse_create(data)
        guild = state._get_guild(int(data["id"]))
        if guild is not None:
            _share_exceptions(guild)

    state.parsers["GUILD_CREATE"] = parse_create_small


def _share_exceptions(guild: discord.Guild) -> None:
    """Shares equal permission overwrites between channels. Most channels have the overwrites of their category.

    Sharing is safe: when a channel changes, discord.py makes new overwrites, and leaves the old ones unchanged.
    """
    shared: dict[Any, Any] = {}
    for channel in guild.channels:
        exceptions: list[Any] = [
            shared.setdefault((each.id, each.type, each.allow, each.deny), each) for each in channel._overwrites
        ]
        channel._overwrites = shared.setdefault(tuple(map(id, exceptions)), exceptions)


def use_api(address: str) -> None:
    """Sends all later requests to the API at another address, such as http://127.0.0.1:8080."""
    Route.BASE = f"{address}/{Route.BASE.partition('//')[2].partition('/')[2]}"


async def ask_gateway(client: discord.AutoShardedClient) -> StartAdvice:
    """Asks Discord how many shards there should be, and how many sessions may begin.

    Raises:
        GatewayNotFound: Discord does not answer.
        LoginFailure: Discord does not accept the token any more.
    """
    try:
        shards, _, limits = await client.http.get_bot_gateway()
    except discord.GatewayNotFound as error:
        if isinstance(error.__cause__, discord.HTTPException) and error.__cause__.status == HTTPStatus.UNAUTHORIZED:
            raise discord.LoginFailure("Discord does not accept the token any more") from error
        raise
    return StartAdvice(shards, limits["max_concurrency"], limits["total"], limits["remaining"], limits["reset_after"])


async def get_commands(client: discord.Client) -> list[dict[str, Any]]:
    """Returns the commands of this application as Discord has them, with their texts in all languages.

    The public way, `CommandTree.fetch_commands`, drops the fields that it does not know.

    Raises:
        HTTPException: Discord does not return the commands.
    """
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    commands: list[dict[str, Any]] = await client.http.request(route, params={"with_localizations": "true"})
    return commands


async def put_commands(client: discord.Client, commands: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Replaces all commands of this application at Discord. Returns the commands as Discord has stored them.

    Raises:
        HTTPException: Discord refused the commands.
    """
    route = Route("PUT", "/applications/{application_id}/commands", application_id=client.application_id)
    stored: list[dict[str, Any]] = await client.http.request(route, json=list(commands))
    return stored


async def read_photograph(client: discord.Client, address: str) -> bytes:
    """Downloads an asset, such as an avatar, from its address. Does the same as `Asset.read`, which needs an `Asset`.

    Raises:
        NotFound: the address has no asset any more.
        HTTPException: Discord does not return the asset.
    """
    return await client.http.get_from_cdn(address)


async def set_shards(client: discord.AutoShardedClient, count: int) -> None:
    """Closes the connections of a client to the gateway, and sets a new number of shards."""
    await asyncio.gather(*(shard.disconnect() for shard in client.shards.values()))
    _shards(client).clear()
    state = client._connection
    for waiting in (*state._ready_tasks.values(), state._ready_task):
        if waiting is not None:
            waiting.cancel()
    state._ready_task, state._ready_tasks, state._ready_states = None, {}, {}
    client.shard_count = state.shard_count = count
    state.shard_ids = range(count)


async def open_gateway(client: discord.AutoShardedClient, shard: int, session: Session | None) -> GatewayConnection:
    """Connects a shard of a client to the gateway, and resumes `session` unless it is None."""
    resumption: dict[str, Any] = {}
    if session is not None:
        resumption = {"gateway": session.address, "session": session.id, "sequence": session.sequence, "resume": True}
    websocket = await GatewaySocket.from_client(client, shard_id=shard, **resumption)
    # The client closes the connections in `shards`. `latencies`, `shards` and `is_ws_ratelimited` read them.
    shards = _shards(client)
    if shard in shards:
        shards[shard].ws = websocket
    else:
        shards[shard] = Shard(websocket, client, lambda _: None)
    return GatewayConnection(websocket)


async def close_gateway(client: discord.AutoShardedClient, shard: int) -> None:
    """Ends the connection of a shard. The client forgets the servers of the shard, which another process owns now."""
    closing = _shards(client).pop(shard, None)
    if closing is not None:
        await closing.disconnect()
    state = client._connection
    for guild in list(state.guilds):
        if guild.shard_id == shard:
            state._remove_guild(guild)


def _shards(client: discord.AutoShardedClient) -> dict[int, Shard]:
    shards: dict[int, Shard] = vars(client)["_AutoShardedClient__shards"]
    return shards


def authorized_by_server(interaction: discord.Interaction[Any]) -> bool:
    """Returns whether the server of an interaction has installed the bot.

    Returns False if only a person has installed the bot: then the bot is not in the server. With each interaction
    Discord names the installations that allow it. If Discord names none, returns True.
    """
    owners = interaction._integration_owners
    return not owners or _BY_SERVER in owners


def press_elsewhere(
    client: discord.Client,
    *,
    number: int,
    token: str,
    user_id: int,
    channel_id: int,
    message_id: int,
    is_private: bool,
) -> discord.Interaction[Any]:
    """Makes an interaction for a press on a hand. Another process received the press from Discord.

    The interaction has the token of the press, so this process can edit the message that was pressed.

    Args:
        number: the id of the interaction.
        is_private: whether Discord shows the pressed message to the person alone. False for direct messages.
    """
    user = {"id": str(user_id), "username": "", "discriminator": "0", "avatar": None}
    message: dict[str, Any] = {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "author": user,
        "timestamp": "2015-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "content": "",
        "type": 0,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "flags": _EPHEMERAL if is_private else 0,
    }
    message |= {name: [] for name in ("embeds", "attachments", "mentions", "mention_roles", "components")}
    data: Any = {
        "id": str(number),
        "application_id": str(client.application_id),
        "type": discord.InteractionType.component.value,
        "token": token,
        "version": 1,
        "attachment_size_limit": 0,
        "channel": {"id": str(channel_id), "type": discord.ChannelType.private.value, "recipients": [user]},
        "user": user,
        "message": message,
    }
    return discord.Interaction(data=data, state=client._connection)


def mark_completed(response: discord.InteractionResponse[Any]) -> None:
    """Marks the completion of an option as answered, although Discord refused the answer.

    Otherwise `is_done` would return False. Then discord.py would send the choices again, and log an error with a
    traceback when Discord refuses them again.
    """
    response._response_type = discord.InteractionResponseType.autocomplete_result
