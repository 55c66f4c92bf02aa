"""`python -m bot erase`, `export`, `block` and the others, as the shell sees them, while a bot runs and without one."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import stat
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from sqlalchemy import func, select

from bot import owner
from bot.audit import verify
from bot.config import Settings
from bot.privacy import owner_orders
from bot.privacy.retention import has_leave
from bot.storage import Action, Database, ErasedFile, find_remains
from bot.storage.schema.tables import packed_people
from bot.upkeep import Stopped
from tests.bot.e2e.test_processes import run_without
from tests.bot.privacy.evening import evening, held, people_of_discord
from tests.bot.privacy.test_restored import privacy_of
from tests.bot.storage.test_opening import content_of
from tests.bot.tables.salon import GUILD
from tests.support.commands import run_bot, settings_of
from tests.support.erasing import database_text
from tests.support.postgres import MISSING, new_database

FIRST, SECOND, THIRD, *_ = people_of_discord(6)
DATABASE = "salon.sqlite3"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The closed files of a played evening."""

    async def play(folder: Path) -> None:
        async with evening(folder) as party:
            await party.all_of_it()

    folder = tmp_path_factory.mktemp("evening")
    asyncio.run(play(folder))
    return folder


@pytest.fixture
def room(played: Path, tmp_path: Path) -> Path:
    """A folder with the database of an evening, on which no process runs."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return tmp_path


async def bot(folder: Path, *arguments: str, **environment: str) -> tuple[int, str, str]:
    """Runs a command on the evening's database. Returns its status and its output."""
    done = await asyncio.to_thread(run_bot, folder, settings_of(folder / DATABASE, **environment), *arguments)
    return done.returncode, done.stdout, done.stderr


async def test_a_person_is_erased_without_a_running_bot_and_the_proof_counts_what_copies_hold(room: Path) -> None:
    backups = room / "backups"
    backups.mkdir()
    assert (await bot(room, "backup", str(backups / "salon-20260101T000000Z.sqlite3")))[0] == 0
    assert (await bot(room, "backup", str(backups / "other.sqlite3")))[0] == 0
    status, out, err = await bot(room, "erase", str(FIRST.id), "--prove", ECARTE_BACKUP_FOLDER=str(backups))
    assert (status, err) == (0, "")
    done, own, copy, advice = out.splitlines()
    assert done == f"{FIRST.id} is erased."
    assert own == f"{room / DATABASE}: id 0, name 0"
    path, counted = copy.split(": id ")
    assert path == str(backups / "salon-20260101T000000Z.sqlite3")
    ids, names = (int(number) for number in counted.split(", name "))
    assert ids > 20
    assert names > 5
    assert "delete" in advice
    assert held(room / DATABASE, FIRST) == []
    assert len(ErasedFile(room / f"{DATABASE}.erased").read()) == 1
    async with await Database.open(str(room / DATABASE)) as database:
        assert (await verify(database)).faults == ()
        stored = await database_text(database)
    assert str(FIRST.id) not in stored
    assert str(SECOND.id) in stored


async def test_the_proof_finds_every_form_in_which_an_id_and_a_name_are_stored(room: Path) -> None:
    """The search covers a person who is there: as text, as a number, as the key of a row, and in packed logs."""
    async with await Database.open(str(room / DATABASE)) as database:
        for id_, name in ((FIRST.id, FIRST.name), (SECOND.id, SECOND.name)):
            assert (await database.people.names([id_])) == {id_: name}
    before = await counted(room, SECOND.id, SECOND.name)
    async with await Database.open(str(room / DATABASE)) as database:
        while await database.pruning.pack_logs(1 << 60):
            pass
    after = await counted(room, SECOND.id, SECOND.name)
    found = select(func.count()).select_from(packed_people).where(packed_people.c.user_id == SECOND.id)
    async with await Database.open(str(room / DATABASE)) as database:
        noted = await database.connections.read(lambda connection: connection.scalar(found)) or 0
    # The people of a packed log are also stored outside of it, each in a row and in an index.
    assert after == (before[0] + 2 * noted, before[1])
    assert min(noted, *after) > 0
    assert await counted(room, 1_300_000_000_000_999_999, "Nobody at all") == (0, 0)


async def counted(room: Path, user_id: int, name: str) -> tuple[int, int]:
    """Returns how often a database holds an id and a name."""
    (own,), _ = await find_remains(str(room / DATABASE), user_id, [name])
    return own.ids, own.names


async def test_a_dry_run_says_what_is_stored_and_changes_no_byte(room: Path) -> None:
    await bot(room, "block", str(FIRST.id))
    before = content_of(room / DATABASE)
    for command in (["erase", str(FIRST.id)], ["block", str(SECOND.id)], ["leave", str(GUILD)]):
        status, out, err = await bot(room, *command, "--dry-run")
        assert (status, err) == (0, ""), command
        assert out.rstrip().endswith("Nothing was changed."), command
        assert content_of(room / DATABASE) == before, command
    status, out, _ = await bot(room, "erase", str(FIRST.id), "--dry-run")
    stored, tables, kept, _ = out.splitlines()
    assert "games 1" in stored
    assert tables == "Tables that name them: 5 open, which they would give up; 2 closed."
    assert "the owner's block" in kept
    assert FIRST.name not in out


