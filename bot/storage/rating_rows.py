"""Ratings as frozen values, and how a game moves two of them. Knows no database and no rule of the game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from bot.storage.standing_rows import Z

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

_POINT: Final = 1000
"""Ratings are kept in thousandths, so that a rebuild gives the same to the last digit."""
_MEAN, _DEVIATION, _BETA, _TAU = 1500.0, 60.0, 122.84, 1.5
PLACE_GAMES: Final = 20
"""Fewest games that count on the board for a place on it."""
PLACE_OPPONENTS: Final = 3
"""Fewest different opponents for a place on the board."""
PLACE_DAYS: Final = 30
"""For a place on the board the last rated game was so many days ago at most."""
PAIR_GAMES: Final = 5
"""Most rated games of the same two on one day (UTC)."""
SHARE_GAMES: Final = 10
"""Most games with the same opponent that count on the board."""
SHARE_POINTS: Final = 10
"""Most points that the same opponent moves a member on the board, up or down."""
KNOWN_OPPONENTS: Final = 3
"""An opponent counts on the board once they have rated games with so many members."""
_GAME_SAYS: Final = (math.log(10) / 400 / 2) ** 2
"""How much a game between equals says of a strength: added to 1 / deviation², in points."""
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


@dataclass(frozen=True, slots=True)
class Share:
    """What counts on the board of the rated games with one opponent, or with all.

    Attributes:
        gain: in thousandths of a point.
    """

    gain: int = 0
    games: int = 0

    def __add__(self, other: Share) -> Share:
        """The sum."""
        return Share(self.gain + other.gain, self.games + other.games)

    def __sub__(self, other: Share) -> Share:
        """This share without a part of it."""
        return Share(self.gain - other.gain, self.games - other.games)

    @property
    def rating(self) -> Rating:
        """The rating by which the board goes, where this is the share of all opponents."""
        deviation = 1 / math.sqrt(1 / _DEVIATION**2 + self.games * _GAME_SAYS)
        return _rounded(_MEAN + self.gain / _POINT, deviation)


def share_of(of_pair: Share, opponents: int) -> Share:
    """What counts on the board of all the rated games with one opponent.

    Args:
        opponents: with how many members that opponent has rated games.
    """
    if opponents < KNOWN_OPPONENTS:
        return Share()
    most = SHARE_POINTS * _POINT
    return Share(max(-most, min(most, of_pair.gain)), min(SHARE_GAMES, of_pair.games))


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of the board.

    Attributes:
        place: shared by those whose lower ends are equal; None: something is missing for one.
        rating: by what counts on the board.
        number: the member's rating by all games, in thousandths of a point.
        counted: the games that count on the board.
        games: rated so far.
        opponents: how many different ones.
        is_lately: whether the last game was within `PLACE_DAYS`.
    """

    place: int | None
    user_id: int
    rating: Rating
    number: int
    counted: int
    games: int
    opponents: int
    is_lately: bool


@dataclass(frozen=True, slots=True)
class RatedGame:
    """How a game moved the ratings of its two players, by their ids: the ratings after it, and by how much they moved.

    Attributes:
        moves: in thousandths of a point.
    """

    winner_id: int
    after: Mapping[int, Rating]
    moves: Mapping[int, int]

    def expected(self, user_id: int) -> float:
        """The chance that the ratings before the game gave a player to win it, from 0 to 1."""
        before = {one: self.after[one].rating - self.moves[one] for one in self.after}
        (other,) = before.keys() - {user_id}
        return Rating(before[user_id]).chance_against(Rating(before[other]))


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
    # Imported at the first game: the commands beside the bot rate none.
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=_MEAN, sigma=_DEVIATION, beta=_BETA, tau=_TAU, gamma=lambda *_, **__: 1.0)
