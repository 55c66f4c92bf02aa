"""Carries tournaments on and keeps what Discord shows in step with them: one task for each, woken by whatever happens.

A tournament is woken by every change of it, by the end of a game in its server, by its clock and at a start. Then what
is left to be done is done (`Tournaments.carry_on`), and after it the messages are drawn; what fails is tried again. So
nothing is lost between a result and the next round, whenever the house dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.adapter import formatting
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.message import Message
from bot.adapter.store import Delivery, MessageStore
from bot.app import App
from bot.clock import Scheduler
from bot.features.tournament import render as tournament_render
from bot.features.tournament.render import Shown
from bot.tables import lookup
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from bot.tournaments import progress, service
from bot.tournaments.tournament import Stage, Tournament
from bot.work_queue import WorkQueue
from ecarte.tournament import pairings

__all__ = ["ANNOUNCEMENT", "Announcer"]

ANNOUNCEMENT = "cup"
"""The slot of the message with which a tournament began."""
_FINAL = "cup:end"
_MANY = 16
_ON_INVITATIONS = frozenset({Verb.CUP_JOIN, Verb.CUP_START})


class Announcer:
    """Keeps all tournaments going."""

    def __init__(self, app: App, courier: MessageStore) -> None:
        self.courier = courier
        self._tournaments = app.tournaments
        self._tables = app.tables
        self._profiles = app.people.profiles
        self._texts = app.texts
        self._now = app.now
        self._clock = Scheduler(app.now, self._due)
        self._work = WorkQueue(self._carry_on, "tournament")
        self._running: dict[int, int] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._settled: set[tuple[int, str]] = set()

    def know(self, cups: Iterable[Tournament]) -> None:
        """Tournaments that are on at a start; nothing is drawn before `look_over`."""
        for cup in cups:
            self._mark(cup)

    def look_over(self, cup_ids: Iterable[int]) -> None:
        """Takes up what was left undone."""
        for cup_id in cup_ids:
            self._work.wake(cup_id)

    def changed(self, cup: Tournament) -> None:
        """A tournament has changed."""
        self._mark(cup)
        self._work.wake(cup.id)

    def wake(self, cup_id: int) -> None:
        """A message may be out of date: draws again, soon."""
        self._work.wake(cup_id)

    def table_changed(self, table: TableView) -> None:
        """A table has changed: it may be one of a tournament, or have kept a player from their game."""
        if table.status in (Status.BETWEEN, Status.CLOSED):
            for cup_id, guild in self._running.items():
                if guild == table.guild_id:
                    self._work.wake(cup_id)
        elif (shown := self._places.get(table.id)) is not None and shown[1] != table.place:
            # It has got its thread since its place was shown.
            self._work.wake(shown[0])

    async def remember(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Keeps the token of an acknowledged press on a public message.

        Keeps the invitation as well, if a crash came between sending and keeping it.
        """
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return
        self.courier.remember(interaction)
        if press.verb in _ON_INVITATIONS and ANNOUNCEMENT not in await self.courier.slots(press.table):
            await self.courier.adopt(press.table, ANNOUNCEMENT, message.channel.id, message.id, "")

    async def stop(self, grace_s: float) -> None:
        """Finishes what is under way, within `grace_s`; what is left undone is done at the next start."""
        self._work.stop()
        await self._clock.stop()
        if tasks := self._work.under_way:
            _, late = await asyncio.wait(tasks, timeout=grace_s)
            for task in late:
                task.cancel()

    def _mark(self, cup: Tournament) -> None:
        if cup.stage is Stage.RUNNING:
            self._running[cup.id] = cup.guild_id
        else:
            self._running.pop(cup.id, None)

    async def _due(self, cup_id: int) -> None:
        self._work.wake(cup_id)

    async def _carry_on(self, cup_id: int) -> bool:
        """Does what is left to be done, then draws; True if some of it has to be tried again later."""
        self._clock.set(cup_id, await progress.carry_on(self._tournaments, cup_id))
        sight = await service.sight(self._tournaments, cup_id)
        cup = sight.cup
        words = self._texts(cup.plan.terms.language)
        self._places = {table: it for table, it in self._places.items() if it[0] != cup_id}
        places: dict[int, int] = {}
        for number, table in sight.tables.items():
            places[number] = (await lookup.sight(self._tables, table)).place
            if cup.stage is Stage.RUNNING:
                self._places[table] = (cup_id, places[number])
        deliveries = await self._draw(words, Shown(cup, places, self._now()))
        if cup.stage is Stage.RUNNING:
            deliveries += await self._call(cup, frozenset(sight.tables))
        await self.courier.save(cup_id)
        later = Delivery.LATER in deliveries
        if cup.stage in (Stage.OVER, Stage.CANCELLED) and not later:
            self.courier.forget(cup_id)
            self._settled = {it for it in self._settled if it[0] != cup_id}
        return later

    async def _draw(self, words: Words, shown: Shown) -> list[Delivery]:
        cup = shown.cup
        slots = await self.courier.slots(cup.id)
        deliveries = []
        # The command itself sends the invitation, as its answer; it is a slot from then on.
        if ANNOUNCEMENT in slots or cup.version > 1:
            deliveries.append(await self._show(cup, ANNOUNCEMENT, tournament_render.announcement(words, cup)))
        if cup.rounds is None:
            return deliveries
        last = cup.rounds.round_no
        for number in range(1, last + 1):
            slot = f"cup:{number}"
            over = number < last or cup.stage is not Stage.RUNNING
            # A round that was over before it could be shown is in the picture of the next one.
            if over and (slot not in slots or (cup.id, slot) in self._settled):
                continue
            delivery = await self._show(cup, slot, tournament_render.round_message(words, shown, number))
            deliveries.append(delivery)
            if over and delivery is not Delivery.LATER:
                self._settled.add((cup.id, slot))
        if cup.stage is Stage.OVER:
            deliveries.append(await self._show(cup, _FINAL, tournament_render.final(words, shown)))
        return deliveries

    async def _show(self, cup: Tournament, slot: str, drawing: Message) -> Delivery:
        row = (await self.courier.slots(cup.id)).get(slot)
        if len(cup.people) > _MANY and (row is None or row.state_hash != drawing.digest):
            # Painting takes a while: not in the event loop. The pictures are kept for sending.
            await asyncio.gather(*(asyncio.to_thread(it.paint) for it in drawing.pictures))
        return await self.courier.show_in(cup.id, slot, cup.channel_id, drawing)

    async def _call(self, cup: Tournament, on: frozenset[int]) -> Sequence[Delivery]:
        """Calls players whose opponent is ready, each once a pairing."""
        deliveries, now = [], self._now()
        for number, pairing in enumerate(pairings(cup.begun), 1):
            there = [one for one in pairing.people if cup.here(one, now)]
            if pairing.outcome is not None or number in on or len(there) != 1 or len(pairing.people) != 2:
                continue
            if cup.person(there[0]).level is not None:
                # The house is ready from the first moment: the message of the round has rung.
                continue
            absent = next(one for one in pairing.people if one not in there)
            person = cup.person(absent)
            slot = f"call:{cup.begun.round_no}:{number}:{person.id}"
            if person.id <= 0 or slot in await self.courier.slots(cup.id):
                continue
            words = self._texts((await self._profiles.profile(person.id)).language)
            drawing = tournament_render.call(words, cup, there[0], formatting.link(cup.guild_id, cup.channel_id))
            deliveries.append(await self.courier.show_to(cup.id, slot, person.id, drawing))
        return deliveries
