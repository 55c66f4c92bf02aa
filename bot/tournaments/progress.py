"""Does what is due in running tournaments: opens tables, stores results, ends rounds and begins the next ones.

`carry_on` may be called at any time and any number of times, also after a crash.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.clock import ClockKind
from bot.rows.storage_errors import Conflict
from bot.storage import PairingTable
from bot.tables import lookup
from bot.tables.actions import rematch, seating
from bot.tables.actions.eligibility import has_room
from bot.tables.problems import Problem, Refused, TableLost
from bot.tables.state.table_state import Status
from bot.tournaments.arena_progress import REVIEW_MS, MeetingEnd, advance_arena, begin_arena, next_look
from bot.tournaments.rounds import Fate, advance, begin_first_round, wants_table
from bot.tournaments.service import TRIES, Tournaments, find, pairing_tables, tell, winner_of, write
from bot.tournaments.tournament import READY_MS, Stage, Tournament, tournament_of
from ecarte.game.events import Ending
from ecarte.tournament import FEWEST, Pairing, pairings


class _Step(NamedTuple):
    """What was due in a tournament that is running.

    Attributes:
        after: the tournament after the results of its tables and its deadlines, not stored yet.
        opened: whether a table was opened.
        ended: the numbers of the pairings whose tables are over.
    """

    after: Tournament
    opened: bool
    ended: Collection[int]


async def carry_on(tournaments: Tournaments, tournament_id: int) -> int | None:
    """Does what is due in a tournament: opens tables, stores results, ends and begins rounds, or cancels it.

    A table is opened for a pairing when both players are present. If a start was set for an open tournament, it begins
    at that time, or is cancelled if too few have joined. If no start was set and no one starts it for `IDLE_MS`, it is
    cancelled. While the machine's clock cannot be trusted, the server is away, or another process owns the server, no
    round begins or ends and no tournament is cancelled because of the time.

    Returns:
        When `carry_on` has to be called again, in epoch milliseconds. None if nothing is due by time alone.

    Raises:
        Refused: there is no such tournament, or other writers were faster each time.
    """
    async with tournaments.lock(tournament_id):
        for _ in range(TRIES):
            tournament = await find(tournaments, tournament_id)
            time_counts = _time_counts(tournaments, tournament)
            if tournament.stage is not Stage.RUNNING:
                due = tournament.starts_at if tournament.stage is Stage.OPEN else None
                due = due or tournament.lapses_at
                if due is None or not time_counts or tournaments.now() < due:
                    return due
                with suppress(Conflict):
                    await write(tournaments, tournament, await _begun_or_lapsed(tournaments, tournament), None)
                continue
            step = await (_arena_step if tournament.arena is not None else _round_step)(
                tournaments, tournament, time_counts
            )
            if step.after == tournament:
                if step.opened:
                    tell(tournaments, tournament)
                return _next(tournaments, tournament)
            try:
                await write(tournaments, tournament, step.after, None)
            except Conflict:
                continue
            await _put_away(tournaments, tournament, step.ended)
        raise Refused(Problem.STALE)


def begin(tournament: Tournament, tallies: Mapping[int, tuple[int, int]], now: int) -> Tournament:
    """Returns the tournament in its first round, or as an arena that has just begun.

    Args:
        tallies: by the id of each person, the numbers of games won and games played in this server.
        now: the present moment, in epoch milliseconds.
    """
    if tournament.plan.form is None:
        return begin_arena(tournament, now)
    return begin_first_round(tournament, tallies, now)


async def _round_step(tournaments: Tournaments, tournament: Tournament, time_counts: bool) -> _Step:
    """Opens the tables that are due in a round, and reads the results of all tables."""
    opened, busy = await _seat(tournaments, tournament)
    fates = {
        number: await _fate(tournaments, tournament, table)
        for number, table in (await pairing_tables(tournaments, tournament)).items()
    }
    after = await asyncio.to_thread(advance, tournament, fates, busy, tournaments.now(), time_counts=time_counts)
    return _Step(after, opened, [number for number, fate in fates.items() if fate is not Fate.ON])


async def _arena_step(tournaments: Tournaments, tournament: Tournament, time_counts: bool) -> _Step:
    """Does in an arena what `_round_step` does in a round."""
    assert tournament.deadline is not None, "an arena that is on has a deadline"
    tables, opened, ends = await pairing_tables(tournaments, tournament), False, dict[int, MeetingEnd]()
    is_over = tournaments.now() >= tournament.deadline
    for number, pairing in tournament.open_pairings.items():
        if number in tables:
            await _sit_down(tournaments, tables[number])
            if (end := await _end_of(tournaments, tables[number], pairing)) is not None:
                ends[number] = end
            continue
        if not tournaments.tables.log.is_owned(tournament.guild_id):
            # A press in direct messages may come to another process than the owner, which is about to open the table.
            continue
        absent = await _who_left(tournaments, tournament, pairing)
        for one in pairing.people:
            if not await has_room(
                tournaments.tables, tournament.guild_id, tournament.person(one), tournament.plan.terms
            ):
                absent.add(one)
        if not absent and not is_over and await _pair(tournaments, tournament, number):
            opened = True
        elif number not in await pairing_tables(tournaments, tournament):
            # Otherwise an earlier owner has just opened the table, so both play there.
            ends[number] = MeetingEnd(None, absent, tournaments.now())
    is_reviewed = is_over and await _is_reviewed(tournaments, tournament)
    now = tournaments.now()
    after = await asyncio.to_thread(
        advance_arena, tournament, ends, now, time_counts=time_counts, is_reviewed=is_reviewed
    )
    return _Step(after, opened, list(ends))


async def _end_of(tournaments: Tournaments, table_id: int, pairing: Pairing) -> MeetingEnd | None:
    """Returns how a table of an arena ended; None if its first game is being played.

    A player whose time ran out was absent. A table that was closed without a result waited for both. One more game than
    the server counts for two people in a day has no result here either, so that friends cannot give wins away.
    """
    if await _is_on(tournaments, table_id):
        return None
    result = await tournaments.results.game(table_id, 1)
    if result is None:
        return MeetingEnd(None, pairing.people, tournaments.now())
    north, south = pairing.people
    winner = winner_of(result, (north, south))
    late = winner is not None and result.how == Ending.TIME.value
    absent: Collection[int] = {north, south} - {winner} if late else ()
    given_up = result.how == Ending.RESIGNED.value and result.deals <= 1
    return MeetingEnd(winner if result.counted else None, absent, result.ended_at, given_up)


async def _is_reviewed(tournaments: Tournaments, tournament: Tournament) -> bool:
    """Whether the house has reviewed all games of an arena, or has had enough time for that."""
    ended_at = await tournaments.repository.last_unreviewed_end(tournament.id)
    return ended_at is None or tournaments.now() >= ended_at + REVIEW_MS


async def _begun_or_lapsed(tournaments: Tournaments, tournament: Tournament) -> Tournament:
    """Returns an open tournament whose time has come: in its first round, or cancelled.

    It begins at the time that was set for its start, if enough participants are still in the server.
    """
    remaining = tournament.without(await ids_of_leavers(tournaments, tournament))
    if tournament.starts_at is None or len(remaining.people) < FEWEST:
        return replace(tournament, stage=Stage.CANCELLED, lapsed=True)
    tallies = await tournaments.results.tallies(tournament.guild_id, [person.id for person in remaining.people])
    return begin(remaining, tallies, tournaments.now())


async def ids_of_leavers(tournaments: Tournaments, tournament: Tournament) -> frozenset[int]:
    """Returns the ids of the participants who have left the server."""
    ids = [person.id for person in tournament.people]
    return await tournaments.tables.people.members.who_left(tournament.guild_id, ids)


async def restore(tournaments: Tournaments, since: int | None) -> list[Tournament]:
    """Returns the tournaments that the bot looks after when it starts: those that are open or running.

    Args:
        since: a moment in epoch milliseconds. Tournaments that ended then or later are returned, too. None to return
            no ended tournament.
    """
    rows = list(await tournaments.repository.all_open())
    if since is not None:
        rows += await tournaments.repository.over_since(since)
    return [tournament_of(row) for row in rows]


async def tell_credited(tournaments: Tournaments) -> None:
    """Calls the watchers with all tournaments that are open or running: an outage may have moved their deadlines."""
    for row in await tournaments.repository.all_open():
        tell(tournaments, tournament_of(row))


def _time_counts(tournaments: Tournaments, tournament: Tournament) -> bool:
    """Whether time may begin or end a round or the tournament now.

    Only the owner of the server knows if the server is away.
    """
    log, guild_id = tournaments.tables.log, tournament.guild_id
    return tournaments.tables.people.is_trusted() and log.is_owned(guild_id) and log.stopped_since(guild_id) is None


def _next(tournaments: Tournaments, tournament: Tournament) -> int | None:
    """Returns when the round ends, or when a person no longer counts as present. None if only tables are awaited."""
    moments = [] if tournament.deadline is None else [tournament.deadline]
    if tournament.plan.terms.pace.kind is ClockKind.LIVE:
        moments += [at + READY_MS for at in tournament.ready.values()]
    now = tournaments.now()
    if not _time_counts(tournaments, tournament) and (tournament.deadline or now) < now:
        # The deadline was not carried out. The timer keeps it until the clock is trusted and the server is back.
        return tournament.deadline
    if tournament.arena is not None:
        return next_look(tournament, now)
    return min((at for at in moments if at > now), default=None)


async def _seat(tournaments: Tournaments, tournament: Tournament) -> tuple[bool, frozenset[int]]:
    """Opens the tables of pairs whose players are both present.

    Returns:
        Whether a table was opened, and the numbers of the entrants who play elsewhere or have left the server.
    """
    tables, opened, busy = await pairing_tables(tournaments, tournament), False, set[int]()
    for number in tournament.ready:
        if not await has_room(
            tournaments.tables, tournament.guild_id, tournament.person(number), tournament.plan.terms
        ):
            busy.add(number)
    for number, pairing in enumerate(pairings(tournament.begun_rounds), 1):
        if wants_table(tournament, number, tournaments.now(), tables) and not busy & set(pairing.people):
            absent = await _who_left(tournaments, tournament, pairing)
            busy |= absent
            opened |= not absent and await _pair(tournaments, tournament, number)
    for table in tables.values():
        await _sit_down(tournaments, table)
    return opened, frozenset(busy)


async def _sit_down(tournaments: Tournaments, table_id: int) -> None:
    """Seats both players of a table if a crash came after it was opened and before both sat down.

    The house sits down by itself.
    """
    with suppress(Refused):
        view = await lookup.table(tournaments.tables, table_id)
        if view.status is Status.CHALLENGE and view.challenged_person is not None:
            await seating.accept(tournaments.tables, table_id, view.challenged_person)


async def _who_left(tournaments: Tournaments, tournament: Tournament, pairing: Pairing) -> set[int]:
    """Returns the numbers of the players of a pairing who have left the server."""
    people = {tournament.person(number).id: number for number in pairing.people}
    absent = await tournaments.tables.people.members.who_left(tournament.guild_id, people)
    return {people[user_id] for user_id in absent}


async def _pair(tournaments: Tournaments, tournament: Tournament, number: int) -> bool:
    """Opens the table of a pairing. Returns False if the pairing has a table, or if a player sits elsewhere."""
    pairing = tournament.open_pairings[number]
    north, south = (tournament.person(one) for one in pairing.people)
    attempt = PairingTable(tournament.id, tournament.round_no, number, tournament.spent.get(number, 0) + 1, 0)
    write = partial(tournaments.repository.open_pairing, pairing=attempt)
    try:
        await seating.pair(
            tournaments.tables, tournament.guild_id, tournament.channel_id, north, south, tournament.plan.terms, write
        )
    except (Conflict, Refused):
        return False
    return True


async def _fate(tournaments: Tournaments, tournament: Tournament, table_id: int) -> Fate:
    """Returns the outcome of a table. Only its first game counts."""
    if await _is_on(tournaments, table_id):
        return Fate.ON
    result = await tournaments.results.game(table_id, 1)
    return winner_of(result, (Fate.NORTH_WON, Fate.SOUTH_WON)) or Fate.NOTHING


async def _is_on(tournaments: Tournaments, table_id: int) -> bool:
    """Whether the first game of a table has not ended."""
    with suppress(TableLost):
        view = await lookup.table(tournaments.tables, table_id)
        return view.game_no < 2 and view.status in (Status.CHALLENGE, Status.PLAYING)
    return False


async def _put_away(tournaments: Tournaments, tournament: Tournament, numbers: Collection[int]) -> None:
    """Closes the tables whose results were recorded, so that their players are free for the next game.

    Args:
        numbers: the numbers of their pairings.
    """
    tables = await pairing_tables(tournaments, tournament)
    for number in numbers:
        if number not in tables:
            continue
        with suppress(TableLost):
            view = await lookup.table(tournaments.tables, tables[number])
            if view.status is Status.BETWEEN and view.seats is not None:
                await rematch.close(tournaments.tables, view.id, view.seats[0].id)
