"""Restoring a backup: after a crash, after damage, never while a bot runs, and whole or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.rows.slots import MessageRow, Slot
from bot.rows.storage_errors import ForeignDatabase, InUse, Missing, NewerSchema, RestoreRefused, StorageError
from bot.rows.table_rows import TableRow
from bot.storage import Database, Lost, ProcessAccess, restore
from tests.bot.storage.making import ALICE, BRUNO, CHANNEL, GUILD, opened, played, row_of, seated, step
from tests.bot.storage.older import as_of
from tests.bot.storage.test_alone import mode_of
from tests.bot.storage.test_opening import content_of, look_into, names_in

ROOT = Path(__file__).parents[3]
POSIX = pytest.mark.skipif(os.name != "posix", reason="kills and modes are POSIX's")
NOW = 1_800_000_000_000
KEPT = "house.sqlite3.replaced-20270115T080000Z"

BOT = (54_321, 54_322)
"""A user and a group of the bot's own."""
ROOT_ONLY = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away: owners were NOT tried"
)

WITHOUT_RIGHTS = """
import asyncio, ctypes, os, sys
from pathlib import Path
from bot.rows.storage_errors import RestoreRefused
from bot.storage import restore

# Root without CAP_CHOWN (0): it may write here, and give nothing away.
libc = ctypes.CDLL(None, use_errno=True)
header = (ctypes.c_uint32 * 2)(0x20080522, 0)
sets = (ctypes.c_uint32 * 6)()
assert libc.capget(header, sets) == 0
for low in range(3):
    sets[low] &= ~1
assert libc.capset(header, sets) == 0
try:
    asyncio.run(restore(sys.argv[1], Path(sys.argv[2]), 1))
except RestoreRefused as error:
    print(error)
"""

PLAY_ON = """
import asyncio, os, sys
from bot.storage import ProcessAccess, Database
from tests.bot.storage.making import opened, row_of, step

async def main():
    database = await Database.open(sys.argv[1], access=ProcessAccess.ALONE)
    for _ in range(30):
        await database.tables.commit(step(await row_of(database, 1)))
    await opened(database)
    os._exit(9)

asyncio.run(main())
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a backup of a table at version 2, and the database that was used until a kill."""
    path = tmp_path_factory.mktemp("crashed") / "house.sqlite3"
    copy = path.parent / "backups" / "copy.sqlite3"
    copy.parent.mkdir()
    async with await Database.open_alone(str(path)) as database:
        row = await opened(database)
        await database.tables.commit(step(row))
        await database.heartbeat.put(NOW - 60_000)
        await database.backup(copy)
    assert run(PLAY_ON, str(path)).returncode == 9
    assert content_of(path.with_name(path.name + "-wal")), "the crash has left a write-ahead log"
    return path.parent


@pytest.fixture
def copy(path: Path, crashed: Path) -> Path:
    """The backup in a copy of that folder. The database is at `path`."""
    shutil.copytree(crashed, path.parent, dirs_exist_ok=True)
    return path.parent / "backups" / "copy.sqlite3"


async def test_after_a_crash_with_a_log_left_the_copy_is_restored_whole_and_played_on(path: Path, copy: Path) -> None:
    restored = await restore(str(path), copy, NOW)
    assert (restored.at, restored.lost) == (NOW - 60_000, Lost(events=31, tables=2, opened=1, games=0))
    assert names_in(path.parent) == ["backups", path.name, f"{path.name}.lock", KEPT]
    async with await Database.open_alone(str(path)) as database:
        row = await row_of(database, 1)
        assert row.version == 2
        for _ in range(5):
            row = replace(row, version=await database.tables.commit(step(row)))
    assert fault_of(path) == "ok"


async def test_the_replaced_database_is_kept_with_all_that_was_committed_and_can_be_restored(
    path: Path, copy: Path
) -> None:
    await restore(str(path), copy, NOW)
    kept = path.with_name(KEPT)
    back = await restore(str(path), kept, NOW + 1_000)
    assert back.lost == Lost(0, 0, 0, 0)
    async with await Database.open_alone(str(path)) as database:
        assert (await row_of(database, 1)).version == 32


