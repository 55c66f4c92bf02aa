"""`python -m ecarte review`: what it prints for people and for programs, and what it says of a game that it cannot
review.
"""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from ecarte import notation
from ecarte.ai.native import engine_in_use, use_engine
from ecarte.cli import main
from ecarte.game import Manners, Rules, Seat, begin
from ecarte.teaching import BookRule

RECORDS = Path(__file__).parents[1] / "notation" / "records"
PLAIN = RECORDS / "first-release" / "plain.txt"
OTHERS = ("modern", "short", "vole", "refused-and-unproposed", "short-two-exchanges")


@cache
def printed_of(name: str, *options: str) -> str:
    """Returns what the command prints of a record. The text is stored, since a review takes seconds."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["review", str(RECORDS / "first-release" / f"{name}.txt"), *options]) == 0
    return out.getvalue()


def test_it_names_the_worst_first_with_the_book_and_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(PLAIN), "--seat", "N"]) == 0
    out, err = capsys.readouterr()
    first, *lines = out.splitlines()
    assert first.startswith("Alice (N): ")
    costs = [float(line.split("-")[1].split("%")[0]) for line in lines if line[0].isdigit()]
    assert costs
    assert costs == sorted(costs, reverse=True)
    assert lines[1].startswith("   ")
    assert "; better: " in lines[1]
    quoted = [line for line in lines if line.startswith(("   the book: ", "   a general rule of the book: "))]
    assert quoted
    assert all("(p" in line for line in quoted)
    assert lines[-1].startswith("Estimates by a model")
    assert "Bruno" not in out
    assert err == ""


@pytest.mark.parametrize("name", ["stopped-by-agreement", pytest.param("short", marks=pytest.mark.soak)])
def test_the_engine_that_computes_is_named_and_changes_no_figure(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = engine_in_use()
    try:
        assert printed_of(name, "--engine", "python") == printed_of(name)
        assert main(["review", str(PLAIN), "--engine", "steam"]) == 2
    finally:
        use_engine(before)
    assert "there is no engine 'steam'" in capsys.readouterr().err


def test_without_a_seat_it_reviews_both_and_json_has_every_decision() -> None:
    told = json.loads(printed_of("plain", "--json"))
    assert [(review["name"], review["seat"]) for review in told] == [("Alice", "N"), ("Bruno", "S")]
    for review in told:
        assert review["given_away"] == pytest.approx(sum(decision["cost"] for decision in review["decisions"]))
        for decision in review["decisions"]:
            chances = decision["chances"]
            assert chances[decision["best"]] - chances[decision["done"]] == pytest.approx(decision["cost"])
            if decision["book"] is not None:
                rule = BookRule(decision["book"]["rule"])
                assert decision["book"]["said"] is rule.is_said


@pytest.mark.parametrize("name", ["plain", *(pytest.param(name, marks=pytest.mark.soak) for name in OTHERS)])
def test_text_and_json_agree_to_the_last_digit(name: str) -> None:
    expected: list[list[float]] = []
    for review in json.loads(printed_of(name, "--json")):
        costly = sorted(
            (decision for decision in review["decisions"] if decision["cost"]), key=lambda decision: -decision["cost"]
        )
        total = sum(round(100 * decision["cost"]) for decision in costly)
        assert total == round(100 * review["given_away"])
        expected += [[len(review["decisions"]), len(costly), total]]
        expected += [
            [decision["cost"], decision["chances"][decision["done"]], decision["chances"][decision["best"]]]
            for decision in costly
        ]
    printed: list[list[float]] = []
    for line in printed_of(name).splitlines():
        if found := re.search(r": (\d+) decisions?, (\d+) of them not the best, (\d+)% of a game given away$", line):
            printed.append([int(figure) for figure in found.groups()])
        elif found := re.match(r"\d+\. -(\S+)%  deal ", line):
            costs = [float(found[1]) / 100]
        elif found := re.match(r"   .* \((\S+)%\); better: .* \((\S+)%\)$", line):
            printed.append(costs + [float(share) / 100 for share in found.groups()])
    assert printed == expected
    assert all(len(row) == 3 for row in printed)


def test_a_salon_is_not_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text(notation.write(begin(Rules(manners=Manners.SALON), Seat.NORTH), {}), "utf-8")
    assert main(["review", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "ecarte: review: only games of five points at guided tables can be reviewed\n"


@pytest.mark.parametrize("text", ["", "Roses are red\n", PLAIN.read_text("utf-8").replace("1. ", "1. E ", 1)])
def test_a_bad_record_is_one_line_and_exit_status_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    status = main(["review", str(path)])
    err = capsys.readouterr().err
    assert (status, len(err.splitlines())) == (2, 1)


def test_a_file_that_is_not_there_and_an_unknown_seat_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "no-such-file"]) == 2
    assert "no-such-file" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        main(["review", str(PLAIN), "--seat", "E"])
    assert stopped.value.code == 2
