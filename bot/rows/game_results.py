"""The results of games that are over, of their players and of the advice in them. Seats are "north" and "south"."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's result in one game.

    Attributes:
        won: whether this player won; never where the game has no winner.
        deals: the deals played in this game.
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
    """A game that is over.

    Attributes:
        game_no: counts the games of the table from 1.
        winner: the seat; None where the game was void or stopped by agreement: such a game does not count, and is in
            no list but the history.
        how: how it ended, in the words of the caller.
        rules: the rules that it was played by, as text.
        players: one for each seat.
        counted: whether it counts for standings; where it may, the storage decides it when the game is written
            (`CountLimit`).
        rated: whether it may move ratings, where it counts; stored with the ratings that it moved.
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
        given: the decisions at which the backer pointed.
        followed: those of them that followed the advice.
        made: of these, the ones in deals that the player backed then won.
    """

    user_id: int
    given: int
    followed: int
    made: int
