"""How all stand in a tournament, and who is its champion.

Knock-out: by the round of the defeat, the later the higher; those who fell in one round share a place. Where neither
came to the final there is no champion, and no first place: the second is the best. Round robin: games won; then games
won among those who are equal in that; then Sonneborn-Berger (the games won by the opponents that were beaten); then
fewer games forfeited. Entrants who are equal in all of that share the place, the first one, too: chance, which made
the seeds, decides nothing. A walkover is a game won; a bye is none. Source: the usual practice of clubs.

An entrant who withdrew from a round robin, and forfeited a game by that or otherwise, stands below all who played on,
and is no champion: the others could not win that game back. One who withdrew with nothing left to play lost nothing.
That is this library's; clubs differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ecarte.tournament.rounds import Entrant, Form, Outcome, Pairing, Tournament, pairings

_PLAYED = frozenset({Outcome.FIRST, Outcome.SECOND})


@dataclass(frozen=True, slots=True)
class Standing:
    """How an entrant stands.

    Attributes:
        place: from 1; shared by those who fell in the same round of a knock-out, or are equal in a round robin.
        seed: from 1.
        won, lost: pairings, walkovers among them and byes not.
        forfeited: those lost by not coming.
        beaten: the games won among those who have won as many; `strength`: Sonneborn-Berger. 0 in a knock-out.
        left: they withdrew from a round robin, and forfeited a game.
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
    """Who has won it all: one, or several who are equal in a round robin; none while it is on, or where none won."""
    if not tournament.over:
        return ()
    if tournament.form is Form.KNOCK_OUT:
        winner = pairings(tournament)[0].winner
        return () if winner is None else (winner,)
    return tuple(line.entrant for line in standings(tournament) if line.place == 1 and line.won and not line.left)


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """How all entrants stand, the best first; while it is on, by what has ended."""
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
    """The last round of an entrant, or the one that the entrant waits for."""
    played = _of(tournament, entrant)
    return len(played) + (played[-1].winner == entrant)


def _of(tournament: Tournament, entrant: Entrant) -> list[Pairing]:
    return [pairing for played in tournament.rounds for pairing in played if entrant in pairing.people]
