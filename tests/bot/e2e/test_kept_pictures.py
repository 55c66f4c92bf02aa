"""Pictures that have not changed stay where they are: they are neither painted nor sent again."""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import CardWorld
from tests.support.packs import stacked_pack


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """Alice may propose to Bruno."""
    cards.house.cuts.append("7S KS")
    cards.house.packs.append(stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="7H"))
    return await cards.sit_down(cards.world.alice, cards.world.bruno)


def _hand(cards: CardWorld) -> tuple[int, bytes | None, int]:
    """The picture of Alice's hand: its id and what is on it; and the mark of the drawing that the message shows."""
    message = cards.world.dms(cards.world.alice)[-1]
    (attachment,) = message.attachments
    assert attachment.url in str([component.to_dict() for component in message.components])
    return attachment.id, cards.world.env.backend.cdn.get(attachment.url), message.components[0].to_dict()["id"]


async def test_a_hand_whose_cards_did_not_change_keeps_its_picture(cards: CardWorld, table: int) -> None:
    before = _hand(cards)
    await cards.does("alice", Verb.PROPOSE)
    after = _hand(cards)
    assert after[2] != before[2], "the message was edited"
    assert after[:2] == before[:2]


async def test_a_hand_that_lost_a_card_gets_a_new_picture(cards: CardWorld, table: int) -> None:
    before = _hand(cards)
    await cards.does("alice", Verb.PLAY)
    after = _hand(cards)
    assert after[0] != before[0]
    assert after[1] != before[1]


async def test_a_picture_that_discord_has_lost_is_sent_again(cards: CardWorld, table: int) -> None:
    before, env = _hand(cards), cards.world.env
    env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    await cards.does("alice", Verb.PROPOSE)
    after = _hand(cards)
    assert after[0] != before[0]
    assert after[1] == before[1]
