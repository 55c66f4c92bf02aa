"""What members can do in tournaments: open, join, leave, start or cancel one, withdraw, and say that they are ready."""

from __future__ import annotations

from dataclasses import replace

from bot.people.person import Person
from bot.rows.storage_errors import Conflict, LimitReached, Repeated
from bot.tables.actions.eligibility import has_room
from bot.tables.problems import Problem, Refused
from bot.tournaments.arena_progress import mark_away, mark_present
from bot.tournaments.progress import begin, carry_on, ids_of_leavers
from bot.tournaments.service import Tournaments, TournamentView, commit, find, tell, view
from bot.tournaments.tournament import Plan, Stage, Tournament, row_of
from ecarte.tournament import FEWEST
from ecarte.tournament import withdraw as withdrawn

_OPEN_AT_ONCE = 5
"""The most tournaments that have not begun that one person may have in a server: each may be an event there."""


async def open_tournament(
    tournaments: Tournaments,
    guild_id: int,
    channel_id: int,
    opener: Person,
    name: str,
    plan: Plan,
    cause: int | None = None,
    starts_at: int | None = None,
) -> Tournament:
    """Opens a tournament in a channel. The opener takes part, and may leave like any other participant.

    Args:
        starts_at: when it starts by itself, in epoch milliseconds; None if the opener or a manager starts it.

    Raises:
        Refused: another tournament is open or running in that channel, or the opener has opened too many that have not
            begun.
    """
    at = tournaments.now()
    tournament = Tournament(
        0, 1, guild_id, channel_id, opener.id, name, plan, at, at, people=(opener,), starts_at=starts_at
    )
    try:
        number = await tournaments.repository.open(row_of(tournament), cause, most=_OPEN_AT_ONCE)
        tournament = replace(tournament, id=number)
    except Conflict:
        raise Refused(Problem.TOURNAMENT_ON_HERE) from None
    except LimitReached as reached:
        raise Refused(Problem.TOURNAMENTS_OPEN, most=reached.most) from None
    except Repeated as repeated:
        return await find(tournaments, repeated.table_id)
    tell(tournaments, tournament)
    return tournament


async def join(tournaments: Tournaments, tournament_id: int, person: Person, cause: int | None = None) -> Tournament:
    """Lets a person take part in a tournament that has not begun.

    Raises:
        Refused: the tournament has begun, is over or is full, or the person takes part already.
    """

    def decide(tournament: Tournament) -> Tournament:
        _check_open(tournament)
        if tournament.number_of(person.id) is not None:
            raise Refused(Problem.IN_TOURNAMENT)
        return _with_person(tournament, person)

    return await commit(tournaments, tournament_id, cause, decide)


async def leave(tournaments: Tournaments, tournament_id: int, user_id: int, cause: int | None = None) -> Tournament:
    """Takes a person out of a tournament that has not begun.

    Raises:
        Refused: the person does not take part, or the tournament has begun.
    """

    def decide(tournament: Tournament) -> Tournament:
        if tournament.number_of(user_id) is None:
            raise _not_in(tournament)
        _check_open(tournament)
        return tournament.without({user_id})

    return await commit(tournaments, tournament_id, cause, decide)


async def withdraw(tournaments: Tournaments, tournament_id: int, user_id: int, cause: int | None = None) -> Tournament:
    """Withdraws a person from a running tournament. The person loses all matches that they have not played yet.

    In an arena the person gets no more opponents until they say that they are here.

    Raises:
        Refused: the person does not take part or has withdrawn already, or the tournament is not running.
    """

    def decide(tournament: Tournament) -> Tournament:
        number = tournament.number_of(user_id)
        if number is None:
            raise _not_in(tournament)
        _check_running(tournament)
        if tournament.arena is not None:
            return mark_away(tournament, number)
        if number in tournament.begun_rounds.withdrawn:
            raise Refused(Problem.NOT_IN_TOURNAMENT)
        return replace(tournament, rounds=withdrawn(tournament.begun_rounds, number))

    await commit(tournaments, tournament_id, cause, decide)
    await carry_on(tournaments, tournament_id)
    return await find(tournaments, tournament_id)


async def leave_out(tournaments: Tournaments, tournament_id: int, user_id: int, *, manages: bool) -> tuple[Person, ...]:
    """Takes participants who have left the server out of a tournament, before its first round.

    Args:
        user_id: the person who is about to start the tournament.
        manages: see `start`.

    Returns:
        The people who were taken out. Empty if `user_id` may not start the tournament, or if it has begun.

    Raises:
        Refused: there is no such tournament.
    """
    tournament = await find(tournaments, tournament_id)
    if tournament.stage is not Stage.OPEN or not (manages or user_id == tournament.opener_id):
        return ()
    absent = await ids_of_leavers(tournaments, tournament)
    if not absent:
        return ()

    def decide(tournament: Tournament) -> Tournament:
        _check_open(tournament)
        return tournament.without(absent)

    await commit(tournaments, tournament_id, None, decide)
    return tuple(person for person in tournament.people if person.id in absent)


async def start(
    tournaments: Tournaments, tournament_id: int, user_id: int, *, manages: bool, cause: int | None = None
) -> Tournament:
    """Begins the first round, or the arena.

    If the number of participants in a form with rounds is odd and the plan allows it, the house takes part, too.

    Args:
        manages: whether the person is a manager of the server, who may start tournaments that others opened.

    Raises:
        Refused: the person is neither opener nor manager, the tournament has begun, or it has too few participants.
    """
    tournament = await find(tournaments, tournament_id)
    tallies = await tournaments.results.tallies(tournament.guild_id, [person.id for person in tournament.people])

    def decide(tournament: Tournament) -> Tournament:
        _check_for(tournament, user_id, manages)
        _check_open(tournament)
        if len(tournament.people) < FEWEST:
            raise Refused(Problem.TOURNAMENT_TOO_FEW, fewest=FEWEST)
        return begin(tournament, tallies, tournaments.now())

    return await commit(tournaments, tournament_id, cause, decide)


