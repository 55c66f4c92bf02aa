"""Which place accounts that lose on purpose bring on the board by rating: `python -m tests.bench.farming`.

A hundred honest members play for some weeks as the options say. One member more plays as many honest games in one half
of the season, and in the other has accounts that lose to them, or that they lose to, as often as is rated. Ratings,
limits and the board are the bot's. The tables of docs/adr/0022-most-likely-strengths.md are made by it.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from statistics import fmean, median
from typing import Any, Final

from bot.ranking.rating_model import PAIR_GAMES, PLACE_GAMES, PLACE_OPPONENTS, Rating, moved, place_asks
from bot.ranking.strengths import KNOWN_OPPONENTS, PairResults, counting, strengths

_TEN: Final = 10
_ASKS: Final = place_asks(1, 0)


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What the simulation takes for given; each is an option of the command line."""

    honest: int = 100
    """Honest members."""
    weeks: int = 4
    """The length of the season."""
    spread: float = 0.2
    """One standard deviation of the strengths, in logits: .2 is 35 Elo points."""
    games: float = 10.0
    """Honest games of a member a week, on average."""
    uneven: float = 0.7
    """How differently busy the members are: one standard deviation of the logarithm of their games."""
    circle: int = 0
    """The size of a circle, whose members meet each other in four games of five; 0: all meet all."""
    friends: int = 5
    """Pairs of honest members who play each other as often as is rated, every evening."""
    strength: float = 0.0
    """Of the member with the accounts, in logits above the average."""
    accounts: int = 0
    """Accounts that lose to the member."""
    loses: float = 1.0
    """Chance that such an account loses a game: 1 gives it up, 0 is given it."""
    first: int = 0
    """1: the accounts come in the first half, the honest games in the second."""
    strangers: int = 0
    """Honest members with whom each account plays one game at the beginning."""
    new: int = 0
    """Accounts a day that are new, lose as often as is rated, and are never seen again."""
    alone: int = 0
    """1: the member plays no honest games but those that the board asks: one each with three members."""


@dataclass(slots=True)
class Meetings:
    """All games of a member with an opponent.

    Attributes:
        first: the day of the first.
        gain: by how much they moved the member's number, in thousandths of a point.
    """

    first: int
    games: int = 0
    won: int = 0
    gain: int = 0


@dataclass(slots=True)
class Room:
    """All who play, by numbers: the honest from 0, then the member with accounts, then those accounts."""

    chance: random.Random
    ratings: defaultdict[int, Rating] = field(default_factory=lambda: defaultdict(Rating))
    met: defaultdict[int, dict[int, Meetings]] = field(default_factory=lambda: defaultdict(dict))
    today: defaultdict[tuple[int, int], int] = field(default_factory=lambda: defaultdict(int))
    """The games of each pair on this day."""
    games: list[list[tuple[int, int]]] = field(default_factory=list)
    """Winner and loser of each rated game, day by day."""

    def game(self, one: int, other: int, chance: float, luck: random.Random | None = None) -> None:
        """Plays a game that `one` wins with some chance, unless the two have played enough on this day."""
        pair = min(one, other), max(one, other)
        if self.today[pair] >= PAIR_GAMES:
            return
        self.today[pair] += 1
        winner, loser = (one, other) if (luck or self.chance).random() < chance else (other, one)
        self.games[-1].append((winner, loser))
        before = self.ratings[winner], self.ratings[loser]
        after = moved(*before)
        day = len(self.games) - 1
        for me, them, was, now in ((winner, loser, before[0], after[0]), (loser, winner, before[1], after[1])):
            self.ratings[me] = now
            met = self.met[me].setdefault(them, Meetings(day))
            met.games += 1
            met.won += me == winner
            met.gain += now.rating - was.rating

    def pairs(self) -> list[PairResults]:
        """All results of each two, with the day on which they met."""
        return [
            PairResults(one, other, met.won, met.games, met.first)
            for one, everyone in self.met.items()
            for other, met in everyone.items()
            if one < other
        ]


@dataclass(frozen=True, slots=True)
class Season:
    """A season that is over: the room, the strengths of those who play honestly, and the number of the farmer."""

    room: Room
    strengths: Sequence[float]
    farmer: int


Rule = Callable[[Room], dict[int, float]]
"""Gives what a board orders the members with a place by."""


