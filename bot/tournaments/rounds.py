"""Computes the next state of a tournament from the results of its tables and from the time. This module is pure.

A pairing gets a table of its own when both players are present. The first game at the table decides the pairing. If
that game has no winner, because both players stopped or left it, the pairing gets another table, until the deadline of
the round. At the deadline, the pairings that are not being played are decided without a game: the person who last
pressed Ready wins by a walkover. If neither has pressed Ready, neither wins. The house takes part to make an odd number
even, and is always ready. It never loses because it is absent, and it loses a walkover to a person who was ready. A
game that is being played at the deadline is played to its end, and the next round waits for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import Enum

from bot.people.person import Person
from bot.tournaments.match_pairing import swiss_pairs
from bot.tournaments.tournament import Stage, Tournament
from ecarte.tournament import Form, Outcome, Pairing, begin, next_round, pairings, record, round_over, withdraw


class Fate(Enum):
    """The outcome of the table at which a pairing is played."""

    ON = "on"
    NORTH_WON = "north won"
    SOUTH_WON = "south won"
    NOTHING = "nothing"


_OUTCOME = {Fate.NORTH_WON: Outcome.FIRST, Fate.SOUTH_WON: Outcome.SECOND}


def begin_first_round(tournament: Tournament, tallies: Mapping[int, tuple[int, int]], now: int) -> Tournament:
    """Returns the tournament in its first round. Participants are seeded by their share of games won in this server.

    Each share is computed as if the person had won one of two more games, so that one lucky game does not make a person
    the first seed. Of people with equal shares, the person with more games is seeded first, then the person who entered
    first. If the number of participants is odd and the plan allows it, the house is the last seed.

    Args:
        tallies: by the id of each person, the numbers of games won and games played in this server. People without
            games are left out.
        now: the present moment, in epoch milliseconds.

    Raises:
        TournamentError: there are too few or too many participants.
    """

    def strength(user_id: int) -> tuple[float, int]:
        won, played = tallies.get(user_id, (0, 0))
        return -(won + 1) / (played + 2), -played

    seeded = tuple(sorted(tournament.people, key=lambda person: strength(person.id)))
    level = tournament.plan.terms.house
    if level is not None and len(seeded) % 2:
        seeded = (*seeded, Person.of_house(level))
    form = tournament.plan.form
    assert form is not None, "an arena has no rounds"
    rounds = begin(form, range(1, len(seeded) + 1))
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
    """Whether a pairing has to get a table now: both players are present, and it has none yet.

    Args:
        number: the number of the pairing.
        on: the numbers of the pairings that have a table.
    """
    pairing = pairings(tournament.begun_rounds)[number - 1]
    return pairing.outcome is None and number not in on and all(tournament.is_here(one, now) for one in pairing.people)


def advance(
    tournament: Tournament, fates: Mapping[int, Fate], busy: Collection[int], now: int, *, time_counts: bool = True
) -> Tournament:
    """Returns the tournament after the results of its tables and after deadlines that have passed.

    If there are no such results and deadlines, returns it unchanged. To pair a Swiss round takes seconds where hundreds
    take part: call it in a thread.

    Args:
        fates: what has become of the tables of this round, by the number of the pairing.
        busy: the numbers of the participants who pressed Ready, but play elsewhere now or have left the server.
        time_counts: whether a round may end because its deadline has passed.
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
    if time_counts and tournament.deadline is not None and now >= tournament.deadline:
        for number, pairing in enumerate(pairings(tournament.begun_rounds), 1):
            if pairing.outcome is None and fates.get(number) is not Fate.ON:
                outcome = walked_over(tournament, pairing, busy)
                tournament = replace(
                    tournament,
                    rounds=record(tournament.begun_rounds, tournament.begun_rounds.round_no, number, outcome),
                )
    while round_over(tournament.begun_rounds):
        if tournament.begun_rounds.over:
            return replace(tournament, stage=Stage.OVER, deadline=None, ready={}, spent={})
        tournament = replace(
            tournament,
            rounds=next_round(
                tournament.begun_rounds,
                swiss_pairs(tournament.begun_rounds) if tournament.plan.form is Form.SWISS else (),
            ),
            ready={},
            spent={},
            deadline=now + tournament.plan.round_ms,
        )
        for number in tournament.erased_numbers:
            tournament = replace(tournament, rounds=withdraw(tournament.begun_rounds, number))
    return tournament


def walked_over(tournament: Tournament, pairing: Pairing, busy: Collection[int]) -> Outcome:
    """Returns the result of a pairing that is decided without a game.

    Of the players who have pressed Ready and are not in `busy`, the last to press wins. If there is no such player, the
    house wins if it plays in this pairing. Otherwise neither player wins.
    """
    present = {one: tournament.ready[one] for one in pairing.people if one in tournament.ready and one not in busy}
    present |= {one: 0 for one in pairing.people if tournament.person(one).level is not None}
    if not present:
        return Outcome.NOBODY
    last = max(present, key=lambda one: (present[one], -one))
    return Outcome.WALKOVER_FIRST if last == pairing.first else Outcome.WALKOVER_SECOND
