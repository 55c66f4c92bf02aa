"""Ratings as frozen values, and how a game changes them. This module knows no database and no rule of the game."""

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
"""For a place on the board of all servers, a member needs `EVERYWHERE_OPPONENTS` different opponents, and games in this
many servers."""
PLACE_GAMES: Final = 20
"""A member needs this many games that count to get a place on a board of all time."""
PLACE_OPPONENTS: Final = 3
"""A member needs this many different opponents to get a place on a server's board."""
PLACE_DAYS: Final = 30
"""A member keeps a place on a board of all time for this many days after their last rated game."""
SEASON_GAMES: Final = 10
"""A member needs this many games that count to get a place on the board of a season."""
TITLES: Final = tuple(points * _POINT for points in (1530, 1550, 1570, 1590))
"""The strength that each title requires, lowest title first, in thousandths of a point.

A member gets a title only with enough games for a place on the board, and keeps the highest title ever reached."""
PAIR_GAMES: Final = 5
"""At most this many games of the same two members are rated on one day (UTC)."""
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
        """The member's strength lies between these two numbers of whole points, with 95 % confidence."""
        low, high = (self.rating + side * Z * self.deviation for side in (-1, 1))
        return round(low / _POINT), round(high / _POINT)

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still uncertain, because the member has played fewer than about thirty games."""
        return self.deviation > _UNSURE

    def chance_against(self, other: Rating) -> float:
        """Returns this member's chance to win a game against a member with the other rating, from 0 to 1."""
        return 1.0 / (1.0 + math.pow(10.0, (other.rating - self.rating) / (400 * _POINT)))


class PlaceAsks(NamedTuple):
    """The games and opponents that a member needs to get a place on a board.

    Attributes:
        games: the fewest games that count.
        opponents: the fewest different opponents.
    """

    games: int
    opponents: int

    @property
    def of_one(self) -> int:
        """At most this many games against one opponent count for a place.

        A member who plays this many games against each of `opponents` people has just enough games.
        """
        return -(-self.games // self.opponents)


def place_asks(guild_id: int, season_at: int) -> PlaceAsks:
    """Returns what a member needs to get a place on the board of a server, or of `ALL_SERVERS`.

    Args:
        season_at: when the season of the board began, in epoch milliseconds; 0 for the board of all time.
    """
    opponents = EVERYWHERE_OPPONENTS if guild_id == ALL_SERVERS else PLACE_OPPONENTS
    return PlaceAsks(SEASON_GAMES if season_at else PLACE_GAMES, opponents)


def scope_name(guild_id: int) -> str:
    """Returns the name for a server, or for `ALL_SERVERS`, in the output of the command line and of an audit."""
    return "all servers" if guild_id == ALL_SERVERS else f"server {guild_id}"


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A member's line on the board by strength.

    Attributes:
        place: the place, which equally strong members share. None if the member lacks games or opponents (`asks`), has
            not played lately (`is_lately`), or on the board of all servers has played in too few servers.
        rating: the member's rating, which moves with each rated game.
        strength: the strength by which the board is ordered, in thousandths of a point.
        counted: the number of games that count for a place.
        games: the number of rated games.
        opponents: the number of different opponents.
        is_lately: whether the member's last game was within `PLACE_DAYS`. Always True on the board of a season, which
            does not require that.
        asks: the games and opponents that a member needs for a place on this board.
        servers: on the board of all servers, the number of servers in which the member has played; None on other
            boards.
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
    """How a game changed the ratings of its two players. All mappings are by the players' ids.

    Attributes:
        after: the rating after the game.
        moves: by how much the game changed the rating, in thousandths of a point.
        titles: the number of the title that the player reached by the game; 0 if none.
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
    """A member's rating, the number of their rated games, and the number of their highest title (0 if none)."""

    rating: Rating
    games: int
    title: int = 0


def title_of(strength: int, counted: int) -> int:
    """Returns the number of the title for a strength, from 1. 0 if the strength is below all titles, or if too few
    games count.

    Args:
        strength: the strength in thousandths of a point.
        counted: the number of the member's games that count for a place.
    """
    return sum(strength >= least for least in TITLES) if counted >= PLACE_GAMES else 0


def moved(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """Computes the new ratings of the winner and the loser of a game, in this order.

    The model is Bradley and Terry's, in the approximation of Weng and Lin (2011). A new rating is only a little
    uncertain (a narrow prior), because this game has much luck: see docs/adr/0018-ratings.md.
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
