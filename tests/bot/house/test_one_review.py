"""One review of a finished game serves its players, its story and its puzzles."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.house.reviewer import Reviewer
from ecarte.teaching import Decision, Judged, Seeded, review
from tests.bot.house.test_looking_back import back_of
from tests.bot.house.test_puzzles import DAY_MS, caught_up, evening, maker
from tests.bot.house.test_stories import Counter, rows, teller, until_quiet
from tests.bot.tables.salon import Salon, salon

GAMES = 6


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Salon]:
    """The room."""
    async with salon(tmp_path) as opened:
        yield opened


async def test_a_game_is_reviewed_once_for_each_seat_for_its_players_its_story_and_its_puzzles(room: Salon) -> None:
    reviewed: list[int] = []

    def judge(made: tuple[Decision, ...], seeded: Seeded) -> tuple[Judged, ...]:
        reviewed.append(len(made))
        return review(made, seeded)

    reviewer = Reviewer(judge, worker=Counter())
    for told in (back_of(room, reviewer).table_changed, teller(room, reviewer=reviewer).table_changed):
        room.tables.watchers.append(told)
    await evening(room, GAMES)
    await until_quiet()
    room.now += DAY_MS
    assert await caught_up(room, maker(room, reviewer=reviewer))
    assert await rows(room) == [GAMES, 2 * GAMES]
    assert len(reviewed) == 2 * GAMES
