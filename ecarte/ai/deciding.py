"""The deal that decided a game: told from the scores alone, so that no card can enter.

It is the deal that lifted the winner's chance to win the game most. The chances are those before each deal, at the
score and with its dealer, for two players who both follow the policy (`ecarte.ai.cards.trick_values`); after the last
deal the chance is 1. So what all deals brought adds up to what the winner lacked before the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ecarte.ai.cards.trick_values import win_chance
from ecarte.ai.known_rules import POINTS, policy_knows
from ecarte.game import Ending, Manners, PublicView, Seat


@dataclass(frozen=True, slots=True)
class DealEnd:
    """A deal that is over: its number, who dealt it, and North's and South's score after it, the king's point too."""

    number: int
    dealer: Seat
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DecidingDeal:
    """The deal that decided; `chances`: the winner's to win the game, before it and after it."""

    number: int
    chances: tuple[float, float]


def winner_chances(deals: Sequence[DealEnd], end: PublicView) -> tuple[float, ...] | None:
    """The winner's chance to win the game (0 to 1) before each deal, and 1 after the last one.

    `deals`: all of the game, in their order; `end`: the view of the last one, with the outcome.

    None: points did not end the game, the policy does not know its rules, players may err there (a hand may be played
    again), or a deal is missing.
    """
    outcome = end.outcome
    if outcome is None or outcome.winner is None or outcome.how is not Ending.FIVE:
        return None
    if end.rules.manners is Manners.SALON or not policy_knows(end.rules):
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
    """The deal that decided a game; of equal ones the last. None and the arguments: as `winner_chances`."""
    chances = winner_chances(deals, end)
    if chances is None:
        return None
    place = max(range(len(deals)), key=lambda at: (chances[at + 1] - chances[at], at))
    return DecidingDeal(deals[place].number, (chances[place], chances[place + 1]))
