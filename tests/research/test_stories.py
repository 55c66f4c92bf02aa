"""The command `story`: how many games tell two players apart, with and without what the cards were worth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecarte.teaching import Ledger
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
