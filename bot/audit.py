"""Audits a database without changing it: every ledger adds up, and every table agrees with its log.

The database sums the ledgers. The audit plays each table again from its log. The table's row, its seats and the results
of its games must agree with this replay, and each pack must be the one that was promised. What a row must contain is
written here a second time on purpose, independently of the code that writes rows. Tournaments have their own audit.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from multiprocessing import get_context
from typing import Any, Final

from bot.clock import WarningSent
from bot.people.preferences import Preferences
from bot.people.server import ServerSettings
from bot.rows.chips import Fault
from bot.rows.game_results import GameResult
from bot.rows.ids import is_house
from bot.rows.storage_errors import StorageError
from bot.rows.table_rows import TableRow
from bot.storage import Database, Pending, ProcessAccess, PutAside, StoredTable
from bot.tables.effects import PLAYED_OUT, lying_on, result_of
from bot.tables.events.table_events import Played, TableEvent, TableOpened, decode
from bot.tables.state.apply import evolve
from bot.tables.state.galerie_state import Galerie
from bot.tables.state.table_state import Status, TableState
from bot.tables.state.waiting import wake_at
from bot.tournaments.tournament_audit import tournament_faults
from ecarte.fair import Verdict, check
from ecarte.game import CardsDealt

_READ_AT_ONCE: Final = 20
"""How many tables are read in one query. A query for each table takes a third longer."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of an audit.

    Attributes:
        ledgers: how many servers have a ledger.
        tables: how many tables there are to audit, including those that were put aside.
        put_aside: the tables that the bot had put aside, because their logs cannot be read.
        pending: work that the bot has not done yet, which is no fault. None if this could not be read.
    """

    faults: tuple[Fault, ...]
    ledgers: int
    tables: int
    put_aside: tuple[PutAside, ...] = ()
    pending: Pending | None = None


async def verify(
    database: Database,
    *,
    since: int | None = None,
    address: str | None = None,
    processes: int = 1,
    part: int = 500,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Report:
    """Audits the database file, all ledgers, preferences, tables and tournaments.

    Play may go on: each part is read as of one moment.

    Args:
        since: a moment in epoch milliseconds. Only tables that changed then or later are audited. None for all tables.
        address: the address of the database, which further processes need to open it. None to audit in this process
            alone.
        processes: how many processes audit tables. Each takes `part` tables at a time.
        progress: called with the number of tables audited so far, and the number of all.

    Raises:
        StorageError: the database cannot be read at all.
    """
    table_ids = await database.audit.table_ids(since)
    put_aside = await database.audit.put_aside()
    faults = await _ask("the file", database.audit.file_faults())
    faults += await _ask("the ledgers", database.audit.ledger_faults())
    faults += await _ask("the preferences", _unreadable_texts(database))
    looked_at = sorted(set(table_ids) - {lost.table_id for lost in put_aside})
    parts = [looked_at[first : first + part] for first in range(0, len(looked_at), part)]
    if address is None or processes < 2 or len(parts) < 2:
        for number, ids in enumerate(parts):
            faults += await _tables(database, ids)
            progress(min((number + 1) * part, len(looked_at)), len(looked_at))
    else:
        faults += await _audit_in_processes(address, processes, parts, lambda done: progress(done, len(looked_at)))
    faults += await _ask("the tournaments", tournament_faults(database))
    pending: Pending | None = None
    try:
        pending = await database.audit.pending()
    except StorageError as error:
        faults.append(Fault("what is pending", f"cannot be read: {error}"))
    return Report(tuple(faults), await database.audit.ledgers(), len(table_ids), put_aside, pending)


async def _ask(where: str, question: Awaitable[Iterable[Fault]]) -> list[Fault]:
    """Returns the faults that a query finds. A query that fails is one fault."""
    try:
        return list(await question)
    except StorageError as error:
        return [Fault(where, f"cannot be read: {error}")]


async def _audit_in_processes(
    address: str, processes: int, parts: Sequence[Sequence[int]], progress: Callable[[int], None]
) -> list[Fault]:
    """Audits tables in several processes, each with connections of its own."""
    faults: list[Fault] = []
    done = 0
    loop = asyncio.get_running_loop()
    processes = min(processes, len(parts))
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_collect_seldom) as pool:
        for audited in [loop.run_in_executor(pool, _audit_part, address, ids) for ids in parts]:
            faults_found, count = await audited
            faults += faults_found
            done += count
            progress(done)
    return faults


def _collect_seldom() -> None:
    """Makes garbage collections rare: an audit makes no cycles, and by Python's thresholds a tenth of its time is spent
    on them.
    """
    gc.freeze()
    gc.set_threshold(20_000, 10, 100)


def _audit_part(address: str, ids: Sequence[int]) -> tuple[list[Fault], int]:
    """Runs `_tables` in another process."""

    async def ask() -> list[Fault]:
        async with await Database.open(address, create=False, access=ProcessAccess.READING) as database:
            return await _tables(database, ids)

    return asyncio.run(ask()), len(ids)


async def _tables(database: Database, ids: Sequence[int]) -> list[Fault]:
    faults: list[Fault] = []
    for first in range(0, len(ids), _READ_AT_ONCE):
        faults += await _faults_of(database, ids[first : first + _READ_AT_ONCE])
    return faults


async def _faults_of(database: Database, ids: Sequence[int]) -> list[Fault]:
    """Returns the faults of a few tables. If one of them cannot be read, reads each by itself."""
    try:
        tables = await database.audit.stored_tables(ids)
    except (ValueError, KeyError, TypeError, StorageError) as error:
        if len(ids) == 1:
            return [Fault(_name(ids[0]), f"its rows cannot be read ({type(error).__name__})")]
        return [fault for table_id in ids for fault in await _faults_of(database, [table_id])]
    faults: list[Fault] = []
    for table_id, stored in zip(ids, tables, strict=True):
        if stored is None:
            faults.append(Fault(_name(table_id), "it has a log or games, and no row"))
        else:
            faults += table_faults(stored)
    return faults


async def _unreadable_texts(database: Database) -> list[Fault]:
    """Returns the preferences of people and the settings of servers that cannot be read."""
    faults = []
    for kind, number, text in await database.audit.texts():
        try:
            data = dict(json.loads(text).items())
            _ = Preferences.from_json(data) if kind == "person" else ServerSettings.from_json(data)
        except Exception as error:  # a damaged text may raise anything
            what = "its preferences" if kind == "person" else "its settings"
            faults.append(Fault(f"{kind} {number}", f"{what} cannot be read ({type(error).__name__})"))
    return faults


def table_faults(stored: StoredTable) -> tuple[Fault, ...]:
    """Returns every contradiction between the log of a table and its rows."""
    return tuple(Fault(_name(stored.row.id), what) for what in _differences_of(stored))


def _differences_of(table: StoredTable) -> Iterator[str]:
    row, last = table.row, len(table.events)
    if [event.seq for event in table.events] != list(range(1, last + 1)):
        yield "its log has a gap"
        return
    if row.version != last:
        yield f"its row is at version {row.version}, its log at {last}"
    if table.seated != row.seated_ids:
        yield "its seats and its row disagree"
    if not last:
        return
    state: TableState | None = None
    results: dict[int, GameResult] = {}
    stakes: dict[int, dict[int, int]] = {}
    galerie: Galerie | None = None
    for stored in table.events:
        try:
            event = decode(stored.type, stored.version, stored.data)
            if (state is None) is not isinstance(event, TableOpened):
                yield f"its log does not replay: event {stored.seq} is out of place"
                return
            state = evolve(state, row.id, event, stored.at)
            unfair = _unfair(state, event)
            result = result_of(state, event, stored.at)
            # Most events move no chips and leave this object the same. A game begins with another object.
            if state.galerie is not galerie:
                galerie = state.galerie
                stakes |= lying_on(state)
        except Exception as error:  # a tampered log may raise anything
            # Only the kind of the error: its text may name a card.
            yield f"its log does not replay: event {stored.seq} fails ({type(error).__name__})"
            return
        if unfair is not None:
            yield unfair
        if result is not None:
            results[result.game_no] = result
    assert state is not None
    expected = _row(state, row.version)
    if row.deadline is not None and state.clock.said is WarningSent.NOTHING and row.deadline == state.clock.warns_at:
        # An older release did not store when the reserve begins to run.
        expected = replace(expected, deadline=row.deadline)
    if state.status is Status.BETWEEN and row.updated_at <= state.changed_at:
        # After an outage an older release put off the call to a chair, but not the players' hour that ends it.
        hour = row.updated_at + state.opened.terms.pace.patience_ms
        if row.deadline == min(hour, expected.deadline or hour):
            expected = replace(expected, updated_at=row.updated_at, deadline=row.deadline)
    # Only a hint: an older release did not store it, and its migration guessed.
    if different := _differing_fields(replace(expected, house=expected.house or row.house), row):
        yield f"its row and its log disagree: {different}"
    yield from _games(results, {game.game_no: game for game in table.games})
    yield from _chips(stakes, table)


def _unfair(state: TableState, event: TableEvent) -> str | None:
    """Returns the fault in the cards of a promised deal, or of its cut. None if they are as promised."""
    promise = state.deal_promise
    if promise is None or not isinstance(event, Played) or not isinstance(event.event, CardsDealt):
        return None
    assert state.game is not None
    assert state.game.deal is not None
    number = state.game.deal.number
    if promise.number != number:
        return None
    match check(number, event.event.pack, promise.fair, state.cuts).verdict:
        case Verdict.FAIR:
            return None
        case Verdict.OTHER_DEALER:
            return f"the cut for the deal of game {state.game_no} is not the one that was promised"
        case _:
            return f"deal {number} of game {state.game_no} is not the one that was promised"


def _games(expected: dict[int, GameResult], stored: dict[int, GameResult]) -> Iterator[str]:
    """Yields the differences between the log's results and the stored ones."""
    for number in sorted(expected.keys() | stored.keys()):
        if number not in stored:
            yield f"game {number} is over, but has no result"
        elif number not in expected:
            yield f"game {number} has a result, but its log does not end it"
        elif different := _differing_fields(_as_stored(expected[number], stored[number]), stored[number]):
            yield f"the result of game {number} is not what its log says: {different}"
        elif not stored[number].counted and not _is_limited(expected[number]):
            yield f"game {number} does not count, though no limit holds for it"
        elif stored[number].counted and stored[number].how == PLAYED_OUT:
            yield f"game {number} counts, though a backer has won it"


