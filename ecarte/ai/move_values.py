"""The value of each lawful move of a seat: the chance to win the game after it, by what the seat may know.

Cards are valued by the maître's search over all hands that the opponent may hold, played open from there on
(`ecarte.ai.cards.search`); `played_values` plays some of them out instead. Moves of the exchange are valued by deals
played out by the policy (`ecarte.ai.playouts`). A lead in place of a proposal takes both: the deals value playing at
all, the search says by how much one lead is better than another, in proportion. Between deals the policy's chance at
each score counts.

So a value is an estimate, in a model without human errors. Differences below a few hundredths mean little;
`MoveValues.cost` is 0 where the deals played out cannot separate two moves.

**Accuracy.** `python -m ecarte.research reckon --games 100 --seed 1` compares predicted costs with deals played on from
1,711 decisions of the maître. Exchanges predicted to cost 7.2 hundredths of a game cost 6.5, those predicted at 14.1
cost 13.3 (standard errors 1.5 and 2.0); cards predicted at 6.8 cost 4.2, at 13.5 14.7 (1.5 and 3.7). The means are 4.9
predicted and 4.0 seen for exchanges, 2.3 and 1.8 for cards: the order is right, the sizes are a fifth too high, as must
be where the best of several estimates is picked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final

from ecarte.ai.card_playouts import card_outcomes
from ecarte.ai.cards.search import card_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.exchange.policy import policy
from ecarte.ai.exchange.policy_view import policy_input
from ecarte.ai.hand_shape import shape_of
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.known_rules import policy_knows
from ecarte.ai.players.book_exchange import book_discard
from ecarte.ai.playouts import Course, Sample, samples
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

_DEALS: Final = 800
"""Deals played out for each alternative of an exchange."""
_DISCARDS: Final = 400
"""Deals for each of the best discards."""
_FIRST_DEALS: Final = 25
"""Deals for each of the many discards, to find the best."""
_CLOSER: Final = 4
_HANDS: Final = 400
"""Hands of the opponent against which cards are played out."""
_ERRORS: Final = 2.0
_NOTHING: Final = 1e-6


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The alternatives of a decision: the chance to win the game after each, the best first.

    `errors`: the standard error of each move's distance from the best; 0 where no chance entered.
    """

    values: Mapping[Move, float]
    errors: Mapping[Move, float]

    @property
    def best(self) -> Move:
        return next(iter(self.values))

    def cost(self, move: Move) -> float:
        """The chance to win the game that the move gives away, 0 or more.

        0 within two standard errors of the best. Raises `KeyError` for a move without a value.
        """
        lost = self.values[self.best] - self.values[move]
        return lost if lost > max(_NOTHING, _ERRORS * self.errors[move]) else 0.0


def can_be_valued(view: PlayerView) -> bool:
    """Whether the seat has a choice to make, at a guided table, in a game of five."""
    public = view.public
    if public.salon is not None or not policy_knows(public.rules) or public.turn is not view.seat:
        return False
    return len(_moves(view)) > 1


def move_values(view: PlayerView, chance: Chance, also: Iterable[Move] = ()) -> MoveValues:
    """The values of the moves of the seat to act; `king_values` values announcing the king.

    Of the many discards only the likeliest are valued, with the book's, the policy's and those in `also`. Accepting on
    condition counts as accepting. Raises `ValueError` unless `can_be_valued`.
    """
    if not can_be_valued(view):
        raise ValueError("the seat has no choice to value")
    knowledge = knowledge_of(view)
    match view.public.phase:
        case Phase.PLAY:
            return _exact({Play(card): value for card, value in _cards(view, knowledge).items()})
        case Phase.PROPOSE | Phase.ANSWER:
            return _exchange(view, knowledge, chance)
        case _:
            return _discards(view, knowledge, chance, also)


def king_values(view: PlayerView, card: Card) -> MoveValues:
    """The values of marking the king before `card` is played, the last moment for it, and of playing it in silence."""
    knowledge = knowledge_of(view)
    marks, silent = (card_values(knowledge, trick_worth(knowledge, marks_king=king))[card] for king in (True, False))
    return _exact({AnnounceKing(): marks, Play(card): silent})


