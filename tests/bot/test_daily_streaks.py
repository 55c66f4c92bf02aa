"""How many days in a row the deal of the day was finished: one missed day in a week breaks nothing."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.people import daily_deals
from bot.people.service import open_people
from tests.support.database import open_database

TODAY = date(2027, 3, 2)
GUILD, NOW = 7, 1_800_000_000_000


def day(ago: int) -> str:
    return (TODAY - timedelta(days=ago)).isoformat()


@pytest.mark.parametrize(
    ("played", "streak"),
    [
        ([], 0),
        ([0], 1),
        ([0, 1, 2], 3),
        ([1, 2], 2),
        ([2, 3], 2),
        ([3, 4], 0),
        ([0, 2, 3], 3),
        ([0, 3], 1),
        ([0, 2, 4], 2),
        ([0, 1, 3, 4, 5, 6, 7, 9], 7),
        ([0, 1, 3, 4, 5, 6, 7, 8, 10], 9),
    ],
    ids=[
        "never",
        "today",
        "three running",
        "today not yet",
        "yesterday free",
        "two missed",
        "one missed between",
        "two missed between",
        "a second miss two days before",
        "a second miss six days before",
        "a second miss seven days before",
    ],
)
def test_a_streak_counts_days_that_were_played(played: list[int], streak: int) -> None:
    assert daily_deals.streak([day(ago) for ago in played], day(0)) == streak


@pytest.mark.parametrize(
    ("played", "ends"),
    [
        ([], False),
        ([0, 1, 2], False),
        ([1, 2], False),
        ([2, 3], True),
        ([3, 4], False),
        ([1, 3, 4, 5], True),
        ([1, 2, 3, 4, 5, 7, 8], True),
        ([1, 2, 3, 4, 5, 6, 8, 9], False),
    ],
    ids=[
        "never",
        "today is played",
        "today would be free",
        "yesterday was free",
        "ended before",
        "a free day before yesterday",
        "a free day six days before",
        "a free day seven days before",
    ],
)
def test_a_streak_ends_today_only_without_a_free_day(played: list[int], ends: bool) -> None:
    days = [day(ago) for ago in played]
    assert daily_deals.ends_today(days, day(0)) is ends


async def test_a_streak_is_of_finished_deals_and_a_week_of_one_server(tmp_path: Path) -> None:
    async with await open_database(tmp_path / "daily.sqlite3") as database:
        people = open_people(database, lambda: NOW)
        monday = 1
        for user, ago, points, guild in (
            (1, 0, 2, GUILD),
            (1, monday, 1, GUILD),
            (1, monday + 1, 3, GUILD),
            (2, 0, 3, GUILD),
            (3, 0, 3, GUILD + 1),
        ):
            begun = await people.daily.begin(user, day(ago), guild, ("x",), people.now())
            await people.daily.play(begun.user_id, begun.day, 1, ("x", "y"), people.now(), (points, 3))
        await people.daily.begin(2, day(1), GUILD, ("x",), people.now())
        assert [await daily_deals.streak_of(people, user, day(0)) for user in (1, 2, 4)] == [3, 1, 0]
        sums = await daily_deals.best_of_week(people, GUILD, day(0))
        assert [(row.user_id, row.points, row.deals) for row in sums] == [(2, 3, 1), (1, 3, 2)]
