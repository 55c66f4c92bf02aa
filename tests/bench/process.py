"""Tables that play on the bot's own process: its command line, its start, and the people.

The process runs unmodified, with discord.py's own network code and a database of its own, on a Discord on loopback: a
package `wire`, which is not part of this project. It has the settings that ship, except how many tables a server
may have, and to how many people the bot writes for the first time in ten seconds. For that the stand-in needs
`WIRE_RULES=dm_opens=100000` in the environment; `tests.bench.hands` measures without.
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
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.adapter.custom_ids import BUTTON, Verb, decode
from tests.bench.habits import AS_PEOPLE_DO, Click, next_click
from tests.support.patience import PATIENCE_S
from tests.support.shown import Snapshot, tables_of, verbs_of
from tests.support.standin import TOKEN

_ROOT = Path(__file__).resolve().parents[2]
_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
_THREADS_IN_A_CHANNEL = 20
"""Discord takes fifty new threads in five minutes in a channel."""


def run(
    name: str,
    description: str,
    arguments: Sequence[str] | None,
    measured: Callable[[argparse.Namespace, Path], Coroutine[Any, Any, str]],
    *,
    own: Callable[[argparse.ArgumentParser], None],
) -> int:
    """Reads a command line, measures in a folder of its own, and prints. Returns 0.

    Args:
        own: adds the options that only this measurement has.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.bench.{name}", description=description)
    parser.add_argument("folder", type=Path, help="holds a package `wire`, a Discord on loopback")
    parser.add_argument("--tables", type=int, default=150, help="that play (150)")
    parser.add_argument("--pace", type=float, default=7.0, help="seconds from a press at a table to the next (7)")
    parser.add_argument("--opening", type=float, default=0.25, help="seconds from one table to the next (.25)")
    parser.add_argument("--warm", type=float, default=20.0, help="seconds of play before it is measured (20)")
    parser.add_argument("--seconds", type=float, default=60.0, help="that are measured (60)")
    parser.add_argument(
        "--together", type=int, default=0, help="so many tables stand in one channel (0: each in a thread of its own)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the presses")
    parser.add_argument("--tree", type=Path, default=_ROOT, help="the checkout whose bot runs (this one)")
    parser.add_argument("--python", default=sys.executable, help="the Python that runs it (this one)")
    parser.add_argument("--new-directs", type=int, default=100_000, help="ECARTE_NEW_DIRECTS of the bot")
    own(parser)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix=f"ecarte-{name}-") as folder:
        print(asyncio.run(measured(options, Path(folder))))
    return 0


