"""Runs the bot from start to end: the start, the heartbeat, breaks of the connection to Discord, and the end."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import sys
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

import discord

from bot.app import App
from bot.clock import Repeating, Scheduler
from bot.features.table.renderer import Renderer
from bot.features.tournament.announcer import Announcer
from bot.listener import Listener, NoticeCallbacks
from bot.notices import HandPressed
from bot.ownership import Owner, OwnerCallbacks
from bot.privacy import erasure, owner_orders, retention
from bot.privacy.retention import Periods
from bot.recovery import Recovery
from bot.rows.outages import Outage, Shard
from bot.rows.storage_errors import InUse, NotOwner, StorageError
from bot.shards import DIRECT, Shards, WantedShards
from bot.storage import Beat, Database, PutAside, as_owner, by_owner
from bot.tables import timeouts
from bot.tables.actions import seating
from bot.tables.service import Watcher
from bot.tables.views import TableView
from bot.tournaments import progress
from bot.tournaments.tournament import Tournament

_log = logging.getLogger(__name__)
_HEARTBEAT_S = 30.0
_TRIMS = 10
"""Free memory is given back at every tenth heartbeat, since each time the whole heap is searched for it."""
_POSTINGS_S = 60.0
_UPKEEP_S = 3600.0
_AHEAD_MS = 60_000
_CLOSED_LATELY_MS = 60_000
_AGAIN_S = 1.0
_GRACE_S = 6.0
_REDELIVERED_MS = 24 * 3_600_000
_OVER_MS = 3_600_000
_SETTLED_MS = 7 * 24 * _OVER_MS
_BETWEEN_BATCHES_S = 0.1


@dataclass(frozen=True, slots=True)
class Home:
    """The part of the work that this process takes, if several processes run on one database.

    A shard is a connection to Discord, for a part of the servers.

    Attributes:
        shards: the shards with which the process was started. None if all processes share the shards equally.
        wanted: the shards that the process keeps connected now.
        clock: returns seconds, which never go back.
        press: called when another process has received a press on a hand at a table that this process draws.
    """

    shards: Collection[int] | None
    wanted: WantedShards
    clock: Callable[[], float]
    press: Callable[[HandPressed], None] = lambda _press: None


class Stoppable(Protocol):
    """A service that sends messages, and can be stopped."""

    async def stop(self, grace_s: float, /) -> object:
        """Finishes the messages being sent, within `grace_s` seconds. Sends no further ones."""


class Posting(Stoppable, Protocol):
    """A service that does what is due at some time, such as sending messages at an hour of the day, or giving roles."""

    async def look(self, is_held: Callable[[int], bool], /) -> None:
        """Begins to do what is due now, except in servers for which `is_held` returns True.

        Server 0 stands for direct messages.
        """


class Lifecycle:
    """Starts the services from their stored state, gives players the time of outages back, and stops all in order at
    the end.

    Args:
        leave_server: leaves a server. Returns True once the bot is known to have left it.
        home: the part of the work that the process takes, if several run on the database. None if it runs alone.
    """

    def __init__(
        self,
        app: App,
        database: Database,
        tables: Renderer,
        tournaments: Announcer,
        postings: Sequence[Posting],
        leave_server: Callable[[int], Awaitable[bool]],
        home: Home | None = None,
    ) -> None:
        self._app = app
        self._database = database
        self._tables = tables
        self._tournaments = tournaments
        self._postings = postings
        self._clock = Scheduler(app.now, self._time_passed)
        self._shards = Shards()
        self._recovery = Recovery(app, self._clock, tables.refresh, self._is_held)
        app.trust.changed.append(self._trust_changed)
        app.maintenance.changed.append(self._maintenance_changed)
        self._leave_server = leave_server

        def repeating(every_s: float, call: Callable[[], Awaitable[None]], name: str) -> Repeating:
            return Repeating(every_s, call, name=name, expected=StorageError)

        self._heart = repeating(_HEARTBEAT_S, self._beat, "the heartbeat")
        self._orders = repeating(_HEARTBEAT_S, self._carry_out_orders, "the owner's orders")
        self._hours = repeating(_POSTINGS_S, self._post_due, "what is sent at an hour")
        self._upkeep = repeating(_UPKEEP_S, self._tend, "the upkeep")
        self._under_way: set[asyncio.Task[Any]] = set()
        self._timers = (self._clock, app.house, tournaments)
        # One at a time: a heartbeat, or the end of an outage, which stores a heartbeat too.
        self._storing = asyncio.Lock()
        self._stored_at = app.now()
        self._until_trim = _TRIMS
        self._undrawn_tournaments: list[Tournament] = []
        self._neighbours: list[asyncio.Task[None]] = []
        self.owner: Owner | None = None
        """The groups of tables that this process owns. None for all."""
        self._listener: Listener | None = None
        self._home = home
        if home is not None:
            self._share(home)
        self.closing = False
        self.replaced = asyncio.Event()
        """Set when another process has taken the database over, after the server ended this process's session."""

    def _share(self, home: Home) -> None:
        """Prepares for other processes on the same database."""
        wanted = home.wanted
        callbacks = OwnerCallbacks(
            self._take_over,
            self._lose,
            self._beats,
            self._shards.stopped_servers,
            self._note_direct,
            self._draw_all,
            wanted.add,
            wanted.discard,
        )
        fence = self._database.fence
        self.owner = Owner(self._database.owners, fence, home.shards, callbacks, home.clock)
        heard = NoticeCallbacks(
            self.owner.wake,
            self._messages_stored,
            self._tournaments.wake,
            self._tournaments.messages.forget,
            self._tables.wake,
            home.press,
            self._forget_messages,
        )
        self._listener = Listener(self._app, lambda: self._shards_of(fence.epochs), heard)
        self._database.connections.listen(self._listener.hear)

    async def start(self) -> None:
        """Takes up every table and tournament from its stored state, and gives players the time since the last
        heartbeat back.

        If several processes run, this process takes up its share later, as `Owner` assigns it. No timer expires before
        Discord is connected.
        """
        app = self._app
        now = app.now()
        if self.owner is None:
            self._shards.begin(1, now)
        else:
            self._shards.begin(self._database.fence.count, now, owned=())
        self._clock.hold(self._is_untimely)
        self._tournaments.hold(self._is_untimely)
        app.house.hold(self._is_held)
        app.tables.log.stopped_since = self._shards.stopped_since
        if self._home is None or DIRECT in (self._home.shards or ()):
            await self._take_up_erasures()
        await owner_orders.read_blocks(app.privacy)
        await app.maintenance.look()
        last_signs = await self._database.heartbeat.last_signs()
        self._hold_against(last_signs.values(), now)
        if self.owner is None:
            away_servers = await self._database.heartbeat.away_servers()
            open_tables = await self._recovery.start(last_signs, away_servers, now)
            lately = min(last_signs.values()) - _CLOSED_LATELY_MS if last_signs else None
            self._undrawn_tournaments = await progress.restore(app.tournaments, lately)
            self._tournaments.know(self._undrawn_tournaments)
            _log.info("%d tables are open", open_tables)
        app.tables.log.lost.append(self._table_lost)
        # Players wait for the lines of the reviews, so the stories come after them.
        watchers = app.looking_back.table_changed, app.storyteller.table_changed
        for watcher in (self._table_changed, app.house.table_changed, *watchers):
            app.tables.watchers.append(self._of_owned(watcher))
        app.looking_back.ready.append(self._tables.wake)
        app.tournaments.watchers.append(self._tournament_changed)
        self._heart.start()
        self._orders.start()
        self._hours.start()
        self._upkeep.start()
        if self.owner is not None and self._listener is not None:
            app.tables.watchers.append(self._of_owned(self._listener.table_changed))
            runs = self.owner.run(), self._listener.run()
            self._neighbours = [asyncio.create_task(run, name="keep to other processes") for run in runs]

    async def _take_up_erasures(self) -> None:
        """Begins the erasures of the file of erasures that the database lacks. One process at a time may call this."""
        await erasure.begin_again(self._app.privacy)
        await erasure.note_erasures(self._app.privacy)

    def _hold_against(self, signs: Collection[int], now: int) -> None:
        """Compares the clock with the last signs of life."""
        if signs:
            self._app.trust.note_sign(max(signs))
            if max(signs) > now + _AHEAD_MS:
                _log.warning(
                    "the last sign of life is %d minutes ahead of the present: an earlier run had a wrong clock",
                    (max(signs) - now) // 60_000,
                )

    def _of_owned(self, watcher: Watcher) -> Watcher:
        """Returns a watcher that ignores the tables of other processes. Those processes call it themselves."""

        def watch(table: TableView, wake_at: int | None) -> None:
            if self._app.tables.log.is_owned(table.guild_id):
                watcher(table, wake_at)

        return watch

    def _tournament_changed(self, tournament: Tournament) -> None:
        if self._app.tables.log.is_owned(tournament.guild_id):
            self._tournaments.note_change(tournament)

    def _shards_of(self, numbers: Iterable[int]) -> tuple[Shard, ...]:
        return tuple(Shard(number, self._shards.count) for number in sorted(numbers))

    def _beats(self, shards: Collection[int]) -> dict[int, Beat]:
        """Returns the sign of life of each shard that this process owns."""
        now, stopped = self._app.now(), self._shards.stopped_clocks()
        since = {shard: stopped.get(Shard(shard, self._shards.count)) for shard in shards}
        return {shard: Beat(now if at is None else at, at is not None) for shard, at in since.items()}

    async def _take_over(self, taken: Mapping[int, int]) -> None:
        """Takes over the tables of shards. Their clocks stand from their last sign until they are connected."""
        if DIRECT in taken and self._home is not None and self._home.shards is None:
            await self._take_up_erasures()
        now, shards = self._app.now(), self._shards_of(taken)
        away_servers = await self._database.heartbeat.away_servers(shards)
        for shard, sign_at in taken.items():
            servers = {server: at for server, at in away_servers.items() if self._shards.shard_of(server) == shard}
            self._shards.own(shard, min(sign_at, now), servers)
        open_tables = await self._recovery.take_over(shards, now)
        if self._listener is not None:
            self._listener.begin(open_tables)
        lately = min(taken.values()) - _CLOSED_LATELY_MS
        served = {shard.number for shard in shards}
        tournaments = await progress.restore(self._app.tournaments, lately)
        mine = [tournament for tournament in tournaments if self._shards.shard_of(tournament.guild_id) in served]
        self._undrawn_tournaments += mine
        self._tournaments.know(mine)
        _log.info("%d tables of shards %s are open", len(open_tables), ", ".join(map(str, sorted(served))))
        for shard in served:
            if not self._shards.away_ms(shard, now):
                self.may_start(asyncio.create_task(self._credit_and_go()))

    async def _lose(self, lost: frozenset[int]) -> None:
        """Leaves the tables of shards to the process that has taken them over."""
        for shard in lost:
            self._shards.disown(shard)

        def is_lost(guild_id: int) -> bool:
            return self._shards.shard_of(guild_id) in lost

        self._recovery.drop(is_lost)
        tables = dict.fromkeys(self._app.tables.log.kept_in(is_lost), 0)
        try:
            rows = await self._app.tables.recovery.open_tables(self._shards_of(lost))
            tables |= {row.id: row.guild_id for row in rows}
        except StorageError:
            # The process that owns the other tables is not known here: the messages in memory may be those of another
            # owner.
            self._forget_messages()
        for table_id, guild_id in tables.items():
            self._clock.set(table_id, None, guild_id)
            self._tables.leave(table_id)
        if self._listener is not None:
            self._listener.forget(tables)
        self._tournaments.leave(is_lost)

    async def _note_direct(self, away_since: int | None) -> None:
        """Notes whether the other process that brings direct messages is there."""
        if away_since is not None:
            self._shards.note_lost(DIRECT, away_since)
        elif self._shards.away_ms(DIRECT, self._app.now()):
            self._shards.note_connected(DIRECT)
            self.may_start(asyncio.create_task(self._credit_and_go()))

    async def _draw_all(self) -> None:
        """Draws all tables after a time in which this process was not sure to own them. Digests keep this cheap."""
        # Run as its own task: a heartbeat may hold the storage lock while it waits for the call that led here.
        self.may_start(asyncio.create_task(self._credit_and_go()))
        if self._listener is not None:
            for table_id in self._listener.known:
                self._tables.wake(table_id)

    def _forget_messages(self) -> None:
        self._tables.messages.forget_all()
        self._tournaments.messages.forget_all()

    def _messages_stored(self, table_id: int) -> None:
        self._tables.messages.forget(table_id)
        self._tables.wake(table_id)

    async def begin_shards(self, count: int) -> None:
        """Begins with a new number of shards, none of which is connected.

        Before that, stores the outages of the earlier shards up to now.
        """
        shards = self._shards
        for shard in range(shards.count):
            shards.note_lost(shard, self._app.now())
        if count == shards.count:
            return
        async with self._storing:
            while outages := shards.broken_off(self._app.now()):
                if await self._store(outages, {}, {}) or self.closing:
                    break
            shards.begin(count, self._app.now())

    async def shard_connected(self, shard: int) -> None:
        """Handles a shard that is connected now.

        Gives players the time back for which the shard was away, and draws the messages that were missed.
        """
        self._shards.note_connected(shard)
        if self.owner is not None:
            self.owner.note_connected(shard)
        await self._credit_and_go()

    async def _credit_and_go(self) -> None:
        """Credits outages that are over, then lets held tables go on."""
        stored = False
        async with self._storing:
            while (outages := self._shards.over(self._app.now())) and not self.closing:
                shards = self._shards
                if await self._store(outages, shards.stopped_clocks(outages), shards.stopped_servers(outages)):
                    self._shards.mark_credited(outages)
                    stored = True
        if self.closing:
            return
        for timers in self._timers:
            timers.go_on()
        # Only now: a thread can be made only in a server that this process knows.
        self._recovery.go()
        all_tournaments, self._undrawn_tournaments = self._undrawn_tournaments, []
        for tournament in all_tournaments:
            if self._is_held(tournament.guild_id):
                self._undrawn_tournaments.append(tournament)
            else:
                self._tournaments.wake(tournament.id)
        if stored:
            await progress.tell_credited(self._app.tournaments)

    async def _store(
        self, outages: Sequence[Outage], away: Mapping[Shard, int], away_servers: Mapping[int, int]
    ) -> bool:
        """Stores outages that are over. Returns False, after a wait, if they are not stored yet."""
        try:
            with as_owner():
                await self._recovery.credit(outages, away, away_servers)
        except NotOwner:
            # The next look tells all who wait.
            await asyncio.sleep(_AGAIN_S)
            return False
        except StorageError:
            # Nothing may expire before the outage is stored.
            _log.exception("an outage could not be credited yet")
            await asyncio.sleep(_AGAIN_S)
            return False
        return True

    @property
    def beat_age_ms(self) -> int:
        """How long ago a sign of life was last stored, in milliseconds."""
        return self._app.now() - self._stored_at

    @property
    def has_failed(self) -> bool:
        """Whether signs of life are no longer stored, because of a fault in the bot."""
        return self._heart.failed

    def away_ms(self) -> dict[int, int]:
        """Returns how long each shard has been away, in milliseconds, by its number.

        0 for a shard that is connected.
        """
        now = self._app.now()
        return {shard: self._shards.away_ms(shard, now) for shard in sorted(self._shards.owned)}

    def shard_lost(self, shard: int) -> None:
        """Handles a shard whose connection is broken. Until it is back, no timer expires in its servers.

        Their clocks get that time back.
        """
        self._shards.note_lost(shard, self._app.now())
        if self.owner is not None:
            self.owner.note_disconnected(shard)

    def shard_alive(self, shard: int) -> None:
        """Handles a sign of life of a shard's connection. Each acknowledged heartbeat is one."""
        if self._shards.note_alive(shard, self._app.now()):
            self.may_start(asyncio.ensure_future(self.shard_connected(shard)))

    def server_lost(self, guild_id: int) -> None:
        """Handles a server that Discord reports as unavailable. Until it is back, no timer expires there.

        Its clocks get that time back.
        """
        self._shards.note_server_lost(guild_id, self._app.now())

    def server_back(self, guild_id: int) -> None:
        """Handles a server that is available again, or that the bot has left."""
        if self._shards.note_server_back(guild_id):
            self.may_start(asyncio.create_task(self._credit_and_go()))

    def servers_named(self, shard: int, away: Collection[int]) -> None:
        """Handles Discord's list of the servers of a shard. `away` are the ids of those that are unavailable."""
        if self._shards.note_servers(shard, away, self._app.now()):
            self.may_start(asyncio.create_task(self._credit_and_go()))

    def _is_held(self, guild_id: int) -> bool:
        """Whether time may cause nothing in a server: another process owns it, or its clocks stand."""
        if not self._app.tables.log.is_owned(guild_id):
            return True
        self._shards.look_for_silence(self._app.now())
        return self._shards.stopped_since(guild_id) is not None

    def _is_untimely(self, guild_id: int) -> bool:
        """Whether no deadline is carried out in a server: it is held, or the clock cannot be trusted."""
        return not self._app.trust.is_trusted or self._is_held(guild_id)

    def _maintenance_changed(self) -> None:
        """Handles the start and the end of maintenance: the clocks stand, or go on once the time is credited."""
        if self._app.maintenance.since is not None:
            self._shards.pause(self._app.now())
        elif not self.closing:
            self._shards.resume()
            self.may_start(asyncio.create_task(self._credit_and_go()))

    def _trust_changed(self) -> None:
        """Handles a clock that is trusted again: carries out what fell due in the meantime."""
        if self._app.trust.is_trusted and not self.closing:
            for timers in self._timers:
                timers.go_on()

    def may_start(self, task: asyncio.Task[Any] | None) -> bool:
        """Returns whether a task may begin. If so, `stop` will wait for the end of the task."""
        if task is None or self.closing:
            return False
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return True

    async def hand_over(self) -> None:
        """Lets other processes take over the tables of this process, before anything is stopped.

        Does nothing if this process runs alone.
        """
        if self.owner is not None and not self.closing:
            with suppress(StorageError):
                await self.owner.hand_over()

    async def stop(self) -> None:
        """Accepts no new work, then finishes writing and drawing."""
        self.closing = True
        if self._listener is not None:
            self._listener.stop()
        self._heart.cancel()
        self._orders.cancel()
        self._hours.cancel()
        self._upkeep.cancel()
        for erasing in self._app.privacy.tasks:
            # The next start resumes it.
            erasing.cancel()
        await self._clock.stop()
        await self._app.house.stop()
        self._app.looking_back.stop()
        self._app.storyteller.stop()
        self._app.puzzle_maker.stop()
        self._app.reviewer.stop()
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=_GRACE_S / 2)
        parts: Iterable[Stoppable] = (self._tournaments, self._tables, *self._postings)
        await asyncio.gather(self._recovery.stop(), *(part.stop(_GRACE_S / 2) for part in parts))
        for neighbour in self._neighbours:
            neighbour.cancel()
        with suppress(StorageError):
            await self._store_alive()
            if self.owner is not None:
                await self.owner.release()

    def _table_changed(self, table: TableView, wake_at: int | None) -> None:
        self._clock.set(table.id, wake_at, table.guild_id)
        self._tables.wake(table.id)
        self._tournaments.table_changed(table)

    def _table_lost(self, lost: PutAside) -> None:
        self._clock.set(lost.table_id, None, lost.guild_id)
        self._tables.wake(lost.table_id)
        self._tournaments.table_lost(lost.guild_id)

    @by_owner(None)
    async def _time_passed(self, table_id: int, guild_id: int) -> None:
        self._clock.set(table_id, await timeouts.time_passed(self._app.tables, table_id), guild_id)

    async def _carry_out_orders(self) -> None:
        """Carries out the owner's orders from outside the process, and resumes interrupted erasures."""
        await self._app.maintenance.look()
        # Of several processes, the one that brings direct messages handles people.
        elsewhere = not self._app.tables.log.is_owned(0)
        privacy = self._app.privacy
        await owner_orders.carry_out(privacy, self._leave_server, servers_alone=elsewhere)
        days, is_held_back = self._app.settings.keep_people_days, privacy.held_back.people is not None
        if is_held_back and not elsewhere and await retention.has_leave(privacy, days):
            self._upkeep.hasten()

    async def _post_due(self) -> None:
        """Sends and gives what is due, where this process is the owner.

        Does nothing while the clock cannot be trusted.
        """
        if not self._app.trust.is_trusted:
            return
        for posting in self._postings:
            await posting.look(self._is_held)

    async def _tend(self) -> None:
        """Deletes rows past their retention. Of several processes, the one that brings direct messages does so.

        Nothing is deleted while the clock cannot be trusted.
        """
        if not self._app.tables.log.is_owned(0) or not self._app.trust.is_trusted:
            return
        now, pruning = self._app.now(), self._database.pruning
        # The ids of interactions begin with the time. Other writes may go between two batches.
        oldest = discord.utils.time_snowflake(datetime.fromtimestamp((now - _REDELIVERED_MS) / 1000, UTC))
        prunes = (
            (pruning.prune_interactions, oldest),
            (pruning.prune_bans, now),
            (pruning.prune_standings, now),
            (pruning.prune_messages, now - _SETTLED_MS),
            (pruning.pack_logs, now - _OVER_MS),
        )
        for prune, before in prunes:
            more = await prune(before)
            while more:
                await asyncio.sleep(_BETWEEN_BATCHES_S)
                more = await prune(before)
        settings = self._app.settings
        periods = Periods(settings.keep_logs_days, settings.keep_people_days, settings.keep_server_days)
        await retention.sweep(self._app.privacy, periods)
        await self._app.storyteller.catch_up()
        await self._app.puzzle_maker.catch_up()

    async def _beat(self) -> None:
        """Stores the heartbeat, with drawn versions and given tips. After a crash the outage is counted from the
        heartbeat.
        """
        self._app.trust.look()
        task = asyncio.ensure_future(self._store_alive())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            # Closing does not interrupt the write.
            await asyncio.shield(task)
        except InUse:
            self.replaced.set()
        except StorageError:
            # The next beat tries again. Without a beat the bot soon counts as unhealthy (`beat_age_ms`).
            _log.exception("no sign of life can be stored")

    async def _store_alive(self) -> None:
        async with self._storing:
            if self.owner is None:
                # While a shard is away, the outage of its servers counts from an earlier moment.
                stopped = self._shards.stopped_clocks(), self._shards.stopped_servers()
                await self._database.heartbeat.put(self._app.now(), *stopped, self._app.trust.off_ms)
            else:
                await self.owner.look()
            self._stored_at = self._app.now()
        await self._app.people.profiles.save()
        await self._save_drawn()
        self._until_trim -= 1
        if not self._until_trim:
            self._until_trim = _TRIMS
            # Without this call the heap keeps the free pieces between used ones, and the process grows by 40 KB a deal.
            await asyncio.to_thread(call_glibc, "malloc_trim", 0)

    @by_owner(None)
    async def _save_drawn(self) -> None:
        await self._app.tables.drawn.save(self._tables.messages.save)


def call_glibc(name: str, *values: int) -> None:
    """Calls a function of the C library glibc. Does nothing on a system with another C library."""
    # Windows has no such library to open, and other libraries have no such function.
    with suppress(AttributeError, OSError, TypeError):
        getattr(ctypes.CDLL(None), name)(*values)


async def forget_messages(app: App, database: Database) -> None:
    """Removes from a database what it says about messages and commands on Discord.

    The sandbox needs this for a database that it keeps, since the simulated Discord begins empty. The next start draws
    the tables again. An open challenge is cancelled: it cannot be drawn again, because its message was the answer to a
    command.
    """
    await app.tables.drawn.forget()
    await database.heartbeat.put_registered("")
    for row in (await database.tables.all_open(limit=sys.maxsize)).rows:
        await database.table_messages.delete_of(row.id)
        if row.status == "challenge":
            await seating.cancel(app.tables, row.id, row.challenger_id)
    for tournament in await database.tournaments.all_open():
        await database.tournament_messages.delete_of(tournament.id)
