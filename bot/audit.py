"""Audits a database without changing it: every ledger adds up, and every table is what its log says.

The storage counts the ledgers. A table is replayed from its log; its row, its seats and the results of its games must
agree, and each pack must be the one committed to. What a row must hold is stated here again on purpose, independent of
the writer. Tournaments have their own audit.
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
from bot.tables.events.table import Played, TableEvent, TableOpened, decode
from bot.tables.state.apply import evolve
from bot.tables.state.galerie_state import Galerie
from bot.tables.state.table import Status, TableState
from bot.tables.state.waiting import wake_at
from bot.tournaments.audit import tournament_faults
from ecarte.fair import Verdict, check
from ecarte.game import CardsDealt

_READ_AT_ONCE: Final = 20
"""So many tables are read in one go: to wait for each costs a third of reading it."""


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of an audit, its extent, and the tables that were put aside: their logs count as lost.

    `pending` is what the bot still has to do, which is no fault; None: it could not be read.
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
    """Audits the file, all ledgers, preferences, tables and tournaments, each as of one moment, while play goes on.

    Args:
        since: of the tables only those that changed at that moment or later.
        address: the database again, for more than one process.
        processes: how many share the tables, `part` at a time.
        progress: called with how many tables are audited, of how many.

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
    """The faults that a question finds; where it cannot be asked, that is one."""
    try:
        return list(await question)
    except StorageError as error:
        return [Fault(where, f"cannot be read: {error}")]


async def _audit_in_processes(
    address: str, processes: int, parts: Sequence[Sequence[int]], progress: Callable[[int], None]
) -> list[Fault]:
    """Audits tables in several processes; each reads by connections of its own."""
    faults: list[Fault] = []
    done = 0
    loop = asyncio.get_running_loop()
    processes = min(processes, len(parts))
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_collect_seldom) as pool:
        for audited in [loop.run_in_executor(pool, _audit_part, address, ids) for ids in parts]:
            found, count = await audited
            faults += found
            done += count
            progress(done)
    return faults


