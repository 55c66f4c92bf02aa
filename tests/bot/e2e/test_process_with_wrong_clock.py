"""The bot as a process on a machine whose clock is wrong, and is corrected while it runs. Discord's clock is right."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from bot.storage import Database
from tests.support.patience import PATIENCE_S
from tests.support.standin import StandIn, environment, standing_in

DAY_S = 86_400
YEARS_S = 3 * 365 * DAY_S
PEOPLE = range(1_001 << 22, 1_007 << 22, 1 << 22)
MOVED = """
import sys, time
from pathlib import Path
from bot import __main__ as bot

clock = Path(sys.argv[1])
bot._now = lambda: time.time_ns() // 1_000_000 + 1000 * int(clock.read_text() or 0)
sys.exit(bot.main(sys.argv[2:]))
"""
"""Runs a command on a machine whose clock is off by the number of seconds in a file."""
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine with a clock that may be off, and the settings of its bot."""

    folder: Path
    settings: dict[str, str]
    discord: StandIn

    def set_clock(self, off_s: int) -> None:
        """Sets the clock."""
        draft = self.folder / "clock.new"
        draft.write_text(str(off_s))
        draft.replace(self.folder / "clock")

    async def start(self, *command: str, stderr: int = STDOUT) -> Process:
        """Starts a command of the bot."""
        arguments = [sys.executable, "-c", MOVED, str(self.folder / "clock"), *command]
        return await asyncio.create_subprocess_exec(
            *arguments, env=self.settings, cwd=self.folder, stdout=PIPE, stderr=stderr
        )

    async def run(self, *command: str) -> tuple[int | None, str]:
        """Runs a command of the bot: its status, and what it has said."""
        process = await self.start(*command)
        said, _ = await process.communicate()
        return process.returncode, said.decode()

    def people(self) -> int:
        """How many people have not been erased."""
        with closing(sqlite3.connect(self.folder / "room.sqlite3")) as connection:
            (count,) = connection.execute("SELECT count(*) FROM sightings").fetchone()
            return int(count)


@asynccontextmanager
async def machine(folder: Path, **settings: str) -> AsyncIterator[Machine]:
    """A machine with a database in which six people were seen today, on a Discord at loopback."""
    async with await Database.open(str(folder / "room.sqlite3")) as database:
        await database.migrate()
        for user_id in PEOPLE:
            await database.people.put_names({user_id: f"person {user_id}"})
            await database.retention.put_seen(user_id, int(time.time() * 1000))
    async with standing_in() as discord:
        here = Machine(folder, environment(discord.url, folder, **settings), discord)
        here.set_clock(0)
        yield here


async def line(process: Process, text: str) -> str:
    """The next line of the log with a text."""
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE_S):
        while read := (await process.stderr.readline()).decode():
            if text in read:
                return read
    raise AssertionError(f"the log ends without {text!r}")


@pytest.mark.parametrize("off_s", [YEARS_S, -YEARS_S])
async def test_a_start_with_a_wrong_date_erases_nobody_and_says_so_until_it_is_set_right(
    tmp_path: Path, off_s: int
) -> None:
    address = f"127.0.0.1:{unused_port()}"
    async with machine(tmp_path, ECARTE_METRICS=address) as here:
        here.set_clock(off_s)
        process = await here.start("run", stderr=PIPE)
        try:
            said = await line(process, "the clock is wrong")
            assert f"Discord says {time.strftime('%Y-%m-%d')}" in said
            assert "ERROR" in said
            await line(process, "ready as")
            status, health = await here.run("health")
            assert (status, "; clock: the machine's clock says" in health) == (0, True)
            async with aiohttp.ClientSession() as session, session.get(f"http://{address}/metrics") as answer:
                (measured,) = [row for row in (await answer.text()).splitlines() if row.startswith("ecarte_clock_off")]
            assert abs(float(measured.split()[1]) - off_s) < 5
            assert here.people() == len(PEOPLE)
            here.set_clock(0)
            # The next answer of Discord tells the time. Without one, the next heartbeat would compare the clocks.
            await here.discord.command(PEOPLE[0], "ecarte", "help")
            await line(process, "the clock is right again")
            assert json.loads(await _health(address))["clock"] is None
        finally:
            if process.returncode is None:
                process.terminate()
            await process.communicate()
        assert here.people() == len(PEOPLE)


async def test_health_without_metrics_says_that_the_clock_is_wrong_and_that_the_bot_is_well(tmp_path: Path) -> None:
    async with machine(tmp_path) as here:
        here.set_clock(YEARS_S)
        process = await here.start("run", stderr=PIPE)
        try:
            await line(process, "ready as")
            assert await here.run("health") == (0, "clock: it is 1095 days ahead of Discord's; set it\n")
            here.set_clock(0)
            await line(process, "the clock is right again")
            assert (await here.run("health"))[0] == 0
            here.set_clock(-YEARS_S)
            status, said = await here.run("health")
            assert (status, "this machine's clock is behind the last sign of life" in said) == (1, True)
        finally:
            process.terminate()
            await process.communicate()


async def _health(address: str) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"http://{address}/health") as answer:
        return await answer.text()
