"""The odds of the table: how good the chances of each side are, by the points that both sides have still to make.

The rule is on p. 72 of the treatise: a bet against a player puts up the points that this player has still to make, and
a bet on the player those that the opponent has still to make. The table printed below it follows from the rule, and the
tests compare this module with every row. In the scan used here, the row for the score 2 to 1 is torn ("4 in ..") and is
read as odds of 4 to 3, as the rule demands. The row "1 all" has lost its value and is even, as the rule says of all
equal scores. All other rows are legible. To lay the odds is to bet on the player who is ahead. Two rows have a star:
the scores 3 to 2 and 4 to 3, if the player who is ahead deals. The treatise calls these odds bad to lay.

The odds are written as printed: 4 to 2 is not reduced. This module knows scores, but no bets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ecarte.game import RulesError, Seat

ToMake: TypeAlias = tuple[int, int]
"""How many points North and South have still to make, each at least one."""

_BAD_TO_LAY: Final = frozenset({(2, 3), (1, 2)})


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds on a side: its backer puts up `stake` chips for every `win` chips of a bettor on the other side."""

    stake: int
    win: int

    @property
    def is_even(self) -> bool:
        """True if both sides put up the same amount."""
        return self.stake == self.win

    def __str__(self) -> str:
        return "even" if self.is_even else f"{self.stake} to {self.win}"


def points_to_make(score: tuple[int, int], points: int = 5) -> ToMake:
    """Returns how many points North and South have still to make to win the game.

    Args:
        score: the points of North and South.
        points: the score that wins the game.

    Raises:
        RulesError: a game in progress cannot have this score.
    """
    north, south = score
    if not all(type(number) is int for number in (north, south, points)) or not (
        0 <= north < points and 0 <= south < points
    ):
        raise RulesError("score", score)
    return points - north, points - south


def odds_on(side: Seat, to_make: ToMake) -> Odds:
    """Returns the odds on a side by the rule of the treatise: the points that the other side has still to make, to the
    points that this side has still to make.

    At the score 1-0 the odds on the player who has scored are 5 to 4, and on the other player 4 to 5.
    """
    return Odds(to_make[side.other.index], to_make[side.index])


def bad_to_lay(to_make: ToMake, dealer: Seat) -> bool:
    """Returns whether the treatise advises against a bet on the player who is ahead, at its own odds (`odds_on`).

    The treatise does so at the scores 3 to 2 and 4 to 3, if that player deals next. At every other score it sees a
    slight advantage for the person who bets on the player who is ahead.

    Args:
        to_make: the points that North and South have still to make.
        dealer: the next dealer.
    """
    return (to_make[dealer.index], to_make[dealer.other.index]) in _BAD_TO_LAY
