"""The review of a game, by clicks and commands: its readers, its words, and those who get none.

tests/ecarte/teaching/test_review.py shows what a decision costs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from bot.house import Policy
from bot.texts import Words
from ecarte.ai import player_of
from tests.bot.e2e.test_house import begin, resign
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.reviews import reviewer_of_the_first
from tests.support.shown import components_of, texts_of, verbs_of

SLOW = Policy(player_of, lambda _what, _table, _chance: 20_000)
"""A house that moves only when the clock is moved."""
FIRST_DECISIONS = pytest.mark.parametrize("cards", [{"seed": 2, "teacher": reviewer_of_the_first(8)}], indirect=True)
"""A game whose first decisions fill several pages. The others are not reviewed."""


def text_of(result: Any) -> str:
    """Returns the text of the last message after a press or a command."""
    return texts_of(answered(result)).strip()


def answered(result: Any) -> Any:
    """Returns the last message after a press or a command, which only one person could see."""
    found = result.followups[-1] if result.followups else result.response
    assert found.ephemeral
    return found


def costs_in(text: str) -> list[int]:
    """Returns the costs of the decisions on a page, in hundredths."""
    return [int(cost) for cost in re.findall(r"^\*\*\d+\. −(\d+)[\s\u202f\xa0]?%\*\*", text, re.MULTILINE)]


async def one_game(cards: CardWorld) -> int:
    """Plays a game between Alice and Bruno, each with the first possible move."""
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    return table


@FIRST_DECISIONS
@pytest.mark.parametrize("words", [EN, FR], ids=["English", "French"])
async def test_players_review_their_own_decisions_in_their_language(cards: CardWorld, words: Words) -> None:
    world = cards.world
    table = await one_game(cards)
    for person in (world.alice, world.bruno):
        world.speaks(person, words.language.value)
    reviews = []
    for person in (world.alice, world.bruno):
        shown = answered(await cards.press(person, await cards.table(table), Verb.REVIEW))
        text = texts_of(shown)
        reviews.append(text)
        assert words("review.title") in text
        assert words("review.model") in text
        if not costs_in(text):
            assert words("review.flawless") in text
    assert reviews[0] != reviews[1], "each player has one of their own"
    command = answered(await world.alice.slash(world.channel, "ecarte game", show="review"))
    assert texts_of(command) == reviews[0], "by command it is the same"


@FIRST_DECISIONS
async def test_its_pages_are_turned(cards: CardWorld) -> None:
    alice = cards.world.alice
    table = await one_game(cards)
    shown = answered(await cards.press(alice, await cards.table(table), Verb.REVIEW))
    first = texts_of(shown)
    assert "**1. −" in first
    await cards.press(alice, shown, Verb.REVIEW)
    turned = await cards.again(shown)
    assert "**2. −" in texts_of(turned)
    assert costs_in(first) >= costs_in(texts_of(turned)), "the worst comes first"
    assert "**1. −" not in texts_of(turned)
    await cards.world.restart(crash=True)
    await cards.press(alice, turned, Verb.REVIEW)
    assert texts_of(await cards.again(shown)) == first


@FIRST_DECISIONS
async def test_each_decision_has_its_picture_and_a_page_costs_one_edit(cards: CardWorld) -> None:
    world, alice = cards.world, cards.world.alice
    table = await one_game(cards)
    shown = answered(await cards.press(alice, await cards.table(table), Verb.REVIEW))
    assert pictures_of(shown) == ["decision-1.png"]
    before = len(world.env.http_requests)
    await cards.press(alice, shown, Verb.REVIEW)
    asked = [(request.method, request.path.rsplit("/", 1)[-1]) for request in world.env.http_requests[before:]]
    assert asked == [("POST", "callback"), ("PATCH", "@original")], "it is put off, and edited once"
    turned = await cards.again(shown)
    assert pictures_of(turned) == ["decision-2.png"]
    for attachment in turned.attachments:
        assert (await attachment.read()).startswith(b"\x89PNG")


def pictures_of(message: Any) -> list[str]:
    """Returns the names of the files of a message, each of which a gallery shows, with words for readers who listen."""
    shown = [item for part in components_of(message) if part["type"] == 12 for item in part["items"]]
    names = [attachment.filename for attachment in message.attachments]
    assert [item["media"]["url"].split("?")[0].rsplit("/", 1)[-1] for item in shown] == names
    assert all(item["description"] for item in shown)
    return names


@FIRST_DECISIONS
async def test_a_stranger_is_refused_politely_and_no_one_reviews_a_game_that_is_on(cards: CardWorld) -> None:
    world = cards.world
    table = await one_game(cards)
    public = await cards.table(table)
    assert text_of(await cards.press(world.chloe, public, Verb.REVIEW)) == EN("review.nothing")
    over = cards.snapshot(public)
    for person in (world.alice, world.bruno):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    assert Verb.REVIEW not in verbs_of(await cards.table(table))
    again = answered(await cards.press_late(world.alice, over, Verb.REVIEW))
    assert EN("review.title") in texts_of(again), "the first game can be reviewed as before"
    on = text_of(await world.alice.slash(world.channel, "ecarte game", show="review", game=f"{table}.2"))
    assert on == EN("problem.no_record")


async def test_backers_get_the_review_of_their_advice(cards: CardWorld) -> None:
    cards.house.cuts.append("KS 7H")
    cards.house.packs.append(stacked_pack(elder="KC QC JC 9S 7S", dealer="7H 8H 9H 7D 8D", turn_up="8S"))
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.fill(world.david, await cards.table(table), Verb.BET, "20", 1)
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.deal(table)
    await cards.press(world.david, world.dms(world.david)[-1], Verb.POINT, 1)
    await cards.press(world.bruno, cards.held("bruno"), Verb.PLAY, 0)
    await cards.play(table)
    mine = text_of(await cards.press(world.david, await cards.table(table), Verb.REVIEW))
    assert EN.count("review.sum.advised", 1, worst=1, lost="X").split("X", maxsplit=1)[0] in mine
    assert EN("review.play.first", card="7♠") in mine
    assert "7♥" not in mine, "what the other held was never seen"
    none = text_of(await cards.press(world.chloe, await cards.table(table), Verb.REVIEW))
    assert none == EN("review.nothing"), "she pointed at nothing"


async def test_a_game_against_the_house_is_reviewed(tmp_path: Path) -> None:
    async with card_world(tmp_path, conduct=SLOW) as cards:
        cards.house.cuts.append("7S KS")
        table = await begin(cards, cards.world.alice)
        await cards.does("alice", Verb.PROPOSE)
        await resign(cards, table, cards.world.alice)
        shown = answered(await cards.press(cards.world.alice, await cards.table(table), Verb.REVIEW))
        assert EN("house.novice") in texts_of(shown)
