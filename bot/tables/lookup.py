"""Reads tables: the view that each reader may see, and lists of tables by server, place or person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bot.clock import ClockKind
from bot.rows.table_rows import TableRow
from bot.tables.events.table_events import TableOpened
from bot.tables.problems import Problem, Refused, TableLost
from bot.tables.service import Tables
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status, TableState
from bot.tables.views import BackedView, HandView, TableView
from ecarte.game import Seat

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A table at which a person has to move.

    Attributes:
        seat: the person's seat.
        since: when the person's turn began, in epoch milliseconds.
    """

    table: TableView
    seat: Seat
    since: int


@dataclass(frozen=True, slots=True)
class ReaderViews:
    """The views of one state of a table: what each reader may see. A view with a hand is made when it is first used.

    Attributes:
        hand: returns the view of the player in a seat, or None before the first game.
        backed: returns the view of a backer or a guest, or None if this person may see no hand now (Laws 54 and 55).
    """

    table: TableView
    hand: Callable[[Seat], HandView | None]
    backed: Callable[[int], BackedView | None]


async def open_tables(tables: Tables, guild_id: int | None = None, *, limit: int) -> tuple[TableRow, ...]:
    """Returns open tables, oldest first.

    Args:
        guild_id: the id of the server in whose channels the tables are. None for all open tables.
        limit: the greatest number of tables.
    """
    return (await tables.repository.all_open(guild_id, limit=limit)).rows


async def count_open(tables: Tables) -> int:
    """Counts all open tables."""
    return (await tables.repository.all_open(limit=0)).total


async def count_open_in(tables: Tables, guild_id: int, kind: ClockKind) -> tuple[int, int]:
    """Counts the open tables of one pace in a server's channels.

    Returns their number and the greatest number allowed.
    """
    return await tables.repository.count_open(guild_id, kind.value), tables.limits.most_in_server(kind)


async def count_open_by_server(tables: Tables) -> dict[int, int]:
    """Counts the open tables in the channels of each server. Challenges count. Servers without tables are left out."""
    return await tables.repository.count_open_by_server()


async def places_of_open_tables(tables: Tables) -> dict[int, int]:
    """Returns the server of each open table, by the id of the table's thread or, if it has none, of its channel.

    Leaves out private games, which are in no channel.
    """
    rows = (await tables.repository.all_open(limit=_ALL)).rows
    return {row.thread_id or row.channel_id: row.guild_id for row in rows if row.channel_id}


async def tables_of(tables: Tables, user_id: int, guild_id: int | None = None) -> tuple[TableRow, ...]:
    """Returns the open tables of which a person is a player or, before anyone has accepted, the challenger.

    Args:
        guild_id: the server of the tables. None for those in all places.
    """
    return await tables.repository.open_of(user_id, guild_id)


async def tables_at(tables: Tables, channel_id: int) -> tuple[TableRow, ...]:
    """Returns the open tables whose challenge is in this channel, or whose thread has this id."""
    return await tables.repository.open_at(channel_id)


async def quiet_threads(tables: Tables, before: int, *, behind: int, limit: int) -> tuple[TableRow, ...]:
    """Returns the open tables in whose thread the bot has posted no message lately, in the order of the tables' ids.

    Args:
        before: an id as Discord assigns them: a later message has a greater one. The thread, and each message of the
            table in it, has a lower id than this.
        behind: only tables with greater ids than this one are returned.
        limit: the greatest number of tables.
    """
    return await tables.repository.quiet_threads(before, behind, limit)


async def private_of(tables: Tables, user_id: int) -> TableView | None:
    """Returns a person's open private game against the house, or None."""
    for row in await tables.repository.open_of(user_id):
        if not row.channel_id:
            with suppress(TableLost):
                return await table(tables, row.id)
    return None


async def turns_of(tables: Tables, user_id: int, before: int) -> tuple[Turn, ...]:
    """Returns the games by correspondence that wait for a person's move, if the wait began before a moment.

    The longest wait comes first.

    Args:
        before: the moment, in epoch milliseconds.
    """
    turns = []
    for row in await tables_of(tables, user_id):
        if row.pace != ClockKind.CORRESPONDENCE.value or row.status != Status.PLAYING.value:
            continue
        with suppress(Refused):
            view = await table(tables, row.id)
            seat, clock = view.seat_of(user_id), view.clock
            if seat is not None and clock.running == seat.index and clock.since < before:
                turns.append(Turn(view, seat, clock.since))
    return tuple(sorted(turns, key=lambda turn: turn.since))


async def opened(tables: Tables, table_id: int) -> TableOpened:
    """Returns the event that opened a table. It names the table's server, which never changes.

    Raises:
        Refused: there is no such table.
    """
    return await tables.log.opened(table_id)


async def table(tables: Tables, table_id: int) -> TableView:
    """Returns the public view of a table.

    Raises:
        Refused: there is no such table.
    """
    return (await tables.log.views(table_id)).table


async def views(tables: Tables, table_id: int) -> ReaderViews:
    """Returns what each reader of a table may see of its present state.

    Raises:
        Refused: there is no such table.
    """
    of_readers = await tables.log.views(table_id)
    return ReaderViews(of_readers.table, of_readers.hand, of_readers.backer)


async def hand(tables: Tables, table_id: int, user_id: int) -> HandView:
    """Returns what a player may see of their table, their own hand included.

    Raises:
        Refused: there is no such table, the person is no player of it, or no game has begun.
    """
    of_readers = await tables.log.views(table_id)
    view = of_readers.hand(seat_of(of_readers.state, user_id))
    if view is None:
        raise Refused(Problem.NO_GAME)
    return view


async def backed_view(tables: Tables, table_id: int, user_id: int) -> BackedView:
    """Returns what a backer or a guest may see of a table, including the hand of the player whom they may advise.

    Raises:
        Refused: there is no such table, or this person may see no hand there (Laws 54 and 55).
    """
    of_readers = await tables.log.views(table_id)
    view = of_readers.backer(user_id)
    if view is None:
        raise sight_refusal(of_readers.state, user_id)
    return view


def sight_refusal(state: TableState, user_id: int) -> Refused:
    """Returns the refusal, with its reason, for a person who may see no hand as a backer or a guest."""
    galerie = state.galerie
    reason = galerie.sight_of(user_id)
    if galerie.book is None and reason is None:
        return Refused(Problem.NOT_A_PLAYER)
    if reason is None or reason is Sight.SEES:
        return Refused(Problem.NOT_A_BACKER)
    return Refused(Problem.UNSEEN, sight=reason, terms=state.opened.terms)


def seat_of(table: TableState | TableView, user_id: int) -> Seat:
    """Returns the seat of a player.

    Raises:
        Refused: this person is no player of the table.
    """
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused(Problem.NOT_A_PLAYER)
    return seat
