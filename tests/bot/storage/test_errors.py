"""Errors from reviews: stored once a game, for the players who sat down to it, added up by kind."""

from __future__ import annotations

from sqlalchemy import text

from bot.rows.member_rows import Errors
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, GUILD, OTHER_GUILD, seated, step, won_by


async def over(database: Database, guild: int = GUILD) -> int:
    """A game of Alice and Bruno that is over. Returns its table."""
    row = await seated(database, guild=guild)
    await database.tables.commit(step(row, result=won_by(row, "north")))
    return row.id


async def test_errors_add_up_by_kind_over_the_games_of_a_server(database: Database) -> None:
    first, second, elsewhere = await over(database), await over(database), await over(database, OTHER_GUILD)
    await database.errors.note(first, 1, ALICE, {"lead": Errors(2, 7), "discard": Errors(1, 30)})
    await database.errors.note(second, 1, ALICE, {"lead": Errors(1, 3)})
    await database.errors.note(second, 1, BRUNO, {"king": Errors(1, 4)})
    await database.errors.note(elsewhere, 1, ALICE, {"lead": Errors(9, 90)})
    assert await database.errors.of(GUILD, ALICE) == {"lead": Errors(3, 10), "discard": Errors(1, 30)}
    assert await database.errors.of(GUILD, CHLOE) == {}
    assert await database.audit.ledger_faults() == ()


async def test_a_game_is_noted_once_and_for_its_players_alone(database: Database) -> None:
    table = await over(database)
    for _ in range(2):
        await database.errors.note(table, 1, ALICE, {"lead": Errors(2, 7)})
    await database.errors.note(table, 1, CHLOE, {"lead": Errors(1, 1)})
    await database.errors.note(table, 2, ALICE, {"lead": Errors(1, 1)})
    await database.errors.note(table, 1, BRUNO, {})
    assert await database.errors.of(GUILD, ALICE) == {"lead": Errors(2, 7)}
    assert await database.errors.of(GUILD, CHLOE) == await database.errors.of(GUILD, BRUNO) == {}


async def test_errors_go_with_the_id_of_who_is_erased(database: Database) -> None:
    table = await over(database)
    await database.errors.note(table, 1, ALICE, {"lead": Errors(2, 7)})
    await database.erasures.finish(await database.erasures.begin(ALICE, -5, 1))
    await database.errors.note(table, 1, ALICE, {"king": Errors(1, 1)})
    assert await database.errors.of(GUILD, ALICE) == {}
    assert await database.errors.of(GUILD, -5) == {"lead": Errors(2, 7)}
    assert await database.audit.ledger_faults() == ()


async def test_the_audit_finds_errors_of_who_did_not_play(database: Database) -> None:
    table = await over(database)
    await database.errors.note(table, 1, ALICE, {"lead": Errors(2, 7)})
    damage = f"UPDATE error_results SET user_id = {CHLOE}"
    await database.connections.write(lambda connection: connection.execute(text(damage)))
    (fault,) = await database.audit.ledger_faults()
    assert str(fault) == f"server {GUILD}: 1 rows of its error_results belong to no player"
