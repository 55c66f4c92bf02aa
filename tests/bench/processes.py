"""Several of the bot's processes on one PostgreSQL, with trouble: `python -m tests.bench.processes FOLDER --kills 100`.

FOLDER holds a package `wire`, a Discord on loopback, which is no part of this project. Each process has its shards, and
each shard a server with tables at which people play by clicks. Meanwhile processes are killed and started again, held
up for twenty seconds, or told to end and replaced. At the end everything must add up: what was acknowledged is in the
database, chips are conserved, no message stands twice, every group of tables has an owner.

With `--evening` people do more than play each other (`tests.bench.evening`): they play the house, a pool of three, a
tournament of four, and bet more at once than they have. Then each table has to go on after the last trouble.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import NullPool, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.adapter.custom_ids import Verb
from tests.bench.evening import BettingRace, HouseLoad, PoolLoad, TournamentLoad, figures_of
from tests.bench.process import Load, load_wire, press_of, read_message
from tests.support.patience import PATIENCE_S
from tests.support.postgres import own_server
from tests.support.shown import tables_of, verbs_of
from tests.support.standin import TOKEN

_ROOT = Path(__file__).resolve().parents[2]
_SOCKET = ".s.PGSQL.5432"
_HELD_UP_S = 20.0
_CHANGES = frozenset({Verb.PLAY, Verb.PROPOSE, Verb.GIVE, Verb.REFUSE})
"""Presses on a hand that change the table, or are refused with a private sentence."""
TAKEN_OVER_S = 30.0
"""So soon every group of a process that was killed has an owner again."""


@dataclass(frozen=True, slots=True)
class Town:
    """A server of the world, as a `Load` takes a world."""

    world: Any
    guild: Any

    def __getattr__(self, name: str) -> Any:
        """What concerns no server is the world's."""
        return getattr(self.world, name)

    def user(self, name: str) -> Any:
        """A member of the server, and of no other."""
        name = f"{self.guild.name}-{name}"
        known = name in self.world.people
        person = self.world.user(name, member=False)
        if not known:
            self.world.server.join(self.guild, person.raw)
        return person

    def channel(self, name: str) -> Any:
        """A channel of the server."""
        return self.world.channel(name, self.guild)


