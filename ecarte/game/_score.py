"""What a deal is worth and to whom, and what a finished game counts.

The point (three tricks or four) is one, the vole (five) two; who played without proposing, or refused the
first proposal, and lost, pays two, and never more. Sources: Laws 42, 46, 48, 49; treatise, p. 33.
Tricks and scores are pairs (North's, South's). This module knows neither cards nor states.
"""

from __future__ import annotations

from enum import Enum, unique
from typing import TypeAlias

from ecarte.game.moves import Goal
from ecarte.game.rules import Multiple, Rules, Stakes
from ecarte.game.seats import Seat

__all__ = ["Marks", "Reason", "abandoned", "claimed", "game_counts", "played_out"]

Pair: TypeAlias = tuple[int, int]


@unique
class Reason(Enum):
    """Why the winner of a deal marks what he marks."""

    POINT = "point"
    VOLE = "vole"
    UNPROPOSED = "unproposed"
    """The point, against an elder hand who played without proposing: two."""
    REFUSED = "refused"
    """The point, against a dealer who refused the first proposal: two."""


Marks: TypeAlias = tuple[Seat, int, Reason]
"""Who marks, how many points, and why."""


def _point(winner: Seat, dealer: Seat, vulnerable: Seat | None) -> Marks:
    if vulnerable is not winner.other:
        return winner, 1, Reason.POINT
    return winner, 2, Reason.REFUSED if vulnerable is dealer else Reason.UNPROPOSED


def played_out(tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """Five tricks were played. `vulnerable`: who pays two if he fails (Law 49); the vole is two anyway (Law 48)."""
    winner = Seat.NORTH if tricks[0] > tricks[1] else Seat.SOUTH
    if tricks[winner.index] == 5:
        return winner, 2, Reason.VOLE
    return _point(winner, dealer, vulnerable)


def abandoned(by: Seat, tricks: Pair, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """`by` threw up his hand: the vole against him who has no trick, else the point (Law 42).

    Who has three tricks has made the point already, and keeps it.
    """
    made = tricks[by.index]
    if made == 0:
        return by.other, 2, Reason.VOLE
    return _point(by if made >= 3 else by.other, dealer, vulnerable)


def claimed(by: Seat, goal: Goal, dealer: Seat, vulnerable: Seat | None) -> Marks:
    """`by` claimed `goal`, and it stood (Law 42)."""
    return (by, 2, Reason.VOLE) if goal is Goal.VOLE else _point(by, dealer, vulnerable)


def game_counts(rules: Rules, loser_score: int) -> Multiple:
    """What a finished game counts: by agreement double against one or two, treble against nothing (Law 46)."""
    if rules.stakes is Stakes.SINGLE_ONLY or loser_score >= 3:
        return Multiple.SINGLE
    return Multiple.DOUBLE if loser_score >= 1 else Multiple.TREBLE
