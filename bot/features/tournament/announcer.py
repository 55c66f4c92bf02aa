"""Carries tournaments on and keeps their messages at Discord in step, with one task for each tournament.

A tournament is woken when it changes, when a game in its server ends, when its clock says so, and when the bot starts.
Its task first does what is due (`Tournaments.carry_on`), then draws the messages. A failure is tried again. So no
result is lost, even if the process dies before the next round.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.message import Message
from bot.adapter.overtaking import Drawing, Drawings
from bot.adapter.store import Delivery, MessageStore
from bot.app import App
from bot.clock import Scheduler
from bot.features.tournament import arena_messages
from bot.features.tournament import render as tournament_render
from bot.features.tournament.server_events import ServerEvents
from bot.features.tournament.tournament_items import ShownTournament
from bot.rows.slots import Slot, SlotKind
from bot.tables import lookup
from bot.tables.owned_work import by_owner
from bot.tables.problems import Refused, TableLost
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from bot.tournaments import progress, service
from bot.tournaments.second_prize import fewest_errors
from bot.tournaments.tournament import Stage, Tournament
from bot.work_queue import WorkQueue
from ecarte.tournament import pairings

ANNOUNCEMENT = Slot(SlotKind.TOURNAMENT)
"""The slot (the name under which the bot stores a message) of the invitation to a tournament."""
_FINAL = Slot(SlotKind.TOURNAMENT, part="end")
_BOARD = Slot(SlotKind.TOURNAMENT, 1)
"""An arena has no rounds, so its board takes the slot of the first one."""
_BOARD_MS = 24_000
"""Between two edits of the board of an arena. Each start and each end of a game changes it."""
_ON_INVITATIONS = frozenset({Verb.TOURNAMENT_JOIN, Verb.TOURNAMENT_START})


class Announcer:
    """Carries all tournaments on: does what is due in them, and keeps their messages up to date."""

    def __init__(self, app: App, messages: MessageStore, events: ServerEvents) -> None:
        self.messages = messages
        self._events = events
        messages.reachable = self.wake
        self._tournaments = app.tournaments
        self._tables = app.tables
        self._profiles = app.people.profiles
        self._texts = app.texts
        self._now = app.now
        self._clock = Scheduler(app.now, self._due)
        self._work = WorkQueue(self._carry_on, "tournament")
        self._drawings: Drawings[int] = Drawings()
        self._running: dict[int, int] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._settled: set[tuple[int, Slot]] = set()
        self._board_at: dict[int, int] = {}

    def know(self, tournaments: Iterable[Tournament]) -> None:
        """Remembers which of these tournaments are running. Draws nothing.

        It is called at a start, and when this process takes over the servers of another one.
        """
        for tournament in tournaments:
            self._mark(tournament)

    def note_change(self, tournament: Tournament) -> None:
        """Remembers whether a changed tournament is running, and schedules a redraw of its messages."""
        self._mark(tournament)
        self.wake(tournament.id)

    def leave(self, is_left: Callable[[int], bool]) -> None:
        """Leaves the tournaments of some servers to another process.

        From now on this process does nothing for these tournaments, and forgets what it knows of their messages.

        Args:
            is_left: takes the id of a server. Returns True if another process has its tournaments now.
        """
        for tournament_id in [key for key, guild_id in self._running.items() if is_left(guild_id)]:
            self._clock.set(tournament_id, None, self._running.pop(tournament_id))
            self.messages.forget(tournament_id)
            self._places = {table: place for table, place in self._places.items() if place[0] != tournament_id}
            self._settled = {key for key in self._settled if key[0] != tournament_id}

    def wake(self, tournament_id: int, _reader: int | None = None) -> None:
        """Schedules a redraw of the tournament's messages, all of which are public."""
        self._drawings.note_change(lambda drawn: drawn == tournament_id)
        self._work.wake(tournament_id)

    def table_changed(self, table: TableView) -> None:
        """Wakes the tournaments that the change of a table may concern: a match may be over, or a player may be free
        for their match.
        """
        if table.status in (Status.BETWEEN, Status.CLOSED):
            for tournament_id, guild in self._running.items():
                if guild == table.guild_id:
                    self._work.wake(tournament_id)
        elif (shown := self._places.get(table.id)) is not None and shown[1] != table.place:
            # The table got its thread after its place was shown.
            self._work.wake(shown[0])

    def table_lost(self, guild_id: int) -> None:
        """Wakes the tournaments of a server in which a table can no longer be read, since the table may belong to one
        of them.
        """
        for tournament_id, guild in self._running.items():
            if guild == guild_id:
                self._work.wake(tournament_id)

    @asynccontextmanager
    async def carry_out(
        self, interaction: discord.Interaction[Any], press: Press, *, on_hand: bool
    ) -> AsyncIterator[None]:
        """Surrounds the caller's block, which carries a press out. Keeps the token of a press on a public message
        (Discord's permission to edit it) for later drawings. Drawings from before the press are not sent any more.
        """
        with self._drawings.press(press.table):
            await self._remember(interaction, press)
            yield

    async def _remember(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Keeps the token of a press on a public message.

        Stores the invitation too, if a crash came between sending and storing it.
        """
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return
        self.messages.remember(press.table, interaction)
        if press.verb in _ON_INVITATIONS and ANNOUNCEMENT not in await self.messages.slots(press.table):
            try:
                await service.find(self._tournaments, press.table)
            except Refused:
                # A forged button may have any number.
                self.messages.forget(press.table)
                raise
            await self.messages.adopt(press.table, ANNOUNCEMENT, message.channel.id, message.id, "")

    async def server_of(self, owner_id: int) -> int | None:
        """Returns the id of the server of a tournament.

        Args:
            owner_id: the id of the tournament.

        Raises:
            Refused: there is no such tournament.
        """
        return (await service.find(self._tournaments, owner_id)).guild_id

    async def people_at(self, owner_id: int) -> Collection[int]:
        """Returns the ids of the entrants of a tournament, and of the person who opened it.

        Args:
            owner_id: the id of the tournament.

        Raises:
            Refused: there is no such tournament.
        """
        tournament = await service.find(self._tournaments, owner_id)
        return {tournament.opener_id, *(person.id for person in tournament.people)}

    async def answer(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Does nothing, because this method answers presses on hands, and a tournament has no hands."""

    def hold(self, is_held: Callable[[int], bool]) -> None:
        """Stops the clocks of the tournaments in a server while `is_held` is true for it.

        Args:
            is_held: takes the id of a server, and returns whether its clocks are stopped now. After a change of its
                answers, the caller has to call `go_on`.
        """
        self._clock.hold(is_held)

    def go_on(self) -> None:
        """Asks again which clocks are stopped, by the function that `hold` has got. The other clocks go on."""
        self._clock.go_on()

    async def stop(self, grace_s: float) -> None:
        """Waits for drawings under way, for at most `grace_s` seconds. The others are drawn at the next start."""
        self._work.stop()
        await self._clock.stop()
        if tasks := self._work.under_way:
            _, late = await asyncio.wait(tasks, timeout=grace_s)
            for task in late:
                task.cancel()

    def _mark(self, tournament: Tournament) -> None:
        if tournament.stage is Stage.RUNNING:
            self._running[tournament.id] = tournament.guild_id
        else:
            self._running.pop(tournament.id, None)

    async def _due(self, tournament_id: int, _guild_id: int) -> None:
        self._work.wake(tournament_id)

    @by_owner(False)
    async def _carry_on(self, tournament_id: int) -> bool:
        """Carries the tournament on, then draws. Returns whether some of it has to be tried again later."""
        with self._drawings.begin(tournament_id) as under_way:
            return await self._draw_one(tournament_id, under_way)

    async def _draw_one(self, tournament_id: int, under_way: Drawing) -> bool:
        try:
            tournament = await service.find(self._tournaments, tournament_id)
            if not self._tables.log.is_owned(tournament.guild_id):
                return False
            wake_at = await progress.carry_on(self._tournaments, tournament_id)
            under_way.renew()
            view = await service.view(self._tournaments, tournament_id)
        except Refused:
            # This tournament does not exist: a forged button may have any number.
            return False
        tournament = view.tournament
        board_due = self._board_due(tournament)
        if board_due > self._now():
            wake_at = min(wake_at or board_due, board_due)
        self._clock.set(tournament_id, wake_at, tournament.guild_id)
        words = self._texts(tournament.plan.terms.language)
        self._places = {table: place for table, place in self._places.items() if place[0] != tournament_id}
        places: dict[int, int] = {}
        for number, table in view.tables.items():
            try:
                places[number] = (await lookup.table(self._tables, table)).place
            except TableLost as error:
                places[number] = error.lost.place
            if tournament.stage is Stage.RUNNING:
                self._places[table] = (tournament_id, places[number])
        prize = await fewest_errors(self._tournaments, tournament)
        deliveries = await self._draw(words, ShownTournament(tournament, places, self._now(), prize))
        if tournament.stage is Stage.RUNNING and tournament.rounds is not None:
            deliveries += await self._call(tournament, frozenset(view.tables))
        await self.messages.save(tournament_id)
        # The event leads people to the invitation, which the command may not have sent yet.
        is_shown = tournament.stage is not Stage.OPEN or ANNOUNCEMENT in await self.messages.slots(tournament_id)
        is_event_late = is_shown and await self._events.keep(tournament)
        later = Delivery.LATER in deliveries
        is_done = not later and Delivery.OVERTAKEN not in deliveries
        if tournament.stage in (Stage.OVER, Stage.CANCELLED) and is_done:
            self.messages.forget(tournament_id)
            self._settled = {key for key in self._settled if key[0] != tournament_id}
            self._board_at.pop(tournament_id, None)
        return later or is_event_late

    async def _draw(self, words: Words, shown: ShownTournament) -> list[Delivery]:
        tournament = shown.tournament
        slots = await self.messages.slots(tournament.id)
        deliveries: list[Delivery] = []
        if not slots and tournament.stage in (Stage.OVER, Stage.CANCELLED):
            # Its messages stay unchanged: their channel is deleted a while after the end.
            return deliveries
        # The command sends the invitation as its answer. From then on the message has a slot.
        if ANNOUNCEMENT in slots or tournament.version > 1:
            deliveries.append(
                await self._show(tournament, ANNOUNCEMENT, tournament_render.announcement(words, tournament))
            )
        if tournament.arena is not None:
            return deliveries + await self._draw_arena(words, shown, is_new=_BOARD not in slots)
        if tournament.rounds is None:
            return deliveries
        last = tournament.rounds.round_no
        for number in range(1, last + 1):
            slot = Slot(SlotKind.TOURNAMENT, number)
            over = number < last or tournament.stage is not Stage.RUNNING
            # If a round was over before it could be shown, the picture of the next round has it.
            if over and (slot not in slots or (tournament.id, slot) in self._settled):
                continue
            delivery = await self._show(tournament, slot, tournament_render.round_message(words, shown, number))
            deliveries.append(delivery)
            if over and delivery not in (Delivery.LATER, Delivery.OVERTAKEN):
                self._settled.add((tournament.id, slot))
        if tournament.stage is Stage.OVER:
            deliveries.append(await self._show(tournament, _FINAL, tournament_render.end_message(words, shown)))
        return deliveries

    def _board_due(self, tournament: Tournament) -> int:
        """Returns when the board of an arena that is on may be edited again (epoch milliseconds), 0 if at once."""
        if tournament.arena is None or tournament.stage is not Stage.RUNNING:
            return 0
        return self._board_at.get(tournament.id, -_BOARD_MS) + _BOARD_MS

    async def _draw_arena(self, words: Words, shown: ShownTournament, *, is_new: bool) -> list[Delivery]:
        tournament, deliveries = shown.tournament, list[Delivery]()
        if self._board_due(tournament) <= self._now() and not (is_new and tournament.stage is not Stage.RUNNING):
            self._board_at[tournament.id] = self._now()
            deliveries.append(await self._show(tournament, _BOARD, arena_messages.board(words, shown)))
        if tournament.stage is Stage.OVER:
            deliveries.append(await self._show(tournament, _FINAL, arena_messages.end_message(words, shown)))
        return deliveries

    async def _show(self, tournament: Tournament, slot: Slot, drawing: Message) -> Delivery:
        return await self.messages.show_in(tournament.id, slot, tournament.channel_id, drawing)

    async def _call(self, tournament: Tournament, on: frozenset[int]) -> Sequence[Delivery]:
        """Calls players whose opponent is ready, once for each pairing."""
        deliveries, now = [], self._now()
        for number, pairing in enumerate(pairings(tournament.begun_rounds), 1):
            there = [one for one in pairing.people if tournament.is_here(one, now)]
            if pairing.outcome is not None or number in on or len(there) != 1 or len(pairing.people) != 2:
                continue
            if tournament.person(there[0]).level is not None:
                # The house is ready at once: the message of the round has rung already.
                continue
            absent = next(one for one in pairing.people if one not in there)
            person = tournament.person(absent)
            slot = Slot(SlotKind.CALL, tournament.begun_rounds.round_no, number, reader=person.id)
            if person.id <= 0 or slot in await self.messages.slots(tournament.id):
                continue
            words = self._texts((await self._profiles.profile(person.id)).language)
            drawing = tournament_render.call(
                words, tournament, there[0], formatting.link(tournament.guild_id, tournament.channel_id)
            )
            deliveries.append(await self.messages.show_to(tournament.id, slot, person.id, drawing))
        return deliveries
