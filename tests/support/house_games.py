"""Games that a player of the house plays, South, with promised deals, and the records of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ecarte import notation
from ecarte.ai import Level, chosen_move, name_of, player_of
from ecarte.fair import (
    CUTS,
    SECRET_BYTES,
    FairDeal,
    HouseSeat,
    chosen,
    commitment,
    decision_of,
    fair_pack,
    house_number,
)
from ecarte.game import Event, Move, Phase, Rules, Seat, State, begin, deal, decide, evolve, legal_moves, player_view

__all__ = ["HOUSE", "Choose", "HouseGame", "by_view", "house_game"]

HOUSE = Seat.SOUTH
Choose: TypeAlias = Callable[[State, float], Move]
"""The move of the house, from the state, which an honest house does not get, and the number of the decision."""


@dataclass(frozen=True)
class HouseGame:
    """A game between a member and the house."""

    events: tuple[Event, ...]
    fair: dict[int, FairDeal]
    house: tuple[HouseSeat, ...]

    @property
    def record(self) -> str:
        """The text of the game."""
        return notation.write(self.events, {"North": "Alice", "South": "House"}, fair=self.fair, house=self.house)


def by_view(level: Level) -> Choose:
    """An honest house of this level."""
    return lambda state, number: chosen_move(player_of(level)(player_view(state, HOUSE)), number)


def house_game(level: Level, seed: int = 1, rules: Rules | None = None, choose: Choose | None = None) -> HouseGame:
    """A whole game; the member, North, plays at random half of the time, and else by the book.

    Args:
        choose: how the house moves in truth, whatever level the record names; None: as it should.
    """
    rng, choose = Random(seed), choose or by_view(level)
    log: list[Event] = list(begin(rules or Rules(), Seat.SOUTH))
    fair: dict[int, FairDeal] = {}
    state, number, made = evolve(None, log[0]), 0, 0
    while state.phase is not Phase.OVER:
        happened: tuple[Event, ...]
        if state.phase is Phase.DEAL:
            number, made = number + 1, 0
            secret, seeds = rng.randbytes(SECRET_BYTES), (f"sparrow {number}", "")
            fair[number] = FairDeal(commitment(secret), secret, seeds, chosen(CUTS, rng))
            happened = deal(state, fair_pack(secret, seeds, number, fair[number].cut))
        elif state.turn is HOUSE:
            happened = decide(state, HOUSE, choose(state, house_number(fair[number], number, HOUSE, made + 1)))
        else:
            assert state.turn is not None
            moves = (
                legal_moves(state) if rng.random() < 0.5 else [*player_of(Level.SALON)(player_view(state, state.turn))]
            )
            happened = decide(state, state.turn, chosen(moves, rng))
        for event in happened:
            decision = decision_of(state, event)
            made += decision is not None and decision[0] is HOUSE
            state = evolve(state, event)
            log.append(event)
    return HouseGame(tuple(log), fair, (HouseSeat(1, HOUSE, name_of(level)),))
