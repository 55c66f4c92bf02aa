"""A database older than new cards for chips: brought up to date from schema 0003, with unchanged chips."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.rows.chips import Escrow, MovementKind
from bot.rows.storage_errors import Failed
from bot.storage import Database
from bot.storage.migrations import guards_0002, guards_0004
from bot.storage.repositories.postings import buy_cards
from tests.bot.storage.counting import AT, expect_balanced, game_at, moved
from tests.bot.storage.making import ALICE, BRUNO, GUILD
from tests.bot.storage.older import as_of
from tests.support.database import open_database
from tests.support.ledger import Treasury, treasury


async def test_law_44_a_ledger_of_schema_0003_keeps_its_chips_and_then_sells_cards(path: Path) -> None:
    async with await open_database(path) as database:
        game = await game_at(database)
        await moved(database, game, {ALICE: -40, BRUNO: -40}, 1, MovementKind.STAKE)
    as_of("0003", path)
    async with await Database.open(str(path)) as database:
        assert not await database.schema_is_current()
        with pytest.raises(Failed):
            await _bought(database, game)
        await database.migrate()
        assert await database.schema_is_current()
        assert await database.ledger.balances(GUILD, [ALICE, BRUNO]) == {ALICE: 60, BRUNO: 60}
        await _bought(database, game)
        assert await database.ledger.balances(GUILD, [ALICE]) == {ALICE: 55}
        assert await treasury(database, GUILD) == Treasury(395, 315, 80)
        await expect_balanced(database)


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_one_guard_alone_has_changed(dialect: str) -> None:
    pairs = zip(guards_0002.guards(dialect), guards_0004.guards(dialect), strict=True)
    (changed,) = (now for was, now in pairs if was != now)
    assert "new_cards" in changed
    assert guards_0004.changes(dialect)[-1].endswith(changed.partition("\n")[2])
    assert guards_0004.GUARDS == guards_0002.GUARDS


async def _bought(database: Database, game: Escrow) -> None:
    await database.connections.write(lambda connection: buy_cards(connection, game, {ALICE: -5}, "cards", AT))
