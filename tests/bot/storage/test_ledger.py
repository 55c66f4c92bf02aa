"""The ledger's operations for a table: purses, allowances, stakes, and every game settled once. Races are tested
elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.rows.chips import MOST_CHIPS, Escrow, MovementKind, Purse
from bot.rows.ids import is_erased
from bot.rows.storage_errors import (
    BankExhausted,
    Conflict,
    LedgerError,
    NotBroke,
    Overdrawn,
    PostedBefore,
    Repeated,
    StakesSettled,
    UnknownTable,
)
from bot.storage import Database
from bot.storage.repositories.accounts import stakes_kept
from bot.storage.repositories.postings import move_stakes, open_purse
from bot.storage.repositories.tables import append
from bot.storage.schema.tables import metadata
from tests.bot.storage.counting import (
    AT,
    PEOPLE,
    all_purses,
    allowed,
    closed,
    expect_balanced,
    game_at,
    moved,
    purses,
    settled,
    voided,
)
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, row_of, seated, step
from tests.support.erasing import erase_person
from tests.support.ledger import Treasury, stakes_on, treasury


async def test_who_is_seen_first_is_given_the_opening_sum_once_in_each_server(database: Database) -> None:
    assert await database.connections.write(lambda connection: open_purse(connection, GUILD, ALICE, 500, AT)) == 500
    assert await database.connections.write(lambda connection: open_purse(connection, GUILD, ALICE, 700, AT)) == 500
    await purses(database, 0, BRUNO)
    await purses(database, 20, ALICE, guild=OTHER_GUILD)
    assert await all_purses(database) == {ALICE: 500, BRUNO: 0}
    assert await database.ledger.balances(OTHER_GUILD, PEOPLE) == {ALICE: 20}
    assert await database.ledger.purse(GUILD, CHLOE) is None
    assert (await database.ledger.movements(GUILD, CHLOE)).rows == ()
    assert await treasury(database, GUILD) == Treasury(issued=500, in_purses=500, at_stake=0)
    await expect_balanced(database)


async def test_who_is_broke_is_brought_up_to_the_allowance_once_a_day(database: Database) -> None:
    game = await game_at(database, 30)
    await moved(database, game, {ALICE: -25, BRUNO: -25}, 1, MovementKind.STAKE)
    await settled(database, game, {BRUNO: 50})
    entry = await allowed(database, ALICE, 20)
    assert (entry.kind, entry.moves, entry.escrow) == (MovementKind.ALLOWANCE, {ALICE: 15}, None)
    with pytest.raises(PostedBefore) as before:
        await allowed(database, ALICE, 20)
    assert before.value.transaction_id == entry.id
    assert await database.ledger.purse(GUILD, ALICE) == Purse(20, 0)
    with pytest.raises(NotBroke) as rich:
        await allowed(database, BRUNO, 20)
    assert rich.value.has == 55
    await moved(database, Escrow(game.table_id, 2), {ALICE: -20}, 2)
    await settled(database, Escrow(game.table_id, 2), {BRUNO: 20})
    assert (await allowed(database, ALICE, 20, date(2026, 3, 1))).moves == {ALICE: 20}
    await expect_balanced(database)


async def test_no_one_is_broke_by_betting(database: Database) -> None:
    game = await game_at(database, 30)
    await moved(database, game, {CHLOE: -30}, 1)
    with pytest.raises(NotBroke) as rich:
        await allowed(database, CHLOE, 30)
    assert rich.value.has == 30
    await settled(database, game, {BRUNO: 30})
    assert (await allowed(database, CHLOE, 30)).moves == {CHLOE: 30}


async def test_an_allowance_needs_a_purse(database: Database) -> None:
    with pytest.raises(Overdrawn):
        await allowed(database, ALICE, 20)


async def test_an_evening_at_a_table(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {ALICE: -40, BRUNO: -40}, 11, MovementKind.STAKE)
    await moved(database, game, {CHLOE: -30}, 12)
    await moved(database, game, {DAVID: -50}, 13)
    await moved(database, game, {DAVID: 10}, 14, MovementKind.WITHDRAWAL)
    assert await stakes_on(database, game) == {ALICE: 40, BRUNO: 40, CHLOE: 30, DAVID: 40}
    assert await database.ledger.purse(GUILD, DAVID) == Purse(60, 40)
    back = await closed(database, game, {DAVID: 10})
    assert back is not None
    assert (back.kind, back.escrow, back.moves) == (MovementKind.REFUND, game, {DAVID: 10})
    # A double: the losers pay as much again on top of their stakes.
    await settled(database, game, {ALICE: -40, CHLOE: -30, BRUNO: 120, DAVID: 90})
    assert await all_purses(database) == {ALICE: 20, BRUNO: 180, CHLOE: 40, DAVID: 160}
    assert await stakes_on(database, game) == {}
    lines = (await database.ledger.movements(GUILD, DAVID, limit=3)).rows
    assert [(line.kind.value, line.amount, line.balance, line.escrow) for line in lines] == [
        ("settlement", 90, 160, game),
        ("refund", 10, 70, game),
        ("withdrawal", 10, 60, game),
    ]
    older = await database.ledger.movements(GUILD, DAVID, limit=3, offset=3)
    assert [(line.kind.value, line.amount, line.balance) for line in older.rows] == [
        ("bet", -50, 50),
        ("opening", 100, 100),
    ]
    assert (older.total, older.rows[-1].escrow) == (5, None)
    await expect_balanced(database)


async def test_what_one_puts_there_and_another_gets_back_at_once_may_be_the_same(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {CHLOE: -30}, 1)
    await closed(database, game, {CHLOE: 20, ALICE: -20})
    assert await stakes_on(database, game) == {ALICE: 20, CHLOE: 10}
    await voided(database, game)
    await expect_balanced(database)


async def test_a_void_game_refunds_all_their_chips(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {ALICE: -40, BRUNO: -40}, 1, MovementKind.STAKE)
    await moved(database, game, {CHLOE: -30}, 2)
    await moved(database, game, {DAVID: -30}, 3)
    await moved(database, game, {DAVID: 30}, 4, MovementKind.WITHDRAWAL)
    entry = await voided(database, game)
    assert entry is not None
    assert entry.moves == {ALICE: 40, BRUNO: 40, CHLOE: 30}
    assert set((await all_purses(database)).values()) == {100}
    await expect_balanced(database)


async def test_a_game_is_settled_or_void_once_and_takes_no_stakes_after_that(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {ALICE: -40, BRUNO: -40}, 1, MovementKind.STAKE)
    entry = await settled(database, game, {ALICE: 80})
    assert entry is not None
    for again in (settled(database, game, {ALICE: 80}), settled(database, game, {BRUNO: 80}), voided(database, game)):
        with pytest.raises(PostedBefore) as before:
            await again
        assert before.value.transaction_id == entry.id
    for late in (moved(database, game, {CHLOE: -1}, 2), closed(database, game, {CHLOE: -1})):
        with pytest.raises(StakesSettled) as over:
            await late
        assert over.value.escrow == game
    # The first delivery was before the end. The second then learns its result.
    with pytest.raises(PostedBefore):
        await moved(database, game, {ALICE: -40, BRUNO: -40}, 1, MovementKind.STAKE)
    assert await all_purses(database) == {ALICE: 140, BRUNO: 60, CHLOE: 100, DAVID: 100}


async def test_a_game_for_the_honour_leaves_nothing_in_the_ledger(database: Database) -> None:
    game = await game_at(database)
    assert await closed(database, game, {}) is None
    assert await settled(database, game, {}) is None
    assert await voided(database, game) is None
    assert await moved(database, game, {}, 1) is None
    assert (await moved(database, game, {ALICE: -1}, 1)) is not None, "a move that moved nothing used up no cause"
    assert await moved(database, game, {ALICE: 1}, 2) is not None
    assert await settled(database, game, {}) is None
    assert await voided(database, game) is None
    await expect_balanced(database)


@pytest.mark.parametrize(
    "moves",
    [{ALICE: 79}, {ALICE: 81}, {}, {ALICE: 40}, {ALICE: 90, BRUNO: -9}],
)
async def test_a_settlement_pays_what_lies_there_to_the_last_chip(database: Database, moves: dict[int, int]) -> None:
    game = await game_at(database)
    await moved(database, game, {ALICE: -40, BRUNO: -40}, 1)
    with pytest.raises(ValueError, match=r"chips, but .* lie on the game"):
        await settled(database, game, moves)
    assert (await treasury(database, GUILD)).at_stake == 80


async def test_where_nothing_lies_nothing_is_paid_from_one_to_another(database: Database) -> None:
    game = await game_at(database)
    with pytest.raises(ValueError, match="no chips lie"):
        await settled(database, game, {ALICE: -10, BRUNO: 10})
    await moved(database, game, {ALICE: -1}, 1)
    await moved(database, game, {ALICE: 1}, 2)
    with pytest.raises(ValueError, match=r"chips, but .* lie on the game"):
        await settled(database, game, {ALICE: -10, BRUNO: 10})


async def test_no_one_gets_back_more_than_they_have_staked(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {ALICE: -40, BRUNO: -20}, 1)
    for moves in ({BRUNO: 21}, {CHLOE: 1}, {BRUNO: 30, ALICE: -10}):
        with pytest.raises(ValueError, match="more than they put"):
            await moved(database, game, moves, 2, MovementKind.WITHDRAWAL)


async def test_who_has_too_little_pays_nothing_and_neither_do_the_others(database: Database) -> None:
    game = await game_at(database)
    before = await everything(database)
    for moves, short in (({ALICE: -101, BRUNO: -100, CHLOE: -200}, (ALICE, CHLOE)), ({99: -1, ALICE: -1}, (99,))):
        with pytest.raises(Overdrawn) as over:
            await moved(database, game, moves, 1)
        assert over.value.user_ids == short
    assert await everything(database) == before
    assert await moved(database, game, {ALICE: -100}, 1) is not None


@pytest.mark.parametrize("chips", [0, MOST_CHIPS + 1, -MOST_CHIPS - 1, True, 1.0, 2**70])
async def test_chips_are_whole_numbers_within_bounds(database: Database, chips: Any) -> None:
    game = await game_at(database)
    before = await everything(database)
    with pytest.raises(ValueError, match=r"chips are whole|more than they put"):
        await moved(database, game, {ALICE: chips}, 1)
    assert await everything(database) == before


@pytest.mark.parametrize(
    "kind",
    [
        *(MovementKind.OPENING, MovementKind.ALLOWANCE, MovementKind.SETTLEMENT, MovementKind.VOID),
        MovementKind.NEW_CARDS,
    ],
)
async def test_what_has_a_function_of_its_own_is_not_done_by_another(database: Database, kind: MovementKind) -> None:
    game = await game_at(database)
    with pytest.raises(ValueError, match="move_stakes writes no"):
        await moved(database, game, {ALICE: -1}, 1, kind)


async def test_the_bank_issues_no_more_than_can_be_counted(database: Database) -> None:
    await purses(database, MOST_CHIPS - 5, ALICE)
    await purses(database, 5, BRUNO)
    with pytest.raises(BankExhausted) as out:
        await purses(database, 1, CHLOE)
    assert out.value.guild_id == GUILD
    assert await all_purses(database) == {ALICE: MOST_CHIPS - 5, BRUNO: 5}
    game = Escrow((await seated(database)).id, 1)
    await moved(database, game, {ALICE: -(MOST_CHIPS - 5), BRUNO: -5}, 1)
    await settled(database, game, {BRUNO: MOST_CHIPS})
    assert (await database.ledger.balances(GUILD, [BRUNO])) == {BRUNO: MOST_CHIPS}
    await expect_balanced(database)


async def test_a_game_of_no_table_is_refused(database: Database) -> None:
    await purses(database)
    with pytest.raises(UnknownTable):
        await moved(database, Escrow(99, 1), {ALICE: -1}, 1)


async def test_a_pool_lies_apart_from_the_games(database: Database) -> None:
    game = await game_at(database)
    pool = Escrow(game.table_id, -1)
    await moved(database, pool, {ALICE: -10, BRUNO: -10, CHLOE: -10}, 1, MovementKind.STAKE)
    await moved(database, game, {DAVID: -5}, 2)
    await settled(database, game, {ALICE: 5})
    assert await stakes_on(database, pool) == {ALICE: 10, BRUNO: 10, CHLOE: 10}
    await settled(database, pool, {CHLOE: 30})
    await expect_balanced(database)


async def test_chips_move_with_the_events_that_say_why_or_not_at_all(database: Database) -> None:
    game = await game_at(database)
    row = await row_of(database, game.table_id)
    commit = step(row, cause=5)

    def bet(connection: Connection, chips: int) -> int:
        version = append(connection, commit)
        move_stakes(connection, game, MovementKind.BET, {CHLOE: -chips}, 5, AT)
        return version

    with pytest.raises(Overdrawn):
        await database.connections.write(lambda connection: bet(connection, 101))
    assert (await row_of(database, row.id)).version == row.version
    assert await database.tables.carried_out(5) is None
    assert await database.connections.write(lambda connection: bet(connection, 60)) == row.version + 1
    for error, again in ((Repeated, commit), (Conflict, replace(commit, cause=6))):
        commit = again
        with pytest.raises(error):
            await database.connections.write(lambda connection: bet(connection, 30))
    assert await stakes_on(database, game) == {CHLOE: 60}
    with pytest.raises(PostedBefore):
        await moved(database, game, {CHLOE: -1}, 5)
    assert await stakes_on(database, game) == {CHLOE: 60}


async def test_an_interaction_and_a_key_of_the_same_digits_are_two_causes(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {CHLOE: -1}, 5)
    await moved(database, game, {CHLOE: -1}, "5")
    with pytest.raises(PostedBefore):
        await moved(database, game, {CHLOE: -1}, "5")
    assert await stakes_on(database, game) == {CHLOE: 2}


async def test_a_reader_in_a_transaction_sees_what_it_has_moved(database: Database) -> None:
    game = await game_at(database)

    def bet(connection: Connection) -> dict[int, dict[int, int]]:
        move_stakes(connection, game, MovementKind.BET, {CHLOE: -1}, 5, AT)
        return stakes_kept(connection, {game.table_id: GUILD})[game.table_id].held

    assert await database.connections.write(bet) == {game.number: {CHLOE: 1}}


async def test_the_fullest_purses_come_first_and_equals_share_a_place(database: Database) -> None:
    for user_id, chips in ((ALICE, 5), (BRUNO, 9), (CHLOE, 9), (DAVID, 0)):
        await purses(database, chips, user_id)
    await purses(database, 50, ALICE, guild=OTHER_GUILD)
    page = await database.ledger.richest_purses(GUILD, limit=3)
    assert [(row.place, row.user_id, row.balance) for row in page.rows] == [(1, BRUNO, 9), (1, CHLOE, 9), (3, ALICE, 5)]
    assert page.total == 4
    assert [row.user_id for row in (await database.ledger.richest_purses(GUILD, 3, 3)).rows] == [DAVID]
    page = await database.ledger.richest_purses(GUILD, without={BRUNO, CHLOE})
    assert [(row.place, row.user_id) for row in page.rows] == [(1, ALICE), (2, DAVID)]


async def everything(database: Database) -> str:
    """All that the database holds, as one text."""

    def ask(connection: Connection) -> str:
        return repr([connection.execute(select(table)).all() for table in metadata.sorted_tables])

    return await database.connections.read(ask)


async def test_the_ledger_keeps_the_chips_of_an_erased_person_also_those_on_a_game(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {CHLOE: -30}, 1)
    stand_in = await erase_person(database, CHLOE)
    assert is_erased(stand_in)
    assert await stakes_on(database, game) == {stand_in: 30}
    assert CHLOE not in await all_purses(database)
    assert str(CHLOE) not in await everything(database)
    await settled(database, game, {stand_in: 30})
    assert await database.ledger.purse(GUILD, stand_in) == Purse(100, 0)
    assert (await database.ledger.richest_purses(GUILD)).total == 3
    await purses(database, 100, CHLOE)
    assert (await database.ledger.balances(GUILD, [CHLOE])) == {CHLOE: 70}, "they had no more to themselves"
    await expect_balanced(database)


def test_no_error_of_the_ledger_names_a_person() -> None:
    errors: list[LedgerError] = [Overdrawn((ALICE, BRUNO)), NotBroke(3), StakesSettled(Escrow(1, 2))]
    assert not any(str(user_id) in str(error) for error in errors for user_id in PEOPLE)
