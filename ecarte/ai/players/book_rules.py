"""Cavendish's rules for the exchange: the hands to play without proposing, and the hands to refuse on (pp. 39-57).

`ecarte.odds.jeux` recognizes the jeux de règle. This module adds what the book says of the king of trumps, of the
score, and of the dealer. If the book leaves a choice, a comment explains the reading.
"""

from __future__ import annotations

from ecarte.ai.hand_shape import ACE, JACK, KING, QUEEN, TEN, PlainSuit, Shape
from ecarte.odds import Jeu


def can_put_out_only_two(shape: Shape) -> bool:
    """Returns whether at most two cards can be discarded without a king or a trump (Hint 8, p. 39; p. 53)."""
    return len(shape.trumps) + shape.plain_ranks.count(KING) >= 3


def guards(shape: Shape) -> int:
    """Returns the number of trumps, and of plain suits headed by a king or queen. Hint 12 plays on three (p. 42)."""
    return len(shape.trumps) + sum(suit.top <= QUEEN for suit in shape.plain)


def light(shape: Shape) -> bool:
    """Returns whether the hand has about an even chance of three tricks.

    Against four, such a hand is played (Hint 21, p. 46).

    The examples are a queen, a guarded jack and a guarded ten; and a trump, an ace and a guarded ten. So an ace
    protects a suit, and so does a guarded ten.
    """
    protected = sum(suit.top <= ACE or (suit.top == TEN and len(suit) > 1) for suit in shape.plain)
    return len(shape.trumps) + protected >= 3


def stood_on(shape: Shape, jeu: Jeu | None, *, king_turned: bool, against_four: bool) -> bool:
    """Returns whether the elder plays without proposing at first. A certain point is a case of its own (Hint 9 a).

    Args:
        jeu: the jeu de règle of the hand.
        king_turned: whether the turn-up is the king.
        against_four: whether the dealer needs one point (Hints 21, 22, p. 46).
    """
    if against_four and not shape.has_king and not king_turned and (light(shape) or _trump_against_four(shape)):
        return True
    if jeu is Jeu.THREE_TRUMPS:
        return not (shape.has_king or king_turned)
    if jeu is Jeu.ONE_TRUMP_AND_TWO_QUEENS and (shape.has_king or shape.lengths == (2, 2)):
        # With the king, or with both queens guarded by one card, only if a guard is at least a ten (p. 53).
        return any(suit.ranks[1] <= TEN for suit in shape.plain if len(suit) > 1)
    if jeu is None or not shape.has_king:
        return jeu is not None
    match jeu:
        case Jeu.TWO_TRUMPS_AND_GUARDED_QUEEN:
            pair, single = shape.plain
            return pair.ranks[1] <= TEN or single.top <= JACK
        case Jeu.TWO_TRUMPS_AND_THREE_SUITS | Jeu.ONE_TRUMP_AND_TIERCE | Jeu.FOUR_COURT_CARDS:
            return True
        case _:
            # So say numbers 2, 4 and 7, and Hint 9 b (p. 41) if only two cards can be discarded.
            return False


def _trump_against_four(shape: Shape) -> bool:
    """Returns whether the hand is played against four: any hand with a trump, with one exception (Hint 22).

    The exception is a hand whose plain cards are of different suits and very small (nine or less).
    """
    return bool(shape.trumps) and (max(shape.lengths, default=5) >= 3 or shape.plain_ranks[0] <= TEN)


def refused_on(
    shape: Shape, jeu: Jeu | None, *, king_turned: bool, against_four: bool, four_to_three: bool = False
) -> bool:
    """Returns whether the dealer refuses the first proposal (pp. 55-57).

    Args:
        jeu: the jeu de règle of the same hand for an elder.
        king_turned: whether the turn-up is the king.
        against_four: whether the elder needs one point.
        four_to_three: whether the dealer needs one point and the elder two. Then an elder who proposes must have very
            bad cards (Hint 25, p. 47).
    """
    if not shape.has_king:
        if against_four and not king_turned and (_protected_in_three(shape) or _dealers_trump_against_four(shape)):
            return True
        if four_to_three and light(shape):
            return True
    match jeu:
        case Jeu.ONE_TRUMP_AND_TIERCE:
            # The single card must be a court card next to a tierce major, and a queen next to a weaker suit (p. 56).
            return shape.plain[1].top <= (JACK if shape.plain[0].ranks[2] == JACK else QUEEN)
        case Jeu.TWO_TRUMPS_AND_THREE_SUITS if shape.has_king:
            return not can_put_out_only_two(shape)
        case _ if shape.has_king:
            # So say numbers 1 to 4 and 8, and number 10 if only two cards can be discarded.
            return False
        case Jeu.TWO_TRUMPS_AND_THREE_OF_A_SUIT:
            return shape.plain[0].top <= JACK
        case Jeu.THREE_TRUMPS | Jeu.TWO_TRUMPS_AND_GUARDED_QUEEN | Jeu.TWO_TRUMPS_A_PAIR_AND_A_HIGH_CARD:
            return True
        case Jeu.TWO_TRUMPS_AND_THREE_SUITS:
            return True
        case _ if can_put_out_only_two(shape):
            return True
        case Jeu.FOUR_COURT_CARDS if not shape.trumps:
            return sum(suit.top <= JACK for suit in shape.plain) == 3
        case Jeu.NO_THIRD_CARD_TO_DISCARD:
            return shape.lengths == (2, 2, 1)  # three queens, two of them guarded by one card
        case _:
            return len(shape.trumps) == 1 and _refused_with_one_trump(shape)


def _refused_with_one_trump(shape: Shape) -> bool:
    """Returns whether a hand with one trump refuses: it has two suits headed by honours (number 8 of the refusals, p.
    57).
    """
    match shape.plain:
        case [one, other] if len(one) == len(other) == 2:
            # Two queens, each guarded by one card; or a guarded queen and a guarded jack.
            return one.top <= QUEEN and other.top <= JACK
        case [pair, one, other]:
            return _refused_with_pair_and_singles(pair, one, other)
        case _:
            return False


def _refused_with_pair_and_singles(pair: PlainSuit, first: PlainSuit, second: PlainSuit) -> bool:
    if {pair.top, first.top, second.top} >= {KING, QUEEN}:
        # A guarded king or queen is enough. If king and queen are single, the pair must be headed by an ace at least.
        return pair.top <= ACE
    # A guarded jack, a queen, and another court card.
    return pair.top == JACK and first.top <= QUEEN and second.top <= JACK


def _protected_in_three(shape: Shape) -> bool:
    """Returns whether the dealer's hand is protected in three suits: by three jacks, a jack and two guarded tens, or
    better.

    Source: Hint 21, p. 46.
    """
    return len(shape.plain) == 3 and all(
        suit.top <= JACK or (suit.top <= TEN and len(suit) > 1) for suit in shape.plain
    )


def _dealers_trump_against_four(shape: Shape) -> bool:
    """Returns whether the dealer plays against four.

    It is as for the elder, except with one trump and four small cards of a suit.

    Source: Hint 22.
    """
    return _trump_against_four(shape) and not (shape.lengths == (4,) and shape.plain[0].top > JACK)
