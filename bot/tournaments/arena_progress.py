"""Computes the next state of an arena from the results of its tables and from the time. This module is pure.

An arena is a tournament without rounds. `Tournament.ready` holds the entrants who wait for an opponent, each with the
moment when the wait began. A person whose game ends waits again at once. A person misses a game by being absent
(`MeetingEnd.absent`). After `MISSES` missed games in a row, or after leaving, a person is away: they get no opponent
until they say that they are here. `Tournament.missed` has the number of missed games in a row.

After the deadline no more games begin. A game that is on counts if it ends within `PLAYED_OUT_MS`. Then the arena waits
a short time for the house's review of its games, since the errors in them decide the second prize.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.rows.ids import is_erased
from bot.tournaments.match_pairing import AGAIN_MS, arena_pairs
from bot.tournaments.tournament import Stage, Tournament
from ecarte.tournament import end_meeting, enter, meet, open_arena

WAIT_MS: Final = 5_000
"""A person waits at least this long, in milliseconds, so that there are several opponents to choose from."""
PLAYED_OUT_MS: Final = 10 * 60_000
"""A game that is on at the deadline counts if it ends at most this many milliseconds later."""
MISSES: Final = 2
"""After this many missed games in a row a person is away."""
REVIEW_MS: Final = 2 * 60_000
"""The end of an arena waits at most this many milliseconds for the house's review of its last game."""
_LOOK_MS: Final = 5_000


@dataclass(frozen=True, slots=True)
class MeetingEnd:
    """How a meeting (a game of an arena) ended, or why it was not played.

    Attributes:
        winner: the winner's number in the tournament. None if the game has no result that counts.
        absent: the numbers of the players who let their time run out, did not play, sat elsewhere, or left the server.
        at: when the game ended, in epoch milliseconds.
        given_up: whether the loser resigned in the first deal.
    """

    winner: int | None
    absent: Collection[int]
    at: int
    given_up: bool = False


def begin_arena(tournament: Tournament, now: int) -> Tournament:
    """Returns the tournament as an arena that has just begun. All participants wait for an opponent."""
    numbers = range(1, len(tournament.people) + 1)
    return replace(
        tournament,
        stage=Stage.RUNNING,
        arena=open_arena(numbers),
        ready=dict.fromkeys(numbers, now),
        deadline=now + tournament.plan.round_ms,
    )


def mark_present(tournament: Tournament, number: int, now: int) -> Tournament:
    """Returns the arena after a participant, perhaps a new one, has said that they are here."""
    arena = tournament.begun_arena
    if number not in arena.entrants:
        arena = enter(arena, number)
    missed = {one: count for one, count in tournament.missed.items() if one != number}
    ready = tournament.ready if number in arena.playing else {number: now, **tournament.ready}
    return replace(tournament, arena=arena, missed=missed, ready=ready)


def mark_away(tournament: Tournament, number: int) -> Tournament:
    """Returns the arena after a participant has left. A game that they play goes on, and counts."""
    ready = {one: since for one, since in tournament.ready.items() if one != number}
    return replace(tournament, ready=ready, missed={**tournament.missed, number: MISSES})


def advance_arena(
    tournament: Tournament, ends: Mapping[int, MeetingEnd], now: int, *, time_counts: bool, is_reviewed: bool
) -> Tournament:
    """Returns the arena after all that is due: it records results of tables, pairs people who wait, or is over.

    If nothing is due, returns the tournament unchanged.

    Args:
        ends: how meetings ended, by their numbers.
        time_counts: whether time may begin games and end the arena: the clock is trusted, and the server is not away.
        is_reviewed: whether the reviews for the second prize are done, or have had their time.
    """
    deadline = tournament.deadline
    assert deadline is not None, "an arena that is on has a deadline"
    for number, end in sorted(ends.items(), key=lambda entry: (entry[1].at, entry[0])):
        if end.at > deadline + PLAYED_OUT_MS:
            end = replace(end, winner=None)
        tournament = _after(tournament, number, end, now)
    if now < deadline and not time_counts:
        return tournament
    if now < deadline:
        waiting = {
            number: since
            for number, since in tournament.ready.items()
            if now - since >= WAIT_MS and not is_erased(tournament.person(number).id)
        }
        pairs = arena_pairs(tournament.begun_arena, waiting, now)
        paired = {number for pair in pairs for number in pair}
        ready = {number: since for number, since in tournament.ready.items() if number not in paired}
        return replace(tournament, arena=meet(tournament.begun_arena, pairs), ready=ready) if pairs else tournament
    if time_counts and now >= deadline + PLAYED_OUT_MS:
        for number in tournament.begun_arena.on:
            tournament = replace(tournament, arena=end_meeting(tournament.begun_arena, number, None))
    if time_counts and is_reviewed and not tournament.begun_arena.on:
        return replace(tournament, stage=Stage.OVER, deadline=None, ready={}, missed={})
    return tournament


def next_look(tournament: Tournament, now: int) -> int:
    """Returns when `advance_arena` has to be called next, in epoch milliseconds, unless a table changes before."""
    deadline = tournament.deadline
    assert deadline is not None, "an arena that is on has a deadline"
    if now >= deadline and not tournament.begun_arena.on:
        return now + _LOOK_MS
    moments: Iterable[int] = (deadline, deadline + PLAYED_OUT_MS)
    if len(tournament.ready) > 1:
        moments = (*moments, *(since + wait for since in tournament.ready.values() for wait in (WAIT_MS, AGAIN_MS)))
    return min((moment for moment in moments if moment > now), default=now + _LOOK_MS)


def _after(tournament: Tournament, number: int, end: MeetingEnd, now: int) -> Tournament:
    """Returns the arena after a meeting. Its players wait again, unless they are away."""
    people = tournament.begun_arena.meetings[number - 1].people
    missed, ready = dict(tournament.missed), dict(tournament.ready)
    for one in people:
        if one in end.absent:
            missed[one] = missed.get(one, 0) + 1
        elif missed.get(one, 0) < MISSES:
            missed.pop(one, None)
        if missed.get(one, 0) < MISSES:
            ready[one] = now
    arena = end_meeting(tournament.begun_arena, number, end.winner, given_up=end.given_up)
    return replace(tournament, arena=arena, missed=missed, ready=ready)
