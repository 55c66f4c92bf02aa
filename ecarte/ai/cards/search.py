"""The play of the cards by open hands: every lawful card against every hand that the opponent may hold.

Each hand weighs what the opponent's decisions make it (`ecarte.ai.tendencies`), each card gets the chance to win the
game that its open-hand tricks bring. The error, both sides seeing all cards from the next trick on, shrinks with every
card played. In replies it is much alike for all cards compared; in leads it is not, and is mended
(`ecarte.ai.cards.leads`). Following leads through each reply, with what is known then, took three to ten times as long
and won no more games.

Hands as dealt are judged better by strategies for hidden hands: there every hand weighs the same, and where the table
of `ecarte.ai.cards.dealt` has a decision, its cards come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from ecarte.ai.cards.dealt import DealtHand, lead_losses, plan_of
from ecarte.ai.cards.leads import is_mended, lead_mend
from ecarte.ai.cards.trick_values import Worth, trick_worth
from ecarte.ai.knowledge import Knowledge
from ecarte.ai.native import engine_in_use
from ecarte.ai.opponent_hands import SILENT, Field, Tally, lead_tallies, tally
from ecarte.ai.tendencies import EVEN, opponent_card_weights
from ecarte.game import Card, mask_of, replies, reply_wins
from ecarte.odds import Role

_POINT: Final = 3


def field_of(knowledge: Knowledge) -> Field:
    """What the seat plays against, weighted by the opponent's decisions."""
    return Field(
        hand=knowledge.hand,
        may=knowledge.unseen,
        sure=knowledge.sure & knowledge.unseen,
        number=knowledge.count,
        trump=knowledge.trump,
        weights=EVEN if knowledge.as_dealt else opponent_card_weights(knowledge),
        silent_king=knowledge.silent_king,
    )


def card_values(knowledge: Knowledge, worth: Worth | None = None) -> dict[Card, float]:
    """For each playable card, the chance to win the game by open-hand play from here, mended for hands as dealt.

    `worth`: of the tricks of the deal; by default `trick_worth`, an own king already marked.
    """
    worth = worth or trick_worth(knowledge)
    values = searched_values(knowledge, worth)
    plan = card_plan(knowledge) if len(values) > 1 else None
    return values if plan is None else _mended(knowledge, values, plan, worth)


def card_plan(knowledge: Knowledge) -> Mapping[Card, float] | None:
    """The chances of the cards to play by the table of hands as dealt; None: as search with open hands says."""
    return plan_of(_dealt_hand(knowledge), knowledge.played) if knowledge.as_dealt else None


def last_alike(knowledge: Knowledge, cards: Iterable[Card]) -> Card:
    """The last of these cards in the order of the table, which its paths take for all that play alike."""
    return max(cards, key=_dealt_hand(knowledge).cards.index)


def _dealt_hand(knowledge: Knowledge) -> DealtHand:
    return _in_table_order(knowledge.five, knowledge.turn_up, knowledge.role)


@lru_cache(maxsize=64)
def _in_table_order(five: int, turn_up: Card, role: Role) -> DealtHand:
    """A hand as the table orders it; the decisions of a deal ask for the same two."""
    return DealtHand.of(five, turn_up, role)


def _mended(
    knowledge: Knowledge, values: Mapping[Card, float], plan: Mapping[Card, float], worth: Worth
) -> dict[Card, float]:
    """The values, the planned cards first and worth the most; the elder's first leads lose what the table says."""
    most = max(values.values())
    mended = dict.fromkeys(sorted(plan, key=plan.__getitem__, reverse=True), most)
    losses: Mapping[Card, float] = {}
    hand = _dealt_hand(knowledge)
    if knowledge.is_elder and not knowledge.played:
        losses = lead_losses(hand)
    point, may = _point(worth), mask_of(values)
    for card, value in values.items():
        loss = losses.get(hand.lowest_alike(card, may, knowledge.unseen))
        mended.setdefault(card, value if loss is None else most - loss * point)
    return mended


def searched_values(knowledge: Knowledge, worth: Worth) -> dict[Card, float]:
    """The values of the playable cards by open hands, leads mended."""
    values = open_values(knowledge, worth)
    if is_mended(knowledge):
        point = _point(worth)
        values = {card: value + point * lead_mend(knowledge, card) for card, value in values.items()}
    return values


def _point(worth: Worth) -> float:
    """The worth of making the point."""
    return worth.without[_POINT] - worth.without[_POINT - 1]


def open_values(knowledge: Knowledge, worth: Worth) -> dict[Card, float]:
    """The values of the playable cards by open hands alone."""
    if (engine := engine_in_use()) is not None:
        return engine.open_values(knowledge, worth)
    field, before = field_of(knowledge), knowledge.own_tricks
    silent = field.silent_king
    if knowledge.led is None:
        return {card: _mean(counts, worth, before, silent) for card, counts in lead_tallies(field).items()}
    values = {}
    for play in replies(knowledge.hand, knowledge.led, knowledge.trump):
        won = reply_wins(knowledge.led, play.card, knowledge.trump)
        rest = field._replace(hand=field.hand ^ play.card.bit)
        values[play.card] = _mean(tally(rest, leading=won), worth, before + won, silent)
    return values


def _mean(tricks_made: Tally, worth: Worth, before: int, silent_king: bool) -> float:
    """The mean worth of the tricks over all hands; `before` are made already."""
    total, gained = 0, 0.0
    for counts, value, times in zip(tricks_made, worth, (SILENT if silent_king else 1, 1), strict=True):
        for tricks, weight in enumerate(counts):
            if weight:
                total += times * weight
                gained += times * weight * value[before + tricks]
    return gained / total if total else 0.0
