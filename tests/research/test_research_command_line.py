"""The commands of `python -m research`: what they print, and what a wrong command line gets."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from ecarte.cli import main as read_records
from ecarte.notation import read_all
from research.__main__ import main
from tests.support.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]


def test_random_prints_records_that_replay_and_the_same_ones_for_the_same_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["random", "--seed", "5", "--games", "7"]) == 0
    text = capsys.readouterr().out
    records = list(read_all(text))
    assert {record.state.rules.dialect.value for record in records} == {"cavendish", "modern", "short"}
    assert [record.tags["Number"] for record in records] == list("1234567")
    main(["random", "--seed", "5", "--games", "7"])
    assert capsys.readouterr().out == text
    main(["random", "--seed", "5", "--games", "2", "--rules", "short"])
    short = list(read_all(capsys.readouterr().out))
    assert [record.state.rules.dialect.value for record in short] == ["short"] * 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert read_records(["replay", "-"]) == 0


def test_perft_counts_below_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "3", "--seed", "2"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    assert sum(int(move.rpartition(" ")[2]) for move in moves) == int(total)


def test_bench_measures_and_says_what_it_did_not_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--rounds", "1", "--seconds", "0.02"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "random play, medians of 1 rounds of 0.02 s"
    assert any(line.startswith("écarté") for line in lines)
    assert all(any(peer in line for line in lines) for peer in ("OpenSpiel euchre", "PokerKit hold'em"))


def test_it_runs_as_a_module_and_minds_a_reader_that_goes_away() -> None:
    command = [sys.executable, "-m", "research", "random", "--games", "400"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b'[Ecarte "1"]\n'
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE_S) == 1


@pytest.mark.parametrize("arguments", [[], ["deal"], ["random", "--games", "0"], ["perft", "x"]])
def test_a_wrong_command_line_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m research" in capsys.readouterr().err
