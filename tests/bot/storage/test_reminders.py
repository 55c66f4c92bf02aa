"""A reminder is due once a day, for any number of processes, and is deleted with its person."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import select

from bot.people import reminders
from bot.people.hours import SENT_WITHIN_MS
from bot.people.service import People, open_people
from bot.rows.member_rows import DueReminder, Reminder
from bot.rows.storage_errors import NotOwner
from bot.storage import Database, as_owner
from bot.storage.schema.tables import reminders as rows

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
T0 = 1_767_225_600_000
ALICE, BRUNO = 1001, 1002


class Clock:
    """A clock that a test sets."""

    def __init__(self, hours: float = 0) -> None:
        self.set(hours)

    def set(self, hours: float) -> None:
        self.now = T0 + round(hours * HOUR_MS)


def people_of(database: Database, clock: Clock) -> People:
    return open_people(database, lambda: clock.now)


async def test_it_falls_due_at_its_hour_and_once_a_day(database: Database) -> None:
    clock = Clock()
    people = people_of(database, clock)
    assert await people.reminders.of(ALICE) is None
    assert await reminders.choose(people, ALICE, 8) == Reminder(8, T0 + 8 * HOUR_MS)
    clock.set(8 - 1e-6)
    assert await people.reminders.due(people.now()) == ()
    clock.set(9)
    (due,) = await people.reminders.due(people.now())
    assert due == DueReminder(ALICE, 8, T0 + 8 * HOUR_MS)
    assert await reminders.claim(people, due)
    assert not await reminders.claim(people, due)
    assert await people.reminders.due(people.now()) == ()
    clock.set(24 + 8)
    (after,) = await people.reminders.due(people.now())
    assert after.at == due.at + DAY_MS
    assert not await reminders.claim(people, due)
    assert await reminders.claim(people, after)


@pytest.mark.parametrize("hour", [9, 8, 23])
async def test_another_hour_and_off_and_on_bring_no_second_one_that_day(database: Database, hour: int) -> None:
    clock = Clock(8)
    people = people_of(database, clock)
    await reminders.choose(people, ALICE, 8)
    assert await people.reminders.due(people.now()) == (), "its hour has begun: it comes tomorrow"
    clock.set(24 + 8.5)
    (due,) = await people.reminders.due(people.now())
    assert await reminders.claim(people, due)
    await people.reminders.switch_off(ALICE, refused=False)
    assert await people.reminders.of(ALICE) == Reminder(8, None)
    chosen = await reminders.choose(people, ALICE, hour)
    assert chosen.due_at == T0 + 2 * DAY_MS + hour * HOUR_MS


async def test_one_that_is_switched_off_falls_due_no_more(database: Database) -> None:
    clock = Clock()
    people = people_of(database, clock)
    for person in (ALICE, BRUNO):
        await reminders.choose(people, person, 1)
    clock.set(2)
    both = await people.reminders.due(people.now())
    await people.reminders.switch_off(ALICE, refused=False)
    assert [await reminders.claim(people, due) for due in both] == [False, True]
    await people.reminders.switch_off(7, refused=False)
    assert await people.reminders.of(7) is None, "there was none to switch off"


@pytest.mark.parametrize(("late_h", "is_sent", "day"), [(5.99, True, 1), (6, False, 1), (26, False, 2)])
async def test_after_an_outage_it_is_claimed_and_sent_only_within_six_hours(
    database: Database, late_h: float, is_sent: bool, day: int
) -> None:
    assert SENT_WITHIN_MS == 6 * HOUR_MS
    clock = Clock()
    people = people_of(database, clock)
    await reminders.choose(people, ALICE, 8)
    clock.set(8 + late_h)
    (due,) = await people.reminders.due(people.now())
    assert await reminders.claim(people, due) is is_sent
    assert await people.reminders.due(people.now()) == ()
    kept = await people.reminders.of(ALICE)
    assert kept is not None
    assert kept.due_at == T0 + day * DAY_MS + 8 * HOUR_MS


async def test_of_an_evening_nothing_is_left_for_the_next_day(database: Database) -> None:
    clock = Clock()
    people = people_of(database, clock)
    await reminders.choose(people, ALICE, 23)
    clock.set(24)
    (due,) = await people.reminders.due(people.now())
    assert not await reminders.claim(people, due)


async def test_a_clock_set_back_sends_nothing_again(database: Database) -> None:
    clock = Clock()
    people = people_of(database, clock)
    await reminders.choose(people, ALICE, 8)
    clock.set(9)
    (due,) = await people.reminders.due(people.now())
    assert await reminders.claim(people, due)
    for hours in (7, 8, 20, -5):
        clock.set(hours)
        assert await people.reminders.due(people.now()) == ()
        assert (await reminders.choose(people, ALICE, 8)).due_at == T0 + DAY_MS + 8 * HOUR_MS


async def test_of_three_processes_that_claim_at_once_one_may_send(migrated: str) -> None:
    async with AsyncExitStack() as stack:
        clock = Clock()
        opened = [await stack.enter_async_context(await Database.open(migrated)) for _ in range(3)]
        people = [people_of(database, clock) for database in opened]
        await reminders.choose(people[0], ALICE, 8)
        for day in range(5):
            clock.set(24 * day + 8)
            (due,) = await people[day % 3].reminders.due(people[day % 3].now())
            claims = [reminders.claim(one, due) for one in people * 4]
            assert sorted(await asyncio.gather(*claims)) == [*[False] * 11, True]


async def test_a_choice_made_while_one_is_claimed_brings_no_second_one_that_day(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as two:
        clock = Clock()
        here, there = people_of(one, clock), people_of(two, clock)
        for day in range(10):
            clock.set(24 * day)
            await reminders.choose(here, ALICE, 8)
            clock.set(24 * day + 8)
            (due,) = await here.reminders.due(here.now())
            is_sent, _ = await asyncio.gather(reminders.claim(here, due), reminders.choose(there, ALICE, 20))
            clock.set(24 * day + 20)
            assert len(await here.reminders.due(here.now())) + is_sent == 1
            for later in await here.reminders.due(here.now()):
                assert await reminders.claim(here, later)


async def test_an_owner_of_yesterday_claims_nothing(database: Database) -> None:
    clock = Clock()
    people, fence = people_of(database, clock), database.connections.fence
    await reminders.choose(people, ALICE, 8)
    clock.set(8)
    (due,) = await people.reminders.due(people.now())
    for count, epochs in ((1, {}), (1, {0: 3}), (3, {1: 1, 2: 1})):
        fence.count, fence.epochs = count, epochs
        with as_owner(), pytest.raises(NotOwner):
            await reminders.claim(people, due)
    fence.count = 0
    assert await reminders.claim(people, due), "nothing was written"


async def test_one_that_discord_refuses_is_off_until_it_is_chosen_again(database: Database) -> None:
    clock = Clock()
    people = people_of(database, clock)
    await reminders.choose(people, ALICE, 8)
    await people.reminders.switch_off(ALICE, refused=True)
    assert await people.reminders.of(ALICE) == Reminder(8, None, refused=True)
    await people.reminders.note_read(ALICE)
    assert await people.reminders.of(ALICE) == Reminder(8, None)
    await people.reminders.switch_off(ALICE, refused=True)
    assert (await reminders.choose(people, ALICE, 9)).is_on
    assert await people.reminders.of(ALICE) == Reminder(9, T0 + 9 * HOUR_MS)


@pytest.mark.parametrize("hour", [-1, 24])
async def test_there_is_no_other_hour(database: Database, hour: int) -> None:
    with pytest.raises(ValueError, match="no hour"):
        await reminders.choose(people_of(database, Clock()), ALICE, hour)


async def test_it_is_erased_and_given_with_its_person(database: Database) -> None:
    clock = Clock()
    people = people_of(database, clock)
    await reminders.choose(people, ALICE, 8)
    await reminders.choose(people, BRUNO, 9)
    given = {name: list(page) async for name, page in database.personal.pages(ALICE)}
    assert given["reminders"] == [{"hour": 8, "due_at": T0 + 8 * HOUR_MS, "last_at": None, "refused": 0}]
    erasure = await database.erasures.begin(ALICE, -5, T0)
    await database.erasures.finish(erasure)
    assert await database.connections.read(lambda connection: connection.scalars(select(rows.c.user_id)).all()) == [
        BRUNO
    ]
