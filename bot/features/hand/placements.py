"""A player's hand in direct messages, and what is left of the hands of earlier deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.adapter.display import Placement, Placements, Shown, vanished
from bot.adapter.message import Message
from bot.clock import ClockKind
from bot.features.hand import render
from bot.features.review import remark
from bot.features.tips import tip
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.state.table import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat

_RING_AGAIN_MS = 600_000


def hand_slot(table: TableView, deal: int, seat: Seat) -> str:
    """Returns the slot of a hand; a stand-in has slots of their own, so that no message shows what another may know."""
    slot = f"hand:{table.game_no}:{deal}:{seat.value}"
    stand_in = table.around.stand_in(seat)
    return slot if stand_in is None else f"{slot}:{stand_in}"


async def _wanted(shown: Shown, reader: int | None) -> list[Placement]:
    if reader is None:
        return []
    seat = shown.table.seat_of(reader)
    held = [] if seat is None else await _held(shown, reader, seat)
    handed = [_handed_over(shown.table, seat, slot) for seat, slot, holder in _left(shown) if holder == reader]
    before = [placement for holder, placement in _of_last_game(shown) if holder == reader]
    undone = [] if seat is None else vanished(_undone(shown, seat))
    return [*handed, *held, *before, *undone]


async def _held(shown: Shown, reader: int, seat: Seat) -> list[Placement]:
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
    remarked = remark(words, shown.app.looking_back.of(table.id, hand.table.game_no, reader))
    number = hand.view.public.number
    # By correspondence an edit would go unnoticed: a hand that has lain for a while is sent anew, which rings.
    rings = table.terms.pace.kind is ClockKind.CORRESPONDENCE and hand.view.public.turn is seat
    held = Placement(
        hand_slot(table, number, seat),
        lambda words, preferences: render.draw(words, hand, preferences, draft, tip=explained, remark=remarked),
        ends=hand.table.status is not Status.PLAYING,
        copied=True,
        renew_after_ms=_RING_AGAIN_MS if rings else None,
    )
    ended = {over.deal.number: over.deal for over in table.finished if over.game_no == table.game_no}
    before = {number - 1, *(deal for deal in ended if deal < number)}
    return [
        held,
        *(_put_away(table, seat, hand_slot(table, deal, seat), deal, ended.get(deal)) for deal in sorted(before)),
    ]


def _put_away(table: TableView, seat: Seat, slot: str, number: int, deal: PublicView | None) -> Placement:
    def draw(words: Words, _preferences: Preferences) -> Message:
        return render.put_away(words, table, seat, number, deal)

    return Placement(slot, draw, only_edit=True, final=deal is not None)


def _of_last_game(shown: Shown) -> list[tuple[int, Placement]]:
    """The hands of an earlier game that never showed its end, by their readers."""
    table, left = shown.table, []
    for over in table.finished:
        for seat, person in zip(Seat, over.seats, strict=True):
            base = f"hand:{over.game_no}:{over.deal.number}:{seat.value}"
            for slot in shown.unfinished:
                if over.game_no != table.game_no and (slot == base or slot.startswith(f"{base}:")):
                    holder = person.id if slot == base else int(slot.rpartition(":")[2])
                    seen = replace(table, cuts=(), seats=over.seats)
                    left.append((holder, _put_away(seen, seat, slot, over.deal.number, over.deal)))
    return left


def _undone(shown: Shown, seat: Seat) -> list[str]:
    """The hands of deals that are still to come: a backup was restored, in which they were not yet dealt."""
    table = shown.table
    if table.game is None:
        return []
    now = (table.game_no, table.game.number)
    hands = (slot.split(":") for slot in shown.slots if slot.startswith("hand:"))
    return [":".join(parts) for parts in hands if parts[3] == seat.value and (int(parts[1]), int(parts[2])) > now]


def _left(shown: Shown) -> list[tuple[Seat, str, int]]:
    """The hands of this deal in the messages of those who have given them up."""
    table = shown.table
    if table.status is Status.CHALLENGE or table.game is None or table.around.queue is None:
        return []
    left: list[tuple[Seat, str, int]] = []
    for seat in Seat:
        stand_in, owner = table.around.stand_in(seat), table.around.queue.seats[seat.index]
        if stand_in is None or owner is None:
            continue
        base = f"hand:{table.game_no}:{table.game.number}:{seat.value}"
        for slot, row in shown.slots.items():
            holder = owner if slot == base else int(slot.rpartition(":")[2]) if slot.startswith(f"{base}:") else 0
            if holder and holder != stand_in and row.message_id:
                left.append((seat, slot, holder))
    return left


def _handed_over(table: TableView, seat: Seat, slot: str) -> Placement:
    return Placement(slot, lambda words, _: render.handed_over(words, table, seat), only_edit=True, copied=True)


def _readers(shown: Shown) -> Iterable[int]:
    return [*(holder for _, _, holder in _left(shown)), *(holder for holder, _ in _of_last_game(shown))]


PLACEMENTS = Placements(_wanted, _readers)
