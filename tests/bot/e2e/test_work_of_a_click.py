"""The cost of a click besides its requests: transactions, and calls of features. Counted, so that no machine changes
it.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import AbstractContextManager
from inspect import isfunction
from types import FrameType
from typing import Any

import pytest

from bot import features
from bot.adapter.custom_ids import Verb
from bot.texts import Language
from tests.support.cardroom import CardWorld
from tests.support.packs import stacked_pack
from tests.support.statements import statements


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """Alice has dealt; Bruno is to lead or propose."""
    cards.house.cuts.append("KS 7S")
    cards.house.packs.append(stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="7H"))
    return await cards.sit_down(cards.world.alice, cards.world.bruno)


def transactions() -> AbstractContextManager[list[str]]:
    """Collects the statements with which transactions begin: those that write, and those that read."""
    return statements(lambda statement: statement.startswith("BEGIN"))


async def test_a_card_is_one_transaction_whatever_is_drawn(cards: CardWorld, table: int) -> None:
    with transactions() as begun:
        await cards.does("bruno", Verb.PLAY)
        await cards.does("alice", Verb.PLAY)
    assert begun == ["BEGIN IMMEDIATE"] * 2


async def test_a_card_asks_each_feature_once_what_all_readers_shall_see(cards: CardWorld, table: int) -> None:
    names = {feature.placements.__code__: feature.name for feature in features.load() if isfunction(feature.placements)}
    # A generator is called once for each value: its frame stays the same.
    asked: set[FrameType] = set()

    def note(frame: FrameType, what: str, _: Any) -> None:
        if what == "call" and frame.f_code in names:
            asked.add(frame)

    await cards.does("bruno", Verb.PLAY)
    sys.setprofile(note)
    try:
        await cards.does("alice", Verb.PLAY)
    finally:
        sys.setprofile(None)
    assert {"hand", "table", "backing"} <= set(names.values())
    assert Counter(names[frame.f_code] for frame in asked) == dict.fromkeys(names.values(), 1)


async def test_a_new_name_is_written_without_being_read_again(cards: CardWorld) -> None:
    profiles = cards.room.people.profiles
    with transactions() as begun:
        await profiles.mark_seen(1, "Élise", Language.ENGLISH)
        assert begun == ["BEGIN", "BEGIN IMMEDIATE"]
        await profiles.mark_seen(1, "Élise", Language.ENGLISH)
    assert len(begun) == 2
    assert await profiles.names([1]) == {1: "Élise"}


async def test_what_a_heartbeat_has_stored_is_not_sent_again_after_a_crash(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.does("bruno", Verb.PLAY)
    await world.pass_time(30)
    before = len(world.env.http_requests)
    await world.restart(crash=True)
    assert [asked.path for asked in world.env.http_requests[before:] if asked.method != "GET"] == []


async def test_the_tips_given_are_stored_with_the_heartbeat(cards: CardWorld, table: int) -> None:
    world = cards.world
    await cards.does("bruno", Verb.PLAY)
    tipped = (await cards.room.profile(world.bruno.id)).preferences.tipped
    assert "propose" in tipped
    await world.pass_time(30)
    await world.restart(crash=True)
    assert (await cards.room.profile(world.bruno.id)).preferences.tipped == tipped
