"""The bot as a process under load: `python -m tests.bench.load FOLDER --tables 150 --pace 7 --seconds 60`.

`FOLDER` holds a package `wire`, a Discord on loopback at the level of HTTP and gateway, which is no part of this
project. The bot runs unmodified, with discord.py's own network code and a database of its own. Two people sit at each
table, the one to act presses once in `pace` seconds, a game that is over is followed by a rematch.

Prints the processor time of the bot for a decision, the requests for it, how long until a press was acknowledged and
until the opponent's hand showed it; and, from every `--every` seconds on, resident memory beside the deals so far.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.adapter.custom_ids import Verb
from tests.bench.figures import spread, table
from tests.bench.habits import AS_PEOPLE_DO, Click, next_click
from tests.support.shown import Snapshot, verbs_of
from tests.support.standin import TOKEN

_ROOT = Path(__file__).resolve().parents[2]
_PATIENCE_S = 60.0
_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(slots=True)
class Load:
    """The tables while they play.

    Attributes:
        terms: the options of each challenge.
        decisions: presses so far.
        shown_ms: from a press until the opponent's hand showed it, of those that it did.
    """

    world: Any
    pace_s: float
    chance: random.Random
    terms: dict[str, Any] = field(default_factory=dict)
    decisions: int = 0
    shown_ms: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    async def play(self, number: int) -> None:
        """Opens a table for two people of its own, and plays on until it is cancelled."""
        one, two = (self.world.user(f"guest{2 * number + place:05}") for place in (0, 1))
        room = self.room(number)
        challenge = await one.slash(room, "ecarte challenge", member=two, **self.terms)
        post = await self._until(lambda: _to_accept(challenge))
        await two.click(post, custom_id=offered(post, Verb.ACCEPT)[0])
        thread = await self._until(lambda: next((t for t in room.threads() if one.name in t.name.lower()), None))
        await asyncio.sleep(self.chance.random() * self.pace_s)
        while True:
            begun = time.monotonic()
            try:
                await self._press(one, two, thread)
            except LookupError:
                await asyncio.sleep(0.2)
                continue
            except Exception as error:
                self.failed.append(repr(error))
            await asyncio.sleep(max(0.0, self.pace_s - (time.monotonic() - begun)))

    def room(self, number: int) -> Any:
        """Returns the channel in which a table is opened."""
        return self.world.channel()

    async def _press(self, one: Any, two: Any, thread: Any) -> None:
        for person, other in ((one, two), (two, one)):
            hand = hand_of(person)
            if hand is None:
                continue
            try:
                click = next_click(person, shown(hand), AS_PEOPLE_DO, self.chance)
            except LookupError:
                continue
            await self._timed(click, hand, hand_of(other), thread)
            return
        await self.between(one, two, thread)

    async def between(self, one: Any, two: Any, thread: Any) -> None:
        """Presses what stands on the table where nobody has a hand to play.

        Raises:
            LookupError: there is nothing.
        """
        for person in (one, two):
            for post in thread.messages(person)[-3:]:
                for custom_id in offered(post, Verb.REMATCH):
                    self.decisions += 1
                    await person.click(post, custom_id=custom_id)
        raise LookupError

    def begins(self, click: Click, hand: Any, thread: Any) -> None:
        """A press begins."""

    async def _timed(self, click: Click, hand: Any, others: Any, thread: Any) -> None:
        self.decisions += 1
        self.begins(click, hand, thread)
        begun = time.monotonic()
        seen = None if others is None else asyncio.ensure_future(others.changed(2.0))
        if click.values is None:
            await click.person.click(hand, custom_id=click.custom_id)
        else:
            await click.person.select(hand, click.values, custom_id=click.custom_id)
        if seen is not None:
            with suppress(
                asyncio.TimeoutError, TimeoutError
            ):  # cards marked to be put out are not for the opponent to see
                self.shown_ms.append(((await seen).t - begun) * 1000)

    async def _until(self, condition: Any) -> Any:
        return await self.world.until(condition, _PATIENCE_S)


def shown(post: Any) -> Any:
    return Snapshot(post, {"components": post.components})


def hand_of(person: Any) -> Any:
    hands = [post for post in person.dms()[-4:] if not post.deleted and Verb.MORE in verbs_of(shown(post))]
    return hands[-1] if hands else None


def offered(post: Any, verb: Verb) -> list[str]:
    return verbs_of(shown(post)).get(verb, [])


def _to_accept(challenge: Any) -> Any:
    """Returns the message of a challenge: the first answer, or where that came late a further one."""
    posts = (challenge.post, *challenge.followups)
    return next((post for post in posts if post is not None and offered(post, Verb.ACCEPT)), None)


def spent_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_A_SECOND


def _resident_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_BYTES / 1e6


def deals(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        found = connection.execute("SELECT count(*) FROM events WHERE type = 'pack_made'").fetchone()
        return int(found[0])


async def _measured(options: argparse.Namespace, folder: Path) -> str:
    sys.path.insert(0, str(options.folder))
    from wire.people import World  # type: ignore[import-not-found]  # no part of this project

    database = folder / "load.sqlite3"
    async with await World.start(token=TOKEN, spec=None) as world:
        settings = {
            "DISCORD_TOKEN": world.server.token,
            "ECARTE_DATABASE": str(database),
            "ECARTE_SERVER_TABLES": "100000",
        }
        bot = await world.launch(
            [options.python, "-m", "bot", "run"], env=settings, cwd=options.tree, log=folder / "log"
        )
        pid = bot.process.pid
        load = Load(world, options.pace, random.Random(options.seed))
        playing = []
        for number in range(options.tables):
            playing.append(asyncio.create_task(load.play(number)))
            await asyncio.sleep(options.pace / options.tables)
        await asyncio.sleep(options.warm)
        begun, spent, decisions, requests = time.monotonic(), spent_s(pid), load.decisions, len(world.server.requests)
        since, load.shown_ms[:] = len(world.outcomes), []
        while (left := options.seconds - (time.monotonic() - begun)) > 0:
            await asyncio.sleep(min(left, options.every))
            print(f"{deals(database):6,} deals  {_resident_mb(pid):6.1f} MB", file=sys.stderr, flush=True)
        made, latencies = load.decisions - decisions, world.latencies(since)
        rows: list[list[object]] = [
            ["decisions", made],
            ["decisions a second", made / (time.monotonic() - begun)],
            ["processor time for a decision, ms", f"{1000 * (spent_s(pid) - spent) / made:.2f}"],
            ["requests for a decision", f"{(len(world.server.requests) - requests) / made:.2f}"],
            ["acknowledged p50, ms", latencies["ack_p50"]],
            ["acknowledged p99, ms", latencies["ack_p99"]],
            ["of that the measurement's own lag p99, ms", latencies["lag_p99"]],
            ["in the opponent's hand p50, ms", spread(load.shown_ms).p50],
            ["in the opponent's hand p95, ms", sorted(load.shown_ms)[int(0.95 * len(load.shown_ms))]],
            ["resident, MB", _resident_mb(pid)],
            ["presses that failed", len(load.failed)],
        ]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for line in sorted(set(load.failed))[:5]:
            print(line, file=sys.stderr)
        return table(["a load of tables", ""], rows)


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints. Returns 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description="The bot's process under load.")
    parser.add_argument("folder", type=Path, help="holds a package `wire`, a Discord on loopback")
    parser.add_argument("--tables", type=int, default=150, help="that play (150)")
    parser.add_argument("--pace", type=float, default=7.0, help="seconds from a press at a table to the next (7)")
    parser.add_argument("--seconds", type=float, default=60.0, help="that are measured (60)")
    parser.add_argument("--warm", type=float, default=40.0, help="seconds of play before (40)")
    parser.add_argument("--every", type=float, default=60.0, help="seconds from a line of memory to the next (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the presses")
    parser.add_argument("--tree", type=Path, default=_ROOT, help="the checkout whose bot runs (this one)")
    parser.add_argument("--python", default=sys.executable, help="the Python that runs it (this one)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ecarte-load-") as folder:
        print(asyncio.run(_measured(options, Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
