"""Direct messages to backers and guests: the hand that they may see; to backers the offer to play it out.

The message is one for a game, and follows each move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from bot.adapter.display import (
    Closing,
    Deletion,
    Hand,
    Placement,
    Placements,
    Remainder,
    Ring,
    ShownTable,
    question_deletions,
    readers_of_questions,
)
from bot.adapter.message import Message
from bot.adapter.photographs import photographs_at
from bot.adapter.store import Slot, SlotKind
from bot.app import App
from bot.features.backing import offer, render, watchers
from bot.features.deal import in_order
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.problems import Refused
from bot.tables.state.sight import Sight
from bot.tables.state.table import Status
from bot.tables.state.waiting import WaitKind
from bot.tables.views import BackedView, TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat
from ecarte.table import stakes
from ecarte.table.stakes import Stage

_REFUSED = (Sight.REFUSED, Sight.HIDDEN)


def slot_of(game_no: int, user_id: int) -> Slot:
    """Returns the slot of the message in which a backer sees the hands of a game."""
    return Slot(SlotKind.BACKED, game_no, 0, reader=user_id)


async def held_order(app: App, backed: BackedView) -> list[int]:
    """The places of the cards as they lie before the player, and so before a backer: both name a card by one number."""
    player = backed.table.person(backed.seat)
    order = Preferences().order
    if player.level is None:
        order = (await app.people.profiles.profile(player.id)).preferences.order
    return in_order(backed.view.places, backed.view.public.trump, order)


async def _placements(shown: ShownTable, reader: int | None) -> list[Placement]:
    if reader is None:
        return []
    table, around, waiting = shown.table, shown.table.around, shown.table.waits.get(WaitKind.HEIR)
    heir = None
    if waiting is not None and reader in waiting.who:
        heir = Slot(SlotKind.HEIR, table.game_no, waiting.until, reader=reader)
    placements = question_deletions(shown, reader, SlotKind.HEIR, heir)
    if heir is not None:
        placements.append(Ring(heir, lambda words, _: offer.call(words, table)))
    placements += _questions(shown, reader)
    unseen = None
    if around.sight.get(reader) in _REFUSED and table.status is Status.PLAYING:
        unseen = Slot(SlotKind.UNSEEN, table.game_no, reader=reader)
        placements.append(Ring(unseen, lambda words, _: watchers.draw_refused(words, table, reader)))
    placements += question_deletions(shown, reader, SlotKind.UNSEEN, unseen)
    if reader in _watchers(table):
        placements += await _hand_placements(shown, reader)
    else:
        placements += [Deletion(slot) for slot in _hands_of_guests(shown, reader)]
    return [*placements, *(placement for backer, placement in _of_last_game(shown) if backer == reader)]


def _questions(shown: ShownTable, player: int) -> list[Placement]:
    """Whether those who wait for a player's yes may see the hand; later, what was answered."""
    table = shown.table
    seat = table.seat_of(player)
    if table.status is not Status.PLAYING or seat is None:
        return question_deletions(shown, player, SlotKind.SIGHT, None)
    present = table.around.watchers_of(seat, *Sight)
    # A bet that was taken back and a guest who has left leave no question behind.
    asked = [slot for slot in shown.slots if slot.kind is SlotKind.SIGHT and slot.reader == player]
    placements: list[Placement] = [Deletion(slot) for slot in asked if slot.number not in present]
    for person in present:
        slot = Slot(SlotKind.SIGHT, table.game_no, person, reader=player)
        waits = table.around.sight[person] in (Sight.WAITS, Sight.ASKED)
        draw = partial(_ask, table, person)
        placements.append(Ring(slot, draw) if waits else Remainder(slot, draw))
    return placements


def _ask(table: TableView, person: int, words: Words, _preferences: Preferences) -> Message:
    return watchers.ask(words, table, person)