def _by_all_games(room: Room) -> dict[int, float]:
    return {
        member: room.ratings[member].rating - room.ratings[member].deviation
        for member, met in room.met.items()
        if sum(of_pair.games for of_pair in met.values()) >= PLACE_GAMES and len(met) >= PLACE_OPPONENTS
    }


def _by_shares(room: Room) -> dict[int, float]:
    """As before: of each opponent who knows three members ten games and ten points of the own number at most."""
    keys = {}
    for member, met in room.met.items():
        known = [of_pair for them, of_pair in met.items() if len(room.met[them]) >= KNOWN_OPPONENTS]
        games = sum(min(10, of_pair.games) for of_pair in known)
        gain = sum(max(-10_000, min(10_000, of_pair.gain)) for of_pair in known)
        if games >= PLACE_GAMES and len(met) >= PLACE_OPPONENTS:
            keys[member] = gain - 1000 / math.sqrt(1 / 60**2 + games * (math.log(10) / 800) ** 2)
    return keys


def _by_strength(room: Room) -> dict[int, float]:
    today = len(room.games) - 1
    return {
        member: found.strength
        for member, found in strengths(counting(room.pairs(), today), of_one=_ASKS.of_one).items()
        if found.counted >= _ASKS.games
    }


BOARD: Final = "the board"
RULES: Final[dict[str, Rule]] = {
    "all games": _by_all_games,
    "shares of the number": _by_shares,
    BOARD: _by_strength,
}


