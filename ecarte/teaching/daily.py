"""The deal of the day: one deal at love-all, the same for every learner in the world, played against the maître.

Everything follows from the date, a text such as ``2026-11-21`` (the date in UTC, which the caller supplies):

1. `key` = SHA-256 of the text ``ecarte deal of the day 1 2026-11-21`` in UTF-8.
2. The pack is `shuffle(key_stream(key))` of `ecarte.fair.shuffling`, steps 3 and 4 there, without a cut. It is dealt by
   three and two. If the first byte of `key` is odd, the learner deals, else the opponent.
3. `key` is also the key of the deal in `ecarte.teaching.solo`. That module says how the random numbers of the opponent
   follow from it, and how the log of the moves is written.

A person with this module can look ahead, even at tomorrow's cards: the deal is a puzzle without stakes. No chip,
rating, leaderboard of games or other deal depends on it. The packs of tables come from secrets that do not follow from
a date (`ecarte.fair.shuffling`). The log includes the opponent's moves. So a better maître in a later release does not
change a deal that was begun before.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ecarte.fair import key_stream, shuffle
from ecarte.game import Card, Distribution, Move, PlayerView, Rules, Seat, apply_deal, begin, replay
from ecarte.teaching import solo
from ecarte.teaching.position import ME, OPPONENT
from ecarte.teaching.solo import Decide, Result, SoloDeal, chance_after, is_over, maitre, result

__all__ = [
    "Decide",
    "Result",
    "answer",
    "chance",
    "dealer",
    "is_over",
    "maitre",
    "open_log",
    "pack",
    "par",
    "result",
    "shown_at_end",
    "view_of",
]

_CONSTRUCTION: Final = "ecarte deal of the day 1"
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def pack(day: str) -> tuple[Card, ...]:
    """Returns the pack of the deal of a day, top card first.

    Args:
        day: a date such as "2026-11-21".

    Raises:
        ValueError: `day` is no such date.
    """
    return shuffle(key_stream(_key(day)))


def dealer(day: str) -> Seat:
    """Returns the dealer in the deal of a day. Raises `ValueError` if `day` is no date such as "2026-11-21"."""
    return ME if _key(day)[0] % 2 else OPPONENT


def chance(day: str, moves: int) -> float:
    """Returns the number by which the opponent chooses among its moves, from 0 (inclusive) to 1 (exclusive).

    Args:
        day: a date such as "2026-11-21".
        moves: the number of moves in the log so far.

    Raises:
        ValueError: `day` is no such date.
    """
    return chance_after(_key(day), moves)


def open_log(day: str, opponent: Decide = maitre) -> tuple[str, ...]:
    """Returns the moves that the opponent makes in the deal of a day before the learner first has to act.

    Args:
        day: a date such as "2026-11-21".
        opponent: plays against the learner.

    Raises:
        ValueError: `day` is no such date.
    """
    return solo.open_log(_deal(day), opponent)


def answer(day: str, log: Sequence[str], move: Move, opponent: Decide = maitre) -> tuple[str, ...]:
    """Adds a move of the learner to the log of the deal of a day, then the opponent's replies, and the learner's last
    card if only one is left.

    Args:
        day: a date such as "2026-11-21".
        log: the moves before this one.
        move: the learner's move.
        opponent: plays against the learner.

    Returns:
        The new log.

    Raises:
        IllegalMove: the learner may not make this move now.
        ValueError: `move` is no move of the game, but one of the table, such as resigning; or `day` is no such date.
    """
    return solo.answer(_deal(day), log, move, opponent)


def view_of(day: str, log: Sequence[str]) -> PlayerView:
    """Returns what the learner sees in the deal of a day after these moves. A page that draws it cannot show more.

    Raises:
        IllegalMove: a move of the log is unlawful.
    """
    return solo.view_of(_deal(day), log)


def par(day: str) -> Result:
    """Returns the result of the deal of a day if the maître plays both hands. Raises `ValueError` if `day` is no date
    such as "2026-11-21".
    """
    deal = _deal(day)
    return result(solo.view_of(deal, solo.play_out(deal)))


def shown_at_end(day: str, log: Sequence[str]) -> tuple[Card, ...]:
    """Returns the five cards that the opponent was dealt, to be shown when the deal of a day is over.

    Raises:
        ValueError: the deal is in progress.
    """
    deal = _deal(day)
    if not is_over(solo.view_of(deal, log)):
        raise ValueError("the deal is not over")
    return deal.start.last_deal.places[OPPONENT.index]


def _key(day: str) -> bytes:
    if not _DAY.fullmatch(day):
        raise ValueError("a day is written as 2026-11-21")
    return hashlib.sha256(f"{_CONSTRUCTION} {day}".encode()).digest()


@lru_cache(maxsize=64)
def _deal(day: str) -> SoloDeal:
    state = replay(begin(Rules(), dealer=dealer(day)))
    return SoloDeal(apply_deal(state, pack(day), Distribution.THREE_TWO), ME, _key(day))
