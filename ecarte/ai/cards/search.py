"""Search with open hands: values every lawful card against every hand that the opponent may hold.

The value of a card is the mean chance to win the game after it. For each hand of the opponent, both sides are assumed
to see all cards from the next trick on. A hand counts more if it fits the opponent's decisions better
(`ecarte.ai.tendencies`).

That assumption makes an error, which shrinks with every card played. The error is about equal for all replies that are
compared. For leads it is not equal, so leads are corrected (`ecarte.ai.cards.leads`). A search that followed each lead
through every reply, with what the players know at that point, took three to ten times as long and won no more games.

Hands played as dealt are an exception (`Knowledge.as_dealt`). For them all hands of the opponent have equal weights.
In some decisions with such hands the search plays badly. The table of hands as dealt (`ecarte.ai.cards.dealt`) has
these decisions. There the cards that the table plays get the highest value, and come first in the result.
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
    """Returns the hands that the opponent may hold, weighted by how well they fit the opponent's decisions."""
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
    """Returns the chance to win the game after each lawful card, by the search.

    If the table of hands as dealt has this decision, the cards that it plays come first and get the highest value. If
    the decision is the elder's first lead, the table also corrects the values of the other cards.

    Args:
        worth: the player's chance to win the game for each number of tricks that they win in the deal. None for
            `trick_worth(knowledge)`, which adds no point for a king that the player has yet to mark.
    """
    worth = worth or trick_worth(knowledge)
    values = searched_values(knowledge, worth)
    plan = card_plan(knowledge) if len(values) > 1 else None
    return values if plan is None else _mended(knowledge, values, plan, worth)


def card_plan(knowledge: Knowledge) -> Mapping[Card, float] | None:
    """Returns how often the table of hands as dealt plays each card (0 to 1), or None if the table leaves the decision
    to the search.
    """
    return plan_of(_dealt_hand(knowledge), knowledge.played) if knowledge.as_dealt else None


def last_alike(knowledge: Knowledge, cards: Iterable[Card]) -> Card:
    """Returns the card that comes last in the order of the table of hands as dealt.

    Where several cards are worth the same, the table names only the last of them.

    Args:
        knowledge: what the player knows.
        cards: the cards to choose from, all of the player's hand.
    """
    return max(cards, key=_dealt_hand(knowledge).cards.index)


def _dealt_hand(knowledge: Knowledge) -> DealtHand:
    return _in_table_order(knowledge.five, knowledge.turn_up, knowledge.role)


@lru_cache(maxsize=64)
def _in_table_order(five: int, turn_up: Card, role: Role) -> DealtHand:
    """Returns a hand with its cards in the order of the table of hands as dealt. Cached, because the decisions of a
    deal ask for the same two hands.
    """
    return DealtHand.of(five, turn_up, role)


def _mended(
    knowledge: Knowledge, values: Mapping[Card, float], plan: Mapping[Card, float], worth: Worth
) -> dict[Card, float]:
    """Returns the values of all cards, corrected by the table of hands as dealt: the cards that it plays come first,
    and have the highest value of the search.

    For the elder's first lead, any other card is worth less than these by the loss that the table states. Otherwise the
    other cards keep the values of the search.
    """
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
    """Returns the chance to win the game after each lawful card by the search. Leads are corrected
    (`ecarte.ai.cards.leads`).
    """
    values = open_values(knowledge, worth)
    if is_mended(knowledge):
        point = _point(worth)
        values = {card: value + point * lead_mend(knowledge, card) for card, value in values.items()}
    return values


def _point(worth: Worth) -> float:
    """Returns by how much making the point raises the chance to win the game."""
    return worth.without[_POINT] - worth.without[_POINT - 1]


def open_values(knowledge: Knowledge, worth: Worth) -> dict[Card, float]:
    """Returns the chance to win the game after each lawful card by search with open hands, without any correction."""
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


def _mean(tricks_won: Tally, worth: Worth, before: int, silent_king: bool) -> float:
    """Returns the mean chance to win the game over all hands of the opponent.

    Args:
        tricks_won: the total weight of the opponent's hands for each number of further tricks that the player wins
            against them.
        worth: the player's chance to win the game for each number of tricks in the deal.
        before: the number of tricks that the player has won already.
        silent_king: whether hands with the king of trumps count `SILENT` times less.
    """
    total, gained = 0, 0.0
    for counts, value, times in zip(tricks_won, worth, (SILENT if silent_king else 1, 1), strict=True):
        for tricks, weight in enumerate(counts):
            if weight:
                total += times * weight
                gained += times * weight * value[before + tricks]
    return gained / total if total else 0.0
