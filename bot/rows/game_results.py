"""The results of ended games, of their players and of the advice in them. Seats are "north" and "south"."""

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
    """An ended game.

    Attributes:
        game_no: the number of the game at its table, from 1.
        winner: the seat of the winner. None if the game was void or stopped by agreement: such a game does not count,
            and is only in the history.
        how: the kind of its end, in the words of the caller.
        rules: the rules of the game, as text.
        players: the results of both players.
        counted: whether the game counts for standings. If it may count, the storage decides when it writes the game
            (`CountLimit`).
        rated: whether the game moves ratings if it counts. The rows of `rated_games` store this, not the game's own.
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
        followed: the number of those decisions at which the player followed the advice.
        made: the number of followed decisions in deals that the player won.
    """

    user_id: int
    given: int
    followed: int
    made: int
