"""Decisions that several levels share: when to announce the king, and the discards of Hint 8."""

from __future__ import annotations

from ecarte.ai.hand_shape import Shape
from ecarte.ai.knowledge import Knowledge
from ecarte.game import Card, Discard, Rank


def better_silent(knowledge: Knowledge) -> bool:
    """Returns whether it is better not to mark the king (Hint 24, p. 47).

    The opponent needs one point and pays two for a lost point, and the player needs two: then the point decides the
    game, with or without the king.
    """
    return (
        knowledge.opponent_pays
        and knowledge.points - knowledge.opponent_score == 1
        and knowledge.points - knowledge.own_score == 2
    )


def is_time_to_announce(knowledge: Knowledge, playing: bool) -> bool:
    """Returns whether to announce the king: before playing a card (Hint 3, p. 38), or if its point wins the game.

    Args:
        playing: whether the seat is about to play a card.
    """
    if knowledge.points - knowledge.own_score == 1:
        return True
    return playing and not better_silent(knowledge)


def book_discard(shape: Shape, least: int, most: int) -> Discard:
    """Returns the book's discard: everything except trumps and kings (Hint 8, p. 39).

    If fewer cards may go, the lowest go first. A king or a trump goes only if a card must.
    """
    plain = sorted((rank, suit.suit.index, suit.suit) for suit in shape.plain for rank in suit.ranks)
    ranks = tuple(Rank)
    order = [Card(ranks[rank], suit) for rank, _, suit in reversed(plain)]
    worthless = [card for card in order if card.rank is not Rank.KING][:most]
    if len(worthless) >= least:
        return Discard(worthless)
    trumps = [shape.trump_card(place) for place in range(len(shape.trumps) - 1, -1, -1)]
    return Discard([*order, *trumps][:least])
