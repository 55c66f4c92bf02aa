"""A player's hand in direct messages, and the closing lines of the hands of earlier deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.adapter.display import Closing, Deletion, Hand, Placement, Placements, ShownTable
from bot.adapter.message import Message
from bot.adapter.photographs import photographs_at
from bot.adapter.store import Slot, SlotKind
from bot.clock import ClockKind
from bot.features.hand import render
from bot.features.rating import moved_line
from bot.features.review import remark
from bot.features.tips import tip
from bot.people import ratings
from bot.people.person import Person, is_erased
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat

_RING_AGAIN_MS = 600_000


def hand_slot(table: TableView, deal: int, seat: Seat) -> Slot:
    """Returns the slot of a hand; a stand-in has slots of their own, so that no message shows what another may know."""
    return Slot(SlotKind.HAND, table.game_no, deal, seat.value, table.around.stand_in(seat))


async def _placements(shown: ShownTable, reader: int | None) -> list[Placement]:
    if reader is None:
        return []
    seat = shown.table.seat_of(reader)
    held = [] if seat is None else await _hand_placements(shown, reader, seat)
    handed = [
        await _handed_over(shown, seat, slot, reader) for seat, slot, holder in _last_hands(shown) if holder == reader
    ]
    before = [placement for holder, placement in _of_last_game(shown) if holder == reader]
    undone = [] if seat is None else [Deletion(slot) for slot in _future_hands(shown, seat)]
    return [*handed, *held, *before, *undone]


async def _hand_placements(shown: ShownTable, reader: int, seat: Seat) -> list[Placement]:
    """The hand that the reader plays, and those of the deals before."""
    table = shown.table
    if table.person(seat).level is not None or table.game is None or not table.game.number or table.is_private:
        # Before the first card there is nothing that the table itself does not say; a private table shows the hand.
        return []
    try:
        hand = await lookup.hand(shown.app.tables, table.id, reader)
    except Refused:
        # The hand was given up since the view was taken: the table is drawn again anyway.
        return []
    draft = shown.app.drafts.of(table.id, reader, hand.table.decision)
    words = shown.app.texts((await shown.app.people.profiles.profile(reader)).language)
    explained = await tip(shown.app, words, reader, hand)
    remarked = remark(words, shown.app.looking_back.telling_decision(table.id, hand.table.game_no, reader))
    rated = await _rated(shown, words, reader, hand.view.public)
    photos = await photographs_at(shown.app, hand.table)
    number = hand.view.public.number
    # By correspondence an edit would go unnoticed: a hand that has lain for a while is sent anew, which rings.
    rings = table.terms.pace.kind is ClockKind.CORRESPONDENCE and hand.view.public.turn is seat
    held = Hand(
        hand_slot(table, number, seat),
        lambda words, preferences: render.draw(
            words, hand, preferences, draft, tip=explained, remark=remarked, rated=rated, photos=photos
        ),
        renew_after_ms=_RING_AGAIN_MS if rings else None,
        told=table.game_no == 1 and number == 1,
    )
    ended = {over.deal.number: over.deal for over in table.finished if over.game_no == table.game_no}
    before = {number - 1, *(deal for deal in ended if deal < number)}
    return [
        held,
        *(_put_away(table, seat, hand_slot(table, deal, seat), deal, ended.get(deal)) for deal in sorted(before)),
    ]


async def _rated(shown: ShownTable, words: Words, reader: int, game: PublicView) -> str | None:
    """How a game that is over has moved the reader's rating."""
    table = shown.table
    if game.outcome is None or any(table.person(seat).level is not None for seat in Seat):
        return None
    moved = await ratings.of_game(shown.app.people, table.id, table.game_no)
    return moved_line(words, moved, reader) if moved is not None and reader in moved.after else None


def _put_away(
    table: TableView, seat: Seat, slot: Slot, number: int, deal: PublicView | None, game_no: int | None = None
) -> Closing:
    """A hand that is over, in one line. `game_no`: of the game, where that is over, too."""

    def draw(words: Words, _preferences: Preferences) -> Message:
        return render.put_away(words, table, seat, number, deal, game_no)

    return Closing(slot, draw)


def _of_last_game(shown: ShownTable) -> list[tuple[int, Closing]]:
    """The hands of an earlier game, by their readers: its end in one line, without what can be pressed no more."""
    table, left = shown.table, []
    for over in table.finished:
        if over.game_no == table.game_no:
            continue
        seen = replace(table, cuts=(), seats=over.seats, sat=over.sat)
        for slot in shown.slots:
            if slot.kind is not SlotKind.HAND or (slot.game, slot.number) != (over.game_no, over.deal.number):
                continue
            seat = Seat(slot.part)
            holder = _holder(slot, over.sat[seat.index])
            left.append((holder, _put_away(seen, seat, slot, over.deal.number, over.deal, over.game_no)))
    return left


def _future_hands(shown: ShownTable, seat: Seat) -> list[Slot]:
    """The hands of deals that are still to come: a backup was restored, in which they were not yet dealt."""
    table = shown.table
    if table.game is None:
        return []
    now = (table.game_no, table.game.number)
    hands = [slot for slot in shown.slots if slot.kind is SlotKind.HAND and slot.part == seat.value]
    return [slot for slot in hands if (slot.game or 0, slot.number or 0) > now]


def _last_hands(shown: ShownTable) -> list[tuple[Seat, Slot, int]]:
    """The last hands of those who have given up a game that another plays out: seat, slot and reader.

    At its end there is one for who sat down to it, even where no message is left to show it.
    """
    table = shown.table
    if table.status is Status.CHALLENGE or table.game is None or table.sat is None:
        return []
    left: list[tuple[Seat, Slot, int]] = []
    for seat in Seat:
        stand_in, sat = table.around.stand_in(seat), table.sat[seat.index]
        if stand_in is None:
            continue
        last: dict[int, tuple[int, Slot]] = {}
        if table.game.outcome is not None and not is_erased(sat.id):
            last[sat.id] = (0, Slot(SlotKind.HAND, table.game_no, table.game.number, seat.value))
        for slot, row in shown.slots.items():
            if (slot.kind, slot.game, slot.part) != (SlotKind.HAND, table.game_no, seat.value) or not row.message_id:
                continue
            holder, deal = _holder(slot, sat), slot.number or 0
            if holder not in last or deal > last[holder][0]:
                last[holder] = (deal, slot)
        last.pop(stand_in, None)
        left += [(seat, slot, holder) for holder, (_, slot) in last.items()]
    return left


async def _handed_over(shown: ShownTable, seat: Seat, slot: Slot, reader: int) -> Hand:
    table = shown.table
    over = table.game is not None and table.game.outcome is not None
    words = shown.app.texts((await shown.app.people.profiles.profile(reader)).language)
    rated = None if table.game is None else await _rated(shown, words, reader, table.game)
    # At the end it is sent where no message is left.
    return Hand(slot, lambda words, _: render.handed_over(words, table, seat, reader, rated), sends=over)


def _holder(slot: Slot, sat: Person) -> int:
    """Returns the reader of the hand in a slot: the stand-in that it names, else the player of the seat."""
    return sat.id if slot.reader is None else slot.reader


def _readers(shown: ShownTable) -> Iterable[int]:
    return [*(holder for _, _, holder in _last_hands(shown)), *(holder for holder, _ in _of_last_game(shown))]


PLACEMENTS = Placements(_placements, _readers)
