"""Cavendish on the exchange: the hands to play without proposing, and those to refuse on (pp. 39-57).

`ecarte.odds.jeux` recognizes the jeux de règle; here is what the book makes of them with the king of trumps, at each
score, and for the dealer. Where the book leaves a choice, a comment says how it is read.
"""

from __future__ import annotations

from ecarte.ai.hand_shape import ACE, KING, KNAVE, QUEEN, TEN, PlainSuit, Shape
from ecarte.odds import Jeu


def can_put_out_only_two(shape: Shape) -> bool:
    """Whether two cards at most can be discarded without a king or a trump (Hint 8, p. 39; p. 53)."""
    return len(shape.trumps) + shape.plain_ranks.count(KING) >= 3


def guards(shape: Shape) -> int:
    """The number of trumps and of plain suits guarded by a king or queen; Hint 12 plays on three (p. 42)."""
    return len(shape.trumps) + sum(suit.top <= QUEEN for suit in shape.plain)


def light(shape: Shape) -> bool:
    """Whether the hand has about an even chance of three tricks: what is played against four (Hint 21, p. 46).

    The examples are a queen, a guarded knave and a guarded ten; and a trump, an ace and a guarded ten. So an ace
    protects a suit, and a ten if guarded.
    """
    protected = sum(suit.top <= ACE or (suit.top == TEN and len(suit) > 1) for suit in shape.plain)
    return len(shape.trumps) + protected >= 3


def stood_on(shape: Shape, jeu: Jeu | None, *, king_turned: bool, against_four: bool) -> bool:
    """Whether the elder plays without proposing at first; sure points are another matter (Hint 9 a).

    `king_turned`: the turn-up is the king; `against_four`: the dealer needs one point (Hints 21, 22, p. 46).
    """
    if against_four and not shape.has_king and not king_turned and (light(shape) or _trump_against_four(shape)):
        return True
    if jeu is Jeu.THREE_TRUMPS:
        return not (shape.has_king or king_turned)
    if jeu is Jeu.ONE_TRUMP_AND_TWO_QUEENS and (shape.has_king or shape.lengths == (2, 2)):
        # With the king, or with both queens guarded by one card: only if a guard is as high as the ten (p. 53).
        return any(suit.ranks[1] <= TEN for suit in shape.plain if len(suit) > 1)
    if jeu is None or not shape.has_king:
        return jeu is not None
    match jeu:
        case Jeu.TWO_TRUMPS_AND_GUARDED_QUEEN:
            pair, single = shape.plain
            return pair.ranks[1] <= TEN or single.top <= KNAVE
        case Jeu.TWO_TRUMPS_AND_THREE_SUITS | Jeu.ONE_TRUMP_AND_TIERCE | Jeu.FOUR_COURT_CARDS:
            return True
        case _:
            # Numbers 2, 4 and 7 say so; Hint 9 b (p. 41) where only two cards can be discarded.
            return False


def _trump_against_four(shape: Shape) -> bool:
    """Hint 22: any hand with a trump, unless its plain cards are of different suits and very small (nine or less)."""
    return bool(shape.trumps) and (max(shape.lengths, default=5) >= 3 or shape.plain_ranks[0] <= TEN)


def refused_on(
    shape: Shape, jeu: Jeu | None, *, king_turned: bool, against_four: bool, four_to_three: bool = False
) -> bool:
    """Whether the dealer refuses the first proposal (pp. 55-57). `jeu`: what the hand would be for the elder.

    `against_four`: the elder needs one point; `four_to_three`: the dealer needs one and the elder, who must have very
    bad cards to propose, two (Hint 25, p. 47).
    """
    if not shape.has_king:
        if against_four and not king_turned and (_protected_in_three(shape) or _dealers_trump_against_four(shape)):
            return True
        if four_to_three and light(shape):
            return True
    match jeu:
        case Jeu.ONE_TRUMP_AND_TIERCE:
            # The single card a court card beside a tierce major, a queen beside less (p. 56).
            return shape.plain[1].top <= (KNAVE if shape.plain[0].ranks[2] == KNAVE else QUEEN)
        case Jeu.TWO_TRUMPS_AND_THREE_SUITS if shape.has_king:
            return not can_put_out_only_two(shape)
        case _ if shape.has_king:
            # Numbers 1 to 4 and 8 say so, and number 10 where only two cards can be discarded.
            return False
        case Jeu.TWO_TRUMPS_AND_THREE_OF_A_SUIT:
            return shape.plain[0].top <= KNAVE
        case Jeu.THREE_TRUMPS | Jeu.TWO_TRUMPS_AND_GUARDED_QUEEN | Jeu.TWO_TRUMPS_A_PAIR_AND_A_HIGH_CARD:
            return True
        case Jeu.TWO_TRUMPS_AND_THREE_SUITS:
            return True
        case _ if can_put_out_only_two(shape):
            return True
        case Jeu.FOUR_COURT_CARDS if not shape.trumps:
            return sum(suit.top <= KNAVE for suit in shape.plain) == 3
        case Jeu.NO_THIRD_CARD_TO_DISCARD:
            return shape.lengths == (2, 2, 1)  # three queens, two of them guarded by one card
        case _:
            return len(shape.trumps) == 1 and _refused_with_one_trump(shape)


def _refused_with_one_trump(shape: Shape) -> bool:
    """Number 8 of the refusals, p. 57: two suits headed by honours beside one trump."""
    match shape.plain:
        case [one, other] if len(one) == len(other) == 2:
            # Both queens guarded by one card; or a queen with another, and a knave and a small card.
            return one.top <= QUEEN and other.top <= KNAVE
        case [pair, one, other]:
            return _refused_with_pair_and_singles(pair, one, other)
        case _:
            return False


def _refused_with_pair_and_singles(pair: PlainSuit, first: PlainSuit, second: PlainSuit) -> bool:
    if {pair.top, first.top, second.top} >= {KING, QUEEN}:
        # A guarded king or queen is enough; two singles need an ace at least in the fourth suit.
        return pair.top <= ACE
    # A knave and a small card, a queen, and the fifth a court card.
    return pair.top == KNAVE and first.top <= QUEEN and second.top <= KNAVE


def _protected_in_three(shape: Shape) -> bool:
    """Hint 21 for the dealer, p. 46: three knaves, or a knave and two guarded tens, or better."""
    return len(shape.plain) == 3 and all(
        suit.top <= KNAVE or (suit.top <= TEN and len(suit) > 1) for suit in shape.plain
    )


def _dealers_trump_against_four(shape: Shape) -> bool:
    """Hint 22 for the dealer: as for the elder, but not with one trump and four small cards of a suit."""
    return _trump_against_four(shape) and not (shape.lengths == (4,) and shape.plain[0].top > KNAVE)
