"""Pictures that have not changed stay: they are neither painted nor sent again."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest
from simcord.backend import serializers

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import CardWorld
from tests.support.packs import stacked_pack


@pytest.fixture(autouse=True)
def _unlisted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers as Discord does (discord-api-docs 8277): an attachment that a component shows is not listed."""
    answer = serializers.message_payload

    def without(*message: Any, **options: Any) -> Any:
        payload: dict[str, Any] = dict(answer(*message, **options))
        shown = json.dumps(payload["components"])
        payload["attachments"] = [file for file in payload["attachments"] if file["url"] not in shown]
        return payload

    monkeypatch.setattr(serializers, "message_payload", without)


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """Alice may propose to Bruno."""
    cards.house.cuts.append("7S KS")
    cards.house.packs.append(stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="7H"))
    return await cards.sit_down(cards.world.alice, cards.world.bruno)


def _hand(cards: CardWorld) -> tuple[int, bytes | None, int]:
    """Returns the id and the content of Alice's picture, and the mark of the drawing that the message shows."""
    message = cards.world.dms(cards.world.alice)[-1]
    assert message.attachments == []
    frame = message.components[0]
    assert isinstance(frame, discord.Container)
    (gallery,) = [part for part in frame.children if isinstance(part, discord.MediaGalleryComponent)]
    media = gallery.items[0].media
    assert media.attachment_id is not None
    assert frame.id is not None
    return media.attachment_id, cards.world.env.backend.cdn.get(media.url), frame.id


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


async def test_a_picture_that_discord_does_not_keep_is_sent_again_and_none_is_kept_any_more(
    cards: CardWorld, table: int
) -> None:
    before, env = _hand(cards), cards.world.env
    env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    await cards.does("alice", Verb.PROPOSE)
    after = _hand(cards)
    assert after[0] != before[0]
    assert after[1] == before[1]
    await cards.does("bruno", Verb.REFUSE)
    assert _hand(cards)[0] != after[0], "a try that is refused costs a request each time"
