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
        reached = {line.entrant: (_last_round(tournament, line.entrant), -line.lost) for line in lines}
        lines.sort(key=lambda line: reached[line.entrant], reverse=True)
        ranks = [reached[line.entrant] for line in lines]
        return tuple(replace(line, place=1 + ranks.index(rank)) for line, rank in zip(lines, ranks, strict=True))
    won = {line.entrant: line.won for line in lines}
    lines = [_compared(tournament, line, won) for line in lines]
    lines.sort(key=lambda line: (-line.won, -line.beaten, -line.strength, line.forfeited, line.seed))
    return tuple(replace(line, place=place) for place, line in enumerate(lines, 1))


def _counted(tournament: Tournament, entrant: Entrant, seed: int) -> Standing:
    ended = [pairing for pairing in _of(tournament, entrant) if pairing.outcome not in (None, Outcome.BYE)]
    lost = [pairing for pairing in ended if pairing.winner != entrant]
    return Standing(
        0, entrant, seed, len(ended) - len(lost), len(lost), sum(pairing.outcome not in _PLAYED for pairing in lost)
    )


def _compared(tournament: Tournament, line: Standing, won: dict[Entrant, int]) -> Standing:
    beaten = [
        other
        for pairing in _of(tournament, line.entrant)
        if pairing.winner == line.entrant
        for other in pairing.people
        if other != line.entrant
    ]
    return replace(
        line, beaten=sum(won[loser] == line.won for loser in beaten), strength=sum(won[loser] for loser in beaten)
    )


def _last_round(tournament: Tournament, entrant: Entrant) -> int:
    """The last round of an entrant, or the one that the entrant waits for."""
    played = _of(tournament, entrant)
    return len(played) + (played[-1].winner == entrant)


def _of(tournament: Tournament, entrant: Entrant) -> list[Pairing]:
    return [pairing for played in tournament.rounds for pairing in played if entrant in pairing.people]
