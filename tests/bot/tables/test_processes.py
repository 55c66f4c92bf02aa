"""Two processes on one database: each decides on what the other has stored, whatever it has in memory."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack

import pytest

from bot.clock import Pace
from bot.people.person import Person
from bot.storage import Database
from bot.tables.actions import betting, play, seating
from bot.tables.problems import Problem, Refused
from bot.tables.service import Limits
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tables.views import TableView
from bot.tournaments import actions, progress
from bot.tournaments.tournament import Stage as TournamentStage
from ecarte.ai import Level
from ecarte.game import Move, PlayerView, Seat
from tests.bot.storage.conftest import address, migrated
from tests.bot.tables.salon import CHANNEL, GUILD, OPENING, Salon, staked
from tests.bot.tournaments.playing import Court

__all__ = ["address", "migrated"]
_GAME_IS_LONG = 3000


@pytest.fixture
async def processes(migrated: str) -> AsyncIterator[list[Salon]]:
    """Three rooms of tables with connections of their own: two that play, and one that looks."""
    people = [Person(number, f"P{number}") for number in range(1, 9)]
    async with AsyncExitStack() as stack:
        databases = [await stack.enter_async_context(await Database.open(migrated)) for _ in range(3)]
        limits = Limits(live=1, correspondence=2, challenge_ms=600_000, server=12)
        yield [Salon(database, random.Random(seed), people, limits=limits) for seed, database in enumerate(databases)]


async def outcomes(*acts: Awaitable[object]) -> Counter[str]:
    """Runs acts at the same time. Counts their results: done, or why not."""
    answers = await asyncio.gather(*acts, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, Refused):
            raise answer
    return Counter(answer.problem.value if isinstance(answer, Refused) else "done" for answer in answers)


async def look(processes: list[Salon], table: int) -> TableView:
    """Returns the table as the database has it."""
    processes[2].restart()
    return await processes[2].view(table)


def first(view: PlayerView) -> Move:
    """Returns the first legal move."""
    return view.legal_moves[0]


async def test_a_game_is_played_by_two_processes_in_turn_and_no_press_is_refused(processes: list[Salon]) -> None:
    table = await processes[0].seated(Terms(in_thread=False))
    for number in range(_GAME_IS_LONG):
        await processes[2].tables.log.catch_up(table)
        view = await processes[2].view(table)
        if view.status is not Status.PLAYING:
            break
        process = processes[number % 2]
        if view.to_cut is not None:
            await process.cut(table, 16)
            continue
        assert view.game is not None
        assert view.game.turn is not None
        player = view.person(view.game.turn).id
        await play.move(process.tables, table, player, view.decision, first, cause=number + 1)
    ended = await look(processes, table)
    assert ended.status is Status.BETWEEN
    assert number > 20
    await processes[2].expect_balanced()


async def test_a_press_that_is_delivered_to_two_processes_is_carried_out_once(processes: list[Salon]) -> None:
    table = await processes[0].seated(Terms(in_thread=False))
    await processes[1].view(table)
    view = await look(processes, table)
    assert view.game is not None
    assert view.game.turn is not None
    player = view.person(view.game.turn).id
    both = [play.move(process.tables, table, player, view.decision, first, cause=77) for process in processes[:2]]
    answers = await asyncio.gather(*both)
    present = await look(processes, table)
    assert {answer.version for answer in answers} == {present.version}
    assert present.version > view.version


async def test_a_press_on_what_another_process_has_changed_is_refused_as_stale_at_once(processes: list[Salon]) -> None:
    table = await processes[0].seated(Terms(in_thread=False))
    view = await processes[1].view(table)
    assert view.game is not None
    assert view.game.turn is not None
    player = view.person(view.game.turn).id
    moved = await play.move(processes[0].tables, table, player, view.decision, first)
    with pytest.raises(Refused) as refused:
        await play.move(processes[1].tables, table, player, view.decision, first)
    assert refused.value.problem is Problem.STALE
    assert (await processes[1].view(table)).version == moved.version


async def test_two_processes_seat_a_person_once(processes: list[Salon]) -> None:
    here, there, _ = processes
    alice, bruno, chloe = here.people[:3]
    first_table = await seating.challenge(here.tables, GUILD, CHANNEL, alice, bruno, Terms(in_thread=False))
    second_table = await seating.challenge(there.tables, GUILD, CHANNEL, chloe, bruno, Terms(in_thread=False))
    came_of_it = await outcomes(
        seating.accept(here.tables, first_table.id, bruno), seating.accept(there.tables, second_table.id, bruno)
    )
    assert came_of_it == {"done": 1, Problem.SEATED.value: 1}


async def test_two_processes_seat_a_challenger_once_and_the_other_reads_whose_game_it_is(
    processes: list[Salon],
) -> None:
    here, there, _ = processes
    alice, bruno, chloe = here.people[:3]
    first_table = await seating.challenge(here.tables, GUILD, CHANNEL, alice, bruno, Terms(in_thread=False))
    second_table = await seating.challenge(there.tables, GUILD, CHANNEL, alice, chloe, Terms(in_thread=False))
    came_of_it = await outcomes(
        seating.accept(here.tables, first_table.id, bruno), seating.accept(there.tables, second_table.id, chloe)
    )
    assert came_of_it == {"done": 1, Problem.OTHER_SEATED.value: 1}


async def test_games_of_another_pace_or_server_are_counted_apart(processes: list[Salon]) -> None:
    here, there, _ = processes
    alice, bruno = here.people[:2]
    slowly = Terms(in_thread=False, pace=Pace.correspondence())
    for number, (process, guild, terms) in enumerate(
        [(here, GUILD, Terms(in_thread=False)), (there, GUILD + 1, Terms(in_thread=False)), (here, GUILD, slowly)]
    ):
        view = await seating.challenge(process.tables, guild, CHANNEL + number, alice, bruno, terms)
        assert (await seating.accept(there.tables, view.id, bruno)).status is Status.PLAYING
    with pytest.raises(Refused) as refused:
        await seating.challenge(there.tables, GUILD, CHANNEL, bruno, alice, Terms(in_thread=False))
    assert refused.value.problem is Problem.SEATED


async def test_two_processes_give_no_one_more_challenges_than_five(processes: list[Salon]) -> None:
    alice, others = processes[0].people[0], processes[0].people[1:]
    came_of_it = await outcomes(
        *(
            seating.challenge(processes[number % 2].tables, GUILD, CHANNEL, alice, other, Terms(in_thread=False))
            for number, other in enumerate(others)
        )
    )
    assert came_of_it == {"done": 5, Problem.TOO_MANY_CHALLENGES.value: len(others) - 5}


async def test_two_processes_open_no_more_tables_in_a_server_than_there_may_be(processes: list[Salon]) -> None:
    people = processes[0].people
    came_of_it = await outcomes(
        *(
            seating.challenge(processes[number % 2].tables, GUILD, CHANNEL, one, other, Terms(in_thread=False))
            for number, one in enumerate(people)
            for other in (people[number - 1], people[number - 2])
        )
    )
    assert came_of_it == {"done": 12, Problem.SERVER_FULL.value: 2 * len(people) - 12}


async def test_two_processes_open_one_private_game_against_the_house(processes: list[Salon]) -> None:
    alice, house = processes[0].people[0], Person.of_house(Level.NOVICE)
    terms = Terms(in_thread=False).against_house
    came_of_it = await outcomes(
        *(seating.against_house(process.tables, GUILD, alice, house, terms) for process in processes[:2])
    )
    assert came_of_it["done"] >= 1
    assert set(came_of_it) <= {"done", Problem.BUSY.value}
    assert len(await processes[2].tables.repository.open_of(alice.id)) == 1


async def test_of_bets_from_one_purse_at_two_processes_the_purse_covers_what_it_holds(processes: list[Salon]) -> None:
    tables = [await processes[0].seated(staked(50), north, north + 1) for north in (0, 2)]
    bettor = processes[0].people[4]
    for _ in range(3):
        acts = [
            betting.bet(process.tables, table, bettor, Seat.NORTH, 300) for process in processes[:2] for table in tables
        ]
        await asyncio.gather(*acts, return_exceptions=True)
    purses = await processes[2].purses()
    at_stake = [(await processes[2].at_stake(table)).get(bettor.id, 0) for table in tables]
    assert purses[bettor.id] == OPENING - sum(at_stake)
    assert purses[bettor.id] == OPENING - 900, "three bets of 300 of the four that were placed at a time, and no more"
    await processes[2].expect_balanced()


async def test_a_tournament_that_two_processes_carry_on_at_once_has_one_table_for_each_pairing(
    processes: list[Salon],
) -> None:
    courts = [Court(process) for process in processes[:2]]
    tournament = await courts[0].started(people=8)
    for court in courts:
        court.tournament_id = tournament.id
    rounds = 0
    while (view := await courts[0].view()).tournament.stage is TournamentStage.RUNNING:
        for pair in await courts[0].waiting():
            # Both are ready at the same moment, each at another process.
            await asyncio.gather(
                *(
                    actions.mark_ready(court.tournaments, tournament.id, user_id)
                    for court, user_id in zip(courts, pair, strict=True)
                ),
                return_exceptions=True,
            )
        await asyncio.gather(*(progress.carry_on(court.tournaments, tournament.id) for court in courts))
        view = await courts[1].view()
        assert len(view.tables) == len(set(view.tables.values()))
        for table in view.tables.values():
            for process in processes[:2]:
                # As a process does that hears what another has stored (`bot.listener`).
                await process.tables.log.catch_up(table)
            if (await processes[0].view(table)).status is Status.PLAYING:
                await processes[0].lose(table, Seat.NORTH)
        await asyncio.gather(*(progress.carry_on(court.tournaments, tournament.id) for court in courts))
        rounds += 1
        # If a player was still at the last table, a pair is seated a turn later.
        assert rounds <= 9
    final = (await courts[1].view()).tournament
    assert (final.stage, len(final.begun_rounds.rounds)) == (TournamentStage.OVER, 3)
    assert len((await processes[2].tables.repository.all_open(GUILD, limit=100)).rows) <= 1
    await processes[2].expect_balanced()
