"""The same press twice: double clicks, one interaction delivered again, buttons older than the game. It counts once."""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.tables import lookup
from ecarte.game import Phase
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, refusals, texts_of, verbs_of

STALE = EN("problem.stale")


async def test_a_double_click_plays_one_card(cards: CardWorld, table: int) -> None:
    world = cards.world
    hand = cards.held("bruno")
    results = await world.at_once(
        lambda: cards.press(world.bruno, hand, Verb.PLAY, 0), lambda: cards.press(world.bruno, hand, Verb.PLAY, 0)
    )
    assert refusals(results) == [STALE]
    view = await lookup.hand(cards.room.tables, table, world.bruno.id)
    assert view.view.public.held == (5, 4)
    assert len(view.view.public.tricks) == 1


async def test_two_different_cards_at_the_same_instant_play_one(cards: CardWorld, table: int) -> None:
    world = cards.world
    hand = cards.held("bruno")
    results = await world.at_once(
        lambda: cards.press(world.bruno, hand, Verb.PLAY, 1), lambda: cards.press(world.bruno, hand, Verb.PLAY, 2)
    )
    assert refusals(results) == [STALE]
    assert (await lookup.hand(cards.room.tables, table, world.bruno.id)).view.public.held == (5, 4)


async def test_a_card_and_a_proposal_at_the_same_instant_are_one_decision(cards: CardWorld, table: int) -> None:
    world = cards.world
    hand = cards.held("bruno")
    await world.at_once(
        lambda: cards.press(world.bruno, hand, Verb.PROPOSE), lambda: cards.press(world.bruno, hand, Verb.PLAY, 0)
    )
    game = await cards.game(table)
    assert (game.phase is Phase.ANSWER) is (game.tricks == ())


async def test_the_same_decision_from_two_pictures_of_the_hand_is_made_once(cards: CardWorld, table: int) -> None:
    world = cards.world
    direct, private = cards.hand(world.bruno), await cards.my_hand(world.bruno, table)
    assert direct is not None
    await world.at_once(
        lambda: cards.press(world.bruno, direct, Verb.PROPOSE), lambda: cards.press(world.bruno, private, Verb.PROPOSE)
    )
    game = await cards.game(table)
    assert game.proposals == 1


@pytest.mark.parametrize("verb", [Verb.PLAY, Verb.PROPOSE])
async def test_an_interaction_delivered_again_changes_nothing_and_says_nothing(
    cards: CardWorld, table: int, verb: Verb
) -> None:
    world = cards.world
    hand = cards.held("bruno")
    await cards.press(world.bruno, hand, verb)
    version = (await cards.view(table)).version
    sent = len(world.requests("POST", "*/messages")), len(world.requests("POST", "/webhooks/*"))
    await cards.deliver_again(cards.interactions()[-1])
    assert (await cards.view(table)).version == version
    assert (len(world.requests("POST", "*/messages")), len(world.requests("POST", "/webhooks/*"))) == sent


async def test_a_challenge_delivered_again_makes_no_second_one(cards: CardWorld) -> None:
    world = cards.world
    await cards.challenge(world.alice, world.bruno)
    await cards.deliver_again(cards.interactions()[-1])
    assert (await cards.room.database.tables.all_open(world.guild.id)).total == 1
    assert len(world.channel.history()) == 1


async def test_an_acceptance_delivered_again_deals_no_second_hand(cards: CardWorld, table: int) -> None:
    before = (await cards.view(table)).version
    accepted = next(
        interaction for interaction in cards.interactions() if "accept" in str(interaction["data"].get("custom_id"))
    )
    await cards.deliver_again(accepted)
    assert (await cards.view(table)).version == before
    assert len(cards.house.dealt) == 1


@pytest.mark.quick
async def test_a_button_of_an_earlier_decision_does_nothing_and_the_hand_is_drawn_again(
    cards: CardWorld, table: int
) -> None:
    world = cards.world
    hand = cards.held("bruno")
    old = cards.snapshot(hand)
    await cards.press(world.bruno, hand, Verb.PLAY, 0)
    before = (await cards.view(table)).version
    for verb in (Verb.PLAY, Verb.PROPOSE):
        assert private_answer(await cards.press_late(world.bruno, old, verb, 0)) == STALE
    assert (await cards.view(table)).version == before
    shown = cards.held("bruno")
    assert EN("hand.wait.play", other="Alice") in texts_of(shown)


async def test_a_button_of_an_earlier_deal_does_nothing(cards: CardWorld, table: int) -> None:
    world = cards.world
    hand = cards.held("bruno")
    old = cards.snapshot(hand)

    async def next_deal() -> bool:
        game = (await cards.view(table)).game
        return game is not None and game.number > 1

    await cards.play(table, until=next_deal)
    before = (await cards.view(table)).version
    assert private_answer(await cards.press_late(world.bruno, old, Verb.PLAY, 0)) == STALE
    assert (await cards.view(table)).version == before
    assert not verbs_of(await cards.again(hand)), "the old hand stays put away"


async def test_a_button_of_an_earlier_game_does_nothing(cards: CardWorld, table: int) -> None:
    world = cards.world
    hand = cards.held("bruno")
    old = cards.snapshot(hand)
    await cards.play(table)
    assert private_answer(await cards.press_late(world.bruno, old, Verb.PLAY, 0)) == EN("problem.no_game")
    for person in (world.alice, world.bruno):
        await cards.press(person, await cards.table(table), Verb.REMATCH)
    before = (await cards.view(table)).version
    assert private_answer(await cards.press_late(world.bruno, old, Verb.PLAY, 0)) == STALE
    assert (await cards.view(table)).version == before


async def test_a_confirmed_resignation_counts_once(cards: CardWorld, table: int) -> None:
    world = cards.world
    hand = cards.held("bruno")
    await cards.press(world.bruno, hand, Verb.PLAY, 0)
    menu = await cards.press(world.alice, await cards.my_hand(world.alice, table), Verb.MORE)
    assert menu.response is not None
    await cards.press(world.alice, menu.response, Verb.RESIGN)
    sure = await cards.again(menu.response)
    await world.at_once(
        lambda: cards.press(world.alice, sure, Verb.RESIGN), lambda: cards.press(world.alice, sure, Verb.RESIGN)
    )
    assert (await cards.room.database.results.history(world.guild.id, world.alice.id)).total == 1
