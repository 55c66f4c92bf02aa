"""Chips that move together with the events that explain them: both are stored, or neither is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.rows.chips import ChipMove, Escrow, MovementKind
from bot.rows.commits import JSON, Commit, EventRecord
from bot.rows.game_results import AdviceGiven
from bot.rows.storage_errors import Overdrawn, PostedBefore
from bot.rows.table_rows import TableRow
from bot.storage import Database
from bot.storage.privacy.rewriting import replace_person
from tests.support.ledger import Treasury, stakes_at, treasury

GUILD, AT = 11, 1_000
ROW = TableRow(0, GUILD, 12, None, "playing", 1, 2, 1, 2, 1, None, AT, AT)
EVENT = EventRecord("something", 1, {})


async def opened(database: Database) -> int:
    """Opens a table with three people whose purses hold a hundred each."""
    table = await database.tables.open(Commit(ROW, 0, (EVENT,), AT))
    await database.ledger.open_purses(GUILD, (1, 2, 3), 100, AT)
    return table


def step(table: int, version: int, *chips: ChipMove, **changes: Any) -> Commit:
    """Returns one more event at the table, with its moves of chips."""
    return Commit(replace(ROW, id=table, version=version), version - 1, (EVENT,), AT, chips=chips, **changes)


def move(table: int, kind: MovementKind, moves: dict[int, int], cause: str, *, closes: bool = False) -> ChipMove:
    """Returns a movement in a game of that table."""
    return ChipMove(kind, Escrow(table, 1), moves, cause, closes)


async def test_purses_are_opened_once_with_what_they_begin_with(database: Database) -> None:
    assert await database.ledger.open_purses(GUILD, (1, 2), 100, AT) == {1: 100, 2: 100}
    assert await database.ledger.open_purses(GUILD, (2, 3), 500, AT) == {2: 100, 3: 500}
    assert await database.audit.ledger_faults() == ()


async def test_law_44_new_cards_are_paid_to_the_bank_with_their_event_and_lie_on_no_game(database: Database) -> None:
    table = await opened(database)
    await database.tables.commit(step(table, 2, move(table, MovementKind.STAKE, {1: -50, 2: -50}, "a")))
    await database.tables.commit(step(table, 3, move(table, MovementKind.NEW_CARDS, {1: -5}, "b")))
    assert await stakes_at(database, table) == {1: {1: 50, 2: 50}}
    assert await database.ledger.balances(GUILD, (1, 2, 3)) == {1: 45, 2: 50, 3: 100}
    assert await treasury(database, GUILD) == Treasury(295, 195, 100)
    with pytest.raises(PostedBefore):
        await database.tables.commit(step(table, 4, move(table, MovementKind.NEW_CARDS, {1: -5}, "b")))
    with pytest.raises(Overdrawn):
        await database.tables.commit(step(table, 4, move(table, MovementKind.NEW_CARDS, {1: -46}, "c")))
    with pytest.raises(ValueError, match="paid for"):
        await database.tables.commit(step(table, 4, move(table, MovementKind.NEW_CARDS, {1: 5}, "c")))
    await database.tables.commit(step(table, 4, move(table, MovementKind.VOID, {1: 50, 2: 50}, "d")))
    assert await database.audit.ledger_faults() == ()


async def test_a_stake_a_refund_and_a_settlement_move_with_their_events(database: Database) -> None:
    table = await opened(database)
    await database.tables.commit(step(table, 2, move(table, MovementKind.STAKE, {1: -50, 2: -50}, "a")))
    await database.tables.commit(step(table, 3, move(table, MovementKind.BET, {3: -30}, "b")))
    assert await stakes_at(database, table) == {1: {1: 50, 2: 50, 3: 30}}
    await database.tables.commit(step(table, 4, move(table, MovementKind.REFUND, {3: 30}, "c", closes=True)))
    await database.tables.commit(step(table, 5, move(table, MovementKind.SETTLEMENT, {1: 100}, "d")))
    assert await database.ledger.balances(GUILD, (1, 2, 3)) == {1: 150, 2: 50, 3: 100}
    (kept,) = await database.audit.stored_tables([table])
    assert kept is not None
    assert (kept.stakes, kept.ended) == ({}, frozenset({1}))
    assert await database.audit.ledger_faults() == ()


async def test_who_has_not_so_much_leaves_neither_an_event_nor_a_chip_behind(database: Database) -> None:
    table = await opened(database)
    first = move(table, MovementKind.STAKE, {1: -50}, "a")
    second = move(table, MovementKind.BET, {3: -101}, "b")
    with pytest.raises(Overdrawn):
        await database.tables.commit(step(table, 2, first, second))
    loaded = await database.tables.load(table)
    assert loaded is not None
    assert (loaded[0].version, len(loaded[1])) == (1, 1)
    assert await database.ledger.balances(GUILD, (1, 2, 3)) == {1: 100, 2: 100, 3: 100}
    assert await stakes_at(database, table) == {}


async def test_a_game_is_settled_once_and_its_book_closes_once(database: Database) -> None:
    table = await opened(database)
    await database.tables.commit(step(table, 2, move(table, MovementKind.STAKE, {1: -50, 2: -50}, "a")))
    await database.tables.commit(step(table, 3, move(table, MovementKind.REFUND, {1: 10}, "b", closes=True)))
    with pytest.raises(PostedBefore):
        await database.tables.commit(step(table, 4, move(table, MovementKind.REFUND, {1: 10}, "c", closes=True)))
    await database.tables.commit(step(table, 4, move(table, MovementKind.SETTLEMENT, {2: 90}, "d")))
    with pytest.raises(PostedBefore):
        await database.tables.commit(step(table, 5, move(table, MovementKind.SETTLEMENT, {2: 90}, "e")))
    assert await database.audit.ledger_faults() == ()


async def test_a_void_game_gives_back_what_its_table_says_or_nothing_is_written(database: Database) -> None:
    table = await opened(database)
    await database.tables.commit(step(table, 2, move(table, MovementKind.STAKE, {1: -50, 2: -50}, "a")))
    with pytest.raises(ValueError, match="other chips than its table says"):
        await database.tables.commit(step(table, 3, move(table, MovementKind.VOID, {1: 50, 2: 40}, "b")))
    await database.tables.commit(step(table, 3, move(table, MovementKind.VOID, {1: 50, 2: 50}, "b")))
    assert await database.ledger.balances(GUILD, (1, 2)) == {1: 100, 2: 100}


async def test_chips_of_another_table_and_advice_without_a_game_do_not_fit_a_commit(database: Database) -> None:
    table = await opened(database)
    with pytest.raises(ValueError, match="another table"):
        step(table, 2, move(table + 1, MovementKind.STAKE, {1: -50}, "a"))
    with pytest.raises(ValueError, match="with the result of their game"):
        step(table, 2, advice=(AdviceGiven(3, 1, 0, 0),))
    with pytest.raises(ValueError, match="without chips"):
        await database.tables.open(Commit(ROW, 0, (EVENT,), AT, chips=(move(0, MovementKind.STAKE, {1: -5}, "z"),)))


async def test_a_person_is_erased_in_the_events_of_the_galerie_and_in_their_advice_too(database: Database) -> None:
    told: dict[str, JSON] = {"v": 1, "person": {"id": 77, "name": "Ann"}, "purses": [[77, 900], [78, 10]], "by": 77}
    assert replace_person(told, 77, -1) == {
        "v": 1,
        "person": {"id": -1, "name": ""},
        "purses": [[-1, 900], [78, 10]],
        "by": -1,
    }
