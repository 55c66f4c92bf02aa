"""The maître: it exchanges by the solved policy, and chooses each card by a search over all hands of the opponent.

The exchange and the play are separate parts. Each can be combined with that of another level, to measure its worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, assert_never

from ecarte.ai.cards.search import card_plan, last_alike, searched_values
from ecarte.ai.cards.trick_values import trick_worth
from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.known_rules import policy_knows
from ecarte.ai.players.book_cards import book_lead, book_reply
from ecarte.ai.players.book_exchange import is_time_to_announce
from ecarte.ai.players.exchange_policy import ExchangePolicy
from ecarte.ai.players.player import Player, Weights
from ecarte.ai.players.salon import salon
from ecarte.ai.players.solved import SolvedPolicy
from ecarte.game import Accept, AnnounceKing, Card, Phase, Play, PlayerView, Propose, Refuse

Choice: TypeAlias = Callable[[Knowledge], Mapping[Card, float]]
"""A way to choose cards: returns how often each lawful card is played (0 to 1), from what the seat knows."""

_AS_GOOD: Final = 1e-9
"""Two chances to win count as equal if they differ by less than this."""


def searched_cards(knowledge: Knowledge) -> Mapping[Card, float]:
    """Returns how often the maître plays each card (0 to 1).

    If the table of hands as dealt has this decision, the maître plays by the table. If not, it always plays the best
    card of the search.
    """
    return card_plan(knowledge) or {best_card(knowledge, searched_values(knowledge, trick_worth(knowledge))): 1.0}


def maitre_with(policy: ExchangePolicy, cards: Choice = searched_cards) -> Player:
    """Returns a player that proposes, answers and discards by `policy`, and chooses cards by `cards`."""

    def player(view: PlayerView) -> Weights:
        moves = view.legal_moves
        if not moves:
            return {}
        knowledge = knowledge_of(view)
        announces = AnnounceKing() in moves
        if announces and is_time_to_announce(knowledge, playing=False):
            return {AnnounceKing(): 1.0}
        if view.public.turn is not view.seat:
            return {}
        if len(moves) == 1:
            return {moves[0]: 1.0}
        weights: Weights
        match view.public.phase:
            case Phase.PROPOSE:
                proposes = policy.proposes(view)
                weights = {} if proposes == 0 else {Propose(): proposes}
                if proposes < 1:
                    plays = _plays(knowledge, announces, cards).items()
                    weights = {**weights, **{move: (1 - proposes) * often for move, often in plays}}
            case Phase.PLAY:
                weights = _plays(knowledge, announces, cards)
            case Phase.ANSWER:
                refuses = policy.refuses(view)
                both = ((Accept(), 1 - refuses), (Refuse(), refuses))
                weights = {move: often for move, often in both if often > 0}
            case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
                assert view.discard_bounds is not None
                weights = {
                    move: often for move, often in policy.discards(view, *view.discard_bounds).items() if often > 0
                }
            case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
                return {}
            case _:
                assert_never(view.public.phase)
        return weights

    return player


def _plays(knowledge: Knowledge, announces: bool, cards: Choice) -> Weights:
    if announces and is_time_to_announce(knowledge, playing=True):
        return {AnnounceKing(): 1.0}
    return {Play(card): often for card, often in cards(knowledge).items()}


def best_card(knowledge: Knowledge, values: dict[Card, float]) -> Card:
    """Returns the card with the highest value.

    If several cards are equally good, and the table of hands as dealt is valid (`Knowledge.as_dealt`), the card that is
    last in the order of that table is returned. If the table is not valid, the book's card is returned or, if the book
    plays none of the best cards, the lowest of them.
    """
    best = max(values.values())
    as_good = [card for card, value in values.items() if value >= best - _AS_GOOD]
    if len(as_good) == 1:
        return as_good[0]
    if knowledge.as_dealt:
        return last_alike(knowledge, as_good)
    booked = book_lead(knowledge) if knowledge.led is None else book_reply(knowledge)
    return booked if booked in as_good else max(as_good, key=lambda card: card.rank.index)


_by_tables: Final = maitre_with(SolvedPolicy())


def maitre(view: PlayerView) -> Weights:
    """Returns how often the maître makes each move. At rules that the tables do not know, it plays by the book."""
    return _by_tables(view) if policy_knows(view.public.rules) else salon(view)
