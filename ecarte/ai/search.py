"""The maître's play: every lawful card against every hand that the opponent may hold.

Each hand weighs what the opponent's decisions make it (`ecarte.ai.tendencies`), each card gets the chance to win the
game that its open-hand tricks bring. The error, both sides seeing all cards from the next trick on, is much alike for
all cards compared and shrinks with every card played. Following leads through each reply, with what is known then, took
three to ten times as long and won no more games.
"""

from __future__ import annotations

from typing import Final

from ecarte.ai.knowledge import Knowledge
from ecarte.ai.opponent_hands import Field, Tally, lead_tallies, tally
from ecarte.ai.tendencies import leaning
from ecarte.ai.trick_values import Worth, trick_worth
from ecarte.game import Card, replies, reply_wins

__all__ = ["card_values", "field_of"]

_SILENT_KING: Final = 0.02
"""The weight of the king of trumps where its holder would have announced it: silence is lawful, and rare."""


def field_of(knowledge: Knowledge) -> Field:
    """What the seat plays against, weighted by the opponent's decisions."""
    by_suit = list(leaning(knowledge))
    if knowledge.silent_king:
        king, *others = by_suit[knowledge.trump.index]
        by_suit[knowledge.trump.index] = (king * _SILENT_KING, *others)
    spades, hearts, diamonds, clubs = by_suit
    sure = knowledge.sure & knowledge.unseen
    return Field(
        knowledge.hand, knowledge.unseen, sure, knowledge.count, knowledge.trump, (spades, hearts, diamonds, clubs)
    )


def card_values(knowledge: Knowledge, worth: Worth | None = None) -> dict[Card, float]:
    """For each playable card, the chance to win the game by open-hand play from here.

    `worth`: of the tricks of the deal; by default `trick_worth`, an own king already marked.
    """
    field, worth = field_of(knowledge), worth or trick_worth(knowledge)
    before = knowledge.own_tricks
    if knowledge.led is None:
        return {card: _mean(counts, worth, before) for card, counts in lead_tallies(field).items()}
    values = {}
    for play in replies(knowledge.hand, knowledge.led, knowledge.trump):
        won = reply_wins(knowledge.led, play.card, knowledge.trump)
        rest = field._replace(hand=field.hand ^ play.card.bit)
        values[play.card] = _mean(tally(rest, leading=won), worth, before + won)
    return values


def _mean(tricks_made: Tally, worth: Worth, before: int) -> float:
    """The mean worth of the tricks over all hands; `before` are made already."""
    total = sum(tricks_made[0]) + sum(tricks_made[1])
    if not total:
        return 0.0
    gained = sum(
        weight * value[before + tricks]
        for counts, value in zip(tricks_made, worth, strict=True)
        for tricks, weight in enumerate(counts)
        if weight
    )
    return gained / total
