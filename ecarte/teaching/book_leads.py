"""The leads that the book advises: its hints on the play, with exceptions before the rules to which they belong.

Each rule computes its card from its own text, so no sentence can contradict the card. The house does not play by this
module; its own reading (`ecarte.ai.players.book_cards`) also covers positions on which the book is silent. Source:
Cavendish, *The Laws of Écarté*, 1886, Hints 15-20 and 26 (pp. 42-47), the mode of playing the jeux de règle (pp.
48-54).
"""

from __future__ import annotations

from typing import Final

from ecarte.ai import Knowledge, PlainSuit, Shape, guards, shape_of
from ecarte.game import Card, Play, PlayerView, Rank
from ecarte.teaching.book_positions import points_needed
from ecarte.teaching.book_reasons import BookAdvice, BookRule

KING: Final = Rank.KING.index
QUEEN: Final = Rank.QUEEN.index
JACK: Final = Rank.JACK.index
ACE: Final = Rank.ACE.index
NINE: Final = Rank.NINE.index


def lead_advice(view: PlayerView, knowledge: Knowledge) -> BookAdvice | None:
    """Returns the card that the book leads in a view, and why. None if the book is silent, which happens only after the
    first trick.
    """
    shape = shape_of(knowledge.hand, knowledge.trump)
    if not view.public.tricks:
        return first_lead(shape, knowledge)
    return _later_lead(view, shape, knowledge)


def is_weak(shape: Shape, knowledge: Knowledge) -> bool:
    """Returns whether Hint 17 (pp. 43-44) calls the leader's hand weak: a proposal was refused, and there is "no hope
    of the point and fear of the vole".

    Such a hand has no trump, and fewer guarded suits than a dealer needs to refuse (Hint 12, p. 42). In 6,000 deals
    that the book refused, such hands made the point in one of forty with open hands and lost the vole in three of ten.
    With a single trump they made the point in one of eight or more. An opponent who needs one point does not need the
    vole, so there is nothing to fear then.
    """
    fears_vole = knowledge.points - knowledge.opponent_score > 1
    return knowledge.is_elder and knowledge.refused and fears_vole and not shape.trumps and guards(shape) < 3


def _say(card: Card, rule: BookRule, pages: str) -> BookAdvice:
    return BookAdvice(Play(card), pages, rule)


def first_lead(shape: Shape, knowledge: Knowledge) -> BookAdvice:
    """Returns the card that the book leads to the first trick from five cards, and why."""
    count = len(shape.trumps)
    if count >= 3:
        return _three_trumps(shape, knowledge)
    if knowledge.is_elder and knowledge.refused and (sequence := _low_sequence(shape)):
        return _say(sequence.highest, BookRule.LOW_SEQUENCE, "43")
    if is_weak(shape, knowledge):
        return _weak(shape)
    if count == 1 and shape.has_king and shape.plain[0].ranks[:3] == (KING, QUEEN, JACK):
        return _say(shape.trump_card(0), BookRule.KING_OVER_TIERCE, "51")
    if _trump_with_courts(shape) and points_needed(knowledge) > 1:
        return _say(shape.trump_card(0), BookRule.TRUMP_WITH_COURTS, "43")
    return _two_trumps(shape) if count == 2 else _suit_of_two(shape)


def _three_trumps(shape: Shape, knowledge: Knowledge) -> BookAdvice:
    """Returns the lead from three trumps or more (Hint 15, p. 42; Hand III and similar hands, pp. 61-62)."""
    if points_needed(knowledge) == 1 and shape.has_king and shape.lengths == (1, 1) and len(shape.trumps) == 3:
        lower = max(shape.plain, key=lambda suit: suit.top)
        return _say(lower.highest, BookRule.LOWER_OF_TWO, "61-62")
    return _say(shape.trump_card(0), BookRule.THREE_TRUMPS, "42, 48")


def _trump_with_courts(shape: Shape) -> bool:
    """Returns whether the book leads a trump because of court cards (Hint 15, p. 43).

    The trumps are headed by the king, by queen and jack, or by jack and ace, and the plain cards are court cards. The
    exception is a king and another trump with a guarded queen and a court card: "too risky" (p. 50).
    """
    if not shape.trumps or any(rank > JACK for rank in shape.plain_ranks):
        return False
    if shape.trumps[:2] in ((QUEEN, JACK), (JACK, ACE)):
        return True
    return shape.has_king and not (shape.lengths == (2, 1) and shape.plain[0].top == QUEEN)


