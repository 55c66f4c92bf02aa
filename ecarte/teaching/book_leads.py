"""What the book leads: its hints on the play, the exceptions before the rules they are exceptions to.

Each rule computes its card from what it says, so that no sentence can contradict the card. The house does not play by
this module: its own reading (`ecarte.ai.players.book_cards`) goes further where the book is silent. Source: Cavendish,
*The Laws of Écarté*, 1886, Hints 15-20 and 26 (pp. 42-47), the mode of playing the jeux de règle (pp. 48-54).
"""

from __future__ import annotations

from typing import Final

from ecarte.ai import Knowledge, PlainSuit, Shape, guards, shape_of
from ecarte.game import Card, Play, PlayerView, Rank
from ecarte.teaching.book_positions import points_needed
from ecarte.teaching.book_reasons import BookAdvice, BookRule

KING: Final = Rank.KING.index
QUEEN: Final = Rank.QUEEN.index
KNAVE: Final = Rank.KNAVE.index
ACE: Final = Rank.ACE.index
NINE: Final = Rank.NINE.index


def lead_advice(view: PlayerView, knowledge: Knowledge) -> BookAdvice | None:
    """The book's lead; None where the book says nothing, which happens after the first trick only."""
    shape = shape_of(knowledge.hand, knowledge.trump)
    if not view.public.tricks:
        return first_lead(shape, knowledge)
    return _later_lead(view, shape, knowledge)


def is_weak(shape: Shape, knowledge: Knowledge) -> bool:
    """Whether Hint 17 calls the hand weak (pp. 43-44): cards were refused, "no hope of the point and fear of the vole".

    That is: no trump, and fewer suits guarded than the dealer refuses on (Hint 12, p. 42). In 6,000 deals refused by
    the book such hands make the point in one of forty with open hands and lose the vole in three of ten; with a single
    trump the point is made in one of eight or more. The vole is nothing to fear from an opponent who needs one point.
    """
    fears_vole = knowledge.points - knowledge.opponent_score > 1
    return knowledge.is_elder and knowledge.refused and fears_vole and not shape.trumps and guards(shape) < 3


def _say(card: Card, rule: BookRule, pages: str) -> BookAdvice:
    return BookAdvice(Play(card), pages, rule)


def first_lead(shape: Shape, knowledge: Knowledge) -> BookAdvice:
    """The lead of five cards to the first trick."""
    count = len(shape.trumps)
    if count >= 3:
        return _three_trumps(shape, knowledge)
    if knowledge.is_elder and knowledge.refused and (sequence := _low_sequence(shape)):
        return _say(sequence.highest, BookRule.LOW_SEQUENCE, "43")
    if is_weak(shape, knowledge):
        return _weak(shape)
    if count == 1 and shape.has_king and shape.plain[0].ranks[:3] == (KING, QUEEN, KNAVE):
        return _say(shape.trump_card(0), BookRule.KING_OVER_TIERCE, "51")
    if _trump_with_courts(shape) and points_needed(knowledge) > 1:
        return _say(shape.trump_card(0), BookRule.TRUMP_WITH_COURTS, "43")
    return _two_trumps(shape) if count == 2 else _suit_of_two(shape)


def _three_trumps(shape: Shape, knowledge: Knowledge) -> BookAdvice:
    """Hint 15, p. 42; Illustrative Hand III and the hands like it, pp. 61-62."""
    if points_needed(knowledge) == 1 and shape.has_king and shape.lengths == (1, 1) and len(shape.trumps) == 3:
        lower = max(shape.plain, key=lambda suit: suit.top)
        return _say(lower.highest, BookRule.LOWER_OF_TWO, "61-62")
    return _say(shape.trump_card(0), BookRule.THREE_TRUMPS, "42, 48")


def _trump_with_courts(shape: Shape) -> bool:
    """Hint 15, p. 43: king, or queen and knave, or knave and ace, with court cards out of trumps.

    Not with a king and another trump, a guarded queen and a court card: "too risky" (p. 50).
    """
    if not shape.trumps or any(rank > KNAVE for rank in shape.plain_ranks):
        return False
    if shape.trumps[:2] in ((QUEEN, KNAVE), (KNAVE, ACE)):
        return True
    return shape.has_king and not (shape.lengths == (2, 1) and shape.plain[0].top == QUEEN)


def _two_trumps(shape: Shape) -> BookAdvice:
    match shape.plain:
        case [pair, single]:
            if shape.trumps[0] == QUEEN and pair.top == single.top == QUEEN:
                return _say(shape.trump_card(0), BookRule.THREE_QUEENS, "49")
            if pair.top == QUEEN and shape.trumps[0] > KNAVE:
                # Trumps are high from the knave up, as far as the book tells.
                return _say(single.highest, BookRule.SINGLE_BELOW_QUEEN, "49")
            if pair.top > QUEEN and single.top == KING and pair.ranks[1] != pair.ranks[0] + 1:
                return _say(single.highest, BookRule.SINGLE_KING, "50")
            return _suit_of_two(shape)
        case [_, _, _]:
            # Number 5, p. 51; with a low tenace in trumps the next one (Illustrative Hand VI, p. 64).
            first, second, _ = sorted(shape.plain, key=lambda suit: suit.top)
            if _gap(shape) and shape.trumps[0] >= QUEEN and KING == first.top < second.top <= KNAVE:
                return _say(second.highest, BookRule.SECOND_SINGLE, "64")
            return _say(first.highest, BookRule.HIGHEST_SINGLE, "51")
        case _:
            return _suit_of_two(shape)