def season(assumed: Assumptions, seed: str) -> Season:
    """Plays a season. With the same seed the honest games are the same, whatever the accounts do."""
    chance, luck = random.Random(seed), random.Random(f"{seed} accounts")
    drawn = [chance.gauss(0, assumed.spread) for _ in range(assumed.honest)]
    strengths = [strength - fmean(drawn) for strength in drawn] + [assumed.strength]
    busy = [math.exp(chance.gauss(0, assumed.uneven)) for _ in range(assumed.honest)]
    farmer, days = assumed.honest, 7 * assumed.weeks
    room = Room(chance)
    weights = [one / fmean(busy) for one in busy] + [0.0]
    accounts = range(farmer + 1, farmer + 1 + assumed.accounts)
    newest = accounts.stop
    for day in range(days):
        room.today.clear()
        room.games.append([])
        farming = (2 * day < days) is bool(assumed.first) or bool(assumed.alone)
        weights[farmer] = 0.0 if farming else 2.0
        if day == 0:
            for account in accounts:
                for number in range(assumed.strangers):
                    room.game(account, (7 * account + number) % assumed.honest, 0.5, luck)
            for number in range(PLACE_OPPONENTS if assumed.alone else 0):
                room.game(farmer, assumed.honest // 2 + number, 0.5, luck)
        for _ in range(round(assumed.games * assumed.honest / 7 / 2)):
            one, other = _pair(chance, weights, assumed.circle)
            room.game(one, other, _sigmoid(strengths[one] - strengths[other]))
        for one in range(0, 2 * assumed.friends, 2):
            for _ in range(PAIR_GAMES):
                room.game(one, one + 1, _sigmoid(strengths[one] - strengths[one + 1]))
        if farming:
            losing = [*accounts, *range(newest, newest + assumed.new)]
            newest += assumed.new
            for account in losing:
                for _ in range(PAIR_GAMES):
                    room.game(farmer, account, assumed.loses, luck)
    return Season(room, strengths, farmer)


def _pair(chance: random.Random, weights: Sequence[float], circle: int) -> tuple[int, int]:
    everyone = range(len(weights))
    (one,) = chance.choices(everyone, weights)
    if circle and chance.random() < 0.8:
        first = one - one % circle
        near = [other for other in everyone[first : first + circle] if other != one and weights[other]]
        if near:
            return one, chance.choice(near)
    while True:
        (other,) = chance.choices(everyone, weights)
        if other != one:
            return one, other


def board(played: Season, rule: Rule) -> list[int]:
    """The members with a place, in the order of a board."""
    keys = rule(played.room)
    return sorted((one for one in keys if one <= played.farmer), key=lambda one: (-keys[one], one))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rule made of some seasons.

    Attributes:
        place: the farmer's, of the season in the middle; None: no place.
        first_ten: in what share of the seasons they were among the first ten, from 0 to 1.
        ten: the chance of the first ten to beat the average member, on average.
        placed: members with a place, on average.
    """

    place: float | None
    first_ten: float
    ten: float
    placed: float


def outcomes(assumed: Assumptions, seasons: int, seed: int) -> tuple[dict[str, Outcome], list[Season]]:
    """Plays seasons: what each rule made of them, and the seasons."""
    played = [season(assumed, f"{seed} {number}") for number in range(seasons)]
    found = {}
    for name, rule in RULES.items():
        boards = [board(one, rule) for one in played]
        places = [
            order.index(one.farmer) + 1 if one.farmer in order else math.inf
            for one, order in zip(played, boards, strict=True)
        ]
        middle = median(places)
        ten = [_sigmoid(one.strengths[who]) for one, order in zip(played, boards, strict=True) for who in order[:_TEN]]
        found[name] = Outcome(
            None if math.isinf(middle) else middle,
            fmean(place <= _TEN for place in places),
            fmean(ten) if ten else 0.0,
            fmean(map(len, boards)),
        )
    return found, played


def _moved(played: Sequence[Season], members: Sequence[int]) -> float:
    """How far the numbers of members are from 1500 at the end, in points, on average."""
    begun = Rating().rating
    return fmean(abs(one.room.ratings[who].rating - begun) for one in played for who in members) / 1000


CASES: Final[dict[str, dict[str, Any]]] = {
    "no account": {},
    "one account": {"accounts": 1},
    "two accounts": {"accounts": 2},
    "one, has met three others": {"accounts": 1, "strangers": 3},
    "two, each has met three others": {"accounts": 2, "strangers": 3},
    "five, each has met three others": {"accounts": 5, "strangers": 3},
    "a new account each day": {"new": 1},
    "one account and no honest play": {"accounts": 1, "alone": 1},
    "two accounts and no honest play": {"accounts": 2, "alone": 1},
    "two that have met three others, no honest play": {"accounts": 2, "strangers": 3, "alone": 1},
    "losing first to one account": {"accounts": 1, "loses": 0, "first": 1},
    "losing first to a new account each day": {"new": 1, "loses": 0, "first": 1},
    "losing first to two, each has met three others": {"accounts": 2, "strangers": 3, "loses": 0, "first": 1},
}


def _sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints a table: a line for each number and kind of accounts, a column for each rule."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.farming", description=__doc__)
    parser.add_argument("--seasons", type=int, default=40, metavar="N", help="played for each line")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same table")
    fixed = {name for case in CASES.values() for name in case}
    chosen = [one for one in fields(Assumptions) if one.name not in fixed]
    for one in chosen:
        kind = type(one.default)
        parser.add_argument(f"--{one.name}", type=kind, default=one.default, metavar="N", help=f"({one.default})")
    options = parser.parse_args(arguments)
    assumed = Assumptions(**{one.name: getattr(options, one.name) for one in chosen})
    print(
        f"{assumed.weeks} weeks, spread {assumed.spread} logit, circle {assumed.circle}; {options.seasons} seasons:"
        " place in the middle, seasons among the first ten"
    )
    print("| accounts | their number | " + " | ".join(RULES) + " |")
    print("| --- " * (len(RULES) + 2) + "|")
    honest: tuple[dict[str, Outcome], list[Season]] | None = None
    for name, case in CASES.items():
        found, played = outcomes(replace(assumed, **case), options.seasons, options.seed)
        honest = honest or (found, played)
        number = fmean(one.room.ratings[one.farmer].rating for one in played) / 1000
        cells = [
            f"{'none' if one.place is None else round(one.place)}, {100 * one.first_ten:.0f} %"
            for one in found.values()
        ]
        print(f"| {name} | {number:.0f} | " + " | ".join(cells) + " |", flush=True)
    assert honest is not None
    found, played = honest
    cells = [f"{100 * one.ten:.1f} %, {one.placed:.0f}" for one in found.values()]
    print("| *without accounts: the first ten beat the average in, places* | | " + " | ".join(cells) + " |")
    friends, others = range(2 * assumed.friends), range(2 * assumed.friends, assumed.honest)
    print(
        f"\nnumbers at the end, points from 1500: friends who play every evening {_moved(played, friends):.0f},"
        f" others {_moved(played, others):.0f}"
    )


if __name__ == "__main__":
    main()
