"""The kinds of decisions: each lawful one has the kind of what is done."""

from __future__ import annotations

from collections import Counter
from random import Random

from ecarte.game import Accept, Discard, Play, Propose, Refuse, Rules, Seat
from ecarte.teaching import DecisionKind, decisions, kind_of, steps
from research.random_games import random_game

_BY_MOVE = {
    Accept: {DecisionKind.ANSWER},
    Discard: {DecisionKind.DISCARD},
    Propose: {DecisionKind.PROPOSE},
    Refuse: {DecisionKind.ANSWER},
    Play: {DecisionKind.PROPOSE, DecisionKind.LEAD, DecisionKind.REPLY},
}


def test_each_decision_of_random_games_has_the_kind_of_its_move() -> None:
    seen: Counter[DecisionKind] = Counter()
    for seed in range(12):
        events = random_game(Rules(), Random(seed))
        for seat in Seat:
            for decision in decisions(steps(events), seat):
                game, kind = decision.view.public, kind_of(decision.view, king=False)
                if decision.king is not None:
                    continue
                assert kind in _BY_MOVE[type(decision.move)], decision
                led = bool(game.tricks) and game.tricks[-1].reply is None
                assert (kind is DecisionKind.REPLY) == (isinstance(decision.move, Play) and led)
                if decision.view.may_announce and kind in (DecisionKind.LEAD, DecisionKind.REPLY):
                    assert kind_of(decision.view) is DecisionKind.KING
                seen[kind] += 1
    assert set(seen) == set(DecisionKind) - {DecisionKind.KING}
