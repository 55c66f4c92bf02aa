"""Rubbers: the best of three, five, seven or eleven games; the value of each game; and the dealer of the next game.

"Rubbers also, as at Whist": the first to win two games of three wins the rubber. A longer rubber is won by the first to
win more than half of its five, seven or eleven games. Rubbers are played "with or without reckoning singles, doubles
and trebles" (treatise, pp. 33-34). The number of games won alone decides who wins. If doubles and trebles are reckoned,
they decide how much the rubber is worth. Each side has the points of its games, and the winner of the rubber has two
more, as at Whist; the rubber is worth the difference. With these two points a rubber of three is always worth something
to its winner. A longer rubber may, as at Whist, still cost its winner points, if the winner's games were singles and
the loser's doubles or trebles.

A game without a winner (void, or stopped by agreement) does not count, and another game is played in its place. A
player may leave before the end at no cost: the rubber is called off without a winner. This is this library's rule; no
law covers it. A rubber knows seats, but no chips: stakes and bets are for single games.
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
"""How many games a rubber may be the best of. 1 stands for single games, without a rubber."""
RUBBER_POINTS: Final = 2
"""How many points a player gets for winning the rubber, besides those of the games, if singles, doubles and trebles are
reckoned.
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """A game of a rubber that had a winner, and whether it counted once, twice or three times (Law 46)."""

    winner: Seat
    multiple: Multiple


@dataclass(frozen=True, slots=True)
class Rubber:
    """A series of games between two players, as far as the games have been played.

    `open_rubber` makes a rubber. The functions of this module return a changed one.

    Attributes:
        games: the length of the rubber, one of `LENGTHS`: 3 for the best of three games, and so on.
        reckoned: whether singles, doubles and trebles are reckoned.
        counted: the games that had a winner, in order.
        void: the number of games without a winner.
        called_off: whether a player left before the end.
    """

    games: int
    reckoned: bool = False
    counted: tuple[Counted, ...] = ()
    void: int = 0
    called_off: bool = False

    @property
    def needed(self) -> int:
        """How many games a player must win to win the rubber."""
        return self.games // 2 + 1

    @property
    def won(self) -> tuple[int, int]:
        """How many games North and South have won."""
        north = sum(game.winner is Seat.NORTH for game in self.counted)
        return north, len(self.counted) - north

    @property
    def winner(self) -> Seat | None:
        """The winner of the rubber, or None while it lasts or if it was called off."""
        return next((seat for seat in Seat if self.won[seat.index] == self.needed), None)

    @property
    def over(self) -> bool:
        """True if the rubber has a winner or was called off."""
        return self.called_off or self.winner is not None

    @property
    def number(self) -> int:
        """The number of the current or next game, from 1.

        A game without a winner is played again under the same number.
        """
        return len(self.counted) + 1

    @property
    def points(self) -> tuple[int, int]:
        """The points of North and South. If doubles and trebles are not reckoned, each game won counts as one point."""
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
        """The points of the rubber's winner minus those of the loser, as `points` counts them.

        The number is negative if the winner has fewer points. It is 0 while there is no winner.
        """
        winner = self.winner
        return 0 if winner is None else self.points[winner.index] - self.points[winner.other.index]


def open_rubber(games: int, rules: Rules) -> Rubber:
    """Opens a rubber, before its first game.

    Args:
        games: how many games it is the best of.
        rules: the rules of its games.

    Raises:
        RulesError: `games` is not one of `LENGTHS`.
    """
    if type(games) is not int or games not in LENGTHS:
        raise RulesError("rubber", games)
    return Rubber(games, rules.stakes is Stakes.SINGLE_DOUBLE_TREBLE)


def count_game(rubber: Rubber, ended: GameEnded, score: tuple[int, int], rules: Rules) -> Rubber:
    """Returns the rubber after one more game.

    A game that was resigned or lost on time counts by its score, as any other game (Law 46).

    Args:
        rubber: the rubber.
        ended: the event that ended the game.
        score: the points of North and South.
        rules: the rules of the game.

    Raises:
        ImpossibleEvent: the rubber is over.
    """
    if rubber.over:
        raise ImpossibleEvent(type(ended).__name__, "the rubber is over")
    if ended.winner is None:
        return replace(rubber, void=rubber.void + 1)
    multiple = game_counts(rules, score[ended.winner.other.index])
    return replace(rubber, counted=(*rubber.counted, Counted(ended.winner, multiple)))


def call_off(rubber: Rubber) -> Rubber:
    """Ends a rubber without a winner, because a player has left. A rubber that is over does not change."""
    return rubber if rubber.over else replace(rubber, called_off=True)


def dealer_after(state: State, rubber: Rubber) -> Seat | None:
    """Returns the first dealer of the next game, or None if the players cut for the deal.

    Sources: the treatise, p. 34; the end of the short code.

    Args:
        state: the state of the finished game.
        rubber: the rubber, with that game counted.
    """
    cut_for_rubber = state.rules.next_deal is NextDeal.CUT_FOR_RUBBER and rubber.games > 1
    return None if cut_for_rubber and rubber.over else next_dealer(state)
