"""Decisions that several levels of the house make alike: when to announce the king, and the discards of Hint 8."""

from __future__ import annotations

from ecarte.ai.hand_shape import Shape
from ecarte.ai.knowledge import Knowledge
from ecarte.game import Card, Discard, Rank


def better_silent(knowledge: Knowledge) -> bool:
    """Returns whether it is better not to announce the king of trumps (Hint 24, p. 47).

    That is so if the opponent needs one point and the player needs two, and the deal is worth two to the player because
    the opponent played without proposing or refused. Then the winner of this deal wins the game, with the king's point
    or without it.
    """
    return (
        knowledge.opponent_pays
        and knowledge.points - knowledge.opponent_score == 1
        and knowledge.points - knowledge.own_score == 2
    )


def is_time_to_announce(knowledge: Knowledge, playing: bool) -> bool:
    """Returns whether the holder announces the king of trumps now: because its point wins the game, or before playing a
    card (Hint 3, p. 38).

    Args:
        knowledge: what the holder of the king knows.
        playing: whether the holder is about to play a card.
    """
    if knowledge.points - knowledge.own_score == 1:
        return True
    return playing and not better_silent(knowledge)


def book_discard(shape: Shape, least: int, most: int) -> Discard:
    """Returns the cards that the book discards: all except trumps and kings (Hint 8, p. 39).

    Args:
        shape: the hand.
        least: the fewest cards that may be discarded. If the rule discards fewer, kings are added, then the lowest
            trumps.
        most: the most cards that may be discarded. If the rule discards more, only the lowest go.
    """
    plain = sorted((rank, suit.suit.index, suit.suit) for suit in shape.plain for rank in suit.ranks)
    ranks = tuple(Rank)
    order = [Card(ranks[rank], suit) for rank, _, suit in reversed(plain)]
    worthless = [card for card in order if card.rank is not Rank.KING][:most]
    if len(worthless) >= least:
        return Discard(worthless)
    trumps = [shape.trump_card(place) for place in range(len(shape.trumps) - 1, -1, -1)]
    return Discard([*order, *trumps][:least])
