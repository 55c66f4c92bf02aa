"""The standings of a tournament, and its champion.

Knock-out: by the round of the defeat, the latest first. Entrants who lost in the same round share a place. If both
finalists stayed away, there is no champion and no first place; the standings begin with the second place.

Round robin: by games won; then by games won among those with as many wins; then by Sonneborn-Berger (the games won by
the opponents beaten); then by fewer games forfeited. Entrants who are still equal share the place, also the first one:
the random order of the seeds decides nothing. A walkover is a game won; a bye is not. Source: the usual practice of
clubs.

An entrant who withdrew from a round robin and forfeited a game is below all who played on, and cannot be champion,
since the others could not win that game back. An entrant who withdrew with nothing left to play loses nothing. That is
this library's rule; clubs differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ecarte.tournament.rounds import Entrant, Form, Outcome, Pairing, Tournament, pairings

_PLAYED = frozenset({Outcome.FIRST, Outcome.SECOND})


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of an entrant.

    Attributes:
        place: from 1. Entrants share a place who lost in the same round of a knock-out, or are equal in a round robin.
        entrant: the entrant.
        seed: the number of the seed, from 1.
        won, lost: the numbers of pairings won and lost, with walkovers and without byes.
        forfeited: the number of pairings lost by staying away.
        beaten: the games won among those with as many wins. 0 in a knock-out.
        strength: Sonneborn-Berger. 0 in a knock-out.
        left: the entrant withdrew from a round robin and forfeited a game.
    """

    place: int
    entrant: Entrant
    seed: int
    won: int
    lost: int
    forfeited: int
    beaten: int = 0
    strength: int = 0
    left: bool = False


def champions(tournament: Tournament) -> tuple[Entrant, ...]:
    """Returns the winner of the tournament, or several who are equal in a round robin.

    There is none before the end, or if neither finalist came.
    """
    if not tournament.over:
        return ()
    if tournament.form is Form.KNOCK_OUT:
        winner = pairings(tournament)[0].winner
        return () if winner is None else (winner,)
    return tuple(line.entrant for line in standings(tournament) if line.place == 1 and line.won and not line.left)


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Returns the standings of all entrants, the best first. Before the end they count the pairings that have ended."""
    lines = [_counted(tournament, entrant, seed) for seed, entrant in enumerate(tournament.entrants, 1)]
    if tournament.form is Form.KNOCK_OUT:
        reached = {line.entrant: (_last_round(tournament, line.entrant), -line.lost) for line in lines}
        lines.sort(key=lambda line: reached[line.entrant], reverse=True)
        first = 1 if champions(tournament) or not tournament.over else 2
        ranks = [reached[line.entrant] for line in lines]
        return tuple(replace(line, place=first + ranks.index(rank)) for line, rank in zip(lines, ranks, strict=True))
    won = {line.entrant: line.won for line in lines}
    lines = sorted((_compared(tournament, line, won) for line in lines), key=_rank)
    orders = [_rank(line) for line in lines]
    return tuple(replace(line, place=1 + orders.index(order)) for line, order in zip(lines, orders, strict=True))


def _rank(line: Standing) -> tuple[bool, int, int, int, int]:
    return line.left, -line.won, -line.beaten, -line.strength, line.forfeited


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
        line,
        beaten=sum(won[loser] == line.won for loser in beaten),
        strength=sum(won[loser] for loser in beaten),
        left=line.entrant in tournament.withdrawn and line.forfeited > 0,
    )


def _last_round(tournament: Tournament, entrant: Entrant) -> int:
    """Returns the number of the last round that an entrant has reached."""
    played = _of(tournament, entrant)
    return len(played) + (played[-1].winner == entrant)


def _of(tournament: Tournament, entrant: Entrant) -> list[Pairing]:
    return [pairing for played in tournament.rounds for pairing in played if entrant in pairing.people]
