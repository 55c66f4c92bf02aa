"""Players who err by cost: one engine, whose slack says how dear an error may be before it becomes rare.

A move that costs a chance c to win the game, against the best, is made exp(-c / slack) times as often as the best. So
with little slack the engine is careful, with much it plays almost at random; with any it errs where it matters least.

What a move costs is known by the maître's means: a card by its search (`ecarte.ai.cards.search`); a king not marked by
the point, wherever the player is about to play a card, be it led without proposing. In the exchange the plan of
`ecarte.ai.exchange.policy` is taken for best, and the cost of the contrary follows from the hand alone: how far its
chance of the point, played as dealt, is from that of a hand on which the plan hesitates. A discard other than the
plan's, by one card, has a fixed cost. Both are estimates: the levels are calibrated by games
(`python -m research ladder`), not by them.
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
"""The chance of the point, played as dealt, of hands on which the plan hesitates."""
_KEPT: Final = 0.02
"""The cost of keeping a card that the plan puts out, in the chance to win the game."""
_OUT: Final = 0.03
"""The cost of putting out a plain low card that the plan keeps."""
_GOOD_OUT: Final = 0.10
"""The cost of putting out a trump or a king."""
_NEGLIGIBLE: Final = 1e-4
"""Moves made less often than this, beside the best, are never made."""


def erring(slack: float, *, marks_standing: bool = True) -> Player:
    """Returns a player who errs by cost. It plays as the novice where the tables do not stand for the rules.

    Args:
        slack: how dear an error may be; above 0.
        marks_standing: False: the player of earlier releases, kept to recompute recorded games. It never marked the
            king when it led without proposing, and marked it in the play even where silence is better.
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
    # A king is marked before a lead, so the player has chosen to stand.
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
    """Puts the king before each of these moves, and leaves them only as often as the king is overlooked."""
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
            # Where the plan would do both, neither costs anything.
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
    """What playing costs where the plan exchanges, or exchanging where it plays, as the hand tells it."""
    hidden, _ = policy().play_spreads(knowledge.hand, knowledge.turn_up)
    worth = trick_worth(knowledge).without
    return abs(sum(hidden[_POINT:]) - _HESITATES) * (worth[_POINT] - worth[_POINT - 1])


def _king_cost(knowledge: Knowledge) -> float:
    """What a king that is not marked costs."""
    needs, other = knowledge.points - knowledge.own_score, knowledge.points - knowledge.opponent_score
    return win_chance(needs - 1, other, knowledge.is_elder) - win_chance(needs, other, knowledge.is_elder)


def _discard_costs(view: PlayerView, knowledge: Knowledge, least: int, most: int) -> Iterable[tuple[Discard, float]]:
    """The plan's discard, and those that differ from it by one card."""
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
