"""A player's hand in direct messages, and what is left of the hands of earlier deals."""

from __future__ import annotations

from collections.abc import Iterable

from bot.adapter.display import Placement, Placements, Shown
from bot.clock import ClockKind
from bot.features.hand import render
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.state.table import Status
from bot.tables.views import TableView
from ecarte.game import Seat

__all__ = ["PLACEMENTS", "hand_slot"]

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
    return [*(_handed_over(shown.table, seat, slot) for seat, slot, holder in _left(shown) if holder == reader), *held]


async def _held(shown: Shown, reader: int, seat: Seat) -> list[Placement]:
    """The hand that the reader plays, and the one before."""
    table = shown.table
    if table.person(seat).level is not None or table.game is None or not table.game.number:
        # Before the first card there is nothing that the table itself does not say.
        return []
    try:
        hand = await lookup.hand(shown.app.tables, table.id, reader)
    except Refused:
        # The hand was given up since the view was taken: the table is drawn again anyway.
        return []
    draft = shown.app.drafts.of(table.id, reader, hand.table.decision)
    number = hand.view.public.number
    before = number - 1
    ended = next((it.deal for it in table.finished if (it.game_no, it.deal.number) == (table.game_no, before)), None)
    # By correspondence an edit would go unnoticed: a hand that has lain for a while is sent anew, which rings.
    rings = table.terms.pace.kind is ClockKind.CORRESPONDENCE and hand.view.public.turn is seat
    return [
        Placement(
            hand_slot(table, before, seat),
            lambda words, _: render.put_away(words, table, before, ended),
            only_edit=True,
        ),
        Placement(
            hand_slot(table, number, seat),
            lambda words, preferences: render.draw(words, hand, preferences, draft),
            copied=True,
            renew_after_ms=_RING_AGAIN_MS if rings else None,
        ),
    ]


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
    return (holder for _, _, holder in _left(shown))


PLACEMENTS = Placements(_wanted, _readers)
