"""Compares the predicted costs of moves with deals played on: are the costs in a review true?

Games of the maître against itself are stopped at decisions. The moves are valued as in a review, by what the seat may
know. Then the deal is played to its end twice with the real cards: once after the best move, and once after another
one. Both sides continue as the maître. The observed cost is the difference of the chances to win at the two resulting
scores. The real cards of many deals are a fair sample of what each seat could expect. So over many decisions the mean
observed cost must be close to the mean predicted cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from math import sqrt
from typing import Final, NamedTuple

from ecarte.ai import POINTS
from ecarte.ai.cards.trick_values import win_chance
from ecarte.ai.move_values import can_be_valued, move_values
from ecarte.ai.players import Player
from ecarte.fair import Chance, choose, shuffled
from ecarte.game import Move, Phase, PlayerView, Rules, Seat, State, apply, apply_deal, begin, evolve, player_view
from research.matches.duel import Table, next_state


class TrialKind(Enum):
    """What a player decides. The value is the name in the report."""

    PROPOSE = "play or propose"
    PROPOSE_AGAIN = "play or propose again"
    ANSWER = "refuse or give"
    ANSWER_AGAIN = "refuse or give again"
    DISCARD = "what to put out"
    DISCARD_AGAIN = "what to put out again"
    FIRST_CARD = "a first card"
    CARD = "a later card"

    @classmethod
    def cards(cls) -> frozenset[TrialKind]:
        """Returns the kinds in which a card is played."""
        return frozenset({cls.FIRST_CARD, cls.CARD})

    @classmethod
    def exchanges(cls) -> frozenset[TrialKind]:
        """Returns the kinds before the play: proposals, answers and discards."""
        return frozenset(cls) - cls.cards()


_KINDS: Final = {
    Phase.PROPOSE: (TrialKind.PROPOSE, TrialKind.PROPOSE_AGAIN),
    Phase.ANSWER: (TrialKind.ANSWER, TrialKind.ANSWER_AGAIN),
    Phase.ELDER_DISCARD: (TrialKind.DISCARD, TrialKind.DISCARD_AGAIN),
    Phase.DEALER_DISCARD: (TrialKind.DISCARD, TrialKind.DISCARD_AGAIN),
}


class Trial(NamedTuple):
    """A decision with the cost of a move that is not the best one: as a review predicts it, and as it turned out.

    Attributes:
        kind: what the player decides.
        predicted: the predicted cost, as a chance to win the game, significant or not.
        seen: the cost when the deal was played on, from -1 to 1.
    """

    kind: TrialKind
    predicted: float
    seen: float


class TrialMean(NamedTuple):
    """The mean costs of some decisions. A cost is the chance to win the game that is lost (0.01: one game in 100).

    Attributes:
        number: the number of decisions.
        predicted: the mean of the predicted costs.
        seen: the mean of the costs found when the deals were played on. It may be below zero.
        error: the standard error of `seen - predicted`.
    """

    number: int
    predicted: float
    seen: float
    error: float


_SHARE_OF_CARDS: Final = 0.25
"""The share of the decisions on a card that are tried.

Cards outnumber all other decisions, and a deal says more about a card than about another decision.
"""


def trials(player: Player, rng: Chance) -> Iterator[Trial]:
    """Plays one game of `player` against itself. Yields trials of all decisions before the play, and of some cards."""
    table = player, player
    state = evolve(None, begin(Rules(), Seat.SOUTH)[0])
    while state.outcome is None:
        if state.phase is Phase.DEAL:
            state = apply_deal(state, shuffled(rng))
            continue
        if state.turn is not None and (state.phase is not Phase.PLAY or rng.random() < _SHARE_OF_CARDS):
            trial = _trial(state, state.turn, table, rng)
            if trial is not None:
                yield trial
        state = next_state(state, table, rng)


def _trial(state: State, seat: Seat, table: Table, rng: Chance) -> Trial | None:
    view = player_view(state, seat)
    # Announcing a king is a decision of its own.
    if not can_be_valued(view) or view.may_announce:
        return None
    values = move_values(view, rng)
    best, others = values.best, [move for move in values.values if move != values.best]
    if not others:
        return None
    other = choose(others, rng)
    seen = _played_on(state, seat, best, table, rng) - _played_on(state, seat, other, table, rng)
    return Trial(_kind(view), values.values[best] - values.values[other], seen)


def _played_on(state: State, seat: Seat, move: Move, table: Table, rng: Chance) -> float:
    """Returns the seat's chance to win the game at the end of this deal, after `move`."""
    state = apply(state, seat, move)
    while state.phase is not Phase.DEAL and state.outcome is None:
        state = next_state(state, table, rng)
    if state.outcome is not None:
        return float(state.outcome.winner is seat)
    own_needs, opponent_needs = (POINTS - state.score[side.index] for side in (seat, seat.other))
    return win_chance(own_needs, opponent_needs, state.dealer is seat)


def _kind(view: PlayerView) -> TrialKind:
    public = view.public
    if public.phase is Phase.PLAY:
        first = not public.tricks or (len(public.tricks) == 1 and public.tricks[0].reply is None)
        return TrialKind.FIRST_CARD if first else TrialKind.CARD
    return _KINDS[public.phase][bool(public.rounds)]


def means(trials: Iterable[Trial]) -> TrialMean:
    """Returns the mean costs of some trials. Raises `ZeroDivisionError` if there are none."""
    predicted, seen, squares, number = 0.0, 0.0, 0.0, 0
    for trial in trials:
        number += 1
        predicted += trial.predicted
        seen += trial.seen
        squares += (trial.seen - trial.predicted) ** 2
    mean = (seen - predicted) / number
    return TrialMean(number, predicted / number, seen / number, sqrt(max(0.0, squares / number - mean**2) / number))
