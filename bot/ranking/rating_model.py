"""Ratings as frozen values, and how a game moves two of them. Knows no database and no rule of the game."""

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
"""Ratings are kept in thousandths, so that a rebuild gives the same to the last digit."""
_MEAN, _DEVIATION, _BETA, _TAU = 1500.0, 60.0, 122.84, 1.5
ALL_SERVERS: Final = -1
"""In the place of a server: all servers together, for those who have chosen it."""
EVERYWHERE_OPPONENTS: Final = 10
EVERYWHERE_SERVERS: Final = 2
"""The opponents, and the servers played in, that a place on the board of all servers takes."""
PLACE_GAMES: Final = 20
"""Fewest games that count on the board for a place on it."""
PLACE_OPPONENTS: Final = 3
"""Fewest different opponents for a place on the board."""
PLACE_DAYS: Final = 30
"""How many days after the last rated game a place on the board is kept."""
SEASON_GAMES: Final = 10
"""Fewest games that count in a season for a place on its board."""
TITLES: Final = tuple(points * _POINT for points in (1530, 1550, 1570, 1590))
"""The strength that each title takes, of a member with the games of a place. A title, once reached, stays."""
PAIR_GAMES: Final = 5
"""Most rated games of the same two on one day (UTC)."""
_UNSURE: Final = 44 * _POINT


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a member plays, as far as their games say.

    Attributes:
        rating: in thousandths of a point. A chance to win is 1 / (1 + 10^(−difference / 400 points)).
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
        """Between which whole points the strength lies, with 95 % confidence."""
        low, high = (self.rating + side * Z * self.deviation for side in (-1, 1))
        return round(low / _POINT), round(high / _POINT)

    @property
    def is_provisional(self) -> bool:
        """Whether the games are still too few to say much: some thirty of them make it sure."""
        return self.deviation > _UNSURE

    def chance_against(self, other: Rating) -> float:
        """The chance to win a game, from 0 to 1."""
        return 1.0 / (1.0 + math.pow(10.0, (other.rating - self.rating) / (400 * _POINT)))


class PlaceAsks(NamedTuple):
    """What a place on a board takes.

    Attributes:
        games: those that count.
        opponents: how many different ones.
    """

    games: int
    opponents: int

    @property
    def of_one(self) -> int:
        """Most games with one opponent that count: as many opponents as are asked are just enough."""
        return -(-self.games // self.opponents)


def place_asks(guild_id: int, season_at: int) -> PlaceAsks:
    """What a place takes on the board of a server, or of `ALL_SERVERS`.

    Args:
        season_at: when the season began; 0: of all time.
    """
    opponents = EVERYWHERE_OPPONENTS if guild_id == ALL_SERVERS else PLACE_OPPONENTS
    return PlaceAsks(SEASON_GAMES if season_at else PLACE_GAMES, opponents)


def scope_name(guild_id: int) -> str:
    """What a server, or `ALL_SERVERS`, is called on the command line and by an audit."""
    return "all servers" if guild_id == ALL_SERVERS else f"server {guild_id}"


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of the board.

    Attributes:
        place: shared by those who are equally strong; None: something is missing for one.
        rating: the member's own number, by all games.
        strength: by which the board goes, in thousandths of a point.
        counted: the games that count on the board.
        games: rated so far.
        opponents: how many different ones.
        is_lately: whether the last game was within `PLACE_DAYS`, where that is asked.
        asks: what a place takes.
        servers: in how many servers games were played, on the board of all servers; None: on another.
        title: the highest reached of `TITLES`, from 1; 0: none.
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
    """How a game moved the ratings of its two players, by their ids: the ratings after it, and by how much they moved.

    Attributes:
        moves: in thousandths of a point.
        titles: the title that each player reached by the game; 0: none.
    """

    winner_id: int
    after: Mapping[int, Rating]
    moves: Mapping[int, int]
    titles: Mapping[int, int]

    def expected(self, user_id: int) -> float:
        """The chance that the ratings before the game gave a player to win it, from 0 to 1."""
        before = {one: self.after[one].rating - self.moves[one] for one in self.after}
        (other,) = before.keys() - {user_id}
        return Rating(before[user_id]).chance_against(Rating(before[other]))


class MemberRating(NamedTuple):
    """A member's rating, from how many rated games, and the highest title reached; 0: none."""

    rating: Rating
    games: int
    title: int = 0


def title_of(strength: int, counted: int) -> int:
    """The title that a strength gives, in thousandths of a point, from 1; 0: none, or too few games that count."""
    return sum(strength >= least for least in TITLES) if counted >= PLACE_GAMES else 0


def moved(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """The ratings of a winner and a loser after their game.

    By Bradley and Terry's model as Weng and Lin (2011) approximate it, with a prior as narrow as this game's luck
    demands: docs/adr/0018-ratings.md.
    """
    model = _model()
    playing = [[model.rating(one.rating / _POINT, one.deviation / _POINT)] for one in (winner, loser)]
    (won,), (lost,) = model.rate(playing)
    return _rounded(won.mu, won.sigma), _rounded(lost.mu, lost.sigma)


def _rounded(mean: float, deviation: float) -> Rating:
    return Rating(round(mean * _POINT), round(deviation * _POINT))


@cache
def _model() -> BradleyTerryFull:
    # Imported at the first game: the commands next to the bot rate none.
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=_MEAN, sigma=_DEVIATION, beta=_BETA, tau=_TAU, gamma=lambda *_, **__: 1.0)
