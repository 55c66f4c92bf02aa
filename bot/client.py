"""The client of discord.py: connects to Discord, closes, and passes events on to the rest of the bot."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot import features
from bot.adapter import commands
from bot.adapter.answer import NETWORK, Followups
from bot.adapter.directs import Directs
from bot.adapter.discord_internals import prepare, press_elsewhere
from bot.adapter.display import Display
from bot.adapter.emojis import Emojis
from bot.adapter.membership import ask_member
from bot.adapter.old_edits import refuse_old_edits
from bot.adapter.open_pages import OpenPages
from bot.adapter.photographs import load_photograph
from bot.adapter.pressure import Pressure
from bot.adapter.registry import Registry
from bot.adapter.router import Router
from bot.adapter.store import MessageStore
from bot.app import App
from bot.features.champions import ChampionRoles
from bot.features.daily.poster import daily_poster
from bot.features.help import greet
from bot.features.reminder.poster import ReminderPoster
from bot.features.table.awake import ThreadKeeper
from bot.features.table.renderer import Renderer
from bot.features.tournament.announcer import Announcer
from bot.features.tournament.server_events import ServerEvents
from bot.features.week import week_poster
from bot.gateway import ConnectionWatcher, Connector, IdentifyLimit, stay_connected
from bot.lifecycle import Home, Lifecycle
from bot.monitoring import request_trace
from bot.notices import HandPressed
from bot.privacy import retention
from bot.rows.storage_errors import Closed
from bot.shards import shard_of
from bot.storage import Database
from bot.work_queue import WorkQueue

_log = logging.getLogger(__name__)
_HEARTBEAT_TIMEOUT_S = 50.0
"""A gateway that is silent for this long is gone: it answers a heartbeat every 41 s."""
# The bot uses no voice: warnings about missing voice libraries are noise.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    add_reactions=True,
)
"""The permissions that the link to invite the bot asks for.

