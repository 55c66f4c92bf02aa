"""The standings of a tournament, and its champion.

Knock-out: by the round of the defeat, the latest first. Entrants who lost in the same round share a place. If both
finalists stayed away, there is no champion and no first place; the standings begin with the second place.

Round robin: by games won; then by games won against entrants with the same number of wins; then by Sonneborn-Berger
(the games won by the opponents whom the entrant has beaten); then by fewer games forfeited. Entrants who are still
equal share the place, even the first one: the random order of the seeds decides nothing. A walkover is a game won; a
bye is not. Source: the usual practice of clubs.

Swiss: by games won, walkovers and byes among them; then by Buchholz (the games won by all opponents); then by games won
against those who are equal in both; then by fewer games forfeited. For a bye, Buchholz counts as many games as the
entrant has won. Source: the usual practice of chess clubs; for the bye FIDE's rules of tie-breaks.

An entrant who withdrew from a round robin or a Swiss tournament and so missed a game is below all who played on, and
cannot be champion, since the others could not win that game back. An entrant who withdrew with nothing left to play
loses nothing. That is this library's rule; clubs differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ecarte.tournament.rounds import Entrant, Form, Outcome, Pairing, Tournament, pairings

_PLAYED = frozenset({Outcome.FIRST, Outcome.SECOND})


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of an entrant.

    Attributes:
        place: from 1. Entrants who lost in the same round of a knock-out share a place. So do entrants who are equal
            in a round robin or a Swiss tournament.
        entrant: the entrant.
        seed: the number of the seed, from 1.
        won, lost: the numbers of pairings won and lost, with walkovers. Byes count as won in a Swiss tournament only.
        forfeited: the number of pairings lost by staying away.
        beaten: the number of games won against equal entrants: those with the same number of wins and, in a Swiss
            tournament, the same `strength`. 0 in a knock-out.
        strength: in a round robin the games won by the opponents whom the entrant has beaten (Sonneborn-Berger); in a
            Swiss tournament the games won by all opponents (Buchholz). 0 in a knock-out.
        left: whether the entrant withdrew from a round robin or a Swiss tournament and missed a game.
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
    """Returns the winner of the tournament, or several who are equal in a round robin or a Swiss tournament.

    Returns an empty tuple before the end of the tournament, if both finalists stayed away, or if all wins of a round
    robin or Swiss tournament are byes.
    """
    if not tournament.over:
        return ()
    if tournament.form is Form.KNOCK_OUT:
        winner = pairings(tournament)[0].winner
        return () if winner is None else (winner,)
    if not is_contested(tournament):
        return ()
    return tuple(line.entrant for line in standings(tournament) if line.place == 1 and line.won and not line.left)


def is_contested(tournament: Tournament) -> bool:
    """Returns whether any entrant has won a pairing other than a bye."""
    played = (pairing for pairings_of_round in tournament.rounds for pairing in pairings_of_round)
    return any(pairing.winner is not None and pairing.outcome is not Outcome.BYE for pairing in played)


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Returns the standings of all entrants, the best first. Before the end they count the pairings that have ended."""
    own, is_swiss = _pairings_of_each(tournament), tournament.form is Form.SWISS
    uncounted = (None,) if is_swiss else (None, Outcome.BYE)
    lines = [
        _counted([pairing for pairing in own[entrant] if pairing.outcome not in uncounted], entrant, seed)
        for seed, entrant in enumerate(tournament.entrants, 1)
    ]
    if tournament.form is Form.KNOCK_OUT:
        reached = {line.entrant: (_last_round(own[line.entrant], line.entrant), -line.lost) for line in lines}
        lines.sort(key=lambda line: reached[line.entrant], reverse=True)
        first = 1 if champions(tournament) or not tournament.over else 2
        ranks = [reached[line.entrant] for line in lines]
        return tuple(replace(line, place=first + ranks.index(rank)) for line, rank in zip(lines, ranks, strict=True))
    won = {line.entrant: line.won for line in lines}
    strength = {entrant: (_buchholz if is_swiss else _sonneborn_berger)(own[entrant], entrant, won) for entrant in own}
    equal = {entrant: (won[entrant], strength[entrant] if is_swiss else 0) for entrant in own}
    lines = [
        replace(
            line,
            beaten=sum(equal[loser] == equal[line.entrant] for loser in _beaten(own[line.entrant], line.entrant)),
            strength=strength[line.entrant],
            left=line.entrant in tournament.withdrawn
            and (line.forfeited > 0 or (is_swiss and len(own[line.entrant]) < tournament.rounds_in_all)),
        )
        for line in lines
    ]
    orders = {line.entrant: _rank(line, is_swiss=is_swiss) for line in lines}
    lines.sort(key=lambda line: orders[line.entrant])
    in_order = [orders[line.entrant] for line in lines]
    return tuple(replace(line, place=1 + in_order.index(order)) for line, order in zip(lines, in_order, strict=True))


def _rank(line: Standing, *, is_swiss: bool) -> tuple[bool, int, int, int, int]:
    first, second = (line.strength, line.beaten) if is_swiss else (line.beaten, line.strength)
    return line.left, -line.won, -first, -second, line.forfeited


def _counted(ended: list[Pairing], entrant: Entrant, seed: int) -> Standing:
    """Returns the standing of an entrant with the numbers of pairings won, lost and forfeited. The place is still 0.

    Args:
        ended: the pairings of the entrant that count.
        entrant: the entrant.
        seed: the number of the seed, from 1.
    """
    lost = [pairing for pairing in ended if pairing.winner != entrant]
    return Standing(
        0, entrant, seed, len(ended) - len(lost), len(lost), sum(pairing.outcome not in _PLAYED for pairing in lost)
    )


def _beaten(own: list[Pairing], entrant: Entrant) -> list[Entrant]:
    """Returns the opponents whom an entrant has beaten.

    Args:
        own: the pairings of the entrant.
    """
    return [other for pairing in own if pairing.winner == entrant for other in pairing.people if other != entrant]


def _sonneborn_berger(own: list[Pairing], entrant: Entrant, won: dict[Entrant, int]) -> int:
    return sum(won[loser] for loser in _beaten(own, entrant))


def _buchholz(own: list[Pairing], entrant: Entrant, won: dict[Entrant, int]) -> int:
    ended = [pairing for pairing in own if pairing.outcome is not None]
    others = [next((other for other in pairing.people if other != entrant), entrant) for pairing in ended]
    return sum(won[other] for other in others)


def _last_round(own: list[Pairing], entrant: Entrant) -> int:
    """Returns the number of the last round that an entrant has reached."""
    return len(own) + (own[-1].winner == entrant)


def _pairings_of_each(tournament: Tournament) -> dict[Entrant, list[Pairing]]:
    own: dict[Entrant, list[Pairing]] = {entrant: [] for entrant in tournament.entrants}
    for pairings_of_round in tournament.rounds:
        for pairing in pairings_of_round:
            for entrant in pairing.people:
                own[entrant].append(pairing)
    return own
