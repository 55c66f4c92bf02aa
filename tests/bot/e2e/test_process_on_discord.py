"""The bot as a process on a Discord at wire level: ready, healthy, measured, and stopped in the middle of a burst.

`ECARTE_TEST_COMMAND` may hold another command to start it (`tests/image` does). The environment holds its settings.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from bot import VERSION
from bot.storage import SCHEMA
from tests.support.patience import PATIENCE_S
from tests.support.standin import WEBHOOK, StandIn, environment, standing_in

COMMAND = shlex.split(os.environ.get("ECARTE_TEST_COMMAND", "")) or [sys.executable, "-m", "bot"]
MEMBERS = range(1001, 1031)
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")


@dataclass(frozen=True, slots=True)
class Running:
    """A bot that is connected. `lines` are the lines of its log that were read."""

    discord: StandIn
    process: Process
    monitor: str
    folder: Path
    lines: list[str] = field(default_factory=list)

    async def get(self, path: str) -> tuple[int, str]:
        """Asks the monitor: status and body."""
        async with aiohttp.ClientSession() as session, session.get(self.monitor + path) as answer:
            return answer.status, await answer.text()

    async def connected(self) -> None:
        """Waits until it has received everything from Discord, and logs that: discord.py waits a while for further
        servers.
        """
        await self.says("bot.client: ready as")
        status, health = await self.get("/health")
        assert (status, json.loads(health)["gateway"]) == (200, "connected")

    async def says(self, words: str) -> str:
        """Returns the line of the log with these words, as soon as it is there."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE_S):
            while not (found := [line for line in self.lines if words in line]):
                line = await self.process.stderr.readline()
                assert line, f"it has ended without a word of {words!r}"
                self.lines.append(line.decode())
        return found[0]


@asynccontextmanager
async def running(folder: Path, **settings_too: str) -> AsyncIterator[Running]:
    """Starts the bot, and waits until it is connected."""
    port = unused_port()
    async with standing_in() as discord:
        settings = environment(discord.url, folder, ECARTE_METRICS=f"127.0.0.1:{port}", **settings_too)
        process = await asyncio.create_subprocess_exec(*COMMAND, "run", env=settings, cwd=folder, stderr=PIPE)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await discord.ready.wait()
            yield Running(discord, process, f"http://127.0.0.1:{port}", folder)
        finally:
            if process.returncode is None:
                process.kill()
            await process.communicate()


async def test_a_running_bot_is_healthy_and_counts_what_it_does(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        number = await bot.discord.command(1001, "ecarte", "help")
        async with asyncio.timeout(PATIENCE_S):
            await bot.discord.until(lambda: number in bot.discord.answered)
        await bot.connected()
        settings = environment(bot.discord.url, bot.folder, ECARTE_METRICS=bot.monitor.removeprefix("http://"))
        asked = await asyncio.create_subprocess_exec(*COMMAND, "health", env=settings, cwd=bot.folder, stdout=PIPE)
        line, _ = await asked.communicate()
        assert (asked.returncode, line) == (0, b"database: ok; gateway: connected\n")
        _, body = await bot.get("/metrics")
        assert 'ecarte_gateway_connected{shard="0"} 1.0' in body
        assert 'ecarte_discord_requests_total{method="POST",path="interactions",status="200"}' in body
        assert f"token-{number}" not in body


async def test_a_backup_that_cannot_be_made_is_said_at_the_start_in_health_and_to_the_owner_and_ends_nothing(
    tmp_path: Path,
) -> None:
    away = tmp_path / "disk" / "backups"
    async with running(tmp_path, ECARTE_BACKUP_FOLDER=str(away), ECARTE_ALERTS=WEBHOOK) as bot:
        first = await bot.says("bot.serving: ")
        assert bot.lines == [first]
        assert first.rstrip().endswith(f"bot.serving: ecarte {VERSION}, schema {SCHEMA}")
        assert str(away) in await bot.says("no backup can be made")
        await bot.connected()
        status, body = await bot.get("/health")
        assert (status, str(away) in json.loads(body)["backup"]) == (200, True)
        assert "ecarte_backup_age_seconds +Inf" in (await bot.get("/metrics"))[1]
        async with asyncio.timeout(PATIENCE_S):
            await bot.discord.until(lambda: bool(bot.discord.alerts))
        (alert,) = bot.discord.alerts
        assert alert.startswith(f"**ecarte {VERSION}: error**")
        assert str(away) in alert
        assert "bot.backups" in alert
        settings = environment(bot.discord.url, bot.folder, ECARTE_METRICS=bot.monitor.removeprefix("http://"))
        asked = await asyncio.create_subprocess_exec(*COMMAND, "health", env=settings, cwd=bot.folder, stdout=PIPE)
        told, _ = await asked.communicate()
        assert (asked.returncode, f"backup: none; the folder '{away}' does not exist" in told.decode()) == (0, True)


async def test_told_to_stop_in_a_burst_it_ends_and_keeps_all_that_was_answered(tmp_path: Path) -> None:
    async with running(tmp_path) as bot:
        numbers = [await bot.discord.command(member, "ecarte", "challenge") for member in MEMBERS]
        async with asyncio.timeout(PATIENCE_S):
            await bot.discord.until(lambda: len(bot.discord.answered) >= 5)
        bot.process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(bot.process.communicate(), PATIENCE_S)
        assert bot.process.returncode == 0, errors.decode()
        assert b"emojis" not in errors, "a start learns which emojis the application has"
        assert b"Traceback" not in errors, errors.decode()
        answered = [member for member, number in zip(MEMBERS, numbers, strict=True) if number in bot.discord.answered]
    with closing(sqlite3.connect(tmp_path / "room.sqlite3")) as connection:
        stored = {member for (member,) in connection.execute("SELECT challenger_id FROM tables")}
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert stored.issuperset(answered)


@pytest.mark.parametrize("request_", ["@me", "gateway", "emojis", "commands"])
async def test_told_to_stop_during_its_start_it_ends_without_a_word_of_errors(tmp_path: Path, request_: str) -> None:
    async with standing_in() as discord:
        settings = environment(discord.url, tmp_path)
        process = await asyncio.create_subprocess_exec(*COMMAND, "run", env=settings, cwd=tmp_path, stderr=PIPE)
        async with asyncio.timeout(PATIENCE_S):
            await discord.until(lambda: request_ in discord.asked)
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 0
    assert b"Traceback" not in errors, errors.decode()
    assert b"never retrieved" not in errors
