"""The menu More: one private page, from the table and from the hand, with the reader's current options."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import components_of, private_answer, texts_of, verbs_of

PARTS = 40
"""How many components Discord takes in a message."""


async def opened(cards: CardWorld, name: str, table: int) -> Any:
    """Opens More on the table; returns the private page."""
    answer = (await cards.press(cards.named(name), await cards.table(table), Verb.MORE)).response
    assert answer.ephemeral
    assert 0 < len(components_of(answer)) <= PARTS
    return answer


async def test_a_bystander_finds_chairs_and_rules_and_nothing_of_the_players(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    page = await opened(cards, "david", table)
    assert set(verbs_of(page)) == {Verb.ENTER, Verb.SIT_BEHIND, Verb.FAIR, Verb.ODDS, Verb.RULES, Verb.LAW}
    assert f"**{EN('more.chairs')}**" in texts_of(page)
    assert f"**{EN('more.bets')}**" not in texts_of(page), "no chip lies there"


async def test_the_page_is_the_same_from_the_table_and_from_the_hand(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    there, here = await opened(cards, "alice", table), (await cards.does("alice", Verb.MORE)).response
    assert texts_of(there) == texts_of(here)
    assert verbs_of(there) == verbs_of(here)
    assert {Verb.ABANDON, Verb.RESIGN, Verb.OFFER_STOP, Verb.PACKS, Verb.RULES, Verb.LAW} <= verbs_of(there).keys()


async def test_bets_are_taken_back_and_taken_on_from_the_page(cards: CardWorld) -> None:
    world = cards.world
    world.speaks(world.chloe, "fr")
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "30", 1)
    page = await opened(cards, "chloé", table)
    assert FR("galerie.you.waits", amount="30 jetons", who="Bruno", other="Alice") in texts_of(page)
    await cards.fill(world.chloe, page, Verb.WITHDRAW_BET, "10")
    players = await opened(cards, "alice", table)
    assert EN("galerie.chouette.about") in texts_of(players)
    await cards.fill(world.alice, players, Verb.TAKE_BETS, "5")
    book = (await cards.view(table)).galerie.book
    assert book is not None
    assert ([bet.amount for bet in book.bets], book.taken) == ([20], (5, 0))


async def test_a_place_in_the_line_is_taken_and_left_from_the_page(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    waiting = await cards.press(cards.world.chloe, await opened(cards, "chloé", table), Verb.ENTER)
    assert EN("galerie.queue.in", place=1) in private_answer(waiting)
    page = await opened(cards, "chloé", table)
    assert Verb.ENTER not in verbs_of(page)
    await cards.press(cards.world.chloe, page, Verb.LEAVE_QUEUE)
    queue = (await cards.view(table)).galerie.queue
    assert queue is not None
    assert not queue.waiting


async def test_after_a_game_the_page_leads_to_its_record_its_replay_and_the_way_out(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    await cards.play(table)
    page = await opened(cards, "alice", table)
    assert {Verb.RECORD, Verb.REPLAY, Verb.CLOSE, Verb.PACKS, Verb.LAW} <= verbs_of(page).keys()
    assert Verb.CLOSE not in verbs_of(await opened(cards, "chloé", table))


@pytest.mark.parametrize("cards", [{"fair": True}], indirect=True)
async def test_the_fair_deal_has_a_page_with_the_promise_then_the_secret_and_the_check(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    view = await cards.view(table)
    assert view.deal_promise is not None
    page = (await cards.press(cards.world.chloe, await opened(cards, "chloé", table), Verb.FAIR)).response
    assert view.deal_promise.commitment in texts_of(page)
    assert Verb.FAIR not in verbs_of(page), "there is nothing to check yet"
    await cards.play(table)
    page = (await cards.press(cards.world.chloe, await opened(cards, "chloé", table), Verb.FAIR)).response
    over = (await cards.view(table)).finished[-1].promise
    assert over is not None
    assert over.fair is not None
    assert over.fair.secret.hex() in texts_of(page)
    checked = (await cards.press(cards.world.chloe, page, Verb.FAIR)).response
    assert EN.count("fair.yes", 1).partition(":")[0] in texts_of(checked)


async def test_no_press_in_the_menu_turns_it_into_a_hand(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    page = await opened(cards, "alice", table)
    await cards.press(world.alice, page, Verb.CHOUETTE)
    await cards.deal(table)
    shown = json.dumps(components_of(await cards.again(page)), default=str)
    assert Verb.PLAY not in verbs_of(await cards.again(page), disabled=True), shown