def _two_trumps(shape: Shape) -> BookAdvice:
    match shape.plain:
        case [pair, single]:
            if shape.trumps[0] == QUEEN and pair.top == single.top == QUEEN:
                return _say(shape.trump_card(0), BookRule.THREE_QUEENS, "49")
            if pair.top == QUEEN and shape.trumps[0] > JACK:
                # The book seems to call trumps high from the jack up.
                return _say(single.highest, BookRule.SINGLE_BELOW_QUEEN, "49")
            if pair.top > QUEEN and single.top == KING and pair.ranks[1] != pair.ranks[0] + 1:
                return _say(single.highest, BookRule.SINGLE_KING, "50")
            return _suit_of_two(shape)
        case [_, _, _]:
            # Number 5, p. 51. With a low tenace in trumps the second highest single (Illustrative Hand VI, p. 64).
            first, second, _ = sorted(shape.plain, key=lambda suit: suit.top)
            if _gap(shape) and shape.trumps[0] >= QUEEN and KING == first.top < second.top <= JACK:
                return _say(second.highest, BookRule.SECOND_SINGLE, "64")
            return _say(first.highest, BookRule.HIGHEST_SINGLE, "51")
        case _:
            return _suit_of_two(shape)


def _suit_of_two(shape: Shape) -> BookAdvice:
    """Returns the lead of the highest card of a plain suit of two or more (Hint 16, p. 43).

    Of suits of the same length it is the one with the higher cards.
    """
    suits = [suit for suit in shape.plain if len(suit) > 1]
    longest = max(len(suit) for suit in suits)
    best = min((suit for suit in suits if len(suit) == longest or suit.top <= QUEEN), key=lambda s: (s.top, -len(s)))
    return _say(best.highest, BookRule.LONG_SUIT, "43")


def _low_sequence(shape: Shape) -> PlainSuit | None:
    """Returns a suit of two low cards in sequence, if the only other suit of two is a tenace: the lead after a
    refusal (Hint 17, p. 43).
    """
    pairs = [suit for suit in shape.plain if len(suit) == 2]
    if len(pairs) != 2 or KING in (pairs[0].top, pairs[1].top):
        return None
    sequences = [suit for suit in pairs if suit.ranks[1] == suit.ranks[0] + 1]
    return sequences[0] if len(sequences) == 1 and sequences[0].top > ACE else None


def _weak(shape: Shape) -> BookAdvice:
    """Returns the lead from a weak hand (Hint 17, pp. 43-44).

    The lead is a guarded king or else the highest single card, but never a guarded honour if it is the only one.
    """
    for suit in shape.plain:
        if len(suit) > 1 and suit.top == KING:
            return _say(suit.highest, BookRule.WEAK_KING, "44")
    singles = [suit for suit in shape.plain if len(suit) == 1]
    if singles:
        return _say(min(singles, key=lambda suit: suit.top).highest, BookRule.WEAK_SINGLE, "44")
    honours = [suit for suit in shape.plain if suit.top in (QUEEN, JACK)]
    others = [suit for suit in shape.plain if suit.top > JACK]
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
    if for_vole and own >= 1 and len(shape.trumps) == 1 and all(rank <= JACK for rank in shape.plain_ranks):
        new_suits = [suit for suit in shape.plain if suit.suit not in knowledge.led_suits]
        if new_suits and led is None and last.leader is view.seat:
            return _say(min(new_suits, key=lambda suit: suit.top).highest, BookRule.CHANGE_SUIT, "44")
    if led is not None and last.winner is view.seat:
        return _say(led.highest, BookRule.PERSEVERE, "44")
    if len(shape.trumps) < 3 and any(len(suit) > 1 for suit in shape.plain):
        return _suit_of_two(shape)
    return None


def _draws_first(shape: Shape, knowledge: Knowledge) -> bool:
    """Returns whether the book leads trumps before its own suit (Hint 19, p. 44): with the king; with the queen if
    no king was announced; or with jack and ace.
    """
    if shape.has_king or shape.trumps[:2] == (JACK, ACE):
        return True
    return shape.trumps[:1] == (QUEEN,) and not knowledge.marked


def _gap(shape: Shape) -> bool:
    """Returns whether the hand has two trumps with a gap between them: a tenace."""
    return len(shape.trumps) == 2 and shape.trumps[1] - shape.trumps[0] > 1


def _is_high_tenace(shape: Shape, trumps_out: int) -> bool:
    """Returns whether the hand's two trumps are a high tenace: the opponent can hold no trump above the higher one, and
    exactly one between the two.

    Args:
        shape: the hand.
        trumps_out: the trumps that the opponent may hold (a mask).
    """
    high, low = shape.trump_card(0), shape.trump_card(1)
    between = trumps_out & low.higher & ~high.higher & ~high.bit
    return not trumps_out & high.higher and between.bit_count() == 1
