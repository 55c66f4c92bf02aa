"""The command `story`: how many games tell two players apart, with and without what the cards were worth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecarte.ai import Level
from ecarte.teaching import Ledger
from ecarte.teaching.story import model_name
from research.__main__ import main
from research.figures import page, played
from research.matches.stories import WAYS, spreads, stored_spreads


def test_the_cards_taken_out_results_spread_less_and_fewer_games_are_needed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played, "FILE", tmp_path / "played.json")
    played.load.cache_clear()
    assert main(["story", "maitre", "novice", "--games", "24", "--store"]) == 0
    head, _, *rows, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"maitre against novice, \d\d games with a story of 24, seed 1", head)
    assert [row[:32].strip() for row in rows] == list(WAYS)
    needed = [int(row.split()[-1].replace(",", "")) for row in rows]
    assert needed == sorted(needed, reverse=True)
    assert needed[0] > 2 * needed[2]
    assert last.startswith("processor time of a story: ")
    stored = stored_spreads()
    assert [row.needed for row in stored.values()] == needed
    assert any(
        f"| {needed[2]:,} |" in line for line in page.page("<!-- figures: stories -->\n<!-- end -->").splitlines()
    )


@pytest.fixture(autouse=True)
def _figures_as_before() -> Iterator[None]:
    yield
    played.load.cache_clear()


def test_an_even_coin_takes_4906_games() -> None:
    won, lost = Ledger(5000, 0, 0, 0, 0, 5000), Ledger(5000, 0, 0, 0, 0, -5000)
    told = spreads([won, lost] * 5000)
    assert told[WAYS[0]].mean == 0.5
    assert told[WAYS[0]].needed == pytest.approx(4906, abs=2)
    assert told[WAYS[3]].deviation == 0


@pytest.mark.parametrize("arguments", [["maitre"], ["maitre", "grandmaster"], ["--games", "9"]])
def test_a_wrong_command_line_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["story", *arguments]) != 0
    assert "story: " in capsys.readouterr().err


def test_the_function_behind_the_values_is_named_and_its_cards_are_worth_nothing_on_average(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["story", "maitre", "salon", "--games", "12", "--model"]
    assert main(command) == 0
    head, *parts = capsys.readouterr().out.splitlines()
    assert head == f"{model_name()}, maitre against salon, 12 games, seed 1"
    assert [re.sub(r"[+-]?\d\.\d+", "N", part) for part in parts] == [
        f"cards {part}: N ± N of a game, N standard errors from 0" for part in ("dealt", "drawn")
    ]
    monkeypatch.setattr("research.matches.stories._FARTHEST", 0)
    assert main(command) != 0
    assert "are worth something on average" in capsys.readouterr().err


def test_the_scale_of_form_falls_from_the_weakest_level_to_the_strongest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["story", "--games", "10", "--form"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == "10 games of each level against itself, seed 1"
    costs = {row.split()[0]: float(row.split()[1]) for row in rows}
    assert list(costs) == [str(level) for level in Level]
    assert costs["starter"] > costs["salon"] > costs["maitre"]
