"""Values each lawful move of a seat: the chance to win the game after it, from what the seat may know.

Cards are valued by the maître's search over all hands that the opponent may hold, with open hands from there on
(`ecarte.ai.cards.search`). `played_values` values some cards by playouts instead. Proposals, answers and discards are
valued by playouts that follow the policy (`ecarte.ai.playouts`). Leads without a proposal need both: the playouts value
playing without proposing, and the search says how much each lead is worth relative to the others. A deal that is over
is worth the policy's chance at the new score.

So a value is an estimate, in a model without human errors. Differences below a few hundredths mean little.
`MoveValues.cost` is 0 if the playouts cannot separate two moves.

**How many deals.** Deals are played out in parts, and all alternatives meet the same cards. An alternative is dropped
once it certainly costs enough to be reported; its distance from the best move comes from the deals that it was in. If
one move is judged, the playouts stop as soon as that move certainly costs less than a review reports. Hints and reviews
stop at the same deals, so they agree. `python -m research reviews` counts how often all deals would have given another
result.

**Accuracy.** `python -m research reckon --games 100 --seed 1` compares predicted costs with deals played on from 1,747
decisions of the maître. Costs are in hundredths of a game. Exchanges predicted to cost 7.0 cost 5.9, those predicted at
13.8 cost 11.4 (standard errors 1.2 and 2.2). Cards predicted at 6.9 cost 5.7, and at 21.5 cost 15.0 (1.9 and 5.1). The
means are 5.0 predicted and 4.7 observed for exchanges, 2.4 and 2.3 for cards. So the order is right, and the sizes are
somewhat too high, as they must be if the best of several estimates is picked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, fsum, sqrt
from typing import Final, TypeAlias

from ecarte.ai.card_playouts import card_outcomes
from ecarte.ai.cards.search import card_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.exchange.policy import policy
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.ai.hand_shape import shape_of
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.known_rules import policy_knows
from ecarte.ai.native import Alternative, Say
from ecarte.ai.players.book_exchange import book_discard
from ecarte.ai.playouts import exchange_outcomes
from ecarte.fair import Chance
from ecarte.game import (
    Accept,
    AcceptIfEnough,
    AnnounceKing,
    Card,
    Discard,
    Move,
    Phase,
    Play,
    PlayerView,
    Propose,
    Refuse,
    cards_of,
    mask_of,
)

TELLING: Final = 0.01
"""A review reports a move to a player only if it costs at least this much, as a chance to win the game."""
_PARTS: Final = 4
_DEALS: Final = 200
"""How many deals one part plays out for each alternative of proposing or answering."""
_DISCARDS: Final = 100
"""How many deals one part plays out for each of the best discards."""
_FIRST_DEALS: Final = 25
"""How many deals are played out for every possible discard, to find the best ones."""
_CLOSER: Final = 4
_HANDS: Final = 400
"""Each card is played out against this many hands of the opponent, in all parts together."""
_ERRORS: Final = 2.0
_SURE_ERRORS: Final = 4.0
"""A move is certainly worse only if it is this many standard errors behind the best one."""
_NOTHING: Final = 1e-6

_Play: TypeAlias = Callable[[Sequence[Move]], Mapping[Move, list[float]]]
"""Plays one part of the deals out after each of some moves.

Returns the chances to win the game after each move, one for each deal.
"""


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What each alternative of a decision is worth.

    Attributes:
        values: the chance to win the game after each move, the best move first.
        errors: for each move, the standard error of its distance from the best move; 0 if no random numbers were used.
    """

    values: Mapping[Move, float]
    errors: Mapping[Move, float]

    @property
    def best(self) -> Move:
        return next(iter(self.values))

    def cost(self, move: Move) -> float:
        """Returns how much of the chance to win the game a move gives away, compared with the best move.

        It is 0 if the move is within two standard errors of the best. Raises `KeyError` for a move without a value.
        """
        lost = self.values[self.best] - self.values[move]
        return lost if lost > max(_NOTHING, _ERRORS * self.errors[move]) else 0.0


def can_be_valued(view: PlayerView) -> bool:
    """Returns whether `move_values` can value the next decision of a view's seat.

    That is so if the seat is to act and has at least two moves, at a guided table whose rules the policy knows.
    """
    public = view.public
    if public.salon is not None or not policy_knows(public.rules) or public.turn is not view.seat:
        return False
    return len(_moves(view)) > 1


