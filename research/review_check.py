"""Checks reviews and hints by playouts: are the errors in a review really errors, and do hints agree with reviews?

Games of two players of the house are checked decision by decision. If search with open hands calls a card an error,
that card and the best one are played out against new hands, many more than in a review. Each hinted move, preceded by
the king if the hint says so, is reviewed: it must never be an error. Each seat of a game is reviewed twice, the second
time by all deals. The report says how many verdicts change, and how long both take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from time import process_time
from typing import Final, NamedTuple, TextIO

from ecarte.ai import Level, can_be_valued, move_values, played_values, player_of
from ecarte.game import (
    AnnounceKing,
    Move,
    Phase,
    Play,
    PlayerView,
    Seat,
    State,
    apply,
    is_legal,
    player_view,
)
from ecarte.teaching import Decision, hint, review
from research.house_games import moves_of_a_game
from research.parallel import spread

_LEAST: Final = 0.01
_ERRORS: Final = 2.0
_BOUNDS: Final = (0.01, 0.03, 0.06, 0.12, 1.0)
TABLE: Final = (player_of(Level.SALON), player_of(Level.NOVICE))


class ReviewCase(NamedTuple):
    """A card that search with open hands calls an error, with its cost by three measures (chances to win the game).

    Attributes:
        searched: the cost of the card by the search.
        told: the cost of the card in the review.
        played: the cost of the card by playouts against new hands.
        error: the standard error of `played`.
    """

    searched: float
    told: float
    played: float
    error: float


class Early(NamedTuple):
    """Compares reviews that stop playouts early, as usual, with reviews that play all deals out.

    Attributes:
        seats: how many seats were reviewed in both ways.
        decisions: the number of decisions reviewed.
        errors: how many of the decisions are errors in the reviews that play all deals out.
        turned: how many decisions only one of the two reviews calls an error.
        differ: how many decisions are errors in both reviews, but with different costs.
        most: the largest difference between the two costs of a decision, as a chance to win the game.
        seconds: the processor time of the usual reviews, and of the reviews that play all deals out.
    """

    seats: int
    decisions: int
    errors: int
    turned: int
    differ: int
    most: float
    seconds: tuple[float, float]

    def plus(self, other: Early) -> Early:
        """Returns this comparison and another one as one."""
        return Early(
            self.seats + other.seats,
            self.decisions + other.decisions,
            self.errors + other.errors,
            self.turned + other.turned,
            self.differ + other.differ,
            max(self.most, other.most),
            (self.seconds[0] + other.seconds[0], self.seconds[1] + other.seconds[1]),
        )


class Tally(NamedTuple):
    """What checking the reviews and hints of some games has found.

    Attributes:
        cases: the cards that the search calls errors.
        hints: the number of hints.
        refuted: the number of hints that a review calls errors.
        early: reviews that stop early, compared with reviews by all deals.
    """

    cases: list[ReviewCase]
    hints: int
    refuted: int
    early: Early


def check_reviews(games: int, seed: int, hands: int, cores: int, progress: TextIO) -> Tally:
    """Plays `games` games and checks their reviews and hints. Each game has its own random numbers, from the seed and
    its number.

    Args:
        games: the number of games.
        seed: the seed of the games.
        hands: against how many hands a card is played out.
        cores: the number of processes.
        progress: receives a line for each game.
    """
    cases: list[ReviewCase] = []
    hints = refuted = 0
    early = Early(0, 0, 0, 0, 0, 0.0, (0.0, 0.0))
    with spread(partial(_game, seed, hands), games, min(cores, games)) as results:
        for done, tally in enumerate(results, 1):
            cases, hints, refuted = cases + tally.cases, hints + tally.hints, refuted + tally.refuted
            early = early.plus(tally.early)
            print(f"{done} of {games} games, {len(cases)} cases, {hints} hints", file=progress, flush=True)
    return Tally(sorted(cases), hints, refuted, early)


def lines(tally: Tally) -> Iterator[str]:
    """Yields the lines of the report: mean costs, grouped by the cost in the search, and the number of false errors."""
    heads = (("number", 8), ("search", 9), ("review", 9), ("played", 9), ("error", 8), ("wrong", 7))
    yield f"{'cards that search says cost':30}" + "".join(f"{head:>{wide}}" for head, wide in heads)
    groups: dict[str, Callable[[ReviewCase], bool]] = {
        f"{100 * low:g} to {100 * high:g} %": partial(_within, low, high) for low, high in pairwise(_BOUNDS)
    }
    groups["all"] = lambda _: True
    groups["of them told by the review"] = lambda case: case.told > 0
    for name, belongs in groups.items():
        cases = [case for case in tally.cases if belongs(case)]
        if cases:
            yield _line(name, cases)
    yield f"{tally.hints:,} hints followed: a review calls {tally.refuted} of them errors"
    early, now, thorough = tally.early, *(seconds / tally.early.seats for seconds in tally.early.seconds)
    yield (
        f"{early.decisions:,} decisions of {early.seats:,} seats: by all deals {early.errors} are errors, and reviews "
        f"say otherwise of {early.turned}; {early.differ} costs differ, by {100 * early.most:.0f} hundredths at most"
    )
    yield f"processor time of a seat: {now:.3f} s; by all deals {thorough:.3f} s"


def _line(name: str, cases: list[ReviewCase]) -> str:
    searched, told, played = (_mean(case[column] for case in cases) for column in range(3))
    error = sqrt(sum(case.error**2 for case in cases)) / len(cases)
    wrong = sum(case.told > 0 and case.played < -_ERRORS * case.error for case in cases)
    figures = "".join(f"{100 * figure:9.2f}" for figure in (searched, told, played))
    return f"{name:30}{len(cases):8,}{figures}{100 * error:8.2f}{wrong:7}"


def _mean(numbers: Iterable[float]) -> float:
    values = list(numbers)
    return sum(values) / len(values)


def _within(low: float, high: float, case: ReviewCase) -> bool:
    return low <= case.searched < high


def _game(seed: int, hands: int, number: int) -> Tally:
    cases, hints, refuted = [], 0, 0
    made: dict[Seat, list[Decision]] = {seat: [] for seat in Seat}
    for state, seat, move in moves_of_a_game(TABLE, Random(f"reviews {seed} game {number}")):
        view = player_view(state, seat)
        if can_be_valued(view):
            hints += 1
            refuted += _is_refuted(state, seat)
            case = _case(view, move, hands)
            cases += [] if case is None else [case]
            if not isinstance(move, AnnounceKing):
                made[seat].append(Decision(view, move))
    early = [_early(decisions) for decisions in made.values()]
    return Tally(cases, hints, refuted, early[0].plus(early[1]))


def _early(made: list[Decision]) -> Early:
    began = process_time()
    now = review(made, Random)
    between = process_time()
    thorough = review(made, Random, all_deals=True)
    seconds = between - began, process_time() - between
    both = list(zip(now, thorough, strict=True))
    apart = [abs(one.cost - other.cost) for one, other in both if one.cost and other.cost and one.cost != other.cost]
    turned = sum((one.cost > 0) != (other.cost > 0) for one, other in both)
    errors = sum(other.cost > 0 for _, other in both)
    return Early(1, len(made), errors, turned, len(apart), max(apart, default=0.0), seconds)


def _case(view: PlayerView, move: Move, hands: int) -> ReviewCase | None:
    """Returns the case of a card, if the search calls it an error."""
    if view.public.phase is not Phase.PLAY or not isinstance(move, Play):
        return None
    values = move_values(view, Random(0))
    if values.cost(move) < _LEAST or not isinstance(values.best, Play):
        return None
    (judged,) = review([Decision(view, move)], Random)
    cards = values.best.card, move.card
    played = played_values(view, cards, Random("anew"), hands, all_deals=True)
    cost = played.values[values.best] - played.values[move]
    return ReviewCase(values.cost(move), judged.cost, cost, max(played.errors.values()))


def _is_refuted(state: State, seat: Seat) -> bool:
    """Returns whether a review calls the hinted move an error."""
    view = player_view(state, seat)
    advice = hint(view, Random)
    assert advice is not None
    if advice.king:
        state = apply(state, seat, AnnounceKing())
        view = player_view(state, seat)
        if not is_legal(state, seat, advice.move):
            return False  # the king ended the game
    decisions = [Decision(view, advice.move)]
    if isinstance(advice.move, Play) and view.may_announce:
        decisions.append(Decision(view, advice.move, advice.move.card))
    return any(judged.cost for judged in review(decisions, Random))
