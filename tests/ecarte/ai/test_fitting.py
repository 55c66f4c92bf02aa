"""The level of the house that fits a person, found from their games against it."""

from __future__ import annotations

from math import exp, log
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte.ai import Level, fitting_level, house_marks

LADDER = tuple(Level)
RECORDS = st.dictionaries(
    st.sampled_from(Level),
    st.integers(0, 60).flatmap(lambda played: st.tuples(st.integers(0, played), st.just(played))),
)


def rung(record: dict[Level, tuple[int, int]]) -> int:
    """Returns the place on the ladder of the level that fits."""
    return LADDER.index(fitting_level(record))


def test_a_person_of_whom_nothing_is_known_meets_the_novice() -> None:
    assert fitting_level({}) is Level.NOVICE
    assert fitting_level({Level.MAITRE: (0, 0)}) is Level.NOVICE


def test_the_beginner_of_the_ladder_comes_to_the_level_at_which_they_win_every_second_game() -> None:
    games = 400
    met = {level: (round(level.definition.beginner_wins * games), games) for level in Level}
    assert fitting_level(met) is Level.AMATEUR


@pytest.mark.parametrize("level", Level)
def test_at_any_level_who_wins_all_comes_to_the_top_and_who_loses_all_to_the_bottom(level: Level) -> None:
    assert fitting_level({level: (60, 60)}) is Level.MAITRE
    assert fitting_level({level: (0, 60)}) is Level.STARTER


def test_one_game_moves_no_one_two_levels() -> None:
    assert fitting_level({Level.NOVICE: (0, 1)}) in (Level.STARTER, Level.NOVICE)
    assert fitting_level({Level.MAITRE: (1, 1)}) in (Level.NOVICE, Level.AMATEUR)


def level_after(games: int, strength: float, chance: Random) -> Level:
    """Returns the level that a newcomer meets after this many games.

    Args:
        strength: logits above the beginner's; below zero: weaker.
    """
    record = dict.fromkeys(Level, (0, 0))
    for _ in range(games):
        level = fitting_level(record)
        beginner = level.definition.beginner_wins
        won, played = record[level]
        wins = chance.random() < 1 / (1 + exp(-strength) * (1 - beginner) / beginner)
        record[level] = won + wins, played + 1
    return fitting_level(record)


@pytest.mark.parametrize(("strength", "within"), [(-1.1, 0.9), (-0.4, 0.9), (0.0, 0.8)])
def test_within_ten_games_most_people_meet_the_level_that_fits_or_the_next(strength: float, within: float) -> None:
    """The first newcomer plays at random: that wins 43 % of games against the starter, and 31 % against the novice."""
    chance = Random(10)
    best = min(
        Level,
        key=lambda level: abs(strength + log(level.definition.beginner_wins / (1 - level.definition.beginner_wins))),
    )
    met = [LADDER.index(level_after(10, strength, chance)) for _ in range(300)]
    assert sum(abs(place - LADDER.index(best)) <= 1 for place in met) >= within * len(met)


def test_who_plays_at_random_mostly_meets_the_starter_after_ten_games() -> None:
    chance = Random(11)
    met = [level_after(10, -1.1, chance) for _ in range(300)]
    assert met.count(Level.STARTER) > 0.55 * len(met)


@given(RECORDS, st.sampled_from(Level))
def test_a_game_won_lowers_no_level_and_a_game_lost_raises_none(
    record: dict[Level, tuple[int, int]], level: Level
) -> None:
    won, played = record.get(level, (0, 0))
    assert rung({**record, level: (won + 1, played + 1)}) >= rung(record) >= rung({**record, level: (won, played + 1)})


@pytest.mark.parametrize("games", [(2, 1), (-1, 3)])
def test_a_record_that_cannot_be_is_refused(games: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=rf"^{games[0]} games won of {games[1]}$"):
        fitting_level({Level.SALON: games})


def test_the_shares_are_those_of_the_page_of_mathematics() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "mathematics.md").read_text(encoding="utf-8")
    for level in Level:
        name, share = level.definition.title, level.definition.beginner_wins
        (line,) = (line for line in page.splitlines() if line.startswith(f"| {name} | ") and " ± 0.8% |" in line)
        assert f"| {share:.1%} ± 0.8% |" in line


def test_a_mark_gives_the_chance_that_was_measured_by_the_formula_of_the_ratings() -> None:
    marks = house_marks(1500)
    assert list(marks.values()) == sorted(marks.values())
    for level, mark in marks.items():
        assert 1 / (1 + 10 ** ((mark - 1500) / 400)) == pytest.approx(level.definition.beginner_wins, abs=0.001)
    assert house_marks(1600)[Level.NOVICE] == marks[Level.NOVICE] + 100
