"""The novice, a level of the house: knows the laws, and plays without much care.

The novice counts trumps and court cards and little else. With a hand that looks good, the novice plays without
proposing, or refuses. The novice discards low cards, leads the highest card, and wins tricks with the highest card. Now
and then the novice does something else instead, or overlooks the king. The book advises differently almost everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.players.player import Weights
from ecarte.game import (
    Accept,
    AnnounceKing,
    Card,
    Discard,
    Move,
    Phase,
    Play,
    PlayerView,
    Propose,
    Rank,
    Refuse,
    cards_of,
    replies,
)

_AT_RANDOM: Final = 0.2
"""The novice plays a random lawful card this often."""
_FORGETS: Final = 0.2
"""The novice overlooks the king this often."""


def novice(view: PlayerView) -> Weights:
    """Returns how often a careless beginner makes each move of a view (`ecarte.ai.players.player`)."""
    moves = view.legal_moves
    if not moves or view.public.turn is not view.seat:
        return {}
    if len(moves) == 1:
        return {moves[0]: 1.0}
    weights = _answer(view, knowledge_of(view))
    if AnnounceKing() in moves:
        return {AnnounceKing(): 1 - _FORGETS} | {move: _FORGETS * often for move, often in weights.items()}
    return weights


def _answer(view: PlayerView, knowledge: Knowledge) -> Weights:
    good = _looks_good(knowledge)
    match view.public.phase:
        case Phase.PROPOSE:
            proposes = 0.15 if good >= 3 else 0.6 if good == 2 else 0.9
            return {Propose(): proposes} | {move: (1 - proposes) * often for move, often in _lead(knowledge).items()}
        case Phase.PLAY:
            return _lead(knowledge) if knowledge.led is None else _reply(knowledge, knowledge.led)
        case Phase.ANSWER:
            refuses = 0.8 if good >= 3 else 0.35 if good == 2 else 0.1
            return {Accept(): 1 - refuses, Refuse(): refuses}
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            assert view.discard_bounds is not None
            return _discards(knowledge, *view.discard_bounds)
        case Phase.CUT | Phase.DEAL | Phase.STANDING | Phase.OVER:
            return {}
        case _:
            assert_never(view.public.phase)


def _looks_good(knowledge: Knowledge) -> int:
    """Returns the number of cards that a beginner likes: trumps, kings and queens."""
    return sum(
        card.suit is knowledge.trump or card.rank in (Rank.KING, Rank.QUEEN) for card in cards_of(knowledge.hand)
    )


def _lead(knowledge: Knowledge) -> Weights:
    """Leads the highest card most of the time. If two cards have the same rank, it is the trump."""
    cards = cards_of(knowledge.hand)
    best = min(cards, key=lambda card: (card.rank.index, card.suit is not knowledge.trump))
    return _mostly(best, cards)


def _reply(knowledge: Knowledge, led: Card) -> Weights:
    """Replies with the highest lawful card most of the time."""
    cards = [play.card for play in replies(knowledge.hand, led, knowledge.trump)]
    return _mostly(min(cards, key=lambda card: card.rank.index), cards)


def _mostly(best: Card, cards: Sequence[Card]) -> Weights:
    often: dict[Move, float] = dict.fromkeys((Play(card) for card in cards), _AT_RANDOM / len(cards))
    often[Play(best)] += 1 - _AT_RANDOM
    return often


def _discards(knowledge: Knowledge, least: int, most: int) -> Weights:
    """Discards everything except trumps and court cards; sometimes queens and jacks, too; sometimes one card less."""
    low = sorted(
        (card for card in cards_of(knowledge.hand) if card.suit is not knowledge.trump),
        key=lambda card: -card.rank.index,
    )
    small = [card for card in low if card.rank.index > Rank.JACK.index]
    wishes: Mapping[Move, float] = _sum_wishes(
        (Discard(_between(small, knowledge, least, most)), 0.5),
        (Discard(_between(low, knowledge, least, most)), 0.3),
        (Discard(_between(small[:-1], knowledge, least, most)), 0.2),
    )
    return wishes


def _between(cards: Sequence[Card], knowledge: Knowledge, least: int, most: int) -> list[Card]:
    """Returns these cards, shortened or filled up to a lawful number."""
    others = sorted(cards_of(knowledge.hand & ~sum(card.bit for card in cards)), key=lambda card: -card.rank.index)
    return [*cards, *others[: max(0, least - len(cards))]][:most]


def _sum_wishes(*wishes: tuple[Move, float]) -> Weights:
    """Returns the chances of all moves; those of equal moves are added up."""
    weights: dict[Move, float] = {}
    for move, often in wishes:
        weights[move] = weights.get(move, 0.0) + often
    return weights
