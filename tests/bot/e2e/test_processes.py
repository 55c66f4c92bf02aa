"""`python -m bot` as the shell sees it: one line and a status for an error, and a clean end on a signal.

No Discord is needed. Other tests show what `run` does once it is connected.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import delete
from sqlalchemy.engine import make_url

from bot.__main__ import main
from bot.storage import Database, ProcessAccess
from bot.storage.schema.tables import players
from tests.bot.storage.making import opened
from tests.support.commands import run_bot, settings_of
from tests.support.patience import PATIENCE_S
from tests.support.postgres import MISSING, new_database

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GsEcRe.dDiScOrDsEcReTtOkEnThAtNoLoGtElLs"


def _bot(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_bot(folder, settings_in(folder, **environment), *arguments)


def settings_in(folder: Path, **more: str) -> dict[str, str]:
    """Returns the environment of a command whose database lies in a folder."""
    return settings_of(folder / "room.sqlite3", **more)


def test_python_ends_with_the_status_and_the_line_of_the_command(tmp_path: Path) -> None:
    """The other tests do not start Python for each command."""
    started = subprocess.run(
        [sys.executable, "-m", "bot", "health"],
        cwd=tmp_path,
        env=settings_in(tmp_path),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    done = _bot(tmp_path, "health")
    assert (started.returncode, started.stdout, started.stderr) == (done.returncode, done.stdout, done.stderr)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "not-a-token"}, "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": TOKEN, "ECARTE_LIVE_TABLES": "many"}, "ECARTE_LIVE_TABLES"),
    ],
    ids=["no token", "no such token", "no number"],
)
def test_a_setting_that_is_wrong_stops_the_start_with_one_line_that_names_it(
    tmp_path: Path, environment: dict[str, str], named: str
) -> None:
    done = _bot(tmp_path, "run", **environment)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert named in line
    assert TOKEN not in line
    assert "not-a-token" not in line
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == [], "nothing was started"


WRONG_PLACES = {
    "no such kind": "mysql://somewhere/room",
    "no address": "://",
    "no such folder": "missing/room.sqlite3",
    "a folder": "folder",
    "below a file": "file.txt/room.sqlite3",
    "no database": "file.txt",
    "of another program": "other.sqlite3",
    "of a newer release": "newer.sqlite3",
}


@pytest.mark.parametrize("address", WRONG_PLACES.values(), ids=WRONG_PLACES)
def test_a_database_that_cannot_be_the_one_ends_a_start_with_status_2(tmp_path: Path, address: str) -> None:
    """With status 1 the unit would start the bot again and again."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").write_text("no database", "utf-8")
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other, other:
        other.execute("CREATE TABLE theirs (id INTEGER)")
    if address == WRONG_PLACES["of a newer release"]:
        assert _bot(tmp_path, "migrate", ECARTE_DATABASE=address).returncode == 0
        with closing(sqlite3.connect(tmp_path / address)) as newer, newer:
            newer.execute("UPDATE alembic_version SET version_num = '9999'")
    done = _bot(tmp_path, "run", DISCORD_TOKEN=TOKEN, ECARTE_DATABASE=address)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
async def test_a_database_that_the_server_does_not_have_ends_a_start_with_status_2(tmp_path: Path) -> None:
    async with new_database(migrated=False) as address:
        missing = make_url(address).set(database="there_is_none").render_as_string(hide_password=False)
        done = await asyncio.to_thread(_bot, tmp_path, "run", DISCORD_TOKEN=TOKEN, ECARTE_DATABASE=missing)
    assert (done.returncode, done.stderr) == (
        2,
        "ecarte: the database server takes no such user, password or database (3D000)\n",
    )


def test_metrics_at_an_address_of_another_machine_end_a_start_with_status_2(tmp_path: Path) -> None:
    done = _bot(tmp_path, "run", DISCORD_TOKEN=TOKEN, ECARTE_METRICS="203.0.113.7:9464")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("ecarte: ECARTE_METRICS: cannot listen there")


def test_the_database_is_made_copied_and_looked_at_from_the_command_line(tmp_path: Path) -> None:
    assert _bot(tmp_path, "migrate").returncode == 0
    again = _bot(tmp_path, "migrate")
    assert (again.returncode, again.stderr) == (0, "")
    copied = _bot(tmp_path, "backup", "copy.sqlite3")
    assert copied.returncode == 0
    with sqlite3.connect(tmp_path / "copy.sqlite3") as copy:
        names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    copy.close()
    assert {"events", "tables"} <= names
    silent = _bot(tmp_path, "health")
    assert silent.returncode == 1
    assert len(silent.stderr.splitlines()) == 1