def _collect_seldom() -> None:
    """Looks for circles seldom: an audit makes none, and to look by Python's own thresholds is a tenth of its work."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 100)


def _audit_part(address: str, ids: Sequence[int]) -> tuple[list[Fault], int]:
    """Runs `_tables` in a process of its own."""

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
    """The faults of a few tables; where one of them cannot be read, each is read by itself."""
    try:
        tables = await database.audit.stored_tables(ids)
    except (ValueError, KeyError, TypeError, StorageError) as error:
        if len(ids) == 1:
            return [Fault(_name(ids[0]), f"what is kept of it cannot be read ({type(error).__name__})")]
        return [fault for table_id in ids for fault in await _faults_of(database, [table_id])]
    faults: list[Fault] = []
    for table_id, kept in zip(ids, tables, strict=True):
        if kept is None:
            faults.append(Fault(_name(table_id), "it has a log or games, and no row"))
        else:
            faults += table_faults(kept)
    return faults


async def _unreadable_texts(database: Database) -> list[Fault]:
    """The preferences of people and the settings of servers that cannot be read."""
    faults = []
    for kind, number, text in await database.audit.texts():
        try:
            data = dict(json.loads(text).items())
            _ = Preferences.from_json(data) if kind == "person" else ServerSettings.from_json(data)
        except Exception as error:  # a damaged text may raise anything
            what = "its preferences" if kind == "person" else "its settings"
            faults.append(Fault(f"{kind} {number}", f"{what} cannot be read ({type(error).__name__})"))
    return faults


def table_faults(kept: StoredTable) -> tuple[Fault, ...]:
    """Returns every inconsistency in the rows of one table."""
    return tuple(Fault(_name(kept.row.id), what) for what in _differences_of(kept))


def _differences_of(kept: StoredTable) -> Iterator[str]:
    row, last = kept.row, len(kept.events)
    if [event.seq for event in kept.events] != list(range(1, last + 1)):
        yield "its log has a gap"
        return
    if row.version != last:
        yield f"its row is at version {row.version}, its log at {last}"
    if kept.seated != row.seated_ids:
        yield "those who sit there are not those of its row"
    if not last:
        return
    state: TableState | None = None
    results: dict[int, GameResult] = {}
    lying: dict[int, dict[int, int]] = {}
    galerie: Galerie | None = None
    for stored in kept.events:
        try:
            event = decode(stored.type, stored.version, stored.data)
            if (state is None) is not isinstance(event, TableOpened):
                yield f"its log does not replay: event {stored.seq} is out of place"
                return
            state = evolve(state, row.id, event, stored.at)
            unfair = _unfair(state, event)
            result = result_of(state, event, stored.at)
            # Most events move no chips, and leave this the same object; a game begins with another.
            if state.galerie is not galerie:
                galerie = state.galerie
                lying |= lying_on(state)
        except Exception as error:  # a tampered log may raise anything
            # The kind alone: the text of an error may name a card.
            yield f"its log does not replay: event {stored.seq} fails ({type(error).__name__})"
            return
        if unfair is not None:
            yield unfair
        if result is not None:
            results[result.game_no] = result
    assert state is not None
    expected = _row(state, row.version)
    if row.deadline is not None and state.clock.said is WarningSent.NOTHING and row.deadline == state.clock.warns_at:
        # An older release did not look when the reserve begins to run.
        expected = replace(expected, deadline=row.deadline)
    if state.status is Status.BETWEEN and row.updated_at <= state.changed_at:
        # For an outage an older release put off the call to a chair, but not the hour of the players that ends it.
        hour = row.updated_at + state.opened.terms.pace.patience_ms
        if row.deadline == min(hour, expected.deadline or hour):
            expected = replace(expected, updated_at=row.updated_at, deadline=row.deadline)
    # A hint: an older release did not say so, and its migration only guessed.
    if different := _differing_fields(replace(expected, house=expected.house or row.house), row):
        yield f"its row does not say what its log says: {different}"
    yield from _games(results, {game.game_no: game for game in kept.games})
    yield from _chips(lying, kept)


def _unfair(state: TableState, event: TableEvent) -> str | None:
    """Returns the fault in the cards of a promised deal, or of the cut for it; None: they are as promised."""
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


def _games(told: dict[int, GameResult], kept: dict[int, GameResult]) -> Iterator[str]:
    """The differences between the log's results and the stored ones."""
    for number in sorted(told.keys() | kept.keys()):
        if number not in kept:
            yield f"game {number} is over, but has no result"
        elif number not in told:
            yield f"game {number} has a result, but its log does not end it"
        elif different := _differing_fields(_as_kept(told[number], kept[number]), kept[number]):
            yield f"the result of game {number} is not what its log says: {different}"
        elif not kept[number].counted and not _is_limited(told[number]):
            yield f"game {number} does not count, though no limit holds for it"
        elif kept[number].counted and kept[number].how == PLAYED_OUT:
            yield f"game {number} counts, though a backer has won it"


def _as_kept(told: GameResult, kept: GameResult) -> GameResult:
    """The log's result as it may be stored: a limit decides what counts; older releases counted a backer's win.

    What was rated is audited by itself, from the rated games in their order.
    """
    by_older = told.how == PLAYED_OUT != kept.how
    return replace(told, counted=kept.counted, rated=kept.rated, how=kept.how if by_older else told.how)


def _is_limited(result: GameResult) -> bool:
    """Whether a game of the same two may be one too many in a day."""
    return result.winner is not None and not any(is_house(player.user_id) for player in result.players)


def _chips(told: Mapping[int, Mapping[int, int]], kept: StoredTable) -> Iterator[str]:
    """The differences between the log's stakes and the ledger, game by game; pools are numbered below zero."""
    for number in sorted(told.keys() | kept.stakes.keys() | kept.ended):
        name = f"game {number}" if number > 0 else f"pool {-number}"
        here, there = told.get(number), kept.stakes.get(number, {})
        if here is None:
            yield f"chips were put on {name}, of which its log knows nothing"
        elif here != there:
            wrong = sorted(who for who in here.keys() | there.keys() if here.get(who) != there.get(who))
            people = ", ".join(f"{who} ({here.get(who, 0)} and {there.get(who, 0)})" for who in wrong)
            yield f"its log and the ledger do not agree who has what on {name}: {people}"
        elif not here and number not in kept.ended:
            yield f"{name} is over, but the ledger does not say so"


def _row(state: TableState, version: int) -> TableRow:
    """The expected row of a table; its version is checked apart."""
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
    """The names of the fields in which two values of one class differ."""
    return ", ".join(
        part.name for part in fields(expected) if getattr(expected, part.name) != getattr(found, part.name)
    )


def _name(table_id: int) -> str:
    return f"table {table_id}"