async def test_beside_a_running_bot_the_bot_erases_and_the_command_waits_for_it(room: Path) -> None:
    async with await Database.open_alone(str(room / DATABASE)) as database:
        privacy = privacy_of(database, 1_767_225_600_000)
        command = asyncio.ensure_future(bot(room, "erase", str(FIRST.id)))
        while not command.done():
            await owner_orders.carry_out(privacy, stays)
            await asyncio.wait({command}, timeout=0.05)
        status, out, err = await command
        assert (status, err) == (0, "")
        assert out == f"{FIRST.id} is erased, by the running bot. If it could not read a table, its log names it.\n"
        assert str(FIRST.id) not in await database_text(database)
        status, out, err = await bot(room, "erase", str(SECOND.id), "--prove")
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert "stop the bot" in err
        assert str(SECOND.id) in await database_text(database)


async def stays(_server_id: int) -> bool:
    """Stands for a server that cannot be left."""
    return False


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
async def test_on_postgresql_all_but_the_proof_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with new_database(migrated=True) as address:
        settings = Settings(database=address, journal=str(tmp_path / "erased"))
        async with await Database.open(address) as database:
            await database.people.put_names({FIRST.id: FIRST.name})
        with pytest.raises(Stopped, match="--prove is for SQLite"):
            await owner.erase(settings, FIRST.id, lambda: 5, prove=True)
        async with await Database.open_alone(address) as database:
            # Stopping the bot for it would be useless.
            with pytest.raises(Stopped, match="--prove is for SQLite"):
                await owner.erase(settings, FIRST.id, lambda: 5, prove=True)
            assert await database.people.names([FIRST.id]) == {FIRST.id: FIRST.name}
        assert await owner.export(settings, FIRST.id, None, lambda: 5) == 0
        assert FIRST.name in capsys.readouterr().out
        assert await owner.erase(settings, FIRST.id, lambda: 5) == 0
        assert await owner.block(settings, FIRST.id, lambda: 5, server=False, dry_run=False) == 0
        assert await owner.leave(settings, GUILD, lambda: 5, dry_run=False) == 0
        capsys.readouterr()
        await owner.print_blocks(settings)
        assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()] == [
            f"person {FIRST.id}",
            f"server {GUILD}",
        ]
        async with await Database.open(address) as database:
            assert await database.people.names([FIRST.id]) == {}
            noted = await database.journal.entries(Action.ERASE)
        assert ErasedFile(tmp_path / "erased").read() == noted
        assert len(noted) == 1


async def test_a_person_who_is_banned_or_blocked_stays_so_and_the_command_says_it(room: Path) -> None:
    await bot(room, "block", str(FIRST.id))
    status, out, _ = await bot(room, "erase", str(FIRST.id), "--prove")
    assert status == 0
    assert "The id is kept where it bars them: the owner's block." in out
    assert f"{room / DATABASE}: id 1, name 0" in out


async def test_the_owner_drops_what_is_kept_of_an_erased_person(room: Path) -> None:
    await bot(room, "erase", str(FIRST.id))
    _, out, _ = await bot(room, "export", str(FIRST.id))
    assert json.loads(out)["kept_since_deletion"] != []
    assert "marks of 1 erased account" in (await bot(room, "verify"))[1]
    status, out, _ = await bot(room, "erase", str(FIRST.id), "--forget")
    assert (status, out) == (0, f"{FIRST.id} is erased. What protects others is deleted, too.\n")
    _, out, _ = await bot(room, "export", str(FIRST.id))
    assert json.loads(out)["kept_since_deletion"] == []
    assert "erased account" not in (await bot(room, "verify"))[1]


async def test_an_export_is_the_file_that_a_member_gets(room: Path) -> None:
    status, out, err = await bot(room, "export", str(FIRST.id))
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert data["discord_id"] == str(FIRST.id)
    assert data["person"][0]["name"] == FIRST.name
    assert (await bot(room, "export", str(FIRST.id), "first.zip"))[0] == 0
    archive = content_of(room / "first.zip")
    with ZipFile(BytesIO(archive)) as opened:
        names = set(opened.namelist())
        again = json.loads(opened.read("data.json"))
    assert "data.json" in names
    assert any(name.startswith("records/") for name in names)
    assert {**again, "made_at": ""} == {**data, "made_at": ""}
    if os.name == "posix":
        assert stat.S_IMODE((await asyncio.to_thread(os.stat, room / "first.zip")).st_mode) == 0o600
    status, _, err = await bot(room, "export", str(FIRST.id), "first.zip")
    assert (status, err.count("\n")) == (1, 1)
    assert content_of(room / "first.zip") == archive