class Relay:
    """Stands between a process and the database; it may stop forwarding, without a word to either side."""

    def __init__(self, upstream: Path, folder: Path) -> None:
        self._upstream, self.folder = upstream, folder
        self.open = asyncio.Event()
        self.open.set()
        self._pumps: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listens in its own folder, under the name that clients of PostgreSQL look for."""
        self.folder.mkdir()
        self._server = await asyncio.start_unix_server(self._connected, self.folder / _SOCKET)

    async def stop(self) -> None:
        """Ends all connections."""
        assert self._server is not None
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        await self._server.wait_closed()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(self._upstream / _SOCKET)
        except OSError:
            writer.close()
            return
        for source, target in ((reader, back), (there, writer)):
            pump = asyncio.create_task(self._pump(source, target))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError):
                while data := await source.read(2**16):
                    await self.open.wait()
                    target.write(data)
                    await target.drain()
        finally:
            target.close()


@dataclass(slots=True)
class Cluster:
    """The processes.

    Attributes:
        world: the Discord.
        address: the database.
        shards: how many there are; each process is at home in an equal part.
        bots: the processes, by their numbers.
        towns: a server of each shard.
        sharing: whether the processes divide the shards among themselves (`--shards auto`).
        relays: what stands between each process and the database.
        restart: restarts the database server, as after a crash; None: others use it, too.
        holders: by what number the database knows each process.
        taken_over_s: how long each time until the groups of a killed or held process had another owner.
        standing: the tables that did not go on after the last trouble, where an evening was played.
    """

    world: Any
    address: str
    folder: Path
    shards: int
    number: int
    bots: dict[int, Any] = field(default_factory=dict)
    towns: list[Town] = field(default_factory=list)
    holders: dict[int, int] = field(default_factory=dict)
    taken_over_s: list[float] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    relays: list[Relay] = field(default_factory=list)
    restart: Callable[[], Awaitable[None]] | None = None
    sharing: bool = False
    _engine: AsyncEngine = field(init=False)

    def __post_init__(self) -> None:
        # A connection for each question: troubles end connections.
        address = make_url(self.address).set(drivername="postgresql+asyncpg")
        self._engine = create_async_engine(address, poolclass=NullPool)

    def home(self, number: int) -> range:
        """The shards of a process."""
        each = self.shards // self.number
        return range(number * each, (number + 1) * each)

    async def start(self, number: int) -> None:
        """Starts a process, and waits until it has its home."""
        home, others = self.home(number), {held for one, held in self.holders.items() if one != number}
        name = f"process{number}"
        here = make_url(self.address).update_query_dict(
            {"host": str(self.relays[number].folder), "application_name": name}
        )
        address = here.render_as_string(hide_password=False)
        paced = {"ECARTE_NEW_DIRECTS": "100000"}
        environment = {"DISCORD_TOKEN": TOKEN, "ECARTE_DATABASE": address, **paced, **self.settings}
        self.bots[number] = await self.world.launch(
            [
                *(sys.executable, "-m", "bot", "run", "--shards"),
                "auto" if self.sharing else f"{home[0]}-{home[-1]}/{self.shards}",
            ],
            env=environment,
            cwd=_ROOT,
            log=self.folder / f"{name}.log",
            timeout=None,
        )
        if self.sharing:
            await self._until_it_has_its_share(number)
            return
        known = self.holders.pop(number, None)
        begun = time.monotonic()
        while True:
            holders = {holder for shard, holder, _ in await self.owned() if shard in home}
            connected = {session.shard[0] for session in self.world.server.gateway.connected}
            if len(holders) == 1 and not holders & {*others, known} and connected.issuperset(home):
                (self.holders[number],) = holders
                return
            if time.monotonic() - begun > PATIENCE_S:
                raise TimeoutError(f"process {number} has no home: {await self.owned()}, connected: {connected}")
            await asyncio.sleep(0.1)

    async def _until_it_has_its_share(self, number: int) -> None:
        """Waits until a process that shares has as many shards as each of the others, and all are connected."""
        begun = time.monotonic()
        while True:
            signs = await self.query(
                "SELECT DISTINCT objid::bigint FROM pg_locks JOIN pg_stat_activity USING (pid)"
                f" WHERE locktype = 'advisory' AND objsubid = 2 AND application_name = 'process{number}'"
            )
            keys = {row[0] for row in signs}
            held = [holder for _, holder, _ in await self.owned() if holder & 0x7FFFFFFF in keys]
            connected = {session.shard[0] for session in self.world.server.gateway.connected}
            if len(held) == self.shards // self.number and connected.issuperset(range(self.shards)):
                self.holders[number] = held[0]
                return
            if time.monotonic() - begun > PATIENCE_S:
                raise TimeoutError(f"process {number} has no share: {await self.owned()}, connected: {connected}")
            await asyncio.sleep(0.1)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs another command of the bot on the database."""
        settings = {**os.environ, "ECARTE_DATABASE": self.address}
        command = [sys.executable, "-m", "bot", *arguments]
        return subprocess.run(command, env=settings, cwd=_ROOT, capture_output=True, text=True, check=False)

    async def owned(self, condition: str = "true") -> list[tuple[int, int, int]]:
        """The groups with a living owner: shard, holder, epoch, by the database's own clock."""
        query = (
            "SELECT shard, holder, epoch FROM owners WHERE holder <> 0"
            f" AND beat_at > extract(epoch FROM clock_timestamp()) * 1000 - 12000 AND {condition} ORDER BY shard"
        )
        return [(row[0], row[1], row[2]) for row in await self.query(query)]

    async def query(self, query: str) -> Sequence[Any]:
        """Asks the database."""
        async with self._engine.connect() as connection:
            return (await connection.execute(text(query))).all()

    async def carried_out(self) -> set[int]:
        """The ids of the interactions that have changed a table."""
        return {row[0] for row in await self.query("SELECT interaction_id FROM commands")}

    async def held_by(self, number: int) -> dict[int, int]:
        """The groups that a process holds, each with its epoch."""
        return {shard: epoch for shard, holder, epoch in await self.owned() if holder == self.holders[number]}

    async def until_taken_from(self, epochs: dict[int, int], within_s: float = PATIENCE_S) -> float:
        """Waits until groups have a later epoch than these. Returns the seconds that it took."""
        begun = time.monotonic()
        while True:
            now = {shard: epoch for shard, _, epoch in await self.owned()}
            if all(now.get(shard, 0) > epoch for shard, epoch in epochs.items()):
                self.taken_over_s.append(time.monotonic() - begun)
                return self.taken_over_s[-1]
            if time.monotonic() - begun > within_s:
                raise TimeoutError(f"not taken over: {epochs}, now {now}")
            await asyncio.sleep(0.1)


