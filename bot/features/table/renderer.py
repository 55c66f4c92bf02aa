"""Draws tables again after every change: the players and the table, then the galerie.

What is shown comes from the features, as placements. Nothing else writes to the messages of a table, but for the
ephemeral answers to clicks. A table that could not be drawn is tried again later; the game does not wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.adapter.custom_ids import Press
from bot.adapter.display import Placement, Placements, Shown
from bot.adapter.message import Message
from bot.adapter.store import Delivery, MessageStore
from bot.app import App
from bot.features.deal import is_from_menu
from bot.features.table import lost, notices
from bot.features.table.threads import Threads
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.actions import seating
from bot.tables.problems import Refused, TableLost
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from bot.work_queue import WorkQueue

__all__ = ["Renderer"]

_BYSTANDERS_AT_ONCE = 8


class Renderer:
    """Keeps what Discord shows in step with the tables."""

    def __init__(
        self, app: App, courier: MessageStore, client: discord.Client, placements: Sequence[Placements]
    ) -> None:
        self.courier = courier
        self._app = app
        self._placements = placements
        self._threads = Threads(client, app.tables, courier)
        self._drawing = WorkQueue(self._draw, "all")
        self._behind = WorkQueue(self._draw_bystanders, "the galerie")
        self._settled: dict[int, set[str]] = {}
        self._stopped = False

    def wake(self, table_id: int) -> None:
        """The table has changed: draws it again, soon."""
        if not self._stopped:
            self._drawing.wake(table_id)

    async def refresh(self, table_id: int) -> None:
        """Draws a table again, and returns when that is done or has to be tried again later."""
        if task := self._drawing.wake(table_id):
            await asyncio.wait([task])

    async def remember(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Keeps the token of an acknowledged press; a menu is not drawn again, so its token is not kept."""
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            self.courier.remember(interaction)
        elif not is_from_menu(press):
            self.courier.remember_private(press.table, interaction.user.id, interaction)

    async def stop(self, grace_s: float) -> None:
        """Finishes what is being drawn, within `grace_s`; what is left undone is drawn at the next start."""
        self._stopped = True
        self._drawing.stop()
        self._behind.stop()
        if tasks := [*self._drawing.under_way, *self._behind.under_way]:
            _, late = await asyncio.wait(tasks, timeout=grace_s)
            for task in late:
                task.cancel()

    async def _draw(self, table_id: int) -> bool:
        """Draws what players and all may see; True if some of it has to be tried again later."""
        try:
            table = await lookup.table(self._app.tables, table_id)
        except TableLost as error:
            return await lost.announce(self._app, self.courier, error)
        except Refused:
            return False
        if self._threads.wanted(table):
            await self._threads.make(table, self._app.texts(table.terms.language))
            self._drawing.again(table_id)
            return False
        players = [person.id for person in table.seats or () if person.level is None]
        deliveries = await asyncio.gather(*(self._bring_to(table, player) for player in players))
        deliveries.append(await self._bring_to(table, None))
        await self.courier.save(table_id)
        if Delivery.LATER not in deliveries:
            self._app.tables.drawn.front(table_id, table.version)
        # Bystanders come after players, who do not wait for them.
        self._behind.wake(table_id)
        return Delivery.LATER in deliveries

    async def _draw_bystanders(self, table_id: int) -> bool:
        """Draws what the people around the table see in private; True if some of it has to be tried again later."""
        try:
            table = await lookup.table(self._app.tables, table_id)
        except Refused:
            return False
        shown = await self._shown(table)
        readers = {reader for feature in self._placements for reader in feature.readers(shown)}
        gate = asyncio.Semaphore(_BYSTANDERS_AT_ONCE)

        async def bring(reader: int) -> Delivery:
            async with gate:
                return await self._bring_to(table, reader)

        players = {person.id for person in table.seats or ()}
        deliveries = await asyncio.gather(*(bring(reader) for reader in sorted(readers - players)))
        await self.courier.save(table_id)
        if table.status is Status.CLOSED:
            self._settled.pop(table_id, None)
            self.courier.forget(table_id)
        if Delivery.LATER not in deliveries:
            self._app.tables.drawn.galerie(table_id, table.version)
        return Delivery.LATER in deliveries

    async def _shown(self, table: TableView) -> Shown:
        return Shown(self._app, table, dict(await self.courier.slots(table.id)))

    async def _bring_to(self, table: TableView, reader: int | None) -> Delivery:
        """Draws what one reader may see, or (None) what all may see."""
        shown = await self._shown(table)
        placements: list[Placement] = []
        for feature in self._placements:
            placements += await feature.wanted(shown, reader)
        # What rings comes first, so that the hand is the last message of its reader.
        placements.sort(key=lambda placement: not placement.once)
        if reader is None:
            words, preferences = self._app.texts(table.terms.language), Preferences()
        else:
            profile = await self._app.people.profiles.profile(reader)
            words, preferences = self._app.texts(profile.language), profile.preferences
        deliveries = [await self._bring(table, reader, placement, words, preferences) for placement in placements]
        return Delivery.LATER if Delivery.LATER in deliveries else Delivery.SHOWN

    async def _bring(
        self, table: TableView, reader: int | None, placement: Placement, words: Words, preferences: Preferences
    ) -> Delivery:
        slot, settled = placement.slot, self._settled.setdefault(table.id, set())
        row = (await self.courier.slots(table.id)).get(slot)
        if slot in settled or (placement.once and row is not None) or (placement.only_edit and row is None):
            return Delivery.SHOWN
        drawing = placement.draw(words, preferences)
        copy = Delivery.SHOWN
        if reader is None:
            delivery = await self._public(table, slot, placement, drawing)
        else:
            if placement.copied:
                copy = await self.courier.refresh_private(table.id, reader, drawing)
            delivery = await self.courier.show_to(
                table.id, slot, reader, drawing, renew_after_ms=placement.renew_after_ms
            )
        if placement.final and delivery is Delivery.SHOWN:
            settled.add(slot)
        return Delivery.LATER if copy is Delivery.LATER else delivery

    async def _public(self, table: TableView, slot: str, placement: Placement, drawing: Message) -> Delivery:
        """Something that all may see, where the table stands; or a word to the players that it cannot be shown."""
        if placement.channel_id is not None:
            return await self.courier.show_in(table.id, slot, placement.channel_id, drawing)
        delivery = await self.courier.show_in(table.id, slot, table.place, drawing)
        if delivery not in (Delivery.PLACE_GONE, Delivery.NOT_ALLOWED):
            return delivery
        if table.thread is not None:
            await seating.thread_made(self._app.tables, table.id, None)
            self._drawing.again(table.id)
            return delivery
        for person in table.seats or ():
            words = self._app.texts((await self._app.people.profiles.profile(person.id)).language)
            await self.courier.show_to(table.id, f"noplace:{person.id}", person.id, notices.no_place(words, table))
        return delivery
