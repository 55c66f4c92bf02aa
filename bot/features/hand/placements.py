"""The hands that players get as direct messages, and the line that replaces such a hand once the next deal begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.adapter.display import Closing, Deletion, Hand, PlacementFor, ShownTable, draw_with
from bot.adapter.message import Message
from bot.adapter.photographs import photographs_at
from bot.app import App
from bot.clock import ClockKind
from bot.features.hand import render
from bot.features.rating import moved_line
from bot.features.review import remark
from bot.features.tips import tip
from bot.people.person import Person
from bot.people.preferences import Preferences
from bot.rows.ids import is_erased
from bot.rows.slots import Slot, SlotKind
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

_RING_AGAIN_MS = 600_000


def hand_slot(table: TableView, deal: int, seat: Seat) -> Slot:
    """Returns the slot (the name under which the bot stores a message) of a player's hand in one deal.

    If a backer plays the hand out for its player, the backer's message has a slot of its own. So a message never shows
    one reader's cards to another.
    """
    return Slot(SlotKind.HAND, table.game_no, deal, seat.value, table.galerie.stand_in(seat))


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the private messages with hands at a table: the players' hands of this deal, the messages to players who
    have given up a hand, and the lines that replace the hands of earlier deals.
    """
    table = shown.table
    over = table.game is not None and table.game.outcome is not None
    for seat, slot, holder in _last_hands(shown):
        # At the end it is sent anew if no message is left.
        yield holder, Hand(slot, partial(_draw_handed_over, shown, seat, holder), sends=over)
    for seat in Seat if table.seats is not None else ():
        reader = table.person(seat).id
        yield from ((reader, placement) for placement in _hands(shown, seat))
        yield from ((reader, Deletion(slot)) for slot in _future_hands(shown, seat))
    yield from _hands_of_last_game(shown)


def _hands(shown: ShownTable, seat: Seat) -> Iterator[Hand | Closing]:
    """Yields the hand of a player, and those of the deals before."""
    table, game = shown.table, shown.table.game
    if table.person(seat).level is not None or game is None or not game.number or table.is_private:
        # Before the first card the table itself says everything. Only a private table shows the hand.
        return
    number = game.number
    # By correspondence a reader would not notice an edit, so a hand that is old enough is sent anew, which rings.
    rings = table.terms.pace.kind is ClockKind.CORRESPONDENCE and game.turn is seat
    yield Hand(
        hand_slot(table, number, seat),
        partial(_draw_hand, shown, seat),
        renew_after_ms=_RING_AGAIN_MS if rings else None,
        told=table.game_no == 1 and number == 1,
    )
    ended = {finished.deal.number: finished.deal for finished in table.finished if finished.game_no == table.game_no}
    for deal in sorted({number - 1, *(deal for deal in ended if deal < number)}):
        slot = hand_slot(table, deal, seat)
        yield Closing(slot, draw_with(render.put_away, table, seat, deal, ended.get(deal)))


async def _draw_hand(shown: ShownTable, seat: Seat, words: Words, preferences: Preferences) -> Message:
    app, table, hand = shown.app, shown.table, shown.views.hand(seat)
    assert hand is not None
    reader = table.person(seat).id
    return render.draw(
        words,
        hand,
        preferences,
        app.drafts.of(table.id, reader, table.decision),
        tip=await tip(app, words, reader, hand),
        remark=remark(words, app.looking_back.telling_decision(table.id, table.game_no, reader)),
        rated=await _rated(app, words, table, reader),
        photos=await photographs_at(app, table),
    )


async def _rated(app: App, words: Words, table: TableView, reader: int) -> str | None:
    """Returns how a finished game has moved the reader's rating."""
    if table.game is None or table.game.outcome is None or any(table.person(seat).level is not None for seat in Seat):
        return None
    moved = await app.people.ratings.game(table.id, table.game_no, app.now())
    return moved_line(words, moved, reader) if moved is not None and reader in moved.after else None


def _hands_of_last_game(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the hands of an earlier game: its end in one line, without buttons that no longer work."""
    table = shown.table
    for finished in table.finished:
        if finished.game_no == table.game_no:
            continue
        seen = replace(table, cuts=(), seats=finished.seats, sat=finished.sat)
        for slot in shown.slots:
            if slot.kind is SlotKind.HAND and (slot.game, slot.number) == (finished.game_no, finished.deal.number):
                seat = Seat(slot.part)
                draw = draw_with(render.put_away, seen, seat, finished.deal.number, finished.deal, finished.game_no)
                yield _holder(slot, finished.sat[seat.index]), Closing(slot, draw)


def _future_hands(shown: ShownTable, seat: Seat) -> list[Slot]:
    """Returns the slots of hands that are not dealt yet. They exist after a restored backup from before those deals."""
    table = shown.table
    if table.game is None:
        return []
    now = (table.game_no, table.game.number)
    hands = [slot for slot in shown.slots if slot.kind is SlotKind.HAND and slot.part == seat.value]
    return [slot for slot in hands if (slot.game or 0, slot.number or 0) > now]


def _last_hands(shown: ShownTable) -> list[tuple[Seat, Slot, int]]:
    """Returns the last hands of players who have given up a game that another plays out: seat, slot and reader.

    At the end there is one for the player who sat down to it, even if no message is left to show it.
    """
    table = shown.table
    if table.status is Status.CHALLENGE or table.game is None or table.sat is None:
        return []
    left: list[tuple[Seat, Slot, int]] = []
    for seat in Seat:
        stand_in, sat = table.galerie.stand_in(seat), table.sat[seat.index]
        if stand_in is None:
            continue
        last: dict[int, tuple[int, Slot]] = {}
        if table.game.outcome is not None and not is_erased(sat.id):
            last[sat.id] = (0, Slot(SlotKind.HAND, table.game_no, table.game.number, seat.value))
        for slot, sent in shown.slots.items():
            if (slot.kind, slot.game, slot.part) != (SlotKind.HAND, table.game_no, seat.value) or not sent:
                continue
            holder, deal = _holder(slot, sat), slot.number or 0
            if holder not in last or deal > last[holder][0]:
                last[holder] = (deal, slot)
        last.pop(stand_in, None)
        left += [(seat, slot, holder) for holder, (_, slot) in last.items()]
    return left


async def _draw_handed_over(
    shown: ShownTable, seat: Seat, reader: int, words: Words, _preferences: Preferences
) -> Message:
    rated = await _rated(shown.app, words, shown.table, reader)
    return render.handed_over(words, shown.table, seat, reader, rated)


def _holder(slot: Slot, sat: Person) -> int:
    """Returns the reader of the hand in a slot: its stand-in, otherwise the player of the seat."""
    return sat.id if slot.reader is None else slot.reader
