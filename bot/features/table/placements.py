"""The public messages of the deals of a table, and the warnings that ring for a player whose time runs out, or for the
opponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from bot.adapter.display import Closing, Deletion, PlacementFor, Post, Ring, ShownTable, draw_with
from bot.adapter.message import Message
from bot.adapter.photographs import photographs_at
from bot.features.betting import bets_slot
from bot.features.hand import hand_slot, warns
from bot.features.table import notices, render
from bot.features.table.pace import stage
from bot.features.table.render import Reach
from bot.people.preferences import Preferences
from bot.ranking.rating_model import RatedGame
from bot.rows.slots import Slot, SlotKind
from bot.tables.state.table_state import FinishedDeal, Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat

_OF_GAMES = frozenset({SlotKind.HAND, SlotKind.TABLE, SlotKind.BACKED, SlotKind.PAID, SlotKind.REFUND})
_WARNINGS = (SlotKind.WARNING, SlotKind.LATE)
_UNREACHED = (Reach.WAITING, Reach.REFUSED)


def placements_at(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the public messages of the deals, the warnings about time, and the private notices to the players of a
    table that can no longer be shown.
    """
    table, game = shown.table, shown.table.game
    if table.seats is None or table.is_private:
        return
    for finished in table.finished:
        if not _is_current(table, finished):
            yield None, Closing(_slot_of(table, finished), partial(_draw_finished, shown, finished), sends=True)
    if game is not None:
        slot = _table_slot(table, table.game_no, game.number)
        yield None, Post(slot, partial(_draw_current, shown, game), stage=stage(table))
    yield from _warnings(shown)
    if shown.is_homeless:
        for person in table.seats:
            yield person.id, Ring(Slot(SlotKind.NO_PLACE, reader=person.id), draw_with(notices.no_place, table))


async def _draw_finished(shown: ShownTable, finished: FinishedDeal, words: Words, _preferences: Preferences) -> Message:
    """Draws a finished deal."""
    table = seen = shown.table
    best = shown.app.looking_back.best_advice(table.id, finished.game_no)
    rated = await _rated(shown, finished.game_no, finished.deal)
    photos = await photographs_at(shown.app, table)
    if finished.game_no != table.game_no:
        seen = replace(
            table,
            cuts=(),
            seats=finished.seats,
            sat=finished.sat,
            galerie=replace(table.galerie, settlement=finished.settlement),
        )
    return render.draw(words, seen, finished.game_no, finished.deal, {}, best, rated, photos)


def _slot_of(table: TableView, finished: FinishedDeal) -> Slot:
    return _table_slot(table, finished.game_no, finished.deal.number)


def _is_current(table: TableView, finished: FinishedDeal) -> bool:
    return table.game is not None and (finished.game_no, finished.deal.number) == (table.game_no, table.game.number)


async def _draw_current(shown: ShownTable, game: PublicView, words: Words, _preferences: Preferences) -> Message:
    """Draws the current deal, or the last one of a finished game."""
    table = shown.table
    best = shown.app.looking_back.best_advice(table.id, table.game_no)
    rated = await _rated(shown, table.game_no, game)
    reach = {seat: _reach(shown, seat) for seat in Seat} if game.number else {}
    photos = await photographs_at(shown.app, table)
    return render.draw(words, table, table.game_no, game, reach, best, rated, photos)


async def _rated(shown: ShownTable, game_no: int, game: PublicView) -> RatedGame | None:
    """Returns how a finished game has moved the ratings, if both players want one."""
    if game.outcome is None or game.outcome.winner is None:
        return None
    people = shown.app.people
    moved = await people.ratings.game(shown.table.id, game_no, people.now())
    if moved is None or not all([await people.ratings.is_wanted(user_id) for user_id in moved.after]):
        return None
    return moved


def _reach(shown: ShownTable, seat: Seat) -> Reach:
    """Returns whether a player has the hand of this deal in direct messages."""
    table = shown.table
    sent = None if table.game is None else shown.slots.get(hand_slot(table, table.game.number, seat))
    if sent is not None:
        return Reach.SENT if sent else Reach.REFUSED
    return Reach.WAITING if table.person(seat).id in shown.awaiting else Reach.COMING


def _warnings(shown: ShownTable) -> Iterator[PlacementFor]:
    """Yields the warning to a player who cannot be written to, and the deletion of outdated ones."""
    table, slot = shown.table, None
    seat = None if table.game is None else table.game.turn
    if table.status is Status.PLAYING and seat is not None and warns(table) and _reach(shown, seat) in _UNREACHED:
        slot = Slot(SlotKind.WARNING, table.game_no, table.decision, "public")
        yield None, Ring(slot, draw_with(notices.public_warning, table, seat))
    for old in shown.slots:
        if old.kind in _WARNINGS and old != slot:
            yield None, Deletion(old)


def _table_slot(table: TableView, game_no: int, deal: int) -> Slot:
    """Returns the slot of a deal's message.

    Bets have a message of their own. Without bets, the first deal uses the message that promised it.
    """
    if not deal and table.terms.stake and table.terms.pool is None:
        return bets_slot(game_no)
    return Slot(SlotKind.TABLE, game_no, deal or 1)


def outdated_slots(table: TableView, slots: Iterable[Slot]) -> list[Slot]:
    """Returns the slots (the names under which the bot stores messages) of those messages whose deal or game ended so
    long ago that they are never drawn again.
    """
    if not table.finished:
        return []
    oldest = min((finished.game_no, finished.deal.number) for finished in table.finished)
    return [slot for slot in slots if _is_before(slot, oldest)]


def _is_before(slot: Slot, oldest: tuple[int, int]) -> bool:
    if slot.kind not in _OF_GAMES or slot.game is None:
        return False
    # Bets are shown as deal 0 until the game is over.
    return (slot.game, slot.number) < oldest if slot.number else slot.game < oldest[0]
