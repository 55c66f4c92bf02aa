"""The public messages of the deals, and what rings for a player whose time runs out, or for the opponent."""

from __future__ import annotations

from dataclasses import replace

from bot.adapter.display import Placement, Placements, Shown
from bot.adapter.message import Message
from bot.clock import WarningSent
from bot.features.betting import bets_slot
from bot.features.hand import hand_slot
from bot.features.table import notices, render
from bot.people.preferences import Preferences
from bot.tables.state.table import Finished, Status
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Seat

__all__ = ["PLACEMENTS"]


async def _wanted(shown: Shown, reader: int | None) -> list[Placement]:
    table = shown.table
    if table.seats is None or table.is_private:
        return []
    if reader is None:
        finished = [_finished(table, over) for over in table.finished if not _is_current(table, over)]
        return [*finished, *_current(shown), *_public_warning(shown)]
    return [*_no_place(shown, reader), *_notices(table, reader)]


def _finished(table: TableView, over: Finished) -> Placement:
    """A deal that is over: drawn once more, and then left alone."""
    seen = table if over.game_no == table.game_no else replace(table, cuts=(), seats=over.seats)

    def draw(words: Words, _preferences: Preferences) -> Message:
        return render.draw(words, seen, over.game_no, over.deal, frozenset())

    return Placement(_table_slot(table, over.game_no, over.deal.number), draw, final=True)


def _is_current(table: TableView, over: Finished) -> bool:
    return table.game is not None and (over.game_no, over.deal.number) == (table.game_no, table.game.number)


def _current(shown: Shown) -> list[Placement]:
    """The deal that is on, or the last one of a game that is over."""
    table, game = shown.table, shown.table.game
    if game is None:
        return []
    rows = {seat: shown.slots.get(hand_slot(table, game.number, seat)) for seat in Seat}
    unreachable = frozenset(seat for seat, row in rows.items() if row is not None and not row.message_id)

    def draw(words: Words, _preferences: Preferences) -> Message:
        return render.draw(words, table, table.game_no, game, unreachable)

    return [Placement(_table_slot(table, table.game_no, game.number), draw)]


def _warned(table: TableView) -> tuple[str, Seat] | None:
    """The warning that was given about the time of the player to act: its slot, and to which seat."""
    if table.status is not Status.PLAYING or table.game is None or table.game.turn is None:
        return None
    match table.said:
        case WarningSent.NOTHING | WarningSent.RESERVE:
            return None
        case WarningSent.WARNED:
            return f"warning:{table.game_no}:{table.decision}", table.game.turn
        case WarningSent.UP:
            return f"late:{table.game_no}:{table.decision}", table.game.turn.other


def _notices(table: TableView, reader: int) -> list[Placement]:
    """What rings: a warning to a player whose time is running out, a word to the other when it is up."""
    if (warned := _warned(table)) is None or table.person(warned[1]).id != reader:
        return []
    slot, seat = warned
    draw = notices.late if table.said is WarningSent.UP else notices.warning
    return [Placement(slot, lambda words, _: draw(words, table, seat), once=True)]


def _no_place(shown: Shown, reader: int) -> list[Placement]:
    """To both players: the table can no longer be shown where it stood."""
    table = shown.table
    if not shown.is_homeless or table.seat_of(reader) is None:
        return []
    return [Placement(f"noplace:{reader}", lambda words, _: notices.no_place(words, table), once=True)]


def _public_warning(shown: Shown) -> list[Placement]:
    """The warning at the table, to a player who cannot be written to."""
    table, warned = shown.table, _warned(shown.table)
    if warned is None or table.said is not WarningSent.WARNED:
        return []
    slot, seat = warned
    row = shown.slots.get(slot)
    if row is None or row.message_id:
        return []
    return [Placement(f"{slot}:public", lambda words, _: notices.public_warning(words, table, seat), once=True)]


def _table_slot(table: TableView, game_no: int, deal: int) -> str:
    """Where bets are made, that has a message of its own; else the first deal has the one in which it was promised."""
    if not deal and table.terms.stake and table.terms.pool is None:
        return bets_slot(game_no)
    return f"table:{game_no}:{deal or 1}"


PLACEMENTS = Placements(_wanted)
