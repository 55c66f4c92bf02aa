"""The house as a tournament's odd man: when it enters, its place, and that it stays away from no game.

Not proved here: that it plays by itself, and the messages. tests/bot/e2e shows those.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.audit import verify
from bot.house.tasks import Task, task_of
from bot.people.person import Person
from bot.tables import lookup
from bot.tables.actions import play, rematch, seating
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from bot.tournaments import actions, progress
from bot.tournaments.rounds import advance, begin_first_round, walked_over
from bot.tournaments.tournament import Stage, Tournament, row_of, tournament_of
from ecarte.ai import Level
from ecarte.game import OfferStop, Seat
from ecarte.tournament import FEWEST, Form, Outcome, Pairing, champions, pairings, standings
from tests.bot.tables.salon import GUILD
from tests.bot.tournaments.playing import HOUR_MS, Court, plan
from tests.support.erasing import erase_person

HOUSE = Person.of_house(Level.MAITRE)
ODD = [{"people": 3}, {"people": 5}, {"people": 7}]


def entered(people: int, form: Form = Form.KNOCK_OUT, *, house: Level | None = Level.MAITRE) -> Tournament:
    """Returns a tournament with this many entrants."""
    joined = tuple(Person(number, f"P{number}") for number in range(1, people + 1))
    return Tournament(1, 2, GUILD, 70, 1, "Spring", plan(form, house=house), 0, 0, people=joined)


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("people", [FEWEST, 4, 5, 16, 17, 63])
def test_it_makes_an_odd_number_even_and_is_the_last(people: int, form: Form) -> None:
    tournament = begin_first_round(entered(people, form), {people: (9, 9)}, 0)
    assert len(tournament.people) % 2 == 0
    assert (tournament.house is not None) == bool(people % 2)
    assert len(tournament.members) == people
    assert tournament.people[0].id == people, "the seeds of the members go by their games as always"
    if people % 2:
        assert tournament.people[-1] == HOUSE
        met = [pairing for pairing in pairings(tournament.begun_rounds) if len(tournament.people) in pairing.people]
        assert [len(pairing.people) for pairing in met] == [2], "the house takes the place of the bye"
    assert tournament_of(row_of(tournament)) == tournament


def test_where_it_was_not_agreed_it_stays_away() -> None:
    assert begin_first_round(entered(5, house=None), {}, 0).house is None


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("court", ODD, indirect=True)
async def test_a_whole_tournament_with_it(court: Court, form: Form) -> None:
    people = len(court.room.people)
    await court.started(plan(form, house=Level.MAITRE))
    while (await court.view()).tournament.stage is Stage.RUNNING:
        assert await court.waiting(), "a person can play"
        await court.round()
    tournament = (await court.view()).tournament
    assert tournament.stage is Stage.OVER
    ended = [pairing for played in tournament.begun_rounds.rounds for pairing in played]
    played = [pairing for pairing in ended if pairing.outcome in (Outcome.FIRST, Outcome.SECOND)]
    games = {
        Form.KNOCK_OUT: people,
        Form.ROUND_ROBIN: (people + 1) * people // 2,
        Form.SWISS: tournament.begun_rounds.rounds_in_all * (people + 1) // 2,
    }
    assert len(played) == games[form]
    if form is Form.ROUND_ROBIN:
        assert ended == played, "no one had a bye"
    among_members = [pairing for pairing in played if people + 1 not in pairing.people]
    board = await court.room.database.results.leaderboard(GUILD)
    assert sum(row.played for row in board.rows) == 2 * len(among_members)
    assert HOUSE.id not in {row.user_id for row in board.rows}
    assert champions(tournament.begun_rounds)[0] == standings(tournament.begun_rounds)[0].entrant
    assert (await court.room.database.tables.all_open()).total == 0
    assert (await verify(court.room.database)).faults == ()


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("court", [{"people": 3, "seed": 3}], indirect=True)
async def test_it_goes_on_after_a_crash_in_every_phase(court: Court, form: Form) -> None:
    await court.opened(plan(form, house=Level.MAITRE))
    court.restart()
    await actions.start(court.tournaments, court.tournament_id, 1, manages=False)
    while (await court.view()).tournament.stage is Stage.RUNNING:
        await court.round(court.crash)
    assert (await verify(court.room.database)).faults == ()


async def _against_it(court: Court) -> tuple[int, int]:
    """Begins a knock-out of three. Returns the member who meets the house, and the number of that pairing."""
    tournament = await court.started(plan(hours=1, house=Level.MAITRE))
    number, pairing = next(
        numbered for numbered in enumerate(pairings(tournament.begun_rounds), 1) if 4 in numbered[1].people
    )
    return tournament.person(next(one for one in pairing.people if one != 4)).id, number


@pytest.mark.parametrize("court", [{"people": 3}], indirect=True)
async def test_its_opponent_is_seated_as_soon_as_they_are_ready(court: Court) -> None:
    member, number = await _against_it(court)
    view = await actions.mark_ready(court.tournaments, court.tournament_id, member)
    table = await lookup.table(court.room.tables, view.tables[number])
    assert table.status is Status.PLAYING
    assert {person.id for person in table.seats or ()} == {member, HOUSE.id}
    table = await play.move(court.room.tables, table.id, member, None, lambda _: OfferStop())
    while task_of(table) is Task.MOVE:
        table = await court.room.step(table.id)
    assert task_of(table) is Task.STOP, "it answers when it has moved"


@pytest.mark.parametrize("court", [{"people": 3}], indirect=True)
async def test_members_who_do_not_come_lose_to_it_and_where_no_one_comes_it_has_won_all(court: Court) -> None:
    member, number = await _against_it(court)
    await court.later(HOUR_MS)
    tournament = (await court.view()).tournament
    assert tournament.person(tournament.begun_rounds.rounds[0][number - 1].winner or 0) == HOUSE
    assert tournament.begun_rounds.rounds[0][2 - number].outcome is Outcome.NOBODY
    assert (tournament.stage, champions(tournament.begun_rounds)) == (Stage.OVER, (4,)), (
        "and no one was left to meet it"
    )
    assert tournament.number_of(member) != 4


@pytest.mark.parametrize("court", [{"people": 3}], indirect=True)
async def test_who_goes_away_in_the_middle_is_claimed_against(court: Court) -> None:
    member, number = await _against_it(court)
    view = await actions.mark_ready(court.tournaments, court.tournament_id, member)
    table = await lookup.table(court.room.tables, view.tables[number])
    while table.game is None or table.game.turn is not table.seat_of(member):
        table = await court.room.step(table.id)
    for _ in range(4):
        assert table.deadline is not None
        table = await court.room.later(max(table.deadline - court.room.now, 1_000), table.id)
    assert task_of(table) is Task.CLAIM


@pytest.mark.parametrize("court", [{"people": 3}], indirect=True)
async def test_a_person_who_withdraws_or_is_erased_forfeits_to_it(court: Court) -> None:
    await court.started(plan(Form.ROUND_ROBIN, house=Level.MAITRE))
    await actions.withdraw(court.tournaments, court.tournament_id, 2)
    await erase_person(court.room.database, 3)
    await progress.carry_on(court.tournaments, court.tournament_id)
    while (await court.view()).tournament.stage is Stage.RUNNING:
        await court.round()
    tournament = (await court.view()).tournament
    (line,) = [line for line in standings(tournament.begun_rounds) if line.entrant == 4]
    assert line.won >= 2
    assert (await verify(court.room.database)).faults == ()


def test_it_goes_after_a_member_who_came_and_before_one_who_did_not() -> None:
    tournament, pairing = begin_first_round(entered(3), {}, 0), Pairing(1, 4)
    assert walked_over(tournament, pairing, ()) is Outcome.WALKOVER_SECOND
    assert walked_over(replace(tournament, ready={1: 5}), pairing, ()) is Outcome.WALKOVER_FIRST
    assert walked_over(replace(tournament, ready={1: 5}), pairing, {1}) is Outcome.WALKOVER_SECOND
    assert walked_over(tournament, Pairing(4, 1), ()) is Outcome.WALKOVER_FIRST


def test_a_round_is_not_over_before_its_deadline_because_it_is_there() -> None:
    tournament = begin_first_round(entered(3), {}, 0)
    assert advance(tournament, {}, (), tournament.plan.round_ms - 1) == tournament


async def test_games_against_it_make_no_seeds(court: Court) -> None:
    terms = Terms(in_thread=False).against_house
    for _ in range(2):
        asked = await seating.challenge(court.room.tables, GUILD, 70, court.room.people[3], HOUSE, terms)
        await seating.accept(court.room.tables, asked.id, HOUSE)
        await court.room.lose(asked.id, Seat.SOUTH)
        await rematch.close(court.room.tables, asked.id, 4)
    tournament = await court.started()
    assert [person.id for person in tournament.people] == [1, 2, 3, 4]
