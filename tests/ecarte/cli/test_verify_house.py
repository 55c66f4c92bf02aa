"""`verify` recomputes the moves of the house."""

from __future__ import annotations

from pathlib import Path

import pytest

from ecarte.ai import Level, name_of, player_named
from ecarte.cli import main
from tests.support.house_games import DUE_DISCARDS, GOLDEN, by_view, house_game


def printed(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[int, list[str]]:
    status = main(["verify", *map(str, files)])
    return status, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    "path", sorted([*GOLDEN.glob("*.txt"), *DUE_DISCARDS.glob("*.txt")]), ids=lambda path: path.stem
)
def test_a_record_verifies_with_the_version_that_played_and_says_where_another_did(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = printed(capsys, path)
    name = path.stem.replace("-", " ")
    assert status == 0
    assert lines[-1].startswith("yes: ")
    if player_named(name) is not None:
        moves = lines[-2].split()
        assert moves[:2] == ["yes:", moves[3]]
        assert int(moves[3]) > 15
    else:
        assert lines[-2].startswith("not recomputed: ")
        assert f"house S ({name}), moves: " in "\n".join(lines)


def test_every_present_version_has_a_record() -> None:
    assert {name_of(level).replace(" ", "-") for level in Level} <= {path.stem for path in GOLDEN.glob("*.txt")}


def test_a_house_that_is_not_the_player_named_gets_a_no_with_each_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    file.write_text(house_game(Level.MAITRE, 5, choose=by_view(Level.NOVICE)).record, "utf-8")
    status, lines = printed(capsys, file)
    places = [line for line in lines if ": NO, made was " in line]
    assert status == 1
    assert places
    assert lines[-2].startswith(f"no: {len(places)} of ")
    assert lines[-1].startswith("yes: "), "the packs were what was promised"


def test_the_explanation_says_how_the_numbers_are_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--explain"]) == 0
    assert '"ecarte house 1 N k"' in capsys.readouterr().out
