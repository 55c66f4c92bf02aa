"""A single refusal by Discord: the hand is drawn again, no other message is edited in its place, and play goes on."""

from __future__ import annotations

import asyncio

import pytest

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import components_of, private_answer, verbs_of

CALLBACK = "/interactions/*/callback"
_UNFIT, _GALLERY = 50035, 12


async def test_a_refused_acknowledgement_leaves_the_hand_the_hand(
    cards: CardWorld, table: int, painted: asyncio.Event
) -> None:
    """The hand is being painted when the press is acknowledged. Once painted it is the answer, and no error remains."""
    env = cards.world.env
    env.inject_error("POST", CALLBACK, status=400, code=_UNFIT)
    held = cards.held("bruno")
    pressed = await cards.does("bruno", Verb.PLAY)
    painted.set()
    await env.settle()
    assert pressed.acknowledged
    assert Verb.PLAY not in verbs_of(await cards.again(held))
    assert cards.world.dms(cards.world.bruno)[-1].id == held.id


async def test_accept_of_a_table_that_is_no_longer_there_says_so(cards: CardWorld) -> None:
    challenge = await cards.challenge(cards.world.alice, cards.world.bruno)
    gone = cards.snapshot(challenge)
    (custom_id,) = verbs_of(challenge)[Verb.ACCEPT]
    answered = await cards.forge(cards.world.bruno, gone, custom_id.replace(":1:", ":zz:"))
    assert private_answer(answered) == EN("problem.no_table")


@pytest.mark.expects_log("bot.adapter.store", "Discord refused a message")
@pytest.mark.parametrize("name", ["bruno", "alice"], ids=["pressed", "waiting"])
async def test_a_hand_that_is_refused_once_comes_as_text_and_play_goes_on(
    cards: CardWorld, table: int, name: str
) -> None:
    """The edit by the press and the plain edit are refused. The next one is text."""
    held = cards.held(name)
    env = cards.world.env
    # After a refusal, an edit is sent again with its pictures.
    pressed = name == "bruno"
    env.inject_error(
        "PATCH", f"/channels/{held.channel.id}/messages/*", status=400, code=_UNFIT, times=1 if pressed else 2
    )
    if pressed:
        env.inject_error("POST", CALLBACK, status=400, code=_UNFIT, times=2)
    await cards.does("bruno", Verb.PROPOSE)
    assert not any(part["type"] == _GALLERY for part in components_of(cards.held(name)))
    await cards.does("alice", Verb.GIVE)
    assert any(part["type"] == _GALLERY for part in components_of(cards.held(name)))
    assert Verb.CHOOSE_DISCARDS in verbs_of(cards.held("bruno"))