None of them lets the bot change other people's messages.
"""


class Client(discord.AutoShardedClient):
    """The bot's connection to Discord, as a client of discord.py.

    Args:
        database: the bot's database. `close` closes the database, too.
        home: which shards (connections, each for a part of the servers) this process takes, if several processes run on
            the database. None if it runs alone.
    """

    def __init__(self, app: App, database: Database, home: Home | None = None) -> None:
        pressure = Pressure(time.monotonic, self._senders)
        trace = request_trace(pressure, app.trust)
        trace.on_request_end.append(refuse_old_edits)
        super().__init__(
            intents=discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            connector=Connector(),
            http_trace=trace,
            heartbeat_timeout=_HEARTBEAT_TIMEOUT_S,
        )
        prepare(self)
        self.app, self._database = app, database
        registry, wording = Registry(features.load()), commands.Wording(app.texts)
        self.application_emojis = Emojis(self, app.texts)
        gone = self.application_emojis.is_refused
        self._directs = directs = Directs(
            self, database.directs, app.now, app.settings.new_directs, app.privacy.leaving.__contains__
        )
        app.privacy.person_watchers.append(directs.forget)
        followups, pages = Followups(app.now), OpenPages(app.now)
        app.privacy.person_watchers.append(pages.forget)
        messages = MessageStore(self, database.table_messages, app.now, directs)
        tables = Renderer(app, messages, self, registry.placements, followups, pressure)
        announcements = MessageStore(self, database.tournament_messages, app.now, directs)
        tournaments = Announcer(app, announcements, ServerEvents(app, self))
        tables.messages.emoji_gone = tournaments.messages.emoji_gone = gone
        self.display = Display(self, tables, tournaments, followups, pages, registry.more)
        self._tables = tables
        self._home = replace(home, press=self._note_press) if home else None
        self._named: set[int] = set()
        reminders = ReminderPoster(app, self, messages, directs)
        keeper = ThreadKeeper(app, tables)
        postings = daily_poster(app, self), week_poster(app, self), reminders, ChampionRoles(app, self), keeper
        self.lifecycle = Lifecycle(app, database, tables, tournaments, postings, self._leave_server, self._home)
        app.people.members.ask = partial(ask_member, self)
        app.people.photographs.load = partial(load_photograph, self)
        app.privacy.screens.append(tables.drain)
        app.privacy.table_watchers.extend((messages.forget, followups.forget))
        app.privacy.tournament_watchers.append(tournaments.messages.forget)
        self._router = Router(app, self.display, registry, self.lifecycle.may_start, gone, tables.place_closed)
        self._registering: WorkQueue[str] = WorkQueue(self._register, "register")
        self._readers = [reader(app, self.display) for reader in registry.reactions]
        self.tree = commands.build(self, self._router, registry, wording, features.COMMANDS, features.MENUS)

    def _senders(self) -> int:
        """Returns how many processes share the bot's limits at Discord. 1 if a proxy keeps the limits for all."""
        owner = self.lifecycle.owner
        return 1 if owner is None or self.app.settings.discord_api else owner.processes

    async def setup_hook(self) -> None:
        """Restores the tables. Then begins to register the commands with Discord and to read the emojis."""
        await self.tree.set_translator(commands.Translator(self.app.texts))
        await self.lifecycle.start()
        # Until Discord has listed the emojis, and if there are none, characters are written.
        self.application_emojis.begin(upload=self.app.settings.upload_emojis)
        if self.app.settings.sync_commands:
            self._registering.wake("commands")

    async def _register(self, _what: str) -> bool:
        """Sends the commands to Discord if they have changed. Returns whether that has to be tried again later."""
        try:
            digest = await self.tree.register(await self._database.heartbeat.registered_digest())
        except (discord.HTTPException, *NETWORK) as error:
            _log.warning("the commands are not registered yet: %s", error)
            return True
        await self._database.heartbeat.put_registered(digest)
        return False

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keeps the bot connected to Discord until `close` is called.

        Raises:
            ConnectionClosed: Discord does not accept this bot.
            OtherNumberOfShards: several processes run, and Discord asks for another number of shards than they were
                started with.
        """
        chance, home = self.app.rng, self._home
        await stay_connected(
            self,
            ConnectionWatcher(self.lifecycle.begin_shards, self.lifecycle.shard_alive),
            chance=chance,
            identifies=IdentifyLimit(chance, time.monotonic, self.app.now, self._database.sessions),
            shards=self._database.fence.count or self.app.settings.shards,
            wanted=home.wanted if home else None,
        )

    def _note_press(self, press: HandPressed) -> None:
        """Keeps the token of a press on a hand that another process has received."""
        interaction = press_elsewhere(
            self,
            number=press.number,
            token=press.token,
            user_id=press.user_id,
            channel_id=press.channel_id,
            message_id=press.message_id,
            is_private=not press.channel_id,
        )
        self._tables.remember_elsewhere(press.table_id, interaction)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Does nothing. discord.py calls this method to wait before a new session. `stay_connected` waits instead."""

    async def close(self) -> None:
        """Accepts no new events, finishes writing and drawing, then closes the connections and the database."""
        if self.lifecycle.closing:
            return
        await self.lifecycle.hand_over()
        self.application_emojis.stop()
        self._directs.stop()
        self.app.people.photographs.stop()
        self._registering.stop()
        for task in self._registering.under_way:
            task.cancel()
        await self.lifecycle.stop()
        await super().close()
        await self._database.close()

    async def on_shard_connect(self, shard_id: int) -> None:
        """Handles a new session of a shard. Discord has named the shard's servers, and sends their contents next."""
        await self.lifecycle.shard_connected(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Handles the moment at which Discord has sent the contents of all servers of a shard."""
        count = self.shard_count or 1
        self._named.add(shard_id)
        _log.info("ready as %s in %d servers: shard %d of %d", self.user, len(self.guilds), shard_id, count)
        away = [guild.id for guild in self.guilds if guild.shard_id == shard_id and guild.unavailable]
        self.lifecycle.servers_named(shard_id, away)
        self._tables.places.look_everywhere()
        # Servers may have been added or removed while the shard was away.
        present = {guild.id for guild in self.guilds}
        with suppress(Closed):
            # The process may end in the meantime. Then the next one compares them again.
            await retention.note_servers(
                self.app.privacy, present, lambda guild_id: shard_of(guild_id, count) == shard_id
            )

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Handles a session that goes on after a break."""
        await self.lifecycle.shard_connected(shard_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Handles a server that the bot has joined, perhaps again. Leaves it at once if the owner has blocked it."""
        if guild.id in self.app.privacy.blocked.servers:
            await self._leave_server(guild.id)
            return
        await self.app.privacy.retention.come_back(guild.id)
        await greet(self.app, guild)

    async def _leave_server(self, server_id: int) -> bool:
        """Leaves a server. Returns whether the bot is known to be out of it."""
        guild = self.get_guild(server_id)
        if guild is None:
            # The bot may still be in the server, until Discord has named the servers of its shard to this process.
            return shard_of(server_id, self.shard_count or 1) in self._named & self.shards.keys()
        try:
            await guild.leave()
        except (discord.HTTPException, *NETWORK) as error:
            _log.warning("a server could not be left yet: %s", error)
            return False
        _log.info("a server was left, as the owner has asked")
        return True

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handles a server that the bot has left. The server's data are kept for a while."""
        self.lifecycle.server_back(guild.id)
        await self.app.privacy.retention.depart(guild.id, self.app.now())

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Handles a single server that has become unavailable."""
        self.lifecycle.server_lost(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Handles a server that is available again."""
        self.lifecycle.server_back(guild.id)
        self._tables.places.look(guild)

    async def on_guild_channel_update(self, _before: Any, channel: discord.abc.GuildChannel) -> None:
        """Handles a changed channel, in which the bot may have got permission to write again."""
        self._tables.places.look(channel.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Handles a deleted thread. A table in it goes on in the channel above."""
        await self._place_gone(payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handles a deleted channel, in which there may be tables."""
        await self._place_gone(channel.id)

    async def _place_gone(self, channel_id: int) -> None:
        if self.lifecycle.may_start(asyncio.current_task()):
            await self._tables.place_gone(channel_id)

    async def on_guild_role_update(self, _before: discord.Role, role: discord.Role) -> None:
        """Handles a changed role. If the bot has that role, its permissions may have changed."""
        self._tables.places.look(role.guild)

    async def on_member_update(self, _before: discord.Member, member: discord.Member) -> None:
        """Handles changed roles of the bot itself.

        Discord sends this for other members only to bots that ask for it.
        """
        self._tables.places.look(member.guild)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Handles a broken connection."""
        self.lifecycle.shard_lost(shard_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Logs the exception of an event's handler, without the event's arguments, which may hold people's words."""
        _log.exception("the listener %s failed", event_method)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Passes presses and forms on to the router. Commands come through the command tree instead."""
        if interaction.type is discord.InteractionType.component:
            await self._router.answer_press(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._router.answer_form(interaction)

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """Handles an added reaction, by which a backer may advise a player."""
        await self._reaction(payload)

    async def on_raw_reaction_remove(self, payload: discord.RawReactionActionEvent) -> None:
        """Handles a removed reaction. In direct messages a backer also advises by removing one."""
        await self._reaction(payload)

    async def _reaction(self, payload: discord.RawReactionActionEvent) -> None:
        privacy = self.app.privacy
        if payload.user_id in privacy.leaving or payload.user_id in privacy.blocked.people:
            return
        if self.app.maintenance.since is not None:
            # A reaction asks no question, so it gets no answer.
            return
        if self.lifecycle.may_start(asyncio.current_task()):
            for reader in self._readers:
                await reader.reaction_changed(payload)