@pytest.mark.parametrize("size", [0, 4096, 40_960])
@pytest.mark.parametrize("command", ["migrate", "run"])
def test_a_start_without_room_for_the_database_ends_with_one_line(tmp_path: Path, command: str, size: int) -> None:
    # As a disk does that is full at this point.
    full = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
    done = run_bot(tmp_path, settings_in(tmp_path, DISCORD_TOKEN=TOKEN), command, first=full)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr


def test_a_database_is_copied_to_another_and_both_are_verified(tmp_path: Path) -> None:
    assert _bot(tmp_path, "migrate").returncode == 0
    copied = _bot(tmp_path, "copy-database", "room.sqlite3", "other.sqlite3")
    assert (copied.returncode, copied.stderr) == (0, "")
    assert "the same on both sides" in copied.stdout
    assert "Everything adds up" in copied.stdout
    refused = _bot(tmp_path, "copy-database", "gone.sqlite3", "third.sqlite3")
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1


async def test_health_is_good_while_the_bot_gives_signs_of_life(tmp_path: Path) -> None:
    async with await Database.open(str(tmp_path / "room.sqlite3")) as database:
        await database.migrate()
        await database.heartbeat.put(time.time_ns() // 1_000_000)
    assert _bot(tmp_path, "health").returncode == 0


def test_what_needs_a_database_says_so_in_one_line_where_there_is_none(tmp_path: Path) -> None:
    for command in (["health"], ["backup", "copy.sqlite3"]):
        done = _bot(tmp_path, *command)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1


def test_the_invitation_asks_for_what_the_bot_needs_and_no_more(tmp_path: Path) -> None:
    done = _bot(tmp_path, "invite", "123456789012345678")
    assert done.returncode == 0
    (link,) = done.stdout.splitlines()
    assert "client_id=123456789012345678" in link
    assert "permissions=" in link
    permissions = int(link.split("permissions=")[1].split("&")[0])
    assert not permissions & 0x8, "never the administrator's rights"


@pytest.mark.parametrize("command", ["run", "migrate"])
async def test_a_second_process_is_refused_with_one_line(tmp_path: Path, command: str) -> None:
    async with await Database.open(str(tmp_path / "room.sqlite3"), access=ProcessAccess.ALONE) as database:
        await database.migrate()
        refused = await asyncio.to_thread(_bot, tmp_path, command, DISCORD_TOKEN=TOKEN)
    assert (refused.returncode, refused.stdout) == (1, "")
    (line,) = refused.stderr.splitlines()
    assert "'room.sqlite3'" in line


async def test_room_is_given_back_to_the_disk_while_no_bot_runs(tmp_path: Path) -> None:
    file = tmp_path / "room.sqlite3"
    async with await Database.open_alone(str(file)) as database:
        await database.people.put_names({number << 22: "x" * 1000 for number in range(1, 2001)})
        await database.connections.write(lambda connection: connection.execute(delete(players)))
        refused = await asyncio.to_thread(_bot, tmp_path, "compact")
        assert (refused.returncode, "stop it first" in refused.stderr) == (1, True)
    before = file.stat().st_size
    done = await asyncio.to_thread(_bot, tmp_path, "compact")
    assert (done.returncode, done.stderr) == (0, "")
    assert file.stat().st_size < before / 2
    assert re.fullmatch(r"The database takes .* MB; before, it took .*\n", done.stdout)
    assert (await asyncio.to_thread(_bot, tmp_path, "verify")).returncode == 0


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
async def test_a_server_gives_room_back_too(tmp_path: Path) -> None:
    async with new_database(migrated=True) as address:
        done = await asyncio.to_thread(_bot, tmp_path, "compact", ECARTE_DATABASE=address)
        assert (done.returncode, done.stderr) == (0, "")


async def test_backup_verify_and_health_work_beside_a_running_bot(tmp_path: Path) -> None:
    async with await Database.open(str(tmp_path / "room.sqlite3"), access=ProcessAccess.ALONE) as database:
        await database.migrate()
        await database.heartbeat.put(time.time_ns() // 1_000_000)
        for command in (["backup", "copy.sqlite3"], ["verify"], ["health"]):
            done = await asyncio.to_thread(_bot, tmp_path, *command)
            assert (done.returncode, done.stderr) == (0, ""), command


WITHOUT = """
import json, sys
sys.modules |= dict.fromkeys(sys.argv[1].split())
from bot.__main__ import main
for command in sys.argv[2:]:
    if main(json.loads(command)):
        sys.exit(command)
"""


def run_without(
    packages: tuple[str, ...], folder: Path, environment: dict[str, str], *commands: list[str]
) -> subprocess.CompletedProcess[str]:
    """Runs commands one after the other in a new Python in which these packages cannot be loaded."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, " ".join(packages), *map(json.dumps, commands)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


async def test_the_commands_beside_the_bot_load_neither_discord_nor_the_network(tmp_path: Path) -> None:
    async with await Database.open_alone(str(tmp_path / "room.sqlite3")) as database:
        await database.heartbeat.put(time.time_ns() // 1_000_000)
    commands = [["migrate"], ["backup", "copy.sqlite3"], ["verify"], ["health"]]
    done = await asyncio.to_thread(run_without, ("discord", "aiohttp"), tmp_path, settings_in(tmp_path), *commands)
    assert (done.returncode, done.stderr) == (0, "")


async def test_the_health_check_loads_neither_the_game_nor_what_migrates(tmp_path: Path) -> None:
    """The image runs it once a minute."""
    async with await Database.open_alone(str(tmp_path / "room.sqlite3")) as database:
        await database.heartbeat.put(time.time_ns() // 1_000_000)
    done = await asyncio.to_thread(run_without, ("alembic", "ecarte"), tmp_path, settings_in(tmp_path), ["health"])
    assert (done.returncode, done.stderr) == (0, "")


WRONG: list[list[str]] = [
    ["erase"],
    ["erase", "me"],
    ["erase", "5", "--name"],
    ["export", "0"],
    ["export", "5", ""],
    ["block"],
    ["block", "5", "6"],
    ["unblock", "5", "--dry-run"],
    ["leave", "here"],
    ["blocked", "5"],
    ["journal", "-1"],
    [],
    ["dance"],
    ["run", "--fast"],
    ["migrate", "now"],
    ["backup"],
    ["backup", ""],
    ["backup", "one", "two"],
    ["invite"],
    ["invite", "me"],
    ["invite", "-1"],
    ["invite", "0"],
    ["invite", "9" * 40],
    ["invite", "٣"],
    ["verify", "--since"],
    ["verify", "--since", "yesterday"],
    ["verify", "everything"],
    ["backup", "one\ntwo", "three\nfour"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_every_wrong_argument_gives_one_line_and_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="names of files are bytes on POSIX only")
def test_the_name_of_a_backup_may_be_any_bytes(tmp_path: Path) -> None:
    assert _bot(tmp_path, "migrate").returncode == 0
    done = subprocess.run(
        [sys.executable, "-m", "bot", "backup", b"copy \xff ?#%20.sqlite3"],
        cwd=tmp_path,
        env=settings_in(tmp_path),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / os.fsdecode(b"copy \xff ?#%20.sqlite3")).stat().st_size


async def test_restore_says_what_time_it_goes_back_to_and_what_is_lost(tmp_path: Path) -> None:
    async with await Database.open_alone(str(tmp_path / "room.sqlite3")) as database:
        await database.heartbeat.put(1_800_000_000_000)
        assert (await asyncio.to_thread(_bot, tmp_path, "backup", "copy.sqlite3")).returncode == 0
        await opened(database)
        refused = await asyncio.to_thread(_bot, tmp_path, "restore", "copy.sqlite3")
        assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    done = await asyncio.to_thread(_bot, tmp_path, "restore", "copy.sqlite3")
    assert (done.returncode, done.stderr) == (0, "")
    back, lost, kept = done.stdout.splitlines()
    assert "2027-01-15 08:00 UTC" in back
    assert "1 event (moves, bets, deals) at 1 table, 1 of them opened since; 0 finished games" in lost
    assert f"{tmp_path / 'room.sqlite3'} is restored" in back
    assert f"{tmp_path / 'room.sqlite3'}.replaced-" in kept


def test_restore_makes_no_database_where_none_was_unless_it_is_told_to(tmp_path: Path) -> None:
    assert _bot(tmp_path, "migrate").returncode == 0
    assert _bot(tmp_path, "backup", "copy.sqlite3").returncode == 0
    refused = _bot(tmp_path, "restore", "copy.sqlite3", ECARTE_DATABASE="room.sqlite")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    assert not (tmp_path / "room.sqlite").exists()
    done = _bot(tmp_path, "restore", "--new", "copy.sqlite3", ECARTE_DATABASE="room.sqlite")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{tmp_path / 'room.sqlite'} is restored" in done.stdout
