"""Every use of what discord.py 2.7 has and does not document. No other module of the bot reaches there.

`tests/bot/test_discord_internals.py` holds the installed discord.py against what is used here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

__all__ = ["GatewayConnection", "ReconnectWebSocket", "Session", "has_gateway", "mark_completed", "open_gateway"]


@dataclass(frozen=True, slots=True)
class Session:
    """What resumes a session of the gateway.

    Attributes:
        address: where Discord wants it resumed.
        sequence: the number of the last event heard.
    """

    address: Any
    id: str
    sequence: int | None


class GatewayConnection:
    """An open connection to the gateway.

    `discord.Client.connect`, the public way, waits for up to seventeen minutes between two tries, and has no hook for
    the waits.
    """

    def __init__(self, websocket: DiscordWebSocket) -> None:
        self._websocket = websocket

    async def hear(self) -> None:
        """Waits for one event, and passes it on to the client.

        Raises:
            ReconnectWebSocket: Discord asks for a new connection; its `resume` says whether the session goes on.
            ConnectionClosed: the connection was closed for good.
        """
        await self._websocket.poll_event()

    @property
    def session(self) -> Session | None:
        """What resumes the session; None before there is one."""
        websocket = self._websocket
        if websocket.session_id is None:
            return None
        return Session(websocket.gateway, websocket.session_id, websocket.sequence)


async def open_gateway(client: discord.Client, session: Session | None) -> GatewayConnection:
    """Connects a client to the gateway, and resumes a session where there is one."""
    resumed: dict[str, Any] = {}
    if session is not None:
        resumed = {"gateway": session.address, "session": session.id, "sequence": session.sequence, "resume": True}
    websocket = await DiscordWebSocket.from_client(client, shard_id=client.shard_id, **resumed)
    # The client closes it, and answers `latency` and `is_ws_ratelimited` by it.
    client.ws = websocket
    return GatewayConnection(websocket)


def has_gateway(client: discord.Client) -> bool:
    """Whether a client was ever connected to the gateway, which `is_ready` says later, and not for good."""
    return client.ws is not None


def mark_completed(response: discord.InteractionResponse[Any]) -> None:
    """Takes a completion for answered, though Discord refused it.

    discord.py sends the choices again where `is_done` says no, and logs an error with a traceback if they are refused
    again. Only an answer that Discord takes changes what `is_done` says.
    """
    response._response_type = discord.InteractionResponseType.autocomplete_result