async def test_over_a_database_that_cannot_be_read_a_copy_is_restored(path: Path, copy: Path) -> None:
    whole = content_of(path)
    for damaged in (b"\0" * len(whole), whole[:5_000] + b"\xff" * (len(whole) - 5_000), b"junk"):
        rewrite_whole(path, damaged)
        take_sides(path)
        restored = await restore(str(path), copy, NOW)
        assert restored.kept_as == path.with_name(KEPT)
        assert content_of(path.with_name(KEPT)) == damaged
        for name in names_in(path.parent):
            if name.startswith(KEPT):
                take(path.with_name(name))
        async with await Database.open_alone(str(path)) as database:
            assert (await row_of(database, 1)).version == 2


async def test_where_no_database_was_one_is_made_only_if_asked_for(path: Path, copy: Path) -> None:
    """With a setting that names a wrong place, the bot would keep its old database."""
    elsewhere = path.with_name("elsewhere.sqlite3")
    with pytest.raises(Missing, match="--new") as refused:
        await restore(str(elsewhere), copy, NOW)
    assert str(elsewhere) in str(refused.value)
    assert [name for name in names_in(path.parent) if name.startswith("elsewhere")] == []
    restored = await restore(str(elsewhere), copy, NOW, new=True)
    assert (restored.path, restored.kept_as) == (elsewhere, None)
    assert fault_of(elsewhere) == "ok"


@ROOT_ONLY
async def test_the_restored_file_has_owner_group_and_mode_of_the_replaced_one(path: Path, copy: Path) -> None:
    """Root restores, and the bot starts as its own user."""
    owned_by_the_bot(path.parent, path)
    only_to_read(path)
    await restore(str(path), copy, NOW)
    for file in (path, path.with_name(KEPT)):
        assert (owner_of(file), mode_of(file)) == (BOT, 0o400)
    assert owner_of(path.with_name(f"{path.name}.lock")) == BOT
    new = path.with_name("new.sqlite3")
    await restore(str(new), copy, NOW, new=True)
    assert (owner_of(new), mode_of(new)) == (BOT, 0o600)


@ROOT_ONLY
async def test_a_database_that_root_makes_belongs_to_the_owner_of_its_folder(path: Path) -> None:
    owned_by_the_bot(path.parent)
    async with await Database.open_alone(str(path)) as database:
        await opened(database)
        assert {owner_of(path.parent / name) for name in names_in(path.parent)} == {BOT}


@ROOT_ONLY
async def test_who_cannot_make_a_file_of_that_owner_restores_nothing(path: Path, copy: Path) -> None:
    owned_by_the_bot(path)
    before = without_sides(path)
    done = run(WITHOUT_RIGHTS, str(path), str(copy))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"belongs to user {BOT[0]} and group {BOT[1]}" in done.stdout
    assert without_sides(path) == before


async def test_beside_a_running_bot_or_any_open_connection_nothing_is_restored(path: Path, copy: Path) -> None:
    async with await Database.open_alone(str(path)) as database:
        with pytest.raises(InUse):
            await restore(str(path), copy, NOW)
        assert (await row_of(database, 1)).version == 32
    with look_into(path) as reader:
        reader.execute("SELECT * FROM tables").fetchall()
        with pytest.raises(InUse):
            await restore(str(path), copy, NOW)
    async with await Database.open(str(path), access=ProcessAccess.READING) as database:
        assert (await row_of(database, 1)).version == 32


def _flipped(copy: Path) -> None:
    whole = content_of(copy)
    rewrite_whole(copy, whole[:8_192] + b"\xff" * 4_096 + whole[12_288:])


def _short(copy: Path) -> None:
    rewrite_whole(copy, content_of(copy)[:-4_096])


def _empty(copy: Path) -> None:
    rewrite_whole(copy, b"")


def _junk(copy: Path) -> None:
    rewrite_whole(copy, b"no database at all, but long enough for one" * 40)


def _foreign(copy: Path) -> None:
    with look_into(copy) as connection:
        connection.execute("PRAGMA application_id=77")


def _newer(copy: Path) -> None:
    with look_into(copy) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'future'")


def _orphan(copy: Path) -> None:
    with look_into(copy) as connection, connection:
        connection.execute("DELETE FROM tables")


def _gone(copy: Path) -> None:
    copy.unlink()


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (_flipped, RestoreRefused),
        (_short, RestoreRefused),
        (_orphan, RestoreRefused),
        (_empty, ForeignDatabase),
        (_junk, ForeignDatabase),
        (_foreign, ForeignDatabase),
        (_newer, NewerSchema),
        (_gone, Missing),
    ],
)
async def test_a_copy_that_is_not_fit_changes_nothing(
    path: Path, copy: Path, spoil: Callable[[Path], None], error: type[StorageError]
) -> None:
    spoil(copy)
    before = without_sides(path)
    with pytest.raises(error) as refused:
        await restore(str(path), copy, NOW)
    assert "\n" not in str(refused.value)
    assert without_sides(path) == before
    async with await Database.open_alone(str(path)) as database:
        assert (await row_of(database, 1)).version == 32