def move_values(view: PlayerView, chance: Chance, judged: Move | None = None, *, all_deals: bool = False) -> MoveValues:
    """Returns the chance to win the game after each move of the seat to act. `king_values` values announcing the king.

    Only some discards are valued: the most promising ones, those of the book and of the policy, and `judged`. Accepting
    on condition counts as accepting.

    Args:
        view: the view of the seat to act.
        chance: the source of random numbers.
        judged: a move whose cost is wanted. The playouts may stop once its cost is certain.
        all_deals: never stop early, and play every deal out for every alternative. For measuring what stopping early
            changes.

    Raises:
        ValueError: `can_be_valued` is false.
    """
    if not can_be_valued(view):
        raise ValueError("the seat has no choice to value")
    knowledge = knowledge_of(view)
    match view.public.phase:
        case Phase.PLAY:
            return _exact({Play(card): value for card, value in _cards(view, knowledge).items()})
        case Phase.PROPOSE | Phase.ANSWER:
            return _exchange(view, knowledge, chance, judged, all_deals)
        case _:
            return _discards(view, knowledge, chance, judged, all_deals)


def king_values(view: PlayerView, card: Card) -> MoveValues:
    """Returns the chance to win the game after two alternatives: marking the king just before `card` is played, and
    playing `card` without a word.
    """
    knowledge = knowledge_of(view)
    marks, silent = (card_values(knowledge, trick_worth(knowledge, marks_king=king))[card] for king in (True, False))
    return _exact({AnnounceKing(): marks, Play(card): silent})


def played_values(
    view: PlayerView, cards: Sequence[Card], chance: Chance, hands: int = _HANDS, *, all_deals: bool = False
) -> MoveValues:
    """Returns the chance to win the game after each of some cards, by playouts (`ecarte.ai.card_playouts`). Takes some
    tenths of a second.

    Args:
        view: the view of the player who plays the card.
        cards: the cards to compare.
        chance: the source of random numbers.
        hands: against how many hands of the opponent each card is played out.
        all_deals: never stop early. For measuring what stopping early changes.
    """

    def play(moves: Sequence[Move]) -> dict[Move, list[float]]:
        led = [move.card for move in moves if isinstance(move, Play)]
        return {Play(card): won for card, won in card_outcomes(view, led, ceil(hands / _PARTS), chance).items()}

    return _race(play, [Play(card) for card in cards], None, all_deals)


def _moves(view: PlayerView) -> list[Move]:
    """Returns the moves between which the seat decides, without the announcement and without accepting on condition."""
    return [move for move in view.legal_moves if not isinstance(move, AnnounceKing | AcceptIfEnough)]


def _exact(values: Mapping[Move, float]) -> MoveValues:
    ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
    return MoveValues(ordered, dict.fromkeys(ordered, 0.0))


def _cards(view: PlayerView, knowledge: Knowledge) -> dict[Card, float]:
    return card_values(knowledge, trick_worth(knowledge, marks_king=view.may_announce and knowledge.has_king))


def _exchange(
    view: PlayerView, knowledge: Knowledge, chance: Chance, judged: Move | None, all_deals: bool
) -> MoveValues:
    answering = view.public.phase is Phase.ANSWER
    leads = {} if answering else _cards(view, knowledge)
    stands: Move = Refuse() if answering else Play(max(leads, key=leads.__getitem__))
    changes: Move = Accept() if answering else Propose()
    alternatives: dict[Move, Alternative] = {stands: Say.STAND, changes: Say.CHANGE}

    def play(moves: Sequence[Move]) -> dict[Move, list[float]]:
        outcomes = exchange_outcomes(view, knowledge, [alternatives[move] for move in moves], _DEALS, chance)
        return dict(zip(moves, outcomes, strict=True))

    if judged is not None and judged != changes:
        judged = stands
    estimate = _race(play, list(alternatives), judged, all_deals)
    if answering:
        return estimate
    first = max(leads.values())
    values: dict[Move, float] = {Propose(): estimate.values[Propose()]}
    scale = estimate.values[stands] / first if first else 0.0
    values |= {Play(card): scale * value for card, value in leads.items()}
    ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
    error = max(estimate.errors.values())
    proposing = next(iter(ordered)) is Propose()
    # The search compares leads exactly. Only the comparison of proposing with leading is an estimate.
    return MoveValues(ordered, {move: error if proposing or move is Propose() else 0.0 for move in ordered})