async def test_blocks_are_set_listed_and_lifted_beside_a_running_bot(room: Path) -> None:
    async with await Database.open_alone(str(room / DATABASE)) as database:
        assert (await bot(room, "block", str(FIRST.id)))[1].startswith(f"{FIRST.id} is blocked")
        assert (await bot(room, "block", str(FIRST.id)))[1] == f"{FIRST.id} is blocked already.\n"
        assert (await bot(room, "block", "--server", "99"))[0] == 0
        assert (await bot(room, "leave", "98"))[0] == 0
        status, out, err = await bot(room, "blocked")
        assert (status, err) == (0, "")
        person, *servers = out.splitlines()
        assert person.startswith(f"person {FIRST.id}, since ")
        assert [line.split(",")[0] for line in servers] == ["server 99", "server 98"]
        assert servers[1].endswith("to be left once")
        assert len((await database.blocks.all()).servers) == 2
        for arguments in (["unblock", str(FIRST.id)], ["unblock", "--server", "99"], ["unblock", "--server", "98"]):
            assert (await bot(room, *arguments))[0] == 0
            status, _, err = await bot(room, *arguments)
            assert (status, err.count("\n")) == (1, 1)
        assert (await bot(room, "blocked"))[1] == "No one is blocked.\n"
        status, out, _ = await bot(room, "journal")
        assert [" ".join(line.split()[3:]) for line in out.splitlines()] == [
            "block a person",
            "block server 99",
            "leave server 98",
            "unblock a person",
            "unblock server 99",
            "unblock server 98",
        ]
        _, theirs, _ = await bot(room, "journal", str(FIRST.id))
        assert [line.split()[3] for line in theirs.splitlines()] == ["block", "unblock"]
        assert (await bot(room, "journal", str(SECOND.id)))[1] == f"Nothing was done about {SECOND.id}.\n"


@pytest.mark.expects_log("bot.privacy.retention", "5 of 5 people are due to be erased")
async def test_a_sweep_of_too_many_waits_for_the_owners_word(tmp_path: Path) -> None:
    day_ms, days = 86_400_000, {"ECARTE_KEEP_PEOPLE_DAYS": "100"}
    async with evening(tmp_path) as party:
        now = party.room.now
        for number in range(5):
            await party.privacy.retention.put_seen((9_000 + number) << 22, now - 200 * day_ms)
        assert (await bot(tmp_path, "sweep", **days))[::2] == (1, "ecarte: no bot has run on this database yet\n")
        await party.room.database.heartbeat.put(now)
        assert not await has_leave(party.privacy, 100)
        status, said, _ = await bot(tmp_path, "sweep", **days)
        assert (status, said.splitlines()[0].startswith("5 of 5 people were last seen before ")) == (0, True)
        assert "`python -m bot sweep --confirm`" in said
        assert not await has_leave(party.privacy, 100)
        _, said, _ = await bot(tmp_path, "sweep", "--confirm", **days)
        assert "They will be erased" in said
        assert await has_leave(party.privacy, 100)
        assert "by itself" in (await bot(tmp_path, "sweep", **days))[1]
        assert "for ever" in (await bot(tmp_path, "sweep", ECARTE_KEEP_PEOPLE_DAYS="0"))[1]


async def test_the_house_a_server_a_channel_and_a_short_number_are_no_people_and_nothing_of_them_is_changed(
    room: Path,
) -> None:
    settings = Settings(database=str(room / DATABASE))
    before = await stored_in(room)
    for number in (4_000_001, GUILD, 70, 5):
        for attempt in (
            owner.erase(settings, number, lambda: 5),
            owner.erase(settings, number, lambda: 5, dry_run=True),
            owner.export(settings, number, None, lambda: 5),
            owner.block(settings, number, lambda: 5, server=False, dry_run=False),
        ):
            with pytest.raises(Stopped):
                await attempt
    assert await stored_in(room) == before


async def stored_in(room: Path) -> str:
    """Returns the whole database as one text."""
    async with await Database.open(str(room / DATABASE)) as database:
        return await database_text(database)


async def test_without_a_database_each_says_so_and_makes_none(tmp_path: Path) -> None:
    for arguments in (["erase", "5"], ["export", "5"], ["block", "5"], ["leave", "5"], ["blocked"], ["journal"]):
        status, out, err = await bot(tmp_path, *arguments)
        assert (status, out, err.count("\n")) == (1, "", 1), arguments
    assert [name for name in os.listdir(tmp_path) if "sqlite3" in name] == []


async def test_none_of_them_loads_discord_or_the_network(room: Path) -> None:
    commands = [["block", "77000000"], ["blocked"], ["export", str(THIRD.id)], ["erase", str(THIRD.id), "--prove"]]
    done = await asyncio.to_thread(run_without, ("discord", "aiohttp"), room, settings_of(room / DATABASE), *commands)
    assert (done.returncode, done.stderr) == (0, "")
