"""How likely a player is to win the game at each score, and what the tricks of a deal are worth to him.

A simple model: every deal brings the same chances, whatever the score. Their figures are frequencies over the deals of
6,000 games of the salon player against himself; the king is taken for independent of the point. It is a yardstick for
comparing cards, not the truth of the game.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ecarte.strategy.hands import Role
from ecarte.strategy.players.sight import Sight

__all__ = ["Worth", "trick_worth", "win_chance"]

_POINT: Final = 3
_VOLE: Final = 5
_KINGS: Final = (0.180, 0.298)
"""How often the elder hand and the dealer mark the king."""
_POINTS: Final = ((0.413, 0.118), (0.349, 0.120))
"""How often the elder hand makes one and two points of the tricks, and the dealer."""


@cache
def win_chance(wanting: int, his: int, dealing: bool) -> float:
    """The chance of him who wants `wanting` points, and his adversary `his`, to win; `dealing`: he deals next."""
    if wanting <= 0 or his <= 0:
        return 1.0 if wanting <= 0 else 0.0
    mine, theirs = (1, 0) if dealing else (0, 1)
    chance = 0.0
    nobody = 1 - sum(_KINGS)
    for kings, my_king, his_king in ((nobody, 0, 0), (_KINGS[mine], 1, 0), (_KINGS[theirs], 0, 1)):
        if my_king >= wanting:
            chance += kings
        elif his_king < his:
            for points, often in enumerate(_POINTS[mine], 1):
                chance += kings * often * win_chance(wanting - my_king - points, his - his_king, not dealing)
            for points, often in enumerate(_POINTS[theirs], 1):
                chance += kings * often * win_chance(wanting - my_king, his - his_king - points, not dealing)
    return chance


class Worth(NamedTuple):
    """The chance to win the game by the tricks made in this deal, `without` and `with_king` in the adversary's hand.

    The king matters where he may still mark it. Both never fall as the tricks rise.
    """

    without: tuple[float, ...]
    with_king: tuple[float, ...]


def trick_worth(sight: Sight) -> Worth:
    """What the tricks of this deal are worth to the seat, whose own king, if he has it, is marked already."""
    wanting, his = sight.points - sight.my_score, sight.points - sight.his_score
    dealing = sight.role is Role.ELDER
    return Worth(
        _worth(wanting, his, dealing, sight.mine_pays, sight.his_pays),
        _worth(wanting, his - sight.may_mark, dealing, sight.mine_pays, sight.his_pays),
    )


@cache
def _worth(wanting: int, his: int, dealing: bool, mine_pays: bool, his_pays: bool) -> tuple[float, ...]:
    if wanting <= 0 or his <= 0:
        return (win_chance(wanting, his, dealing),) * (_VOLE + 1)
    worth = []
    for tricks in range(_VOLE + 1):
        if tricks >= _POINT:
            points = 2 if tricks == _VOLE or his_pays else 1
            worth.append(win_chance(wanting - points, his, dealing))
        else:
            points = 2 if tricks == 0 or mine_pays else 1
            worth.append(win_chance(wanting, his - points, dealing))
    return tuple(worth)