def _discards(
    view: PlayerView, knowledge: Knowledge, chance: Chance, judged: Move | None, all_deals: bool
) -> MoveValues:
    assert view.discard_bounds is not None
    least, most = view.discard_bounds
    most = min(most, knowledge.talon - (knowledge.asked or 0))
    hand = cards_of(knowledge.hand)
    discards = [Discard(cards) for number in range(least, most + 1) for cards in combinations(hand, number)]

    def play(moves: Sequence[Move], deals: int = _DISCARDS) -> dict[Move, list[float]]:
        masks = [mask_of(move) for move in moves if isinstance(move, Discard)]
        return dict(zip(moves, exchange_outcomes(view, knowledge, masks, deals, chance), strict=True))

    rough = {discard: sum(outcomes) for discard, outcomes in play(discards, _FIRST_DEALS).items()}
    closer = sorted(discards, key=lambda discard: -rough[discard])[:_CLOSER]
    by_policy = Discard(cards_of(policy().discard(policy_input(view), least)))
    wanted = [*closer, book_discard(shape_of(knowledge.hand, knowledge.trump), least, most), by_policy, judged]
    lawful: frozenset[Move | None] = frozenset(discards)
    racing = [move for move in dict.fromkeys(wanted) if move is not None and move in lawful]
    return _race(play, racing, judged, all_deals)


def _race(play: _Play, moves: Sequence[Move], judged: Move | None, all_deals: bool) -> MoveValues:
    """Plays the moves out part by part. Drops moves that are certainly behind. Stops early if one move is left, or
    if the judged move certainly costs too little to be reported.
    """
    results: dict[Move, list[float]] = {move: [] for move in moves}
    racing = list(moves)
    for _ in range(_PARTS):
        for move, won in play(racing).items():
            results[move] += won
        if all_deals:
            continue
        first = max(racing, key=lambda move: fsum(results[move]))
        racing = [move for move in racing if move is first or not _surely_behind(results[first], results[move])]
        if len(racing) == 1 or (judged in racing and _surely_costs_nothing(results, racing, judged)):
            break
    return _compare(results, first_of=racing)


def _surely_behind(first: list[float], other: list[float]) -> bool:
    distance, error = _distance(first, other)
    return distance - _ERRORS * error >= TELLING and distance > _SURE_ERRORS * error


def _surely_costs_nothing(results: Mapping[Move, list[float]], racing: Sequence[Move], judged: Move | None) -> bool:
    assert judged is not None
    behind = [_distance(results[move], results[judged]) for move in racing if move != judged]
    return all(distance + _ERRORS * error < TELLING for distance, error in behind)


def _compare(results: Mapping[Move, list[float]], first_of: Sequence[Move]) -> MoveValues:
    """Returns the values of the moves from the results of their deals. The best move has the mean of its results. Each
    other one has that mean minus its distance, which comes from the deals that both moves were played out in.
    """
    best = max(first_of, key=lambda move: fsum(results[move]))
    mean = fsum(results[best]) / len(results[best])
    distances = {move: _distance(results[best], won) for move, won in results.items() if move is not best}
    # A dropped move was certainly behind some move. Compared with the best one, it may be ahead in its few deals.
    values = {best: mean} | {move: mean - max(0.0, distance) for move, (distance, _) in distances.items()}
    ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
    return MoveValues(ordered, {move: distances[move][1] if move in distances else 0.0 for move in ordered})


def _distance(first: list[float], other: list[float]) -> tuple[float, float]:
    """Returns by how much the first move is ahead of the other one on average, and the standard error of that. Only
    deals that both moves were played out in count.
    """
    differences = [a - b for a, b in zip(first, other, strict=False)]
    number = len(differences)
    mean = fsum(differences) / number
    return mean, sqrt(fsum([(difference - mean) ** 2 for difference in differences]) / (number - 1) / number)
