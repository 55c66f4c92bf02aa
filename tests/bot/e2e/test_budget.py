"""The cost of a deal at Discord: requests that count against the bot's general limit. Answers to
interactions are free.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.habits import AS_PEOPLE_DO
from tests.bench.requests import requests_per_deal
from tests.support.cardroom import card_world

GAMES, MOST = 4, 24


@pytest.mark.parametrize("cut", [False, True])
async def test_an_average_deal_costs_no_more_than_24_requests(tmp_path: Path, cut: bool) -> None:
    requests = deals = 0
    # The elder may cut for longer than the simulated Discord waits for timers; the test would wait in real time.
    async with card_world(tmp_path, seed=100, fair=True, live_tables=GAMES, cut_seconds=30) as cards:
        world = cards.world
        for _ in range(GAMES):
            before = world.counted_requests()
            table = await cards.sit_down(world.alice, world.bruno, cut=cut)
            await cards.play(table)
            requests += world.counted_requests() - before
            game = await cards.game(table)
            deals += game.number
    assert requests / deals <= MOST, f"{requests} requests in {deals} deals"


@pytest.mark.parametrize("pace_s", [3, 5])
async def test_while_requests_are_plenty_a_deal_for_the_honour_costs_no_more_than_20_requests(
    tmp_path: Path, pace_s: float
) -> None:
    counted = await requests_per_deal(tmp_path, AS_PEOPLE_DO, 1, pace_s=pace_s, progress=lambda _: None)
    assert counted.per_deal <= 20, counted.kinds


# With backers a deal of few presses costs half of a deal with many. Three games, of 11 to 15 deals, give their average.
@pytest.mark.parametrize(
    ("pace_s", "backers", "games", "most"), [(3, 0, 1, 8), (5, 0, 1, 10), (3, 4, 3, 24), (5, 4, 3, 29)]
)
async def test_under_pressure_a_deal_costs_no_more_than_10_requests_with_four_backers_29(
    tmp_path: Path, pace_s: float, backers: int, games: int, most: int
) -> None:
    counted = await requests_per_deal(
        tmp_path, AS_PEOPLE_DO, games, pace_s=pace_s, backers=backers, under_pressure=True, progress=lambda _: None
    )
    assert counted.per_deal <= most, counted.kinds
