"""The public messages of the deals, and what rings for a player whose time runs out, or for the opponent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.adapter.display import Closing, Deletion, Placement, Placements, Post, Ring, ShownTable
from bot.adapter.message import Message
from bot.adapter.photographs import photographs_at
from bot.adapter.store import Slot, SlotKind
from bot.features.betting import bets_slot
from bot.features.hand import hand_slot, warns
from bot.features.table import notices, render
from bot.features.table.pace import stage
from bot.features.table.render import Reach
from bot.people import ratings
from bot.people.preferences import Preferences
from bot.people.ratings import RatedGame
from bot.tables.state.table import Finished, Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import PublicView, Seat

_OF_GAMES = frozenset({SlotKind.HAND, SlotKind.TABLE, SlotKind.BACKED, SlotKind.PAID, SlotKind.REFUND})
_WARNINGS = (SlotKind.WARNING, SlotKind.LATE)
_UNREACHED = (Reach.WAITING, Reach.REFUSED)


async def _placements(shown: ShownTable, reader: int | None) -> list[Placement]:
    table = shown.table
    if table.seats is None or table.is_private:
        return []
    if reader is None:
        over = [over for over in table.finished if not _is_current(table, over)]
        finished = [await _final_placement(shown, each) for each in over if _slot_of(table, each) not in shown.settled]
        return [*finished, *await _current(shown), *_warnings(shown)]
    return _no_place(shown, reader)


async def _final_placement(shown: ShownTable, over: Finished) -> Placement:
    """A deal that is over: drawn once more, and then left alone."""
    table = seen = shown.table
    best = shown.app.looking_back.best_advice(table.id, over.game_no)
    rated = await _rated(shown, over.game_no, over.deal)
    photos = await photographs_at(shown.app, table)
    if over.game_no != table.game_no:
        seen = replace(
            table, cuts=(), seats=over.seats, sat=over.sat, around=replace(table.around, settlement=over.settlement)
        )

    def draw(words: Words, _preferences: Preferences) -> Message:
        return render.draw(words, seen, over.game_no, over.deal, {}, best, rated, photos)

    return Closing(_slot_of(table, over), draw, sends=True)


def _slot_of(table: TableView, over: Finished) -> Slot:
    return _table_slot(table, over.game_no, over.deal.number)


def _is_current(table: TableView, over: Finished) -> bool:
    return table.game is not None and (over.game_no, over.deal.number) == (table.game_no, table.game.number)


async def _current(shown: ShownTable) -> list[Placement]:
    """The deal that is on, or the last one of a game that is over."""
    table, game = shown.table, shown.table.game
    if game is None:
        return []
    best = shown.app.looking_back.best_advice(table.id, table.game_no)
    rated = await _rated(shown, table.game_no, game)
    reach = {seat: _reach(shown, seat) for seat in Seat} if game.number else {}
    photos = await photographs_at(shown.app, table)

    def draw(words: Words, _preferences: Preferences) -> Message:
        return render.draw(words, table, table.game_no, game, reach, best, rated, photos)

    return [Post(_table_slot(table, table.game_no, game.number), draw, stage=stage(table))]


async def _rated(shown: ShownTable, game_no: int, game: PublicView) -> RatedGame | None:
    """How a game that is over has moved the ratings, while both players want one."""
    if game.outcome is None or game.outcome.winner is None:
        return None
    people = shown.app.people
    moved = await ratings.of_game(people, shown.table.id, game_no)
    if moved is None or not all([await ratings.is_wanted(people, user_id) for user_id in moved.after]):
        return None
    return moved


def _reach(shown: ShownTable, seat: Seat) -> Reach:
    """Whether a player has the hand of this deal in direct messages."""
    table = shown.table
    row = None if table.game is None else shown.slots.get(hand_slot(table, table.game.number, seat))
    if row is not None:
        return Reach.SENT if row.message_id else Reach.REFUSED
    return Reach.WAITING if table.person(seat).id in shown.awaiting else Reach.COMING


def _no_place(shown: ShownTable, reader: int) -> list[Placement]:
    """To both players: the table can no longer be shown where it stood."""
    table = shown.table
    if not shown.is_homeless or table.seat_of(reader) is None:
        return []
    return [Ring(Slot(SlotKind.NO_PLACE, reader=reader), lambda words, _: notices.no_place(words, table))]


def _warnings(shown: ShownTable) -> list[Placement]:
    """The warning at the table, to a player who cannot be written to; those that no longer hold are deleted."""
    table, slot = shown.table, None
    placements: list[Placement] = []
    seat = None if table.game is None else table.game.turn
    if table.status is Status.PLAYING and seat is not None and warns(table) and _reach(shown, seat) in _UNREACHED:
        slot = Slot(SlotKind.WARNING, table.game_no, table.decision, "public")

        def draw(words: Words, _preferences: Preferences) -> Message:
            return notices.public_warning(words, table, seat)

        placements.append(Ring(slot, draw))
    return [*placements, *(Deletion(old) for old in shown.slots if old.kind in _WARNINGS and old != slot)]


def _table_slot(table: TableView, game_no: int, deal: int) -> Slot:
    """Where bets are made, that has a message of its own; else the first deal has the one in which it was promised."""
    if not deal and table.terms.stake and table.terms.pool is None:
        return bets_slot(game_no)
    return Slot(SlotKind.TABLE, game_no, deal or 1)


def outdated_slots(table: TableView, slots: Iterable[Slot]) -> list[Slot]:
    """Chooses the messages that show a deal, or the end of a game, over for so long that they are drawn no more."""
    if not table.finished:
        return []
    oldest = min((over.game_no, over.deal.number) for over in table.finished)
    return [slot for slot in slots if _is_before(slot, oldest)]


def _is_before(slot: Slot, oldest: tuple[int, int]) -> bool:
    if slot.kind not in _OF_GAMES or slot.game is None:
        return False
    # Bets are shown as deal 0, until the game is over.
    return (slot.game, slot.number) < oldest if slot.number else slot.game < oldest[0]


PLACEMENTS = Placements(_placements)
