"""Tournaments at real tables: whole ones with random results, restarts in every phase, deadlines, absent people.

Not proved here: the messages. tests/bot/e2e shows those.
"""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.clock import Pace
from bot.people.person import Person
from bot.storage import PairingTable
from bot.tables import lookup
from bot.tables.actions import play, rematch, seating
from bot.tables.events.table_events import TableOpened
from bot.tables.fair_deal import promise_game
from bot.tables.problems import Problem, Refused
from bot.tables.service import Limits
from bot.tables.state.table_state import Status
from bot.tables.terms import ChallengeOptions, Terms
from bot.tournaments import actions, progress, service
from bot.tournaments.tournament import IDLE_MS, READY_MS, Stage, Tournament
from ecarte.game import AcceptStop, OfferStop, Seat
from ecarte.tournament import Form, Outcome, champions, standings
from tests.bot.tables.salon import staked
from tests.bot.tournaments.playing import CHANNEL, HOUR_MS, Court, plan
from tests.support.erasing import erase_person
from tests.support.ledger import treasury

BY_LETTER = Pace.correspondence(24)


def refused(problem: Problem) -> pytest.RaisesExc[Refused]:
    return pytest.RaisesExc(Refused, check=lambda error: error.problem is problem)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("court", "form"),
    [
        *(({"people": people}, Form.KNOCK_OUT) for people in (3, 5, 8, 16)),
        *(({"people": people}, Form.ROUND_ROBIN) for people in (3, 5, 8)),
        *(({"people": people}, Form.SWISS) for people in (3, 5, 9)),
    ],
    indirect=["court"],
    ids=lambda value: str(value["people"]) if isinstance(value, dict) else value.value,
)
async def test_a_whole_tournament(court: Court, form: Form) -> None:
    people = len(court.room.people)
    await court.started(plan(form))
    while (await court.view()).tournament.stage is Stage.RUNNING:
        assert await court.waiting(), "a person can play"
        await court.round()
    tournament = (await court.view()).tournament
    assert tournament.stage is Stage.OVER
    assert tournament.deadline is None
    assert champions(tournament.begun_rounds)[0] == standings(tournament.begun_rounds)[0].entrant
    played = [
        pairing
        for played in tournament.begun_rounds.rounds
        for pairing in played
        if pairing.outcome in (Outcome.FIRST, Outcome.SECOND)
    ]
    games = {
        Form.KNOCK_OUT: people - 1,
        Form.ROUND_ROBIN: people * (people - 1) // 2,
        Form.SWISS: tournament.begun_rounds.rounds_in_all * (people // 2),
    }
    assert len(played) == games[form]
    assert (await court.room.database.tables.all_open()).total == 0, "every table was put away"
    assert await treasury(court.room.database, 7) is not None
    assert await progress.carry_on(court.tournaments, tournament.id) is None


@pytest.mark.slow
@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("court", [{"people": 4, "seed": 3}], indirect=True)
async def test_it_goes_on_after_a_crash_in_every_phase(court: Court, form: Form) -> None:
    await court.opened(plan(form))
    court.restart()
    await actions.start(court.tournaments, court.tournament_id, 1, manages=False)
    while (await court.view()).tournament.stage is Stage.RUNNING:
        await court.round(court.crash)
    assert champions((await court.view()).tournament.begun_rounds)


async def test_a_tournament_that_no_one_starts_lapses_two_weeks_after_the_last_entry(court: Court) -> None:
    await court.opened(people=2)
    assert await court.later(IDLE_MS - HOUR_MS) == court.room.now + HOUR_MS
    await actions.join(court.tournaments, court.tournament_id, court.room.people[2])
    court.restart()
    assert await court.later(IDLE_MS - 1) == court.room.now + 1
    assert (await court.view()).tournament.stage is Stage.OPEN
    assert await court.later(1) is None
    tournament = (await court.view()).tournament
    assert (tournament.stage, tournament.lapsed) == (Stage.CANCELLED, True)
    with refused(Problem.TOURNAMENT_OVER):
        await actions.join(court.tournaments, court.tournament_id, court.room.people[3])
    other = await actions.open_tournament(
        court.tournaments, tournament.guild_id, CHANNEL, court.room.people[0], "Summer", tournament.plan
    )
    assert other.id != tournament.id, "the channel is free again"


async def test_the_seeds_go_by_games_won_here(court: Court) -> None:
    for _ in range(3):
        table = await court.room.seated(Terms(in_thread=False), 2, 3)
        await court.room.lose(table, Seat.SOUTH)
        await rematch.close(court.room.tables, table, 3)
    tournament = await court.started()
    assert [person.id for person in tournament.people] == [3, 1, 2, 4]


async def test_two_who_are_ready_are_seated_and_dealt_and_no_one_twice(court: Court) -> None:
    await court.started()
    (one, other), _ = await court.waiting()
    await actions.mark_ready(court.tournaments, court.tournament_id, one)
    await actions.mark_ready(court.tournaments, court.tournament_id, one)
    assert (await court.room.database.tables.all_open()).total == 0
    await asyncio.gather(
        actions.mark_ready(court.tournaments, court.tournament_id, other),
        *(progress.carry_on(court.tournaments, court.tournament_id) for _ in range(3)),
    )
    assert (await court.room.database.tables.all_open()).total == 1
    with refused(Problem.TOURNAMENT_PLAYING):
        await actions.mark_ready(court.tournaments, court.tournament_id, one)


async def test_a_crash_between_the_opening_of_a_table_and_the_sitting_down_is_made_good(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await court.started()
    (one, other), _ = await court.waiting()

    async def die(*_: object) -> None:
        raise asyncio.CancelledError

    # The process dies when the table is opened, before the two sit down.
    monkeypatch.setattr(court.room.database.tables, "commit", die)
    with pytest.raises(asyncio.CancelledError):
        await court.seat(one, other)
    monkeypatch.undo()
    court.restart()
    await progress.carry_on(court.tournaments, tournament.id)
    (table,) = (await court.view()).tables.values()
    tournament_view = await lookup.table(court.room.tables, table)
    assert tournament_view.status is Status.PLAYING
    assert (await court.room.database.tables.all_open()).total == 1


async def test_who_is_ready_alone_at_the_deadline_wins_by_a_walkover(court: Court) -> None:
    tournament = await court.started()
    assert tournament.deadline is not None
    (one, other), (third, _) = await court.waiting()
    await actions.mark_ready(court.tournaments, tournament.id, one)
    assert await court.later(23 * HOUR_MS) == tournament.deadline
    await actions.mark_ready(court.tournaments, tournament.id, third)
    assert await court.later(HOUR_MS) == tournament.deadline + 24 * HOUR_MS
    tournament = (await court.view()).tournament
    assert tournament.begun_rounds.round_no == 2
    assert {tournament.person(entrant).id for entrant in tournament.begun_rounds.rounds[-1][0].people} == {one, third}
    assert other not in {tournament.person(entrant).id for entrant in tournament.begun_rounds.rounds[-1][0].people}


async def test_where_no_one_comes_no_one_goes_on(court: Court) -> None:
    await court.started()
    await court.later(24 * HOUR_MS)
    tournament = (await court.view()).tournament
    assert (tournament.stage, champions(tournament.begun_rounds)) == (Stage.OVER, ())


async def test_a_game_that_is_on_at_the_deadline_is_played_out_and_the_next_round_waits(court: Court) -> None:
    await court.started()
    (one, other), _ = await court.waiting()
    table = await court.seat(one, other)
    assert await court.later(25 * HOUR_MS) is None
    tournament = (await court.view()).tournament
    assert [pairing.outcome for pairing in tournament.begun_rounds.rounds[0]].count(None) == 1
    assert await court.later(HOUR_MS) is None
    await court.play(table, Seat.SOUTH)
    tournament = (await court.view()).tournament
    assert tournament.stage is Stage.OVER, "the other two stayed away: the winner meets no one"
    assert champions(tournament.begun_rounds) == (tournament.number_of(one),)


async def test_two_who_are_never_there_together_go_by_the_last_presence(court: Court) -> None:
    await court.started()
    (one, other), _ = await court.waiting()
    await actions.mark_ready(court.tournaments, court.tournament_id, one)
    await court.later(READY_MS)
    await actions.mark_ready(court.tournaments, court.tournament_id, other)
    assert (await court.view()).tables == {}
    await court.later(24 * HOUR_MS)
    tournament = (await court.view()).tournament
    assert tournament.begun_rounds.rounds[0][0].winner == tournament.number_of(other)


async def test_by_correspondence_ready_stays_ready(court: Court) -> None:
    await court.started(plan(pace=BY_LETTER, hours=168))
    (one, other), _ = await court.waiting()
    await actions.mark_ready(court.tournaments, court.tournament_id, one)
    await court.later(100 * HOUR_MS)
    await actions.mark_ready(court.tournaments, court.tournament_id, other)
    assert len((await court.view()).tables) == 1


async def test_a_game_stopped_by_both_is_played_again(court: Court) -> None:
    await court.started()
    (one, other), _ = await court.waiting()
    table = await court.seat(one, other)
    await play.move(court.room.tables, table, one, None, lambda view: OfferStop())
    await play.move(court.room.tables, table, other, None, lambda view: AcceptStop())
    await progress.carry_on(court.tournaments, court.tournament_id)
    assert (await court.view()).tables == {}
    again = await court.seat(one, other)
    assert again != table
    await court.play(again, Seat.SOUTH)
    tournament = (await court.view()).tournament
    assert tournament.begun_rounds.rounds[0][0].outcome is Outcome.FIRST


async def test_a_game_that_both_have_left_counts_for_no_one_after_the_deadline(court: Court) -> None:
    await court.started(plan(hours=1))
    (one, other), _ = await court.waiting()
    table = await court.seat(one, other)
    for _ in range(3):
        await court.room.later(HOUR_MS, table)
    await court.later(0)
    tournament = (await court.view()).tournament
    assert tournament.begun_rounds.rounds[0][0].outcome is Outcome.NOBODY


async def test_a_member_who_plays_elsewhere_is_refused_and_the_table_waits(court: Court) -> None:
    court.room.limits = Limits(1, 5, 600_000)
    court.restart()
    await court.started()
    (one, other), _ = await court.waiting()
    await actions.mark_ready(court.tournaments, court.tournament_id, one)
    elsewhere = await court.room.seated(
        Terms(in_thread=False), one - 1, next(place for place in range(4) if place not in (one - 1, other - 1))
    )
    await actions.mark_ready(court.tournaments, court.tournament_id, other)
    assert (await court.view()).tables == {}
    with refused(Problem.TOURNAMENT_BUSY):
        await actions.mark_ready(court.tournaments, court.tournament_id, one)
    await court.room.lose(elsewhere, Seat.NORTH)
    await progress.carry_on(court.tournaments, court.tournament_id)
    assert len((await court.view()).tables) == 1


async def test_who_plays_elsewhere_at_the_deadline_is_not_there(court: Court) -> None:
    court.room.limits = Limits(1, 5, 600_000)
    court.restart()
    await court.started(plan(hours=1))
    (one, other), (third, _) = await court.waiting()
    await court.later(HOUR_MS - 1_000)
    await actions.mark_ready(court.tournaments, court.tournament_id, one)
    await court.room.seated(staked(0), one - 1, third - 1)
    await actions.mark_ready(court.tournaments, court.tournament_id, other)
    await court.later(1_000)
    tournament = (await court.view()).tournament
    assert tournament.begun_rounds.rounds[0][0].winner == tournament.number_of(other)


async def test_who_withdraws_forfeits_and_the_others_play_on(court: Court) -> None:
    await court.started(plan(Form.ROUND_ROBIN))
    await actions.withdraw(court.tournaments, court.tournament_id, 4)
    with refused(Problem.NOT_IN_TOURNAMENT):
        await actions.withdraw(court.tournaments, court.tournament_id, 4)
    while (await court.view()).tournament.stage is Stage.RUNNING:
        assert all(4 not in pair for pair in await court.waiting())
        await court.round()
    tournament = (await court.view()).tournament
    last = standings(tournament.begun_rounds)[-1]
    assert (tournament.person(last.entrant).id, last.lost, last.forfeited) == (4, 3, 3)


async def test_an_erased_person_forfeits_and_is_named_nowhere(court: Court) -> None:
    await court.started(plan(Form.ROUND_ROBIN))
    await erase_person(court.room.database, 2)
    await progress.carry_on(court.tournaments, court.tournament_id)
    tournament = (await court.view()).tournament
    assert tournament.number_of(2) is None
    assert len(tournament.begun_rounds.withdrawn) == 1
    assert all(2 not in pair for pair in await court.waiting())


async def test_the_players_of_a_pairing_neither_change_nor_end_its_table_before_they_sit(court: Court) -> None:
    tournament, room = await court.started(), court.room
    north, south = (tournament.person(number) for number in tournament.open_pairings[1].people)
    # The database as it is while the table is open and no one sits yet, as after a crash.
    attempt = PairingTable(tournament.id, tournament.round_no, 1, 1, 0)
    opened = TableOpened(7, CHANNEL, north, south, tournament.plan.terms, room.now + HOUR_MS)
    write = partial(court.tournaments.repository.open_pairing, pairing=attempt)
    promise = promise_game(room.chance.randbytes, 1)
    table = (await room.tables.log.open(opened, promise, room.now, None, write)).state.id
    with refused(Problem.TOURNAMENT_TABLE):
        await seating.change_terms(room.tables, table, north.id, ChallengeOptions(hints=True))
    with refused(Problem.TOURNAMENT_TABLE):
        await seating.decline(room.tables, table, south.id)
    await seating.challenge(room.tables, 7, CHANNEL, north, south, Terms(in_thread=False))
    await progress.carry_on(court.tournaments, tournament.id)
    view = await room.view(table)
    assert (view.status, view.terms) == (Status.PLAYING, tournament.plan.terms)


async def test_people_come_and_go_until_it_begins(court: Court) -> None:
    tournament = await court.opened(people=2)
    two = court.tournaments
    with refused(Problem.IN_TOURNAMENT):
        await actions.join(two, tournament.id, court.room.people[0])
    with refused(Problem.TOURNAMENT_TOO_FEW):
        await actions.start(two, tournament.id, 1, manages=False)
    with refused(Problem.TOURNAMENT_NOT_YOURS):
        await actions.start(two, tournament.id, 2, manages=False)
    with refused(Problem.TOURNAMENT_NOT_BEGUN):
        await actions.mark_ready(two, tournament.id, 1)
    with refused(Problem.NOT_IN_TOURNAMENT):
        await actions.mark_ready(two, tournament.id, 3)
    await actions.leave(two, tournament.id, 2)
    for person in court.room.people[2:]:
        await actions.join(two, tournament.id, person)
    tournament = await actions.start(two, tournament.id, 99, manages=True)
    assert [person.id for person in tournament.people] == [1, 3, 4]
    with refused(Problem.TOURNAMENT_BEGUN):
        await actions.join(two, tournament.id, court.room.people[1])
    with refused(Problem.TOURNAMENT_NOTHING_TO_PLAY):
        await actions.mark_ready(two, tournament.id, 1)


async def test_a_channel_has_one_at_a_time_and_a_cancelled_one_makes_room(court: Court) -> None:
    tournament = await court.started()
    with refused(Problem.TOURNAMENT_ON_HERE):
        await actions.open_tournament(court.tournaments, 7, CHANNEL, court.room.people[0], "Another", plan())
    await actions.cancel(court.tournaments, tournament.id, 1, manages=False)
    with refused(Problem.TOURNAMENT_OVER):
        await actions.cancel(court.tournaments, tournament.id, 1, manages=True)
    with refused(Problem.TOURNAMENT_OVER):
        await actions.mark_ready(court.tournaments, tournament.id, 1)
    other = await actions.open_tournament(court.tournaments, 7, CHANNEL, court.room.people[0], "Another", plan())
    found = await service.tournament_at(court.tournaments, CHANNEL)
    assert found is not None
    assert found.tournament == other


async def test_a_person_has_five_that_have_not_begun_in_a_server_and_a_cancelled_one_makes_room(court: Court) -> None:
    alice, bruno = court.room.people[:2]

    async def opens(person: Person, channel: int, guild: int = 7) -> Tournament:
        return await actions.open_tournament(court.tournaments, guild, channel, person, "Spring", plan(), cause=channel)

    first, *_ = [await opens(alice, CHANNEL + number) for number in range(5)]
    with refused(Problem.TOURNAMENTS_OPEN):
        await opens(alice, CHANNEL + 5)
    assert (await opens(alice, CHANNEL)).id == first.id, "a press that comes twice is no sixth tournament"
    await opens(bruno, CHANNEL + 5)
    await opens(alice, CHANNEL + 6, guild=8)
    await actions.cancel(court.tournaments, first.id, alice.id, manages=False)
    await opens(alice, CHANNEL + 7)


async def test_no_more_than_sixty_four_enter(court: Court) -> None:
    tournament = await court.opened(people=1)
    person = type(court.room.people[0])
    for number in range(100, 163):
        await actions.join(court.tournaments, tournament.id, person(number, "P"))
    with refused(Problem.TOURNAMENT_FULL):
        await actions.join(court.tournaments, tournament.id, person(999, "P"))


async def test_an_interaction_that_comes_twice_is_carried_out_once(court: Court) -> None:
    tournament = await actions.open_tournament(
        court.tournaments, 7, CHANNEL, court.room.people[0], "Spring", plan(), cause=11
    )
    assert (
        await actions.open_tournament(court.tournaments, 7, CHANNEL, court.room.people[0], "Spring", plan(), cause=11)
    ).id == tournament.id
    assert tournament.people == (court.room.people[0],), "its opener is an entrant"
    for _ in range(2):
        tournament = await actions.join(court.tournaments, tournament.id, court.room.people[1], cause=12)
    assert len(tournament.people) == 2


async def test_an_outage_is_credited_to_the_round(court: Court) -> None:
    tournament = await court.started()
    await court.room.outage(5 * HOUR_MS)
    (restored,) = await progress.restore(court.tournaments, None)
    assert tournament.deadline is not None
    assert restored.deadline == tournament.deadline + 5 * HOUR_MS
