"""Matches between players of the house, the same packs dealt to both sides.

Games come in pairs: the packs of the first are dealt again in the second, with seats exchanged, so luck favours both
players alike and fewer games show a difference. Each pair gets its own chance, so the result does not depend on the
order of play. `research.matches.duels` spreads a match over processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from ecarte.ai.players.player import Player, chosen_move
from ecarte.fair import Chance, shuffled
from ecarte.game import Card, Phase, Rules, Seat, State, apply, apply_deal, begin, evolve, legal_moves, player_view

_WIDE: Final = 1.959964
"""Half the width of a normal distribution's middle 95 %, in standard deviations."""
_FEWEST_PAIRS: Final = 2

Table = tuple[Player, Player]
"""The players in North and South."""


class DuelResult(NamedTuple):
    """The result of a match: the numbers of pairs of which the first player won none, one and both games."""

    none: int
    one: int
    both: int

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self)

    @property
    def share(self) -> float:
        """The first player's share of all games. Raises `ZeroDivisionError` without games."""
        return (self.both + self.one / 2) / self.pairs

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, from the variance of the pairs; 0 to 1 for a single pair."""
        if self.pairs < _FEWEST_PAIRS:
            return 0.0, 1.0
        mean = self.share
        squares = self.none * mean**2 + self.one * (0.5 - mean) ** 2 + self.both * (1 - mean) ** 2
        half = _WIDE * sqrt(squares / (self.pairs - 1) / self.pairs)
        return max(0.0, mean - half), min(1.0, mean + half)


@dataclass(slots=True)
class _Packs:
    """Packs by number, made on first use, so that two games get the same."""

    rng: Chance
    made: list[tuple[Card, ...]]

    def __getitem__(self, number: int) -> tuple[Card, ...]:
        while len(self.made) <= number:
            self.made.append(shuffled(self.rng))
        return self.made[number]


def play_pair(first: Player, second: Player, packs: Chance, choices: Iterable[Chance]) -> int:
    """Plays two games with these packs, seats exchanged between them; returns how many `first` wins.

    `choices`: one chance per game, by which the players choose.
    """
    dealt = _Packs(packs, [])
    wins = 0
    for (table, seat), rng in zip((((first, second), Seat.NORTH), ((second, first), Seat.SOUTH)), choices, strict=True):
        wins += play_game(table, dealt.__getitem__, rng) is seat
    return wins


def play_game(table: Table, pack: Callable[[int], tuple[Card, ...]], rng: Chance, rules: Rules | None = None) -> Seat:
    """Plays one game, South dealing first; returns the winner. `pack` gives the pack of each deal, from 0."""
    state = evolve(None, begin(rules or Rules(), Seat.SOUTH)[0])
    deals = 0
    while state.outcome is None:
        if state.phase is Phase.DEAL:
            state = apply_deal(state, pack(deals))
            deals += 1
        else:
            state = next_state(state, table, rng)
    assert state.outcome.winner is not None
    return state.outcome.winner


def next_state(state: State, table: Table, rng: Chance) -> State:
    """The state after one move; the seat out of turn is asked first, where it may announce its king."""
    assert state.turn is not None
    for seat in (state.turn.other, state.turn):
        if legal_moves(state, seat):
            weights = table[seat.index](player_view(state, seat))
            if weights:
                return apply(state, seat, chosen_move(weights, rng.random() if len(weights) > 1 else 0.0))
    raise AssertionError(f"no player moves in {state}")
