"""Measures the speed of random play next to two well-known libraries, and the time for the odds of a hand.

Écarté is played in two ways: by the documented `Match`, which keeps every event, and by `apply` alone, as a search
would. All libraries play whole hands through their public interfaces, in one process and in turn. They deal at random
within the measured time and choose moves in the same way. A move is a decision of a player, not of chance. OpenSpiel's
euchre (five tricks, a trump and a turn-up) is its game most similar to écarté; its chance nodes are resolved by
`chance_outcomes`, as documented. PokerKit plays heads-up hold'em with everything except decisions automated. A library
that is not installed is left out.

The measure is process time, because other programs disturb it less. The report has medians over several rounds. The
ratio of two libraries is the median of their ratios in each round. The odds of random hands are timed one by one, after
the tables are built. This module reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from ecarte.ai.cards.hidden import certified_interval, read_table
from ecarte.fair import shuffled
from ecarte.game import PACK, Phase, Rules, Seat, apply, apply_deal, begin, evolve, legal_moves
from ecarte.notation import Match
from ecarte.odds.first_hand import open_odds, open_odds_by_lead
from ecarte.odds.hands import Holding
from ecarte.odds.patterns import table

Player = Callable[[int, Random], tuple[int, int]]
"""A function that plays at least a given number of hands at random. Returns the numbers of hands and moves played."""


class Pace(NamedTuple):
    """How many hands and moves one way of playing makes per second of process time, in one round."""

    hands: float
    moves: float


def play_ecarte(hands: int, rng: Random) -> tuple[int, int]:
    """Plays random games of five points with `apply` until `hands` hands are played. Returns the numbers of hands and
    moves.
    """
    rnd, rules, over = rng.random, Rules(), Phase.OVER
    played = moves = 0
    # A state is an immutable value, so every game can start from this one.
    start = evolve(None, begin(rules, Seat.NORTH)[0])
    while played < hands:
        state = start
        while state.phase is not over:
            state = apply_deal(state, shuffled(rng))
            while legal := legal_moves(state):
                state = apply(state, None, legal[int(rnd() * len(legal))])
                moves += 1
            played += 1
    return played, moves


def play_match(hands: int, rng: Random) -> tuple[int, int]:
    """Plays random games with `Match`, which keeps every event, until `hands` hands are played. Returns the numbers of
    hands and moves.
    """
    played = moves = 0
    while played < hands:
        match = Match(dealer=Seat.NORTH)
        while not match.is_over:
            match.deal(shuffled(rng))
            played += 1
            while legal := match.legal_moves:
                match.move(legal[int(rng.random() * len(legal))])
                moves += 1
    return played, moves


def _euchre() -> Player:
    game = import_module("pyspiel").load_game("euchre")

    def play(hands: int, rng: Random) -> tuple[int, int]:
        rnd = rng.random
        moves = 0
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(rnd() * len(legal))])
                    moves += 1
        return hands, moves

    return play


def _holdem() -> Player:
    pokerkit = import_module("pokerkit")
    automations = tuple(pokerkit.Automation)

    def play(hands: int, rng: Random) -> tuple[int, int]:
        rnd = rng.random
        moves = 0
        for _ in range(hands):
            state = pokerkit.NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2)
            while state.status:
                legal = []
                if state.can_fold():
                    legal.append(state.fold)
                if state.can_check_or_call():
                    legal.append(state.check_or_call)
                if state.can_complete_bet_or_raise_to():
                    legal.append(state.complete_bet_or_raise_to)
                legal[int(rnd() * len(legal))]()
                moves += 1
        return hands, moves

    return play


_PEERS: Final[tuple[tuple[str, str, Callable[[], Player]], ...]] = (
    ("OpenSpiel euchre", "pyspiel", _euchre),
    ("PokerKit hold'em", "pokerkit", _holdem),
)
_OURS: Final[dict[str, Player]] = {"écarté, Match": play_match, "écarté, apply": play_ecarte}
_ODDS_A_SECOND: Final = 1000


def measure(rounds: int, seconds: float, seed: int) -> dict[str, list[Pace]]:
    """Returns the speed of each library in each round. A round takes about `seconds` for each of them."""
    players = _OURS | {name: make() for name, module, make in _PEERS if find_spec(module) is not None}
    # CPython specializes a function only after several calls, so all players warm up first. Then a short run shows how
    # many hands fill the time.
    for play in players.values():
        for _ in range(10):
            play(10, Random(seed))
    hands = {name: max(1, int(_pace(play, 50, seed).hands * seconds)) for name, play in players.items()}
    paces: dict[str, list[Pace]] = {name: [] for name in players}
    for number in range(rounds):
        for name, play in players.items():
            paces[name].append(_pace(play, hands[name], seed + number))
    return paces


def _pace(play: Player, hands: int, seed: int) -> Pace:
    rng = Random(seed)
    start = process_time()
    played, moves = play(hands, rng)
    spent = process_time() - start
    return Pace(played / spent, moves / spent)


def _odds_times(hands: int, seed: int) -> Iterator[str]:
    """Yields lines with process times: of loading each table, and of computing the odds of a hand, those after each of
    its leads, and its proved bounds.
    """
    rng = Random(seed)
    table.cache_clear()
    read_table.cache_clear()
    spent = {"pattern table": [_seconds(table)], "table of hidden hands": [_seconds(read_table)]}
    for name, function in (
        ("one hand", open_odds),
        ("all leads", open_odds_by_lead),
        ("hidden hands", certified_interval),
    ):
        dealt = [rng.sample(PACK, 6) for _ in range(2 * hands)]
        holdings = [Holding.of(cards[:5], cards[5]) for cards in dealt]
        for holding in holdings[:hands]:
            function(holding)
        spent[name] = sorted(_seconds(partial(function, holding)) for holding in holdings[hands:])
    yield f"odds, {hands} hands"
    yield f"{'':22}{'median ms':>12}{'p99 ms':>10}{'worst ms':>10}"
    for name, times in spent.items():
        marks = (times[len(times) // 2], times[len(times) * 99 // 100], times[-1])
        yield f"{name:22}{marks[0] * 1e3:12.3f}{marks[1] * 1e3:10.3f}{marks[2] * 1e3:10.3f}"


def _seconds(call: Callable[[], object]) -> float:
    start = process_time()
    call()
    return process_time() - start


def report(rounds: int, seconds: float, seed: int) -> Iterator[str]:
    """Yields the lines of the report: the speed of each library, how many times as fast écarté is as each other
    library, and the times for odds.
    """
    paces = measure(rounds, seconds, seed)
    yield f"random play, medians of {rounds} rounds of {seconds:g} s"
    yield f"{'':20}{'hands/s':>12}{'moves/s':>12}"
    for name, rows in paces.items():
        yield f"{name:20}{median(row.hands for row in rows):12,.0f}{median(row.moves for row in rows):12,.0f}"
    for name, module, _ in _PEERS:
        if name not in paces:
            yield f"{name}: not measured, {module} is not installed"
            continue
        for our in _OURS:
            pairs = list(zip(paces[our], paces[name], strict=True))
            hands = median(mine.hands / theirs.hands for mine, theirs in pairs)
            moves = median(mine.moves / theirs.moves for mine, theirs in pairs)
            yield f"{our} against {name}: {hands:.2f} x the hands, {moves:.2f} x the moves"
    yield from _odds_times(max(10, int(_ODDS_A_SECOND * seconds)), seed)
