"""Accounts that lose on purpose bring no place: by the simulation, whose board is the database's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.storage import Database
from bot.storage.rating_entries import rate_game
from tests.bench import farming
from tests.bench.farming import BOARD, CASES, RULES, Assumptions, board, season
from tests.bot.storage.making import GUILD
from tests.bot.storage.test_ratings import DAY_MS, NOW, result


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_one_and_two_accounts_that_lose_to_a_member_change_nothing_on_the_board_of_a_hundred(seed: str) -> None:
    honest = season(Assumptions(), seed)
    usual = board(honest, RULES[BOARD])
    assert len(usual) > 60
    for accounts in (1, 2):
        farmed = season(Assumptions(accounts=accounts), seed)
        assert board(farmed, RULES["all games"])[0] == farmed.farmer, "by all games the first place can be farmed"
        assert board(farmed, RULES[BOARD]) == usual
        assert farmed.room.ratings[farmed.farmer].rating > honest.room.ratings[honest.farmer].rating + 100_000


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_losing_first_to_accounts_that_no_one_else_knows_changes_nothing_on_the_board(seed: str) -> None:
    """Gains were reckoned from the number by all games: who had lost it first gained more by each game that counts."""
    honest = season(Assumptions(first=1), seed)
    usual = board(honest, RULES[BOARD])
    assert len(usual) > 60
    for accounts in ({"accounts": 1}, {"new": 1}):
        lost = season(replace(Assumptions(first=1, loses=0), **accounts), seed)
        assert lost.room.ratings[lost.farmer].rating < honest.room.ratings[honest.farmer].rating - 30_000
        assert board(lost, RULES[BOARD]) == usual


def test_accounts_new_each_day_and_a_member_without_honest_play_have_no_place() -> None:
    for case in ({"new": 1, "alone": 1}, {"accounts": 2, "alone": 1}):
        farmed = season(replace(Assumptions(), **case), "1")
        assert farmed.farmer not in board(farmed, RULES[BOARD])


async def test_the_board_of_the_simulation_is_that_of_the_database(tmp_path: Path) -> None:
    played = season(Assumptions(honest=12, weeks=2, games=30, circle=4, friends=2, accounts=2, strangers=2), "1")
    # Ids begin with 1.
    games = [(day, one + 1, other + 1) for day, pairs in enumerate(played.room.games) for one, other in pairs]

    def enter(connection: Connection) -> None:
        for number, (day, winner, loser) in enumerate(games):
            rate_game(connection, result(number, winner, loser, NOW + day * DAY_MS))

    async with await Database.open(str(tmp_path / "season.sqlite3")) as database:
        await database.migrate()
        await database.connections.write(enter)
        stored = await database.ratings.board(GUILD, NOW + 13 * DAY_MS, limit=100)
        assert await database.audit.ledger_faults() == ()
    placed = [line.user_id - 1 for line in stored.rows if line.place is not None]
    assert len(placed) > 10
    assert [one for one in placed if one <= played.farmer] == board(played, RULES[BOARD])


def test_a_line_is_printed_for_each_kind_of_account(capsys: pytest.CaptureFixture[str]) -> None:
    farming.main(["--seasons", "1", "--weeks", "1", "--honest", "12", "--friends", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[3 : 3 + len(CASES)]] == list(CASES)
    assert lines[-1].startswith("numbers at the end")
