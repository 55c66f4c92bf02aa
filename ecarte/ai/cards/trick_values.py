"""The chance to win the game before a deal, and after a deal in which a player wins a certain number of tricks.

Both chances are the policy's (`ecarte.ai.exchange.policy`): they hold for two players who both follow it.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ecarte.ai.exchange.policy import policy
from ecarte.ai.knowledge import Knowledge

_POINT: Final = 3
_VOLE: Final = 5
_MOST_NEEDED: Final = 5


def win_chance(own_needs: int, opponent_needs: int, dealing: bool) -> float:
    """Returns a player's chance to win the game before a deal.

    Args:
        own_needs, opponent_needs: how many points the player and the opponent still need. More than five count as five.
        dealing: whether the player deals next.
    """
    if own_needs <= 0 or opponent_needs <= 0:
        return 1.0 if own_needs <= 0 else 0.0
    own_needs, opponent_needs = min(own_needs, _MOST_NEEDED), min(opponent_needs, _MOST_NEEDED)
    return 1 - policy().chance(opponent_needs, own_needs) if dealing else policy().chance(own_needs, opponent_needs)


class Worth(NamedTuple):
    """A player's chances to win the game: one for each number of tricks (0 to 5) that they may win in this deal. More
    tricks never lower the chance.

    Attributes:
        without: the chances if the opponent does not hold the king of trumps.
        with_king: the chances if the opponent holds the king of trumps and may still mark it.
    """

    without: tuple[float, ...]
    with_king: tuple[float, ...]


def trick_worth(knowledge: Knowledge, *, marks_king: bool = False) -> Worth:
    """Returns the player's chance to win the game for each number of tricks that they may win in this deal.

    Args:
        knowledge: what the player knows: score, role, penalties and king.
        marks_king: whether the player holds the king of trumps and is going to mark it.
    """
    own_needs, opponent_needs = (
        knowledge.points - knowledge.own_score - marks_king,
        knowledge.points - knowledge.opponent_score,
    )
    return Worth(
        by_tricks(own_needs, opponent_needs, knowledge.is_elder, knowledge.own_pays, knowledge.opponent_pays),
        by_tricks(
            own_needs,
            opponent_needs - knowledge.may_mark,
            knowledge.is_elder,
            knowledge.own_pays,
            knowledge.opponent_pays,
        ),
    )


@cache
def by_tricks(
    own_needs: int, opponent_needs: int, dealing: bool, own_pays: bool, opponent_pays: bool
) -> tuple[float, ...]:
    """Returns a player's chance to win the game for each number of tricks, from 0 to 5, that they may win in this deal.

    Args:
        own_needs, opponent_needs: how many points the player and the opponent still need. A king of this deal counts
            as marked already.
        dealing: whether the player deals next.
        own_pays, opponent_pays: whether the other side scores two points if this side loses the deal (Law 49).
    """
    if own_needs <= 0 or opponent_needs <= 0:
        return (win_chance(own_needs, opponent_needs, dealing),) * (_VOLE + 1)
    worth = []
    for tricks in range(_VOLE + 1):
        if tricks >= _POINT:
            points = 2 if tricks == _VOLE or opponent_pays else 1
            worth.append(win_chance(own_needs - points, opponent_needs, dealing))
        else:
            points = 2 if tricks == 0 or own_pays else 1
            worth.append(win_chance(own_needs, opponent_needs - points, dealing))
    return tuple(worth)
