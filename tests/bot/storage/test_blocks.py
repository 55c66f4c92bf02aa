"""Blocks, and the journal of the owner's actions: it answers questions about a person, but names none."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.rows.ids import HOUSE_IDS
from bot.storage import Action, BlockedPerson, BlockedServer, Blocks, Database, Entry, ErasedFile, find_marked, is_of
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, GUILD, opened
from tests.bot.storage.test_alone import mode_of
from tests.support.database import open_database
from tests.support.erasing import database_text, erase_person


async def test_a_person_is_blocked_and_unblocked(database: Database) -> None:
    assert await database.blocks.block_person(ALICE, 5)
    assert not await database.blocks.block_person(ALICE, 6), "a second time changes nothing"
    await database.blocks.block_person(BRUNO, 7)
    await database.blocks.settle_person(BRUNO)
    both = (BlockedPerson(ALICE, 5, done=False), BlockedPerson(BRUNO, 7, done=True))
    assert await database.blocks.all() == Blocks(people=both)
    assert await database.blocks.unblock_person(ALICE, 8)
    assert not await database.blocks.unblock_person(ALICE, 9)
    assert await database.blocks.all() == Blocks(people=both[1:])
    noted, key = await database.journal.entries(), await database.journal.key()
    assert [(entry.at, entry.action) for entry in noted] == [
        (5, Action.BLOCK),
        (7, Action.BLOCK),
        (8, Action.UNBLOCK),
    ]
    assert [is_of(entry.mark or "", ALICE, key) for entry in noted] == [True, False, True]


async def test_the_house_is_not_blocked(database: Database) -> None:
    with pytest.raises(ValueError, match="house"):
        await database.blocks.block_person(HOUSE_IDS[1], 5)


async def test_a_server_is_left_once_or_whenever_the_bot_is_in_it(database: Database) -> None:
    blocks = database.blocks
    assert await blocks.block_server(GUILD, 5, once=True)
    assert not await blocks.block_server(GUILD, 6, once=True)
    await blocks.settle_server(GUILD)
    assert await blocks.all() == Blocks(), "it may be invited again"
    await blocks.block_server(GUILD, 7, once=True)
    assert await blocks.block_server(GUILD, 8, once=False), "the stronger word counts"
    assert not await blocks.block_server(GUILD, 9, once=True)
    await blocks.settle_server(GUILD)
    assert await blocks.all() == Blocks(servers=(BlockedServer(GUILD, 8, once=False),))
    assert await blocks.unblock_server(GUILD, 10)
    assert not await blocks.unblock_server(GUILD, 11)
    assert [(entry.at, entry.action, entry.server_id) for entry in await database.journal.entries()] == [
        (5, Action.LEAVE, GUILD),
        (7, Action.LEAVE, GUILD),
        (8, Action.BLOCK, GUILD),
        (10, Action.UNBLOCK, GUILD),
    ]


async def test_a_block_of_a_server_outlasts_what_is_stored_of_it(database: Database) -> None:
    await opened(database)
    await database.blocks.block_server(GUILD, 5, once=False)
    (table_id,) = await database.retention.open_in(GUILD)
    row = (await database.tables.load(table_id) or (None,))[0]
    assert row is not None
    await database.retention.delete_server(GUILD)
    assert [server.server_id for server in (await database.blocks.all()).servers] == [GUILD]


async def test_an_erasure_is_noted_by_a_mark_and_sheds_no_block(database: Database) -> None:
    await database.people.put_names({ALICE: "Alice"})
    await database.blocks.block_person(ALICE, 5)
    await erase_person(database, ALICE, at=6)
    await erase_person(database, BRUNO, at=7)
    (first, second) = await database.journal.entries(Action.ERASE)
    assert (first.at, second.at) == (6, 7)
    marks = {first.mark or "": ALICE, second.mark or "": BRUNO}
    assert find_marked([CHLOE, BRUNO, ALICE], marks, await database.journal.key()) == marks
    assert [person.user_id for person in (await database.blocks.all()).people] == [ALICE]
    await database.blocks.unblock_person(ALICE, 8)
    assert str(ALICE) not in await database_text(database), "the journal does not name the person"


async def test_an_erasure_that_is_asked_for_twice_is_noted_once(database: Database) -> None:
    await database.erasures.begin(ALICE, -5, 1)
    await database.erasures.begin(ALICE, -6, 2)
    assert [entry.at for entry in await database.journal.entries()] == [1]


async def test_all_people_who_are_stored_are_found(database: Database) -> None:
    await database.people.put_names({ALICE: "Alice"})
    row = await opened(database)
    assert await database.journal.known_people() == {ALICE, row.challenger_id, row.challenged_id} - {None}


async def test_people_are_erased_again_and_what_is_noted_is_known_from_then_on(database: Database) -> None:
    await database.people.put_names({ALICE: "Alice"})
    await erase_person(database, BRUNO)
    later = (Entry(9, Action.ERASE, "ab" * 16 + ":" + "cd" * 16),)
    await database.erasures.begin_again({ALICE: -77}, later, at=20)
    assert [(erasure.user_id, erasure.stand_in) for erasure in await database.erasures.under_way()] == [(ALICE, -77)]
    assert (await database.journal.entries(Action.ERASE))[1:] == later
    await database.journal.prune(9)
    assert await database.journal.entries() == later


async def _noted(path: Path) -> tuple[Entry, ...]:
    async with await open_database(path) as database:
        for at, person in enumerate((ALICE, BRUNO), start=1_800_000_000_123):
            await erase_person(database, person, at=at)
        return await database.journal.entries(Action.ERASE)


async def test_the_file_of_erasures_holds_each_once_for_its_owner_alone(path: Path) -> None:
    noted = await _noted(path)
    file = ErasedFile(path.with_name("house.sqlite3.erased"))
    assert file.read() == ()
    file.add(noted[:1])
    file.add(noted)
    file.add(noted)
    assert file.read() == noted
    written = (path.parent / file.name).read_text()
    assert written.splitlines()[0].startswith("2027-01-15T08:00:00.123+00:00 erase ")
    assert [person for person in (ALICE, BRUNO) if str(person) in written] == []
    if os.name == "posix":
        assert mode_of(path.parent / file.name) == 0o600
    file.prune(noted[1].at)
    assert file.read() == noted[1:]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text + "2027-01-15T08:00:00.123+00:00 erase ",
        lambda text: "\n\0junk\n" + text,
        lambda text: text + "yesterday erase " + "ab" * 16 + ":" + "ab" * 16,
        lambda text: text.replace("\n", "\r\n"),
    ],
    ids=["cut", "junk", "no time", "another editor"],
)
async def test_lines_that_cannot_be_read_are_passed_over(path: Path, spoil: Callable[[str], str]) -> None:
    noted = await _noted(path)
    place = path.with_name("house.sqlite3.erased")
    file = ErasedFile(place)
    file.add(noted)
    _rewrite(place, spoil)
    assert file.read() == noted


def _rewrite(place: Path, change: Callable[[str], str]) -> None:
    place.write_text(change(place.read_text()), newline="")
