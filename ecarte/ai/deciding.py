"""Finds the deal that decided a game, from the scores alone, so the answer cannot depend on hidden cards.

It is the deal that raised the winner's chance to win the game most. The chances are those before each deal, at the
score and with its dealer, if both players follow the policy (`ecarte.ai.cards.trick_values`). After the last deal the
chance is 1. So the gains of all deals add up to what the winner lacked before the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ecarte.ai.cards.trick_values import win_chance
from ecarte.ai.known_rules import POINTS, policy_knows_games
from ecarte.game import Ending, PublicView, Seat


@dataclass(frozen=True, slots=True)
class DealEnd:
    """A finished deal.

    Attributes:
        number: of the deal in its game, from 1.
        dealer: the dealer of the deal.
        score: the points of North and South after the deal, the king's point included.
    """

    number: int
    dealer: Seat
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DecidingDeal:
    """The deal that decided.

    Attributes:
        number: of the deal in its game, from 1.
        chances: the winner's chance to win the game (0 to 1), before and after the deal.
    """

    number: int
    chances: tuple[float, float]


def winner_chances(deals: Sequence[DealEnd], end: PublicView) -> tuple[float, ...] | None:
    """Returns the winner's chance to win the game (0 to 1) before each deal, and 1 after the last one.

    Args:
        deals: all deals of the game, in order.
        end: the view after the last deal, with the outcome.

    Returns:
        None if the game was not won by points, the policy does not know its rules, a deal is missing, or it was a salon
        game (in which a hand may be played again).
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
    """Returns the deal that decided a game. Of equal deals it is the last.

    Args:
        deals, end: as in `winner_chances`.

    Returns:
        None in the cases of `winner_chances`.
    """
    chances = winner_chances(deals, end)
    if chances is None:
        return None
    place = max(range(len(deals)), key=lambda at: (chances[at + 1] - chances[at], at))
    return DecidingDeal(deals[place].number, (chances[place], chances[place + 1]))
