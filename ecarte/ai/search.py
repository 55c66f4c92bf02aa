"""The maître's play of the cards: every card that he may play against every hand that his adversary may hold.

Each hand is weighed by how likely it is after what the adversary has done (`leanings`), each card by the chance to
win the game that the tricks of open-hand play bring. That errs by letting both sides see from the next trick on; it
errs much alike for all cards compared, and less with every card played. To follow the leads further, each through its
replies, with what will be known then, was tried: it took three to ten times as long and won no more games.
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
"""What the king of trumps weighs where its holder would have announced it: to keep silent is lawful, and rare."""


def field_of(knowledge: Knowledge) -> Field:
    """What the seat plays against, with the weights that the adversary's doings suggest."""
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
    """For each card that may be played now: the chance to win the game by open-hand play from here.

    `worth`: what the tricks of the deal are worth; by default as in `chances`, the own king already marked.
    """
    field, worth = field_of(knowledge), worth or trick_worth(knowledge)
    made = knowledge.own_tricks
    if knowledge.led is None:
        return {card: _mean(it, worth, made) for card, it in lead_tallies(field).items()}
    values = {}
    for play in replies(knowledge.hand, knowledge.led, knowledge.trump):
        won = reply_wins(knowledge.led, play.card, knowledge.trump)
        rest = field._replace(hand=field.hand ^ play.card.bit)
        values[play.card] = _mean(tally(rest, leading=won), worth, made + won)
    return values


def _mean(made: Tally, worth: Worth, before: int) -> float:
    """The worth of the tricks, `before` of them made already, over all hands."""
    total = sum(made[0]) + sum(made[1])
    if not total:
        return 0.0
    gained = sum(
        weight * value[before + tricks]
        for counts, value in zip(made, worth, strict=True)
        for tricks, weight in enumerate(counts)
        if weight
    )
    return gained / total
