"""Arenas at real tables: whole ones with random results, crashes in every phase, people who leave, the end in mid-game.

Not proved here: the messages. tests/bot/e2e shows those.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.clock import Pace, WarningSent
from bot.people.person import Person
from bot.people.server import ServerSettings
from bot.storage import StoryParts, StoryRow
from bot.tables import lookup
from bot.tables.actions import play
from bot.tables.problems import Problem, Refused
from bot.tables.terms import Terms
from bot.tournaments import actions, progress, service
from bot.tournaments.arena_progress import PLAYED_OUT_MS, REVIEW_MS, WAIT_MS, advance_arena
from bot.tournaments.second_prize import fewest_errors
from bot.tournaments.service import open_tournaments
from bot.tournaments.tournament import Plan, Stage, Tournament, row_of
from bot.tournaments.tournament_audit import tournament_faults
from ecarte.game import ClaimTime, Resign, Rules, Scope, Seat
from ecarte.table.stakes import Style
from ecarte.tournament import arena_standings
from tests.bot.tournaments.playing import Court
from tests.support.erasing import erase_person

MINUTE_MS = 60_000
PLAN = Plan(None, Terms(rules=Rules(for_stakes=True), pace=Pace.live(), style=Style.ENGLISH, in_thread=False), 0, 60)


async def tournament_of(court: Court) -> Tournament:
    return (await court.view()).tournament


async def paired(court: Court) -> dict[int, int]:
    """Lets those who wait get their opponents. Returns the tables that are on, by the number of the meeting."""
    await court.later(WAIT_MS)
    return dict((await court.view()).tables)


async def times_out(court: Court, table: int) -> Person:
    """Lets the player who has to move stay away, and the opponent claim the game. Returns the player."""
    while (view := await court.room.view(table)).sent_warning is not WarningSent.UP:
        assert view.deadline is not None
        await court.room.later(view.deadline - court.room.now, table)
    assert view.game is not None
    assert view.game.turn is not None
    late = view.game.turn
    await play.move(court.room.tables, table, view.person(late.other).id, None, lambda _: ClaimTime(Scope.GAME))
    await progress.carry_on(court.tournaments, court.tournament_id)
    return view.person(late)


async def played_out(court: Court, between: Callable[[], Awaitable[None]] | None = None) -> Tournament:
    """Plays an arena to its end with random results. Calls `between` in every phase."""
    while (tournament := await tournament_of(court)).stage is Stage.RUNNING:
        if between is not None:
            await between()
        tables = (await paired(court)).values()
        await court.later(4 * MINUTE_MS)
        for table in tables:
            if between is not None:
                await between()
            await court.play(table, court.room.chance.choice(list(Seat)))
    return tournament


@pytest.mark.slow
@pytest.mark.parametrize("court", [{"people": 9, "seed": 5}], indirect=True)
async def test_a_whole_arena_gives_everyone_the_next_opponent_at_once(court: Court) -> None:
    await court.started(PLAN)
    tournament = await played_out(court)
    arena = tournament.begun_arena
    lines = arena_standings(arena)
    assert all(line.won + line.lost >= 8 for line in lines), "of nine, eight play at any time"
    met = Counter(frozenset(meeting.people) for meeting in arena.meetings)
    counted = sum(min(times, ServerSettings().counted_games) for times in met.values())
    assert sum(line.won for line in lines) == sum(line.lost for line in lines) == counted
    for number in arena.entrants:
        others = [meeting.people for meeting in arena.meetings if number in meeting.people]
        assert all(set(one) != set(other) for one, other in pairwise(others)), "no one meets the last opponent again"
    assert (await court.room.database.tables.all_open()).total == 0, "every table was put away"
    assert await tournament_faults(court.room.database) == ()
    assert await progress.carry_on(court.tournaments, tournament.id) is None


@pytest.mark.slow
@pytest.mark.parametrize("court", [{"people": 4, "seed": 3}], indirect=True)
async def test_an_arena_goes_on_after_a_crash_in_every_phase(court: Court) -> None:
    await court.started(PLAN)
    tournament = await played_out(court, court.crash)
    assert len(tournament.begun_arena.meetings) > 8
    assert await tournament_faults(court.room.database) == ()


async def met(court: Court) -> Tournament:
    """Pairs those who wait, as the owner does just before it opens their tables."""
    court.room.now += WAIT_MS
    tournament = await tournament_of(court)
    after = advance_arena(tournament, {}, court.room.now, time_counts=True, is_reviewed=False)
    return await service.write(court.tournaments, tournament, after, None)


async def test_only_the_owner_of_a_server_opens_the_tables_of_an_arena(court: Court) -> None:
    await court.started(PLAN)
    tournament, fence = await met(court), court.room.database.fence
    # Another process owns the only group of servers.
    fence.count = 1
    await progress.carry_on(court.tournaments, tournament.id)
    assert (await tournament_of(court)).begun_arena.on.keys() == {1, 2}
    assert not (await court.view()).tables
    fence.count = 0
    await progress.carry_on(court.tournaments, tournament.id)
    assert (await court.view()).tables.keys() == {1, 2}


async def test_two_processes_that_open_the_same_tables_end_no_game(court: Court) -> None:
    await court.started(PLAN)
    tournament = await met(court)
    other = open_tournaments(court.room.database, court.room.tables, lambda: court.room.now)
    await asyncio.gather(*(progress.carry_on(one, tournament.id) for one in (court.tournaments, other)))
    assert (await tournament_of(court)).begun_arena.on.keys() == {1, 2}
    assert (await court.view()).tables.keys() == {1, 2}


async def test_two_alone_meet_again_after_a_minute(court: Court) -> None:
    await court.started(PLAN, people=3)
    (table,) = (await paired(court)).values()
    tournament = await tournament_of(court)
    (third,) = {1, 2, 3} - tournament.begun_arena.playing
    await actions.withdraw(court.tournaments, tournament.id, tournament.person(third).id)
    await court.play(table, Seat.NORTH)
    assert await paired(court) == {}
    await court.later(MINUTE_MS)
    assert len((await court.view()).tables) == 1


async def test_two_friends_give_each_other_no_more_wins_than_the_server_counts_in_a_day(court: Court) -> None:
    started = await court.started(PLAN, people=3)
    await actions.withdraw(court.tournaments, started.id, started.person(3).id)
    for _ in range(7):
        (table,) = (await paired(court)).values()
        view = await court.room.view(table)
        await court.play(table, Seat.SOUTH if view.person(Seat.NORTH).id == started.person(1).id else Seat.NORTH)
        await court.later(MINUTE_MS)
    friend = arena_standings((await tournament_of(court)).begun_arena)[0]
    assert (friend.entrant, friend.won, friend.points) == (1, ServerSettings().counted_games, 2 + 2 + 4 + 4 + 4)


async def test_a_game_that_is_resigned_in_its_first_deal_is_a_loss_and_no_win(court: Court) -> None:
    await court.started(PLAN)
    table, other = (await paired(court)).values()
    loser = (await court.room.view(table)).person(Seat.NORTH)
    await play.move(court.room.tables, table, loser.id, None, lambda _: Resign())
    await progress.carry_on(court.tournaments, court.tournament_id)
    await court.play(other, Seat.NORTH)
    tournament = await tournament_of(court)
    lines = arena_standings(tournament.begun_arena)
    assert sorted(line.points for line in lines) == [0, 0, 0, 2]
    assert [line.lost for line in lines if line.entrant == tournament.number_of(loser.id)] == [1]
    assert await tournament_faults(court.room.database) == ()


async def test_a_game_that_is_on_at_the_end_counts_if_it_ends_within_ten_minutes(court: Court) -> None:
    started = await court.started(PLAN)
    assert started.deadline is not None
    first, second = (await paired(court)).values()
    court.room.now = started.deadline
    await progress.carry_on(court.tournaments, started.id)
    with pytest.raises(Refused) as refused:
        await actions.enter_arena(court.tournaments, started.id, Person(99, "Late"))
    assert refused.value.problem is Problem.TOURNAMENT_OVER
    await actions.enter_arena(court.tournaments, started.id, (await court.room.view(first)).person(Seat.NORTH))
    await court.later(PLAYED_OUT_MS - MINUTE_MS)
    await court.play(first, Seat.NORTH)
    assert (await court.view()).tables.keys() == {2}, "no new game has begun"
    await court.later(2 * MINUTE_MS)
    await court.play(second, Seat.NORTH)
    await court.later(REVIEW_MS)
    tournament = await tournament_of(court)
    assert tournament.stage is Stage.OVER
    assert [meeting.winner is not None for meeting in tournament.begun_arena.meetings] == [True, False]


async def test_two_missed_games_make_a_player_away_until_they_say_that_they_are_here(court: Court) -> None:
    await court.started(PLAN)
    tournament = await tournament_of(court)
    while 2 not in tournament.missed.values():
        for table in (await paired(court)).values():
            absent = await times_out(court, table)
            tournament = await tournament_of(court)
            number = tournament.number_of(absent.id)
            assert number is not None
            assert (number in tournament.ready) is (tournament.missed[number] < 2)
            if tournament.missed[number] == 2:
                break
    away = next(number for number, count in tournament.missed.items() if count == 2)
    await paired(court)
    assert away not in (await tournament_of(court)).begun_arena.playing
    await actions.enter_arena(court.tournaments, tournament.id, tournament.person(away))
    tournament = await tournament_of(court)
    assert away in tournament.ready
    assert away not in tournament.missed


async def test_a_newcomer_joins_a_running_arena_and_a_leaver_finishes_the_game(court: Court) -> None:
    await court.started(PLAN, people=3)
    (table,) = (await paired(court)).values()
    view = await court.room.view(table)
    leaver = view.person(Seat.NORTH)
    await actions.withdraw(court.tournaments, court.tournament_id, leaver.id)
    await actions.enter_arena(court.tournaments, court.tournament_id, court.room.people[3])
    await court.play(table, Seat.SOUTH)
    await paired(court)
    tournament = await tournament_of(court)
    number = tournament.number_of(leaver.id)
    line = next(line for line in arena_standings(tournament.begun_arena) if line.entrant == number)
    assert line.points == 2, "the game that was on counts"
    assert number not in tournament.ready
    newcomer = tournament.number_of(court.room.people[3].id)
    assert newcomer == 4
    assert newcomer in tournament.begun_arena.playing


async def test_a_leaver_who_comes_back_in_mid_game_gets_the_next_opponent(court: Court) -> None:
    await court.started(PLAN)
    table, _ = (await paired(court)).values()
    leaver = (await court.room.view(table)).person(Seat.NORTH)
    await actions.withdraw(court.tournaments, court.tournament_id, leaver.id)
    await actions.enter_arena(court.tournaments, court.tournament_id, leaver)
    await court.play(table, Seat.SOUTH)
    tournament = await tournament_of(court)
    assert tournament.number_of(leaver.id) in tournament.ready


async def test_a_result_that_no_game_has_is_found(court: Court) -> None:
    await court.started(PLAN)
    (table, _) = (await paired(court)).values()
    await court.play(table, Seat.NORTH)
    assert await tournament_faults(court.room.database) == ()
    tournament = await tournament_of(court)
    meeting = tournament.begun_arena.meetings[0]
    wrong = (replace(meeting, winner=meeting.first), *tournament.begun_arena.meetings[1:])
    arena = replace(tournament.begun_arena, meetings=wrong)
    forged = replace(tournament, arena=arena, version=tournament.version + 1)
    await court.room.database.tournaments.change(row_of(forged), tournament.version)
    (fault,) = await tournament_faults(court.room.database)
    assert "meeting 1" in fault.what


async def test_an_outage_puts_the_end_off(court: Court) -> None:
    before = await court.started(PLAN)
    assert before.deadline is not None
    await court.room.outage(20 * MINUTE_MS)
    assert (await tournament_of(court)).deadline == before.deadline + 20 * MINUTE_MS


async def test_an_erased_person_gets_no_opponent_and_the_arena_goes_on(court: Court) -> None:
    tournament = await court.started(PLAN)
    await erase_person(court.room.database, court.room.people[0].id)
    assert len(await paired(court)) == 1
    assert tournament.number_of(court.room.people[0].id) not in (await tournament_of(court)).begun_arena.playing


async def test_the_second_prize_goes_to_the_fewest_errors_of_those_who_play_on_and_waits_for_the_review(
    court: Court,
) -> None:
    await court.started(PLAN)
    tournament = await tournament_of(court)
    cheap, quitter = court.room.people[2].id, court.room.people[3].id
    errors = {cheap: (100, 10), quitter: (0, 1)}
    reviewed: set[int] = set()
    while (tournament := await tournament_of(court)).stage is Stage.RUNNING:
        for table in (await paired(court)).values():
            view = await lookup.table(court.room.tables, table)
            assert view.seats is not None
            await court.play(table, Seat.NORTH)
            if table not in reviewed:
                reviewed.add(table)
                parts = {
                    seat.name.lower(): StoryParts(0, 0, 0, *errors.get(view.person(seat).id, (900, 10)))
                    for seat in Seat
                }
                await court.room.database.stories.put(table, 1, StoryRow("model", "story"), parts)
        assert await fewest_errors(court.tournaments, tournament) is None, "not told before the end"
        await court.later(4 * MINUTE_MS)
    prize = await fewest_errors(court.tournaments, tournament)
    assert prize is not None
    assert tournament.person(prize.number).id == cheap
    assert prize.rate == pytest.approx(0.1)
