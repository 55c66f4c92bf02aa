"""The commands of docs/running.md and docs/running-reference.md, run as they are written, by a user of the bot's own.

On this machine, seen from a mount name space in which /etc, /opt, /var/lib and /usr/local/sbin are copies. A stand-in
takes systemd's place: `tests/support/service/systemd.py`. The bot is on a Discord at wire level. With compose no
container runs here, so those commands are held against compose.yaml and the Dockerfile; deploy/check_image.sh runs the
image.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import stat
import sys
from argparse import ArgumentParser
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.__main__ import _parser
from bot.ownership import HAND_OVER_EACH_S, HAND_OVER_S
from bot.shards import Sharing
from tests.support.patience import PATIENCE_S
from tests.support.standin import TOKEN, standing_in

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "running.md").read_text("utf-8")
REFERENCE = (ROOT / "docs" / "running-reference.md").read_text("utf-8")
PERSON = "1001001001001001001"
STAND_IN = ROOT / "tests" / "support" / "service" / "systemd.py"
NEEDED = ("unshare", "nsenter", "setpriv", "awk", "useradd")
REFUSED = (
    "no Linux here"
    if not sys.platform.startswith("linux")
    else "only root has name spaces"
    if os.geteuid() != 0
    else f"not here: {[program for program in NEEDED if shutil.which(program) is None]}"
    if not all(map(shutil.which, NEEDED))
    else ""
)
as_root = pytest.mark.skipif(bool(REFUSED), reason=f"{REFUSED}: the commands for owners were NOT run")

# Copies of the folders that the commands write to; the checkout and its environment where the unit expects them. Where
# only root may enter a folder on the way to Python, an open one takes its place.
SET_UP = """
set -eu
mkdir "$W/etc" "$W/python"
cp -a /etc/. "$W/etc"
mount --bind "$W/etc" /etc
mount --bind "$PYTHON" "$W/python"
mount -t tmpfs -o mode=755 tmpfs /opt
mount -t tmpfs -o mode=755 tmpfs /usr/local/sbin
mkdir -p /opt/ecarte
for part in bot ecarte deploy tests; do
  mkdir "/opt/ecarte/$part"
  mount --bind "$ROOT/$part" "/opt/ecarte/$part"
done
cp "$ROOT/.env.example" /opt/ecarte/
mkdir /opt/ecarte/.venv
mount --bind "$VENV" /opt/ecarte/.venv
mkdir -p /etc/systemd/system
if [ -n "$CLOSED" ]; then
  mount -t tmpfs -o mode=755 tmpfs "$CLOSED"
  mkdir -p "$PYTHON"
  mount --bind "$W/python" "$PYTHON"
fi
mount -t tmpfs -o mode=755 tmpfs /var/lib
echo ready
exec cat
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine, and a shell of root's on it."""

    folder: Path
    holder: Process

    async def run(self, command: str) -> tuple[int, str, str]:
        """Runs a line of a shell: status, output, errors."""
        environment = {
            "PATH": f"{self.folder / 'programs'}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "SERVICE_FOLDER": str(self.folder),
        }
        space = f"--mount=/proc/{self.holder.pid}/ns/mnt"
        process = await asyncio.create_subprocess_exec(
            *("nsenter", space, "sh", "-c", command), env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
        )
        out, errors = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        assert process.returncode is not None
        return process.returncode, out.decode(), errors.decode()

    async def do(self, command: str) -> str:
        """Runs a line of a shell that is to end well; its output."""
        status, out, errors = await self.run(command)
        assert (status, errors) == (0, ""), (command, out, errors, self.log())
        return out

    def log(self) -> str:
        """What the service has written."""
        file = self.folder / "log"
        return file.read_text("utf-8") if file.exists() else ""

    async def said(self, words: str) -> None:
        """Waits until the service has written a line with these words."""
        process = await asyncio.create_subprocess_exec(
            *("tail", "--lines=+1", "--follow=name", "--retry", str(self.folder / "log")), stdout=PIPE, stderr=DEVNULL
        )
        assert process.stdout is not None
        try:
            while words not in (line := (await process.stdout.readline()).decode()):
                assert line, f"the log ends without {words!r}"
        finally:
            process.kill()
            await process.communicate()


