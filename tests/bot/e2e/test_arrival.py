"""A matrix: every command and every button, at the settings that ship, under every trouble, is answered.

`make test` presses a share of the buttons, another one in each trouble; `make soak` all of them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.rows.storage_errors import Failed
from bot.storage.connections import Connections
from bot.tables.state.table_state import Status
from tests.bot.e2e.arrival import commands, completions, evening, expect_answer, expect_choices, in_order, send
from tests.support.cardroom import CardWorld, card_world

_SHARE = 4
TROUBLES = ("twice", "stranger", "other table", "closed", "restart", "slow database", "slow discord")
_SLOWLY = {"slow database": "database", "slow discord": "discord"}
SHARE = pytest.mark.parametrize("share", [_SHARE, pytest.param(1, marks=pytest.mark.soak)], ids=["some", "all"])


@pytest.fixture
async def shipped(tmp_path: Path) -> AsyncIterator[CardWorld]:
    """The card room as it ships; Bruno and David speak French."""
    async with card_world(tmp_path, fair=True, end_reviews=True) as cards:
        for person in (cards.world.bruno, cards.world.david):
            cards.world.speaks(person, "fr")
        yield cards


async def _presser(cards: CardWorld, table: int, trouble: str) -> simcord.MemberActor:
    """Returns the person who presses in this trouble, after setting the trouble up."""
    world = cards.world
    match trouble:
        case "stranger":
            return world.david
        case "other table":
            (guest,) = cards.come("emil")
            await cards.sit_down(world.david, guest)
            return world.david
        case "closed":
            sure = (await cards.press(world.alice, await cards.more(world.alice, table), Verb.RESIGN)).response
            await cards.press(world.alice, sure, Verb.RESIGN)
            await cards.press(world.alice, await cards.table(table), Verb.CLOSE)
            assert (await cards.view(table)).status is Status.CLOSED
        case "restart":
            await world.restart(crash=True)
    return world.bruno


@SHARE
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_every_button_is_answered(shipped: CardWorld, trouble: str, share: int) -> None:
    table, shown = await evening(shipped)
    person = await _presser(shipped, table, trouble)
    for old, part in in_order(shown)[TROUBLES.index(trouble) % share :: share]:
        press = partial(send, shipped, person, old, part)
        for _ in range(2 if trouble == "twice" else 1):
            await expect_answer(shipped, person, press, slowly=_SLOWLY.get(trouble, ""))


@SHARE
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_every_command_is_answered(shipped: CardWorld, trouble: str, share: int) -> None:
    table = await shipped.sit_down(shipped.world.alice, shipped.world.bruno)
    person = shipped.world.bruno if trouble == "closed" else await _presser(shipped, table, trouble)
    every = list(commands(shipped, shipped.world.chloe))
    for name, options in every[TROUBLES.index(trouble) % share :: share]:
        use = partial(person.slash, shipped.world.channel, name, **options)
        for _ in range(2 if trouble == "twice" else 1):
            await expect_answer(shipped, person, use, slowly=_SLOWLY.get(trouble, ""))


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_every_completion_is_answered(shipped: CardWorld, trouble: str) -> None:
    table = await shipped.sit_down(shipped.world.alice, shipped.world.bruno)
    person = await _presser(shipped, table, trouble)
    for name, option in completions(shipped, person):
        for _ in range(2 if trouble == "twice" else 1):
            await expect_choices(shipped, person, name, option, slowly=_SLOWLY.get(trouble, ""))


async def test_a_completion_offers_nothing_while_the_database_is_slow_and_all_once_it_is_not(
    shipped: CardWorld,
) -> None:
    world = shipped.world
    table = await shipped.sit_down(world.alice, world.bruno)
    await _presser(shipped, table, "closed")
    assert await expect_choices(shipped, world.bruno, "ecarte game", "game", slowly="database") == []
    assert len(await expect_choices(shipped, world.bruno, "ecarte game", "game")) == 1


@pytest.mark.expects_log("bot.adapter.commands", "a completion failed")
async def test_a_completion_offers_nothing_where_the_database_fails(
    shipped: CardWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise Failed("SQLITE_ERROR")

    monkeypatch.setattr(Connections, "read", fails)
    assert await expect_choices(shipped, shipped.world.bruno, "ecarte game", "game") == []
