"""The world for the page: one JSON value for each person, channel and message, by key.

Components and embeds keep Discord's own shapes, so that the page is a small Discord client that knows nothing of this
bot. Reads only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import quote

from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message
from simcord.enums import ChannelType, MessageType

from sandbox.people import LOCALES
from sandbox.simulation import UPLOADS, Simulation

#: How many messages of a channel the page keeps, like a client that has not scrolled back.
SHOWN_PER_CHANNEL = 150

_LOADING = 1 << 7
_COMPONENTS_V2 = 1 << 15
_PNG = b"\x89PNG\r\n\x1a\n"
#: The permissions that the page can take from the bot: those that simcord checks.
PERMISSIONS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "read_message_history",
    "add_reactions",
)


def entities(simulation: Simulation, dismissed: set[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Returns the contents of the page, as (key, JSON object).

    Args:
        simulation: the world.
        dismissed: ids of private answers that their readers have dismissed.
    """
    yield "world", _world(simulation)
    for user_id in simulation.people:
        yield f"person:{user_id}", _person(simulation, user_id)
    channels = simulation.channels()
    open_ids = {channel.id for channel in channels}
    for channel in channels:
        messages = simulation.messages(channel.id)
        yield f"channel:{channel.id}", _channel(simulation, channel) | {"earlier": len(messages) > SHOWN_PER_CHANNEL}
        for message in messages[-SHOWN_PER_CHANNEL:]:
            if message.id not in dismissed:
                thread = message.id if message.id in open_ids and message.id != channel.id else None
                yield f"message:{message.id}", _message(simulation, message, thread)


def _world(simulation: Simulation) -> dict[str, Any]:
    bot = simulation.env.backend.bot_user
    allowed = simulation.permissions()
    return {
        "project": simulation.setting.project,
        "bot": {"id": str(bot.id), "name": bot.name},
        "guild": {"name": simulation.guild.name, "locale": simulation.guild.preferred_locale},
        "roles": [{"id": str(role.id), "name": role.name} for role in simulation.roles()],
        "people": [str(user_id) for user_id in simulation.people],
        "locales": dict(LOCALES),
        "emojis": list(simulation.setting.emojis),
        "permissions": {name: getattr(allowed, name) for name in PERMISSIONS},
    }


def _person(simulation: Simulation, user_id: int) -> dict[str, Any]:
    person = simulation.people[user_id]
    return {
        "id": str(user_id),
        "key": person.key,
        "name": person.name,
        "hue": person.hue,
        "portrait": person.key in simulation.setting.portraits,
        "locale": simulation.locales[user_id],
        "owner": user_id == simulation.guild.owner_id,
        "dmsClosed": simulation.dms_closed(user_id),
    }


def _channel(simulation: Simulation, channel: Channel) -> dict[str, Any]:
    backend = simulation.env.backend
    entry: dict[str, Any] = {
        "id": str(channel.id),
        "kind": "thread" if channel.is_thread else "dm" if channel.type == ChannelType.DM else "text",
        "name": channel.name,
        "topic": channel.topic,
        "viewers": [
            str(person) for person in simulation.people if channel_accessible(backend, channel.id, person, history=True)
        ],
    }
    if channel.is_thread and channel.thread_metadata is not None:
        entry |= {
            "parent": str(channel.parent_id),
            "archived": channel.thread_metadata.archived,
            "locked": channel.thread_metadata.locked,
            "messages": channel.message_count,
        }
    return entry


def _message(simulation: Simulation, message: Message, thread: int | None) -> dict[str, Any]:
    wire = simulation.wire(message)
    reader = (message.interaction_metadata or {}).get("user", {}).get("id")
    entry: dict[str, Any] = {
        "id": wire["id"],
        "channel": wire["channel_id"],
        "for": reader if message.is_ephemeral else None,
        "author": {"id": wire["author"]["id"], "name": wire["author"]["global_name"], "bot": wire["author"]["bot"]},
        "at": _milliseconds(wire["timestamp"]),
        # A deferred answer counts as edited on the wire, usually in the same instant.
        "edited": wire["edited_timestamp"] not in (None, wire["timestamp"]),
        "loading": bool(message.flags & _LOADING),
        "pinned": wire["pinned"],
        "v2": bool(message.flags & _COMPONENTS_V2),
        "content": wire["content"],
        "embeds": wire["embeds"],
        "components": [_component(part) for part in wire["components"]],
        "attachments": [_attachment(simulation, item) for item in wire["attachments"]],
        "reactions": [
            {"emoji": reaction.emoji, "users": [str(user) for user in reaction.user_ids]}
            for reaction in message.reactions
            if reaction.user_ids
        ],
        "pings": [] if message.is_ephemeral else [str(user) for user in message.ping_user_ids],
        "used": _command_of(simulation, message),
        "reply": _reply(wire.get("referenced_message")),
        "thread": str(thread) if thread is not None else None,
        "system": None,
    }
    if wire["type"] == MessageType.THREAD_CREATED and message.system_metadata is not None:
        # Discord marks nothing in a thread made from a message: that message shows it.
        made_from = message.system_metadata.referenced_message_id
        entry["system"] = {
            "kind": "hidden" if made_from else "thread",
            "thread": str(message.system_metadata.channel_id),
        }
    elif wire["type"] == MessageType.PINS_ADD:
        entry["system"] = {"kind": "pin"}
    return entry


def _command_of(simulation: Simulation, message: Message) -> dict[str, Any] | None:
    metadata = message.interaction_metadata
    if metadata is None:
        return None
    used = simulation.used.get(int(metadata["id"]))
    if used is None:
        return None
    return {"person": str(used.person), "path": used.path, "slash": metadata.get("command_type", 1) == 1}


def _reply(wire: dict[str, Any] | None) -> dict[str, Any] | None:
    if wire is None:
        return None
    return {"id": wire["id"], "author": wire["author"]["global_name"], "text": wire["content"][:120]}


def _attachment(simulation: Simulation, wire: dict[str, Any]) -> dict[str, Any]:
    entry = {
        "id": wire["id"],
        "name": wire["filename"],
        "alt": wire.get("description"),
        "bytes": wire["size"],
        "type": wire["content_type"],
        "url": _local(wire["url"]),
    }
    channel, attachment, name = wire["url"].removeprefix(UPLOADS).split("/", 2)
    data = simulation.upload(channel, attachment, name) or b""
    if data.startswith(_PNG) and len(data) >= 24:
        # With known dimensions a picture does not move the messages below it when it loads.
        entry["width"], entry["height"] = struct.unpack(">II", data[16:24])
    return entry


def _component(wire: dict[str, Any]) -> dict[str, Any]:
    part = dict(wire)
    for key in ("media", "file"):
        if isinstance(part.get(key), dict) and "url" in part[key]:
            part[key] = {**part[key], "url": _local(part[key]["url"])}
    for key in ("components", "items"):
        if isinstance(part.get(key), list):
            part[key] = [_component(child) for child in part[key]]
    for key in ("accessory", "component"):
        if isinstance(part.get(key), dict):
            part[key] = _component(part[key])
    return part


def _local(url: str) -> str:
    return "/cdn/" + quote(url.removeprefix(UPLOADS)) if url.startswith(UPLOADS) else url


def _milliseconds(iso: str) -> int:
    return round(datetime.fromisoformat(iso).timestamp() * 1000)