@asynccontextmanager
async def machine(folder: Path) -> AsyncIterator[Machine]:
    """A machine on which nothing is installed yet."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("systemctl", "systemd-run"):
        program = programs / name
        program.write_text(f"#!{sys.executable}\n{STAND_IN.read_text('utf-8')}", "utf-8")
        program.chmod(0o755)
    environment = {
        **os.environ,
        "W": str(folder),
        "ROOT": str(ROOT),
        "VENV": VENV,
        "PYTHON": sys.base_prefix,
        "CLOSED": _closed(Path(sys.base_prefix)),
    }
    holder = await asyncio.create_subprocess_exec(
        *("unshare", "--mount", "--propagation", "private", "sh", "-c", SET_UP),
        env=environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    assert holder.stdout is not None
    assert holder.stderr is not None
    try:
        if await holder.stdout.readline() != b"ready\n":
            said = (await holder.stderr.read()).decode()
            pytest.skip(f"no name space can be had here ({said.strip()}): the commands for owners were NOT run")
        yield Machine(folder, holder)
    finally:
        if holder.returncode is None:
            holder.kill()
        await holder.communicate()


def _closed(path: Path) -> str:
    """The first folder on the way to a path that other users may not enter; empty: there is none."""
    way = [folder for folder in reversed(path.parents) if not folder.stat().st_mode & stat.S_IXOTH]
    return str(way[0]) if way else ""


def section(heading: str) -> str:
    """The text below a heading of the page."""
    (text,) = re.findall(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


def blocks(text: str) -> list[list[str]]:
    """The commands of the blocks of a text."""
    found = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [block.splitlines() for block in found]


VENV = os.path.realpath(sys.prefix)
TASKS = {
    task: (service, compose)
    for task, service, compose in re.findall(
        r"^\| ([^|]*) \| `(\w[^`]*)` \| `(docker[^`]*)` \|$", PAGE + REFERENCE, re.MULTILINE
    )
}
# Before the first start, at the end, or of Discord itself, which is tried in `tests/bot/e2e`.
NOT_BESIDE = (
    "restore on a new machine, before the first start",
    "make the emojis",
    "try on Discord what the bot relies on",
)


def _with_ids(command: str) -> str:
    """A command of the page, with ids in the places of their names."""
    return command.replace("ID", PERSON).replace("SERVER CHANNEL", f"{PERSON} {PERSON}")


@as_root
@pytest.mark.slow
async def test_every_command_beside_the_service_does_what_it_should_as_the_bot_s_own_user(tmp_path: Path) -> None:
    async with machine(tmp_path) as here, standing_in() as discord:
        install, start = blocks(section("As a service"))
        for command in install:
            # The environment of the tests is there already; its packages are the bot's, and more.
            if "venv" not in command:
                await here.do(command)
        assert (await here.do("stat -c '%U %a' /etc/ecarte.env")).split() == ["root", "600"]
        settings = {
            "DISCORD_TOKEN": TOKEN,
            "STANDIN_URL": discord.url,
            "PYTHONPATH": "/opt/ecarte/tests/support/standin/site",
            "ECARTE_BACKUP_FOLDER": named_folder(),
        }
        for name, value in settings.items():
            await here.do(f"echo {shlex.quote(f'{name}={value}')} >>/etc/ecarte.env")
        if shutil.which("systemd-analyze"):
            await here.do("systemd-analyze verify --man=no /etc/systemd/system/ecarte.service")
        for command in start:
            await here.do(command)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await discord.ready.wait()
                await here.said("is made")
            said = {}
            for task, (command, _) in TASKS.items():
                if task not in NOT_BESIDE:
                    said[task] = await here.do(_with_ids(command))
            update, _ = blocks(section("Update"))
            for command in update:
                if "git" not in command and "pip" not in command:
                    await here.do(command)
        finally:
            await here.run("systemctl stop ecarte")
        assert said["is it well"].startswith("backup: 0 h old")
        assert "Everything adds up" in said["look at all that is stored"]
        assert "The database is copied to /var/lib/ecarte/today.sqlite3." in said["back up"]
        assert "The drill passed" in said["try the newest scheduled backup"]
        assert said["restore"].startswith("/var/lib/ecarte/ecarte.sqlite3 is restored")
        assert "kept as /var/lib/ecarte/ecarte.sqlite3.replaced-" in said["restore"]
        assert "The database is up to date." in said["migrate without a start"]
        owned = await here.do("find /var/lib/ecarte -printf '%u %g %m\\n'")
        assert {line.rpartition(" ")[0] for line in owned.splitlines()} == {"ecarte ecarte"}
        assert {line.rpartition(" ")[2] for line in owned.splitlines()} <= {"600", "700"}
        status, _, errors = await here.run("ecarte-bot backup /etc/copy.sqlite3")
        assert (status, "cannot be written" in errors) == (1, True)
        assert "Traceback" not in here.log()
        # Another machine: the folder of the database is not there, and its copies are root's.
        await here.do("mv /var/lib/ecarte /var/lib/old && chown -R root:root /var/lib/old")
        (files,) = blocks(section("Restore"))
        for command in files:
            await here.do(f"cd /var/lib/old && {command}")
        new, _ = TASKS["restore on a new machine, before the first start"]
        restored = await here.do(new)
        assert "is restored" in restored
        assert "People erased since then: " in restored


def test_the_folder_of_backups_that_is_named_lies_where_the_unit_lets_the_bot_write() -> None:
    unit = (ROOT / "deploy" / "ecarte.service").read_text("utf-8")
    (state,) = re.findall(r"^StateDirectory=(\w+)$", unit, re.MULTILINE)
    (database,) = re.findall(r"ECARTE_DATABASE=(\S+)", unit)
    assert Path(database).parent == Path("/var/lib") / state
    assert Path(named_folder()).parent == Path(database).parent, "so the bot makes it itself"


def test_the_commands_with_compose_fit_the_file_and_the_image() -> None:
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    image = (ROOT / "Dockerfile").read_text("utf-8")
    example = (ROOT / ".env.example").read_text("utf-8")
    (name,) = re.findall(r"^services:\n  (\w+):$", compose, re.MULTILINE)
    (volume,) = re.findall(r'volumes: \["\w+:(/\w+)"\]', compose)
    assert 'ENTRYPOINT ["python", "-m", "bot"]' in image
    assert f"ECARTE_DATABASE={volume}/" in image
    (folder,) = re.findall(r"ECARTE_BACKUP_FOLDER=(\S+)", example)
    assert Path(folder).parent == Path(volume), "beside the database, so the bot makes it itself"
    forms = (f"docker compose exec {name} python -m bot ", f"docker compose run --rm {name} ")
    _, update = blocks(section("Update"))
    assert update[0].startswith(forms[0])
    _understood(_parser(), shlex.split(update[0].removeprefix(forms[0])))
    for service, chain in TASKS.values():
        beside = [
            part
            for part in chain.split(" && ")
            if part not in (f"docker compose {verb} {name}" for verb in ("stop", "start"))
        ]
        (command,) = beside
        form = next(form for form in forms if command.startswith(form))
        arguments = shlex.split(_with_ids(command.removeprefix(form)))
        _understood(_parser(), arguments)
        assert [
            argument for argument in arguments if argument.startswith("/") and not argument.startswith(f"{volume}/")
        ] == []
        (own,) = [part for part in service.split(" && ") if part.startswith("ecarte-bot ")]
        assert shlex.split(_with_ids(own))[1:] == [part.replace(volume, "/var/lib/ecarte") for part in arguments]
        # The command runs next to the bot, or while the bot is stopped.
        assert ("stop" in chain) == ("systemctl stop" in service)


def _understood(parser: ArgumentParser, arguments: list[str]) -> None:
    """The command line knows such a command: it raises where it does not."""
    parser.parse_args(arguments)


def named_folder() -> str:
    """The folder of backups that the example of the settings names for a service."""
    (folder,) = re.findall(r"as a service (/\S+)\.$", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE)
    return str(folder)


def test_the_processes_of_the_file_for_several_share_all_shards_and_have_time_to_hand_over() -> None:
    compose = (ROOT / "deploy" / "compose.several.yaml").read_text("utf-8")
    commands = re.findall(r"command: (\[.*\])", compose)
    migrate, run = [_parser().parse_args(json.loads(command)) for command in commands]
    assert (migrate.command, run.command, run.shards) == ("migrate", "run", Sharing.AUTO)
    (replicas,) = re.findall(r"replicas: (\d+)", compose)
    (grace_s,) = re.findall(r"stop_grace_period: (\d+)s", compose)
    # With as many shards as processes, one that is left alone has all of them.
    assert int(grace_s) >= HAND_OVER_S + HAND_OVER_EACH_S * int(replicas)


def test_the_file_of_erasures_of_several_processes_is_on_a_disk_that_stays() -> None:
    """Without it a restore of an older dump brings back who was erased since."""
    compose = (ROOT / "deploy" / "compose.several.yaml").read_text("utf-8")
    (volume, folder) = re.findall(r'^  volumes: \["(\w+):(\S+)"\]$', compose, re.MULTILINE)[0]
    (journal,) = re.findall(r"ECARTE_JOURNAL: (\S+)", compose)
    assert Path(journal).parent == Path(folder)
    assert f"\n  {volume}:\n" in compose.partition("\nvolumes:\n")[2] + "\n"
