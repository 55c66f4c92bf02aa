"""The cards that Cavendish's book leads and replies with (Hints 15-20 and 26, pp. 42-47; jeux de règle, pp. 48-54).

Rules come in the order in which the book prefers them, exceptions first. Illustrative hands (pp. 58-71) are used if
they state a rule that can be followed without their cards, which are missing in the scan.
"""

from __future__ import annotations

from ecarte.ai.hand_shape import ACE, JACK, KING, NINE, QUEEN, TEN, PlainSuit, Shape, shape_of
from ecarte.ai.knowledge import Knowledge
from ecarte.ai.players.book_rules import guards
from ecarte.game import Card, cards_of, replies, reply_wins


def book_lead(knowledge: Knowledge) -> Card:
    """Returns the card that Cavendish's rules lead, from what the seat knows."""
    shape = shape_of(knowledge.hand, knowledge.trump)
    if knowledge.own_tricks + knowledge.opponent_tricks == 0:
        return first_lead(shape, refused=knowledge.opponent_pays, at_four=_at_four(knowledge))
    return _later_lead(shape, knowledge)


def _at_four(knowledge: Knowledge) -> bool:
    """Returns whether the player needs one point, so that the vole is no advantage (Hint 26, p. 47)."""
    return knowledge.points - knowledge.own_score == 1


def first_lead(shape: Shape, *, refused: bool, at_four: bool) -> Card:
    """Returns the card that Cavendish's rules lead to the first trick.

    Args:
        shape: the leader's five cards.
        refused: whether the dealer refused a proposal.
        at_four: whether the leader needs only one point.
    """
    if not shape.plain:
        return shape.trump_card(0)
    match len(shape.trumps):
        case 0 | 1:
            return _few_trumps_lead(shape, refused, at_four)
        case 2:
            return _two_trumps_lead(shape)
        case 3 if at_four and shape.lengths == (1, 1) and shape.has_king and shape.trumps != (KING, QUEEN, JACK):
            # Illustrative Hand III, pp. 60-62: with the king and a lower tenace, and only the point needed, let the
            # dealer lead the next trick.
            return max((suit.highest for suit in shape.plain), key=lambda card: card.rank.index)
        case _:
            # Jeu de règle number 1, p. 48; Hint 15, p. 42.
            return shape.trump_card(0)


def _honours_and_courts(shape: Shape) -> bool:
    """Returns whether the book leads a trump because of court cards (Hint 15, p. 43).

    The trumps are headed by the king, by queen and jack, or by jack and ace, and all other cards are court cards.
    """
    all_courts = all(rank <= JACK for rank in shape.plain_ranks)
    pair = shape.trumps[:2] in ((QUEEN, JACK), (JACK, ACE))
    return all_courts and (shape.has_king or pair)


def _two_trumps_lead(shape: Shape) -> Card:
    if _honours_and_courts(shape):
        return shape.trump_card(0)
    match shape.plain:
        case [suit]:
            return suit.highest  # number 2, p. 49
        case [pair, single]:
            if shape.trumps[0] == QUEEN and pair.top == single.top == QUEEN:
                return shape.trump_card(0)  # a queen in each of the three suits, p. 49
            if pair.top == KING:
                return pair.highest
            if pair.top == QUEEN:
                # The book seems to call trumps high from the jack up (p. 49).
                return pair.highest if shape.trumps[0] <= JACK else single.highest
            if single.top == KING and pair.ranks[1] != pair.ranks[0] + 1:
                return single.highest  # number 4, p. 50: the single king, unless the pair is in sequence
            return pair.highest
        case _:
            # Number 5, p. 51: the highest single card; with a low tenace in trumps the second highest (Hand VI, p. 64).
            ordered = sorted(shape.plain, key=lambda suit: suit.top)
            high, low = shape.trumps
            tenace = low - high > 1 and high >= JACK
            return ordered[1 if tenace and ordered[1].top <= JACK else 0].highest


def _few_trumps_lead(shape: Shape, refused: bool, at_four: bool) -> Card:
    strong = shape.plain[0]
    if shape.has_king and strong.ranks[:3] == (KING, QUEEN, JACK):
        return shape.trump_card(0)  # number 6, p. 51
    if shape.has_king and not at_four and _honours_and_courts(shape):
        return shape.trump_card(0)  # Hint 15
    if refused and guards(shape) < 3:
        return _weak_lead(shape)
    singles = [suit for suit in shape.plain if len(suit) == 1]
    if len(strong) > 1:
        # The guarded card of the strongest suit (pp. 52-54; Hint 16, p. 43). Of two equally long suits, the higher one.
        guarded = [suit for suit in shape.plain if len(suit) > 1]
        longest = max(len(suit) for suit in guarded)
        best = min(
            (suit for suit in guarded if len(suit) == longest or suit.top <= QUEEN),
            key=lambda suit: (suit.top, -len(suit)),
        )
        if best.top > JACK and singles and min(suit.top for suit in singles) == KING:
            return next(suit.highest for suit in singles if suit.top == KING)
        return best.highest
    return min(singles, key=lambda suit: suit.top).highest


def _weak_lead(shape: Shape) -> Card:
    """Returns the lead from a weak hand after a refusal (Hint 17, pp. 43-44)."""
    if shape.has_king:
        return shape.trump_card(0)
    guarded = [suit for suit in shape.plain if len(suit) > 1]
    kings = [suit for suit in guarded if suit.top == KING]
    if kings:
        return kings[0].highest
    sequences = [suit for suit in guarded if suit.ranks[1] == suit.ranks[0] + 1 and suit.top > QUEEN]
    if sequences:
        return sequences[0].highest  # low cards in sequence rather than a tenace
    singles = [suit for suit in shape.plain if len(suit) == 1]
    if singles:
        return min(singles, key=lambda suit: suit.top).highest
    return max(guarded, key=lambda suit: suit.top).highest


