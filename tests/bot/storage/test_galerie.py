"""Results of bystanders' bets and advice: stored once, after the game. Also the boards, and an upgrade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from bot.ranking.board_lines import LEAST_ADVICE, LEAST_BETS, GalerieLine, GalerieSort
from bot.ranking.periods import Period, SeasonKind
from bot.rows.chips import Escrow, MovementKind
from bot.rows.game_results import AdviceGiven
from bot.storage import Database
from bot.storage.galerie_sums import add_bets
from bot.storage.schema import version as schema_version
from bot.storage.schema.galerie_tables import advice_results, bet_results, bet_sums
from tests.bot.storage.counting import closed, expect_balanced, game_at, moved, settled
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, row_of, seated, step, won_by
from tests.support.erasing import database_text, erase_person

DAY_MS = 86_400_000
WEDNESDAY = 1_787_140_800_000
"""In the middle of a month, of a quarter and of a year."""


async def results(database: Database) -> Sequence[Any]:
    """All results of bets: game, person, bet and returned."""
    chosen = select(bet_results.c.table_id, bet_results.c.game_no, bet_results.c.user_id, bet_results.c.bet)
    rows = await database.connections.read(
        lambda connection: connection.execute(chosen.add_columns(bet_results.c.returned)).all()
    )
    return sorted(tuple(row) for row in rows)


async def evening(database: Database) -> Escrow:
    """Plays a double of Bruno's: Chloé has backed Alice, David has backed Bruno and taken a part of the bet back."""
    game = await game_at(database)
    row = await row_of(database, game.table_id)
    row = replace(row, status="playing", north_id=ALICE, south_id=BRUNO)
    await moved(database, game, {ALICE: -40, BRUNO: -40}, 11, MovementKind.STAKE)
    await moved(database, game, {CHLOE: -30}, 12)
    await moved(database, game, {DAVID: -50}, 13)
    await closed(database, game, {DAVID: 10})
    await database.tables.commit(step(row, result=won_by(row, "south")))
    await settled(database, game, {ALICE: -40, CHLOE: -30, BRUNO: 120, DAVID: 100})
    return game


async def test_results_of_bets_name_no_erased_person_though_the_log_of_the_game_is_gone(database: Database) -> None:
    game = await evening(database)
    stand_in = await erase_person(database, CHLOE)
    assert await results(database) == [(game.table_id, 1, stand_in, 60, 0), (game.table_id, 1, DAVID, 40, 100)]
    assert str(CHLOE) not in await database_text(database)
    await expect_balanced(database)


async def test_a_payment_writes_what_each_bystander_bet_and_got_back_and_no_players(database: Database) -> None:
    game = await evening(database)
    assert await results(database) == [
        (game.table_id, 1, CHLOE, 60, 0),
        (game.table_id, 1, DAVID, 40, 100),
    ]
    await expect_balanced(database)


@pytest.mark.parametrize(
    ("fault", "number", "sums"),
    [
        ("UPDATE bet_results SET bet = bet + 1", 2, 4),
        ("DELETE FROM bet_results", 2, 4),
        ("UPDATE bet_results SET at = at + 1", 2, 0),
        (
            "INSERT INTO bet_results SELECT table_id, game_no, 5, guild_id, at, 1, 0 FROM bet_results"
            " WHERE returned = 0",
            1,
            2,
        ),
    ],
)
async def test_the_audit_holds_the_results_of_bets_against_the_ledger(
    database: Database, fault: str, number: int, sums: int
) -> None:
    await evening(database)
    await database.connections.write(lambda connection: connection.execute(text(fault)))
    expected = [f"server {GUILD}: {number} rows of its bet_results are not what its ledger says"]
    # Their sums are unchanged.
    expected += [f"server {GUILD}: {sums} rows of its bet_sums are not what its bet_results add up to"] if sums else []
    assert [str(found) for found in await database.audit.ledger_faults()] == expected