def played_values(view: PlayerView, cards: Sequence[Card], chance: Chance, hands: int = _HANDS) -> MoveValues:
    """The values of these cards played out (`ecarte.ai.card_playouts`), which takes some tenths of a second."""
    outcomes = card_outcomes(view, cards, hands, chance)
    return _compare({Play(card): won for card, won in outcomes.items()})


def _moves(view: PlayerView) -> list[Move]:
    """The choices, without conditions and the king."""
    return [move for move in view.legal_moves if not isinstance(move, AnnounceKing | AcceptIfEnough)]


def _exact(values: Mapping[Move, float]) -> MoveValues:
    ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
    return MoveValues(ordered, dict.fromkeys(ordered, 0.0))


def _cards(view: PlayerView, knowledge: Knowledge) -> dict[Card, float]:
    return card_values(knowledge, trick_worth(knowledge, marks_king=view.may_announce and knowledge.has_king))


def _exchange(view: PlayerView, knowledge: Knowledge, chance: Chance) -> MoveValues:
    course, cards = Course(view, knowledge), samples(view, knowledge, _DEALS, chance)
    stands = [course.stands(sample, own_pays=not knowledge.rounds, opponent_pays=False) for sample in cards]
    changes: Move
    if view.public.phase is Phase.ANSWER:
        changes = Accept()
        return _compare({Refuse(): stands, changes: [course.accepts(sample) for sample in cards]})
    leads = _cards(view, knowledge)
    first = max(leads.values())
    playing = Play(max(leads, key=leads.__getitem__))
    estimate = _compare({playing: stands, Propose(): [course.proposes(sample) for sample in cards]})
    values: dict[Move, float] = {Propose(): estimate.values[Propose()]}
    scale = estimate.values[playing] / first if first else 0.0
    values |= {Play(card): scale * value for card, value in leads.items()}
    ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
    error = max(estimate.errors.values())
    proposing = next(iter(ordered)) is Propose()
    # The differences between leads are exact; only proposing and playing are estimates.
    return MoveValues(ordered, {move: error if proposing or move is Propose() else 0.0 for move in ordered})


def _discards(view: PlayerView, knowledge: Knowledge, chance: Chance, also: Iterable[Move]) -> MoveValues:
    assert view.discard_bounds is not None
    least, most = view.discard_bounds
    most = min(most, knowledge.talon - (knowledge.asked or 0))
    course, cards = Course(view, knowledge), samples(view, knowledge, _DISCARDS, chance)
    held = cards_of(knowledge.hand)
    ways = [Discard(out) for number in range(least, most + 1) for out in combinations(held, number)]
    few = cards[:: len(cards) // _FIRST_DEALS]
    rough = {way: sum(_putting_out(course, way, few)) for way in ways}
    closer = sorted(ways, key=lambda way: -rough[way])[:_CLOSER]
    by_policy = Discard(cards_of(policy().discard(policy_input(view), least)))
    wanted = [*closer, book_discard(shape_of(knowledge.hand, knowledge.trump), least, most), by_policy, *also]
    known = frozenset(ways)
    return _compare({way: _putting_out(course, way, cards) for way in dict.fromkeys(wanted) if way in known})


def _putting_out(course: Course, out: Discard, cards: Iterable[Sample]) -> list[float]:
    mask = mask_of(out)
    return [course.puts_out(sample, mask) for sample in cards]


def _compare(results: Mapping[Move, list[float]]) -> MoveValues:
    """The means, and the standard errors of the differences from the best: all moves meet the same cards."""
    means = {move: sum(outcomes) / len(outcomes) for move, outcomes in results.items()}
    ordered = dict(sorted(means.items(), key=lambda item: -item[1]))
    top = results[next(iter(ordered))]
    return MoveValues(ordered, {move: _error(top, results[move]) for move in ordered})


def _error(best: list[float], other: list[float]) -> float:
    differences = [a - b for a, b in zip(best, other, strict=True)]
    mean = sum(differences) / len(differences)
    return sqrt(sum((difference - mean) ** 2 for difference in differences) / (len(differences) - 1) / len(differences))
