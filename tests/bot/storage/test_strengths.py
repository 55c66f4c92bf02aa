"""The most likely strengths: their values, and that no loss lifts its loser and no win sinks its winner."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from bot.ranking.strengths import (
    EARLIER_WEIGHT,
    KNOWN_OPPONENTS,
    MEAN,
    PAIR_WEIGHT,
    MemberStrength,
    PairResults,
    counting,
    strengths,
)

PEOPLE = 6
ROUNDING = 2
"""The rounding of a difference of two differences, each of two strengths in whole thousandths of a point."""
Game = tuple[int, int, int]
"""A day, the winner, the loser."""
GAMES = st.tuples(st.integers(0, 3), st.permutations(range(PEOPLE)).map(lambda order: (order[0], order[1]))).map(
    lambda game: (game[0], *game[1])
)
SEQUENCES = st.lists(GAMES, min_size=1, max_size=40)


def pairs_of(games: Sequence[Game]) -> list[PairResults]:
    """Returns all results of each pair."""
    found: dict[tuple[int, int], PairResults] = {}
    for day, winner, loser in games:
        one, other = sorted((winner, loser))
        pair = found.get((one, other), PairResults(one, other, 0, 0, day))
        found[one, other] = PairResults(one, other, pair.won + (winner == one), pair.games + 1, min(day, pair.first_at))
    return list(found.values())


def board(games: Sequence[Game], until: int, earlier: Sequence[Game] = ()) -> dict[int, int]:
    """The strength of each member, in thousandths of a point."""
    found = strengths(counting(pairs_of(games), until), counting(pairs_of(earlier), until))
    return {one: found.get(one, MemberStrength(MEAN, 0)).strength for one in range(PEOPLE)}


def round_robin(games: int) -> list[Game]:
    """Returns games in which all meet all on the first day. The first-named wins."""
    return [(0, one, other) for one, other in combinations(range(PEOPLE), 2) for _ in range(games)]


def lifted(before: dict[int, int], after: dict[int, int], loser: int) -> bool:
    """Whether a member has risen, alone or relative to any other."""
    rise = {one: after[one] - before[one] for one in before}
    return rise[loser] > ROUNDING or any(rise[loser] - rise[other] > ROUNDING for other in before)


@given(SEQUENCES, st.integers(0, PEOPLE - 1), st.integers(1, PEOPLE - 1), st.just([]) | SEQUENCES)
@example(round_robin(3), 0, 1, [])
@example([*round_robin(1), (1, 5, 0)], 0, 5, [])
def test_no_loss_lifts_its_loser_beside_anyone_and_no_win_sinks_its_winner(
    games: list[Game], one: int, further: int, earlier: list[Game]
) -> None:
    other = (one + further) % PEOPLE
    today = max(day for day, *_ in games)
    before, after = (board(played, today, earlier) for played in (games, [*games, (today, one, other)]))
    assert not lifted(before, after, loser=other)
    sunk = {person: -strength for person, strength in after.items()}
    assert not lifted({person: -strength for person, strength in before.items()}, sunk, loser=one)


@given(SEQUENCES, st.data())
def test_a_loss_turned_into_a_win_never_sinks_whoever_is_known_by_it(games: list[Game], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(games) - 1))
    day, winner, loser = games[number]
    turned = [*games[:number], (day, loser, winner), *games[number + 1 :]]
    for until in (day, max(day for day, *_ in games) + 1):
        assert not lifted(board(turned, until), board(games, until), loser=loser)


@given(SEQUENCES, st.data())
def test_a_loss_is_never_better_than_no_game_beside_the_same_members_known(
    games: list[Game], data: st.DataObject
) -> None:
    """Also for games of other days: the same members are known, since the two have met on that day anyway."""
    number = data.draw(st.integers(0, len(games) - 1))
    loser = games[number][2]
    without = [*games[:number], *games[number + 1 :]]
    until = max(day for day, *_ in games) + 1
    if {pair[:2] for pair in counting(pairs_of(games), until)} == {
        pair[:2] for pair in counting(pairs_of(without), until)
    }:
        assert not lifted(board(without, until), board(games, until), loser=loser)


@given(SEQUENCES, st.randoms(use_true_random=False))
def test_the_order_of_games_changes_nothing(games: list[Game], chance: object) -> None:
    shuffled = list(games)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # a Random
    assert board(shuffled, 4) == board(games, 4)


@given(SEQUENCES, st.integers(1, 40), st.integers(0, 3))
def test_who_loses_to_one_member_alone_changes_nothing(games: list[Game], times: int, accounts: int) -> None:
    farmed = [*games, *((day % 4, 0, PEOPLE + day % (accounts + 1)) for day in range(times))]
    met = defaultdict(set)
    for _, winner, loser in games:
        met[winner].add(loser)
        met[loser].add(winner)
    # Members whom the accounts make known know others too.
    if len(met[0]) >= KNOWN_OPPONENTS:
        assert board(farmed, 4) == board(games, 4)


@given(SEQUENCES, SEQUENCES)
def test_strengths_are_where_the_results_and_the_prior_weigh_the_same(games: list[Game], earlier: list[Game]) -> None:
    """The slope of likelihood times prior, computed by itself, is zero there."""
    pairs, before = pairs_of(games), pairs_of(earlier)
    found = strengths(pairs, before)
    point = math.log(10) / 400
    slope = {one: -(found[one].strength - MEAN) / 1000 / 60**2 / point for one in found}
    for some, most in ((pairs, PAIR_WEIGHT), (before, EARLIER_WEIGHT)):
        for one, other, won, played, _ in some:
            weight = min(played, most) / played
            chance = 1 / (1 + 10 ** ((found[other].strength - found[one].strength) / 400_000))
            slope[one] += weight * (won - played * chance)
            slope[other] -= weight * (won - played * chance)
    assert max(map(abs, slope.values())) < 1e-3


def test_a_pair_weighs_as_three_games_and_equals_are_equal() -> None:
    few = strengths([PairResults(1, 2, 3, 3, 0)], of_one=7)
    many = strengths([PairResults(1, 2, 300, 300, 0)], of_one=7)
    assert (few[1].strength, few[2].strength) == (many[1].strength, many[2].strength)
    assert few[1].strength - MEAN == MEAN - few[2].strength > 25_000
    assert (few[1].counted, many[1].counted) == (3, 7)
    ring = strengths([PairResults(one, (one + 1) % 5, 1, 2, 0) for one in range(5)])
    assert {found.strength for found in ring.values()} == {MEAN}
    assert strengths([]) == {}


def test_five_hundred_accounts_that_only_lose_leave_a_strength_that_is_finite() -> None:
    found = strengths([PairResults(0, account, 1000, 1000, 0) for account in range(1, 501)])
    assert 2_000_000 < found[0].strength < 3_000_000
    assert {found[account].strength for account in range(1, 501)} == {found[1].strength}


def test_games_of_before_a_season_weigh_as_one_and_do_not_count() -> None:
    found = strengths([], [PairResults(1, 2, 30, 30, 0)])
    assert found == {one: MemberStrength(of.strength, 0) for one, of in strengths([PairResults(1, 2, 1, 1, 0)]).items()}


def test_games_count_once_both_had_met_three_members_before_today() -> None:
    games: list[Game] = [(0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 1, 2), (0, 1, 3), (1, 4, 0)]
    assert {pair[:2] for pair in counting(pairs_of(games), 1)} == {(0, 1)}
    assert counting(pairs_of(games), 0) == []
    later: list[Game] = [*games, (1, 2, 3)]
    assert {pair[:2] for pair in counting(pairs_of(later), 1)} == {(0, 1)}, "met today"
    assert {pair[:2] for pair in counting(pairs_of(later), 2)} == set(combinations(range(4), 2))
