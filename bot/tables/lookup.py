"""Reading tables: each reader's view of one, and tables by server, place or person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bot.clock import ClockKind
from bot.rows.table_rows import TableRow
from bot.tables.events.table import TableOpened
from bot.tables.problems import Problem, Refused, TableLost
from bot.tables.service import Tables
from bot.tables.state.sight import Sight
from bot.tables.state.table import Status, TableState
from bot.tables.views import BackedView, HandView, TableView
from ecarte.game import Seat

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A table at which it is a person's turn.

    Attributes:
        seat: theirs.
        since: when it became their turn.
    """

    table: TableView
    seat: Seat
    since: int


@dataclass(frozen=True, slots=True)
class ReaderViews:
    """The views of one state of a table for its readers, each of a hand built when it is first asked for.

    Attributes:
        hand: returns the view of the player in a seat; None before the first game.
        backed: returns the view of a backer or a guest; None: this person may see no hand now (Laws 54 and 55).
    """

    table: TableView
    hand: Callable[[Seat], HandView | None]
    backed: Callable[[int], BackedView | None]


async def open_tables(tables: Tables, guild_id: int | None = None, *, limit: int) -> tuple[TableRow, ...]:
    """The open tables in the channels of a server or (None) all of every server, oldest first."""
    return (await tables.repository.all_open(guild_id, limit=limit)).rows


async def count_open(tables: Tables) -> int:
    """How many tables are open anywhere."""
    return (await tables.repository.all_open(limit=0)).total


async def count_open_in(tables: Tables, guild_id: int, kind: ClockKind) -> tuple[int, int]:
    """How many tables of a kind are open in a server's channels, and with how many it takes no further challenge."""
    return await tables.repository.count_open(guild_id, kind.value), tables.limits.most_in_server(kind)


async def count_open_by_server(tables: Tables) -> dict[int, int]:
    """How many tables are open in the channels of each server that has any, challenges included."""
    return await tables.repository.count_open_by_server()


async def places_of_open_tables(tables: Tables) -> dict[int, int]:
    """The threads and channels in which tables are open, each with its server."""
    rows = (await tables.repository.all_open(limit=_ALL)).rows
    return {row.thread_id or row.channel_id: row.guild_id for row in rows if row.channel_id}


async def tables_of(tables: Tables, user_id: int, guild_id: int | None = None) -> tuple[TableRow, ...]:
    """The open tables at which a person sits, in a server or (None) in all."""
    return await tables.repository.open_of(user_id, guild_id)


async def tables_at(tables: Tables, channel_id: int) -> tuple[TableRow, ...]:
    """The open tables whose challenge stands in a channel, or that have this thread."""
    return await tables.repository.open_at(channel_id)


async def quiet_threads(tables: Tables, before: int, *, behind: int, limit: int) -> tuple[TableRow, ...]:
    """The open tables in whose own thread they have sent nothing for a while, by their ids.

    Args:
        before: the ids of messages that were sent since are greater.
        behind: tables with greater ids alone.
    """
    return await tables.repository.quiet_threads(before, behind, limit)


async def private_of(tables: Tables, user_id: int) -> TableView | None:
    """A person's open game against the house that stands in no channel, wherever it was begun."""
    for row in await tables.repository.open_of(user_id):
        if not row.channel_id:
            with suppress(TableLost):
                return await table(tables, row.id)
    return None


async def turns_of(tables: Tables, user_id: int, before: int) -> tuple[Turn, ...]:
    """The games by correspondence in which it has been a person's turn since before a moment, longest first."""
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
    """Returns how a table was opened, and in which server: that never changes.

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
    """Returns the views of the present state of a table.

    Raises:
        Refused: there is no such table.
    """
    kept = await tables.log.views(table_id)
    return ReaderViews(kept.table, kept.hand, kept.backer)


async def hand(tables: Tables, table_id: int, user_id: int) -> HandView:
    """Returns a player's view of their table.

    Raises:
        Refused: no such table, no player of it, or no game yet.
    """
    kept = await tables.log.views(table_id)
    own = kept.hand(seat_of(kept.state, user_id))
    if own is None:
        raise Refused(Problem.NO_GAME)
    return own


async def backed_view(tables: Tables, table_id: int, user_id: int) -> BackedView:
    """Returns a backer's view: while a deal is on, the hand of the player backed.

    Raises:
        Refused: no such table, or this person may see no hand there (Laws 54 and 55).
    """
    kept = await tables.log.views(table_id)
    seen = kept.backer(user_id)
    if seen is None:
        raise sight_refusal(kept.state, user_id)
    return seen


def sight_refusal(state: TableState, user_id: int) -> Refused:
    """Why a person sees no hand as a backer or a guest."""
    galerie = state.galerie
    reason = galerie.sight_of(user_id)
    if galerie.book is None and reason is None:
        return Refused(Problem.NOT_A_PLAYER)
    if reason is None or reason is Sight.SEES:
        return Refused(Problem.NOT_A_BACKER)
    return Refused(Problem.UNSEEN, sight=reason, terms=state.opened.terms)


def seat_of(table: TableState | TableView, user_id: int) -> Seat:
    """The seat of a player.

    Raises:
        Refused: this person plays no seat here.
    """
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused(Problem.NOT_A_PLAYER)
    return seat
