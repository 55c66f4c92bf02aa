"""What each lawful move of a seat is worth: its chance to win the game after it, by what the seat may know.

Cards are weighed as the maître weighs them: a search over all hands that the other may hold, played open from there on
(`players.search`). Proposing, giving and putting out cards are weighed by deals played out by the policy
(`playing_out`), and a lead in place of a proposal by both: the deals say what to play at all is worth, the search by
how much one lead is better than another, in proportion. Between deals the policy's chance at each score counts.

So a value is an estimate, in a model in which nobody errs in the ways of people. Differences below a few hundredths
mean little; `MoveValues.cost` is 0 where the deals that were played out cannot tell two moves apart.

**How far it is true.** `python -m ecarte.research reckon --games 200 --seed 1` holds what a move is told to give away
against deals that are played on from 4,105 decisions of the maître. Exchanges told at 7.2 hundredths of a game were
seen to give away 4.7, those told at 14.4 gave away 14.0 (standard errors 1.0 and 1.6); cards told at 7.0 gave away 5.5,
and at 15.4 gave away 15.8 (1.7 and 4.4). In the mean 4.6 were told and 3.7 seen for exchanges, 2.1 and 1.6 for cards:
the order is right, and the sizes are told a fifth too high, as they must be where the best of several estimates is
picked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final

from ecarte.ai.hand_shape import shape_of
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.players.book_exchange import book_discard
from ecarte.ai.playouts import Course, Sample, samples
from ecarte.ai.policy import policy
from ecarte.ai.policy_view import seen_of
from ecarte.ai.search import card_values
from ecarte.ai.trick_values import trick_worth
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

__all__ = ["POINTS", "MoveValues", "can_be_valued", "king_values", "move_values"]

POINTS: Final = 5
"""What wins a game that can be weighed."""

_DEALS: Final = 800
"""Deals that are played out for each alternative of an exchange."""
_DISCARDS: Final = 400
"""The same for each of the best ways to put out cards."""
_FIRST_DEALS: Final = 25
"""For each of the many ways to put out cards, before the best are looked at more closely."""
_CLOSER: Final = 4
_ERRORS: Final = 2.0
_NOTHING: Final = 1e-6


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The alternatives of a decision: the chance to win the game after each, the best first.

    `errors`: the standard error of how far each is below the best; 0 where nothing was left to chance.
    """

    values: Mapping[Move, float]
    errors: Mapping[Move, float]

    @property
    def best(self) -> Move:
        """The move of the highest value."""
        return next(iter(self.values))

    def cost(self, move: Move) -> float:
        """How much chance to win the game the move gives away, 0 or more.

        0 where it is not told apart from the best by two standard errors. Raises `KeyError` for a move not weighed.
        """
        lost = self.values[self.best] - self.values[move]
        return lost if lost > max(_NOTHING, _ERRORS * self.errors[move]) else 0.0


def can_be_valued(view: PlayerView) -> bool:
    """Whether this is a decision that can be weighed: at a guided table, in a game of five, with a choice to make."""
    public = view.public
    if public.salon is not None or public.rules.points != POINTS or public.turn is not view.seat:
        return False
    return len(_moves(view)) > 1


def move_values(view: PlayerView, chance: Chance, also: Iterable[Move] = ()) -> MoveValues:
    """The moves of the seat to act; announcing the king apart, which `king_values` weighs.

    `also`: cards put out that are to be weighed in any case. Of the many ways to put out cards only the most likely
    ones are told, with the book's, the policy's and these. Giving cards on condition counts as giving them.
    Raises `ValueError` where `can_be_valued` says no.
    """
    if not can_be_valued(view):
        raise ValueError("there is nothing to weigh")
    knowledge = knowledge_of(view)
    match view.public.phase:
        case Phase.PLAY:
            return _exact({Play(card): value for card, value in _cards(view, knowledge).items()})
        case Phase.PROPOSE | Phase.ANSWER:
            return _exchange(view, knowledge, chance)
        case _:
            return _discards(view, knowledge, chance, also)


def king_values(view: PlayerView, card: Card) -> MoveValues:
    """Whether to mark the king before `card` is played, the last moment for it: the one move, or the other."""
    knowledge = knowledge_of(view)
    marks, silent = (card_values(knowledge, trick_worth(knowledge, marks_king=king))[card] for king in (True, False))
    return _exact({AnnounceKing(): marks, Play(card): silent})


def _moves(view: PlayerView) -> list[Move]:
    """What there is to choose from; conditions and the king apart."""
    return [move for move in view.legal_moves if not isinstance(move, AnnounceKing | AcceptIfEnough)]


def _exact(values: Mapping[Move, float]) -> MoveValues:
    ordered = dict(sorted(values.items(), key=lambda it: -it[1]))
    return MoveValues(ordered, dict.fromkeys(ordered, 0.0))


def _cards(view: PlayerView, knowledge: Knowledge) -> dict[Card, float]:
    return card_values(knowledge, trick_worth(knowledge, marks_king=view.may_announce and knowledge.has_king))


def _exchange(view: PlayerView, knowledge: Knowledge, chance: Chance) -> MoveValues:
    course, cards = Course(view, knowledge), samples(view, knowledge, _DEALS, chance)
    stands = [course.stands(it, own_pays=not knowledge.rounds, opponent_pays=False) for it in cards]
    changes: Move
    if view.public.phase is Phase.ANSWER:
        changes = Accept()
        return _compared({Refuse(): stands, changes: [course.accepts(it) for it in cards]})
    leads = _cards(view, knowledge)
    first = max(leads.values())
    playing = Play(max(leads, key=leads.__getitem__))
    told = _compared({playing: stands, Propose(): [course.proposes(it) for it in cards]})
    values: dict[Move, float] = {Propose(): told.values[Propose()]}
    scale = told.values[playing] / first if first else 0.0
    values |= {Play(card): scale * value for card, value in leads.items()}
    ordered = dict(sorted(values.items(), key=lambda it: -it[1]))
    error = max(told.errors.values())
    proposing = next(iter(ordered)) is Propose()
    # Leads are told apart exactly; only proposing and playing are not.
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
    by_policy = Discard(cards_of(policy().discard(seen_of(view), least)))
    wanted = [*closer, book_discard(shape_of(knowledge.hand, knowledge.trump), least, most), by_policy, *also]
    known = frozenset(ways)
    return _compared({way: _putting_out(course, way, cards) for way in dict.fromkeys(wanted) if way in known})


def _putting_out(course: Course, out: Discard, cards: Iterable[Sample]) -> list[float]:
    mask = mask_of(out)
    return [course.puts_out(it, mask) for it in cards]


def _compared(results: Mapping[Move, list[float]]) -> MoveValues:
    """The means, and the standard errors of the differences from the best: all have met the same cards."""
    means = {move: sum(told) / len(told) for move, told in results.items()}
    ordered = dict(sorted(means.items(), key=lambda it: -it[1]))
    top = results[next(iter(ordered))]
    return MoveValues(ordered, {move: _error(top, results[move]) for move in ordered})


def _error(one: list[float], other: list[float]) -> float:
    apart = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(apart) / len(apart)
    return sqrt(sum((it - mean) ** 2 for it in apart) / (len(apart) - 1) / len(apart))
