"""Games between players of the house, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ecarte.ai import Player, chosen_move
from ecarte.fair import shuffled
from ecarte.game import Move, Phase, Rules, Seat, State, apply, apply_deal, begin, evolve, legal_moves, player_view


def moves_of_a_game(
    players: tuple[Player, Player], rng: Random, rules: Rules | None = None
) -> Iterator[tuple[State, Seat, Move]]:
    """Plays a game that South deals, and yields its moves, each with the state before it and the seat that makes it.

    A king is announced by the seat that may, also out of turn.

    Args:
        players: North's and South's.
        rules: None: the standard rules.
    """
    state = evolve(None, begin(Rules() if rules is None else rules, Seat.SOUTH)[0])
    while state.outcome is None:
        if state.phase is Phase.DEAL:
            state = apply_deal(state, shuffled(rng))
            continue
        assert state.turn is not None
        for seat in (state.turn.other, state.turn):
            weights = players[seat.index](player_view(state, seat)) if legal_moves(state, seat) else {}
            if weights:
                move = chosen_move(weights, rng.random())
                yield state, seat, move
                state = apply(state, seat, move)
                break
