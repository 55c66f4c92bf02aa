"""Carries out what time alone causes at tables, and stores which tables are owed the time of an outage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from bot.rows.outages import Outage, Shard
from bot.tables.actions.succession import given_up, refused_by_heir
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import ChairLeft, ChairMissed, PauseEnded, PoolPlaceGivenUp
from bot.tables.events.table_events import (
    ChallengeEnded,
    Ending,
    TableClosed,
    TimeTold,
)
from bot.tables.fair_deal import pack_cut
from bot.tables.problems import TableLost
from bot.tables.service import Tables
from bot.tables.state.table_state import Step, TableState, steps_of
from bot.tables.state.waiting import Waiting, WaitKind, waiting_of, wake_at
from ecarte.game import ClaimTime, Scope, engine

_MOMENT_MS = 5_000
"""A shorter outage is credited only if a deadline passed in it, because each credit is an event of a table."""


async def time_passed(tables: Tables, table_id: int) -> int | None:
    """Carries out what is due at a table: ends a challenge, warns a player, deals after the time for bets, ends a game.

    While the machine's clock cannot be trusted, does none of this. It only gives the table back the time of outages.

    Returns:
        When the next warning or timeout of this table is due, in epoch milliseconds. None if none is to come, or if
        the table's log cannot be read.
    """
    try:
        await commit(tables, table_id, _expire if tables.people.is_trusted() else _nothing)
        return wake_at(await tables.log.state(table_id))
    except TableLost:
        return None


async def record_outage(
    tables: Tables,
    *outages: Outage,
    away: Mapping[Shard, int] | None = None,
    away_servers: Mapping[int, int] | None = None,
) -> dict[int, int]:
    """Stores that open tables and rounds of tournaments are owed the time of outages of their servers.

    A very short outage is owed only to tables and rounds whose deadline passed during it. No log is read: before the
    next change of a table, `commit` gives the table its time back, so that no deadline passes before that.

    Args:
        outages: ended outages of different shards (connections to Discord) and of single servers. The latest end is the
            present moment.
        away: other shards that are still away, each with the moment at which its outage began.
        away_servers: other single servers that are still away, each with the moment at which its outage began.

    Returns:
        The tables to which outages are owed, each with its server.
    """
    owed, servers = await tables.recovery.add_outage(*outages, moment_ms=_MOMENT_MS, away=away, servers=away_servers)
    tables.log.owe(owed)
    return servers


def _nothing(_state: TableState, _context: DecisionContext) -> Sequence[Step]:
    return []


def _expire(state: TableState, context: DecisionContext) -> Sequence[Step]:
    """Returns the steps of a timeout, if one is due."""
    waiting, now = waiting_of(state), context.now
    if waiting is None or now < waiting.wake_at:
        return []
    match waiting.kind:
        case WaitKind.CHALLENGE:
            return [ChallengeEnded(Ending.EXPIRED, None)]
        case WaitKind.BETS:
            return [PauseEnded()]
        case WaitKind.HEIR:
            return refused_by_heir(state, now, missed=True)
        case WaitKind.ERRORS:
            assert state.game is not None
            return steps_of(engine.closing_steps(state.game))
        case WaitKind.CUT:
            return [pack_cut(state, context)]
        case WaitKind.DECISION:
            return [TimeTold(state.clock.notice(now))]
        case WaitKind.PATIENCE:
            return _give_up_waiting(state)
        case WaitKind.CHAIR:
            (person,) = waiting.who
            was_called = state.galerie.called_person == person
            return [ChairMissed(person) if was_called else ChairLeft(person, missed=True)]
        case WaitKind.POOL:
            return _give_up_place(state, waiting, context)
        case WaitKind.NEXT_GAME:
            return [TableClosed(None)]
        case _:
            assert_never(waiting.kind)


def _give_up_place(state: TableState, waiting: Waiting, context: DecisionContext) -> Sequence[Step]:
    """Gives up the place of a player who stays away from a pool. Closes the table if no one has come."""
    pool = state.galerie.pool
    if pool is None or not state.plays_for_pool or len(waiting.who) != 1:
        return [TableClosed(None)]
    (absent,) = waiting.who
    return [PoolPlaceGivenUp(absent, context.balances_of(*pool.people))]


def _give_up_waiting(state: TableState) -> Sequence[Step]:
    """Ends a game that has waited too long for its player: lost as by a claim, or void if both were away."""
    assert state.game is not None
    late = state.game.turn
    if late is None or not state.is_won_by_waiting(state.person(late.other)):
        return [TableClosed(None)]
    claim = ClaimTime(Scope.GAME)
    return given_up(state, late.other, claim) or steps_of(engine.decision_steps(state.game, late.other, claim))