@asynccontextmanager
async def start_cluster(
    wire: Path, folder: Path, *, processes: int, shards: int, channels: int = 4, sharing: bool = False, **settings: str
) -> AsyncIterator[Cluster]:
    """Starts processes on a database server of their own, and waits until every group of tables has an owner."""
    rooms = [f"room{number}" for number in range(channels)]
    async with (
        own_server() as (address, restart),
        await load_wire(wire).World.start(token=TOKEN, spec=None, channels=rooms) as world,
        AsyncExitStack() as stack,
    ):
        world.server.gateway.shards = shards
        world.server.rules.dm_opens = 100_000
        cluster = Cluster(
            world, address, folder, shards, processes, settings=settings, restart=restart, sharing=sharing
        )
        migrated = cluster.run("migrate")
        assert migrated.returncode == 0, migrated.stderr
        for number in range(processes):
            relay = Relay(Path(str(make_url(address).query["host"])), folder / f"relay{number}")
            await relay.start()
            stack.push_async_callback(relay.stop)
            cluster.relays.append(relay)
        cluster.towns = found_towns(world, shards, rooms)
        await asyncio.gather(*map(cluster.start, range(processes)))
        await world.until(lambda: world.server.commands.get(0), PATIENCE_S, "the commands to be registered")
        yield cluster


def found_towns(world: Any, shards: int, rooms: Sequence[str]) -> list[Town]:
    """Makes a server for each shard, with these channels. Returns them in the order of the shards."""
    owner = world.server.add_user("townowner")
    guilds = {(world.guild.id >> 22) % shards: world.guild}
    while len(guilds) < shards:
        guild = world.server.add_guild(f"town{len(guilds)}", owner)
        if (guild.id >> 22) % shards in guilds:
            # Discord chooses the ids; this one has no shard of its own.
            del world.server.guilds[guild.id]
            continue
        for name in rooms:
            world.server.add_channel(guild, name)
        guilds[(guild.id >> 22) % shards] = guild
    return [Town(world, guilds[shard]) for shard in range(shards)]


Trouble: TypeAlias = Callable[[Cluster, random.Random], Awaitable[None]]


async def kill(cluster: Cluster, chance: random.Random) -> None:
    """Kills a process, and starts it again once others have taken its groups over."""
    number = chance.randrange(cluster.number)
    held = await cluster.held_by(number)
    await cluster.bots[number].kill()
    await cluster.until_taken_from(held)
    await cluster.start(number)


async def hold_up(cluster: Cluster, chance: random.Random) -> None:
    """Stops a process for twenty seconds, as a machine that sleeps does, and lets it go on; then starts it anew."""
    number = chance.randrange(cluster.number)
    held, begun = await cluster.held_by(number), time.monotonic()
    cluster.bots[number].freeze()
    await cluster.until_taken_from(held)
    await asyncio.sleep(max(0.0, _HELD_UP_S - (time.monotonic() - begun)))
    cluster.bots[number].thaw()
    # It finds that its groups have other owners; then it makes room.
    await asyncio.sleep(3.0)
    await cluster.bots[number].kill()
    await cluster.start(number)


async def replace(cluster: Cluster, chance: random.Random) -> None:
    """Tells a process to end, as an update does, and starts the next one when it has ended."""
    number = chance.randrange(cluster.number)
    status = await cluster.bots[number].terminate(timeout=PATIENCE_S)
    assert status == 0, cluster.bots[number].output()[-2000:]
    await cluster.start(number)


async def end_sessions(cluster: Cluster, _chance: random.Random) -> None:
    """Ends all sessions at the database but this one's."""
    await cluster.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )


async def cut_off(cluster: Cluster, chance: random.Random) -> None:
    """Takes the database from a process, without a word, and gives it back when others have taken its groups over."""
    number = chance.randrange(cluster.number)
    held = await cluster.held_by(number)
    cluster.relays[number].open.clear()
    await cluster.until_taken_from(held)
    cluster.relays[number].open.set()
    await asyncio.sleep(3.0)
    await cluster.bots[number].kill()
    await cluster.start(number)


async def restart_database(cluster: Cluster, _chance: random.Random) -> None:
    """Restarts the database server, as after a crash."""
    assert cluster.restart is not None
    await cluster.restart()