async def test_the_audit_holds_the_sums_of_bets_against_their_results(database: Database) -> None:
    await evening(database)
    damage = f"UPDATE bet_sums SET returned = returned + 1 WHERE user_id = {CHLOE}"
    await database.connections.write(lambda connection: connection.execute(text(damage)))
    (found,) = await database.audit.ledger_faults()
    assert str(found) == f"server {GUILD}: 2 rows of its bet_sums are not what its bet_results add up to"


async def test_a_database_from_before_is_brought_up_to_what_its_ledger_says(database: Database) -> None:
    await evening(database)
    now = await results(database)

    def bring_up(connection: Connection) -> None:
        """Changes the database to schema 0025, without these tables."""
        bet_results.drop(connection)
        advice_results.drop(connection)
        bet_sums.drop(connection)
        schema_version.put(connection, "0025")
        schema_version.upgrade(connection, "0026")
        schema_version.put(connection, "0028")
        schema_version.upgrade(connection, "0029")
        schema_version.put(connection, schema_version.head())

    await database.connections.write(bring_up)
    assert await results(database) == now
    assert await database.audit.ledger_faults() == ()


async def advised(database: Database) -> int:
    """Plays a game to its end, in which Chloé has advised three times. Returns its table."""
    row = await seated(database)
    commit = replace(step(row, result=won_by(row, "south")), advice=(AdviceGiven(CHLOE, 3, 2, 1),))
    await database.tables.commit(commit)
    return row.id


async def test_advice_is_judged_once_and_only_where_some_was_given(database: Database) -> None:
    table = await advised(database)
    for person, best in ((CHLOE, 2), (CHLOE, 3), (DAVID, 1)):
        await database.galerie.judge(table, 1, person, given=3, best=best)
    await database.galerie.judge(table, 2, CHLOE, given=3, best=3)
    board = await database.galerie.board(GUILD, GalerieSort.ADVICE, reader=CHLOE)
    assert board.rows == ()
    assert board.own == GalerieLine(None, CHLOE, 2 / 3, 3, 1, 3)
    assert await database.audit.ledger_faults() == ()


async def test_the_audit_finds_advice_that_no_one_gave(database: Database) -> None:
    table = await advised(database)
    await database.galerie.judge(table, 1, CHLOE, given=3, best=2)
    await database.connections.write(lambda connection: connection.execute(text("DELETE FROM advice")))
    (found,) = await database.audit.ledger_faults()
    assert str(found) == f"server {GUILD}: 1 rows of its advice_results belong to no advice"


def bets(person: int, number: int, bet: int, returned: int, *, at: int = 0, guild: int = GUILD) -> list[dict[str, int]]:
    """Returns a number of bets of a person, each in a game of its own."""
    key = {"game_no": 1, "user_id": person, "guild_id": guild, "bet": bet, "returned": returned}
    return [key | {"table_id": person % 1000 * 1000 + table, "at": at + table} for table in range(number)]


async def fill(database: Database, *rows: list[dict[str, int]]) -> None:
    """Writes results of bets."""
    every = [row for some in rows for row in some]
    await database.connections.write(lambda connection: add_bets(connection, every))


async def test_the_board_of_bets_goes_by_what_came_back_for_each_chip_and_equals_share_a_place(
    database: Database,
) -> None:
    await fill(
        database,
        bets(ALICE, LEAST_BETS, 10, 12),
        bets(BRUNO, LEAST_BETS, 100, 120),
        bets(CHLOE, LEAST_BETS, 10, 9),
        bets(DAVID, LEAST_BETS - 1, 10, 1000),
    )
    board = await database.galerie.board(GUILD, GalerieSort.BETS, reader=DAVID, limit=2)
    assert [(line.place, line.user_id, line.share) for line in board.rows] == [(1, BRUNO, 1.2), (1, ALICE, 1.2)]
    assert (board.total, board.own) == (3, GalerieLine(None, DAVID, 100.0, 90, 9, 9))
    last = await database.galerie.board(GUILD, GalerieSort.BETS, reader=CHLOE, limit=2, offset=50)
    assert last.rows == (last.own,)
    assert last.own == GalerieLine(3, CHLOE, 0.9, 10 * LEAST_BETS, LEAST_BETS, LEAST_BETS)
    board = await database.galerie.board(GUILD, GalerieSort.BETS, without={ALICE, BRUNO})
    assert [(line.place, line.user_id) for line in board.rows] == [(1, CHLOE)]


