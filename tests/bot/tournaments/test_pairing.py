"""Swiss pairings: compared with all pairings of up to ten entrants, and with the promises in larger tournaments."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from bot.tournaments.match_pairing import swiss_pairs
from ecarte.tournament import (
    Form,
    Outcome,
    Pair,
    Tournament,
    begin,
    next_round,
    pairings,
    record,
    standings,
    withdraw,
)


def decided(now: Tournament, chance: random.Random, leave: float) -> Tournament:
    """Returns the tournament after a round with random results, in which some entrants may withdraw."""
    for number in range(1, len(pairings(now)) + 1):
        if chance.random() < leave and not now.over:
            now = withdraw(now, chance.choice(now.entrants))
        if pairings(now)[number - 1].outcome is None:
            now = record(now, now.round_no, number, chance.choice([Outcome.FIRST, Outcome.SECOND, Outcome.NOBODY]))
    return now


def tournaments(size: int, seed: int, leave: float = 0) -> Iterator[tuple[Tournament, tuple[Pair, ...]]]:
    """Plays a tournament. Yields it before each round that has to be paired, with the pairs of that round."""
    chance = random.Random(f"{size} {seed}")
    now = decided(begin(Form.SWISS, range(1, size + 1)), chance, leave)
    while not now.over:
        pairs = swiss_pairs(now)
        yield now, pairs
        now = decided(next_round(now, pairs), chance, leave)


def pairs_met(now: Tournament) -> list[frozenset[int | None]]:
    return [frozenset((pairing.first, pairing.second)) for there in now.rounds for pairing in there]


def costs_in(now: Tournament) -> Callable[[Sequence[Pair]], tuple[int, int]]:
    """Returns the function that gives the cost of a pairing in this round.

    The cost is the number of pairs that are a rematch or a second bye, and the sum of the squared differences in games
    won.
    """
    won = {line.entrant: line.won for line in standings(now) if line.entrant not in now.withdrawn}
    met, fewest = set(pairs_met(now)), min(won.values())

    @cache
    def of_pair(pair: Pair) -> tuple[int, int]:
        one, other = pair
        return frozenset(pair) in met, (won[one] - (fewest if other is None else won[other])) ** 2

    def cost(pairs: Sequence[Pair]) -> tuple[int, int]:
        again, apart = zip(*map(of_pair, pairs), strict=True)
        return sum(again), sum(apart)

    return cost


def all_pairings(entrants: list[int]) -> Iterator[list[Pair]]:
    if not entrants:
        yield []
        return
    first, others = entrants[0], entrants[1:]
    for other in others:
        for pairs in all_pairings([entrant for entrant in others if entrant != other]):
            yield [(first, other), *pairs]
    if len(entrants) % 2:
        for pairs in all_pairings(others):
            yield [(first, None), *pairs]


@pytest.mark.slow
@pytest.mark.parametrize("leave", [0, 0.1])
@pytest.mark.parametrize("size", range(3, 11))
def test_no_pairing_of_up_to_ten_is_better(size: int, leave: float) -> None:
    for seed in range(6):
        for now, pairs in tournaments(size, seed, leave):
            remaining = [entrant for entrant in now.entrants if entrant not in now.withdrawn]
            cost = costs_in(now)
            assert cost(pairs) == min(map(cost, all_pairings(remaining)))


def expect_kept(size: int, seed: int) -> None:
    """Makes sure that a whole tournament has no rematch and no second bye."""
    rounds = list(tournaments(size, seed))
    now, pairs = rounds[-1]
    met = [*pairs_met(now), *map(frozenset, pairs)]
    assert len(met) == len(set(met)) == now.rounds_in_all * ((size + 1) // 2)


@pytest.mark.slow
@pytest.mark.parametrize("size", [*range(3, 18), 33, 64])
def test_no_two_meet_again_and_no_one_has_a_second_bye(size: int) -> None:
    expect_kept(size, 0)


@pytest.mark.soak
def test_in_five_hundred_tournaments_no_two_meet_again_and_no_one_has_a_second_bye() -> None:
    chance = random.Random(41)
    for seed in range(500):
        expect_kept(chance.randint(3, 64), seed)


@pytest.mark.slow
def test_among_equals_the_upper_half_meets_the_lower_half() -> None:
    now = begin(Form.SWISS, range(1, 17))
    for number in range(1, 9):
        now = record(now, 1, number, Outcome.FIRST)
    order = [line.entrant for line in standings(now)]
    assert list(swiss_pairs(now)) == [
        *zip(order[:4], order[4:8], strict=True),
        *zip(order[8:12], order[12:], strict=True),
    ]
