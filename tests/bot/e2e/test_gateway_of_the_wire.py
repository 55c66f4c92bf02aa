"""The bot as a process on a Discord at wire level, whose gateway is not kind.

The Discord is the package `wire` in the folder that `ECARTE_WIRE` names, which is no part of this project.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.bench.process import load_wire
from tests.support.patience import PATIENCE_S
from tests.support.standin import TOKEN

WIRE = os.environ.get("ECARTE_WIRE", "")
pytestmark = [
    pytest.mark.skipif(not WIRE, reason="ECARTE_WIRE names no Discord on loopback: its gateway was NOT tried"),
    pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's"),
]


@dataclass(frozen=True, slots=True)
class Running:
    """A bot, and the Discord that it meets."""

    world: Any
    process: Any
    log: Path

    @property
    def gateway(self) -> Any:
        """The gateway of that Discord."""
        return self.world.server.gateway

    def happened(self, what: str) -> int:
        """How often the gateway has noted something, such as "identify"."""
        return sum(noted == what for _, noted, _ in self.gateway.history)

    def log_text(self) -> str:
        """What the bot has logged so far."""
        return self.log.read_text(encoding="utf-8")


@asynccontextmanager
async def world_of_wire() -> AsyncIterator[Any]:
    """A Discord on loopback with one server."""
    async with await load_wire(Path(WIRE)).World.start(token=TOKEN, spec=None) as world:
        yield world


async def launch(world: Any, folder: Path, *, online: bool = True, **settings: str) -> Running:
    """Starts the bot, and waits until it is online if that is wanted."""
    log = folder / "bot.log"
    env = {"DISCORD_TOKEN": TOKEN, "ECARTE_DATABASE": str(folder / "room.sqlite3"), **settings}
    argv = [sys.executable, "-m", "bot", "run"]
    patience_s = PATIENCE_S if online else None
    process = await world.launch(argv, env=env, cwd=Path(__file__).parents[3], log=log, timeout=patience_s)
    return Running(world, process, log)


@pytest.mark.parametrize("way", ["refused", "missing", "hanging"])
async def test_a_session_whose_address_is_dead_comes_back_by_the_main_address(tmp_path: Path, way: str) -> None:
    async with world_of_wire() as world:
        bot = await launch(world, tmp_path)
        await world.server.resume_address(way)
        await world.drop_gateway()
        await world.until(lambda: bot.happened("resume") or bot.happened("resume refused"), PATIENCE_S)
        await world.until(lambda: bot.gateway.connected, PATIENCE_S)
        assert (bot.happened("identify"), bot.happened("resume")) == (1, 1)
        assert "the main address is tried" in bot.log_text()


async def test_a_bot_that_is_killed_again_and_again_never_costs_the_token(tmp_path: Path) -> None:
    async with world_of_wire() as world:
        # One more than are kept. The day ends in an hour.
        world.server.gateway.starts = load_wire(Path(WIRE)).Starts(51, 3_600.0)
        bot = await launch(world, tmp_path)
        await bot.process.kill()
        bot = await launch(world, tmp_path, online=False)
        await world.until(lambda: "takes its token" in bot.log_text(), PATIENCE_S)
        assert (bot.happened("identify"), world.server.gateway.starts.remaining) == (1, 50)
        assert bot.log_text().count("takes its token") == 1
        assert "more sessions today" in bot.log_text()
        assert world.server.gateway.tokens_reset == 0


async def test_an_application_with_an_activity_registers_its_commands_and_keeps_the_entry_point(tmp_path: Path) -> None:
    async with world_of_wire() as world:
        entry_point = world.server.add_entry_point()
        await launch(world, tmp_path)
        await world.until(lambda: len(world.server.commands[0]) > 1, PATIENCE_S)
        kept = [command for command in world.server.commands[0] if command["type"] == 4]
        assert [command | {"version": 0} for command in kept] == [entry_point | {"version": 0}]
        assert world.errors() == []
