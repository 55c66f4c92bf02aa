"""Rubbers: the best of three, five, seven or eleven games, what each game counts in one, and whose deal comes after it.

"Rubbers also, as at Whist": the first to win two games of three wins the rubber, and so the majority of five, seven
or eleven, "with or without reckoning singles, doubles and trebles" (treatise, pp. 33-34). So the games alone say who
wins. Where doubles and trebles are reckoned they say how much the rubber is worth: each side has the points of its
games, the winner of the rubber two besides, as at Whist, and it is worth the difference. Two more make any rubber of
three worth something to its winner; a long one may, as at Whist, still go against a side that won it by singles.

A game that neither won (void, or stopped by agreement) does not count and another is played in its place. Leaving
before the end costs nothing: the rubber is called off, and neither has won it. This is this library's rule, since no
law speaks of it. A rubber knows seats, and no chips: stakes and bets are for each game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ecarte.game import (
    GameEnded,
    ImpossibleEvent,
    Multiple,
    NextDeal,
    Rules,
    RulesError,
    Seat,
    Stakes,
    State,
    game_counts,
    next_dealer,
)

LENGTHS: Final = (1, 3, 5, 7, 11)
"""The lengths of a rubber in games; one is a single game, and no rubber."""
RUBBER_POINTS: Final = 2
"""What winning the rubber is worth besides its games, where singles, doubles and trebles are reckoned."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A game of a rubber that was won, and what it counts (Law 46)."""

    winner: Seat
    multiple: Multiple


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber and its games so far. Made by `open_rubber`, changed by the functions of this module.

    `games`: one of `LENGTHS`; `reckoned`: whether singles, doubles and trebles are; `counted`: the games that were
    won, in order; `void`: how many neither won; `called_off`: it was left before its end.
    """

    games: int
    reckoned: bool = False
    counted: tuple[Counted, ...] = ()
    void: int = 0
    called_off: bool = False

    @property
    def needed(self) -> int:
        """So many games win it."""
        return self.games // 2 + 1

    @property
    def won(self) -> tuple[int, int]:
        """The games that North and South have won."""
        north = sum(game.winner is Seat.NORTH for game in self.counted)
        return north, len(self.counted) - north

    @property
    def winner(self) -> Seat | None:
        """Who has won it; None: neither has, yet or ever."""
        return next((seat for seat in Seat if self.won[seat.index] == self.needed), None)

    @property
    def over(self) -> bool:
        """Whether no game of it is to come."""
        return self.called_off or self.winner is not None

    @property
    def number(self) -> int:
        """Which game of it is on or comes next, from 1; one that neither won is played again under its number."""
        return len(self.counted) + 1

    @property
    def points(self) -> tuple[int, int]:
        """What North and South have: points where doubles and trebles are reckoned, else the games they have won."""
        if not self.reckoned:
            return self.won
        north, south = (
            sum(game.multiple.value for game in self.counted if game.winner is seat)
            + (RUBBER_POINTS if self.winner is seat else 0)
            for seat in Seat
        )
        return north, south

    @property
    def worth(self) -> int:
        """By how much the winner is ahead, rubber points and all; 0 while neither has won it."""
        winner = self.winner
        return 0 if winner is None else self.points[winner.index] - self.points[winner.other.index]


def open_rubber(games: int, rules: Rules) -> Rubber:
    """A rubber of which nothing is played. Raises `RulesError` for a number of games that is none of `LENGTHS`."""
    if type(games) is not int or games not in LENGTHS:
        raise RulesError("rubber", games)
    return Rubber(games, rules.stakes is Stakes.SINGLE_DOUBLE_TREBLE)


def count_game(rubber: Rubber, ended: GameEnded, score: tuple[int, int], rules: Rules) -> Rubber:
    """The rubber after a game that ended so, with this score, by these rules. Raises `ImpossibleEvent` once it is over.

    A game that was resigned or lost on time counts by its score, as any other (Law 46).
    """
    if rubber.over:
        raise ImpossibleEvent(type(ended).__name__, "the rubber is over")
    if ended.winner is None:
        return replace(rubber, void=rubber.void + 1)
    multiple = game_counts(rules, score[ended.winner.other.index])
    return replace(rubber, counted=(*rubber.counted, Counted(ended.winner, multiple)))


def call_off(rubber: Rubber) -> Rubber:
    """A player has left: neither wins it. A rubber that is won stays so."""
    return rubber if rubber.over else replace(rubber, called_off=True)


def dealer_after(state: State, rubber: Rubber) -> Seat | None:
    """Who deals first in the game after this one; None: they cut (treatise, p. 34; the short code at its end).

    In: the game that is over, and the rubber with it counted.
    """
    cut_for_rubber = state.rules.next_deal is NextDeal.CUT_FOR_RUBBER and rubber.games > 1
    return None if cut_for_rubber and rubber.over else next_dealer(state)
