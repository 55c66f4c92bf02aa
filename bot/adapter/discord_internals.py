"""Every use of what discord.py 2.7 has and does not document. No other module of the bot reaches there.

`tests/bot/test_discord_internals.py` holds the installed discord.py against what is used here.
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
"""Longer events are no reactions, and are not searched for what would say so."""
_REACTION: Final = re.compile(r'"t":\s*"MESSAGE_REACTION_(ADD|REMOVE)')
_BEGUN: Final = re.compile(r'"t":\s*"(READY|RESUMED)"')
_SEQUENCE: Final = re.compile(r'"s":\s*(\d+)')
_AUTHOR: Final = re.compile(r'"message_author_id":\s*"(\d+)"')
_IN_SERVER: Final = re.compile(r'"guild_id":\s*"')


@dataclass(frozen=True, slots=True)
class StartAdvice:
    """Discord's limits for new sessions.

    Attributes:
        shards: as many it asks for.
        max_concurrency: how many may be begun in five seconds.
        total: how many may be begun in a day.
        remaining: how many more of them may be begun.
        reset_ms: in how many milliseconds all may be begun again.
    """

    shards: int
    max_concurrency: int
    total: int
    remaining: int
    reset_ms: int


@dataclass(frozen=True, slots=True)
class Session:
    """The values that resume a session of the gateway.

    Attributes:
        address: where Discord wants it resumed; None: the main address.
        sequence: the number of the last event heard.
    """

    address: Any
    id: str
    sequence: int | None


class GatewaySocket(DiscordWebSocket):
    """A connection that drops reactions to messages of others before they are parsed.

    The intent for reactions brings those of all messages in all servers.

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
            self.has_begun = self.has_begun or _BEGUN.search(msg) is not None
            return
        self.sequence = sequence
        if self._keep_alive:
            self._keep_alive.tick()


def foreign_reaction(text: str, own_id: int | None) -> int | None:
    """The sequence of an event that is a reaction of no concern; None: it is another event, or may concern the bot.

    That is a reaction put on a message of another author, or one taken off in a server, which the bot does not read.
    In JSON no text that people write can look like a key, since their quotation marks are escaped.

    Args:
        text: the event as Discord sent it, in JSON.
        own_id: of the bot's user.
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

    `discord.AutoShardedClient.connect`, the public way, waits for up to seventeen minutes between two tries, and has no
    hook for the waits.
    """

    def __init__(self, websocket: GatewaySocket) -> None:
        self._websocket = websocket

    async def hear(self) -> None:
        """Waits for one event, and passes it on to the client.

        Raises:
            ReconnectWebSocket: Discord asks for a new connection; its `resume` says whether the session goes on.
            ConnectionClosed: the connection was closed for good.
        """
        await self._websocket.poll_event()

    async def close(self) -> None:
        """Ends the connection; its session may be resumed."""
        await self._websocket.close()

    @property
    def has_begun(self) -> bool:
        """Whether Discord has begun or resumed the session of this connection."""
        return self._websocket.has_begun

    @property
    def session(self) -> Session | None:
        """The session to resume; None before there is one."""
        websocket = self._websocket
        if websocket.session_id is None:
            return None
        return Session(websocket.gateway, websocket.session_id, websocket.sequence)


def prepare(client: discord.AutoShardedClient) -> None:
    """Makes a new client fit for connections that are opened one by one.

    It can be closed before it has logged in. It keeps of each server what the bot reads. With a new session it forgets
    the servers that the bot has left, as `discord.Client` does: what it knows of a shard's servers is replaced by what
    Discord says first.
    """
    # What its `connect` would set.
    vars(client).update({"_AutoShardedClient__queue": asyncio.PriorityQueue(), "_reconnect": True})
    state = client._connection
    parse_ready = state.parsers["READY"]

    def parse_ready_afresh(data: Any) -> None:
        shard, named = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        for guild in list(state.guilds):
            if guild.shard_id == shard and guild.id not in named:
                state._remove_guild(guild)
        parse_ready(data)

    state.parsers["READY"] = parse_ready_afresh
    parse_create = state.parsers["GUILD_CREATE"]

    def parse_create_small(data: Any) -> None:
        # What no part of the bot reads.
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
    """Keeps equal exceptions from permissions once: most channels have those of their category.

    discord.py makes them anew with each change of a channel, and changes none in its place.
    """
    kept: dict[Any, Any] = {}
    for channel in guild.channels:
        exceptions: list[Any] = [
            kept.setdefault((each.id, each.type, each.allow, each.deny), each) for each in channel._overwrites
        ]
        channel._overwrites = kept.setdefault(tuple(map(id, exceptions)), exceptions)


