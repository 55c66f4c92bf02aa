"""Places of the simulated Discord where the bot is not: a server without it, and a group message of other people.

There a person may use the bot once they have installed it for themselves. This module adds to simcord what Discord does
in such a place, as its documentation says:

- The gateway tells the bot nothing of the place except interactions. Each names the installations that allow it.
- The bot's own token can neither read nor write there (50001), and the server is unknown to it (10004).
- A token of an interaction sends five further messages at most (40094), and expires after fifteen minutes.
- The AutoMod of a server looks at each message and edit (200000).
- A person who shares no server with the bot gets no direct message from it (50278).
"""

from __future__ import annotations

import json
import weakref
from dataclasses import dataclass, field
from typing import Any, Final

import simcord
from discord import AppCommandType, ChannelType, Permissions
from simcord import _modal, actors
from simcord.backend import Backend, access, serializers
from simcord.backend.errors import BackendError, SetupError, missing_access, unknown_guild
from simcord.backend.models import Channel, Interaction
from simcord.backend.ops import base
from simcord.http import router

from tests.support.arrivals import arrivals_of

MOST_FURTHER: Final = 5
_GROUP: Final = ChannelType.group.value
_SERVER, _PERSON = "0", "1"
_USER_INSTALL, _GUILD_CONTEXT, _GROUP_CONTEXT = 1, 0, 2
_RIGHTS: Final = Permissions(attach_files=True, embed_links=True, mention_everyone=True)


@dataclass(slots=True)
class _Installs:
    """What one simulated Discord knows of installations.

    Attributes:
        people: the people who have installed the bot for themselves.
        strangers: the people who are in no server that has the bot.
        servers: the servers without the bot.
        forbidden: the word that the AutoMod of each place forbids, by channel. Empty for none.
    """

    people: set[int] = field(default_factory=set)
    strangers: set[int] = field(default_factory=set)
    servers: set[int] = field(default_factory=set)
    forbidden: dict[int, str] = field(default_factory=dict)
    making: bool = False

    def is_hidden(self, event: str, payload: Any) -> bool:
        """Whether the gateway tells the bot nothing of an event."""
        if event == "INTERACTION_CREATE":
            return False
        guild_id = payload.get("id") if event.startswith("GUILD_") else payload.get("guild_id")
        return (
            self.making
            or int(payload.get("channel_id") or 0) in self.forbidden
            or (guild_id is not None and int(guild_id) in self.servers)
            or (payload.get("guild_id") is not None and int(payload["guild_id"]) in self.servers)
        )


_INSTALLS: weakref.WeakKeyDictionary[Backend, _Installs] = weakref.WeakKeyDictionary()