def _suit_of_two(shape: Shape) -> BookAdvice:
    """Hint 16, p. 43: from two or more of a plain suit, the highest; of two as long from the stronger."""
    suits = [suit for suit in shape.plain if len(suit) > 1]
    longest = max(len(suit) for suit in suits)
    best = min((suit for suit in suits if len(suit) == longest or suit.top <= QUEEN), key=lambda s: (s.top, -len(s)))
    return _say(best.highest, BookRule.LONG_SUIT, "43")


def _low_sequence(shape: Shape) -> PlainSuit | None:
    """Hint 17, p. 43: after a refusal low cards in sequence, where the other suit of two is a tenace."""
    pairs = [suit for suit in shape.plain if len(suit) == 2]
    if len(pairs) != 2 or KING in (pairs[0].top, pairs[1].top):
        return None
    sequences = [suit for suit in pairs if suit.ranks[1] == suit.ranks[0] + 1]
    return sequences[0] if len(sequences) == 1 and sequences[0].top > ACE else None


def _weak(shape: Shape) -> BookAdvice:
    """Hint 17, pp. 43-44: a guarded king at once; else the highest single card; never from a lone guarded honour."""
    for suit in shape.plain:
        if len(suit) > 1 and suit.top == KING:
            return _say(suit.highest, BookRule.WEAK_KING, "44")
    singles = [suit for suit in shape.plain if len(suit) == 1]
    if singles:
        return _say(min(singles, key=lambda suit: suit.top).highest, BookRule.WEAK_SINGLE, "44")
    honours = [suit for suit in shape.plain if suit.top in (QUEEN, KNAVE)]
    others = [suit for suit in shape.plain if suit.top > KNAVE]
    if len(honours) == 1 and others:
        return _say(others[0].highest, BookRule.WEAK_OTHER_SUIT, "44")
    return _suit_of_two(shape)


def _later_lead(view: PlayerView, shape: Shape, knowledge: Knowledge) -> BookAdvice | None:
    own, other = knowledge.own_tricks, knowledge.opponent_tricks
    cards = len(shape.trumps) + sum(shape.lengths)
    trumps_out = knowledge.unseen & knowledge.trump.mask
    king_against = bool(knowledge.sure & knowledge.king.bit)
    for_vole = other == 0 and points_needed(knowledge) > 1
    match len(shape.trumps), shape.lengths:
        case 3, () if own == 2 and other == 0 and king_against and shape.trumps[0] == QUEEN:
            return _say(shape.trump_card(-1), BookRule.UNDER_KING, "45")
        case _, ():
            return None
        case 2, (1,) if own == other == 1 and _is_high_tenace(shape, trumps_out):
            return _say(shape.plain[0].highest, BookRule.TENACE, "45")
        case 1, (1,) if own == 2 and other == 1:
            return _say(shape.plain[0].highest, BookRule.PLAIN_THIRD, "45")
        case 1, (1,) if own == 1 and other == 2:
            return _say(shape.trump_card(0), BookRule.TRUMP_FOURTH, "45")
        case 1, (1,) if own == 3 and for_vole:
            return _say(shape.trump_card(0), BookRule.LAST_TRUMP, "44")
        case _:
            pass
    kings = [suit for suit in shape.plain if suit.top == KING]
    if own == 2 and shape.trumps and not trumps_out and kings:
        return _say(max(kings, key=len).highest, BookRule.KING_THEN_TRUMP, "45")
    last = view.public.tricks[-1]
    led = next((suit for suit in shape.plain if last.leader is view.seat and suit.suit is last.lead.suit), None)
    if cards == 4 and own == 1 and led is not None:
        if king_against and len(shape.trumps) == 2 and _gap(shape):
            outside = next((suit for suit in shape.plain if suit is not led), None)
            if outside is not None and outside.top <= NINE:
                return _say(outside.highest, BookRule.OUTSIDE_CARD, "44")
        if for_vole and knowledge.points - knowledge.opponent_score > 1 and _draws_first(shape, knowledge):
            return _say(shape.trump_card(0), BookRule.TRUMP_BEFORE_SUIT, "44")
    if for_vole and own >= 1 and len(shape.trumps) == 1 and all(rank <= KNAVE for rank in shape.plain_ranks):
        fresh = [suit for suit in shape.plain if suit.suit not in knowledge.led_suits]
        if fresh and led is None and last.leader is view.seat:
            return _say(min(fresh, key=lambda suit: suit.top).highest, BookRule.CHANGE_SUIT, "44")
    if led is not None and last.winner is view.seat:
        return _say(led.highest, BookRule.PERSEVERE, "44")
    if len(shape.trumps) < 3 and any(len(suit) > 1 for suit in shape.plain):
        return _suit_of_two(shape)
    return None


def _draws_first(shape: Shape, knowledge: Knowledge) -> bool:
    """Hint 19, p. 44: the king of trumps; the queen, no king having been announced; or knave and ace."""
    if shape.has_king or shape.trumps[:2] == (KNAVE, ACE):
        return True
    return shape.trumps[:1] == (QUEEN,) and not knowledge.marked


def _gap(shape: Shape) -> bool:
    """Whether the two trumps are not neighbours: a tenace."""
    return len(shape.trumps) == 2 and shape.trumps[1] - shape.trumps[0] > 1


def _is_high_tenace(shape: Shape, trumps_out: int) -> bool:
    """Whether of two trumps the one is the highest left, and one that is out lies between it and the other."""
    high, low = shape.trump_card(0), shape.trump_card(1)
    between = trumps_out & low.higher & ~high.higher & ~high.bit
    return not trumps_out & high.higher and between.bit_count() == 1
