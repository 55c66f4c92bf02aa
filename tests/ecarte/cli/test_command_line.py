"""`python -m ecarte`: what it prints, what it says when something is wrong, and its exit status."""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecarte.cli import main
from ecarte.cli._run import run

RECORDS = Path(__file__).parents[1] / "notation" / "records"
ROOT = Path(__file__).parents[3]


def standard_input(content: bytes) -> io.TextIOWrapper:
    """Makes a standard input that holds these bytes."""
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
        ("score 0-2", "score 2-0", "line 16: the game requires this line: score 0-2 S vole tricks 0-0"),
        ("[Rules", "[Rulez", "line 6: the tag Rules is missing"),
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


def test_good_records_before_a_bad_one_are_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (RECORDS / "condition-fails.txt").read_bytes()
    monkeypatch.setattr(sys, "stdin", standard_input(good + b"\n" + good.replace(b"end 0-5", b"end 1-5")))
    assert main(["replay", "-"]) == 2
    out, err = capsys.readouterr()
    assert "end: 0-5  S wins (five)" in out
    assert err.startswith("ecarte: standard input: line 99: the game requires this line: end 0-5 S five")


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


@pytest.mark.parametrize("arguments", [[], ["deal"], ["random"], ["verify", "--no"], ["replay"]])
def test_a_wrong_command_line_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m ecarte" in capsys.readouterr().err


NO_RECORDS = {
    "nothing": b"",
    "comments alone": b"; a comment\n\n \t\r\n; another\n",
    "a byte order mark alone": b"\xef\xbb\xbf",
    "no UTF-8": b'[Ecarte "1"]\n\xff\n',
    "NULs": b"\0" * 100,
    "a record of NULs": b'[Ecarte "1"]\n[North "\0"]\n',
    "beyond the last character": b'[Ecarte "1"]\n[North "\\U80000000"]\n',
    "far beyond it": b'[Ecarte "1"]\n[North "\\Uffffffff"]\n',
    "half a character": b'[Ecarte "1"]\n[North "\\ud800"]\n',
    "an escape that breaks off": b'[Ecarte "1"]\n[North "\\',
    "brackets": b"[" * 100_000,
    "a long line": b'[Ecarte "1"]\n[North "' + b"x" * 300_000 + b'"]\n',
    "a long word for a card": (RECORDS / "condition-fails.txt")
    .read_bytes()
    .replace(b"cut N KC", b"cut N " + b"K" * 9999),
    "a huge number": (RECORDS / "condition-fails.txt").read_bytes().replace(b"deal 1", b"deal " + b"9" * 9999),
    "a seed that is no text": (RECORDS / "fair-deals.txt").read_bytes().replace(b'N "sparrow"', b'N "\\udfff"'),
}


@pytest.mark.parametrize("command", ["replay", "verify", "review"])
@pytest.mark.parametrize("content", NO_RECORDS)
def test_whatever_the_bytes_are_a_refusal_is_one_line_with_the_place_and_status_two(
    content: str, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", standard_input(NO_RECORDS[content]))
    assert main([command, "-"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"ecarte: standard input: line \d+: [ -~]{1,200}\n", err)


def test_a_name_that_the_output_cannot_show_is_written_with_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.BytesIO()
    record = (RECORDS / "condition-fails.txt").read_text("utf-8").replace("Alice", "Ünal")
    monkeypatch.setattr(sys, "stdin", standard_input(record.encode()))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, "ascii"))
    assert main(["replay", "-"]) == 0
    assert output.getvalue().startswith(rb"\xdcnal (N) and Bruno (S)")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full is a device of Linux")
@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("replay - <&-", "ecarte: standard input: it is closed\n"),
        ("replay docs/examples/game.txt >/dev/full", "ecarte: standard output: No space left on device\n"),
        ("replay no-such-file >/dev/full", "ecarte: no-such-file: No such file or directory\n"),
        ("laws >/dev/full", "ecarte: standard output: No space left on device\n"),
        ("laws >&-", "ecarte: there is no standard output\n"),
    ],
)
def test_input_that_is_closed_and_output_that_is_full_end_in_one_line(command: str, says: str) -> None:
    shell = f'"$0" -m ecarte {command}'
    done = subprocess.run(["sh", "-c", shell, sys.executable], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


def test_an_error_of_a_file_is_not_said_of_the_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def lines(_options: argparse.Namespace) -> Iterator[str]:
        yield tmp_path.joinpath("missing.json").read_text(encoding="utf-8")

    parser = argparse.ArgumentParser()
    parser.set_defaults(lines=lines)
    assert run(parser, []) == 2
    assert capsys.readouterr().err == f"ecarte: {tmp_path / 'missing.json'}: No such file or directory\n"
