"""Finds the deal that decided a game: the deal that raised the winner's chance to win the game most.

The chances before each deal follow from its score and its dealer, if both players follow the policy
(`ecarte.ai.cards.trick_values`). After the last deal the chance is 1, so the gains of all deals add up to 1 minus the
winner's chance at the start. Only scores and dealers are used, so the answer cannot depend on hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ecarte.ai.cards.trick_values import win_chance
from ecarte.ai.known_rules import POINTS, policy_knows_games
from ecarte.game import Ending, PublicView, Seat


@dataclass(frozen=True, slots=True)
class DealEnd:
    """The dealer of a finished deal, and the score after it.

    Attributes:
        number: the number of the deal in its game, from 1.
        dealer: the player who dealt.
        score: the points of North and South after the deal, with the point for the king.
    """

    number: int
    dealer: Seat
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DecidingDeal:
    """The deal that raised the winner's chance to win the game most.

    Attributes:
        number: the number of the deal in its game, from 1.
        chances: the winner's chance to win the game (0 to 1), before and after the deal.
    """

    number: int
    chances: tuple[float, float]


def winner_chances(deals: Sequence[DealEnd], end: PublicView) -> tuple[float, ...] | None:
    """Returns the winner's chance to win the game (0 to 1) before each deal, and 1 after the last one.

    Args:
        deals: all deals of the game, in order.
        end: the view after the last deal. It has the outcome of the game.

    Returns:
        None if the game was not won by points, if the policy does not know its rules, if a deal is missing, or for a
        salon game, in which a hand may be played again.
    """
    outcome = end.outcome
    if outcome is None or outcome.winner is None or outcome.how is not Ending.FIVE:
        return None
    if not policy_knows_games(end.rules):
        return None
    if [deal.number for deal in deals] != list(range(1, end.number + 1)):
        return None
    winner = outcome.winner
    scores = [(0, 0), *((deal.score[winner.index], deal.score[winner.other.index]) for deal in deals)]
    before = [
        win_chance(POINTS - own, POINTS - other, deal.dealer is winner)
        for (own, other), deal in zip(scores, deals, strict=False)
    ]
    return (*before, 1.0)


def deciding_deal(deals: Sequence[DealEnd], end: PublicView) -> DecidingDeal | None:
    """Returns the deal that raised the winner's chance to win the game most. If several did so equally, it is the last
    of them.

    Args:
        deals: all deals of the game, in order.
        end: the view after the last deal. It has the outcome of the game.

    Returns:
        None if the winner's chances are not known (`winner_chances`).
    """
    chances = winner_chances(deals, end)
    if chances is None:
        return None
    place = max(range(len(deals)), key=lambda at: (chances[at + 1] - chances[at], at))
    return DecidingDeal(deals[place].number, (chances[place], chances[place + 1]))
