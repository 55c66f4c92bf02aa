"""How likely a player is to win the game at each score, and what the tricks of a deal are worth to him.

The chances are the solved policy's (`ecarte.ai.policy`), for two who play alike.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ecarte.ai.knowledge import Knowledge
from ecarte.ai.policy import policy

__all__ = ["Worth", "by_tricks", "trick_worth", "win_chance"]

_POINT: Final = 3
_VOLE: Final = 5
_MOST_NEEDED: Final = 5


def win_chance(wanting: int, his: int, dealing: bool) -> float:
    """The chance of him who wants `wanting` points, and his adversary `his`, to win; `dealing`: he deals next.

    Whoever wants more than five (a game of more points) is taken to want five.
    """
    if wanting <= 0 or his <= 0:
        return 1.0 if wanting <= 0 else 0.0
    wanting, his = min(wanting, _MOST_NEEDED), min(his, _MOST_NEEDED)
    return 1 - policy().chance(his, wanting) if dealing else policy().chance(wanting, his)


class Worth(NamedTuple):
    """The chance to win the game by the tricks made in this deal, `without` and `with_king` in the adversary's hand.

    The king matters where he may still mark it. Both never fall as the tricks rise.
    """

    without: tuple[float, ...]
    with_king: tuple[float, ...]


def trick_worth(knowledge: Knowledge, *, marks_king: bool = False) -> Worth:
    """What the tricks of this deal are worth to the seat. `marks_king`: his king is in hand, and he will mark it."""
    wanting, his = knowledge.points - knowledge.own_score - marks_king, knowledge.points - knowledge.opponent_score
    return Worth(
        by_tricks(wanting, his, knowledge.is_elder, knowledge.own_pays, knowledge.opponent_pays),
        by_tricks(wanting, his - knowledge.may_mark, knowledge.is_elder, knowledge.own_pays, knowledge.opponent_pays),
    )


@cache
def by_tricks(wanting: int, his: int, dealing: bool, own_pays: bool, opponent_pays: bool) -> tuple[float, ...]:
    """The chance to win the game by the tricks that one makes, kings marked already; whose boldness may cost two."""
    if wanting <= 0 or his <= 0:
        return (win_chance(wanting, his, dealing),) * (_VOLE + 1)
    worth = []
    for tricks in range(_VOLE + 1):
        if tricks >= _POINT:
            points = 2 if tricks == _VOLE or opponent_pays else 1
            worth.append(win_chance(wanting - points, his, dealing))
        else:
            points = 2 if tricks == 0 or own_pays else 1
            worth.append(win_chance(wanting, his - points, dealing))
    return tuple(worth)
