"""The use cases of coming to a table: a person challenges, another accepts or declines, and the table gets a thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from bot.clock import ClockKind
from bot.people.person import Person, has_house
from bot.rows.commits import Commit, Limit
from bot.rows.storage_errors import LimitReached, Parted, Repeated
from bot.tables.actions.eligibility import expect_chips, expect_room
from bot.tables.commit import commit, open_table
from bot.tables.context import DecisionContext
from bot.tables.events.galerie_events import PoolJoined
from bot.tables.events.table_events import (
    ChallengeEnded,
    Ending,
    Played,
    TableClosed,
    TableEvent,
    TableOpened,
    TableSeated,
    TermsChanged,
    ThreadMade,
)
from bot.tables.fair_deal import promise_game
from bot.tables.lookup import private_of, table
from bot.tables.problems import Problem, Refused, TableLost
from bot.tables.service import Tables
from bot.tables.state.table_state import Status, TableState
from bot.tables.terms import ChallengeOptions, Terms, expect_consistent, with_options
from bot.tables.views import TableView
from ecarte.game import engine

_CHALLENGES_AT_ONCE = 5
_TERMS_CHANGES = 20
"""How often the terms of a challenge can change. Each change stores all terms, and edits the challenge's message."""
_OPENED_AT_ONCE = 20
"""The most open tables of a kind that one person may have opened in a server. A table counts until it is closed."""


async def challenge(
    tables: Tables,
    guild_id: int,
    channel_id: int,
    challenger: Person,
    challenged: Person | None,
    terms: Terms,
    cause: int | None = None,
    called_role: int | None = None,
) -> TableView:
    """Challenges a member, or all members if `challenged` is None.

    An earlier challenge by the challenger to the same member, or to all, is taken back. Challenges to a pool replace
    only each other.

    Args:
        called_role: the server's ready role, which an open challenge mentions; None if the server has none.

    Raises:
        Refused: the person challenges themselves, the other takes no challenges, one of the two has blocked the other,
            one of them or the server has reached a limit, or the challenger cannot or may not pay the stake.
    """
    if challenged is not None and challenged.id == challenger.id:
        raise Refused(Problem.SELF)
    await _expect_challengeable(tables, challenged)
    async with tables.seat_lock(guild_id):
        if cause is not None and (earlier_id := await tables.repository.carried_out(cause)) is not None:
            return await table(tables, earlier_id)
        await expect_room(tables, guild_id, challenger, terms, Problem.SEATED)
        if challenged is not None:
            await expect_room(tables, guild_id, challenged, terms, Problem.OTHER_SEATED)
        await expect_chips(tables, guild_id, terms.stake, challenger)
        earlier = await _challenges_to_replace(tables, guild_id, challenger, challenged, terms)
        # By correspondence an answer has as much time as a move.
        until = tables.now() + max(tables.limits.challenge_ms, terms.pace.decision_ms)
        called = called_role if challenged is None else None
        opened = TableOpened(guild_id, channel_id, challenger, challenged, terms, until, called)
        # A challenge that replaces another does not raise the numbers.
        limits = {Limit.CHALLENGES: _CHALLENGES_AT_ONCE + len(earlier)}
        if not earlier:
            limits[Limit.OPENED] = _OPENED_AT_ONCE
            limits[Limit.TABLES] = tables.limits.most_in_server(terms.pace.kind)
        try:
            view = await open_table(tables, opened, cause, limits)
        except LimitReached as reached:
            if reached.limit is Limit.TABLES:
                is_live = terms.pace.kind is ClockKind.LIVE
                full = Problem.SERVER_FULL if is_live else Problem.SERVER_FULL_OF_CORRESPONDENCE
                raise Refused(full, limit=reached.most) from None
            if reached.limit is Limit.OPENED:
                raise Refused(Problem.TOO_MANY_OPENED, limit=reached.most) from None
            raise Refused(Problem.TOO_MANY_CHALLENGES, limit=_CHALLENGES_AT_ONCE) from None
        except Parted as parted:
            assert challenged is not None
            if parted.user_id == challenger.id:
                raise Refused(Problem.BLOCKED_BY_YOU, name=challenged.name) from None
            raise Refused(Problem.NOT_FREE, name=challenged.name) from None
        for table_id in earlier:
            with suppress(Refused):  # declined or expired meanwhile
                await cancel(tables, table_id, challenger.id)
        return view


