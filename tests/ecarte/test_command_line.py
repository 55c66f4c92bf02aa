"""`python -m ecarte`: what it prints, what it says when something is wrong, and its exit status."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from ecarte.__main__ import main
from ecarte.notation import read_all

RECORDS = Path(__file__).parent / "records"
ROOT = Path(__file__).parents[2]


def standard_input(content: bytes) -> io.TextIOWrapper:
    """A standard input that holds these bytes."""
    return io.TextIOWrapper(io.BytesIO(content))


def test_replay_prints_the_score_after_each_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORDS / "condition-fails.txt")]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "Alice (N) and Bruno (S), cavendish",
        "deal 1: 0-2  S marks 2 (vole, tricks 0-0)",
        "deal 2: 0-5  S marks 2 (vole, tricks 0-5)",
        "end: 0-5  S wins (five)",
    ]
    assert err == ""


def test_replay_reads_standard_input_and_games_without_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", standard_input((RECORDS / "cavendish-hand-12.txt").read_bytes()))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "deal 1: 0-2  S marks 2 (unproposed, tricks 2-3)",
        "not finished: 0-2",
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1. S QH", "1. S KH", "line 14: card-not-in-hand (law 39): card KH"),
        ("score 0-2", "score 2-0", "line 16: by the game it should be: score 0-2 S vole tricks 0-0"),
        ("[Rules", "[Rulez", "line 6: there is no tag Rules"),
    ],
)
def test_a_bad_record_stops_with_line_and_law_and_status_two(
    old: str, new: str, says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text((RECORDS / "condition-fails.txt").read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert main(["replay", str(bad)]) == 2
    out, err = capsys.readouterr()
    assert err == f"ecarte: {bad}: {says}\n"
    assert out == ""


def test_good_records_before_a_bad_one_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (RECORDS / "condition-fails.txt").read_bytes()
    monkeypatch.setattr(sys, "stdin", standard_input(good + b"\n" + good.replace(b"end 0-5", b"end 1-5")))
    assert main(["replay", "-"]) == 2
    out, err = capsys.readouterr()
    assert "end: 0-5  S wins (five)" in out
    assert err.startswith("ecarte: standard input: line 99: by the game it should be: end 0-5 S five")


@pytest.mark.parametrize(
    ("content", "says"),
    [(b'[Ecarte "1"]\n\xff\n', "line 2: the text is not UTF-8"), (b"hello", "line 1: a record starts with")],
)
def test_what_is_no_text_or_no_record_is_refused(
    content: bytes, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", standard_input(content))
    assert main(["replay", "-"]) == 2
    assert says in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        assert main(["replay", str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"ecarte: {path}: ")


def test_a_file_with_a_byte_order_mark_is_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    marked = tmp_path / "marked.txt"
    marked.write_bytes(b"\xef\xbb\xbf" + (RECORDS / "condition-fails.txt").read_bytes())
    assert main(["replay", str(marked)]) == 0


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
    monkeypatch.setattr(sys, "stdin", standard_input(text.encode()))
    assert main(["replay", "-"]) == 0


def test_perft_counts_below_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "3", "--seed", "2"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    assert sum(int(move.rpartition(" ")[2]) for move in moves) == int(total)


@pytest.mark.parametrize("arguments", [[], ["deal"], ["random", "--games", "0"], ["perft", "x"], ["replay"]])
def test_a_wrong_command_line_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m ecarte" in capsys.readouterr().err


def test_bench_measures_and_says_what_it_did_not_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--rounds", "1", "--seconds", "0.02"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "random play, medians of 1 rounds of 0.02 s"
    assert any(line.startswith("écarté") for line in lines)
    assert all(any(peer in line for line in lines) for peer in ("OpenSpiel euchre", "PokerKit hold'em"))


def test_it_runs_as_a_module_and_minds_a_reader_that_goes_away() -> None:
    command = [sys.executable, "-m", "ecarte", "random", "--games", "400"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b'[Ecarte "1"]\n'
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 1
