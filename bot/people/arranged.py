"""Finds pairs of members whose games look arranged, with the reasons.

These are counts for the managers, not accusations. This module is pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rows.sanctions import PairGame

_EPOCH_MS: Final = 1_420_070_400_000
"""The first moment of Discord's ids."""
_YOUNG_MS: Final = 30 * 86_400_000
_AGAIN: Final = 10
_LOSES: Final = 3
_LEAST_REASONS: Final = 2
_GIVEN_UP: Final = frozenset({"resigned", "time"})


class Reason(Enum):
    """Why the games of a pair look arranged."""

    AGAIN = "again"
    """The two have played many games against each other."""
    LOSES = "loses"
    """`Pair.loser` has won none of the games, and `Pair.winner` at least three."""
    YOUNG = "young"
    """The account of one of the two is younger than 30 days."""
    AT_ONCE = "at_once"
    """At least half of the games ended in the first deal, by resignation or because time ran out."""
    ONE_WAY = "one_way"
    """`Pair.loser` has lost at least half of the chips in a new purse."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two members whose games look arranged.

    Attributes:
        winner: the member who gained chips from the other. If neither gained chips, the member who won more games.
        loser: the other member.
        games: how many games they played.
        won: how many of these `winner` won.
        at_once: how many games ended in the first deal, by resignation or because time ran out.
        chips: how many chips `loser` has lost in these games, on balance.
        reasons: why the games look arranged. At least two reasons.
    """

    winner: int
    loser: int
    games: int
    won: int
    at_once: int
    chips: int
    reasons: tuple[Reason, ...]


def created_at(user_id: int) -> int:
    """Returns when a Discord account was created, in epoch milliseconds. The id of the account says so."""
    return (user_id >> 22) + _EPOCH_MS


def find_arranged_pairs(games: Iterable[PairGame], opening: int, now: int) -> tuple[Pair, ...]:
    """Returns the pairs whose games look arranged for two reasons or more, those with the most reasons first.

    Args:
        opening: the chips in a new purse of the server, for `Reason.ONE_WAY`.
        now: the present moment, in epoch milliseconds.
    """
    by_pair: dict[tuple[int, int], list[PairGame]] = {}
    for game in games:
        low, high = sorted(game.people)
        by_pair.setdefault((low, high), []).append(game)
    pairs = [_pair(people, played, opening, now) for people, played in by_pair.items()]
    telling = [pair for pair in pairs if len(pair.reasons) >= _LEAST_REASONS]
    return tuple(sorted(telling, key=lambda pair: (-len(pair.reasons), -pair.chips, pair.winner, pair.loser)))


def _pair(people: tuple[int, int], games: list[PairGame], opening: int, now: int) -> Pair:
    won = dict.fromkeys(people, 0)
    chips = dict.fromkeys(people, 0)
    for game in games:
        for person, moved in zip(game.people, game.chips, strict=True):
            chips[person] += moved
        if game.winner is not None:
            won[game.people[game.winner]] += 1
    winner, loser = sorted(people, key=lambda person: (-chips[person], -won[person], person))
    lost = max(0, -chips[loser])
    at_once = sum(game.how in _GIVEN_UP and game.deals <= 1 for game in games)
    holds = {
        Reason.AGAIN: len(games) >= _AGAIN,
        Reason.LOSES: won[loser] == 0 and won[winner] >= _LOSES,
        Reason.YOUNG: any(now - created_at(person) < _YOUNG_MS for person in people),
        Reason.AT_ONCE: 2 * at_once >= len(games),
        Reason.ONE_WAY: lost > 0 and 2 * lost >= opening,
    }
    reasons = tuple(reason for reason, held in holds.items() if held)
    return Pair(winner, loser, len(games), won[winner], at_once, lost, reasons)
