"""Plays matches between players of the house, with the same packs for both sides.

Games come in pairs. The packs of the first game are dealt again in the second, with exchanged seats. So luck favours
both players equally, and fewer games show a difference. Each pair has its own random numbers, so the result does not
depend on the order of play. `research.matches.duels` distributes a match over processes.
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
"""Half the width of the middle 95 % of a normal distribution, in standard deviations."""
_FEWEST_PAIRS: Final = 2

Table = tuple[Player, Player]
"""The players of North and South."""


class DuelResult(NamedTuple):
    """The result of a match: in how many pairs of games the first player won no game, one game, and both games."""

    none: int
    one: int
    both: int

    @property
    def pairs(self) -> int:
        """How many pairs of games were played."""
        return sum(self)

    @property
    def share(self) -> float:
        """The share of all games that the first player won. Raises `ZeroDivisionError` without games."""
        return (self.both + self.one / 2) / self.pairs

    def interval(self) -> tuple[float, float]:
        """Returns the 95 % interval of the share, from the variance of the pairs. For a single pair it is 0 to 1."""
        if self.pairs < _FEWEST_PAIRS:
            return 0.0, 1.0
        mean = self.share
        squares = self.none * mean**2 + self.one * (0.5 - mean) ** 2 + self.both * (1 - mean) ** 2
        half = _WIDE * sqrt(squares / (self.pairs - 1) / self.pairs)
        return max(0.0, mean - half), min(1.0, mean + half)


@dataclass(slots=True)
class _Packs:
    """Packs by number, shuffled when first used, so that both games of a pair get the same ones."""

    rng: Chance
    packs: list[tuple[Card, ...]]

    def __getitem__(self, number: int) -> tuple[Card, ...]:
        while len(self.packs) <= number:
            self.packs.append(shuffled(self.rng))
        return self.packs[number]


def play_pair(first: Player, second: Player, packs: Chance, choices: Iterable[Chance]) -> int:
    """Plays two games with the same packs and exchanged seats. Returns how many of them `first` wins.

    Args:
        first, second: the players.
        packs: the source of random numbers for the packs.
        choices: for each game, the source of random numbers for the players' choices.
    """
    dealt = _Packs(packs, [])
    wins = 0
    for (table, seat), rng in zip((((first, second), Seat.NORTH), ((second, first), Seat.SOUTH)), choices, strict=True):
        wins += play_game(table, dealt.__getitem__, rng) is seat
    return wins


def play_game(table: Table, pack: Callable[[int], tuple[Card, ...]], rng: Chance, rules: Rules | None = None) -> Seat:
    """Plays one game that South deals first. Returns the winner.

    Args:
        table: the players of North and South.
        pack: returns the pack of each deal. Deals count from 0.
        rng: the source of random numbers for the players' choices.
        rules: the rules of the game, or None for the standard ones.
    """
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
    """Returns the state after one move. The player out of turn is asked first whether it announces its king."""
    assert state.turn is not None
    for seat in (state.turn.other, state.turn):
        if legal_moves(state, seat):
            weights = table[seat.index](player_view(state, seat))
            if weights:
                return apply(state, seat, chosen_move(weights, rng.random() if len(weights) > 1 else 0.0))
    raise AssertionError(f"no player moves in {state}")
