"""What managers do: bans, resets in the ledger, the admin log; each once, and balanced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rows.chips import MovementKind
from bot.rows.sanctions import AdminAction, AdminEntry, Ban
from bot.rows.storage_errors import Failed
from bot.storage import Database
from bot.storage.migrations import guards_0004, guards_0013
from tests.bot.storage.counting import all_purses, expect_balanced, game_at, moved, purses
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD
from tests.support.erasing import database_text, erase_person
from tests.support.ledger import stakes_on, treasury

NOW = 1_700_000_000_000
BAN = AdminEntry(GUILD, NOW, DAVID, AdminAction.BAN, "two accounts", person=ALICE, until=NOW + 5, cause=1)
RESET = AdminEntry(GUILD, NOW, DAVID, AdminAction.RESET, "chips from nowhere", person=ALICE, cause=2)


async def test_a_ban_holds_in_its_server_until_its_moment_or_for_good(database: Database) -> None:
    await database.admin.ban(BAN)
    ban = await database.admin.ban_of(GUILD, ALICE)
    assert ban == Ban(ALICE, NOW + 5)
    assert ban.is_active(NOW + 4)
    assert not ban.is_active(NOW + 5)
    assert await database.admin.ban_of(OTHER_GUILD, ALICE) is None
    await database.admin.ban(replace(BAN, until=None, cause=3))
    ban = await database.admin.ban_of(GUILD, ALICE)
    assert ban == Ban(ALICE, None)
    assert ban.is_active(NOW + 10**12)


async def test_a_ban_is_lifted(database: Database) -> None:
    await database.admin.ban(BAN)
    await database.admin.lift(replace(BAN, action=AdminAction.LIFT, until=None, cause=3))
    assert await database.admin.ban_of(GUILD, ALICE) is None
    log = await database.admin.log(GUILD, 9)
    assert [(entry.action, entry.person, entry.by, entry.why) for entry in log] == [
        (AdminAction.LIFT, ALICE, DAVID, "two accounts"),
        (AdminAction.BAN, ALICE, DAVID, "two accounts"),
    ]
    assert await database.admin.log(OTHER_GUILD, 9) == ()


async def test_a_reset_gives_or_takes_against_the_bank_and_the_ledger_adds_up(database: Database) -> None:
    await purses(database, 100)
    assert await database.admin.reset(RESET, 40) == -60
    assert await database.admin.reset(replace(RESET, person=BRUNO, cause=3), 250) == 150
    assert await all_purses(database) == {ALICE: 40, BRUNO: 250, CHLOE: 100, DAVID: 100}
    assert (await treasury(database, GUILD)).issued == 490
    assert [entry.amount for entry in await database.admin.log(GUILD, 9)] == [150, -60]
    last = (await database.ledger.movements(GUILD, ALICE)).rows[0]
    assert (last.kind, last.amount, last.balance, last.escrow) == (MovementKind.RESET, -60, 40, None)
    await expect_balanced(database)


async def test_a_reset_leaves_what_lies_on_a_game(database: Database) -> None:
    game = await game_at(database)
    await moved(database, game, {ALICE: -40, BRUNO: -40}, 1, MovementKind.STAKE)
    assert await database.admin.reset(RESET, 100) == 40
    assert await stakes_on(database, game) == {ALICE: 40, BRUNO: 40}
    await expect_balanced(database)


async def test_an_interaction_that_is_delivered_twice_acts_once(database: Database) -> None:
    await purses(database, 100)
    assert await database.admin.reset(RESET, 40) == -60
    assert await database.admin.reset(RESET, 70) == -60
    assert (await all_purses(database))[ALICE] == 40
    assert len(await database.admin.log(GUILD, 9)) == 1


async def test_an_erased_person_is_in_no_ban_that_has_ended_and_in_no_line_of_the_log(database: Database) -> None:
    await database.admin.ban(replace(BAN, until=NOW))
    await database.admin.ban(replace(BAN, person=BRUNO, by=ALICE, cause=3))
    await erase_person(database, ALICE, -9, at=NOW)
    assert await database.admin.ban_of(GUILD, ALICE) is None
    assert await database.admin.ban_of(GUILD, BRUNO) is not None
    assert [(entry.by, entry.person) for entry in await database.admin.log(GUILD, 9)] == [(-9, BRUNO), (DAVID, -9)]
    assert str(ALICE) not in await database_text(database)


@pytest.mark.parametrize("until", [NOW + 5, None], ids=["for a time", "for good"])
async def test_a_ban_that_holds_is_not_shed_by_an_erasure(database: Database, until: int | None) -> None:
    await purses(database, 100)
    await database.admin.ban(replace(BAN, until=until))
    await database.admin.lift(replace(BAN, guild_id=OTHER_GUILD, action=AdminAction.LIFT, cause=5))
    await database.admin.reset(RESET, 40)
    await erase_person(database, ALICE, -9, at=NOW)
    assert await database.admin.ban_of(GUILD, ALICE) == Ban(ALICE, until)
    # The purse, the reset and the other server belong to the new id, the ban to the old one. Nothing joins the two.
    people = [(entry.action, entry.person) for entry in await database.admin.log(GUILD, 9)]
    assert people == [(AdminAction.RESET, -9), (AdminAction.BAN, -1)]
    assert [entry.person for entry in await database.admin.log(OTHER_GUILD, 9)] == [-9]
    assert (await database_text(database)).count(str(ALICE)) == 1


async def test_a_ban_that_has_ended_is_deleted(database: Database) -> None:
    await database.admin.ban(BAN)
    await database.admin.ban(replace(BAN, person=BRUNO, until=None, cause=3))
    assert not await database.pruning.prune_bans(NOW + 4)
    assert await database.admin.ban_of(GUILD, ALICE) is not None
    await database.pruning.prune_bans(NOW + 5)
    assert await database.admin.ban_of(GUILD, ALICE) is None
    assert await database.admin.ban_of(GUILD, BRUNO) == Ban(BRUNO, None)


@pytest.mark.parametrize("kind", ["reset", "new_cards"])
async def test_no_reset_moves_chips_from_one_person_to_another(database: Database, kind: str) -> None:
    await purses(database, 100)
    lines = (
        f"INSERT INTO postings SELECT 99, id, CASE holder WHEN {ALICE} THEN -5 ELSE 5 END FROM accounts"
        f" WHERE holder IN ({ALICE}, {BRUNO})",
        f"INSERT INTO transactions SELECT 99, guild_id, '{kind}', 'x', id, 1 FROM accounts WHERE kind = 'house'",
    )
    with pytest.raises(Failed):
        await database.connections.write(lambda connection: [connection.exec_driver_sql(line) for line in lines])
    assert (await all_purses(database))[ALICE] == 100


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
def test_one_guard_alone_has_changed(dialect: str) -> None:
    pairs = zip(guards_0004.guards(dialect), guards_0013.guards(dialect), strict=True)
    (changed,) = (now for was, now in pairs if was != now)
    assert changed.count("reset") == 3
    assert guards_0013.changes(dialect)[-1].endswith(changed.partition("\n")[2])