async def _hand_placements(shown: ShownTable, reader: int) -> list[Placement]:
    """The hand that one backer may see; when there is none to see any more, how the game ended."""
    table, game = shown.table, shown.table.game
    assert game is not None
    # Earlier versions sent a message for each deal.
    seen = [slot for slot in shown.slots if slot.kind is SlotKind.BACKED and slot.reader == reader]
    of_deals = [slot for slot in seen if slot.game == table.game_no and slot.number]
    try:
        backed = await lookup.backed_view(shown.app.tables, table.id, reader)
    except Refused:
        # The game is over, or the backer plays that hand by now.
        return [*map(Deletion, of_deals), _result_placement(table, game, reader)]
    if not backed.view.public.number:
        return []
    photos = await photographs_at(shown.app, backed.table)
    # The state may have moved on since the view was taken: the slot is that of what is drawn.
    held = await held_order(shown.app, backed)
    hand = Hand(
        slot_of(backed.table.game_no, reader),
        lambda words, preferences: render.draw(words, backed, preferences, reader, held, photos),
        stage=_stage(backed),
    )
    return [*map(Deletion, of_deals), hand]


def _stage(backed: BackedView) -> object:
    """Returns the facts that are shown at once: other cards, a king, an offer to stop, and the reader's signs."""
    game = backed.view.public
    return game.number, game.rounds, game.king, game.offer, backed.pointed


def _result_placement(table: TableView, game: PublicView, reader: int) -> Hand:
    """How the game ended and what it brought; it is sent only if it tells of chips that no message was there for."""
    shares = () if table.around.settlement is None else table.around.settlement.shares
    share = next((share for share in shares if share.person == reader), None)
    sees = table.around.sees(reader) and game.number > 0
    return Hand(
        slot_of(table.game_no, reader),
        lambda words, _: render.draw_ended(words, table, game, share),
        sends=share is not None and sees,
    )


def _of_last_game(shown: ShownTable) -> list[tuple[int, Closing]]:
    """The hands of an earlier game that never showed its end, by the backers who saw them."""
    left = []
    for over in shown.table.finished:
        if over.game_no == shown.table.game_no or over.deal.outcome is None:
            continue
        for slot in shown.unfinished:
            if slot.reader is not None and slot == slot_of(over.game_no, slot.reader):
                seen = replace(shown.table, cuts=(), seats=over.seats, game_no=over.game_no)
                draw = partial(_last, seen, over.deal)
                left.append((slot.reader, Closing(slot, draw)))
    return left


def _last(table: TableView, deal: PublicView, words: Words, _preferences: Preferences) -> Message:
    return render.draw_ended(words, table, deal, None)


def _watchers(table: TableView) -> list[int]:
    """Returns the backers, who see the hand or would if their player let them, and the guests who see it."""
    book = table.around.book
    if table.seats is None or table.game is None or (book is not None and book.stage is Stage.OPEN):
        return []
    backers = [] if book is None else [backer.person for seat in Seat for backer in stakes.advisers(book, seat)]
    return [*backers, *(guest for guest in table.around.company.guests if table.around.sees(guest))]


def _hands_of_guests(shown: ShownTable, *readers: int) -> list[Slot]:
    """The messages with the hand of the game that is on, of guests who see it no more."""
    table = shown.table
    if table.status is not Status.PLAYING:
        return []
    hands = [slot for slot in shown.slots if slot.kind is SlotKind.BACKED and slot.game == table.game_no]
    return [slot for slot in hands if not readers or slot.reader in readers]


def _readers(shown: ShownTable) -> Iterable[int]:
    heir = [] if shown.table.around.heir is None else [shown.table.around.heir]
    earlier = [backer for backer, _ in _of_last_game(shown)]
    refused = [person for person, sight in shown.table.around.sight.items() if sight in _REFUSED]
    return [
        *_watchers(shown.table),
        *(slot.reader for slot in _hands_of_guests(shown) if slot.reader is not None),
        *earlier,
        *heir,
        *refused,
        *readers_of_questions(shown, SlotKind.HEIR, SlotKind.UNSEEN),
    ]


PLACEMENTS = Placements(_placements, _readers)
