"""Members' actions in tournaments: open one, join, leave, start it, call it off, be ready."""

from __future__ import annotations

from dataclasses import replace

from bot.people.person import Person
from bot.rows.storage_errors import Conflict, Repeated
from bot.tables.actions.eligibility import has_room
from bot.tables.problems import Problem, Refused
from bot.tournaments.progress import carry_on
from bot.tournaments.rounds import begin_first_round
from bot.tournaments.service import Tournaments, TournamentView, commit, find, tell, view
from bot.tournaments.tournament import Plan, Stage, Tournament, row_of
from ecarte.tournament import FEWEST, MOST
from ecarte.tournament import withdraw as withdrawn


async def open_tournament(
    tournaments: Tournaments,
    guild_id: int,
    channel_id: int,
    opener: Person,
    name: str,
    plan: Plan,
    cause: int | None = None,
) -> Tournament:
    """Opens a tournament; its opener is in it, and may leave like anyone else.

    Raises:
        Refused: another one is on in that channel.
    """
    at = tournaments.now()
    tournament = Tournament(0, 1, guild_id, channel_id, opener.id, name, plan, at, at, people=(opener,))
    try:
        tournament = replace(tournament, id=await tournaments.repository.open(row_of(tournament), cause))
    except Conflict:
        raise Refused(Problem.TOURNAMENT_ON_HERE) from None
    except Repeated as repeated:
        return await find(tournaments, repeated.table_id)
    tell(tournaments, tournament)
    return tournament


async def join(tournaments: Tournaments, tournament_id: int, person: Person, cause: int | None = None) -> Tournament:
    """A person enters.

    Raises:
        Refused: it has begun or is over, or is full, or the person is in it.
    """

    def decide(tournament: Tournament) -> Tournament:
        _check_open(tournament)
        if tournament.number_of(person.id) is not None:
            raise Refused(Problem.IN_TOURNAMENT)
        if len(tournament.people) >= MOST:
            raise Refused(Problem.TOURNAMENT_FULL, most=MOST)
        return replace(tournament, people=(*tournament.people, person))

    return await commit(tournaments, tournament_id, cause, decide)


async def leave(tournaments: Tournaments, tournament_id: int, user_id: int, cause: int | None = None) -> Tournament:
    """A person leaves before it begins.

    Raises:
        Refused: the person is not in it, or it has begun.
    """

    def decide(tournament: Tournament) -> Tournament:
        if tournament.number_of(user_id) is None:
            raise Refused(Problem.NOT_IN_TOURNAMENT)
        _check_open(tournament)
        return replace(tournament, people=tuple(one for one in tournament.people if one.id != user_id))

    return await commit(tournaments, tournament_id, cause, decide)


async def withdraw(tournaments: Tournaments, tournament_id: int, user_id: int, cause: int | None = None) -> Tournament:
    """Withdraws a person after the start, who forfeits the matches still to play.

    Raises:
        Refused: the person is not in it, or has left, or it is not on.
    """

    def decide(tournament: Tournament) -> Tournament:
        number = tournament.number_of(user_id)
        if number is None:
            raise Refused(Problem.NOT_IN_TOURNAMENT)
        _check_running(tournament)
        if number in tournament.begun_rounds.withdrawn:
            raise Refused(Problem.NOT_IN_TOURNAMENT)
        return replace(tournament, rounds=withdrawn(tournament.begun_rounds, number))

    await commit(tournaments, tournament_id, cause, decide)
    await carry_on(tournaments, tournament_id)
    return await find(tournaments, tournament_id)


async def leave_out(tournaments: Tournaments, tournament_id: int, user_id: int, *, manages: bool) -> tuple[Person, ...]:
    """Leaves out who has left the server, before the first round.

    Args:
        manages: as for `start`.

    Returns:
        Who was left out; no one where the person may not start it, or it has begun.

    Raises:
        Refused: there is no such tournament.
    """
    tournament = await find(tournaments, tournament_id)
    if tournament.stage is not Stage.OPEN or not (manages or user_id == tournament.opener_id):
        return ()
    ids = [person.id for person in tournament.people]
    gone = await tournaments.tables.people.members.who_left(tournament.guild_id, ids)
    if not gone:
        return ()

    def decide(tournament: Tournament) -> Tournament:
        _check_open(tournament)
        return replace(tournament, people=tuple(one for one in tournament.people if one.id not in gone))

    await commit(tournaments, tournament_id, None, decide)
    return tuple(person for person in tournament.people if person.id in gone)


