"""Who owns which group of tables: one process at a time, whatever happens. A former owner writes nothing.

Each process has connections of its own to a real PostgreSQL. A test moves their clock. To make a holder seem dead by
the database's clock, it puts the last beat back.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace

import pytest
from sqlalchemy import Connection, text, update
from sqlalchemy.util import await_only

from bot.app import house_access
from bot.ownership import Owner, OwnerCallbacks
from bot.people.person import Person
from bot.rows.outages import Outage, Shard
from bot.rows.slots import MessageRow, Slot
from bot.rows.storage_errors import BadAddress, InUse, NotOwner, OldSchema, OtherShards, StorageError, Unavailable
from bot.shards import ShardRange
from bot.storage import Beat, Database, ProcessAccess, SessionTurn, as_owner
from bot.storage.backends.base import DATABASE_NOW
from bot.storage.fence import GONE_MS, LEASE_MS, expect_owner
from bot.storage.schema.owner_tables import owners
from bot.tables import timeouts
from bot.tables.actions import seating
from bot.tables.problems import Problem, Refused
from bot.tables.terms import Terms
from bot.tables.views import TableView
from tests.bot.storage.making import step
from tests.bot.tables.salon import Salon
from tests.support.patience import PATIENCE_MS, PATIENCE_S
from tests.support.postgres import MISSING, new_database

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
T0 = 1_800_000_000_000
SHARDS = 2
PEOPLE = [Person(number, f"P{number}") for number in range(1, 9)]


def server(shard: int) -> int:
    """A server of a shard."""
    return (shard << 22) + 70


@dataclass(slots=True)
class Process:
    """One of several processes.

    Attributes:
        taken, lost: the shards that it took over, with the last signs of their former holders, and those that it lost.
        wanted: the shards that it keeps connected.
        direct: since when the process that brings direct messages was away at the last look.
        now_s: its clock.
        certain_again: how often it became sure again to own its groups.
        stopped: the shards whose clocks stand.
        fails: the error of its next takeover.
        away_servers: since when single servers are unavailable.
    """

    database: Database
    taken: list[Mapping[int, int]] = field(default_factory=list)
    lost: list[frozenset[int]] = field(default_factory=list)
    wanted: set[int] = field(default_factory=set)
    direct: int | None = None
    now_s: float = 0.0
    certain_again: int = 0
    stopped: set[int] = field(default_factory=set)
    away_servers: dict[int, int] = field(default_factory=dict)
    fails: list[StorageError] = field(default_factory=list)
    owner: Owner = field(init=False)

    @property
    def owned(self) -> set[int]:
        """The shards that it believes to own."""
        return set(self.database.fence.epochs)

    async def note_taken(self, taken: Mapping[int, int]) -> None:
        """Notes what it has taken over, or fails."""
        if self.fails:
            raise self.fails.pop()
        self.taken.append(taken)

    async def note_lost(self, lost: frozenset[int]) -> None:
        """Notes what it has lost."""
        self.lost.append(lost)

    async def note_certain(self) -> None:
        """Notes that it is sure again."""
        self.certain_again += 1

    async def note_direct(self, away_since: int | None) -> None:
        """Notes whether direct messages are brought."""
        self.direct = away_since

    def beats(self, shards: Collection[int]) -> Mapping[int, Beat]:
        """The signs of life."""
        return {shard: Beat(T0 + round(self.now_s * 1000), shard in self.stopped) for shard in shards}


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """A migrated database on a server."""
    async with new_database(migrated=True) as address:
        yield address


Start = Callable[..., Awaitable[Process]]


@pytest.fixture
async def start(address: str) -> AsyncIterator[Start]:
    """Starts a process at home in some shards."""
    async with AsyncExitStack() as stack:
        numbers = iter(range(101, 200))

        async def start(*home: int, shards: int = SHARDS, shares: bool = False) -> Process:
            database = await Database.open_shared(address, next(numbers), shards, T0, keep=shares)
            process = Process(await stack.enter_async_context(database))
            callbacks = OwnerCallbacks(
                process.note_taken,
                process.note_lost,
                process.beats,
                lambda: process.away_servers,
                process.note_direct,
                process.note_certain,
                process.wanted.add,
                process.wanted.discard,
            )
            shares_all = None if shares else home
            process.owner = Owner(database.owners, database.fence, shares_all, callbacks, lambda: process.now_s)
            return process

        yield start


async def seem_dead(process: Process) -> None:
    """Puts the last beat of a process back by the database's clock."""
    await seem_silent(process.database, process, LEASE_MS + 1000)