TROUBLES = {
    "kills": kill,
    "holds": hold_up,
    "updates": replace,
    "sessions": end_sessions,
    "cuts": cut_off,
    "restarts": restart_database,
}


async def play_through(
    cluster: Cluster,
    chance: random.Random,
    *,
    tables: int,
    pace_s: float,
    troubles: Sequence[Trouble],
    calm_s: float,
    evening: bool = False,
) -> list[Load]:
    """People play at tables in every server while trouble comes, one after the other.

    Args:
        evening: whether people do more than play each other.
    """
    options = argparse.Namespace(tables=tables, opening=0.2, warm=0.0)
    terms: list[dict[str, Any]] = [{}, {"stake": 20}]
    loads = [
        Load(town, pace_s, random.Random(chance.random()), terms[number % 2])
        for number, town in enumerate(cluster.towns)
    ]
    others = _evening(cluster, pace_s, chance) if evening else {}
    async with AsyncExitStack() as stack:
        playing = [load.playing(options) for load in loads]
        for other, number in others.items():
            playing.append(other.playing(argparse.Namespace(tables=number, opening=0.2, warm=0.0)))
        await asyncio.gather(*map(stack.enter_async_context, playing))
        await asyncio.sleep(calm_s)
        for trouble in troubles:
            await asyncio.sleep(chance.random() * calm_s)
            await trouble(cluster, chance)
        await asyncio.sleep(calm_s)
        if evening:
            cluster.standing = await _standing_tables(cluster)
    return [*loads, *others]


def _evening(cluster: Cluster, pace_s: float, chance: random.Random) -> dict[Load, int]:
    """What people do besides playing each other, with how many tables it takes."""

    def of(load: type[Load], town: Town, **named: Any) -> Load:
        return load(town, pace_s, random.Random(chance.random()), {"stake": 20}, **named)

    first, *_, last = cluster.towns
    others = {of(HouseLoad, town): 1 for town in cluster.towns}
    others |= {of(BettingRace, last, ask=cluster.query): 2, of(PoolLoad, first): 1, of(TournamentLoad, last): 1}
    return others


async def _standing_tables(cluster: Cluster) -> list[str]:
    """Waits until something has happened at every open table; returns those at which nothing does."""
    versions = "SELECT id, version, status, house FROM tables WHERE status IN ('playing', 'between')"
    before, begun = await cluster.query(versions), time.monotonic()
    while True:
        now = set(await cluster.query(versions))
        standing = [row for row in before if row in now]
        if not standing or time.monotonic() - begun > PATIENCE_S:
            return [await _standing(cluster, row) for row in standing]
        await asyncio.sleep(0.5)


async def _standing(cluster: Cluster, row: Any) -> str:
    """What is known of a table at which nothing happens: its last events, its deadline, what can be pressed on it."""
    now_ms = time.time() * 1000
    events = await cluster.query(f"SELECT type, at FROM events WHERE table_id = {row.id} ORDER BY seq DESC LIMIT 5")
    last = ", ".join(f"{event.type} {(now_ms - event.at) / 1000:.0f} s ago" for event in events)
    due = (await cluster.query(f"SELECT deadline FROM tables WHERE id = {row.id}"))[0].deadline
    posts = [read_message(message) for message in _messages(cluster.world.server)]
    verbs = [" ".join(verb.name for verb in verbs_of(post)) for post in posts if row.id in tables_of(post)]
    return (
        f"table {row.id} stands still ({row.status}, house {row.house}); last {last}; "
        f"due {'never' if due is None else f'in {(due - now_ms) / 1000:.0f} s'}; on its messages: {' | '.join(verbs)}"
    )


async def lost_presses(cluster: Cluster) -> list[str]:
    """The presses that should have changed a table, and were neither answered in time nor carried out."""
    carried = await cluster.carried_out()
    return [repr(one) for one in _changes(cluster) if one.raw.failed and one.raw.id not in carried]


def _changes(cluster: Cluster) -> Iterator[Any]:
    """The presses that change a table, or are refused with a private sentence."""
    for outcome in cluster.world.outcomes:
        custom_id = (outcome.raw.data or {}).get("custom_id", "")
        press = press_of(custom_id) if custom_id else None
        if press is not None and press.verb in _CHANGES:
            yield outcome