async def start(
    tournaments: Tournaments, tournament_id: int, user_id: int, *, manages: bool, cause: int | None = None
) -> Tournament:
    """The first round begins, and with it the house comes in, where it makes the number even.

    `manages`: whether the person manages the server, and may start what others have opened.

    Raises:
        Refused: neither opener nor manager, it has begun, or too few are in it.
    """
    tournament = await find(tournaments, tournament_id)
    tallies = await tournaments.results.tallies(tournament.guild_id, [person.id for person in tournament.people])

    def decide(tournament: Tournament) -> Tournament:
        _check_for(tournament, user_id, manages)
        _check_open(tournament)
        if len(tournament.people) < FEWEST:
            raise Refused(Problem.TOURNAMENT_TOO_FEW, fewest=FEWEST)
        return begin_first_round(tournament, tallies, tournaments.now())

    return await commit(tournaments, tournament_id, cause, decide)


async def cancel(
    tournaments: Tournaments, tournament_id: int, user_id: int, *, manages: bool, cause: int | None = None
) -> Tournament:
    """The tournament is called off; games that are on may be played out, and count as any others.

    Raises:
        Refused: neither opener nor manager, or it is over.
    """

    def decide(tournament: Tournament) -> Tournament:
        expect_organiser(tournament, user_id, manages=manages)
        return replace(tournament, stage=Stage.CANCELLED, deadline=None)

    return await commit(tournaments, tournament_id, cause, decide)


def expect_organiser(tournament: Tournament, user_id: int, *, manages: bool) -> None:
    """Makes sure that a person may start a tournament, or call it off.

    Raises:
        Refused: neither opener nor manager, or it is over.
    """
    _check_for(tournament, user_id, manages)
    if tournament.stage not in (Stage.OPEN, Stage.RUNNING):
        raise Refused(Problem.TOURNAMENT_OVER)


async def mark_ready(
    tournaments: Tournaments, tournament_id: int, user_id: int, cause: int | None = None
) -> TournamentView:
    """A person is ready for their game; when both are, their table is opened and dealt.

    Raises:
        Refused: not in it, nothing to play now, playing already, or playing elsewhere.
    """
    present = await view(tournaments, tournament_id)
    if present.tournament.stage is Stage.RUNNING and (number := present.tournament.number_of(user_id)) is not None:
        person, terms = present.tournament.person(number), present.tournament.plan.terms
        found = present.tournament.pairing_of(user_id)
        if found is not None and found[0] in present.tables:
            raise Refused(Problem.TOURNAMENT_PLAYING)
        if not await has_room(tournaments.tables, present.tournament.guild_id, person, terms):
            raise Refused(Problem.TOURNAMENT_BUSY)

    def decide(tournament: Tournament) -> Tournament:
        number, found = tournament.number_of(user_id), tournament.pairing_of(user_id)
        if number is None:
            raise Refused(Problem.NOT_IN_TOURNAMENT)
        _check_running(tournament)
        if found is None or found[1].outcome is not None:
            raise Refused(Problem.TOURNAMENT_NOTHING_TO_PLAY)
        return replace(tournament, ready={**tournament.ready, number: tournaments.now()})

    await commit(tournaments, tournament_id, cause, decide)
    await carry_on(tournaments, tournament_id)
    return await view(tournaments, tournament_id)


def _check_open(tournament: Tournament) -> None:
    if tournament.stage is not Stage.OPEN:
        raise Refused(Problem.TOURNAMENT_BEGUN if tournament.stage is Stage.RUNNING else Problem.TOURNAMENT_OVER)


def _check_running(tournament: Tournament) -> None:
    if tournament.stage is not Stage.RUNNING:
        raise Refused(Problem.TOURNAMENT_NOT_BEGUN if tournament.stage is Stage.OPEN else Problem.TOURNAMENT_OVER)


def _check_for(tournament: Tournament, user_id: int, manages: bool) -> None:
    if user_id != tournament.opener_id and not manages:
        raise Refused(Problem.TOURNAMENT_NOT_YOURS)
