"""An arena of forty people, played by clicks at the speed of people. Takes minutes; `make soak` runs it.

It prints the requests a minute that count against Discord's limit (`pytest -m soak -s`).
"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
import simcord

from bot.adapter import pressure
from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from bot.tournaments.arena_progress import PLAYED_OUT_MS, REVIEW_MS
from bot.tournaments.tournament import Stage
from ecarte.tournament import arena_standings
from tests.bench.habits import AS_PEOPLE_DO, Click, next_click
from tests.bot.e2e.tournaments import TournamentHall
from tests.support.cardroom import CardWorld

PEOPLE, MINUTES = 40, 60
PRESS_S = 5
"""At each table someone presses a button this often: a game of some 85 presses takes seven minutes."""
MOST_A_MINUTE = 300
"""A tenth of what Discord takes. A deal may cost 20 requests while they are plenty (`test_budget.py`)."""
LEAVE = {10: 4, 20: 3, 40: 3}
"""How many people leave after how many minutes."""
COME_BACK_AT, CRASH_AT, SILENT = 30, 25, 2


def shipped_pace(cards: CardWorld) -> None:
    """Edits are put off as they are in production, and no press waits for an edit that was put off."""
    cards.room.renderer.pace.least_ms = pressure.LEAST_MS
    env = cards.world.env
    env.settle_timeout = env._validate_timeout(0.05, "settle_timeout")  # simcord takes it at its start only


async def clicks(cards: CardWorld, tables: dict[int, int], silent: set[int], chance: random.Random) -> list[Click]:
    """The next press at each table that waits for a person who is not silent."""
    found = []
    for table in tables.values():
        view = await cards.view(table)
        if view.status is not Status.PLAYING or view.game is None or view.game.turn is None:
            continue
        person, _ = await cards.mover(table)
        hand = cards.hand(person)
        if person.id not in silent and hand is not None:
            found.append(next_click(person, hand, AS_PEOPLE_DO, chance))
    return found


async def press(click: Click) -> Any:
    """Makes a click on a hand."""
    return await click.person.user.click(click.message, custom_id=click.custom_id)


async def leave(cards: CardWorld, hall: TournamentHall, person: simcord.MemberActor) -> None:
    """Leaves the arena by its button, and confirms."""
    asked = (await cards.press(person, hall.round(), Verb.TOURNAMENT_LEAVE)).response
    assert asked is not None
    await cards.press(person, asked, Verb.TOURNAMENT_LEAVE)


@pytest.mark.soak
@pytest.mark.parametrize("cards", [{"fair": True}], indirect=True)
async def test_an_arena_of_forty_ends_well_with_leavers_a_crash_and_few_requests(cards: CardWorld) -> None:
    world, chance, hall = cards.world, random.Random(7), TournamentHall(cards)
    people = [*world.people, *cards.come(*(f"guest{number}" for number in range(PEOPLE - len(world.people))))]
    await hall.started(*people, form="arena-60")
    shipped_pace(cards)
    staying, left = people[SILENT:], list[simcord.MemberActor]()
    silent = {person.id for person in people[:SILENT]}
    counts = [world.counted_requests()]
    for minute in range(1, MINUTES + (PLAYED_OUT_MS + REVIEW_MS) // 60_000 + 2):
        for _ in range(60 // PRESS_S):
            pressed = await clicks(cards, await hall.tables(), silent, chance)
            if pressed:
                await world.at_once(*(partial(press, click) for click in pressed))
            await world.pass_time(PRESS_S)
        counts.append(world.counted_requests())
        if minute in LEAVE:
            gone, staying = staying[: LEAVE[minute]], staying[LEAVE[minute] :]
            left += gone
            for person in gone:
                await leave(cards, hall, person)
        if minute == CRASH_AT:
            await world.restart(crash=True)
            shipped_pace(cards)
        if minute == COME_BACK_AT:
            for person in left[:2]:
                await cards.press(person, hall.round(), Verb.TOURNAMENT_READY)
        if (await hall.tournament()).stage is Stage.OVER:
            break
    tournament = await hall.tournament()
    assert tournament.stage is Stage.OVER
    arena = tournament.begun_arena
    assert not arena.on
    standings = arena_standings(arena)
    assert sum(line.won for line in standings) == sum(line.lost for line in standings) > 5 * PEOPLE // 2
    played = Counter(one for meeting in arena.meetings if meeting.winner is not None for one in meeting.people)
    numbers = [tournament.number_of(person.id) for person in staying]
    assert all(number is not None and played[number] >= 3 for number in numbers)
    minutes = [after - before for before, after in pairwise(counts)][:MINUTES]
    print(f"\n{len(arena.meetings)} games; requests a minute: mean {sum(minutes) / MINUTES:.0f}, most {max(minutes)}")
    assert sum(minutes) / MINUTES <= MOST_A_MINUTE
    await cards.expect_balanced()