async def _expect_challengeable(tables: Tables, challenged: Person | None) -> None:
    """Makes sure that a person takes challenges.

    Raises:
        Refused: the person's preference is to take none.
    """
    if challenged is None or challenged.level is not None:
        return
    if not (await tables.people.profiles.profile(challenged.id)).preferences.challenges:
        raise Refused(Problem.NOT_FREE, name=challenged.name)


async def _challenges_to_replace(
    tables: Tables, guild_id: int, challenger: Person, challenged: Person | None, terms: Terms
) -> list[int]:
    """Returns the open challenges that a new one replaces. A pool and a challenge to all do not replace each other."""
    table_ids = []
    for row in await tables.repository.challenges_between(
        guild_id, challenger.id, challenged.id if challenged else None
    ):
        with suppress(TableLost):
            state = await tables.log.state(row.id)
            if (state.opened.terms.pool is None) is (terms.pool is None):
                table_ids.append(row.id)
    return table_ids


async def change_terms(
    tables: Tables, table_id: int, user_id: int, options: ChallengeOptions, cut_ms: int = 0, cause: int | None = None
) -> TableView:
    """Changes the terms of a challenge, for the person who made it. Stake and clock stay.

    Args:
        cut_ms: how long a deal waits for the elder's cut, if these options ask for the cut.

    Raises:
        Contradiction: the options contradict each other, or the challenge.
        Refused: the person may not change the terms (see `expect_own_terms`), or the table plays a pairing of a
            tournament.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        expect_own_terms(state, user_id)
        present = state.opened.terms
        expect_consistent(options, present.stake, to_all=state.opened.challenged is None)
        terms = with_options(present, options, cut_ms)
        return [] if terms == present else [TermsChanged(terms)]

    await _expect_no_pairing(tables, table_id)
    return await commit(tables, table_id, decide, cause=cause)


async def _expect_no_pairing(tables: Tables, table_id: int) -> None:
    """Makes sure that a table plays no pairing of a tournament.

    Such a table is like a challenge for a moment, or for longer after a crash, until both players sit (see `pair`).

    Raises:
        Refused: the table plays a pairing.
    """
    if await tables.repository.is_of_tournament(table_id):
        raise Refused(Problem.TOURNAMENT_TABLE)


def expect_own_terms(table: TableState | TableView, user_id: int) -> None:
    """Makes sure that a person may change the terms of a challenge.

    Raises:
        Refused: the challenge is another person's, has ended or was changed too often. Or a person has already
            agreed to its terms.
    """
    opened = table.opened
    if opened.challenger.id != user_id:
        raise Refused(Problem.NOT_CHALLENGER, name=opened.challenger.name)
    if table.ended is not None:
        raise Refused(Problem.CHALLENGE_OVER)
    if table.status is not Status.CHALLENGE or table.galerie.joined or has_house([opened.challenged]):
        raise Refused(Problem.TERMS_AGREED)
    if table.terms_changes >= _TERMS_CHANGES:
        raise Refused(Problem.TERMS_OFTEN, most=_TERMS_CHANGES)


async def accept(
    tables: Tables, table_id: int, person: Person, cause: int | None = None, terms_read: int | None = None
) -> TableView:
    """Accepts a challenge: seats a person at the table, or lets them join its pool.

    Only the challenged member may accept or, if the challenge is to all, any member. Then the cards are cut and dealt,
    unless bets can be made first. If the challenger has left the server, the challenge ends.

    Args:
        terms_read: the value of `PublicTable.terms_changes` with which the person saw the terms. None to accept the
            present terms.

    Raises:
        Refused: the challenge is for another person, its terms have changed, or one of the two has reached the limit of
            games, has left, or cannot pay the stake.
    """
    opened = (await tables.log.state(table_id)).opened
    # Outside the lock, because Discord may be slow.
    await _expect_present(tables, table_id, person)
    async with tables.seat_lock_at(opened):
        return await _accept(tables, table_id, person, cause, terms_read)


async def _expect_present(tables: Tables, table_id: int, person: Person) -> None:
    """Makes sure that the people with whom a person would sit down are still in the server. Else ends the challenge.

    Raises:
        Refused: one of them has left.
    """
    state = await tables.log.state(table_id)
    opened, challenged = state.opened, state.opened.challenged
    if state.status is not Status.CHALLENGE or not opened.channel_id or (challenged and challenged.id != person.id):
        return
    waiting = {one.id: one for one in (opened.challenger, *state.galerie.joined) if one.id != person.id}
    absent = await tables.people.members.who_left(opened.guild_id, waiting)
    if not absent:
        return
    leaver = next(one for user_id, one in waiting.items() if user_id in absent)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if state.status is not Status.CHALLENGE:
            raise Refused(Problem.CHALLENGE_OVER)
        return [ChallengeEnded(Ending.CANCELLED, leaver.id)]

    await commit(tables, table_id, decide)
    raise Refused(Problem.OTHER_LEFT, name=leaver.name)


async def _accept(
    tables: Tables, table_id: int, person: Person, cause: int | None, terms_read: int | None = None
) -> TableView:
    state = await tables.log.state(table_id)
    opened = state.opened
    challenged, terms = opened.challenged, opened.terms
    others = [opened.challenger] if terms.pool is None else [opened.challenger, *state.galerie.joined[1:]]
    may_accept = person.id == challenged.id if challenged else person.id not in [one.id for one in others]
    # A private game against the house does not count towards the limit of games.
    if state.status is Status.CHALLENGE and may_accept and opened.channel_id:
        await expect_room(tables, opened.guild_id, person, terms, Problem.SEATED)
        for other in others:
            await expect_room(tables, opened.guild_id, other, terms, Problem.OTHER_SEATED)
        await expect_chips(tables, opened.guild_id, terms.stake, person, *others)

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        opened, joined = state.opened, state.galerie.joined
        if state.status is not Status.CHALLENGE:
            raise Refused(Problem.CHALLENGE_OVER)
        if opened.challenged is None and person.id == opened.challenger.id:
            raise Refused(Problem.SELF if opened.terms.pool is None else Problem.IN_POOL)
        if opened.challenged is not None and person.id != opened.challenged.id:
            raise Refused(Problem.NOT_CHALLENGED, name=opened.challenged.name)
        if terms_read is not None and terms_read != state.terms_changes:
            raise Refused(Problem.TERMS_CHANGED, name=opened.challenger.name)
        if opened.terms.pool is not None:
            if any(one.id == person.id for one in joined):
                raise Refused(Problem.IN_POOL)
            return [*([] if joined else [PoolJoined(opened.challenger)]), PoolJoined(person)]
        events = engine.begin(opened.terms.of_game)
        # In a private game the member sits South, so that their own cards are nearest to them.
        north, south = (opened.challenger, person) if opened.channel_id else (person, opened.challenger)
        return [TableSeated(north, south), *map(Played, events)]

    return await commit(tables, table_id, decide, cause=cause, concerned=(person.id,))


async def against_house(
    tables: Tables, guild_id: int, person: Person, house: Person, terms: Terms, cause: int | None = None
) -> TableView:
    """Seats a person against the house in a private game. If they play such a game already, returns its table.

    Args:
        guild_id: the server in which the person asks; 0 if the bot is not in that server, or outside of servers.
    """
    async with tables.seat_lock(person.id):
        current = await private_of(tables, person.id)
        if current is not None and current.status is Status.BETWEEN:
            await commit(tables, current.id, lambda _state, _context: [TableClosed(person.id)])
        elif current is not None and current.status is Status.PLAYING:
            return current
        elif current is not None and current.challenged_person is not None:
            # A process has crashed before it seated the house, or is just about to seat it.
            with suppress(Refused):
                return await _accept(tables, current.id, current.challenged_person, None)
            return await table(tables, current.id)
        opened = TableOpened(guild_id, 0, person, house, terms, tables.now() + tables.limits.challenge_ms)
        try:
            promise, limits = promise_game(tables.rng.randbytes, 1), {Limit.PRIVATE: 1}
            views = await tables.log.open(opened, promise, tables.now(), cause, limits=limits)
        except Repeated as repeated:
            return await table(tables, repeated.table_id)
        except LimitReached:
            # Another process has just opened a private game for this person. The next press finds it.
            raise Refused(Problem.BUSY) from None
        return await _accept(tables, views.state.id, house, None)


async def decline(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Declines a challenge, for the challenged member.

    Raises:
        Refused: the challenge is over, open to all or for another person, or the table plays a pairing of a tournament.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if state.status is not Status.CHALLENGE:
            raise Refused(Problem.CHALLENGE_OVER)
        challenged = state.opened.challenged
        if challenged is None:
            raise Refused(Problem.OPEN_CHALLENGE)
        if challenged.id != user_id:
            raise Refused(Problem.NOT_CHALLENGED, name=challenged.name)
        return [ChallengeEnded(Ending.DECLINED, user_id)]

    await _expect_no_pairing(tables, table_id)
    return await commit(tables, table_id, decide, cause=cause)


async def cancel(tables: Tables, table_id: int, user_id: int, cause: int | None = None) -> TableView:
    """Takes back a challenge that no one has accepted, for the person who made it.

    Raises:
        Refused: the challenge is over or another person's, or the table plays a pairing of a tournament.
    """

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        if state.status is not Status.CHALLENGE:
            raise Refused(Problem.CHALLENGE_OVER)
        if state.opened.challenger.id != user_id:
            raise Refused(Problem.NOT_CHALLENGER, name=state.opened.challenger.name)
        return [ChallengeEnded(Ending.CANCELLED, user_id)]

    await _expect_no_pairing(tables, table_id)
    return await commit(tables, table_id, decide, cause=cause)


async def thread_made(tables: Tables, table_id: int, thread_id: int | None) -> TableView:
    """Stores the thread that was created for a table, or (None) that no thread could be created."""

    def decide(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
        return [] if state.thread_tried and state.thread == thread_id else [ThreadMade(thread_id)]

    return await commit(tables, table_id, decide)


async def pair(
    tables: Tables,
    guild_id: int,
    channel_id: int,
    north: Person,
    south: Person,
    terms: Terms,
    write: Callable[[Commit], Awaitable[int]],
) -> TableView:
    """Seats two people at a new table, such as the players of a pairing in a tournament.

    Args:
        write: opens the table in the database, with other rows in the same transaction, and returns its id. If the
            process dies before the two are seated, the table is a challenge that `south` may accept.

    Raises:
        Refused: one of them has reached the limit of games at this pace; nothing has changed.
    """
    async with tables.seat_lock(guild_id):
        for person in (north, south):
            await expect_room(tables, guild_id, person, terms, Problem.OTHER_SEATED)
        until = tables.now() + tables.limits.challenge_ms
        opened = TableOpened(guild_id, channel_id, north, south, terms, until)
        # The watchers are called only when both sit.
        views = await tables.log.open(opened, promise_game(tables.rng.randbytes, 1), tables.now(), None, write)
        return await _accept(tables, views.state.id, south, None)
