"""The programs of `docs/examples` run as a reader runs them, and print what their subject is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ecarte.notation import read

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
LONGEST = 40
WITH_PEERS = {"pettingzoo_environment"}
"""Programs that need packages of `make bench`, which runs them."""
PRINTED = {
    "odds_of_a_hand": r"point against 37,310 of 65,780 hands, vole against 56\n(.*\n){5}.* between 0\.567 and 0\.582\n",
    "own_player": r"bold wins \d+ of 50 games against the salon\n",
    "play_a_game": r'\[Ecarte "1"\]\n(.*\n)+end \d-\d [NS] five\n+',
    "replay_a_record": r"Alice against Bruno\n(deal \d: .* turned \w\w\n   [NS] scores .*\n){6}won by N\n",
    "verify_a_deal": r"(deal \d: fair\n){6}",
}


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs an example in a process of its own."""
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_every_example_is_run_and_none_is_long() -> None:
    programs = sorted(EXAMPLES.glob("*.py"))
    assert {path.stem for path in programs} == PRINTED.keys() | WITH_PEERS
    longer = {path.stem for path in programs if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST}
    assert longer == WITH_PEERS


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_what_it_is_about(name: str) -> None:
    done = run(name)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(PRINTED[name], done.stdout), done.stdout


def test_the_game_that_is_played_can_be_read_again() -> None:
    assert read(run("play_a_game").stdout).state.outcome is not None


def test_a_record_that_was_changed_is_refused_and_a_pack_that_was_not_promised_is_named(tmp_path: Path) -> None:
    text = (EXAMPLES / "game.txt").read_text(encoding="utf-8")
    file = tmp_path / "changed.txt"
    file.write_text(text.replace("S king turned\n", ""), encoding="utf-8")
    assert "line 17" in run("replay_a_record", str(file)).stderr
    file.write_text(text.replace("cut 20", "cut 21"), encoding="utf-8")
    done = run("verify_a_deal", str(file))
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "deal 1: other-pack")
