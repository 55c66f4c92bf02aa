"""Times the engine in C next to Python, in processor time: a review, a hint, the odds of a hand, a game of the maître.

Each engine runs in a process of its own, so start and memory are measured separately.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from random import Random
from time import process_time
from typing import Final, NamedTuple, TypeVar

from ecarte.ai import Level, can_be_valued, get_ready, player_of
from ecarte.ai.native import choose_engine
from ecarte.game import (
    AnnounceKing,
    PlayerView,
    Seat,
    player_view,
)
from ecarte.odds import Holding, Role, open_odds
from ecarte.teaching import Decision, hint, review
from research.house_games import moves_of_a_game
from research.review_check import TABLE

_ENGINES: Final = ("python", "wasm")
_Thing = TypeVar("_Thing")


class Timed(NamedTuple):
    """How long a task takes, in milliseconds of processor time: on average, and at most."""

    mean: float
    most: float


class Measures(NamedTuple):
    """What was measured with one engine, in milliseconds of processor time and MB.

    Attributes:
        engine: "python" or "wasm".
        start: how long the engine takes to start, after the tables of the players are loaded.
        review, hint, odds, game: how long each task takes.
        memory: the memory of the process.
    """

    engine: str
    start: float
    review: Timed
    hint: Timed
    odds: Timed
    game: Timed
    memory: float


def lines(games: int, seed: int) -> Iterator[str]:
    """Times both engines in this many games. Yields the lines of the report."""
    measured = []
    for engine in _ENGINES:
        with get_context("spawn").Pool(1) as pool:
            measured.append(pool.apply(measure, (engine, games, seed)))
    yield f"{'processor time, ms':32}" + "".join(f"{each.engine:>18}" for each in measured)
    rows: dict[str, Callable[[Measures], Timed]] = {
        "the review of a game, one seat": lambda each: each.review,
        "a hint": lambda each: each.hint,
        "the odds of a hand as dealt": lambda each: each.odds,
        "a game of the maître": lambda each: each.game,
    }
    for name, of in rows.items():
        yield f"{name:32}" + "".join(f"{of(each).mean:10.2f} ≤{of(each).most:6.1f}" for each in measured)
    yield f"{'start beside the tables':32}" + "".join(f"{each.start:18.0f}" for each in measured)
    yield f"{'memory of the process, MB':32}" + "".join(f"{each.memory:18.0f}" for each in measured)


def measure(engine: str, games: int, seed: int) -> Measures:
    """Times one engine in this process."""
    get_ready()
    began = process_time()
    choose_engine(engine)
    start = 1000 * (process_time() - began)
    all_decisions: list[list[Decision]] = []
    for number in range(games):
        seats: dict[Seat, list[Decision]] = {seat: [] for seat in Seat}
        for state, seat, move in moves_of_a_game(TABLE, Random(f"reviews {seed} game {number}")):
            view = player_view(state, seat)
            if can_be_valued(view) and not isinstance(move, AnnounceKing):
                seats[seat].append(Decision(view, move))
        all_decisions += seats.values()
    # The first review fills tables of solved positions, which is not timed.
    review(all_decisions[0], Random)
    all_views = [decision.view for decisions in all_decisions for decision in decisions]
    views = all_views[:: max(1, len(all_decisions) // 4)]
    return Measures(
        engine,
        start,
        _timed(lambda decisions: review(decisions, Random), all_decisions),
        _timed(lambda view: hint(view, Random), views),
        _timed(_odds, views),
        _timed(_maitre, [Random(f"{seed} {number}") for number in range(2 * games)]),
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def _timed(work: Callable[[_Thing], object], things: Iterable[_Thing]) -> Timed:
    times = []
    for thing in things:
        began = process_time()
        work(thing)
        times.append(1000 * (process_time() - began))
    return Timed(sum(times) / len(times), max(times))


def _odds(view: PlayerView) -> None:
    public, hand = view.public, list(view.hand)
    if public.turn_up is not None and len(hand) == 5:
        open_odds(Holding.of(hand, public.turn_up, Role.ELDER))


def _maitre(rng: Random) -> None:
    player = player_of(Level.MAITRE)
    for _ in moves_of_a_game((player, player), rng):
        pass
