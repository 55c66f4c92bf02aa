"""The next state of a tournament from the outcomes of its tables and the time. Pure.

A pairing is played at a table of its own as soon as both are there. What its first game says is its result; a table
that comes to nothing (a game stopped by both, or left by both) is played again, until the deadline. At the deadline
what is not being played is decided without play: the person who was ready last wins by a walkover; where
neither was, neither wins. The house, which makes an odd number even, needs not say so: it never loses by staying
away, and loses to a person who came. A game that is on is played to its end, and the next round waits for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import Enum

from bot.people.person import Person
from bot.tournaments.tournament import Stage, Tournament
from ecarte.tournament import Outcome, Pairing, begin, next_round, pairings, record, round_over, withdraw


class Fate(Enum):
    """The outcome of the table of a pairing."""

    ON = "on"
    NORTH_WON = "north won"
    SOUTH_WON = "south won"
    NOTHING = "nothing"


_OUTCOME = {Fate.NORTH_WON: Outcome.FIRST, Fate.SOUTH_WON: Outcome.SECOND}


def begin_first_round(tournament: Tournament, tallies: Mapping[int, tuple[int, int]], now: int) -> Tournament:
    """The tournament in its first round: the seeds go by the games won of those played in this server.

    As if each had won one game of two more: so one lucky game is not enough to be first. Among equals who has played
    more goes first, then who came first. Where the number is odd and it was agreed, the house is one more, the last.

    Args:
        tallies: the games won and played, by person; who has played none is not in it.

    Raises:
        TournamentError: too few or too many are in it.
    """

    def strength(user_id: int) -> tuple[float, int]:
        won, played = tallies.get(user_id, (0, 0))
        return -(won + 1) / (played + 2), -played

    seeded = tuple(sorted(tournament.people, key=lambda person: strength(person.id)))
    level = tournament.plan.terms.house
    if level is not None and len(seeded) % 2:
        seeded = (*seeded, Person.of_house(level))
    rounds = begin(tournament.plan.form, range(1, len(seeded) + 1))
    return replace(
        tournament,
        stage=Stage.RUNNING,
        people=seeded,
        rounds=rounds,
        ready={},
        spent={},
        deadline=now + tournament.plan.round_ms,
    )


def wants_table(tournament: Tournament, number: int, now: int, on: Collection[int]) -> bool:
    """Whether both of a pairing are there and it has no table yet; `on`: the pairings that have one."""
    pairing = pairings(tournament.begun_rounds)[number - 1]
    return pairing.outcome is None and number not in on and all(tournament.is_here(one, now) for one in pairing.people)


def advance(
    tournament: Tournament, fates: Mapping[int, Fate], busy: Collection[int], now: int, *, may_end: bool = True
) -> Tournament:
    """Returns the tournament after the outcomes of its tables, and after timeouts; unchanged, if there are none.

    Args:
        fates: of the tables that play pairings of this round, by the pairing's number.
        busy: the numbers of those who said that they are ready, and play elsewhere or have left the server.
        may_end: whether a round ends because its time is over.
    """
    for number in tournament.erased_numbers:
        tournament = replace(tournament, rounds=withdraw(tournament.begun_rounds, number))
    for number, fate in fates.items():
        pairing = pairings(tournament.begun_rounds)[number - 1]
        if pairing.outcome is not None or fate is Fate.ON:
            continue
        if fate is Fate.NOTHING:
            ready = {one: at for one, at in tournament.ready.items() if one not in pairing.people}
            tournament = replace(
                tournament, ready=ready, spent={**tournament.spent, number: tournament.spent.get(number, 0) + 1}
            )
        else:
            tournament = replace(
                tournament,
                rounds=record(tournament.begun_rounds, tournament.begun_rounds.round_no, number, _OUTCOME[fate]),
            )
    if may_end and tournament.deadline is not None and now >= tournament.deadline:
        for number, pairing in enumerate(pairings(tournament.begun_rounds), 1):
            if pairing.outcome is None and fates.get(number) is not Fate.ON:
                decided = walked_over(tournament, pairing, busy)
                tournament = replace(
                    tournament,
                    rounds=record(tournament.begun_rounds, tournament.begun_rounds.round_no, number, decided),
                )
    while round_over(tournament.begun_rounds):
        if tournament.begun_rounds.over:
            return replace(tournament, stage=Stage.OVER, deadline=None, ready={}, spent={})
        tournament = replace(
            tournament,
            rounds=next_round(tournament.begun_rounds),
            ready={},
            spent={},
            deadline=now + tournament.plan.round_ms,
        )
        for number in tournament.erased_numbers:
            tournament = replace(tournament, rounds=withdraw(tournament.begun_rounds, number))
    return tournament


def walked_over(tournament: Tournament, pairing: Pairing, busy: Collection[int]) -> Outcome:
    """How a pairing ends that was not played: for who was ready last and is not playing elsewhere."""
    came = {one: tournament.ready[one] for one in pairing.people if one in tournament.ready and one not in busy}
    came |= {one: 0 for one in pairing.people if tournament.person(one).level is not None}
    if not came:
        return Outcome.NOBODY
    last = max(came, key=lambda one: (came[one], -one))
    return Outcome.WALKOVER_FIRST if last == pairing.first else Outcome.WALKOVER_SECOND
