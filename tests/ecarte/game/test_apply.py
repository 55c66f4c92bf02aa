"""`apply` and `apply_deal` take short ways that `decide` and `evolve` do not: here they must meet, move by move.

A hundred random games of each of five sets of rules; the players propose and accept more often than chance would, so
that talons run short. What the games must have gone through is counted, so that the test cannot go easy by itself.
It does not prove that both are right: what is lawful is tested by the laws.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ecarte.fair import shuffled
from ecarte.fair.chance import choose
from ecarte.game import (
    Accept,
    AcceptIfEnough,
    AnnounceKing,
    CardPlayed,
    ConditionFailed,
    DealerDiscarded,
    DealScored,
    Dialect,
    Discard,
    Distribution,
    Event,
    GameEnded,
    KingMarked,
    Move,
    Phase,
    Play,
    Propose,
    Refuse,
    Rules,
    Seat,
    State,
    apply,
    apply_deal,
    begin,
    deal,
    decide,
    evolve,
    legal_moves,
    replay,
)

GAMES = 100
RULES = [
    Rules(),
    Rules.of(Dialect.MODERN),
    Rules.of(Dialect.SHORT),
    replace(Rules.of(Dialect.SHORT), exchanges=2),
    Rules(points=1),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.dialect.value}-{rules.exchanges}-{rules.points}")
def test_applying_a_move_is_evolving_over_what_is_decided(rules: Rules) -> None:
    rng = Random(rules.points)
    met: Counter[str] = Counter()
    for number in range(GAMES):
        state = replay(begin(rules, Seat.NORTH if number % 2 else Seat.SOUTH))
        while state.phase is not Phase.OVER:
            if state.phase is Phase.DEAL:
                assert state.turn is not None
                pack, packets = shuffled(rng), state.game.distributions[state.turn.index]
                packets = packets or choose(tuple(Distribution), rng)
                events, applied = deal(state, pack, packets), apply_deal(state, pack, packets)
            else:
                seat, move = _move(state, rng)
                events, applied = decide(state, seat, move), apply(state, seat, move)
                if seat is state.turn:
                    assert apply(state, None, move) == applied
                met["out of turn"] += seat is not state.turn
                met[type(move).__name__] += 1
            _count(met, events)
            for event in events:
                state = evolve(state, event)
            assert state == applied
            assert hash(state) == hash(applied)
            assert legal_moves(state) == legal_moves(applied)
            # Play on from either, so that one way's state is good enough for the other's next step.
            state = applied if rng.random() < 0.5 else state
    kinds = [Play, Propose, Accept, Refuse, Discard, AnnounceKing]
    more = ["out of turn", "tenth card", "five by a turned-up king", "five by a king announced"]
    if rules.exchanges is None and rules.points == 5:
        more.append("nothing left for the dealer")
        if rules.if_enough:
            kinds.append(AcceptIfEnough)
            more.append("condition failed")
    assert {name for name in (*(kind.__name__ for kind in kinds), *more) if not met[name]} == set()


def _move(state: State, rng: Random) -> tuple[Seat, Move]:
    """Returns any move of either seat; most of the time a proposal or an acceptance, where one is lawful."""
    turn = state.turn
    assert turn is not None
    for move in legal_moves(state, turn.other):
        if rng.random() < 0.3:
            return turn.other, move
    moves = legal_moves(state)
    likely = [move for move in moves if isinstance(move, Propose | Accept | AcceptIfEnough | AnnounceKing)]
    return turn, choose(likely if likely and rng.random() < 0.8 else moves, rng)


def _count(met: Counter[str], events: tuple[Event, ...]) -> None:
    """Counts what a move has changed."""
    first, *rest = events
    met["tenth card"] += isinstance(first, CardPlayed) and any(isinstance(event, DealScored) for event in rest)
    met["condition failed"] += ConditionFailed() in rest
    met["nothing left for the dealer"] += DealerDiscarded(()) in rest
    if any(isinstance(event, GameEnded) for event in rest):
        met["five by a turned-up king"] += any(isinstance(event, KingMarked) for event in rest)
        met["five by a king announced"] += isinstance(first, KingMarked)
