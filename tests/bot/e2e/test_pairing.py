"""Pairing whole: people come every second or two and use `/ecarte play`, on the simulated Discord.

In the middle of it the bot crashes while one of them waits.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import simcord

from bot.people import member_blocks
from bot.tables.state.table_state import Status
from tests.support.cardroom import card_world
from tests.support.shown import private_answer

_EVERY_S = 1.5
"""The average time between two arrivals."""
_BLOCKED = 10
"""Of this many people one has blocked the person who comes right before or after."""


@pytest.mark.parametrize("size", [100, pytest.param(400, marks=pytest.mark.soak)])
async def test_people_find_each_other_at_once_with_no_double_seat_and_no_one_who_is_blocked(
    tmp_path: Path, size: int
) -> None:
    chance = random.Random(1)
    blocks, within_s = size // _BLOCKED, size * _EVERY_S
    async with card_world(tmp_path) as cards:
        world, crashed = cards.world, False
        people = cards.come(*(f"guest{number}" for number in range(size)))
        apart = set[frozenset[int]]()
        for number in chance.sample(range(size - 1), blocks):
            # If people came one after the other, most of them would be seated together.
            person, other = chance.sample(people[number : number + 2], 2)
            await member_blocks.block(cards.room.people, person.id, other.id)
            apart.add(frozenset({person.id, other.id}))
        waiting = list[simcord.MemberActor]()
        moments = sorted(chance.uniform(0, within_s) for _ in people)
        kept_apart, since = 0, 0.0
        for person, moment in zip(people, moments, strict=True):
            await world.env.advance_time(moment - since)
            since = moment
            if waiting and not crashed and since > within_s / 2:
                await world.restart(crash=True)
                crashed = True
            # By correspondence, since no one plays here, and live clocks would run out.
            used = await person.slash(world.channel, "ecarte play", clock="correspondence")
            (row,) = await cards.room.database.tables.open_of(person.id)
            fit = [one for one in waiting if frozenset({one.id, person.id}) not in apart]
            kept_apart += len(waiting) - len(fit)
            if not fit:
                waiting.append(person)
                assert (row.status, row.challenger_id) == (Status.CHALLENGE.value, person.id)
                continue
            assert row.status == Status.PLAYING.value
            (found,) = [one for one in fit if row.seated_ids == {one.id, person.id}]
            assert private_answer(used).startswith(f"**{found.name.title()}**")
            waiting.remove(found)
        assert crashed
        assert kept_apart > blocks // 4
        assert len(waiting) <= 2
        tables = [table for person in people for table in await cards.room.database.tables.open_of(person.id)]
        assert len(tables) == size, "no one sits at two"
