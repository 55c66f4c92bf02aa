"""Buttons with the number of a table or tournament that does not exist: refused, and nothing is stored for them."""

from __future__ import annotations

import json
import logging

import pytest
import simcord
from simcord import actors

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import CardWorld
from tests.support.shown import MessageLike, verbs_of

NUMBERS = pytest.mark.parametrize("number", ["2s", "1y2p0ij32e8e7", "1y2p0ij32e8e8", "z" * 20])
"""100, 2^63 - 1, 2^63 and more, as a custom_id writes them."""


async def _forge(
    cards: CardWorld, person: simcord.MemberActor, message: MessageLike, verb: Verb, number: str
) -> simcord.InteractionResult:
    """Presses a button with another number in it, by simcord's private way of sending a press."""
    custom_id = verbs_of(message)[verb][0].replace(":1:", f":{number}:")
    old = json.loads(json.dumps(cards.snapshot(message).payload).replace(":1:", f":{number}:"))
    env, who = cards.world.env, cards._actor(person, message)
    place = env.backend.get_channel(int(old["channel_id"]))
    channel = simcord.ChannelHandle(env, getattr(who, "guild", None), place)
    return await actors._dispatch_actor_interaction(
        who,
        3,
        channel,
        {"custom_id": custom_id, "component_type": 2},
        extra={"message": old},
        source_message_id=message.id,
    )


async def _expect_forgotten(cards: CardWorld, caplog: pytest.LogCaptureFixture) -> None:
    await cards.world.pass_time(3600)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


@NUMBERS
async def test_a_forged_number_of_a_table_is_refused_and_forgotten(
    cards: CardWorld, caplog: pytest.LogCaptureFixture, number: str
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, _ = await cards.mover(table)
    refused = await _forge(cards, mover, cards.held(mover.name), Verb.PLAY, number)
    assert refused.followups or refused.response is not None
    refused = await _forge(cards, world.alice, await cards.table(table), Verb.SHOW_HAND, number)
    assert refused.response is not None
    await _expect_forgotten(cards, caplog)


@NUMBERS
async def test_a_forged_number_of_a_tournament_is_refused_and_forgotten(
    cards: CardWorld, caplog: pytest.LogCaptureFixture, number: str
) -> None:
    world = cards.world
    invitation = (await world.alice.slash(world.channel, "ecarte tournament")).response
    assert invitation is not None
    refused = await _forge(cards, world.bruno, invitation, Verb.TOURNAMENT_JOIN, number)
    assert refused.followups or refused.response is not None
    await _expect_forgotten(cards, caplog)
