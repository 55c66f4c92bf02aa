"""What a decision costs at the database: `python -m tests.bench.decisions`.

The same games are played, by the use cases of tables alone, on SQLite and on PostgreSQL: by a process alone, by the
owner of the tables among several, and by another process, which must read first what the owner has written. Counts do
not depend on the machine; processor time is of this process alone, so compare it within a run only. What looks at the
table between two decisions is counted, too.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.people.person import Person
from bot.storage import Database, as_owner
from bot.tables.actions import seating
from bot.tables.state.table_state import Status
from bot.tables.terms import Terms
from tests.bench.figures import table
from tests.bot.tables.salon import Salon
from tests.support.database import open_database
from tests.support.postgres import new_database
from tests.support.statements import listen_to_statements

_GAMES = 12
_PEOPLE = [Person(number, f"P{number}") for number in range(1, 9)]
_NOW = 1_800_000_000_000


@dataclass(slots=True)
class Costs:
    """What the decisions of some games came to."""

    decisions: int = 0
    statements: int = 0
    notices: int = 0
    looks: int = 0
    spent_s: float = 0.0

    def note(self, statement: str, _values: object) -> None:
        """Counts a statement."""
        self.statements += 1
        self.notices += "pg_notify" in statement
        self.looks += statement.startswith("SELECT tables.version")

    def row(self, name: str) -> list[str]:
        """The line of the table."""
        counts = [f"{count / self.decisions:.1f}" for count in (self.statements, self.looks, self.notices)]
        return [name, *counts, f"{1000 * self.spent_s / self.decisions:.2f}"]


async def _play(by: Salon, server: int) -> Costs:
    costs = Costs()
    for _ in range(_GAMES):
        view = await seating.challenge(by.tables, server, 71, by.people[0], by.people[1], Terms())
        await seating.accept(by.tables, view.id, by.people[1])
        begun = time.process_time()
        with listen_to_statements(costs.note):
            while (await by.view(view.id)).status is Status.PLAYING:
                await by.step(view.id)
                costs.decisions += 1
        costs.spent_s += time.process_time() - begun
    return costs


@asynccontextmanager
async def _two(address: str) -> AsyncIterator[tuple[Database, Database]]:
    async with AsyncExitStack() as stack:
        one, two = [
            await stack.enter_async_context(await Database.open_shared(address, number, 2, _NOW)) for number in (1, 2)
        ]
        for shard, database in enumerate((one, two)):
            taken = await database.owners.take(shard, 0, only_dead=True)
            assert taken is not None
            database.fence.epochs = {shard: taken.epoch}
        yield one, two


async def measure() -> str:
    """Plays, and returns the table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        async with await open_database(Path(folder) / "room.sqlite3") as database:
            rows.append((await _play(_room(database), 7)).row("SQLite, one process"))
    async with new_database(migrated=True) as address, await Database.open(address) as database:
        rows.append((await _play(_room(database), 7)).row("PostgreSQL, one process"))
    async with new_database(migrated=True) as address, _two(address) as (one, two):
        rows.append((await _play(_room(one), 7)).row("of several, the owner: a press"))
        with as_owner():
            rows.append((await _play(_room(one), 7)).row("of several, the owner: by time, the house"))
        rows.append((await _play(_room(two), 7)).row("of several, another process: a press"))
    return table(["", "statements", "looks for other writers", "notices", "processor ms"], rows)


def _room(database: Database) -> Salon:
    return Salon(database, random.Random(1), _PEOPLE, now=_NOW)


if __name__ == "__main__":
    print(asyncio.run(measure()))
    sys.exit(0)