async def test_the_database_itself_and_another_program_s_are_refused(path: Path, copy: Path) -> None:
    with pytest.raises(RestoreRefused):
        await restore(str(path), path, NOW)
    take_sides(path)
    take(path)
    with look_into(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    before = content_of(path)
    with pytest.raises(ForeignDatabase):
        await restore(str(path), copy, NOW)
    assert content_of(path) == before


async def test_a_copy_with_a_log_of_its_own_is_restored_with_what_the_log_holds(path: Path, copy: Path) -> None:
    """Files copied from a disk after a crash."""
    saved = copy.parent / "saved.sqlite3"
    for name in ("", "-wal"):
        shutil.copy(path.with_name(path.name + name), saved.with_name(saved.name + name))
    await restore(str(path), copy, NOW)
    await restore(str(path), saved, NOW + 1_000)
    async with await Database.open_alone(str(path)) as database:
        assert (await row_of(database, 1)).version == 32


async def test_ids_of_lost_tables_are_never_given_again(path: Path, copy: Path) -> None:
    await restore(str(path), copy, NOW)
    async with await Database.open_alone(str(path)) as database:
        assert (await opened(database)).id == 3, "table 2 was opened after the backup, and its buttons are still there"
    rewrite_whole(path, b"\0" * 100)
    await restore(str(path), copy, NOW + 1_000)
    async with await Database.open_alone(str(path)) as database:
        assert (await opened(database)).id > 1_000, "nothing says which ids were given"


async def test_a_duplicate_of_the_copy_has_ended_and_no_lost_one_gives_its_id_away(path: Path, copy: Path) -> None:
    """Its members may have seen cards of deals that the copy has as not played."""
    async with await Database.open_alone(str(path)) as database:
        over, on = [await database.duplicates.open(GUILD, (ALICE, BRUNO), "ab" * 32, 1, NOW + day) for day in (-9, 9)]
        saved = path.parent / "saved.sqlite3"
        await database.backup(saved)
        lost = await database.duplicates.open(GUILD, (ALICE, BRUNO), "cd" * 32, 1, NOW + 9)
    await restore(str(path), saved, NOW)
    async with await Database.open_alone(str(path)) as database:
        assert await database.duplicates.of(over.id) == over
        assert await database.duplicates.of(on.id) == replace(on, until=NOW)
        assert (await database.duplicates.open(GUILD, (ALICE, BRUNO), "ef" * 32, 1, NOW)).id == lost.id + 1


async def test_the_database_says_when_it_was_restored_last(path: Path, copy: Path) -> None:
    """This is so even if the copy is of a release that did not store it."""
    older = path.parent / "older.sqlite3"
    shutil.copy(copy, older)
    as_of("0015", older)
    for number, file in enumerate((copy, older, older), start=1):
        now = NOW + number * 1_000
        await restore(str(path), file, now)
        async with await Database.open_alone(str(path)) as database:
            await database.migrate()
            assert await database.recovery.restored_at() == now


async def test_messages_are_found_where_they_are_by_now_and_drawn_again(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with await Database.open_alone(str(path)) as database:
        row = await opened(database)
        await database.table_messages.put(MessageRow(row.id, Slot.parse("table"), CHANNEL, 71, "digest", 1))
        await database.recovery.put_drawn({row.id: row.version})
        await database.backup(copy)
        lost = await opened(database)
        await database.table_messages.put(
            MessageRow(row.id, Slot.parse("table"), CHANNEL, 72, "other", 2),
            MessageRow(row.id, Slot.parse("hand"), 5, 0, "refused", 2),
            MessageRow(lost.id, Slot.parse("table"), CHANNEL, 73, "lost", 2),
        )
    await restore(str(path), copy, NOW)
    async with await Database.open_alone(str(path)) as database:
        assert await database.recovery.undrawn_tables() == {row.id: row.guild_id}
        assert await database.table_messages.of(row.id) == (
            MessageRow(row.id, Slot.parse("hand"), 5, 0, "refused", 2),
            MessageRow(row.id, Slot.parse("table"), CHANNEL, 72, "", 2),
        )
        assert await database.table_messages.of(lost.id) == ()


async def test_lost_games_are_counted(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with await Database.open_alone(str(path)) as database:
        await seated(database)
        await database.backup(copy)
        row: TableRow = await played(database, ALICE, BRUNO, ("north", 1), ("south", 2))
    restored = await restore(str(path), copy, NOW)
    assert restored.lost == Lost(events=row.version, tables=1, opened=1, games=2)


@POSIX
async def test_the_restored_and_the_kept_file_are_for_their_owner_alone(path: Path, copy: Path) -> None:
    open_to_all(path)
    open_to_all(copy)
    await restore(str(path), copy, NOW)
    assert [mode_of(file) for file in (path, path.with_name(KEPT))] == [0o600, 0o600]


DIE = """
import asyncio, os, sys
from pathlib import Path
from bot.storage import restore

name, number = sys.argv[3], int(sys.argv[4])
home = Path if name == "unlink" else os
before, calls = getattr(home, name), 0

def call(*arguments, **options):
    global calls
    calls += 1
    if calls == number:
        os._exit(9)
    return before(*arguments, **options)

setattr(home, name, call)
asyncio.run(restore(sys.argv[1], Path(sys.argv[2]), 1))
"""


@POSIX
@pytest.mark.parametrize(
    ("name", "number"),
    [("link", 1), ("unlink", 1), ("unlink", 3), ("replace", 1), ("fsync", 1), ("fsync", 2), ("fsync", 3)],
)
async def test_a_kill_at_any_moment_leaves_one_of_the_two_whole(path: Path, copy: Path, name: str, number: int) -> None:
    assert run(DIE, str(path), str(copy), name, str(number)).returncode == 9
    async with await Database.open_alone(str(path)) as database:
        assert (await row_of(database, 1)).version == (2 if (name, number) == ("fsync", 3) else 32)
    assert fault_of(path) == "ok"
    restored = await restore(str(path), copy, NOW)
    assert restored.at == NOW - 60_000


FULL = """
import asyncio, resource, signal, sys
from pathlib import Path
from bot.rows.storage_errors import StorageError
from bot.storage import Database, ProcessAccess, restore

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))

async def backup():
    async with await Database.open(sys.argv[2], create=False, access=ProcessAccess.READING) as database:
        await database.backup(sys.argv[3])

try:
    asyncio.run(backup() if sys.argv[1] == "backup" else restore(sys.argv[2], Path(sys.argv[3]), 1))
except StorageError as error:
    print(error)
    sys.exit(1)
"""


@POSIX
@pytest.mark.parametrize("command", ["backup", "restore"])
async def test_where_the_disk_is_full_nothing_half_written_stays(path: Path, copy: Path, command: str) -> None:
    """A limit on the size of files stands for the full disk. SQLite gets the same error."""
    target = copy if command == "restore" else copy.parent / "second.sqlite3"
    before = names_in(copy.parent)
    done = run(FULL, command, str(path), str(target))
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (1, "", 1), done.stderr
    assert names_in(copy.parent) == before
    assert {name for name in names_in(path.parent) if "restoring" in name or "replaced" in name} == set()
    async with await Database.open_alone(str(path)) as database:
        assert (await row_of(database, 1)).version == 32


def without_sides(path: Path) -> list[str]:
    """Returns the files in the folder of a database, without those that SQLite adds to it."""
    return [name for name in names_in(path.parent) if not name.endswith(("-wal", "-shm"))]


def take(file: Path) -> None:
    """Removes a file."""
    file.unlink()


def take_sides(path: Path) -> None:
    """Removes the files that SQLite adds to a database."""
    for name in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + name).unlink(missing_ok=True)


def owned_by_the_bot(*files: Path) -> None:
    """Gives files to the bot's own user."""
    for file in files:
        os.chown(file, *BOT)


def only_to_read(file: Path) -> None:
    """Takes the permission to write from the owner of a file."""
    file.chmod(0o400)


def owner_of(file: Path) -> tuple[int, int]:
    """The user and the group of a file."""
    status = file.stat()
    return status.st_uid, status.st_gid


def open_to_all(file: Path) -> None:
    """Lets all users of the machine read a file."""
    file.chmod(0o644)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of these tests in another process."""
    return subprocess.run([sys.executable, "-c", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def fault_of(path: Path) -> str:
    """Returns the result of SQLite's own check of a file."""
    with look_into(path) as connection:
        (fault,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    return str(fault)


def rewrite_whole(path: Path, content: bytes) -> None:
    """Puts other content, shorter or longer, into a file."""
    path.write_bytes(content)
