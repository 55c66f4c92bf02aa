"""Matches: the same packs for both sides, the same result for the same seed, and the output of `match`."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from random import Random

import pytest

from ecarte.ai import Level, Player, player_of
from ecarte.ai.players import Weights
from ecarte.game import Card, PlayerView, Seat
from research.__main__ import main
from research.matches.duel import DuelResult, play_pair
from research.matches.duels import run_match

LEVELS = ", ".join(level.value for level in Level)


def watched(player: Player, seen: list[tuple[Seat, int, frozenset[Card | None]]]) -> Callable[[PlayerView], Weights]:
    """The player, recording each hand dealt to it as elder, with seat and deal."""

    def asked(view: PlayerView) -> Weights:
        public = view.public
        if public.proposals == 0 and public.elder is view.seat and not public.tricks:
            seen.append((view.seat, public.number, frozenset(view.places)))
        return player(view)

    return asked


def test_in_a_pair_each_has_the_cards_that_the_other_had() -> None:
    first: list[tuple[Seat, int, frozenset[Card | None]]] = []
    second: list[tuple[Seat, int, frozenset[Card | None]]] = []
    salon = player_of(Level.SALON)
    choices = [Random(1), Random(1)]
    assert play_pair(watched(salon, first), watched(salon, second), Random(5), choices) == 1
    assert first
    assert {seat for seat, _, _ in first} == set(Seat)
    assert sorted(map(repr, first)) == sorted(map(repr, second))


def test_a_match_is_the_same_however_many_processes_play_it() -> None:
    alone = run_match(Level.SALON, Level.NOVICE, pairs=25, seed=3, cores=1)
    assert alone.pairs == 25
    assert run_match(Level.SALON, Level.NOVICE, pairs=25, seed=3, cores=2) == alone
    assert run_match(Level.SALON, Level.NOVICE, pairs=25, seed=4, cores=1) != alone


def test_changing_the_players_changes_the_winner_and_nothing_else() -> None:
    forward = run_match(Level.SALON, Level.NOVICE, pairs=60, seed=1, cores=1)
    assert forward.share > 0.5
    same = run_match(Level.SALON, Level.SALON, pairs=10, seed=1, cores=1)
    assert same == DuelResult(0, 10, 0), "a player against itself wins one game of each pair"
    assert same.share == 0.5


def test_progress_is_reported_at_the_end_if_not_before() -> None:
    output = StringIO()
    run_match(Level.SALON, Level.NOVICE, pairs=2, seed=3, cores=1, progress=output)
    assert output.getvalue().startswith("4 of 4 games, salon wins ")


def test_the_interval_is_that_of_the_pairs() -> None:
    result = DuelResult(none=10, one=70, both=20)
    low, high = result.interval()
    assert result.share == pytest.approx(0.55)
    spread = (10 * 0.55**2 + 70 * 0.05**2 + 20 * 0.45**2) / 99
    assert (low, high) == pytest.approx(
        (0.55 - 1.959964 * (spread / 100) ** 0.5, 0.55 + 1.959964 * (spread / 100) ** 0.5)
    )
    assert DuelResult(0, 1, 0).interval() == (0.0, 1.0)


def test_the_command_prints_the_result_and_progress_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "salon", "novice", "--games", "8", "--seed", "2", "--cores", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].endswith("of 8 games against novice, seed 2")
    assert out.splitlines()[1].startswith("95 % interval: ")
    assert err.startswith("8 of 8 games, salon wins ")
    assert main(["match", "salon", "novice", "--games", "8", "--seed", "2", "--cores", "1", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["first"], output["second"], output["games"], output["seed"]) == ("salon", "novice", 8, 2)
    assert sum(output["pairs_by_wins_of_first"]) == 4
    assert output["interval"][0] <= output["share"] <= output["interval"][1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["salon", "grand-master"],
            f"match: 'grand-master' is no level; the levels are {LEVELS}",
        ),
        (["salon"], f"match: two levels are needed, of {LEVELS}"),
        ([], f"match: two levels are needed, of {LEVELS}"),
        (["salon", "novice", "--games", "7"], "match: games are played in pairs, and 7 is an odd number"),
    ],
)
def test_a_wrong_match_is_refused_in_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    assert capsys.readouterr().err == f"ecarte: {says}\n"


def test_the_levels_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "--levels"]) == 0
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == [str(level) for level in Level]


def test_the_ladder_has_a_line_for_each_level_and_the_same_seed_gives_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["ladder", "--games", "4", "--seed", "3", "--cores"]
    assert [main([*arguments, cores]) for cores in ("1", "2")] == [0, 0]
    lines = capsys.readouterr().out.splitlines()
    one, other = lines[: len(lines) // 2], lines[len(lines) // 2 :]
    assert [line.split()[0] for line in one[1:]] == [str(level) for level in Level]
    assert one == other


@pytest.mark.parametrize("games", ["2", "7"])
def test_a_ladder_of_too_few_or_odd_games_is_refused_in_one_line(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ladder", "--games", games]) == 2
    assert capsys.readouterr().err == (
        f"ecarte: ladder: games are played in pairs, two pairs at least; {games} will not do\n"
    )


def test_the_pace_of_decisions_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "--pace", "--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == [str(level) for level in Level]
