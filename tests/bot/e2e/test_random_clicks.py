"""Seven people press anything they see, and write anything into forms. The bot never stumbles.

Every enabled button that a person can really see may be pressed. Time passes now and then, and the bot is started anew.
A fault of the bot is an error in its log, which fails any test. The chips are counted at the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from bot.tables.state.table_state import Status
from tests.bot.e2e.clicking import let_time_pass, press_something, someone
from tests.support.cardroom import card_world
from tests.support.postgres import ON_A_SERVER, database_of
from tests.support.shown import MessageLike

OPTIONS: dict[str, dict[str, Any]] = {
    "french": {"stake": 40, "count": "single-double-treble"},
    "english": {"stake": 40, "style": "english"},
    "honour": {},
    "house": {},
    "salon": {"stake": 40, "manners": "salon"},
    "pool": {},
    "rubber": {"stake": 20, "rubber": 3},
}


MARKS = {"honour": pytest.mark.quick, "french": ON_A_SERVER, "pool": ON_A_SERVER}
"""Games for chips among many people are played on a server once."""


@pytest.mark.parametrize(
    ("seed", "manner", "kind"),
    [
        *(
            pytest.param(
                61, manner, "postgres" if MARKS.get(manner) is ON_A_SERVER else "sqlite", marks=MARKS.get(manner, ())
            )
            for manner in OPTIONS
        ),
        # With this seed "house" is the evening of "honour", click for click.
        *(pytest.param(62, manner, "sqlite", marks=pytest.mark.soak) for manner in OPTIONS if manner != "house"),
    ],
)
async def test_people_press_whatever_they_see(tmp_path: Path, manner: str, seed: int, kind: str) -> None:
    # In every other evening each deal waits for the cut.
    async with (
        database_of(kind) as address,
        card_world(tmp_path, seed=seed, fair=True, address=address, cut_seconds=30) as cards,
    ):
        cards.come("emma", "felix", "gina")
        world = cards.world
        if manner == "pool":
            pool = await cards.challenge(world.alice, pool="all", stake=30)
            for person in (world.bruno, world.chloe):
                await cards.press(person, await cards.again(pool), Verb.ACCEPT)
            (row,) = (await cards.room.database.tables.all_open(world.guild.id)).rows
            table = row.id
        else:
            if manner == "house":
                await cards.room.database.servers.put_settings(world.guild.id, {"house": "novice"})
            table = await cards.sit_down(world.alice, world.bruno, cut=bool(seed % 2), **OPTIONS[manner])
        pressed: set[Verb] = set()
        for number in range(160):
            if (await cards.view(table)).status is Status.CLOSED:
                break
            person = await someone(cards, table)
            seen: list[MessageLike] = [*(await cards.tables(table))[-2:], *world.dms(person)[-3:]]
            if (verb := await press_something(cards, person, seen)) is not None:
                pressed.add(verb)
            if number % 40 == 39:
                await let_time_pass(cards)
            if number % 70 == 69:
                await world.restart(crash=True)
        await cards.expect_balanced()
        assert len(pressed) > 4
