"""The bar at a table: each player's chance to win, from what all can see, where the server has not switched it off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.settings import controls
from bot.people.server import ServerSettings
from ecarte.ai import public_chances
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import texts_of


def bars(text: str) -> list[str]:
    """The lines with a bar."""
    return [line for line in text.splitlines() if "▰" in line or "▱" in line]


async def test_the_table_shows_the_chance_of_both_after_each_move_and_more_says_of_what_it_is_made(
    cards: CardWorld,
) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    seen = set()
    for _ in range(8):
        view, (bar,) = await cards.view(table), bars(texts_of(await cards.table(table)))
        assert view.game is not None
        chances = public_chances(view.game)
        assert chances is not None
        north, south = bar.removeprefix("-# Chances: ").split(" ")[::2]
        assert (int(north[:-1]) + int(south[:-1]), abs(int(north[:-1]) - 100 * chances[0]) <= 1) == (100, True)
        seen.add(bar)
        mover, _other = await cards.mover(table)
        await cards.act(mover, cards.held(mover.name))
        if (await cards.view(table)).game.scored is not None:  # type: ignore[union-attr]  # a game is on
            break
    assert len(seen) > 2
    assert EN("table.chance.about") in texts_of(await cards.more(cards.world.chloe, table))


async def test_a_server_may_switch_it_off(cards: CardWorld) -> None:
    servers, guild = cards.room.people.servers, cards.world.guild.id
    before = await servers.of(guild)
    await servers.change(guild, before, replace(before, chances=False))
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    assert not bars(texts_of(await cards.table(table)))
    assert EN("table.chance.about") not in texts_of(await cards.more(cards.world.chloe, table))


@pytest.mark.parametrize("shown", [True, False])
def test_the_choice_of_the_panel_is_the_setting(shown: bool) -> None:
    value = "shown" if shown else "hidden"
    assert controls.apply_choice(controls.Choice.CHANCES, [value], ServerSettings(chances=not shown)).chances is shown
