"""Measures each level of the house against the model of a beginner, for `python -m research ladder`.

The model is a person who has learnt the laws, and counts trumps and court cards. With three or more trumps, kings and
queens it plays without proposing, and refuses. It discards all cards except trumps, kings, queens and jacks. It leads
its highest card, wins a trick with the lowest card that wins, otherwise plays its lowest card, and marks every king. It
makes no slips.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from itertools import chain
from random import Random
from typing import Final, TextIO

from ecarte.ai.knowledge import Knowledge, knowledge_of
from ecarte.ai.players import Level, player_of
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
    reply_wins,
)
from research.matches.duel import DuelResult, play_pair
from research.parallel import spread, usable_cores

_ENOUGH: Final = 3
"""With this many trumps, kings and queens the model plays without an exchange."""
_PLAYED_ON: Final = (Rank.KING, Rank.QUEEN)
_KEPT: Final = (*_PLAYED_ON, Rank.JACK)
_CHUNK: Final = 10


def beginner(view: PlayerView) -> Weights:
    """Returns the move of the model of a beginner, with the chance 1."""
    moves = view.legal_moves
    if AnnounceKing() in moves:
        return {AnnounceKing(): 1.0}
    if not moves or view.public.turn is not view.seat:
        return {}
    if len(moves) == 1:
        return {moves[0]: 1.0}
    return {_move(view, knowledge_of(view)): 1.0}


def _move(view: PlayerView, knowledge: Knowledge) -> Move:
    likes = sum(_is_good(card, knowledge, _PLAYED_ON) for card in cards_of(knowledge.hand)) >= _ENOUGH
    match view.public.phase:
        case Phase.PROPOSE if not likes:
            return Propose()
        case Phase.ANSWER:
            return Refuse() if likes else Accept()
        case Phase.ELDER_DISCARD | Phase.DEALER_DISCARD:
            assert view.discard_bounds is not None
            return _discard(knowledge, *view.discard_bounds)
        case _:
            return Play(_highest(knowledge) if knowledge.led is None else _reply(knowledge, knowledge.led))


def _is_good(card: Card, knowledge: Knowledge, ranks: Collection[Rank]) -> bool:
    return card.suit is knowledge.trump or card.rank in ranks


def _discard(knowledge: Knowledge, least: int, most: int) -> Discard:
    cards = sorted(cards_of(knowledge.hand), key=lambda card: (_is_good(card, knowledge, _KEPT), -card.rank.index))
    low = sum(not _is_good(card, knowledge, _KEPT) for card in cards)
    return Discard(cards[: min(most, max(least, low))])


def _highest(knowledge: Knowledge) -> Card:
    return min(cards_of(knowledge.hand), key=lambda card: (card.rank.index, card.suit is not knowledge.trump))


def _reply(knowledge: Knowledge, led: Card) -> Card:
    cards = [play.card for play in replies(knowledge.hand, led, knowledge.trump)]
    winners = [card for card in cards if reply_wins(led, card, knowledge.trump)]
    return max(winners or cards, key=lambda card: (card.suit is not knowledge.trump, card.rank.index))


def run_ladder(*, games: int, seed: int, cores: int | None = None, progress: TextIO | None = None) -> Iterator[str]:
    """Plays games of the beginner against each level. Yields a line for each: the share of games that the beginner
    wins, with its 95 % interval.

    Args:
        games: the number of games against each level, an even number.
        seed: the seed of the games.
        cores: the number of processes, or None for one on each core.
        progress: receives a line after each level.
    """
    yield f"a beginner who counts trumps and courts, {games:,} games against each level, seed {seed}"
    for level in Level:
        result = _against(level, games // 2, seed, cores or usable_cores())
        low, high = result.interval()
        yield f"{level!s:8} {result.share:6.1%} ± {(high - low) / 2:.1%}"
        if progress is not None:
            progress.write(f"{level} done\n")
            progress.flush()


def _against(level: Level, pairs: int, seed: int, cores: int) -> DuelResult:
    counts = [0, 0, 0]
    chunks = -(-pairs // _CHUNK)
    with spread(partial(_chunk, level, seed, pairs), chunks, min(cores, chunks)) as results:
        for wins in chain.from_iterable(results):
            counts[wins] += 1
    return DuelResult(*counts)


def _chunk(level: Level, seed: int, pairs: int, chunk: int) -> list[int]:
    numbers = range(chunk * _CHUNK, min(pairs, (chunk + 1) * _CHUNK))
    return [_pair(level, seed, number) for number in numbers]


def _pair(level: Level, seed: int, number: int) -> int:
    packs = Random(f"{seed} {number} packs")
    choices = [Random(f"{seed} {number} {game}") for game in range(2)]
    return play_pair(beginner, player_of(level), packs, choices)
