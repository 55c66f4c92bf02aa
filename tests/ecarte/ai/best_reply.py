"""Gives an oracle for upper bounds: the best reply to the reference, on real cards, by the rules of
`ecarte.game.tricks`.

The oracle shares no code with the library's own computation. It spells out every play of the holder's hand against each
of the reference's hands, and merges the plays that look alike to the holder. Only the reference's chances of cards come
from the computation. Spades are trumps and their seven is turned up, so masks of the table are masks of cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

from ecarte.game import Card, Suit, cards_of, replies, reply_wins
from research.cards.hidden_native import Hand, HiddenSolver

_GAPS = 9


@dataclass(frozen=True, slots=True)
class Holder:
    """A position in which the holder chooses one of these cards."""

    then: dict[Card, Play]


@dataclass(frozen=True, slots=True)
class Reference:
    """A position in which the reference plays one of these cards, each with its chance."""

    then: dict[Card, tuple[float, Play]]


Play: TypeAlias = Holder | Reference | bool
"""The plays that are left; at the end, whether the holder has the point."""


def real_hands(hand: Hand) -> list[Hand]:
    """Returns the hand with its plain suits in every order."""
    trumps, *plain = hand
    return [(trumps, one, two, three) for one, two, three in sorted(set(permutations(plain)))]


def mask(hand: Hand) -> int:
    """Returns the cards of a hand as a mask."""
    return sum(part << 8 * suit for suit, part in enumerate(hand))


class _Game:
    """Spells out the play of one hand of the reference, solved in the table's order of suits, against one hand."""

    def __init__(self, solver: HiddenSolver, reference: Hand, elder: bool) -> None:
        self.solver, self.elder, self.all = solver, elder, mask(reference)
        suits = [0, *sorted((1, 2, 3), key=lambda suit: -reference[suit])]
        self.suits = [suits.index(suit) for suit in range(4)]
        self.cards = sorted(cards_of(self.all), key=lambda card: (self.suits[card.suit.index], card.rank.index))

    def event(self, card: Card, own: bool) -> int:
        if own:
            return _GAPS + self.cards.index(card)
        return self.solver.gap_under(self.suits[card.suit.index], (self.all & card.higher).bit_count())

    def play(self, own: int, other: int, leads: bool, won: tuple[int, int], seen: tuple[int, ...]) -> Play:
        """Plays on from the start of a trick.

        Args:
            own: the reference's cards. `won[0]` counts its tricks.
            leads: whether the reference leads.
        """
        if max(won) >= 3:
            return won[1] >= 3

        def answered(led: Card) -> Play:
            now = (*seen, self.event(led, leads))

            def next_trick(reply: Card) -> Play:
                leads_next = leads is not reply_wins(led, reply, Suit.SPADES)
                reference_card, holder_card = (led, reply) if leads else (reply, led)
                points = (won[0] + leads_next, won[1] + (not leads_next))
                return self.play(
                    own ^ reference_card.bit,
                    other ^ holder_card.bit,
                    leads_next,
                    points,
                    (*now, self.event(reply, not leads)),
                )

            lawful = [play.card for play in replies(other if leads else own, led, Suit.SPADES)]
            return self._turn(not leads, lawful, next_trick, now)

        return self._turn(leads, list(cards_of(own if leads else other)), answered, seen)

    def _turn(self, own: bool, lawful: list[Card], then: Callable[[Card], Play], seen: tuple[int, ...]) -> Play:
        if not own:
            return Holder({card: then(card) for card in lawful})
        shares = dict(zip(self.cards, self.solver.plays_after(seen, self.elder), strict=True))
        assert abs(sum(shares[card] for card in lawful) - 1) < 1e-9, "an unlawful card"
        return Reference({card: (shares[card], then(card)) for card in lawful if shares[card]})


def against(solver: HiddenSolver, reference: Hand, holder: Hand, elder: bool) -> list[Play]:
    """Returns all plays of the holder against the real hands of this class that share no card with the holder's.

    Args:
        elder: whether the reference is the elder. `solver` must have solved this hand last.
    """
    other = mask(holder)
    return [
        _Game(solver, real, elder).play(mask(real), other, elder, (0, 0), ())
        for real in real_hands(reference)
        if not mask(real) & other
    ]


def best(plays: Sequence[tuple[float, Play]]) -> float:
    """Returns the most that the holder wins of these weighted plays while seeing only the cards played."""
    first = plays[0][1]
    if isinstance(first, bool):
        return sum(weight for weight, won in plays if won)
    by_card: dict[Card, list[tuple[float, Play]]] = defaultdict(list)
    for weight, play in plays:
        if isinstance(play, Holder):
            for card, then in play.then.items():
                by_card[card].append((weight, then))
        elif isinstance(play, Reference):
            for card, (chance, then) in play.then.items():
                by_card[card].append((weight * chance, then))
    sums = [best(plays) for plays in by_card.values()]
    return max(sums) if isinstance(first, Holder) else sum(sums)
