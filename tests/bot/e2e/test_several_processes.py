"""Three real processes on one PostgreSQL and a Discord with three shards: games go on through any trouble.

The Discord is the package `wire` in the folder that `ECARTE_WIRE` names, which is no part of this project.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.people.server import Servers, ServerSettings
from bot.storage import Database
from tests.bench.processes import (
    TAKEN_OVER_S,
    Cluster,
    Trouble,
    cut_off,
    end_sessions,
    faults_of,
    hold_up,
    kill,
    lost_presses,
    play_through,
    replace,
    restart_database,
)
from tests.bench.processes import start_cluster as start
from tests.support.patience import PATIENCE_S
from tests.support.postgres import MISSING

WIRE = os.environ.get("ECARTE_WIRE", "")
_POSTED_S = 90.0
"""Longer than between two looks at due postings."""
pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
    pytest.mark.skipif(not WIRE, reason="ECARTE_WIRE names no Discord on loopback: several processes were NOT tried"),
    pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's"),
]


async def play(folder: Path, troubles: Sequence[Trouble], seed: int, *, sharing: bool = False) -> list[float]:
    """Lets people play while trouble comes, then checks that everything adds up. Returns how long each group had no
    owner.
    """
    async with start(Path(WIRE), folder, processes=3, shards=3, sharing=sharing) as cluster:
        chance = random.Random(seed)
        loads = await play_through(cluster, chance, tables=2, pace_s=0.5, troubles=troubles, calm_s=2.0)
        assert await faults_of(cluster) == []
        assert sum(load.decisions for load in loads) > 20
        return cluster.taken_over_s


async def expect_no_press_lost(cluster: Cluster, _chance: random.Random) -> None:
    """Checks that no press so far is lost, once each is answered or has failed."""
    await asyncio.gather(*(outcome.raw.done.wait() for outcome in cluster.world.outcomes))
    assert await lost_presses(cluster) == []


async def test_games_go_on_through_replacements_that_lose_no_press_and_kills_and_a_pause_that_double_nothing(
    tmp_path: Path,
) -> None:
    taken_over_s = await play(tmp_path, [replace, replace, expect_no_press_lost, kill, hold_up, kill], 1)
    assert len(taken_over_s) == 3
    assert max(taken_over_s) < TAKEN_OVER_S


async def test_games_go_on_after_the_database_was_away_for_one_process_or_for_all(tmp_path: Path) -> None:
    taken_over_s = await play(tmp_path, [end_sessions, cut_off, restart_database], 3)
    assert max(taken_over_s) < TAKEN_OVER_S


async def test_processes_that_share_divide_the_shards_and_divide_them_anew_after_a_replacement_and_a_kill(
    tmp_path: Path,
) -> None:
    taken_over_s = await play(tmp_path, [replace, kill], 6, sharing=True)
    assert max(taken_over_s) < TAKEN_OVER_S


@pytest.mark.soak
async def test_games_go_on_through_a_hundred_kills(tmp_path: Path) -> None:
    await play(tmp_path, [kill] * 100, 4)


# A message of an hour is sent on its own day (UTC) alone, and the trial takes some minutes.
@pytest.mark.soak
@pytest.mark.skipif(time.gmtime()[3:5] >= (23, 50), reason="the day is about to end: posting was NOT tried")
async def test_a_deal_of_the_day_and_a_reminder_come_once_while_owners_are_killed_and_held_up(tmp_path: Path) -> None:
    chance, hour = random.Random(5), time.gmtime().tm_hour
    async with start(Path(WIRE), tmp_path, processes=3, shards=3) as cluster:
        world, now = cluster.world, int(time.time() * 1000)
        rooms = {town.guild.id: town.channel("room0").raw for town in cluster.towns}
        people = [town.user("reminded") for town in cluster.towns]
        async with await Database.open(cluster.address) as database:
            for guild_id, room in rooms.items():
                chosen = ServerSettings(daily_channel=room.id, daily_hour=hour)
                await Servers(database.servers).change(guild_id, ServerSettings(), chosen)
            for person in people:
                await database.reminders.put(person.id, hour, lambda _last: now)

        def counts() -> list[int]:
            return [len(room.messages) for room in rooms.values()] + [len(person.dms()) for person in people]

        await kill(cluster, chance)
        await world.until(lambda: all(counts()), PATIENCE_S, "each server to have a deal, each person a reminder")
        for trouble in (kill, hold_up, replace):
            await trouble(cluster, chance)
        with pytest.raises(TimeoutError):
            await world.until(lambda: max(counts()) > 1, _POSTED_S, "a second one")
        assert counts() == [1] * 6