def _later_lead(shape: Shape, knowledge: Knowledge) -> Card:
    if not shape.plain:
        return _trumps_alone(shape, knowledge)
    winners = [suit for suit in shape.plain if not knowledge.unseen & suit.highest.higher]
    opponent_trumps = knowledge.unseen & knowledge.trump.mask
    if knowledge.silent_king:
        opponent_trumps &= ~knowledge.king.bit  # the book assumes that a king not announced is not held
    if shape.trumps and not opponent_trumps:
        # The opponent has no trump: lead a winner first, then the trump (Hint 20, p. 45). Without a winner, lead the
        # trump to force a discard.
        return winners[0].highest if winners else shape.trump_card(0)
    cards = len(cards_of(knowledge.hand))
    if cards == 2 and shape.trumps:
        # Hint 20, p. 45: with two tricks lead the plain card, with one trick the trump.
        return shape.plain[0].highest if knowledge.own_tricks >= 2 else shape.trump_card(0)
    commanding = bool(shape.trumps) and not opponent_trumps & shape.trump_card(0).higher
    if cards == 3 and knowledge.own_tricks == knowledge.opponent_tricks == 1 and len(shape.trumps) == 2:
        return shape.plain[0].highest  # a tenace in trumps, and one other card: Hint 20, p. 45
    king_out = bool(knowledge.sure & knowledge.king.bit)
    if cards == 4 and knowledge.own_tricks == 1 and king_out and len(shape.trumps) == 2 and _tenace(shape):
        return _single(shape).highest  # Hint 19, p. 44; Illustrative Hands VIII and IX
    if commanding and not _at_four(knowledge) and knowledge.opponent_tricks == 0:
        # For the vole: with the best trump and good cards (Hints 19 and 26), or with the strong suit that was led first
        # (numbers 6 and 7, p. 52).
        strong = cards == 4 and len(shape.trumps) == 1 and knowledge.led_suits[-1:] == (shape.plain[0].suit,)
        if len(winners) == len(shape.plain) or (strong and len(shape.plain[0]) > 1):
            return shape.trump_card(0)
    if knowledge.opponent_tricks == 0 and knowledge.own_tricks >= 2 and not _at_four(knowledge):
        return _changed_suit(shape, knowledge, winners)
    return _continued_suit(shape, knowledge, winners)


def _trumps_alone(shape: Shape, knowledge: Knowledge) -> Card:
    """Returns the lead from a hand of trumps only: the highest one, or the lowest if the opponent holds the king
    (Hint 20, p. 45).
    """
    under = knowledge.sure & knowledge.king.bit != 0 and knowledge.own_tricks == 2 and len(shape.trumps) == 3
    return shape.trump_card(-1 if under else 0)


def _tenace(shape: Shape) -> bool:
    return shape.trumps[1] - shape.trumps[0] > 1


def _single(shape: Shape) -> PlainSuit:
    """Returns the highest single plain card or, if there is none, the highest plain card."""
    return min(shape.plain, key=lambda suit: (len(suit) > 1, suit.top))


def _changed_suit(shape: Shape, knowledge: Knowledge, winners: list[PlainSuit]) -> Card:
    """Returns a lead from a new suit, for the vole with high cards of several suits (Hint 19, p. 44)."""
    new = [suit for suit in winners if suit.suit not in knowledge.led_suits]
    return (new or winners or list(shape.plain))[0].highest


def _continued_suit(shape: Shape, knowledge: Knowledge, winners: list[PlainSuit]) -> Card:
    """Returns a card of the suit led before, unless that suit was trumped or has lost its value (Hint 18, p. 44)."""
    if knowledge.led_suits:
        for suit in shape.plain:
            if suit.suit is knowledge.led_suits[-1] and (suit in winners or len(suit) > 1 or suit.top <= TEN):
                return suit.highest
    if winners:
        return min(winners, key=len).highest
    # The general rule again: lead from the longest suit, and of singles the highest (Hint 16, p. 43).
    return shape.plain[0].highest


def book_reply(knowledge: Knowledge) -> Card:
    """Returns the card with which Cavendish's rules reply: the cheapest card that wins or, if none wins, the least
    valuable one.
    """
    assert knowledge.led is not None
    cards = [play.card for play in replies(knowledge.hand, knowledge.led, knowledge.trump)]
    if len(cards) == 1:
        return cards[0]
    if reply_wins(knowledge.led, cards[0], knowledge.trump):
        return cards[-1]
    if cards[0].suit is knowledge.led.suit:
        return cards[-1]
    return _throwaway(shape_of(knowledge.hand, knowledge.trump), knowledge)


def _throwaway(shape: Shape, knowledge: Knowledge) -> Card:
    """Returns the card to discard on a lead that cannot be won (Hint 11, p. 42).

    A card is worth less if the opponent may hold more of the higher cards of its suit. A card that guards another one
    is kept.
    """

    def guard_key(suit: PlainSuit) -> tuple[bool, int, int]:
        above = (knowledge.unseen & suit.highest.higher).bit_count()
        guarded = above < len(suit) and above > 0
        return (above == 0 or (guarded and suit.top <= NINE), -above, len(suit))

    return min(shape.plain, key=guard_key).lowest