def _installs_of(env: simcord.Env) -> _Installs:
    """Returns what a simulated Discord knows of installations. The first call teaches it."""
    backend = env.backend
    if backend in _INSTALLS:
        return _INSTALLS[backend]
    installs = _INSTALLS[backend] = _Installs()
    emit = backend.emit

    def emit_to_bot(event: str, payload: Any) -> None:
        if not installs.is_hidden(event, payload):
            emit(event, payload)

    def name_installs(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            _name_installs(backend, installs, payload)

    vars(backend)["emit"] = emit_to_bot
    backend.subscribers.insert(0, name_installs)
    return installs


def _name_installs(backend: Backend, installs: _Installs, payload: Any) -> None:
    """Puts into an interaction which installations allow it, and what the bot learns of a place without it."""
    place, guild_id = int(payload["channel_id"]), payload.get("guild_id")
    user_id = int((payload["member"] if guild_id else payload)["user"]["id"])
    owners: dict[str, str] = {} if place in installs.forbidden else {_SERVER: guild_id or "0"}
    # A press names the person whose command has brought the message.
    metadata = (payload.get("message") or {}).get("interaction_metadata") or {}
    installer = int(metadata["user"]["id"]) if metadata else user_id
    if installer in installs.people:
        owners[_PERSON] = str(installer)
    payload["authorizing_integration_owners"] = owners
    if place not in installs.forbidden:
        return
    payload["app_permissions"] = str(_RIGHTS.value)
    if guild_id is not None:
        payload["guild"] = {"id": guild_id, "locale": "en-US", "features": []}
        return
    payload["context"] = _GROUP_CONTEXT
    people = [backend.get_user(user_id) for user_id in backend.get_channel(place).recipient_ids]
    users = [{"id": str(user.id), "username": user.name, "discriminator": "0", "avatar": None} for user in people]
    owner = users[0]["id"]
    payload["channel"] = {"id": str(place), "type": _GROUP, "name": None, "icon": None, "owner_id": owner}
    payload["channel"]["recipients"] = users


@dataclass(frozen=True, slots=True)
class Outside:
    """A server without the bot, or a group message.

    Attributes:
        guild: the server. None for a group message.
    """

    env: simcord.Env
    channel: simcord.ChannelHandle
    guild: simcord.GuildHandle | None

    def install(self, *people: simcord.MemberActor | simcord.UserHandle) -> None:
        """Installs the bot for each of these people."""
        _installs_of(self.env).people.update(person.id for person in people)

    def forbid(self, word: str) -> None:
        """Sets the word that AutoMod forbids here. Empty for none."""
        _installs_of(self.env).forbidden[self.channel.id] = word

    async def slash(
        self, person: simcord.MemberActor | simcord.UserHandle, command: str, **options: Any
    ) -> simcord.InteractionResult:
        """Uses a command, as a person to whom Discord offers it here."""
        self._expect_offered(person, command.split()[0], AppCommandType.chat_input)
        return await actors._slash(self._actor(person), self.channel, command, options)

    async def menu(
        self, person: simcord.MemberActor | simcord.UserHandle, name: str, member: simcord.MemberActor
    ) -> simcord.InteractionResult:
        """Sends a command of the context menu of a member, whether or not Discord offers it here."""
        command = self.env.backend.find_command(name, None, type=AppCommandType.user.value)
        assert command is not None
        user = dict(serializers.user_payload(self.env.backend.get_user(member.id)))
        data: dict[str, Any] = {"id": command["id"], "name": name, "type": AppCommandType.user.value}
        data |= {"target_id": str(member.id), "resolved": {"users": {str(member.id): user}}}
        return await actors._dispatch_actor_interaction(self._actor(person), 2, self.channel, data)

    async def click(
        self, person: simcord.MemberActor | simcord.UserHandle, message: Any, custom_id: str
    ) -> simcord.InteractionResult:
        """Presses a button of a message that the person can see."""
        return await actors._component_click(self._actor(person), message, label=None, custom_id=custom_id)

    async def press_of_another(
        self, person: simcord.MemberActor | simcord.UserHandle, message: simcord.ResponseMessage, custom_id: str
    ) -> simcord.InteractionResult:
        """Presses a button of a message that only another person can see, which Discord does not allow."""
        stored = self.env.backend.get_message(message.channel_id, message.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        return await actors._component_interaction(self._actor(person), stored, data)

    async def choose(
        self, person: simcord.MemberActor | simcord.UserHandle, message: Any, values: list[str], custom_id: str
    ) -> simcord.InteractionResult:
        """Chooses in a menu of a message that the person can see."""
        return await actors._component_select(self._actor(person), message, values, custom_id=custom_id)

    async def submit(
        self,
        person: simcord.MemberActor | simcord.UserHandle,
        opened: simcord.InteractionResult,
        values: dict[str, Any],
    ) -> simcord.InteractionResult:
        """Submits the form that a press has opened."""
        return await _modal._submit_modal(self._actor(person), opened, values)

    def seen_by(self, person: simcord.MemberActor | simcord.UserHandle) -> list[simcord.ResponseMessage]:
        """Returns the messages here that a person sees, oldest first."""
        stored = self.env.backend.messages.get(self.channel.id, {})
        seen = [stored[key] for key in sorted(stored) if stored[key].visible_to(person.id)]
        return [simcord.ResponseMessage(self.env, message) for message in seen]

    def is_offered(self, person: simcord.MemberActor | simcord.UserHandle, name: str, kind: AppCommandType) -> bool:
        """Returns whether Discord offers a command to a person here."""
        command = self.env.backend.find_command(name, None, type=kind.value)
        context = _GROUP_CONTEXT if self.guild is None else _GUILD_CONTEXT
        return (
            command is not None
            and context in command["contexts"]
            and _USER_INSTALL in command["integration_types"]
            and person.id in _installs_of(self.env).people
        )

    def _expect_offered(
        self, person: simcord.MemberActor | simcord.UserHandle, name: str, kind: AppCommandType
    ) -> None:
        if not self.is_offered(person, name, kind):
            raise SetupError(f"Discord does not offer {name} to {person.name} here")

    def _actor(self, person: simcord.MemberActor | simcord.UserHandle) -> Any:
        user = person.user if isinstance(person, simcord.MemberActor) else person
        return user if self.guild is None else simcord.MemberActor(self.env, self.guild, user)


def server_without_bot(env: simcord.Env, *people: simcord.MemberActor | simcord.UserHandle, nicks: str = "") -> Outside:
    """Makes a server without the bot, whose members are these people.

    Args:
        nicks: the name that all of them bear there.
    """
    installs = _installs_of(env)
    installs.making = True
    try:
        guild = env.create_guild("Elsewhere", shard_id=0)
        channel = guild.create_text_channel("lounge")
        members = env.backend.get_guild(guild.id).members
        del members[env.backend.bot_user.id]
        for person in people:
            guild.add_member(person.user if isinstance(person, simcord.MemberActor) else person)
            members[person.id].nick = nicks or None
    finally:
        installs.making = False
    installs.servers.add(guild.id)
    installs.forbidden[channel.id] = ""
    return _with_strangers(Outside(env, channel, guild), people)


def send_bot_away(env: simcord.Env, guild: simcord.GuildHandle, channel: simcord.ChannelHandle) -> Outside:
    """Makes a server that has the bot one without it: the bot is thrown out."""
    backend, installs = env.backend, _installs_of(env)
    backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    del backend.get_guild(guild.id).members[backend.bot_user.id]
    installs.servers.add(guild.id)
    installs.forbidden[channel.id] = ""
    return Outside(env, channel, guild)


def group_message(env: simcord.Env, *people: simcord.MemberActor | simcord.UserHandle) -> Outside:
    """Makes a group message of these people."""
    backend, installs = env.backend, _installs_of(env)
    channel = Channel(backend.snowflake(), _GROUP, recipient_ids=[person.id for person in people])
    backend.channels[channel.id], backend.messages[channel.id] = channel, {}
    installs.forbidden[channel.id] = ""
    return _with_strangers(Outside(env, simcord.ChannelHandle(env, None, channel), None), people)


def _with_strangers(place: Outside, people: tuple[simcord.MemberActor | simcord.UserHandle, ...]) -> Outside:
    backend, installs = place.env.backend, _installs_of(place.env)
    shared = [guild for guild in backend.guilds.values() if backend.bot_user.id in guild.members]
    installs.strangers.update(person.id for person in people if all(person.id not in guild.members for guild in shared))
    return place


def _refusal(backend: Backend, method: str, path: str, body: Any) -> BackendError | None:
    """Returns the error with which Discord refuses a request because of where it leads."""
    installs = _INSTALLS.get(backend)
    if installs is None:
        return None
    record = arrivals_of(backend).of(path)
    if record is not None:
        return _refusal_of_answer(installs, record, method, path, body)
    match path.strip("/").split("/"):
        case ["guilds", guild_id, *_] if int(guild_id) in installs.servers:
            return unknown_guild()
        case ["channels", channel_id, *_] if int(channel_id) in installs.forbidden:
            return missing_access()
        case ["channels", channel_id, "messages"] if method == "POST":
            recipients = backend.get_channel(int(channel_id)).recipient_ids
            if not installs.strangers.isdisjoint(recipients):
                return BackendError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
    return None


def _refusal_of_answer(
    installs: _Installs, record: Interaction, method: str, path: str, body: Any
) -> BackendError | None:
    if record.channel_id not in installs.forbidden:
        return None
    further = method == "POST" and path.startswith("/webhooks/") and not record.loading
    if further and len(record.followup_ids) >= MOST_FURTHER:
        return BackendError(400, 40094, "This interaction has hit the maximum number of follow up messages")
    word = installs.forbidden[record.channel_id]
    if word and word in json.dumps(body, ensure_ascii=False):
        return BackendError(400, 200000, "Message was blocked by automatic moderation")
    return None


def _dispatch(backend: Backend, method: str, path: str, *, _dispatch: Any = router.dispatch, **options: Any) -> Any:
    if (refusal := _refusal(backend, method, path, options.get("json"))) is not None:
        backend.transcript.append(("HTTP", f"{method} {path}", None))
        raise refusal
    return _dispatch(backend, method, path, **options)


def _is_in_group(backend: Any, channel_id: int, viewer_id: int) -> bool | None:
    """Returns whether a person is in a group message. None if the channel is none."""
    channel = backend.channels.get(channel_id)
    return None if channel is None or channel.type != _GROUP else viewer_id in channel.recipient_ids


def _accessible(
    backend: Any,
    channel_id: int,
    viewer_id: int,
    *,
    history: bool = False,
    _accessible: Any = access.channel_accessible,
) -> bool:
    there = _is_in_group(backend, channel_id, viewer_id)
    return bool(_accessible(backend, channel_id, viewer_id, history=history) if there is None else there)


def _check_place(actor: Any, channel_id: int, *, _check: Any = actors._check_user_dm_channel) -> None:
    if not _is_in_group(actor._env.backend, channel_id, actor.id):
        _check(actor, channel_id)


vars(router)["dispatch"] = _dispatch
for _module in (access, base):
    vars(_module)["channel_accessible"] = _accessible
for _module in (actors, _modal):
    vars(_module)["_check_user_dm_channel"] = _check_place
