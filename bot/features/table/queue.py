"""Draws what the people around a table see privately: the hand that a backer may see, and short messages that ring.

The renderer of the table wakes it, when the players and the table itself are drawn; none of them waits for it. Every
slot has its reader's id in its name, so that no message is drawn with what another reader may know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence

from bot.adapter.message import Message
from bot.adapter.store import Delivery, MessageStore
from bot.features.backing import offer as backing_offer
from bot.features.backing import render as backing_render
from bot.features.backing import watchers
from bot.features.betting import render as betting_render
from bot.features.chairs import render as chairs_render
from bot.features.hand import render as hand_render
from bot.features.pool import render as pool_render
from bot.features.table import notices as table_notices
from bot.people.profiles import Profiles
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Texts, Words
from bot.work_queue import WorkQueue
from ecarte.game import Seat
from ecarte.table import PoolStage, stakes
from ecarte.table.stakes import Stage

__all__ = ["Behind"]

_AT_ONCE = 8


class Behind:
    """Keeps the private messages of backers, rentrants and heirs in step with the tables.

    Attributes:
        drawing: what draws them; to be woken, and stopped.
    """

    def __init__(self, tables: Tables, profiles: Profiles, texts: Texts, courier: MessageStore) -> None:
        self._tables = tables
        self._profiles = profiles
        self._texts = texts
        self._courier = courier
        self.drawing = WorkQueue(self._draw, "the galerie")

    async def _draw(self, table_id: int) -> bool:
        """All of it, as the table stands; True if some of it has to be tried again later."""
        try:
            table = await lookup.table(self._tables, table_id)
        except Refused:
            return False
        deliveries = await self._all(table) if table.seats is not None else []
        await self._courier.save(table_id)
        if table.status is Status.CLOSED:
            self._courier.forget(table_id)
        return Delivery.LATER in deliveries

    async def _all(self, table: TableView) -> list[Delivery]:
        book = table.around.book
        # What rings comes first, so that the hand is the last message of its reader.
        told = await _a_few_at_a_time(await self._notices(table))
        work: list[Awaitable[Delivery]] = [self._put_away(table, slot) for slot in await self._left_over(table)]
        if book is not None and book.stage is not Stage.OPEN:
            backers = [it.person for seat in Seat for it in stakes.advisers(book, seat)]
            work += [self._backer(table, person) for person in backers]
        return [*told, *await _a_few_at_a_time(work)]

    async def _backer(self, table: TableView, user_id: int) -> Delivery:
        """The hand that one backer may see; when there is none to see any more, how the deal ended."""
        assert table.game is not None
        slots, number = await self._courier.slots(table.id), table.game.number
        words, before = await self._words(user_id), _slot(table, number - 1, user_id)
        if before in slots:
            ended = next(
                (it.deal for it in table.finished if (it.game_no, it.deal.number) == (table.game_no, number - 1)), None
            )
            away = backing_render.put_away(words, table, number - 1, ended)
            await self._courier.show_to(table.id, before, user_id, away)
        try:
            backed = await lookup.backed(self._tables, table.id, user_id)
        except Refused:
            return await self._nothing_to_see(table, user_id, words)
        drawing = backing_render.draw(words, backed, (await self._profiles.profile(user_id)).preferences)
        await self._courier.refresh_private(table.id, user_id, drawing)
        # The state may have moved on since the view was taken: the slot is that of what is drawn.
        slot = _slot(backed.table, backed.view.public.number, user_id)
        return await self._courier.show_to(table.id, slot, user_id, drawing)

    async def _nothing_to_see(self, table: TableView, user_id: int, words: Words) -> Delivery:
        """The game is over, or the backer plays that hand by now."""
        assert table.game is not None
        slot = _slot(table, table.game.number, user_id)
        if slot not in await self._courier.slots(table.id):
            return Delivery.SHOWN
        drawing = backing_render.put_away(words, table, table.game.number, table.game)
        await self._courier.refresh_private(table.id, user_id, drawing)
        return await self._courier.show_to(table.id, slot, user_id, drawing)

    async def _left_over(self, table: TableView) -> list[tuple[str, int, Seat]]:
        """The hands of this deal in the messages of those who have given them up."""
        if table.game is None or table.around.queue is None:
            return []
        left: list[tuple[str, int, Seat]] = []
        slots = await self._courier.slots(table.id)
        for seat in Seat:
            stand_in, owner = table.around.stand_in(seat), table.around.queue.seats[seat.index]
            if stand_in is None or owner is None:
                continue
            base = f"hand:{table.game_no}:{table.game.number}:{seat.value}"
            for slot, row in slots.items():
                holder = owner if slot == base else int(slot.rpartition(":")[2]) if slot.startswith(f"{base}:") else 0
                if holder and holder != stand_in and row.message_id:
                    left.append((slot, holder, seat))
        return left

    async def _put_away(self, table: TableView, left: tuple[str, int, Seat]) -> Delivery:
        slot, holder, seat = left
        drawing = hand_render.handed_over(await self._words(holder), table, seat)
        await self._courier.refresh_private(table.id, holder, drawing)
        return await self._courier.show_to(table.id, slot, holder, drawing)

    async def _notices(self, table: TableView) -> list[Awaitable[Delivery]]:
        """What rings: a chair, a hand, chips that came back or were won."""
        around, book = table.around, table.around.book
        work: list[Awaitable[Delivery]] = []
        chair = f"chair:{table.game_no}:{around.awaited_until}:{around.awaited}"
        heir = f"heir:{table.game_no}:{around.heir_until}:{around.heir}"
        called = _called_to_pool(table)
        for slot, row in list((await self._courier.slots(table.id)).items()):
            asked = slot.startswith(("chair:", "heir:", "pool:")) and row.message_id
            if asked and slot not in (chair, heir, *called):
                user_id = int(slot.rpartition(":")[2])
                over = table_notices.over(await self._words(user_id), table)
                work.append(self._courier.show_to(table.id, slot, user_id, over))
        if around.awaited is not None and table.status is Status.BETWEEN:
            words = await self._words(around.awaited)
            work.append(self._once(table, chair, around.awaited, chairs_render.call(words, table)))
        for slot, user_id in called.items():
            work.append(self._once(table, slot, user_id, pool_render.call(await self._words(user_id), table)))
        if around.heir is not None:
            work.append(self._once(table, heir, around.heir, backing_offer.call(await self._words(around.heir), table)))
        if book is not None and book.stage is Stage.CLOSED:
            for it in around.refunds:
                back = betting_render.refund(await self._words(it.person), table, it.amount)
                work.append(self._once(table, f"refund:{table.game_no}:{it.person}", it.person, back))
        work += await self._sight(table)
        settled = around.settlement
        if settled is not None and settled.winner is not None:
            players = {person.id for person in table.seats or ()}
            for share in settled.shares:
                if share.person not in players and share.staked:
                    told = betting_render.settled(await self._words(share.person), table, share)
                    work.append(self._once(table, f"paid:{table.game_no}:{share.person}", share.person, told))
        return work

    async def _sight(self, table: TableView) -> list[Awaitable[Delivery]]:
        """Asks players about backers who wait for their yes, and says no to those refused."""
        work: list[Awaitable[Delivery]] = []
        slots, book = await self._courier.slots(table.id), table.around.book
        for person, sight in table.around.sight.items() if table.status is Status.PLAYING else ():
            seat = None if book is None else book.side_of(person)
            if seat is None:
                continue
            player = table.person(seat)
            slot = f"sight:{table.game_no}:{person}:{player.id}"
            if player.level is None and (sight is Sight.WAITS or slot in slots):
                words = await self._words(player.id)
                work.append(self._told(table, slot, player.id, watchers.ask(words, table, person)))
            if sight is Sight.REFUSED:
                away = watchers.refused(await self._words(person), table, seat)
                work.append(self._once(table, f"unseen:{table.game_no}:{person}", person, away))
        return work

    async def _told(self, table: TableView, slot: str, user_id: int, drawing: Message) -> Delivery:
        """A message that follows the table; where it cannot be sent, the page of watchers tells it, too."""
        delivery = await self._courier.show_to(table.id, slot, user_id, drawing)
        return Delivery.SHOWN if delivery is Delivery.UNREACHABLE else delivery

    async def _once(self, table: TableView, slot: str, user_id: int, drawing: Message) -> Delivery:
        """A message that is sent once and left as it is; where it cannot be sent, the table tells it, too."""
        if slot in await self._courier.slots(table.id):
            return Delivery.SHOWN
        delivery = await self._courier.show_to(table.id, slot, user_id, drawing)
        return Delivery.SHOWN if delivery is Delivery.UNREACHABLE else delivery

    async def _words(self, user_id: int) -> Words:
        return self._texts((await self._profiles.profile(user_id)).language)


def _called_to_pool(table: TableView) -> dict[str, int]:
    """Those whose turn it is to play for the pool, and who have not come yet, by the slots of the questions."""
    pool = table.around.pool
    if pool is None or pool.stage is not PoolStage.PLAYING or table.status is not Status.BETWEEN:
        return {}
    return {f"pool:{table.game_no}:{person}": person for person in pool.engaged if person not in table.asked}


def _slot(table: TableView, deal: int, user_id: int) -> str:
    return f"backed:{table.game_no}:{deal}:{user_id}"


async def _a_few_at_a_time(work: Sequence[Awaitable[Delivery]]) -> list[Delivery]:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(part: Awaitable[Delivery]) -> Delivery:
        async with gate:
            return await part

    return await asyncio.gather(*map(one, work))
