"""How all stand in a tournament, and who is its champion.

Knock-out: by the round of the defeat, the later the higher; those who fell in one round share a place. Round robin:
games won; then games won among those who are equal in that; then Sonneborn-Berger (the games won by the opponents that
were beaten); then fewer games forfeited; then the seed, so that no two are ever equal. A walkover is a game won; a bye
is none. Source: the usual practice of clubs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ecarte.tournament.rounds import Entrant, Form, Outcome, Pairing, Tournament, pairings

_PLAYED = frozenset({Outcome.FIRST, Outcome.SECOND})


@dataclass(frozen=True, slots=True)
class Standing:
    """How an entrant stands.

    Attributes:
        place: from 1. In a knock-out those who fell in the same round share one.
        seed: from 1.
        won, lost: pairings, walkovers among them and byes not.
        forfeited: those lost by not coming.
        beaten: the games won among those who have won as many; `strength`: Sonneborn-Berger. 0 in a knock-out.
    """

    place: int
    entrant: Entrant
    seed: int
    won: int
    lost: int
    forfeited: int
    beaten: int = 0
    strength: int = 0


def champion(tournament: Tournament) -> Entrant | None:
    """Who has won it all; None while it is on, or where no game was won."""
    if not tournament.over:
        return None
    if tournament.form is Form.KNOCK_OUT:
        return pairings(tournament)[0].winner
    best = standings(tournament)[0]
    return best.entrant if best.won else None


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """How all entrants stand, the best first; while it is on, by what has ended."""
    lines = [_counted(tournament, entrant, seed) for seed, entrant in enumerate(tournament.entrants, 1)]
    if tournament.form is Form.KNOCK_OUT:
        reached = {it.entrant: (_reached(tournament, it.entrant), -it.lost) for it in lines}
        lines.sort(key=lambda it: reached[it.entrant], reverse=True)
        ranks = [reached[it.entrant] for it in lines]
        return tuple(replace(it, place=1 + ranks.index(rank)) for it, rank in zip(lines, ranks, strict=True))
    won = {it.entrant: it.won for it in lines}
    lines = [_compared(tournament, it, won) for it in lines]
    lines.sort(key=lambda it: (-it.won, -it.beaten, -it.strength, it.forfeited, it.seed))
    return tuple(replace(it, place=place) for place, it in enumerate(lines, 1))


def _counted(tournament: Tournament, entrant: Entrant, seed: int) -> Standing:
    ended = [it for it in _of(tournament, entrant) if it.outcome not in (None, Outcome.BYE)]
    lost = [it for it in ended if it.winner != entrant]
    return Standing(0, entrant, seed, len(ended) - len(lost), len(lost), sum(it.outcome not in _PLAYED for it in lost))


def _compared(tournament: Tournament, line: Standing, won: dict[Entrant, int]) -> Standing:
    beaten = [
        other
        for it in _of(tournament, line.entrant)
        if it.winner == line.entrant
        for other in it.people
        if other != line.entrant
    ]
    return replace(line, beaten=sum(won[it] == line.won for it in beaten), strength=sum(won[it] for it in beaten))


def _reached(tournament: Tournament, entrant: Entrant) -> int:
    """The last round of an entrant, or the one that the entrant waits for."""
    played = _of(tournament, entrant)
    return len(played) + (played[-1].winner == entrant)


def _of(tournament: Tournament, entrant: Entrant) -> list[Pairing]:
    return [it for played in tournament.rounds for it in played if entrant in it.people]
