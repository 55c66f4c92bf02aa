"""What a deal costs at Discord: requests that count against the bot's general limit, answers to interactions apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.habits import AS_PEOPLE_DO
from tests.bench.requests import requests_per_deal
from tests.support.cardroom import card_world

GAMES, MOST = 4, 24


@pytest.mark.parametrize("cut_seconds", [0, 30])
async def test_an_average_deal_costs_no_more_than_24_requests(tmp_path: Path, cut_seconds: int) -> None:
    requests = deals = 0
    async with card_world(tmp_path, seed=100, fair=True, cut_seconds=cut_seconds, live_tables=GAMES) as cards:
        world = cards.world
        for _ in range(GAMES):
            before = world.counted_requests()
            table = await cards.sit_down(world.alice, world.bruno)
            await cards.play(table)
            requests += world.counted_requests() - before
            game = await cards.game(table)
            deals += game.number
    assert requests / deals <= MOST, f"{requests} requests in {deals} deals"


@pytest.mark.parametrize(("pace_s", "most"), [(3, 8), (5, 9)])
async def test_at_the_pace_of_people_a_deal_for_the_honour_costs_no_more_than_8_or_9_requests(
    tmp_path: Path, pace_s: float, most: int
) -> None:
    counted = await requests_per_deal(tmp_path, AS_PEOPLE_DO, 1, pace_s=pace_s, progress=lambda _: None)
    assert counted.per_deal <= most, counted.kinds


@pytest.mark.parametrize("pace_s", [3, 5])
async def test_at_the_pace_of_people_a_deal_with_a_stake_and_four_backers_costs_no_more_than_18_requests(
    tmp_path: Path, pace_s: float
) -> None:
    counted = await requests_per_deal(tmp_path, AS_PEOPLE_DO, 1, pace_s=pace_s, backers=4, progress=lambda _: None)
    assert counted.per_deal <= 18, counted.kinds
