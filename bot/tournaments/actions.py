"""What people do in tournaments: open one, come and go, start it, call it off, be ready."""

from __future__ import annotations

from dataclasses import replace

from bot.people.person import Person
from bot.storage import Conflict, Repeated
from bot.tables.actions.eligibility import has_room
from bot.tables.problems import Problem, Refused
from bot.tournaments.progress import carry_on
from bot.tournaments.rounds import begun
from bot.tournaments.service import Tournaments, TournamentView, commit, find, sight, tell
from bot.tournaments.tournament import Plan, Stage, Tournament, row_of
from ecarte.tournament import FEWEST, MOST
from ecarte.tournament import withdraw as withdrawn

__all__ = ["cancel", "join", "leave", "open_tournament", "ready", "start", "withdraw"]


async def open_tournament(
    tournaments: Tournaments,
    guild_id: int,
    channel_id: int,
    opener: Person,
    name: str,
    plan: Plan,
    cause: int | None = None,
) -> Tournament:
    """Opens a tournament; it begins empty.

    Raises:
        Refused: another one is on in that channel.
    """
    at = tournaments.now()
    cup = Tournament(0, 1, guild_id, channel_id, opener.id, name, plan, at, at)
    try:
        cup = replace(cup, id=await tournaments.repository.open(row_of(cup), cause))
    except Conflict:
        raise Refused(Problem.CUP_ON_HERE) from None
    except Repeated as repeated:
        return await find(tournaments, repeated.table_id)
    tell(tournaments, cup)
    return cup


async def join(tournaments: Tournaments, cup_id: int, person: Person, cause: int | None = None) -> Tournament:
    """A person enters.

    Raises:
        Refused: it has begun or is over, or is full, or the person is in it.
    """

    def decide(cup: Tournament) -> Tournament:
        _check_open(cup)
        if cup.number_of(person.id) is not None:
            raise Refused(Problem.IN_CUP)
        if len(cup.people) >= MOST:
            raise Refused(Problem.CUP_FULL, most=MOST)
        return replace(cup, people=(*cup.people, person))

    return await commit(tournaments, cup_id, cause, decide)


async def leave(tournaments: Tournaments, cup_id: int, user_id: int, cause: int | None = None) -> Tournament:
    """A person leaves before it begins.

    Raises:
        Refused: the person is not in it, or it has begun.
    """

    def decide(cup: Tournament) -> Tournament:
        if cup.number_of(user_id) is None:
            raise Refused(Problem.NOT_IN_CUP)
        _check_open(cup)
        return replace(cup, people=tuple(one for one in cup.people if one.id != user_id))

    return await commit(tournaments, cup_id, cause, decide)


async def withdraw(tournaments: Tournaments, cup_id: int, user_id: int, cause: int | None = None) -> Tournament:
    """A person leaves after it has begun, and forfeits what is left to play.

    Raises:
        Refused: the person is not in it, or has left, or it is not on.
    """

    def decide(cup: Tournament) -> Tournament:
        number = cup.number_of(user_id)
        if number is None:
            raise Refused(Problem.NOT_IN_CUP)
        _check_running(cup)
        if number in cup.begun.withdrawn:
            raise Refused(Problem.NOT_IN_CUP)
        return replace(cup, rounds=withdrawn(cup.begun, number))

    await commit(tournaments, cup_id, cause, decide)
    await carry_on(tournaments, cup_id)
    return await find(tournaments, cup_id)


async def start(
    tournaments: Tournaments, cup_id: int, user_id: int, *, manages: bool, cause: int | None = None
) -> Tournament:
    """The first round begins, and with it the house comes in, where it makes the number even.

    `manages`: whether the person manages the server, and may start what others have opened.

    Raises:
        Refused: neither opener nor manager, it has begun, or too few are in it.
    """
    cup = await find(tournaments, cup_id)
    tallies = await tournaments.results.tallies(cup.guild_id, [person.id for person in cup.people])

    def decide(cup: Tournament) -> Tournament:
        _check_for(cup, user_id, manages)
        _check_open(cup)
        if len(cup.people) < FEWEST:
            raise Refused(Problem.CUP_TOO_FEW, fewest=FEWEST)
        return begun(cup, tallies, tournaments.now())

    return await commit(tournaments, cup_id, cause, decide)


async def cancel(
    tournaments: Tournaments, cup_id: int, user_id: int, *, manages: bool, cause: int | None = None
) -> Tournament:
    """The tournament is called off; games that are on may be played out, and count as any others.

    Raises:
        Refused: neither opener nor manager, or it is over.
    """

    def decide(cup: Tournament) -> Tournament:
        _check_for(cup, user_id, manages)
        if cup.stage not in (Stage.OPEN, Stage.RUNNING):
            raise Refused(Problem.CUP_OVER)
        return replace(cup, stage=Stage.CANCELLED, deadline=None)

    return await commit(tournaments, cup_id, cause, decide)


async def ready(tournaments: Tournaments, cup_id: int, user_id: int, cause: int | None = None) -> TournamentView:
    """A person is ready for their game; when both are, their table is opened and dealt.

    Raises:
        Refused: not in it, nothing to play now, playing already, or playing elsewhere.
    """
    present = await sight(tournaments, cup_id)
    if present.cup.stage is Stage.RUNNING and (number := present.cup.number_of(user_id)) is not None:
        person, terms = present.cup.person(number), present.cup.plan.terms
        found = present.cup.pairing_of(user_id)
        if found is not None and found[0] in present.tables:
            raise Refused(Problem.CUP_PLAYING)
        if not await has_room(tournaments.tables, present.cup.guild_id, person, terms):
            raise Refused(Problem.CUP_BUSY)

    def decide(cup: Tournament) -> Tournament:
        number, found = cup.number_of(user_id), cup.pairing_of(user_id)
        if number is None:
            raise Refused(Problem.NOT_IN_CUP)
        _check_running(cup)
        if found is None or found[1].outcome is not None:
            raise Refused(Problem.CUP_NOTHING_TO_PLAY)
        return replace(cup, ready={**cup.ready, number: tournaments.now()})

    await commit(tournaments, cup_id, cause, decide)
    await carry_on(tournaments, cup_id)
    return await sight(tournaments, cup_id)


def _check_open(cup: Tournament) -> None:
    if cup.stage is not Stage.OPEN:
        raise Refused(Problem.CUP_BEGUN if cup.stage is Stage.RUNNING else Problem.CUP_OVER)


def _check_running(cup: Tournament) -> None:
    if cup.stage is not Stage.RUNNING:
        raise Refused(Problem.CUP_NOT_BEGUN if cup.stage is Stage.OPEN else Problem.CUP_OVER)


def _check_for(cup: Tournament, user_id: int, manages: bool) -> None:
    if user_id != cup.opener_id and not manages:
        raise Refused(Problem.CUP_NOT_YOURS)
