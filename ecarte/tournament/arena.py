"""An arena: entrants meet again and again until its time is over. The entrant with the most points wins.

Entrants are opaque numbers. The caller says who meets whom, how each meeting ends, and when the arena is over. An
entrant may enter at any time, and has one meeting at a time. A win is worth 2 points. The third win in a row and those
after it are worth 4 points, until the entrant loses. A meeting without a result counts for neither entrant and ends no
streak. If the loser gave the game up at once, the loser has a loss, but the winner has no win: otherwise a friend could
give wins away in seconds.

Every function returns a new `Arena`, or raises `TournamentError` and changes nothing. Source: the arenas of
lichess.org, where games can be drawn, and a streak doubles the points of a draw, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ecarte.tournament.rounds import Entrant, TournamentError, TournamentRule

MOST_IN_ARENA = 256
"""The largest number of entrants."""
_WIN, _STREAK_WIN, _STREAK = 2, 4, 3
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game between two entrants.

    Attributes:
        is_on: whether the game is being played.
        winner: None while the game is being played, or if it ended without a result.
        given_up: whether the loser gave the game up at once.
    """

    first: Entrant
    second: Entrant
    is_on: bool = True
    winner: Entrant | None = None
    given_up: bool = False

    @property
    def people(self) -> tuple[Entrant, Entrant]:
        """Both entrants."""
        return self.first, self.second


@dataclass(frozen=True, slots=True)
class Arena:
    """An arena. Made by `open_arena` or `arena_from_dict`, changed by the functions of this module.

    Attributes:
        entrants: in the order in which they entered.
        meetings: in the order in which they began. The number of a meeting is its place here, from 1.
    """

    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...] = ()

    @property
    def on(self) -> dict[int, Meeting]:
        """The meetings that are being played, by number."""
        return {number: meeting for number, meeting in enumerate(self.meetings, 1) if meeting.is_on}

    @property
    def playing(self) -> frozenset[Entrant]:
        """The entrants who are playing."""
        return frozenset(entrant for meeting in self.on.values() for entrant in meeting.people)


@dataclass(frozen=True, slots=True)
class ArenaStanding:
    """The standing of an entrant in an arena.

    Attributes:
        place: from 1. Entrants share a place if they have the same points from the same number of games.
        streak: the wins in a row up to now.
    """

    place: int
    entrant: Entrant
    points: int
    won: int
    lost: int
    streak: int


def open_arena(entrants: Sequence[Entrant]) -> Arena:
    """Returns an arena without meetings. Raises `TournamentError` if entrants are too many, or one is named twice."""
    if len(entrants) > MOST_IN_ARENA:
        raise TournamentError(TournamentRule.TOO_MANY)
    if len(set(entrants)) < len(entrants):
        raise TournamentError(TournamentRule.ENTERED_TWICE)
    return Arena(tuple(entrants))


def enter(arena: Arena, entrant: Entrant) -> Arena:
    """Adds an entrant. Raises `TournamentError` if the arena is full, or the entrant has entered already."""
    return replace(arena, entrants=open_arena([*arena.entrants, entrant]).entrants)


def meet(arena: Arena, pairs: Iterable[tuple[Entrant, Entrant]]) -> Arena:
    """Begins a meeting for each pair.

    Raises:
        TournamentError: a pair names an entrant twice, or an entrant who is playing or has not entered.
    """
    meetings = [Meeting(first, second) for first, second in pairs]
    people = [entrant for meeting in meetings for entrant in meeting.people]
    if not set(people) <= set(arena.entrants):
        raise TournamentError(TournamentRule.NOT_AN_ENTRANT)
    if len(set(people)) < len(people) or arena.playing & set(people):
        raise TournamentError(TournamentRule.NOT_PAIRED_SO)
    return replace(arena, meetings=(*arena.meetings, *meetings))


def end_meeting(arena: Arena, number: int, winner: Entrant | None, *, given_up: bool = False) -> Arena:
    """Ends a meeting.

    Args:
        number: the number of the meeting, from 1.
        winner: None if it has no result.
        given_up: whether the loser gave the game up at once.

    Raises:
        TournamentError: there is no such meeting, it has ended, or the winner does not play in it.
    """
    if not 1 <= number <= len(arena.meetings):
        raise TournamentError(TournamentRule.NO_SUCH_PAIRING)
    meeting = arena.meetings[number - 1]
    if not meeting.is_on:
        raise TournamentError(TournamentRule.DECIDED_ALREADY)
    if winner is not None and winner not in meeting.people:
        raise TournamentError(TournamentRule.NOT_SO)
    ended = replace(meeting, is_on=False, winner=winner, given_up=given_up and winner is not None)
    return replace(arena, meetings=(*arena.meetings[: number - 1], ended, *arena.meetings[number:]))


def arena_standings(arena: Arena) -> tuple[ArenaStanding, ...]:
    """Returns the standings of all entrants, the best first: by points, then by fewer games."""
    points, won, lost, streak = (dict.fromkeys(arena.entrants, 0) for _ in range(4))
    for meeting in arena.meetings:
        if meeting.winner is None:
            continue
        winner, loser = meeting.people if meeting.winner == meeting.first else meeting.people[::-1]
        streak[loser] = 0
        lost[loser] += 1
        if meeting.given_up:
            continue
        streak[winner] += 1
        points[winner] += _STREAK_WIN if streak[winner] >= _STREAK else _WIN
        won[winner] += 1
    order = {entrant: (-points[entrant], won[entrant] + lost[entrant]) for entrant in arena.entrants}
    entrants = sorted(arena.entrants, key=lambda entrant: order[entrant])
    ranks = [order[entrant] for entrant in entrants]
    return tuple(
        ArenaStanding(1 + ranks.index(rank), entrant, points[entrant], won[entrant], lost[entrant], streak[entrant])
        for entrant, rank in zip(entrants, ranks, strict=True)
    )


def arena_to_dict(arena: Arena) -> dict[str, Any]:
    """Returns the arena as plain values for JSON."""
    return {
        "version": _VERSION,
        "entrants": list(arena.entrants),
        "meetings": [
            [meeting.first, meeting.second, meeting.is_on, meeting.winner, *([True] if meeting.given_up else [])]
            for meeting in arena.meetings
        ],
    }


def arena_from_dict(data: Mapping[str, Any]) -> Arena:
    """Returns the arena that `arena_to_dict` wrote. Raises `TournamentError` if the data have another form."""
    try:
        if data["version"] != _VERSION:
            raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
        arena = open_arena([int(entrant) for entrant in data["entrants"]])
        meetings = tuple(
            Meeting(first, second, is_on, winner, *given_up)
            for first, second, is_on, winner, *given_up in data["meetings"]
        )
    except (KeyError, TypeError, ValueError) as error:
        raise TournamentError(TournamentRule.NOT_WRITTEN_SO) from error
    for meeting in meetings:
        is_known = set(meeting.people) <= set(arena.entrants) and meeting.first != meeting.second
        is_so = meeting.winner in (None, *(() if meeting.is_on else meeting.people))
        if not is_known or not is_so or (meeting.given_up and meeting.winner is None):
            raise TournamentError(TournamentRule.NOT_WRITTEN_SO)
    return replace(arena, meetings=meetings)
