"""The results of ended games, of their players, and of backers' advice. Seats are the texts "north" and "south"."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's result in one game.

    Attributes:
        won: whether this player won. False if the game has no winner.
        deals: the number of deals in this game.
    """

    user_id: int
    opponent_id: int
    seat: str
    won: bool
    points: int
    voles: int
    kings: int
    deals: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of an ended game.

    Attributes:
        game_no: the number of the game at its table, from 1.
        winner: the seat of the winner. None if the game was void or stopped by agreement: such a game does not count,
            and is shown only in the history.
        how: how the game ended, as a text that only the caller understands.
        rules: the rules of the game, as text.
        players: the results of both players.
        counted: whether the game counts for standings. Before the game is written, True means that it counts unless
            the `CountLimit` of the commit excludes it.
        rated: whether the game changes ratings if it counts. False in results that are read from the storage, which
            notes rated games in the table `rated_games`.
    """

    table_id: int
    game_no: int
    guild_id: int
    started_at: int
    ended_at: int
    winner: str | None
    how: str
    north_score: int
    south_score: int
    deals: int
    rules: str
    players: tuple[PlayerResult, PlayerResult]
    counted: bool = True
    rated: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class AdviceGiven:
    """The results of one backer's advice in one game.

    Attributes:
        given: the number of decisions at which the backer advised.
        followed: the number of these decisions at which the player followed the advice.
        made: the number of followed decisions in deals that the player then won.
    """

    user_id: int
    given: int
    followed: int
    made: int
