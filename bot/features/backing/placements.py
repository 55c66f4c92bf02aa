"""Direct messages about hands: to backers and guests the hand that they may see, to a backer the offer to play a hand
out, and to players the question whether a person may see their hand.

The message with a hand serves for a whole game. It is edited after each move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bot.adapter.display import (
    Closing,
    Deletion,
    Hand,
    PlacementFor,
    Remainder,
    Ring,
    ShownTable,
    draw_with,
    question_deletions,
)
from bot.adapter.message import Message
from bot.adapter.photographs import photographs_at
from bot.app import App
from bot.features.backing import offer, render, watchers
from bot.features.deal import in_order
from bot.people.preferences import Preferences
from bot.rows.slots import Slot, SlotKind
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import BackedView, TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat
from ecarte.table import stakes
from ecarte.table.stakes import Stage

_REFUSED = (Sight.REFUSED, Sight.HIDDEN)


def slot_of(game_no: int, user_id: int) -> Slot:
    """Returns the slot of the message that shows a player's hand to one backer or guest in one game.

    A slot is the name under which the bot stores a message of a table.

    Args:
        user_id: the id of the backer or guest.
    """
    return Slot(SlotKind.BACKED, game_no, 0, reader=user_id)


async def held_order(app: App, backed: BackedView) -> list[int]:
    """Returns the places (0 to 4) of the cards, in the order in which the player sees them. A backer sees the same
    order, so that both call a card by the same number.
    """
    player = backed.table.person(backed.seat)
    order = Preferences().order
    if player.level is None:
        order = (await app.people.profiles.profile(player.id)).preferences.order
    return in_order(backed.view.places, backed.view.public.trump, order)


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the private messages about hands at a table.

    Backers and guests get the hand that they may see, or a notice that the player has refused them. Players get a
    question about each person who wants to see their hand. The backer to whom a hand is offered gets the offer.
    """
    table, galerie = shown.table, shown.table.galerie
    waiting = table.waits.get(WaitKind.HEIR)
    offered: dict[int, Slot] = {}
    if waiting is not None:
        offered = {heir: Slot(SlotKind.HEIR, table.game_no, waiting.until, reader=heir) for heir in waiting.who}
    yield from question_deletions(shown, SlotKind.HEIR, *offered.values())
    for heir, slot in offered.items():
        yield heir, Ring(slot, draw_with(offer.call, table))
    yield from _questions(shown)
    sights = galerie.sight.items() if table.status is Status.PLAYING else ()
    refused = [person for person, sight in sights if sight in _REFUSED]
    unseen = {person: Slot(SlotKind.UNSEEN, table.game_no, reader=person) for person in refused}
    for person, slot in unseen.items():
        yield person, Ring(slot, draw_with(watchers.draw_refused, table, person))
    yield from question_deletions(shown, SlotKind.UNSEEN, *unseen.values())
    watching = dict.fromkeys(_watchers(table))
    for person in watching:
        yield from ((person, placement) for placement in _hands(shown, person))
    yield from ((slot.reader, Deletion(slot)) for slot in _hands_of_guests(shown) if slot.reader not in watching)
    yield from _hands_of_last_game(shown)


def _questions(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields questions to players: may this person see the hand? Once it is answered, the message shows the answer."""
    table, galerie = shown.table, shown.table.galerie
    seats = Seat if table.status is Status.PLAYING else ()
    present = [(table.person(seat).id, person) for seat in seats for person in galerie.watchers_of(seat, *Sight)]
    # If a bet was taken back, or a guest has left, the question is deleted.
    for slot in shown.slots:
        if slot.kind is SlotKind.SIGHT and (slot.reader, slot.number) not in present:
            yield slot.reader, Deletion(slot)
    for player, person in present:
        slot, draw = Slot(SlotKind.SIGHT, table.game_no, person, reader=player), draw_with(watchers.ask, table, person)
        waits = galerie.sight[person] in (Sight.WAITS, Sight.ASKED)
        yield player, Ring(slot, draw) if waits else Remainder(slot, draw)


def _hands(shown: ShownTable, reader: int) -> Iterator[Hand | Deletion]:
    """Yields the hand that one backer or guest may see. Once they can see no hand, yields the end of the game."""
    table, game, backed = shown.table, shown.table.game, shown.views.backed(reader)
    assert game is not None
    if backed is not None and not game.number:
        return
    # Earlier versions sent one message a deal.
    seen = (slot for slot in shown.slots if slot.kind is SlotKind.BACKED and slot.reader == reader)
    yield from (Deletion(slot) for slot in seen if slot.game == table.game_no and slot.number)
    if backed is None:
        # The game is over, or the backer has taken the hand over.
        yield _result(table, game, reader)
    else:
        yield Hand(slot_of(table.game_no, reader), partial(_draw_hand, shown.app, backed, reader), stage=_stage(backed))


async def _draw_hand(app: App, backed: BackedView, reader: int, words: Words, preferences: Preferences) -> Message:
    photos = await photographs_at(app, backed.table)
    held = await held_order(app, backed)
    return render.draw(words, backed, preferences, reader, held, photos)


def _stage(backed: BackedView) -> object:
    """Returns the facts whose change is drawn at once: other cards, a king, an offer to stop, the reader's signs."""
    game = backed.view.public
    return game.number, game.rounds, game.king, game.offer, backed.pointed


def _result(table: TableView, game: PublicView, reader: int) -> Hand:
    """Shows how the game ended. It is sent as a new message only if the reader saw the hand and won or lost chips."""
    shares = () if table.galerie.settlement is None else table.galerie.settlement.shares
    share = next((share for share in shares if share.person == reader), None)
    sees = table.galerie.sees(reader) and game.number > 0
    draw = draw_with(render.draw_ended, table, game, share)
    return Hand(slot_of(table.game_no, reader), draw, sends=share is not None and sees)


def _hands_of_last_game(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the messages with hands of an earlier game that still have to show its end."""
    for finished in shown.table.finished:
        if finished.game_no == shown.table.game_no or finished.deal.outcome is None:
            continue
        seen = replace(shown.table, cuts=(), seats=finished.seats, game_no=finished.game_no)
        for slot in shown.unfinished:
            if slot.reader is not None and slot == slot_of(finished.game_no, slot.reader):
                yield slot.reader, Closing(slot, draw_with(render.draw_ended, seen, finished.deal, None))


def _watchers(table: TableView) -> list[int]:
    """Returns the backers, who see the hand or wait for their player's leave, and the guests who see it."""
    book = table.galerie.book
    if table.seats is None or table.game is None or (book is not None and book.stage is Stage.OPEN):
        return []
    backers = [] if book is None else [backer.person for seat in Seat for backer in stakes.advisers(book, seat)]
    return [*backers, *(guest for guest in table.galerie.company.guests if table.galerie.sees(guest))]


def _hands_of_guests(shown: ShownTable) -> list[Slot]:
    """Returns the slots of the messages that show a hand of the current game."""
    table = shown.table
    if table.status is not Status.PLAYING:
        return []
    return [slot for slot in shown.slots if slot.kind is SlotKind.BACKED and slot.game == table.game_no]
