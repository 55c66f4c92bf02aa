"""What the house does by itself after every move: cut, deal, and play out the trick that leaves no choice.

Pure but for the generator that comes in; the core says what may happen, this says only that it happens at once.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from bot.tables.events import Played, TableEvent
from bot.tables.problems import Problem
from bot.tables.state import TableState
from ecarte import PACK, Distribution, IllegalMove, Phase, Seat, State, engine
from ecarte.errors import Rule
from ecarte.events import Event as GameEvent
from ecarte.events import GameStarted

__all__ = ["carried_on", "problem_of"]


def carried_on(
    state: TableState,
    happened: Sequence[GameEvent],
    distributions: Mapping[Seat, Distribution],
    chance: random.Random,
) -> list[TableEvent]:
    """What happened, and what follows from it until a person has to decide again or the game is over."""
    game, events = state.game, list(happened)
    done = 0
    while done < len(events):
        for event in events[done:]:
            game = engine.evolve(None if isinstance(event, GameStarted) else game, event)
        done = len(events)
        assert game is not None
        events += _next(game, state, distributions, chance)
    return [Played(event) for event in events]


def _next(
    game: State, state: TableState, distributions: Mapping[Seat, Distribution], chance: random.Random
) -> Sequence[GameEvent]:
    match game.phase:
        case Phase.CUT:
            north, south = chance.sample(PACK, 2)
            return engine.cut(game, north, south)
        case Phase.DEAL:
            pack = chance.sample(PACK, len(PACK))
            assert game.dealer is not None
            chosen = game.game.distributions[game.dealer.index] or distributions[game.dealer]
            return engine.deal(game, pack, chosen)
        case Phase.PLAY if state.opened.terms.last_trick_by_itself and len(game.cards(_turn(game))) == 1:
            (move,) = engine.legal_moves(game)
            return engine.decide(game, _turn(game), move)
        case _:
            return ()


def _turn(game: State) -> Seat:
    assert game.turn is not None, "somebody is to act"
    return game.turn


def problem_of(illegal: IllegalMove) -> Problem:
    """The problem that an unlawful move is."""
    return Problem.NOT_CERTAIN if illegal.rule is Rule.CLAIM_NOT_CERTAIN else Problem.NOT_LAWFUL
