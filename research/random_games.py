"""Plays random lawful games, for tests, for readers of records, and for measurements.

Only `random()` of the `Chance` is called, because its numbers are the same in every version of Python. So the same seed
gives the same game for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ecarte.fair import Chance, choose, shuffled
from ecarte.game import (
    Abandon,
    AcceptStop,
    Card,
    Claim,
    ClaimTime,
    DeclineStop,
    Distribution,
    Event,
    Move,
    OfferStop,
    Phase,
    Propose,
    Resign,
    Rules,
    Seat,
    State,
    begin,
    close_calls,
    cut,
    deal,
    decide,
    evolve,
    legal_moves,
    table_moves,
)

_PROPOSES: Final = 0.7
"""How often an elder proposes. All other moves are equally likely."""

_TABLE_MOVES: Final[dict[type[Move], float]] = {
    Claim: 0.06,
    AcceptStop: 0.1,
    DeclineStop: 0.3,
    OfferStop: 0.004,
    Abandon: 0.004,
    ClaimTime: 0.002,
    Resign: 0.001,
}
"""How often each lawful move of the table is made."""


def random_game(
    rules: Rules,
    rng: Chance,
    dealer: Seat | None = None,
    packs: Callable[[int], Sequence[Card]] | None = None,
    cuts: Callable[[], tuple[Card, Card]] | None = None,
) -> tuple[Event, ...]:
    """Plays a whole game with random moves. Returns its log.

    Args:
        rules: the rules of the game.
        rng: the source of random numbers.
        dealer: the first dealer, or None if the players cut for the deal.
        packs: returns the pack of a deal by its number. None for random packs.
        cuts: returns North's card and South's card of a cut. None for random cards.
    """
    log: list[Event] = list(begin(rules, dealer))
    state = evolve(None, log[0])
    while state.phase is not Phase.OVER:
        for event in cut(state, *cuts()) if cuts and state.phase is Phase.CUT else _events(state, rng, packs):
            log.append(event)
            state = evolve(state, event)
    return tuple(log)


def _events(state: State, rng: Chance, packs: Callable[[int], Sequence[Card]] | None) -> tuple[Event, ...]:
    if state.phase is Phase.CUT:
        north, south, *_ = shuffled(rng)
        return cut(state, north, south)
    for seat in Seat:
        for move in table_moves(state, seat):
            if rng.random() < _TABLE_MOVES[type(move)]:
                return decide(state, seat, move)
    if state.phase is Phase.DEAL:
        assert state.turn is not None
        packets = state.game.distributions[state.turn.index] or choose(tuple(Distribution), rng)
        number = 1 if state.deal is None else state.deal.number + 1
        return deal(state, shuffled(rng) if packs is None else packs(number), packets)
    if state.phase is Phase.STANDING:
        seat = choose(tuple(Seat), rng)
        moves = legal_moves(state, seat)
        return decide(state, seat, choose(moves, rng)) if moves and rng.random() < 0.9 else close_calls(state)
    assert state.turn is not None
    out_of_turn = legal_moves(state, state.turn.other)
    if out_of_turn and rng.random() < 0.2:
        return decide(state, state.turn.other, choose(out_of_turn, rng))
    moves = legal_moves(state)
    if moves[0] == Propose() and rng.random() < _PROPOSES:
        return decide(state, state.turn, moves[0])
    return decide(state, state.turn, choose(moves, rng))
