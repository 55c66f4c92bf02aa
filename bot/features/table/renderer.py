"""Draws tables again after every change: the players and the table, then the galerie (`bot.features.table.queue`).

Nothing else writes to the messages of a table, but for the ephemeral answers to clicks. A table that could not be drawn
is tried again later; the game does not wait for it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord

from bot.adapter.custom_ids import Press
from bot.adapter.message import Message
from bot.adapter.store import CHALLENGE, Delivery, MessageStore
from bot.app import App
from bot.clock import ClockKind, WarningSent
from bot.features.betting import render as betting_render
from bot.features.challenge import render as challenge_render
from bot.features.deal import is_from_menu
from bot.features.hand import render as hand_render
from bot.features.table import notices as table_notices
from bot.features.table import render as table_render
from bot.features.table.queue import Behind
from bot.features.table.threads import Threads
from bot.tables import lookup
from bot.tables.actions import seating
from bot.tables.problems import Refused
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from bot.work_queue import WorkQueue
from ecarte.game import Seat

__all__ = ["Renderer"]

_RING_AGAIN_MS = 600_000
_LOOKED_OVER_AT_ONCE = 4
_REST_S = 15.0


class Renderer:
    """Keeps what Discord shows in step with the tables."""

    def __init__(self, app: App, courier: MessageStore, client: discord.Client) -> None:
        self.courier = courier
        self._tables = app.tables
        self._profiles = app.people.profiles
        self._texts = app.texts
        self._drafts = app.drafts
        self._threads = Threads(client, app.tables, courier)
        self._drawing = WorkQueue(self._draw, "all")
        self._behind = Behind(app.tables, app.people.profiles, app.texts, courier)
        self._settled: dict[int, set[str]] = {}
        self._to_look_over: deque[int] = deque()
        self._lookers: set[asyncio.Task[None]] = set()
        self._stopped = False

    def wake(self, table_id: int) -> None:
        """The table has changed: draws it again, soon."""
        if not self._stopped:
            self._drawing.wake(table_id)

    def look_over(self, table_ids: Iterable[int]) -> None:
        """Draws what was left undone at these tables, a few at a time, so that presses go first."""
        self._to_look_over.extend(table_ids)
        while len(self._lookers) < min(_LOOKED_OVER_AT_ONCE, len(self._to_look_over)):
            looker = asyncio.create_task(self._look_over(), name="look tables over")
            self._lookers.add(looker)
            looker.add_done_callback(self._lookers.discard)

    async def remember(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Keeps the token of an acknowledged press; a menu is not drawn again, so its token is not kept."""
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            self.courier.remember(interaction)
        elif not is_from_menu(press):
            self.courier.remember_private(press.table, interaction.user.id, interaction)

    async def at_rest(self) -> None:
        """Waits until what is being drawn at this moment is drawn."""
        if tasks := [*self._drawing.under_way, *self._behind.drawing.under_way]:
            await asyncio.wait(tasks, timeout=_REST_S)

    async def stop(self, grace_s: float) -> None:
        """Finishes what is being drawn, within `grace_s`; what is left undone is drawn at the next start."""
        self._stopped = True
        self._drawing.stop()
        self._behind.drawing.stop()
        if tasks := [*self._drawing.under_way, *self._behind.drawing.under_way, *self._lookers]:
            _, late = await asyncio.wait(tasks, timeout=grace_s)
            for task in late:
                task.cancel()

    async def _look_over(self) -> None:
        while self._to_look_over and not self._stopped:
            table_id = self._to_look_over.popleft()
            if task := self._drawing.wake(table_id):
                await asyncio.wait([task])

    async def _draw(self, table_id: int) -> bool:
        """Draws all of a table; True if some of it has to be tried again later."""
        try:
            table = await lookup.table(self._tables, table_id)
        except Refused:
            return False
        words = self._texts(table.terms.language)
        deliveries = []
        # The command itself sends the challenge, as its answer; it is a slot from then on.
        if table.seats is not None or CHALLENGE in await self.courier.slots(table_id):
            challenge = challenge_render.draw(words, table)
            deliveries.append(await self.courier.show_in(table_id, CHALLENGE, table.channel_id, challenge))
        if table.seats is not None and self._threads.wanted(table):
            await self._threads.make(table, words)
            self._drawing.again(table_id)
            return False
        if table.seats is not None:
            deliveries += await asyncio.gather(*(self._hand(table, seat) for seat in Seat))
            deliveries += await self._finished(table, words)
            deliveries += await self._current(table, words)
            deliveries += await self._notices(table, words)
        await self.courier.save(table_id)
        if table.status is Status.CLOSED:
            self._settled.pop(table_id, None)
        # Bystanders come after players, who do not wait for them.
        self._behind.drawing.wake(table_id)
        return Delivery.LATER in deliveries

    async def _hand(self, table: TableView, seat: Seat) -> Delivery:
        """Draws a player's hand, in direct messages and in an open ephemeral copy."""
        person = table.person(seat)
        if person.level is not None:
            # The house has no messages.
            return Delivery.SHOWN
        if table.game is None or not table.game.number:
            # Before the first card there is nothing that the table itself does not say.
            return Delivery.SHOWN
        try:
            hand = await lookup.hand(self._tables, table.id, person.id)
        except Refused:
            # The hand was given up since the view was taken: the table is drawn again anyway.
            return Delivery.SHOWN
        profile = await self._profiles.profile(person.id)
        words = self._texts(profile.language)
        draft = self._drafts.of(table.id, person.id, hand.table.decision)
        drawing = hand_render.draw(words, hand, profile.preferences, draft)
        copy = await self.courier.refresh_private(table.id, person.id, drawing)
        number = hand.view.public.number
        before = _hand_slot(table, number - 1, seat)
        if before in await self.courier.slots(table.id):
            ended = next(
                (it.deal for it in table.finished if (it.game_no, it.deal.number) == (table.game_no, number - 1)), None
            )
            old = hand_render.put_away(words, table, number - 1, ended)
            await self.courier.show_to(table.id, before, person.id, old)
        # By correspondence an edit would go unnoticed: a hand that has lain for a while is sent anew, which rings.
        rings = table.terms.pace.kind is ClockKind.CORRESPONDENCE and hand.view.public.turn is seat
        renew_ms = _RING_AGAIN_MS if rings else None
        slot = _hand_slot(table, number, seat)
        shown = await self.courier.show_to(table.id, slot, person.id, drawing, renew_after_ms=renew_ms)
        return Delivery.LATER if copy is Delivery.LATER else shown

    async def _finished(self, table: TableView, words: Words) -> list[Delivery]:
        """The deals that are over: drawn once more, and then left alone."""
        deliveries = []
        settled = self._settled.setdefault(table.id, set())
        for over in table.finished:
            game_no, deal = over.game_no, over.deal
            slot = _table_slot(table, game_no, deal.number)
            current = table.game is not None and (game_no, deal.number) == (table.game_no, table.game.number)
            if current or slot in settled:
                continue
            seen = table if game_no == table.game_no else replace(table, cuts=(), seats=over.seats)
            drawing = table_render.draw(words, seen, game_no, deal, frozenset())
            deliveries.append(await self._public(table, slot, drawing))
            if deliveries[-1] is Delivery.SHOWN:
                settled.add(slot)
        return deliveries

    async def _current(self, table: TableView, words: Words) -> list[Delivery]:
        """The deal that is on, or the last one of a game that is over."""
        if table.game is None:
            return []
        slots = await self.courier.slots(table.id)
        bets = _bets_slot(table.game_no)
        if table.game.number and bets in slots and table.status is Status.PLAYING:
            await self.courier.show_in(table.id, bets, table.place, betting_render.closed_book(words, table))
        unreachable = set()
        for seat in Seat:
            row = slots.get(_hand_slot(table, table.game.number, seat))
            if row is not None and not row.message_id:
                unreachable.add(seat)
        drawing = table_render.draw(words, table, table.game_no, table.game, frozenset(unreachable))
        return [await self._public(table, _table_slot(table, table.game_no, table.game.number), drawing)]

    async def _public(self, table: TableView, slot: str, drawing: Message) -> Delivery:
        """Something that all may see, where the table stands; or a word to the players that it cannot be shown."""
        delivery = await self.courier.show_in(table.id, slot, table.place, drawing)
        if delivery not in (Delivery.PLACE_GONE, Delivery.NOT_ALLOWED):
            return delivery
        if table.thread is not None:
            await seating.thread_made(self._tables, table.id, None)
            self._drawing.again(table.id)
            return delivery
        for person in table.seats or ():
            words = self._texts((await self._profiles.profile(person.id)).language)
            await self.courier.show_to(
                table.id, f"noplace:{person.id}", person.id, table_notices.no_place(words, table)
            )
        return delivery

    async def _notices(self, table: TableView, words: Words) -> list[Delivery]:
        """What rings: a warning to a player whose time is running out, a word to the other when it is up."""
        if table.status is not Status.PLAYING or table.game is None or table.game.turn is None:
            return []
        match table.said:
            case WarningSent.NOTHING:
                return []
            case WarningSent.WARNED:
                seat, slot, draw = table.game.turn, f"warning:{table.game_no}:{table.decision}", table_notices.warning
            case WarningSent.UP:
                seat, slot, draw = table.game.turn.other, f"late:{table.game_no}:{table.decision}", table_notices.late
        if slot in await self.courier.slots(table.id):
            return []
        person = table.person(seat)
        own = self._texts((await self._profiles.profile(person.id)).language)
        delivery = await self.courier.show_to(table.id, slot, person.id, draw(own, table, seat))
        if delivery is Delivery.UNREACHABLE and table.said is WarningSent.WARNED:
            public = table_notices.public_warning(words, table, seat)
            delivery = await self.courier.show_in(table.id, f"{slot}:public", table.place, public)
        return [delivery]


def _hand_slot(table: TableView, deal: int, seat: Seat) -> str:
    """Returns the slot of a hand; a stand-in has slots of their own, so that no message shows what another may know."""
    slot = f"hand:{table.game_no}:{deal}:{seat.value}"
    stand_in = table.around.stand_in(seat)
    return slot if stand_in is None else f"{slot}:{stand_in}"


def _table_slot(table: TableView, game_no: int, deal: int) -> str:
    """Where bets are made, that has a message of its own; else the first deal has the one in which it was promised."""
    if not deal and table.terms.stake and table.terms.pool is None:
        return _bets_slot(game_no)
    return f"table:{game_no}:{deal or 1}"


def _bets_slot(game_no: int) -> str:
    return f"table:{game_no}:0"