def use_api(address: str) -> None:
    """Sends all requests to the API at another address, such as http://127.0.0.1:8080, from now on."""
    Route.BASE = f"{address}/{Route.BASE.partition('//')[2].partition('/')[2]}"


async def ask_gateway(client: discord.AutoShardedClient) -> StartAdvice:
    """Asks Discord how many shards there should be, and how many sessions may be begun.

    Raises:
        GatewayNotFound: Discord does not answer that.
        LoginFailure: Discord does not know the token any more.
    """
    try:
        shards, _, limits = await client.http.get_bot_gateway()
    except discord.GatewayNotFound as error:
        if isinstance(error.__cause__, discord.HTTPException) and error.__cause__.status == HTTPStatus.UNAUTHORIZED:
            raise discord.LoginFailure("Discord does not know the token any more") from error
        raise
    return StartAdvice(shards, limits["max_concurrency"], limits["total"], limits["remaining"], limits["reset_after"])


async def get_commands(client: discord.Client) -> list[dict[str, Any]]:
    """Returns the commands that Discord has of this application, with their words in all languages.

    `CommandTree.fetch_commands`, the public way, loses what it does not know of commands of other types.

    Raises:
        HTTPException: Discord does not answer that.
    """
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    commands: list[dict[str, Any]] = await client.http.request(route, params={"with_localizations": "true"})
    return commands


async def put_commands(client: discord.Client, commands: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Replaces all commands that Discord has of this application; returns them as Discord has them then.

    Raises:
        HTTPException: Discord refuses them.
    """
    route = Route("PUT", "/applications/{application_id}/commands", application_id=client.application_id)
    stored: list[dict[str, Any]] = await client.http.request(route, json=list(commands))
    return stored


async def read_photograph(client: discord.Client, address: str) -> bytes:
    """Returns what is at the address of an asset, such as an avatar: `Asset.read` without the asset.

    Raises:
        NotFound: nothing is there any more.
        HTTPException: Discord does not give it.
    """
    return await client.http.get_from_cdn(address)


async def set_shards(client: discord.AutoShardedClient, count: int) -> None:
    """Closes the connections of a client, and sets how many shards it has from now on."""
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
    """Connects a shard of a client to the gateway, and resumes a session where there is one."""
    resumed: dict[str, Any] = {}
    if session is not None:
        resumed = {"gateway": session.address, "session": session.id, "sequence": session.sequence, "resume": True}
    websocket = await GatewaySocket.from_client(client, shard_id=shard, **resumed)
    # The client closes it, and answers `latencies`, `shards` and `is_ws_ratelimited` by it.
    shards = _shards(client)
    if shard in shards:
        shards[shard].ws = websocket
    else:
        shards[shard] = Shard(websocket, client, lambda _: None)
    return GatewayConnection(websocket)


async def close_gateway(client: discord.AutoShardedClient, shard: int) -> None:
    """Ends the connection of a shard, and forgets its servers: another process has them."""
    gone = _shards(client).pop(shard, None)
    if gone is not None:
        await gone.disconnect()
    state = client._connection
    for guild in list(state.guilds):
        if guild.shard_id == shard:
            state._remove_guild(guild)


def _shards(client: discord.AutoShardedClient) -> dict[int, Shard]:
    shards: dict[int, Shard] = vars(client)["_AutoShardedClient__shards"]
    return shards


def press_elsewhere(
    client: discord.Client, *, number: int, token: str, user_id: int, channel_id: int, message_id: int
) -> discord.Interaction[Any]:
    """Returns the interaction of a press in direct messages that another process has got, so that this one may edit the
    message that was pressed.

    Args:
        number: the id of the interaction.
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
    """Takes a completion for answered, though Discord refused it.

    discord.py sends the choices again where `is_done` says no, and logs an error with a traceback if they are refused
    again. Only an answer that Discord takes changes what `is_done` says.
    """
    response._response_type = discord.InteractionResponseType.autocomplete_result
