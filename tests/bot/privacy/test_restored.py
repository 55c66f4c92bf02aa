"""An older copy is restored: people who were erased since are erased again, and blocked people stay blocked."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.audit import verify
from bot.people.service import open_people
from bot.privacy import erasure, retention
from bot.privacy.retention import Periods
from bot.privacy.service import Privacy, open_privacy
from bot.rows.storage_errors import RestoreRefused
from bot.storage import Action, BlockedPerson, BlockedServer, Database, ErasedFile, restore
from bot.tables.service import Limits, open_tables
from bot.texts import Language
from bot.tournaments.service import open_tournaments
from tests.bot.privacy.evening import Evening, evening, held, people_of_discord
from tests.bot.storage.older import as_of
from tests.support.erasing import database_text
from tests.support.postgres import MISSING, new_database

DAY_MS = 86_400_000


def privacy_of(database: Database, now: int, journal: str = "") -> Privacy:
    """Returns the services that a start builds over a database."""
    people = open_people(database, lambda: now)
    limits = Limits(live=5, correspondence=5, challenge_ms=600_000)
    tables = open_tables(database, people, now=lambda: now, rng=random.Random(5), limits=limits)
    tournaments = open_tournaments(database, tables, lambda: now)
    return open_privacy(database, people, tables, tournaments, database.erased_file(journal))


def noting(party: Evening) -> Privacy:
    """Returns the privacy of an evening, whose erasures are recorded in a file next to the database."""
    return replace(party.privacy, erased_file=party.room.database.erased_file())


async def kept_evening(folder: Path) -> tuple[Path, Path, int]:
    """Copies an evening from before two people asked to be erased. Returns the database, the copy and the time."""
    path, copy = folder / "salon.sqlite3", folder / "copy.sqlite3"
    async with evening(folder) as party:
        await party.all_of_it()
        await party.room.database.backup(copy)
        for person in party.people[:2]:
            await erasure.erase(noting(party), person.id)
        return path, copy, party.room.now


async def test_who_was_erased_after_the_copy_is_erased_again_and_no_one_else(tmp_path: Path) -> None:
    path, copy, now = await kept_evening(tmp_path)
    first, second, third, *_ = people_of_discord(6)
    restored = await restore(str(path), copy, now)
    assert restored.erasures == 2
    assert held(path, first) != []
    async with await Database.open_alone(str(path)) as database:
        privacy = privacy_of(database, now)
        assert await erasure.begin_again(privacy) == 2
        assert await erasure.resume(privacy) == 2
        assert (await verify(database)).faults == ()
        assert await erasure.begin_again(privacy_of(database, now)) == 0, "once"
        stored = await database_text(database)
    assert [person.name for person in (first, second) if str(person.id) in stored or person.name in stored] == []
    assert str(third.id) in stored
    assert held(path, first) == held(path, second) == []


async def test_who_was_erased_for_their_time_is_not_erased_again(tmp_path: Path) -> None:
    """The clock may have been wrong. A person not seen for long is due at the next sweep in any case."""
    path, copy = tmp_path / "salon.sqlite3", tmp_path / "copy.sqlite3"
    async with evening(tmp_path) as party:
        await party.all_of_it()
        await party.room.database.backup(copy)
        first, second, *_ = party.people
        await erasure.erase(noting(party), first.id)
        await erasure.erase(noting(party), second.id, action=Action.EXPIRE)
        now = party.room.now
    assert (await restore(str(path), copy, now)).erasures == 1
    async with await Database.open_alone(str(path)) as database:
        privacy = privacy_of(database, now)
        assert await erasure.begin_again(privacy) == 1
        await erasure.resume(privacy)
        assert {entry.action for entry in await database.journal.entries()} == {Action.ERASE}
    assert (held(path, first) == [], held(path, second) == []) == (True, False)


async def test_erasures_whose_lines_are_taken_out_of_the_file_are_not_done_again(tmp_path: Path) -> None:
    """The way back from a wrong clock that an earlier release has trusted."""
    path, copy, now = await kept_evening(tmp_path)
    await restore(str(path), copy, now)
    file = path.with_name("salon.sqlite3.erased")
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == 2
    file.write_text(f"{lines[0]}\n", "utf-8")
    async with await Database.open_alone(str(path)) as database:
        assert await erasure.begin_again(privacy_of(database, now)) == 1


async def test_an_erasure_that_the_copy_knows_is_not_done_again(tmp_path: Path) -> None:
    """A person who comes back is a new player, and may stay."""
    path, copy = tmp_path / "salon.sqlite3", tmp_path / "copy.sqlite3"
    async with evening(tmp_path) as party:
        first = party.people[0]
        await party.played_game()
        await erasure.erase(noting(party), first.id)
        await party.room.crowd.profiles.mark_seen(first.id, first.name, Language.ENGLISH)
        await party.room.database.backup(copy)
        now = party.room.now
    assert (await restore(str(path), copy, now)).erasures == 0
    async with await Database.open_alone(str(path)) as database:
        assert await erasure.begin_again(privacy_of(database, now)) == 0
        assert await database.people.names([first.id]) == {first.id: first.name}


@pytest.mark.parametrize("loss", [lambda path: path.unlink(), lambda path: path.write_bytes(b"\0" * 9_000)])
async def test_where_the_replaced_database_is_lost_the_file_alone_says_who_was_erased(
    tmp_path: Path, loss: Callable[[Path], None]
) -> None:
    path, copy, now = await kept_evening(tmp_path)
    loss(path)
    assert (await restore(str(path), copy, now, new=True)).erasures == 2


async def test_where_the_file_is_lost_the_replaced_database_says_it(tmp_path: Path) -> None:
    path, copy, now = await kept_evening(tmp_path)
    _lose(path.with_name("salon.sqlite3.erased"))
    assert (await restore(str(path), copy, now)).erasures == 2
    async with await Database.open_alone(str(path)) as database:
        assert await erasure.begin_again(privacy_of(database, now)) == 2


async def test_a_copy_of_an_older_release_is_erased_from_after_its_migration(tmp_path: Path) -> None:
    path, copy, now = await kept_evening(tmp_path)
    as_of("0017", copy)
    assert (await restore(str(path), copy, now)).erasures == 2
    async with await Database.open_alone(str(path)) as database:
        privacy = privacy_of(database, now)
        assert await erasure.begin_again(privacy) == 2
        await erasure.resume(privacy)
        assert str(people_of_discord(1)[0].id) not in await database_text(database)


async def test_a_file_that_cannot_be_read_stops_a_restore_and_nothing_has_changed(tmp_path: Path) -> None:
    path, copy, now = await kept_evening(tmp_path)
    _bar(path.with_name("salon.sqlite3.erased"))
    with pytest.raises(RestoreRefused):
        await restore(str(path), copy, now)
    async with await Database.open_alone(str(path)) as database:
        assert len(await database.journal.entries(Action.ERASE)) == 2


@pytest.mark.expects_log("bot.privacy.erasure", r"cannot be noted in salon\.sqlite3\.erased \(IsADirectoryError\)")
async def test_a_file_that_cannot_be_written_keeps_no_one_from_being_erased(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        first = party.people[0]
        await party.played_game()
        _bar(tmp_path / "salon.sqlite3.erased")
        await erasure.erase(noting(party), first.id)
        assert str(first.id) not in await database_text(party.room.database)


async def test_blocks_go_on_to_hold_after_a_restore(tmp_path: Path) -> None:
    path, copy = tmp_path / "salon.sqlite3", tmp_path / "copy.sqlite3"
    async with evening(tmp_path) as party:
        first, second, third, *_ = (person.id for person in party.people)
        blocks = party.room.database.blocks
        await blocks.block_person(first, 1)
        await blocks.block_person(second, 2)
        await party.room.database.backup(copy)
        await blocks.unblock_person(first, 3)
        await blocks.block_person(third, 4)
        await blocks.settle_person(third)
        await blocks.block_server(99, 5, once=False)
        before, now = await party.room.database.journal.entries(), party.room.now
    await restore(str(path), copy, now)
    async with await Database.open_alone(str(path)) as database:
        found = await database.blocks.all()
        assert found.people == (BlockedPerson(second, 2, done=False), BlockedPerson(third, 4, done=False))
        assert found.servers == (BlockedServer(99, 5, once=False),)
        assert await database.journal.entries() == before


async def test_lines_are_kept_as_long_as_people_are(tmp_path: Path) -> None:
    """A person in an older copy was not seen for that long, and is due to be erased for that reason."""
    async with evening(tmp_path) as party:
        privacy, file = noting(party), ErasedFile(tmp_path / "salon.sqlite3.erased")
        await erasure.erase(privacy, party.people[0].id)
        party.room.now += 50 * DAY_MS
        await erasure.erase(privacy, party.people[1].id)
        both = await privacy.journal.entries()
        for days in (0, 101):
            await retention.sweep(privacy, Periods(logs=0, people=days, servers=0))
            assert (file.read(), await privacy.journal.entries()) == (both, both)
        party.room.now += 51 * DAY_MS
        await retention.sweep(privacy, Periods(logs=0, people=100, servers=0))
        assert file.read() == await privacy.journal.entries() == both[1:]


async def test_an_erasure_by_a_process_with_another_file_is_noted_too(tmp_path: Path) -> None:
    """Of several processes on several machines, one reads its file after a restore."""
    async with evening(tmp_path) as party:
        elsewhere = replace(party.privacy, erased_file=ErasedFile(tmp_path / "elsewhere.erased"))
        await erasure.erase(elsewhere, party.people[0].id)
        privacy, file = noting(party), ErasedFile(tmp_path / "salon.sqlite3.erased")
        assert file.read() == ()
        await retention.sweep(privacy, Periods(logs=0, people=0, servers=0))
        assert file.read() == await privacy.journal.entries(Action.ERASE) != ()


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
async def test_after_a_restore_on_postgresql_the_named_file_says_who_was_erased(tmp_path: Path) -> None:
    first, second = people_of_discord(2)
    journal = str(tmp_path / "erased")
    async with new_database(migrated=True) as address, await Database.open(address) as database:
        assert database.erased_file() is None
        assert await database.journal.key() is None
        await privacy_of(database, 5, journal).people.profiles.mark_seen(first.id, first.name, Language.ENGLISH)
        await erasure.erase(privacy_of(database, 5, journal), first.id)
    async with new_database(migrated=True) as address, await Database.open(address) as database:
        privacy = privacy_of(database, 9, journal)
        for person in (first, second):
            await privacy.people.profiles.mark_seen(person.id, person.name, Language.ENGLISH)
        assert await erasure.begin_again(privacy) == 1
        await erasure.resume(privacy)
        assert await database.people.names([first.id, second.id]) == {second.id: second.name}
        # The marks use the key of the file, so the kept rows are found again.
        assert await database.journal.key() == ErasedFile(tmp_path / "erased").read_key()
        assert [entry.action for entry in await database.journal.about(first.id)] == [Action.ERASE]


def _lose(file: Path) -> None:
    file.unlink()


def _bar(file: Path) -> None:
    """Replaces a file by a folder."""
    file.unlink(missing_ok=True)
    file.mkdir()
