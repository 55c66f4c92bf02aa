"""The odds of the table: each side's chance is measured by the points that the other has still to make.

The rule stands on p. 72 of the treatise: the points that each player has to make may be laid against that player.
The table printed beneath follows from it, and the tests hold this module to every row. In the scan that we have, the
row "2 to 1" is torn ("4 in ..") and is read as 4 to 3, as the rule demands; the row "1 all" has lost its value and is
even, as the rule says of all equal scores; all other rows are legible. The two starred rows (three to two and four to
three, the deal with the leader) are those that the treatise calls bad to lay.

The odds are written as printed, without reducing 4 to 2. This module knows scores and no bet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ecarte.game import RulesError, Seat

ToMake: TypeAlias = tuple[int, int]
"""The points that North and South have still to make, at least one each."""

_BAD_TO_LAY: Final = frozenset({(2, 3), (1, 2)})


@dataclass(frozen=True, slots=True)
class Odds:
    """A backer of this side puts up `stake` for every `win` of a bettor on the other."""

    stake: int
    win: int

    @property
    def is_even(self) -> bool:
        """Whether both put up the same."""
        return self.stake == self.win

    def __str__(self) -> str:
        return "even" if self.is_even else f"{self.stake} to {self.win}"


def points_to_make(score: tuple[int, int], points: int = 5) -> ToMake:
    """The points that each has still to make in a game of `points` at `score` (North's, South's).

    Raises `RulesError` for a score that no unfinished game has.
    """
    north, south = score
    if not all(type(number) is int for number in (north, south, points)) or not (
        0 <= north < points and 0 <= south < points
    ):
        raise RulesError("score", score)
    return points - north, points - south


def odds_on(side: Seat, to_make: ToMake) -> Odds:
    """The odds on `side`: at one to love, 5 to 4 on the player who has scored, and so 4 to 5 on the other."""
    return Odds(to_make[side.other.index], to_make[side.index])


def bad_to_lay(to_make: ToMake, dealer: Seat) -> bool:
    """Whether the treatise warns against laying the odds: three to two or four to three, the leader dealing.

    Everywhere else it thinks the layer has a slight advantage. `dealer`: who deals next.
    """
    return (to_make[dealer.index], to_make[dealer.other.index]) in _BAD_TO_LAY