async def faults_of(cluster: Cluster) -> list[str]:
    """What does not add up, once the people have stopped and everything is drawn."""
    await cluster.world.quiet(3.0, PATIENCE_S)
    found = []
    audit = cluster.run("verify")
    if audit.returncode:
        found.append(audit.stdout + audit.stderr)
    carried = await cluster.carried_out()
    for outcome in _changes(cluster):
        told = [post for post in (outcome.post, *outcome.followups) if post is not None]
        if outcome.ok and not told and outcome.raw.id not in carried:
            found.append(f"acknowledged and lost: {outcome!r}")
    begun = time.monotonic()
    # What was sent while the database was away is stored with the next heartbeat.
    while True:
        forgotten = await _in_no_slot(cluster)
        if not forgotten or time.monotonic() - begun > PATIENCE_S:
            return found + forgotten
        await asyncio.sleep(1.0)


async def _in_no_slot(cluster: Cluster) -> list[str]:
    # Buttons of a tournament name the tournament where those of a table name the table.
    query = "SELECT message_id FROM messages UNION SELECT message_id FROM tournament_messages"
    stored = {row[0] for row in await cluster.query(query)}
    about = {message.id: tables_of(read_message(message)) for message in _messages(cluster.world.server)}
    return [
        f"a message of table or tournament {tables} in no slot: {id_}"
        for id_, tables in about.items()
        if tables and id_ not in stored
    ]


def _messages(server: Any) -> Iterator[Any]:
    """The messages of the bot, except those that one person sees for a while."""
    for channel in server.channels.values():
        for message in channel.messages.values():
            if message.author is server.bot and message.only is None:
                yield message


async def _measure(options: argparse.Namespace) -> str:
    chance = random.Random(options.seed)
    troubles = [trouble for name, trouble in TROUBLES.items() for _ in range(getattr(options, name))]
    chance.shuffle(troubles)
    with tempfile.TemporaryDirectory(prefix="ecarte-processes-") as folder:
        async with start_cluster(
            options.folder,
            Path(folder),
            processes=options.processes,
            shards=options.shards,
            sharing=options.sharing,
        ) as cluster:
            begun = time.monotonic()
            loads = await play_through(
                cluster,
                chance,
                tables=options.tables,
                pace_s=options.pace,
                troubles=troubles,
                calm_s=options.calm,
                evening=options.evening,
            )
            races = [load for load in loads if isinstance(load, BettingRace)]
            faults = [*cluster.standing, *(fault for race in races for fault in race.faults)]
            faults += await faults_of(cluster)
            spent_s = time.monotonic() - begun
            taken = sorted(cluster.taken_over_s)
            lines = [
                f"{options.processes} processes, {options.shards} shards, {options.tables} tables in each server, "
                f"{spent_s:.0f} s, {sum(load.decisions for load in loads)} presses, {len(cluster.world.outcomes)} "
                f"interactions of which {len(cluster.world.failed())} without an answer in three seconds, "
                f"{len(await lost_presses(cluster))} presses lost",
                "troubles: " + ", ".join(f"{name} {getattr(options, name)}" for name in TROUBLES),
                f"another owner after: {taken[len(taken) // 2]:.1f} s (median), {taken[-1]:.1f} s (longest)"
                if taken
                else "no group changed hands",
                *(race.report() for race in races),
                *([f"besides: {await figures_of(cluster.query)}"] if options.evening else []),
                "faults: " + ("; ".join(faults) or "none"),
            ]
            if options.logs:
                lines += [f"could not be pressed: {failed}" for load in loads for failed in load.failed]
                for number in sorted(cluster.bots):
                    lines += [f"process {number}:", (Path(folder) / f"process{number}.log").read_text()]
            return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line, lets people play, and prints what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.processes", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="holds a package `wire`, a Discord on loopback")
    parser.add_argument("--processes", type=int, default=3, help="that run (3)")
    parser.add_argument("--shards", type=int, default=3, help="of all of them together, each with a server (3)")
    parser.add_argument("--tables", type=int, default=2, help="in each server (2)")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds from a press at a table to the next (.5)")
    parser.add_argument("--calm", type=float, default=5.0, help="seconds before, between and after troubles (5)")
    parser.add_argument("--seed", type=int, default=1, help="of presses and troubles")
    parser.add_argument("--evening", action="store_true", help="people play more than each other")
    parser.add_argument("--sharing", action="store_true", help="the processes divide the shards among themselves")
    parser.add_argument("--logs", action="store_true", help="prints what the processes have logged")
    for name in TROUBLES:
        parser.add_argument(f"--{name}", type=int, default=0, help=f"how many {name} (0)")
    print(asyncio.run(_measure(parser.parse_args(arguments))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