async def seem_silent(database: Database, process: Process, milliseconds: int) -> None:
    """Lets the last beat of a process be some milliseconds old, by the database's clock."""
    held = owners.c.holder == process.database.fence.process
    await database.connections.write(
        lambda connection: connection.execute(update(owners).where(held).values(beat_at=DATABASE_NOW - milliseconds))
    )


async def end_session(database: Database, process: Process) -> None:
    """Ends the session on which a process beats, as the server may, and as the end of the process does. Returns when it
    has ended.
    """
    # Without a limit, PostgreSQL would answer as soon as it has asked the session to end. Processes of other tests have
    # the same numbers in other databases of the server.
    ends = text(
        "SELECT pg_terminate_backend(pid, :patience) FROM pg_locks WHERE objsubid = 2 AND objid = :sign"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    asked = {"sign": process.database.fence.process, "patience": PATIENCE_MS}
    ended = await database.connections.write(lambda connection: connection.scalars(ends, asked).all())
    assert ended == [True]


async def look_again(process: Process) -> None:
    """Lets a process look whose session was ended: it fails once, and opens another session."""
    with pytest.raises(Unavailable):
        await process.owner.look()
    await process.owner.look()


async def take_over(process: Process) -> None:
    """Lets a process look twice, after which it has taken over the groups of a dead one."""
    await process.owner.look()
    await process.owner.look()


async def test_of_several_processes_that_start_at_once_each_group_has_one_owner(start: Start) -> None:
    processes = [await start(0, 1) for _ in range(3)]
    await asyncio.gather(*(process.owner.look() for process in processes))
    assert sorted(shard for process in processes for shard in process.owned) == [0, 1]


async def test_a_process_takes_its_home_at_once_and_the_homes_of_others_when_no_one_comes(start: Start) -> None:
    one = await start(0)
    await one.owner.look()
    assert (one.owned, one.wanted) == ({0}, {0})
    one.now_s = 9.0
    await one.owner.look()
    assert one.owned == {0}
    one.now_s = 11.0
    await one.owner.look()
    assert (one.owned, one.wanted) == ({0, 1}, {0, 1})


async def test_a_holder_that_beats_is_left_alone_and_one_taken_for_dead_is_followed_after_two_looks(
    start: Start,
) -> None:
    one, two = await start(0), await start(1)
    for _ in range(3):
        await one.owner.look()
        await two.owner.look()
    assert (one.owned, two.owned) == ({0}, {1})
    await seem_dead(one)
    await two.owner.look()
    assert two.owned == {1}, "after an outage of the database all seem dead at the first look"
    await two.owner.look()
    assert two.owned == {0, 1}
    assert two.taken[-1] == {0: T0}, "time is owed from its last sign on"


async def test_a_holder_that_beats_between_two_looks_is_not_followed(start: Start) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    await seem_dead(one)
    await two.owner.look()
    await one.owner.look()
    await two.owner.look()
    assert (one.owned, two.owned) == ({0}, {1})


async def test_a_write_that_a_process_was_stopped_in_holds_its_groups_no_longer_than_it_is_taken_to_live(
    start: Start,
) -> None:
    one = await start(0)
    shown = text("SELECT setting::integer FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'")
    limit_ms = await one.database.connections.write(lambda connection: connection.scalar(shown))
    assert 0 < limit_ms < LEASE_MS


async def test_a_group_is_taken_over_from_a_process_that_was_stopped_in_the_middle_of_a_write(start: Start) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    stopped, goes_on = asyncio.Event(), asyncio.Event()
    with as_owner():
        writer = one.database.fence.writer(server(0))

    def write(connection: Connection) -> None:
        # For this transaction alone: a busy machine may take as long between two statements of another.
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = '300ms'"))
        expect_owner(connection, writer)
        stopped.set()
        await_only(goes_on.wait())
        connection.execute(text("UPDATE owners SET claimed_at = 1 WHERE shard = 0"))

    writing = asyncio.create_task(one.database.connections.write(write))
    await stopped.wait()
    await seem_dead(one)
    await take_over(two)
    assert two.owned == {0, 1}
    goes_on.set()
    with pytest.raises(Unavailable):
        await writing


async def test_of_two_that_follow_a_dead_one_each_group_goes_to_one(start: Start) -> None:
    dead, one, two = await start(0, 1), await start(), await start()
    await dead.owner.look()
    await seem_dead(dead)
    await asyncio.gather(one.owner.look(), two.owner.look())
    await asyncio.gather(one.owner.look(), two.owner.look())
    assert sorted([*one.owned, *two.owned]) == [0, 1]


async def test_a_process_that_was_taken_for_dead_learns_of_it_and_asks_for_its_home_again_after_a_while(
    start: Start,
) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    await seem_dead(one)
    await take_over(two)
    one.now_s = 20.0
    assert not one.database.fence.owns(server(0)), "without a beat for this long it takes itself for no owner"
    await one.owner.look()
    assert (one.lost, one.owned, one.wanted) == ([frozenset({0})], set(), set())
    one.now_s = 79.0
    await one.owner.look()
    assert one.wanted == set()
    one.now_s = 81.0
    await one.owner.look()
    assert (one.wanted, one.owned) == ({0}, set()), "it connects first"
    one.owner.note_connected(0)
    await one.owner.look()
    assert one.owned == {0}
    await two.owner.look()
    assert two.lost == [frozenset({0})]


async def test_a_process_without_a_beat_takes_itself_for_no_owner_before_others_take_it_for_dead(start: Start) -> None:
    one = await start(0)
    await one.owner.look()
    assert one.database.fence.owns(server(0))
    one.now_s = 8.5
    assert not one.database.fence.owns(server(0))
    assert one.now_s * 1000 < LEASE_MS
    await one.owner.look()
    assert one.database.fence.owns(server(0))
    assert one.certain_again == 1, "drawings of the meantime are made now"


async def test_a_new_process_connects_before_it_takes_its_home_from_one_that_lives(start: Start) -> None:
    old, new = await start(0, 1), await start(0, 1)
    await old.owner.look()
    await new.owner.look()
    assert (new.wanted, new.owned, old.owned) == ({0, 1}, set(), {0, 1})
    new.owner.note_connected(1)
    await new.owner.look()
    await old.owner.look()
    assert (new.owned, old.owned, old.wanted) == ({1}, {0}, {0})
    new.owner.note_connected(0)
    await new.owner.look()
    await old.owner.look()
    assert (new.owned, old.owned, old.wanted) == ({0, 1}, set(), set())


async def test_what_a_process_that_ends_has_is_connected_by_another_before_it_is_taken(start: Start) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    ending = asyncio.create_task(one.owner.hand_over())
    while 0 not in two.wanted:
        await two.owner.look()
    assert one.owned == {0}, "until then it goes on"
    two.owner.note_connected(0)
    await two.owner.look()
    await ending
    assert (one.owned, two.owned) == (set(), {0, 1})
    await one.owner.look()
    assert one.owned == set(), "it takes nothing more"


async def test_a_process_that_ends_alone_waits_for_no_one_and_leaves_its_groups_free(start: Start) -> None:
    one = await start(0, 1)
    await one.owner.look()
    await one.owner.hand_over()
    await one.owner.release()
    two = await start(0, 1)
    await two.owner.look()
    assert two.owned == {0, 1}


async def test_what_was_taken_over_while_the_database_failed_is_taken_up_at_the_next_look(start: Start) -> None:
    one = await start(0)
    one.fails.append(Unavailable("it is away"))
    with pytest.raises(Unavailable):
        await one.owner.look()
    assert (one.owned, one.taken) == ({0}, [])
    await one.owner.look()
    assert one.taken == [{0: T0}]


# ---------------------------------------------------------------- a holder whose session is gone


async def test_a_killed_holder_is_followed_once_its_session_was_gone_for_longer_than_between_two_looks(
    start: Start,
) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    await end_session(two.database, one)
    await seem_silent(two.database, one, GONE_MS + 1000)
    for now_s, owned in ((0.0, {1}), (2.0, {1}), (2.6, {0, 1})):
        two.now_s = now_s
        await two.owner.look()
        assert two.owned == owned
    await look_again(one)
    assert one.owned == set(), "its epoch is an earlier one"


async def test_a_holder_that_beats_is_not_followed_whatever_became_of_its_session(start: Start) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    for now_s in (0.0, 3.0, 6.0):
        await end_session(two.database, one)
        two.now_s = now_s
        await two.owner.look()
        one.now_s = now_s
        await look_again(one)
    assert (one.owned, two.owned) == ({0}, {1})


async def test_a_holder_that_is_silent_in_its_session_keeps_its_groups_until_its_lease_ends(start: Start) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    for now_s in (0.0, 3.0, 6.0):
        two.now_s = now_s
        await seem_silent(two.database, one, GONE_MS + 1000)
        await two.owner.look()
    assert two.owned == {1}


async def test_a_session_that_was_never_seen_proves_nothing(start: Start) -> None:
    one = await start(0)
    await one.owner.look()
    await end_session(one.database, one)
    two = await start(1)
    for now_s in (0.0, 3.0, 6.0):
        two.now_s = now_s
        await seem_silent(two.database, one, GONE_MS + 1000)
        await two.owner.look()
    assert two.owned == {1}


# ---------------------------------------------------------------- processes that share


async def look(*processes: Process) -> None:
    """Lets these processes look, one after the other."""
    for process in processes:
        await process.owner.look()


async def test_processes_that_share_and_start_together_divide_the_groups(start: Start) -> None:
    processes = [await start(shards=6, shares=True) for _ in range(3)]
    for _ in range(4):
        await look(*processes)
    assert sorted(len(process.owned) for process in processes) == [2, 2, 2]
    assert set().union(*(process.owned for process in processes)) == set(range(6))


async def test_a_process_that_shares_alone_takes_everything(start: Start) -> None:
    one = await start(shards=3, shares=True)
    for number in range(3):
        await look(one)
        assert len(one.owned) == number + 1, "one at a look"


async def test_a_process_that_comes_later_gets_its_share_group_by_group(start: Start) -> None:
    one = await start(shards=4, shares=True)
    for _ in range(4):
        await look(one)
    two = await start(shards=4, shares=True)
    for now_s in range(0, 60, 2):
        one.now_s = two.now_s = now_s
        await look(one, two)
        for shard in two.wanted - two.owned:
            two.owner.note_connected(shard)
    assert (one.owned, two.owned) == ({0, 1}, {2, 3})
    assert one.wanted == {0, 1}


async def test_what_a_process_that_shares_leaves_is_divided_among_the_others(start: Start) -> None:
    one, two, three = [await start(shards=6, shares=True) for _ in range(3)]
    for _ in range(4):
        await look(one, two, three)
    ending = asyncio.create_task(one.owner.hand_over())
    while one.owned:
        await look(two, three)
        for process in (two, three):
            for shard in process.wanted - process.owned:
                process.owner.note_connected(shard)
        await asyncio.sleep(0)
    await ending
    assert sorted(len(process.owned) for process in (two, three)) == [3, 3]


async def test_a_dead_process_that_shared_is_followed_by_one_with_a_full_share(start: Start) -> None:
    one, two = [await start(shards=2, shares=True) for _ in range(2)]
    await look(one, two, one, two)
    assert (len(one.owned), len(two.owned)) == (1, 1)
    await seem_dead(one)
    await take_over(two)
    assert two.owned == {0, 1}


async def test_processes_that_share_keep_the_number_of_those_that_run_and_the_larger_one_afterwards(
    start: Start, address: str
) -> None:
    one = await start(shards=3, shares=True)
    await look(one)
    two = await start(shards=5, shares=True)
    assert two.database.fence.count == 3, "one runs with three"
    await one.owner.release()
    async with await Database.open_shared(address, 7, 2, T0, keep=True) as database:
        assert database.fence.count == 3
    async with await Database.open_shared(address, 8, 5, T0, keep=True) as database:
        assert database.fence.count == 5


async def test_the_others_learn_whether_direct_messages_are_brought(start: Start) -> None:
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    assert two.direct == T0, "it has not said yet that it is connected"
    await one.owner.look()
    await two.owner.look()
    assert two.direct is None
    one.stopped.add(0)
    await one.owner.look()
    await two.owner.look()
    assert two.direct == T0, "its shard is away"
    one.stopped.clear()
    one.now_s = 2.0
    await one.owner.look()
    await two.owner.look()
    assert two.direct is None


async def test_processes_agree_on_one_number_of_shards_and_it_changes_when_none_lives(
    start: Start, address: str
) -> None:
    one = await start(0)
    await one.owner.look()
    with pytest.raises(OtherShards, match="2 shards"):
        await Database.open_shared(address, 7, 4, T0)
    await seem_dead(one)
    four = await start(0, 1, 2, 3, shards=4)
    await four.owner.look()
    assert four.owned == {0, 1, 2, 3}
    assert set(four.database.fence.epochs.values()) == {2}, "no epoch comes twice"
    assert {sign for taken in four.taken for sign in taken.values()} == {T0}, "no server is owed too little"


async def test_processes_that_share_keep_one_that_is_alone_out_and_the_other_way(start: Start, address: str) -> None:
    await start(0)
    with pytest.raises(InUse):
        await Database.open_alone(address)
    async with await Database.open(address, access=ProcessAccess.BESIDE) as beside:
        assert await beside.owners.all() != ()


async def test_one_that_is_alone_keeps_processes_that_share_out(address: str) -> None:
    async with await Database.open_alone(address):
        with pytest.raises(InUse):
            await Database.open_shared(address, 1, 2, T0)


async def test_a_database_has_to_be_migrated_before_several_processes_run_on_it() -> None:
    async with new_database(migrated=False) as address:
        with pytest.raises(OldSchema, match="migrate"):
            await Database.open_shared(address, 1, 2, T0)


async def test_a_file_serves_one_process(tmp_path: object) -> None:
    with pytest.raises(BadAddress, match="PostgreSQL"):
        await Database.open_shared(f"{tmp_path}/room.sqlite3", 1, 2, T0)


async def test_a_process_alone_knows_the_last_signs_of_several_and_is_the_owner_of_all(
    start: Start, address: str
) -> None:
    one = await start(0, 1)
    one.now_s = 5.0
    await one.owner.look()
    one.stopped.add(1)
    await one.owner.look()
    await one.database.close()
    async with await Database.open_alone(address) as alone:
        assert await alone.heartbeat.last_signs() == {Shard(0, 2): T0 + 5_000, Shard(1, 2): T0 + 5_000}
        assert alone.fence.owns(server(1))
        await alone.heartbeat.put(T0 + 9_000)
        assert await alone.owners.all() == ()
        assert await alone.heartbeat.last_beat() == T0 + 9_000


async def test_since_when_a_server_is_unavailable_is_known_to_all_and_to_who_takes_its_shard_over(start: Start) -> None:
    one, two = await start(0), await start(1)
    here, beside, later, there = server(0), server(0) + 1, server(0) + 3, server(1)
    one.away_servers = {here: T0 + 30_000, beside: T0 + 40_000, later: T0 + 60_000}
    two.away_servers = {there: T0 + 50_000}
    for process in (one, two, one, two):
        await process.owner.look()
        process.now_s = 60.0
    asked = two.database.heartbeat.away_servers
    assert await asked() == {**one.away_servers, **two.away_servers}
    assert await asked([Shard(0, SHARDS)]) == one.away_servers
    # A press there that another process receives takes in the time without a clock.
    assert await two.database.tables.outages_of(1, here, T0 + 90_000) == (Outage(T0 + 30_000, T0 + 90_000),)
    assert await two.database.tables.outages_of(1, here + 2, T0 + 90_000) == ()
    with as_owner():
        await one.database.recovery.add_outage(Outage(T0 + 40_000, T0 + 90_000, (), (beside,)))
    assert await asked() == {here: T0 + 30_000, later: T0 + 60_000, there: T0 + 50_000}
    await seem_dead(one)
    await take_over(two)
    assert two.owned == {0, 1}
    assert await asked() == {here: T0 + 30_000, there: T0 + 50_000}, "from its last sign on all of the shard is owed"


async def reserve(process: Process, kind: int, *, remaining: int = 1000) -> SessionTurn:
    """Asks for a new session as a process. Discord has said a moment ago how many remain."""
    return await process.database.sessions.reserve(
        kind, remaining=remaining, reset_ms=3_600_000, every_ms=5_000, kept=50, at=T0
    )


async def test_new_sessions_of_all_processes_begin_five_seconds_apart_by_their_kind(start: Start) -> None:
    one, two = await start(0), await start(1)
    turns = [await reserve(process, kind) for process in (one, two) for kind in (0, 0, 1)]
    assert [round((turn.wait_s or 0) / 5) for turn in turns] == [0, 1, 0, 2, 3, 1]


async def test_processes_that_begin_sessions_at_once_leave_the_reserve_together(start: Start) -> None:
    one, two = await start(0), await start(1)
    turns = await asyncio.gather(*(reserve(process, 0, remaining=53) for process in (one, two) for _ in range(4)))
    assert sorted(turn.left for turn in turns) == [50] * 6 + [51, 52]
    assert sum(turn.wait_s is not None for turn in turns) == 3


@contextmanager
def not_owner() -> Iterator[None]:
    """Expects that the writes in the block are refused, since this process is not the owner any more."""
    with pytest.raises(NotOwner), as_owner():
        yield


@asynccontextmanager
async def playing(start: Start) -> AsyncIterator[tuple[Process, Process, Salon, Salon, int]]:
    """Two processes with a table on shard 0 that the first owns, each with its own view of the tables."""
    one, two = await start(0), await start(1)
    await one.owner.look()
    await two.owner.look()
    first, second = (Salon(process.database, random.Random(4), PEOPLE, now=T0) for process in (one, two))
    view = await seating.challenge(first.tables, server(0), 71, PEOPLE[0], PEOPLE[1], Terms())
    await seating.accept(first.tables, view.id, PEOPLE[1])
    yield one, two, first, second, view.id


async def test_an_owner_of_yesterday_writes_nothing_whatever_it_was_about_to_write(start: Start) -> None:
    async with playing(start) as (one, two, first, _, table):
        row = (await one.database.tables.all_open()).rows[0]
        place = MessageRow(table, Slot.parse("table:1:1"), 71, 72, "digest", T0)
        with as_owner():
            await one.database.table_messages.put(place)
        await seem_dead(one)
        await take_over(two)
        # The process does not know yet, and goes by what it believes to own.
        assert one.owned == {0}
        writer = one.database.fence.writer
        with as_owner():
            claimed = replace(step(row), writer=writer(server(0)))
        with not_owner():
            await one.database.tables.commit(claimed)
        with not_owner():
            await one.database.table_messages.put(replace(place, message_id=99))
        with not_owner():
            await one.database.table_messages.drop(table, place.slot)
        with not_owner():
            await one.database.recovery.put_drawn({table: row.version})
        with not_owner():
            await one.database.recovery.add_outage(Outage(T0, T0 + 9_000, (Shard(0, SHARDS),)))
        with not_owner():
            await seating.thread_made(first.tables, table, 73)
        assert await two.database.table_messages.of(table) == (place,)
        assert (await two.database.tables.all_open()).rows == (row,)
        assert await two.database.recovery.owed_outages() == {}


async def test_a_timeout_that_falls_due_at_an_owner_of_yesterday_does_nothing(start: Start) -> None:
    async with playing(start) as (one, two, first, second, table):
        await seem_dead(one)
        await take_over(two)
        first.now += 10 * 60_000
        with pytest.raises(NotOwner), as_owner():
            await timeouts.time_passed(first.tables, table)
        version = (await second.view(table)).version
        second.now = first.now
        with as_owner():
            await timeouts.time_passed(second.tables, table)
        assert (await second.view(table)).version > version, "the new owner says that the time is up"


async def test_the_house_acts_at_the_owner_of_its_table_alone(start: Start) -> None:
    async with playing(start) as (one, two, first, second, table):
        await seem_dead(one)
        await take_over(two)
        view = await first.view(table)
        assert view.game is not None
        assert view.game.turn is not None
        player = view.person(view.game.turn).id

        async def act(salon: Salon) -> TableView:
            move = house_access(salon.tables).move
            return await move(table, player, view.decision, lambda seen: seen.legal_moves[0])

        with pytest.raises(Refused) as refused:
            await act(first)
        assert refused.value.problem is Problem.STALE, "as after any race, it is too late"
        assert (await second.view(table)).version == view.version
        assert (await act(second)).version > view.version


async def test_a_press_is_carried_out_by_whichever_process_it_reaches(start: Start) -> None:
    async with playing(start) as (_, two, first, second, table):
        await first.play(table)
        game_no = (await first.view(table)).game_no
        assert not two.database.fence.owns(server(0))
        for number in range(12):
            # Each press reaches another process than the one before.
            salon = (first, second)[number % 2]
            try:
                await salon.step(table)
            except (Refused, AssertionError):
                break
        assert (await second.view(table)).version == (await first.view(table)).version
        assert (await second.view(table)).game_no >= game_no


async def test_a_process_that_does_not_own_a_table_reads_it_as_it_is(start: Start) -> None:
    async with playing(start) as (_, _, first, second, table):
        before = (await second.view(table)).version
        await first.step(table)
        after = await second.view(table)
        assert after.version == (await first.view(table)).version > before


async def test_a_press_at_another_process_takes_in_what_the_table_is_owed(start: Start) -> None:
    async with playing(start) as (one, _, first, second, table):
        await first.step(table)
        since = first.now
        await second.view(table)
        with as_owner():
            await one.database.recovery.add_outage(Outage(since, since + 60_000, (Shard(0, SHARDS),)))
        second.now = since + 61_000
        await second.step(table)
        log = await second.tables.log.events(table)
        assert [event.milliseconds for _, event in log if hasattr(event, "milliseconds")] == [60_000]
        assert await one.database.recovery.owed_outages() == {}, "and is owed it no more"


async def test_while_the_clocks_of_a_server_stand_a_press_at_another_process_takes_in_the_time_so_far(
    start: Start,
) -> None:
    async with playing(start) as (one, _, first, second, table):
        await first.step(table)
        one.stopped.add(0)
        await one.owner.look()
        second.now = T0 + 40_000
        await second.step(table)
        log = await second.tables.log.events(table)
        assert [event.milliseconds for _, event in log if hasattr(event, "milliseconds")] == [40_000]


async def test_what_a_person_prefers_at_one_process_is_not_undone_by_another(start: Start) -> None:
    one, two = await start(0), await start(1)
    salons = [Salon(process.database, random.Random(1), PEOPLE, now=T0) for process in (one, two)]
    here, there = (salon.crowd.profiles for salon in salons)
    before = (await there.profile(1)).preferences
    await there.note(1, replace(before, tips=True))
    await here.prefer(1, replace((await here.profile(1)).preferences, seed="mine"))
    await there.save()
    there.renew(1)
    after = (await there.profile(1)).preferences
    assert (after.seed, after.tips) == ("mine", True)


async def test_notices_reach_the_other_processes_and_name_who_gave_them(start: Start) -> None:
    one, two = await start(0), await start(1)
    heard: asyncio.Queue[str] = asyncio.Queue()
    two.database.connections.listen(heard.put_nowait)
    await two.owner.look()
    salon = Salon(one.database, random.Random(4), PEOPLE, now=T0)
    view = await seating.challenge(salon.tables, server(0), 71, PEOPLE[0], PEOPLE[1], Terms())
    async with asyncio.timeout(PATIENCE_S):
        while (notice := await heard.get()).split()[1] != "table":
            continue
    assert notice == f"{one.database.fence.process} table {view.id} {server(0)} {view.version}"


@pytest.mark.parametrize(
    ("text_", "numbers"), [("0-3/16", range(4)), ("4-7/16", range(4, 8)), ("2/3", range(2, 3)), ("0/1", range(1))]
)
def test_a_range_of_shards_is_read_as_owners_write_it(text_: str, numbers: range) -> None:
    assert ShardRange.read(text_).numbers == numbers


@pytest.mark.parametrize("text_", ["", "3", "0-3", "3-0/4", "0-4/4", "-1/4", "0-3/16/2", "a-b/c", "0-3/99999999"])
def test_a_range_that_names_no_shards_is_refused_with_a_word_of_help(text_: str) -> None:
    with pytest.raises(ValueError, match="names no shards"):
        ShardRange.read(text_)


async def test_a_connection_that_the_server_ends_reads_as_trouble_that_passes(address: str) -> None:
    async with await Database.open(address) as database:
        with pytest.raises(Unavailable):
            await database.connections.write(
                lambda connection: connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
            )
        assert await database.schema_is_current(), "the next connection is a new one"
