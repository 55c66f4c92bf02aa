"""Ratings as frozen values, and their moves by a game. Knows no database and no rule of the game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.ranking.board_lines import Z

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

_POINT: Final = 1000
"""Ratings are stored as whole thousandths of a point, so that a rebuild gives exactly the same numbers."""
_MEAN, _DEVIATION, _BETA, _TAU = 1500.0, 60.0, 122.84, 1.5
ALL_SERVERS: Final = -1
"""Stands for all servers together, in place of a server's id."""
EVERYWHERE_OPPONENTS: Final = 10
EVERYWHERE_SERVERS: Final = 2
"""The fewest opponents, and the fewest servers played in, for a place on the board of all servers."""
PLACE_GAMES: Final = 20
"""The fewest games that count for a place on the board."""
PLACE_OPPONENTS: Final = 3
"""The fewest different opponents for a place on the board."""
PLACE_DAYS: Final = 30
"""A member keeps a place on the board for this many days after the last rated game."""
SEASON_GAMES: Final = 10
"""The fewest games that count for a place on the board of a season."""
TITLES: Final = tuple(points * _POINT for points in (1530, 1550, 1570, 1590))
"""The least strength for each title. A title also takes the games of a place. A member keeps the highest title."""
PAIR_GAMES: Final = 5
"""The most rated games of the same two members on one day (UTC)."""
_UNSURE: Final = 44 * _POINT


@dataclass(frozen=True, slots=True)
class Rating:
    """A member's rating, which moves with each rated game.

    Attributes:
        rating: the rating in thousandths of a point. A chance to win is 1 / (1 + 10^(−difference / 400 points)).
        deviation: one standard deviation, in thousandths of a point.
    """

    rating: int = round(_MEAN * _POINT)
    deviation: int = round(_DEVIATION * _POINT)

    @property
    def shown(self) -> int:
        """The rating in whole points."""
        return round(self.rating / _POINT)

    @property
    def interval(self) -> tuple[int, int]:
        """The whole points between which the strength lies, with 95 % confidence."""
        low, high = (self.rating + side * Z * self.deviation for side in (-1, 1))
        return round(low / _POINT), round(high / _POINT)

    @property
    def is_provisional(self) -> bool:
        """Whether the member has too few games for a sure rating; about thirty are enough."""
        return self.deviation > _UNSURE

    def chance_against(self, other: Rating) -> float:
        """Returns the chance to win a game, from 0 to 1."""
        return 1.0 / (1.0 + math.pow(10.0, (other.rating - self.rating) / (400 * _POINT)))


class PlaceAsks(NamedTuple):
    """The conditions for a place on a board.

    Attributes:
        games: the fewest games that count.
        opponents: the fewest different opponents.
    """

    games: int
    opponents: int

    @property
    def of_one(self) -> int:
        """The most games with one opponent that count: with the fewest opponents they are just enough for a place."""
        return -(-self.games // self.opponents)


def place_asks(guild_id: int, season_at: int) -> PlaceAsks:
    """Returns the conditions for a place on the board of a server, or of `ALL_SERVERS`.

    Args:
        season_at: when the season began; 0 for all time.
    """
    opponents = EVERYWHERE_OPPONENTS if guild_id == ALL_SERVERS else PLACE_OPPONENTS
    return PlaceAsks(SEASON_GAMES if season_at else PLACE_GAMES, opponents)


def scope_name(guild_id: int) -> str:
    """Returns the name of a server, or of `ALL_SERVERS`, on the command line and in an audit."""
    return "all servers" if guild_id == ALL_SERVERS else f"server {guild_id}"


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of the board.

    Attributes:
        place: the place, which equally strong members share; None if the member does not meet the conditions.
        rating: the member's rating, which moves with each rated game.
        strength: the strength by which the board is ordered, in thousandths of a point.
        counted: the number of games that count for a place.
        games: the number of rated games.
        opponents: the number of different opponents.
        is_lately: whether the last game was within `PLACE_DAYS`. True in a season, which does not ask that.
        asks: the conditions for a place.
        servers: on the board of all servers, the number of servers in which the member has played; None on others.
        title: the number of the highest title reached, from 1; 0 if none.
    """

    place: int | None
    user_id: int
    rating: Rating
    strength: int
    counted: int
    games: int
    opponents: int
    is_lately: bool
    asks: PlaceAsks = PlaceAsks(PLACE_GAMES, PLACE_OPPONENTS)  # noqa: RUF009  # as immutable as a number
    title: int = 0
    servers: int | None = None

    @property
    def strength_shown(self) -> int:
        """The strength in whole points."""
        return round(self.strength / _POINT)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """The effect of a game on the ratings of its two players, by their ids.

    Attributes:
        after: the ratings after the game.
        moves: the moves of the ratings, in thousandths of a point.
        titles: the title that each player reached by the game; 0 if none.
    """

    winner_id: int
    after: Mapping[int, Rating]
    moves: Mapping[int, int]
    titles: Mapping[int, int]

    def expected(self, user_id: int) -> float:
        """Returns a player's chance to win, from 0 to 1, by the ratings before the game."""
        before = {one: self.after[one].rating - self.moves[one] for one in self.after}
        (other,) = before.keys() - {user_id}
        return Rating(before[user_id]).chance_against(Rating(before[other]))


class MemberRating(NamedTuple):
    """A member's rating, their number of rated games, and the number of their highest title; 0 if none."""

    rating: Rating
    games: int
    title: int = 0


def title_of(strength: int, counted: int) -> int:
    """Returns the number of the title for a strength, from 1; 0 if none, or if too few games count.

    Args:
        strength: the strength in thousandths of a point.
        counted: the number of games that count.
    """
    return sum(strength >= least for least in TITLES) if counted >= PLACE_GAMES else 0


def moved(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """Returns the ratings of a winner and a loser after their game.

    The model is Bradley and Terry's, as Weng and Lin (2011) approximate it. Its prior is narrow, because this game has
    much luck: docs/adr/0018-ratings.md.
    """
    model = _model()
    teams = [[model.rating(one.rating / _POINT, one.deviation / _POINT)] for one in (winner, loser)]
    (new_winner,), (new_loser,) = model.rate(teams)
    return _rounded(new_winner.mu, new_winner.sigma), _rounded(new_loser.mu, new_loser.sigma)


def _rounded(mean: float, deviation: float) -> Rating:
    return Rating(round(mean * _POINT), round(deviation * _POINT))


@cache
def _model() -> BradleyTerryFull:
    # Imported at the first rated game, because most commands rate no games.
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=_MEAN, sigma=_DEVIATION, beta=_BETA, tau=_TAU, gamma=lambda *_, **__: 1.0)
