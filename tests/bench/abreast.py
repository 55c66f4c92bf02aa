"""What a press costs whole processes, one, two and three of them abreast: `python -m tests.bench.abreast FOLDER`.

FOLDER holds a package `wire`, a Discord on loopback, which is no part of this project. The same tables, spread over six
shards, play on one process with SQLite, then on one, two and three with one PostgreSQL. Requests and presses are
counts; processor time is of the bot's processes alone, without the database's and without starts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.figures import table
from tests.bench.process import Load, load_wire, processor_s
from tests.bench.processes import Town, found_towns, start_cluster
from tests.support.standin import TOKEN

_ROOT = Path(__file__).resolve().parents[2]
_SHARDS = 6
_ROOMS = [f"room{number}" for number in range(4)]
_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Abreast:
    """The processes that are measured.

    Attributes:
        world: the Discord on which they run.
        towns: a server of each shard.
        pids: of the processes.
    """

    world: Any
    towns: Sequence[Town]
    pids: Sequence[int]

    def spent_s(self) -> float:
        """Returns the processor time of all of them so far."""
        return sum(map(processor_s, self.pids))


@asynccontextmanager
async def _on_sqlite(options: argparse.Namespace, folder: Path) -> AsyncIterator[Abreast]:
    async with await load_wire(options.folder).World.start(token=TOKEN, spec=None, channels=_ROOMS) as world:
        world.server.gateway.shards = _SHARDS
        world.server.rules.dm_opens = 100_000
        towns = found_towns(world, _SHARDS, _ROOMS)
        database = str(folder / "bench.sqlite3")
        environment = {"DISCORD_TOKEN": TOKEN, "ECARTE_DATABASE": database, "ECARTE_NEW_DIRECTS": "100000"}
        bot = await world.launch(
            [sys.executable, "-m", "bot", "run"], env=environment, cwd=_ROOT, log=folder / "log", timeout=None
        )
        await world.until(lambda: len(world.server.gateway.connected) == _SHARDS, _PATIENCE_S, "all shards")
        await world.until(lambda: world.server.commands.get(0), _PATIENCE_S, "the commands to be registered")
        yield Abreast(world, towns, [bot.process.pid])


@asynccontextmanager
async def _on_postgres(options: argparse.Namespace, folder: Path, processes: int) -> AsyncIterator[Abreast]:
    async with start_cluster(options.folder, folder, processes=processes, shards=_SHARDS) as cluster:
        yield Abreast(cluster.world, cluster.towns, [bot.process.pid for bot in cluster.bots.values()])


async def _play(name: str, abreast: Abreast, options: argparse.Namespace) -> list[str]:
    await abreast.world.quiet(1.0, _PATIENCE_S)
    chance = random.Random(options.seed)
    loads = [Load(town, options.pace, random.Random(chance.random())) for town in abreast.towns]
    terms = argparse.Namespace(tables=options.tables, opening=0.2, warm=options.warm)
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(stack.enter_async_context(load.playing(terms)) for load in loads))
        presses, requests = sum(load.decisions for load in loads), len(abreast.world.server.requests)
        spent_s, outcomes = abreast.spent_s(), len(abreast.world.outcomes)
        shown = [len(load.shown_ms) for load in loads]
        await asyncio.sleep(options.seconds)
        presses = sum(load.decisions for load in loads) - presses
        requests = len(abreast.world.server.requests) - requests
        spent_s = abreast.spent_s() - spent_s
    late = sum(outcome.raw.failed for outcome in abreast.world.outcomes[outcomes:])
    seen = sorted(ms for load, first in zip(loads, shown, strict=True) for ms in load.shown_ms[first:])
    figures = [f"{requests / presses:.2f}", f"{1000 * spent_s / presses:.1f}", f"{seen[len(seen) // 2]:.0f}"]
    return [name, str(presses), *figures, str(late + sum(len(load.failed) for load in loads))]


async def _measure(options: argparse.Namespace) -> str:
    heads = ["", "presses", "requests a press", "processor ms a press", "shown to the other, median ms", "unanswered"]
    rows = []
    with tempfile.TemporaryDirectory(prefix="ecarte-abreast-") as folder:
        for processes in (0, 1, 2, 3):
            own = Path(folder) / str(processes)
            own.mkdir()
            started = _on_postgres(options, own, processes) if processes else _on_sqlite(options, own)
            name = f"PostgreSQL, {processes}" if processes else "SQLite, 1"
            async with started as abreast:
                rows.append(await _play(name, abreast, options))
    played = f"{options.tables} tables in each, a press every {options.pace:g} s, {options.seconds:g} s measured"
    return f"{_SHARDS} shards, {played}, {os.cpu_count()} cores\n{table(heads, rows)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line, lets people play on each number of processes, and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.abreast", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="holds a package `wire`, a Discord on loopback")
    parser.add_argument("--tables", type=int, default=4, help="in each server (4)")
    parser.add_argument("--pace", type=float, default=3.0, help="seconds from a press at a table to the next (3)")
    parser.add_argument("--warm", type=float, default=10.0, help="seconds of play before it is measured (10)")
    parser.add_argument("--seconds", type=float, default=60.0, help="that are measured (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the presses")
    print(asyncio.run(_measure(parser.parse_args(arguments))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