async def cancel(
    tournaments: Tournaments, tournament_id: int, user_id: int, *, manages: bool, cause: int | None = None
) -> Tournament:
    """Cancels a tournament. Games that are being played may be finished, and count like any other game.

    Args:
        manages: see `start`.

    Raises:
        Refused: the person is neither opener nor manager, or the tournament is over.
    """

    def decide(tournament: Tournament) -> Tournament:
        expect_organiser(tournament, user_id, manages=manages)
        return replace(tournament, stage=Stage.CANCELLED, deadline=None)

    return await commit(tournaments, tournament_id, cause, decide)


def expect_organiser(tournament: Tournament, user_id: int, *, manages: bool) -> None:
    """Makes sure that a person may start or cancel a tournament.

    Args:
        manages: see `start`.

    Raises:
        Refused: the person is neither opener nor manager, or the tournament is over.
    """
    _check_for(tournament, user_id, manages)
    if tournament.stage not in (Stage.OPEN, Stage.RUNNING):
        raise Refused(Problem.TOURNAMENT_OVER)


async def enter_arena(
    tournaments: Tournaments, tournament_id: int, person: Person, cause: int | None = None
) -> TournamentView:
    """Stores that a person wants more opponents in an arena. A person who has not joined yet joins.

    If the person is playing a game of the arena, they wait for the next opponent after that game.

    Raises:
        Refused: the arena has not begun, is over or is full, or the person plays elsewhere.
    """
    present = await view(tournaments, tournament_id)
    pairing, terms = present.tournament.pairing_of(person.id), present.tournament.plan.terms
    plays = pairing is not None and pairing[0] in present.tables
    if not plays and not await has_room(tournaments.tables, present.tournament.guild_id, person, terms):
        raise Refused(Problem.TOURNAMENT_BUSY)

    def decide(tournament: Tournament) -> Tournament:
        _check_running(tournament)
        if not plays and (tournament.deadline is None or tournaments.now() >= tournament.deadline):
            raise Refused(Problem.TOURNAMENT_OVER)
        if (number := tournament.number_of(person.id)) is None:
            tournament = _with_person(tournament, person)
            number = len(tournament.people)
        return mark_present(tournament, number, tournaments.now())

    await commit(tournaments, tournament_id, cause, decide)
    await carry_on(tournaments, tournament_id)
    return await view(tournaments, tournament_id)


async def mark_ready(
    tournaments: Tournaments, tournament_id: int, user_id: int, cause: int | None = None
) -> TournamentView:
    """Stores that a person is ready for their game. If the opponent is ready, too, opens their table and deals.

    Raises:
        Refused: the person does not take part, has nothing to play now, plays already, or plays elsewhere.
    """
    present = await view(tournaments, tournament_id)
    if present.tournament.stage is Stage.RUNNING and (number := present.tournament.number_of(user_id)) is not None:
        person, terms = present.tournament.person(number), present.tournament.plan.terms
        pairing = present.tournament.pairing_of(user_id)
        if pairing is not None and pairing[0] in present.tables:
            raise Refused(Problem.TOURNAMENT_PLAYING)
        if not await has_room(tournaments.tables, present.tournament.guild_id, person, terms):
            raise Refused(Problem.TOURNAMENT_BUSY)

    def decide(tournament: Tournament) -> Tournament:
        number, pairing = tournament.number_of(user_id), tournament.pairing_of(user_id)
        if number is None:
            raise Refused(Problem.NOT_IN_TOURNAMENT)
        _check_running(tournament)
        if pairing is None or pairing[1].outcome is not None:
            raise Refused(Problem.TOURNAMENT_NOTHING_TO_PLAY)
        return replace(tournament, ready={**tournament.ready, number: tournaments.now()})

    await commit(tournaments, tournament_id, cause, decide)
    await carry_on(tournaments, tournament_id)
    return await view(tournaments, tournament_id)


def _with_person(tournament: Tournament, person: Person) -> Tournament:
    """Returns the tournament with a new participant.

    Raises:
        Refused: the tournament is full.
    """
    most = tournament.plan.most
    if len(tournament.people) >= most:
        raise Refused(Problem.TOURNAMENT_FULL, most=most)
    return replace(tournament, people=(*tournament.people, person))


def _check_open(tournament: Tournament) -> None:
    if tournament.stage is Stage.RUNNING:
        raise Refused(Problem.TOURNAMENT_BEGUN if tournament.arena is None else Problem.ARENA_BEGUN)
    if tournament.stage is not Stage.OPEN:
        raise Refused(Problem.TOURNAMENT_OVER)


def _check_running(tournament: Tournament) -> None:
    if tournament.stage is not Stage.RUNNING:
        raise Refused(Problem.TOURNAMENT_NOT_BEGUN if tournament.stage is Stage.OPEN else Problem.TOURNAMENT_OVER)


def _not_in(tournament: Tournament) -> Refused:
    """Returns the refusal for a person who does not take part. A running arena can still be joined."""
    is_on = tournament.stage is Stage.RUNNING and tournament.arena is not None
    return Refused(Problem.NOT_IN_ARENA if is_on else Problem.NOT_IN_TOURNAMENT)


def _check_for(tournament: Tournament, user_id: int, manages: bool) -> None:
    if user_id != tournament.opener_id and not manages:
        raise Refused(Problem.TOURNAMENT_NOT_YOURS)
