"""The database remembers maintenance, over starts and for all processes."""

from __future__ import annotations

from bot.maintenance import Maintenance
from bot.storage import Database


async def test_it_lasts_until_it_ends_and_keeps_the_moment_at_which_it_began(database: Database) -> None:
    now = 1000
    calls: list[int | None] = []
    here, there = (Maintenance(database.maintenance, lambda: now) for _ in range(2))
    there.changed.append(lambda: calls.append(there.since))
    await here.begin()
    now = 2000
    await here.begin()
    assert there.since is None, "the other process has not looked yet"
    await there.look()
    await there.look()
    await there.end()
    await here.look()
    assert (here.since, there.since, calls) == (None, None, [1000, None])
