"""Hands: by direct message, or as an answer to My hand wherever it is pressed, but never for a stranger."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
import simcord

from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.features.hand import render as hand_render
from bot.people.preferences import Preferences
from bot.tables import lookup
from bot.tables.state.table_state import Status
from ecarte.game import parse_cards
from tests.bot.features.reading import read
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.shown import alts_of, arguments_of, private_answer, texts_of, verbs_of


async def test_players_get_their_hands_by_direct_message_and_five_places_in_one_row(cards: CardWorld) -> None:
    world = cards.world
    await cards.sit_down_to(stacked_pack(elder="KH KD QD JD AD", dealer="7S 8S 7C 8C 7D", turn_up="7H"))
    elder, dealer = cards.held("bruno"), cards.held("alice")
    for hand, held in ((elder, "KH KD QD JD AD"), (dealer, "7S 8S 7C 8C 7D")):
        (alt,) = alts_of(hand)
        assert all(formatting.card_name(EN, card) in alt for card in parse_cards(held))
    assert len(verbs_of(elder)[Verb.PLAY]) == 5, "the elder may lead any card"
    assert Verb.PLAY not in verbs_of(dealer)
    assert Verb.PLAY not in verbs_of(dealer, disabled=True), "the dealer waits, with nothing to press but More"
    assert world.dms(world.chloe) == []


@pytest.mark.law(43)
async def test_only_lawful_cards_can_be_pressed(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(stacked_pack(elder="QD KS QS JS AS", dealer="KD JD 7D 7S 8S", turn_up="7H"))
    elder = cards.held("bruno")
    await world.bruno.user.click(elder, custom_id=arguments_of(elder, Verb.PLAY)["0"])
    dealer = cards.held("alice")
    every = arguments_of(dealer, Verb.PLAY, disabled=True)
    assert list(arguments_of(dealer, Verb.PLAY)) == ["0"], "the king has to be played: it is of the suit, and wins"
    with pytest.raises(simcord.SetupError, match="disabled"):
        await world.alice.user.click(dealer, custom_id=every["1"])
    old, order = cards.snapshot(dealer), list(every)
    before = (await cards.view(table)).version
    assert private_answer(await cards.press_late(world.alice, old, Verb.PLAY, order.index("2"))) == EN(
        "rule.win-the-trick"
    )
    assert private_answer(await cards.press_late(world.alice, old, Verb.PLAY, order.index("3"))) == EN(
        "rule.follow-suit"
    )
    assert (await cards.view(table)).version == before


def private_hands(cards: CardWorld, person: simcord.MemberActor, place: int) -> list[discord.Message]:
    env = cards.world.env
    channel = simcord.ChannelHandle(env, cards.world.guild, env.backend.get_channel(place))
    return [message for message in channel.history(viewer=person) if message.flags.ephemeral]


@pytest.mark.parametrize("seed", [5, 6])
async def test_with_direct_messages_closed_a_whole_game_is_played_by_my_hand(tmp_path: Path, seed: int) -> None:
    async with card_world(tmp_path, seed=seed) as cards:
        world = cards.world
        world.close_dms(world.bruno)
        table = await cards.sit_down(world.alice, world.bruno)
        assert EN("table.unreachable", who=f"<@{world.bruno.id}>") in texts_of(await cards.table(table))
        assert EN("table.unreachable", who=f"<@{world.alice.id}>") not in texts_of(await cards.table(table))
        await cards.my_hand(world.bruno, table)
        number = 1
        for _ in range(500):
            view = await cards.view(table)
            if view.status is not Status.PLAYING:
                break
            assert view.game is not None
            if view.game.number != number:
                number = view.game.number
                assert EN("table.unreachable", who=f"<@{world.bruno.id}>") in texts_of(await cards.table(table))
            person, _ = await cards.mover(table)
            hand = await cards.private_hand(world.bruno, table)
            assert hand.id > (await cards.table(table)).id, "the hand in use stays below the table"
            mine = cards.hand(world.alice) if person is world.alice else hand
            assert mine is not None
            assert await cards.act(person, mine), "the hand made by My hand has followed the game"
            assert len(private_hands(cards, world.bruno, view.place)) == 1, "an earlier one is deleted"
        assert (await cards.view(table)).status is Status.BETWEEN
        assert EN("table.rematch") in texts_of(await cards.again(hand))
        assert world.dms(world.bruno) == []


async def test_my_hand_shows_the_same_as_the_direct_message_at_any_time(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    for person in (world.alice, world.bruno):
        direct = cards.hand(person)
        assert direct is not None
        assert texts_of(await cards.my_hand(person, table)) == texts_of(direct)
    mover, other = await cards.mover(table)
    hand = cards.hand(mover)
    assert hand is not None
    await cards.press(mover, hand, Verb.PLAY)
    direct = cards.hand(other)
    assert direct is not None
    assert texts_of(await cards.my_hand(other, table)) == texts_of(direct)


async def test_a_move_on_an_ephemeral_hand_is_followed_by_every_picture_of_it(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, _ = await cards.mover(table)
    private = await cards.my_hand(mover, table)
    await cards.press(mover, private, Verb.PLAY)
    direct = cards.hand(mover)
    assert direct is not None
    shown = await cards.again(private)
    assert texts_of(shown) == texts_of(direct)
    assert EN("hand.wait.play", other="Alice" if mover is world.bruno else "Bruno") in texts_of(shown)


async def test_an_ephemeral_hand_that_has_not_changed_is_not_edited(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, other = await cards.mover(table)
    private = await cards.my_hand(other, table)
    edits = len(world.requests("PATCH", "/webhooks/*"))
    await cards.press(world.chloe, await cards.table(table), Verb.ENTER)
    queue = (await cards.view(table)).galerie.queue
    assert queue is not None
    assert len(queue.waiting) == 1
    assert len(world.requests("PATCH", "/webhooks/*")) == edits
    await cards.press(mover, cards.held(mover.user.name), Verb.PLAY)
    assert len(world.requests("PATCH", "/webhooks/*")) > edits, "a move changes it"
    assert Verb.PLAY in verbs_of(await cards.again(private))


async def test_a_hand_that_is_opened_again_takes_the_place_of_the_one_before(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, _ = await cards.mover(table)
    first = await cards.my_hand(mover, table)
    await cards.press(mover, first, Verb.PLAY)
    second = await cards.my_hand(mover, table)
    with pytest.raises(simcord.BackendError):
        await cards.again(first)
    assert texts_of(await cards.again(second)) == texts_of(cards.held(mover.user.name))


async def test_an_ephemeral_hand_that_was_dismissed_harms_nothing(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, other = await cards.mover(table)
    private = await cards.my_hand(other, table)
    world.env.backend.delete_message(world.channel.threads[0].id, private.id)
    hand = cards.hand(mover)
    assert hand is not None
    await cards.press(mover, hand, Verb.PLAY)
    again = await cards.my_hand(other, table)
    assert Verb.PLAY in verbs_of(again)


async def test_an_ephemeral_hand_older_than_its_token_is_let_go_and_my_hand_makes_a_new_one(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, clock="correspondence")
    mover, other = await cards.mover(table)
    old = await cards.my_hand(other, table)
    before = texts_of(old)
    await world.pass_time(16 * 60)
    hand = cards.hand(mover)
    assert hand is not None
    await cards.press(mover, hand, Verb.PLAY)
    assert texts_of(await cards.again(old)) == before
    assert texts_of(await cards.my_hand(other, table)) != before


async def test_a_stranger_gets_a_private_answer_and_never_a_card(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    mover, _ = await cards.mover(table)
    private = cards.snapshot(await cards.my_hand(mover, table))
    refused = EN("problem.not_a_player")
    answer = await cards.press(world.chloe, await cards.table(table), Verb.SHOW_HAND)
    assert answer.response is not None
    assert answer.response.attachments == []
    assert EN("guest.bystander") in private_answer(answer), "and how to see one without chips"
    # No one can press an item that only another person sees. It would give nothing away either.
    for verb in (Verb.PLAY, Verb.PROPOSE):
        assert private_answer(await cards.press_late(world.chloe, private, verb)) == refused
    assert (await cards.view(table)).game is not None
    assert (await cards.view(table)).decision == (await lookup.hand(cards.room.tables, table, mover.id)).table.decision
    assert world.dms(world.chloe) == []


async def test_the_hand_of_a_deal_that_is_over_is_put_away(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)

    async def second_deal() -> bool:
        game = (await cards.view(table)).game
        return game is not None and game.number == 2

    await cards.play(table, until=second_deal)
    for person in (world.alice, world.bruno):
        first, second = world.dms(person)
        assert not verbs_of(first)
        assert first.attachments == []
        assert "♠" not in texts_of(first)
        assert verbs_of(second)


async def test_before_the_first_deal_no_deal_is_numbered(cards: CardWorld) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno, stake=50)
    hand = await lookup.hand(cards.room.tables, table, cards.world.alice.id)
    for words in (EN, FR):
        drawing = hand_render.draw(words, hand, Preferences(), frozenset())
        said = read(drawing).text
        assert words("hand.before") in said
        assert "Donne 0" not in said
        assert "Deal 0" not in said
