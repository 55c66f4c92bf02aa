"""What all levels share: when a king is announced, and the discards of Hint 8."""

from __future__ import annotations

from ecarte.ai.hand_shape import Shape
from ecarte.ai.knowledge import Knowledge
from ecarte.game import Card, Discard, Rank


def better_silent(knowledge: Knowledge) -> bool:
    """Whether the king is better left unmarked: Hint 24, p. 47.

    The opponent is at four and pays two for a lost point, and two win the game: the point decides, king or not.
    """
    return (
        knowledge.opponent_pays
        and knowledge.points - knowledge.opponent_score == 1
        and knowledge.points - knowledge.own_score == 2
    )


def is_time_to_announce(knowledge: Knowledge, playing: bool) -> bool:
    """Whether to announce the king: when about to play a card (Hint 3, p. 38), or to win.

    `playing`: the seat is about to play a card.
    """
    if knowledge.points - knowledge.own_score == 1:
        return True
    return playing and not better_silent(knowledge)


def book_discard(shape: Shape, least: int, most: int) -> Discard:
    """All but trumps and kings (Hint 8, p. 39), the lowest first if fewer may go; a king or trump only if one must."""
    plain = sorted((rank, suit.suit.index, suit.suit) for suit in shape.plain for rank in suit.ranks)
    ranks = tuple(Rank)
    order = [Card(ranks[rank], suit) for rank, _, suit in reversed(plain)]
    worthless = [card for card in order if card.rank is not Rank.KING][:most]
    if len(worthless) >= least:
        return Discard(worthless)
    trumps = [shape.trump_card(place) for place in range(len(shape.trumps) - 1, -1, -1)]
    return Discard([*order, *trumps][:least])