@dataclass(frozen=True, slots=True)
class Started:
    """The bot's process, with its commands registered.

    Attributes:
        world: the Discord on which it runs.
    """

    world: Any
    pid: int
    database: Path

    def spent_s(self) -> float:
        """Returns the processor time of the process so far."""
        return processor_s(self.pid)

    def deals(self) -> int:
        """Returns how many deals were begun so far."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            row = connection.execute("SELECT count(*) FROM events WHERE type = 'pack_made'").fetchone()
            return int(row[0])


def load_wire(folder: Path) -> Any:
    """Returns the module `wire.people` below a folder, the people of a Discord on loopback: no part of this project."""
    sys.path.insert(0, str(folder))
    return import_module("wire.people")


@asynccontextmanager
async def start_bot(
    options: argparse.Namespace, folder: Path, *, limits: bool, settings: dict[str, str]
) -> AsyncIterator[Started]:
    """Starts the bot, and waits until its commands are registered and it asks Discord for nothing more.

    Args:
        limits: whether Discord's limits are in force.
        settings: the settings of this measurement that differ from those that ship.
    """
    people = load_wire(options.folder)
    database, share = folder / "bench.sqlite3", options.together or _THREADS_IN_A_CHANNEL
    rooms = [f"room{number}" for number in range((options.tables - 1) // share + 1)]
    async with await people.World.start(token=TOKEN, spec=None, real_limits=limits, channels=rooms) as world:
        if options.together:
            for name in rooms:
                world.channel(name).bot_permissions(without=people.P.PUBLIC_THREADS)
        environment = {
            "DISCORD_TOKEN": world.server.token,
            "ECARTE_DATABASE": str(database),
            "ECARTE_SERVER_TABLES": "100000",
            "ECARTE_NEW_DIRECTS": str(options.new_directs),
            **settings,
        }
        bot = await world.launch(
            [options.python, "-m", "bot", "run"], env=environment, cwd=options.tree, log=folder / "log"
        )
        await world.until(lambda: world.server.commands.get(0), PATIENCE_S, "the commands to be registered")
        await world.quiet(1.0, PATIENCE_S)
        yield Started(world, bot.process.pid, database)


@dataclass(eq=False, frozen=True, slots=True)
class Seated:
    """Two people at a table.

    Attributes:
        id: the table's.
        room: where it stands: its thread, or a channel with others.
    """

    id: int
    one: Any
    two: Any
    room: Any

    def posts(self) -> list[Any]:
        """Returns the last messages of the table that all see."""
        return [post for post in self.room.messages(self.one) if self.id in tables_of(read_message(post))][-3:]


@dataclass(eq=False, slots=True)
class Load:
    """The tables while they play.

    Attributes:
        terms: the options of each challenge.
        together: how many tables stand in a channel; 0: each has a thread of its own.
        decisions: presses so far.
        pressed: when the last press at each table was.
        shown_ms: from a press until the opponent's hand showed it, of those that it did.
        failed: what could not be pressed.
    """

    world: Any
    pace_s: float
    chance: random.Random
    terms: dict[str, Any] = field(default_factory=dict)
    together: int = 0
    decisions: int = 0
    pressed: dict[Seated, float] = field(default_factory=dict)
    shown_ms: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def playing(self, options: argparse.Namespace) -> AsyncIterator[None]:
        """Opens the tables, and while the block runs lets them play, begun within one `pace_s`.

        No table plays before all are open: opening and playing would take processor time and requests from each other.
        """
        begun, opening = time.monotonic(), []
        for number in range(options.tables):
            opening.append(asyncio.create_task(self._opened(number)))
            await asyncio.sleep(options.opening)
        results = await asyncio.gather(*opening, return_exceptions=True)
        tables = [result for result in results if isinstance(result, Seated)]
        spent_s = time.monotonic() - begun
        print(f"{len(tables)} of {options.tables} tables open after {spent_s:.0f} s", file=sys.stderr, flush=True)
        self.failed += [repr(result) for result in results if isinstance(result, BaseException)]
        tasks = [asyncio.create_task(self._play(table)) for table in tables]
        try:
            await asyncio.sleep(self.pace_s + options.warm)
            yield
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            self.failed += [repr(end) for end in ends if isinstance(end, Exception)]

    def live(self, since: float) -> int:
        """Returns how many tables were played at since then."""
        return sum(at >= since for at in self.pressed.values())

    async def _opened(self, number: int) -> Seated:
        """Seats two people of their own at a new table."""
        one, two = (self.world.user(f"guest{2 * number + place:05}") for place in (0, 1))
        room = self.world.channel(f"room{number // (self.together or _THREADS_IN_A_CHANNEL)}")
        challenge = await one.slash(room, "ecarte challenge", member=two, **self.terms)
        post = await self._until(lambda: challenge_of(challenge))
        (custom_id,) = buttons_for(post, Verb.ACCEPT)
        press = press_of(custom_id)
        assert press is not None
        await two.click(post, custom_id=custom_id)
        if not self.together:
            room = await self._until(lambda: next((t for t in room.threads() if one.name in t.name.lower()), None))
        table = Seated(press.table, one, two, room)
        await self._until(table.posts)
        return table

    async def _play(self, table: Seated) -> None:
        """Presses once in `pace_s`, until it is cancelled."""
        await asyncio.sleep(self.chance.random() * self.pace_s)
        while True:
            begun = time.monotonic()
            try:
                await self._step(table)
            except LookupError:
                await asyncio.sleep(0.2)
                continue
            except Exception as error:
                self.failed.append(repr(error))
            await asyncio.sleep(max(0.0, self.pace_s - (time.monotonic() - begun)))

    async def _step(self, table: Seated) -> None:
        for person, other in ((table.one, table.two), (table.two, table.one)):
            hand = hand_of(person)
            if hand is None:
                continue
            try:
                click = next_click(person, read_message(hand), AS_PEOPLE_DO, self.chance)
            except LookupError:
                continue
            await self._timed(click, hand, hand_of(other), table)
            return
        await self.between(table)

    async def between(self, table: Seated) -> None:
        """Presses what stands on the table where neither player has a hand to play.

        Raises:
            LookupError: there is nothing more.
        """
        for person in (table.one, table.two):
            for post in table.posts():
                for custom_id in (*buttons_for(post, Verb.WANT_CARDS), *buttons_for(post, Verb.REMATCH)):
                    await self.click(table, person, post, custom_id)
        raise LookupError

    def begins(self, click: Click, hand: Any, table: Seated) -> None:
        """A press begins."""

    async def click(self, table: Seated, person: Any, post: Any, custom_id: str) -> None:
        """Presses a button. One that gets no answer within three seconds is counted by the world."""
        self.decisions += 1
        self.pressed[table] = time.monotonic()
        await person.click(post, custom_id=custom_id, check=False)

    async def _timed(self, click: Click, hand: Any, others: Any, table: Seated) -> None:
        self.begins(click, hand, table)
        begun = time.monotonic()
        seen = None if others is None else asyncio.ensure_future(others.changed(2.0))
        try:
            await self.click(table, click.person, hand, click.custom_id)
        except BaseException:
            if seen is not None:
                seen.cancel()
            raise
        if seen is not None:
            # Cards marked to be put out are not for the opponent to see.
            with suppress(asyncio.TimeoutError, TimeoutError):
                self.shown_ms.append(((await seen).t - begun) * 1000)

    async def _until(self, condition: Any) -> Any:
        return await self.world.until(condition, PATIENCE_S)


def processor_s(pid: int) -> float:
    """Returns the processor time of a process so far, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS_A_SECOND


def press_of(custom_id: str) -> Any:
    """Returns the press of a button; None: the bot does not know it."""
    match = BUTTON.fullmatch(custom_id)
    return decode(match) if match else None


def read_message(post: Any) -> Any:
    """Returns a message of the world as tests read it."""
    return Snapshot(post, {"components": post.components})


def hand_of(person: Any) -> Any:
    """Returns the message of a player's hand; None before the first."""
    # Private sentences, as to a press that came too late, may stand below it.
    posts = [post for post in person.dms() if not post.ephemeral][-4:]
    hands = [post for post in posts if not post.deleted and Verb.MORE in verbs_of(read_message(post))]
    return hands[-1] if hands else None


def buttons_for(post: Any, verb: Verb) -> list[str]:
    """Returns what can be pressed on a message for a verb."""
    return verbs_of(read_message(post)).get(verb, [])


def unanswered_interactions(world: Any, since: int) -> list[str]:
    """Returns the interactions, from number `since` on, that got no answer within three seconds."""
    return [repr(outcome) for outcome in world.outcomes[since:] if outcome.raw.failed]


def challenge_of(challenge: Any) -> Any:
    """Returns the message of a challenge: the first answer, or where that came late a further one."""
    posts = (challenge.post, *challenge.followups)
    return next((post for post in posts if post is not None and buttons_for(post, Verb.ACCEPT)), None)