def _as_stored(expected: GameResult, stored: GameResult) -> GameResult:
    """Returns the log's result in the form that may be stored.

    A limit decides which games count, and older releases stored a backer's win in another way. Ratings are audited
    apart, from the rated games in their order.
    """
    by_older = expected.how == PLAYED_OUT != stored.how
    return replace(expected, counted=stored.counted, rated=stored.rated, how=stored.how if by_older else expected.how)


def _is_limited(result: GameResult) -> bool:
    """Whether a daily limit for one pair may keep a game from counting."""
    return result.winner is not None and not any(is_house(player.user_id) for player in result.players)


def _chips(expected: Mapping[int, Mapping[int, int]], stored: StoredTable) -> Iterator[str]:
    """Yields the differences between the log's stakes and the ledger, game by game. Pools have numbers below zero."""
    for number in sorted(expected.keys() | stored.stakes.keys() | stored.ended):
        name = f"game {number}" if number > 0 else f"pool {-number}"
        here, there = expected.get(number), stored.stakes.get(number, {})
        if here is None:
            yield f"chips were put on {name}, of which its log knows nothing"
        elif here != there:
            wrong = sorted(who for who in here.keys() | there.keys() if here.get(who) != there.get(who))
            people = ", ".join(f"{who} ({here.get(who, 0)} and {there.get(who, 0)})" for who in wrong)
            yield f"its log and the ledger do not agree who has what on {name}: {people}"
        elif not here and number not in stored.ended:
            yield f"{name} is over, but the ledger does not say so"


def _row(state: TableState, version: int) -> TableRow:
    """Returns the expected row of a table. Its version is checked apart."""
    north, south = state.seats or (None, None)
    challenged = state.opened.challenged
    return TableRow(
        id=state.id,
        guild_id=state.opened.guild_id,
        channel_id=state.opened.channel_id,
        thread_id=state.thread,
        status=state.status.value,
        north_id=north.id if north else None,
        south_id=south.id if south else None,
        challenger_id=state.opened.challenger.id,
        challenged_id=challenged.id if challenged else None,
        version=version,
        deadline=wake_at(state),
        opened_at=state.opened_at,
        updated_at=state.changed_at,
        house=state.has_house,
        pace=state.opened.terms.pace.kind.value,
    )


def _differing_fields(expected: Any, found: Any) -> str:
    """Returns the names of the fields in which two values of one class differ."""
    return ", ".join(
        part.name for part in fields(expected) if getattr(expected, part.name) != getattr(found, part.name)
    )


def _name(table_id: int) -> str:
    return f"table {table_id}"
