"""Players that make errors: the more a move costs, the more rarely they make it.

One number, the slack, sets how careful such a player is. A move that loses a chance c to win the game, compared with
the best move, is made exp(-c / slack) times as often as the best move. With a small slack the player is careful; with a
large slack the moves are almost random. In both cases errors are most frequent where they matter least.

The costs come from the tables and the search of the maître. The cost of a card is the best card's value in the search
minus its own (`ecarte.ai.cards.search`). The cost of not marking the king is the value of the king's point; this cost
counts whenever the player is about to play a card, also when leading without proposing. In the exchange, the plan of
`ecarte.ai.exchange.policy` counts as best. A clear decision of the plan costs more to reject than a doubtful one. A
decision is clear if the hand, played as dealt, makes the point much more or much less often than the hands on which the
plan hesitates. A discard may differ from the plan's by one card, at a fixed cost. All costs are estimates. The levels
are calibrated by games (`python -m research ladder`), not by the costs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import exp
from typing import Final, assert_never

from ecarte.ai.cards.search import card_values
from ecarte.ai.cards.trick_values import trick_worth, win_chance
from ecarte.ai.exchange.policy import policy
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.known_rules import policy_knows
from ecarte.ai.players.book_exchange import is_time_to_announce
from ecarte.ai.players.novice import novice
from ecarte.ai.players.player import Player, Weights
from ecarte.game import (
    Accept,
    AnnounceKing,
    Card,
    Discard,
    Move,
    Phase,
    Play,
    PlayerView,
    Propose,
    Rank,
    Refuse,
    cards_of,
    mask_of,
)

_POINT: Final = 3
_HESITATES: Final = 0.65
"""Hands that make the point this often, played as dealt, are those on which the plan hesitates."""
_KEPT: Final = 0.02
"""What it costs to keep a card that the plan discards, as a chance to win the game."""
_OUT: Final = 0.03
"""What it costs to discard a low plain card that the plan keeps, as a chance to win the game."""
_GOOD_OUT: Final = 0.10
"""What it costs to discard a trump or a king that the plan keeps, as a chance to win the game."""
_NEGLIGIBLE: Final = 1e-4
"""A move that would be made less often than this, relative to the best move, is never made."""


def erring(slack: float, *, marks_standing: bool = True) -> Player:
    """Returns a player that makes errors: the more an error costs, the rarer it is.

    At tables with rules that the house's tables do not know (`policy_knows`), the player plays like the novice.

    Args:
        slack: how much an error may cost before it becomes rare, as a chance to win the game; above 0.
        marks_standing: False for the player of earlier releases, which never marked the king when leading without
            proposing, and marked it during the play even if silence was better. That player is kept so that recorded
            games can be recomputed.
    """

    def player(view: PlayerView) -> Weights:
        return _moves(view, slack, marks_standing) if policy_knows(view.public.rules) else novice(view)

    return player


def _moves(view: PlayerView, slack: float, marks_standing: bool) -> Weights:
    moves, public, me = view.legal_moves, view.public, view.seat
    if not moves:
        return {}
    knowledge = knowledge_of(view)
    may_mark = AnnounceKing() in moves
    if public.turn is not me:
        return {AnnounceKing(): 1.0} if may_mark and is_time_to_announce(knowledge, playing=False) else {}
    if len(moves) == 1:
        return {moves[0]: 1.0}
    # The player marked the king in this phase, so the decision to lead without proposing is already made.
    stands = marks_standing and public.phase is Phase.PROPOSE and public.king is not None and public.king.seat is me
    weights = _by_cost(_card_costs(view, knowledge) if stands else _costs(view, knowledge), slack)
    if not may_mark:
        return weights
    overlooks = exp(-_king_cost(knowledge) / slack) / 2
    if not marks_standing:
        return _marked_before(weights, weights, overlooks) if public.phase is Phase.PLAY else weights
    if is_time_to_announce(knowledge, playing=False):
        return _marked_before(weights, weights, overlooks)
    if is_time_to_announce(knowledge, playing=True):
        return _marked_before(weights, [move for move in weights if type(move) is Play], overlooks)
    return weights


def _marked_before(weights: Weights, moves: Collection[Move], overlooks: float) -> Weights:
    """Puts the announcement of the king in place of these moves, except for the share of cases in which the player
    overlooks the king.
    """
    if not moves:
        return weights
    marks = sum(weights[move] for move in moves) * (1 - overlooks)
    return {AnnounceKing(): marks} | {
        move: often * overlooks if move in moves else often for move, often in weights.items()
    }


def _by_cost(costs: Mapping[Move, float], slack: float) -> Weights:
    least = min(costs.values())
    often = {move: exp((least - cost) / slack) for move, cost in costs.items()}
    often = {move: share for move, share in often.items() if share >= _NEGLIGIBLE}
    whole = sum(often.values())
    return {move: share / whole for move, share in often.items()}


def _costs(view: PlayerView, knowledge: Knowledge) -> Mapping[Move, float]:
    match view.public.phase:
        case Phase.PLAY:
            return _card_costs(view, knowledge)
        case Phase.PROPOSE:
            proposes = policy().propose(policy_input(view))
            cost = _contrary_cost(knowledge)
            # If the plan mixes both decisions, neither costs anything.
            stands = cost if proposes == 1 else 0.0
            costs: dict[Move, float] = {Propose(): cost if proposes == 0 else 0.0}
            return costs | {move: stands + lost for move, lost in _card_costs(view, knowledge).items()}
        case Phase.ANSWER:
            accepts = policy().accept(policy_input(view))
            cost = _contrary_cost(knowledge)
            return {Accept(): cost if accepts == 0 else 0.0, Refuse(): cost if accepts == 1 else 0.0}
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            assert view.discard_bounds is not None
            return dict(_discard_costs(view, knowledge, *view.discard_bounds))
        case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
            raise AssertionError("no seat has a choice to make")
        case _:
            assert_never(view.public.phase)


def _card_costs(view: PlayerView, knowledge: Knowledge) -> dict[Move, float]:
    values = card_values(knowledge, trick_worth(knowledge, marks_king=view.may_announce and knowledge.has_king))
    best = max(values.values())
    return {Play(card): best - value for card, value in values.items()}


def _contrary_cost(knowledge: Knowledge) -> float:
    """Returns what it costs to decide against the plan between playing and exchanging, estimated from the hand."""
    hidden, _ = policy().play_spreads(knowledge.hand, knowledge.turn_up)
    worth = trick_worth(knowledge).without
    return abs(sum(hidden[_POINT:]) - _HESITATES) * (worth[_POINT] - worth[_POINT - 1])


def _king_cost(knowledge: Knowledge) -> float:
    """Returns the cost of not marking the king."""
    needs, other = knowledge.points - knowledge.own_score, knowledge.points - knowledge.opponent_score
    return win_chance(needs - 1, other, knowledge.is_elder) - win_chance(needs, other, knowledge.is_elder)


def _discard_costs(view: PlayerView, knowledge: Knowledge, least: int, most: int) -> Iterable[tuple[Discard, float]]:
    """Yields the plan's discard, and those that differ from it by one card, each with its cost."""
    planned = policy().discard(policy_input(view), least)
    yield Discard(cards_of(planned)), 0.0
    if planned.bit_count() > least:
        for card in cards_of(planned):
            yield Discard(cards_of(planned & ~card.bit)), _KEPT
    if planned.bit_count() < most:
        for card in cards_of(knowledge.hand & ~planned):
            yield Discard(cards_of(planned | mask_of([card]))), _GOOD_OUT if _is_good(card, knowledge) else _OUT


def _is_good(card: Card, knowledge: Knowledge) -> bool:
    return card.suit is knowledge.trump or card.rank is Rank.KING