async def test_the_board_takes_games_of_its_server_and_its_time_alone(database: Database) -> None:
    await fill(
        database,
        bets(ALICE, LEAST_BETS, 10, 0, at=DAY_MS),
        bets(BRUNO, LEAST_BETS, 10, 0, at=2 * DAY_MS),
        bets(CHLOE, LEAST_BETS, 10, 0, at=DAY_MS, guild=OTHER_GUILD),
    )
    board = await database.galerie.board(GUILD, GalerieSort.BETS, since=DAY_MS, until=2 * DAY_MS, reader=BRUNO)
    assert [line.user_id for line in board.rows] == [ALICE]
    assert board.own is None


@pytest.mark.parametrize(
    ("since", "until", "games"),
    [
        (Period.ALL.since(WEDNESDAY), None, 8 * LEAST_BETS),
        (Period.YEAR.since(WEDNESDAY), None, 7 * LEAST_BETS),
        (Period.MONTH.since(WEDNESDAY), None, 4 * LEAST_BETS),
        (Period.WEEK.since(WEDNESDAY), None, 2 * LEAST_BETS),
        (SeasonKind.QUARTER.bounds(WEDNESDAY)[0], Period.MONTH.since(WEDNESDAY), 2 * LEAST_BETS),
        (WEDNESDAY, WEDNESDAY + 5, 5),
    ],
)
async def test_the_board_by_sums_of_months_is_that_by_games(
    database: Database, since: int, until: int | None, games: int
) -> None:
    moments = (
        WEDNESDAY,
        Period.WEEK.since(WEDNESDAY),
        Period.WEEK.since(WEDNESDAY) - 1000,
        Period.MONTH.since(WEDNESDAY),
        Period.MONTH.since(WEDNESDAY) - 1000,
        SeasonKind.QUARTER.bounds(WEDNESDAY)[0],
        Period.YEAR.since(WEDNESDAY),
        Period.YEAR.since(WEDNESDAY) - 1000,
    )
    for number, at in enumerate(moments):
        rows = bets(ALICE, LEAST_BETS, 10, number, at=at)
        await fill(database, [row | {"game_no": number + 1} for row in rows])
    board = await database.galerie.board(GUILD, GalerieSort.BETS, since, until, reader=ALICE)
    assert board.own is not None
    assert board.own.games == games


async def test_the_board_of_advice_asks_for_enough_of_it_in_however_many_games(database: Database) -> None:
    row = await seated(database)
    for game_no, (given, best) in enumerate(((LEAST_ADVICE - 1, 10), (1, 1)), 1):
        commit = replace(
            step(row, result=won_by(row, "south", game_no=game_no)), advice=(AdviceGiven(CHLOE, given, 0, 0),)
        )
        row = replace(row, version=await database.tables.commit(commit))
        before = await database.galerie.board(GUILD, GalerieSort.ADVICE)
        assert before.rows == ()
        await database.galerie.judge(row.id, game_no, CHLOE, given=given, best=best)
    board = await database.galerie.board(GUILD, GalerieSort.ADVICE)
    assert board.rows == (GalerieLine(1, CHLOE, 11 / LEAST_ADVICE, LEAST_ADVICE, 2, LEAST_ADVICE),)
    stored = await database.connections.read(lambda connection: connection.execute(select(advice_results)).all())
    assert len(stored) == 2
