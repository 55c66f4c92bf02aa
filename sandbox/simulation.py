"""The simulated Discord behind the page: one server, its people, the real bot, and passing time.

The only module that uses simcord's internals; its version is pinned exactly, because a living page needs more than the
documented surface: the `locale` of an interaction, the deletion of a channel, the hour at the start.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import discord
import simcord
from simcord.backend import serializers
from simcord.backend.models import Channel, Interaction, Message, Overwrite
from simcord.enums import AppCommandType, OptionType, OverwriteType

from sandbox.people import INVITED, Cast, CastMember

#: Builds the client. It gets the clock of the simulated world, which the bot must use, and may open whatever it needs;
#: the sandbox logs the client in, and closes it by `await client.close()`.
MakeClient = Callable[[Callable[[], datetime]], Awaitable[discord.Client]]

_log = logging.getLogger(__name__)
# Longer waits of the bot are left to the ticker: a click holds other actions up for this long at most.
_SETTLE_S = 1.0
# At the end, or at a restart, current work may take longer.
_PATIENT_S = 5.0
_SHUTDOWNS = 6
_CLOSED_DM = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


@dataclass(frozen=True, slots=True)
class Used:
    """A command as used: its user, and its whole name (the wire has only the first word)."""

    person: int
    path: str


class Simulation:
    """A running world. One task at a time may await its methods.

    Attributes:
        env: simcord's environment.
        guild: the server.
        people: the cast, by Discord id.
        members: the same people as simcord's actors, by Discord id.
        locales: each person's language, by Discord id; read at each interaction.
        used: the commands used so far, by interaction id.
        stirred: called whenever something may have changed; it must neither wait nor raise.
        latest: the last interaction sent.
        remembered: how many requests of the bot are kept on record.
        moves: grows with each skip and each change of the pace.

    Args:
        pace: see `pace`.
        patience_s: how long an action waits for the bot to finish what follows from it.
    """

    def __init__(
        self,
        make_client: MakeClient,
        *,
        setting: Cast | None = None,
        permissions: discord.Permissions = INVITED,
        pace: float = 1.0,
        patience_s: float = _SETTLE_S,
    ) -> None:
        self.setting = setting or Cast()
        self.people: dict[int, CastMember] = {}
        self.members: dict[int, simcord.MemberActor] = {}
        self.locales: dict[int, str] = {}
        self.used: dict[int, Used] = {}
        self.stirred: Callable[[], None] = lambda: None
        self.latest: Interaction | None = None
        self.remembered = 500
        self.moves = 0
        self._make_client = make_client
        self._permissions = permissions
        self._pace = pace
        self._patience_s = patience_s
        self._env: simcord.Env | None = None
        self._anchor = (0.0, datetime.now(UTC))
        self._forgotten = 0
        self._find_upload: Callable[[str], bytes | None] = lambda _url: None

    # ---------------------------------------------------------------- life

    async def start(self) -> None:
        """Builds the client and the world, and logs the client in.

        Raises:
            Exception: raised by the client at its start; it is closed then.
        """
        client = await self._make_client(self.now)
        try:
            shards = 1 if isinstance(client, discord.AutoShardedClient) else None
            env = self._env = simcord.Env(
                client, check_errors=False, settle_timeout=self._patience_s, shard_count=shards
            )
            self._build(env)
            # Ids carry their time. People and server are made at simcord's epoch, so that a database of an earlier day
            # recognizes them; later objects get ids of today.
            env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
            env.backend.subscribers.insert(0, self._on_event)
            self._anchor = (asyncio.get_running_loop().time(), env.now())
            await env.start()
        except BaseException:
            await client.close()
            raise

    async def stop(self) -> None:
        """Closes the client and its database, then the world."""
        env = self._env
        if env is None:
            return
        env.settle_timeout = _PATIENT_S
        try:
            with env.time_context():
                await env.bot.close()
        finally:
            await _shut_down(env)
            self._env = None

    async def restart(self) -> None:
        """Stops the bot and starts it again over the same world and the same database, if it keeps one."""
        env = self.env
        env.settle_timeout = _PATIENT_S
        try:
            with env.time_context():
                await env.bot.close()
            await env.restart_bot(await self._make_client(self.now))
        finally:
            env.settle_timeout = self._patience_s
        self.stirred()

    def _build(self, env: simcord.Env) -> None:
        self._find_upload = env.backend.cdn.get
        env.backend.cdn.get = self._find_asset  # type: ignore[method-assign]
        env.backend.edit_bot_profile(self.setting.bot)
        users = self._users_of(env, self.setting.people)
        guild = env.create_guild(self.setting.server, owner=users[0], preferred_locale=self.setting.locale)
        role = guild.roles[self.setting.bot]
        # The invitation does not ask for Manage Roles; a server gives it where it has a role to be given.
        permissions = self._permissions | discord.Permissions(manage_roles=True)
        env.backend.edit_role(guild.id, role.id, {"permissions": permissions.value})
        guild.create_role(self.setting.role, mentionable=True)
        guild.create_text_channel(self.setting.channel)
        for person, user in zip(self.setting.people, users, strict=True):
            self._seat(env, guild, person, user)
        for name in self.setting.emojis:
            env.backend.create_application_emoji(name)

    def _seat(self, env: simcord.Env, guild: simcord.GuildHandle, person: CastMember, user: simcord.UserHandle) -> None:
        # The owner is a member already.
        owner = not self.people
        self.members[user.id] = simcord.MemberActor(env, guild, user) if owner else guild.add_member(user)
        env.backend.get_member(guild.id, user.id).joined_at = _long_ago(env).isoformat()
        self.people[user.id] = person
        self.locales[user.id] = person.locale
        env.backend.get_dm_channel(user.id)

    async def join(self, name: str) -> int:
        """Lets another person join the server; returns their id."""
        person = CastMember(f"guest{len(self.people)}", name, self.guild.preferred_locale, 47 * len(self.people) % 360)
        (user,) = self._users_of(self.env, [person])
        self._seat(self.env, self.env.guild, person, user)
        await self.env.settle()
        self.stirred()
        return user.id

    def _users_of(self, env: simcord.Env, people: Sequence[CastMember]) -> list[simcord.UserHandle]:
        """Users for people, with accounts that are not new: the age of an account is in its id."""
        # simcord makes ids of the present moment, and has no public way to make others.
        usual, at = env.backend.snowflake, round(_long_ago(env).timestamp() * 1000) - discord.utils.DISCORD_EPOCH
        env.backend.snowflake = lambda: env.backend._allocate_at(at)  # type: ignore[method-assign]
        try:
            return [
                env.create_user(person.key, global_name=person.name, avatar=self._avatar(person)) for person in people
            ]
        finally:
            env.backend.snowflake = usual  # type: ignore[method-assign]

    def _avatar(self, person: CastMember) -> str | None:
        """The name under which Discord would have a person's avatar; None: they have none."""
        portrait = self.setting.portraits.get(person.key)
        return None if portrait is None else sha256(portrait).hexdigest()[:32]

    def _find_asset(self, url: str) -> bytes | None:
        """What Discord has at an address: simcord has uploads, and no avatars."""
        match = _AVATAR.match(url)
        if match is None:
            return self._find_upload(url)
        person = self.people.get(int(match[1]))
        return None if person is None else self.setting.portraits.get(person.key)

    def _on_event(self, event: str, payload: Mapping[str, Any]) -> None:
        # This listener is first, and the payload is not copied yet: what is set here reaches the bot.
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            record = self.env.backend.interactions[int(payload["id"])]
            payload["locale"] = self.locales.get(record.user_id, "en-US")
            if "guild_locale" in payload:
                payload["guild_locale"] = self.guild.preferred_locale
            if payload["type"] == discord.InteractionType.application_command.value:
                self.used[record.id] = Used(record.user_id, _path(payload["data"]))
            self.latest = record
        self.stirred()

    # ---------------------------------------------------------------- time

    def now(self) -> datetime:
        """The time of the world: the machine's, unless the page moved it forward."""
        return datetime.now(UTC) if self._env is None else self._env.now()

    def due(self) -> datetime:
        """The time that the world should have now; `now` follows in small steps."""
        real, then = self._anchor
        return then + timedelta(seconds=(asyncio.get_running_loop().time() - real) * self._pace)

    async def catch_up(self) -> None:
        """Lets as much time pass in the world as has passed outside.

        Raises:
            TimeoutError: the bot is still at work; the next call catches up.
        """
        behind = (self.due() - self.env.now()).total_seconds()
        if behind > 0:
            await self.env.advance_time(behind)

    async def rest(self) -> None:
        """Lets the bot finish, however slow the machine; then only moving time fires a timer. Raises `TimeoutError`."""
        for _ in range(100):
            try:
                await self.catch_up()
                await self.env.settle()
            except TimeoutError:
                continue
            for record in self.env._work.callbacks:
                if record.real_handle is not None:
                    record.real_handle.cancel()
            return
        raise TimeoutError("the bot is at work without end")

    @property
    def pace(self) -> float:
        """How many seconds pass in the world for each one outside; 0: only `skip` moves time."""
        return self._pace

    def set_pace(self, pace: float) -> None:
        """Lets time pass faster or slower from now on."""
        self._anchor = (asyncio.get_running_loop().time(), self.due())
        self._pace = pace
        self.moves += 1
        self.stirred()

    async def skip(self, seconds: float) -> None:
        """Moves the world's time forward; clocks in between run down as usual."""
        real, then = self._anchor
        self._anchor = (real, then + timedelta(seconds=seconds))
        self.moves += 1
        await self.catch_up()

    # ---------------------------------------------------------------- what there is

    @property
    def env(self) -> simcord.Env:
        """The environment; only between `start` and `stop`."""
        if self._env is None:
            raise RuntimeError("the simulation is not running")
        return self._env

    @property
    def guild(self) -> Any:
        """The server's record."""
        return self.env.backend.guilds[self.env.guild.id]

    @property
    def activity(self) -> int:
        """Grows with each request of the bot: private answers cause no event, but a request."""
        return self._forgotten + len(self.env.http_requests)

    def forget(self) -> None:
        """Drops what tests look at later and a long evening does not need: records, replaced pictures."""
        backend = self.env.backend
        if len(backend.http_requests) > self.remembered:
            self._forgotten += len(backend.http_requests)
            backend.http_requests.clear()
            backend.transcript.clear()
            in_use = {
                str(file["url"])
                for messages in backend.messages.values()
                for message in messages.values()
                for file in message.attachments
            }
            uploads = backend.cdn._blobs  # simcord offers no way to drop one
            for url in uploads.keys() - in_use:
                del uploads[url]

    def channels(self) -> list[Channel]:
        """The server's text channels and threads in order, then each person's private channel."""
        backend = self.env.backend
        ids = [*self.guild.channel_ids, *self.guild.thread_ids]
        ids += [backend.dm_channels[user] for user in self.people if user in backend.dm_channels]
        return [backend.channels[channel] for channel in ids if channel in backend.channels]

    def roles(self) -> list[simcord.RoleHandle]:
        """The server's roles that members can be given."""
        guild = self.env.backend.get_guild(self.guild.id)
        fixed = {role.id for role in guild.roles.values() if role.managed} | {guild.id}
        world = simcord.GuildHandle(self.env, guild)
        return [role for role in world.roles.values() if role.id not in fixed]

    def messages(self, channel_id: int) -> list[Message]:
        """A channel's messages, oldest first."""
        return [message for _, message in sorted(self.env.backend.messages.get(channel_id, {}).items())]

    def wire(self, message: Message) -> dict[str, Any]:
        """A message as Discord would send it."""
        return dict(serializers.message_payload(self.env.backend, message))

    def commands(self, person: int, channel_id: int, kind: AppCommandType) -> list[dict[str, Any]]:
        """The commands that this person may use in this channel, as Discord would list them."""
        return self.env.backend.visible_commands(user_id=person, channel_id=channel_id, type=kind)

    def upload(self, channel: str, attachment: str, name: str) -> bytes | None:
        """The bytes of an upload, by the parts of its address."""
        return self._find_upload(f"{UPLOADS}{channel}/{attachment}/{name}")

    # ---------------------------------------------------------------- handles

    def actor(self, person: int, channel_id: int) -> simcord.MemberActor | simcord.UserHandle:
        """The person as a simcord actor: a member in the server, a user in their private channel."""
        member = self.members[person]
        return member.user if self.channel(channel_id).guild is None else member

    def channel(self, channel_id: int) -> simcord.ChannelHandle:
        """A channel; raises `simcord.BackendError` for an unknown id."""
        channel = self.env.backend.get_channel(channel_id)
        return simcord.ChannelHandle(self.env, self.env.guild if channel.guild_id else None, channel)

    def message(self, channel_id: int, message_id: int) -> simcord.ResponseMessage:
        """A message; raises `simcord.BackendError` for an unknown id."""
        return simcord.ResponseMessage(self.env, self.env.backend.get_message(channel_id, message_id))

    def result_of(self, interaction_id: int) -> simcord.InteractionResult:
        """The result of an interaction; raises `KeyError` for an unknown id."""
        return simcord.InteractionResult(self.env, self.env.backend.interactions[interaction_id])

    def shown_in(self, interaction_id: int) -> int:
        """The channel of an interaction; raises `KeyError` for an unknown id."""
        return self.env.backend.interactions[interaction_id].channel_id

    # ---------------------------------------------------------------- awkward cases

    def dms_closed(self, person: int) -> bool:
        """Whether this person refuses private messages from the bot."""
        return any(fault["path"] == self._dm_path(person) for fault in self.env.backend.faults)

    def close_dms(self, person: int, closed: bool) -> None:
        """Closes or opens a person's private messages to the bot."""
        path = self._dm_path(person)
        faults = self.env.backend.faults
        faults[:] = [fault for fault in faults if fault["path"] != path]
        if closed:
            self.env.inject_error("POST", path, times=None, **_CLOSED_DM)  # type: ignore[arg-type]  # one dict of mixed types

    def _dm_path(self, person: int) -> str:
        return f"/channels/{self.env.backend.get_dm_channel(person).id}/messages"

    def permissions(self) -> discord.Permissions:
        """The bot's permissions in the first channel."""
        backend = self.env.backend
        channel_id = self.guild.channel_ids[0] if self.guild.channel_ids else None
        return discord.Permissions(backend.compute_permissions(self.guild.id, backend.bot_user.id, channel_id))

    async def allow(self, permission: str, allowed: bool) -> None:
        """Takes a permission from the bot in all channels, or returns it."""
        backend = self.env.backend
        bit, bot = getattr(discord.Permissions, permission).flag, backend.bot_user.id
        for channel_id in self.guild.channel_ids:
            overwrites = {overwrite.target_id: overwrite for overwrite in backend.channels[channel_id].overwrites}
            denied = overwrites[bot].deny if bot in overwrites else 0
            denied = denied & ~bit if allowed else denied | bit
            backend.set_overwrite(channel_id, Overwrite(bot, OverwriteType.MEMBER, deny=denied))
        await self.env.settle()

    async def speak(self, locale: str) -> None:
        """Changes the server's language."""
        self.env.backend.edit_guild(self.guild.id, {"preferred_locale": locale})
        await self.env.settle()

    async def delete_channel(self, person: int, channel_id: int) -> None:
        """Deletes a channel or a thread.

        Raises:
            simcord.BackendError: the person may not, or it does not exist.
        """
        channel = self.env.backend.get_channel(channel_id)
        needed = "manage_threads" if channel.is_thread else "manage_channels"
        self.env.backend.require_permissions(self.guild.id, person, channel_id, needed)
        self.env.backend.delete_channel(channel_id)
        await self.env.settle()


#: The start of an upload's address in the simulated Discord.
UPLOADS = "https://cdn.simcord.invalid/attachments/"
_AVATAR = re.compile(re.escape(discord.Asset.BASE) + r"/avatars/(\d+)/")


def _path(data: Mapping[str, Any]) -> str:
    # Subcommands and groups nest as options; other options are values.
    names = [str(data["name"])]
    options = data.get("options") or []
    while options and options[0]["type"] in (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP):
        names.append(str(options[0]["name"]))
        options = options[0].get("options") or []
    return " ".join(names)


def _long_ago(env: simcord.Env) -> datetime:
    """When the people came to Discord and to the server: new accounts would wait for a yes at every bet."""
    return env.now() - timedelta(days=365)


async def _shut_down(env: simcord.Env) -> None:
    """Closes the world. It waits for work in threads and processes: left open, it holds its event loop for ever."""
    for _ in range(_SHUTDOWNS):
        try:
            await env.shutdown()
        except TimeoutError as error:
            left = error
        else:
            return
    _log.warning("the bot left work behind: %s", left)
