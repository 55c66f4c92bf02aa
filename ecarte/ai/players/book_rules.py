"""Cavendish's rules for the exchange: the hands that the elder plays without proposing, and the hands on which the
dealer refuses (pp. 39-57).

`ecarte.odds.jeux` recognizes the jeux de règle. This module adds what the book says of the king of trumps, of the
score, and of the dealer. If the book leaves a choice, a comment explains the reading.
"""

from __future__ import annotations

from ecarte.ai.hand_shape import ACE, JACK, KING, QUEEN, TEN, PlainSuit, Shape
from ecarte.odds import Jeu


def can_put_out_only_two(shape: Shape) -> bool:
    """Returns whether the hand has at most two cards to discard that are neither kings nor trumps (Hint 8, p. 39; p.
    53).
    """
    return len(shape.trumps) + shape.plain_ranks.count(KING) >= 3


def guards(shape: Shape) -> int:
    """Returns how many trumps a hand has, plus how many plain suits headed by a king or queen. Three are enough to play
    the hand (Hint 12, p. 42).
    """
    return len(shape.trumps) + sum(suit.top <= QUEEN for suit in shape.plain)


def light(shape: Shape) -> bool:
    """Returns whether a hand is about as likely to win three tricks as not, by the examples of the book.

    Such a hand is played if the opponent needs one point (Hint 21, p. 46). The examples are a queen, a guarded jack and
    a guarded ten; and a trump, an ace and a guarded ten. So an ace protects a suit, and so does a guarded ten.
    """
    protected = sum(suit.top <= ACE or (suit.top == TEN and len(suit) > 1) for suit in shape.plain)
    return len(shape.trumps) + protected >= 3


def stood_on(shape: Shape, jeu: Jeu | None, *, king_turned: bool, against_four: bool) -> bool:
    """Returns whether the elder plays a hand as dealt, without a first proposal. A hand that is certain to make the
    point is not treated here (Hint 9 a).

    Args:
        shape: the hand.
        jeu: the jeu de règle that the hand is, or None.
        king_turned: whether the turn-up is the king.
        against_four: whether the dealer needs only one point (Hints 21, 22, p. 46).
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
    """Returns whether a hand with a trump is played because the opponent needs one point (Hint 22).

    Any such hand is, except one whose plain cards are of different suits and very small (nine or less).
    """
    return bool(shape.trumps) and (max(shape.lengths, default=5) >= 3 or shape.plain_ranks[0] <= TEN)


def refused_on(
    shape: Shape, jeu: Jeu | None, *, king_turned: bool, against_four: bool, four_to_three: bool = False
) -> bool:
    """Returns whether the dealer refuses the elder's first proposal with a hand (pp. 55-57).

    Args:
        shape: the dealer's hand.
        jeu: the jeu de règle that the hand would be for an elder, or None.
        king_turned: whether the turn-up is the king.
        against_four: whether the elder needs only one point.
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
    """Returns whether the dealer refuses with this hand of one trump, because two plain suits are headed by honours
    (number 8 of the refusals, p. 57).
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
    """Returns whether the dealer's hand protects all three plain suits: by three jacks, by a jack and two guarded tens,
    or better (Hint 21, p. 46).
    """
    return len(shape.plain) == 3 and all(
        suit.top <= JACK or (suit.top <= TEN and len(suit) > 1) for suit in shape.plain
    )


def _dealers_trump_against_four(shape: Shape) -> bool:
    """Returns whether a dealer with a trump refuses because the elder needs one point (Hint 22).

    The rule is the elder's, with one more exception: one trump and four small cards of one suit.
    """
    return _trump_against_four(shape) and not (shape.lengths == (4,) and shape.plain[0].top > JACK)
