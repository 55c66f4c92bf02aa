"""Pointing by clicks and reactions: the player sees how many point where, and no one else (Law 54)."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
import simcord
from discord import ui

from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, layout, note
from bot.people.preferences import HandOrder, Preferences
from bot.people.quotas import POINTS
from bot.rows.slots import Slot, SlotKind
from bot.tables import archive
from ecarte.game import PACK, Card, Phase, Seat
from tests.bot.e2e.clicking import deny
from tests.support.cardroom import EN, CardWorld
from tests.support.packs import stacked_pack
from tests.support.shown import MessageLike, alts_of, components_of, private_answer, texts_of, verbs_of
from tests.support.statements import statements

ONE, TWO, FOUR, TALON = "1\ufe0f\u20e3", "2\ufe0f\u20e3", "4\ufe0f\u20e3", "🎴"


async def backed(
    cards: CardWorld, *, dealer: str = "7S 8S 9S 7D 8D", order: HandOrder = HandOrder.DEALT, **options: Any
) -> tuple[int, simcord.MemberActor, simcord.MemberActor]:
    """Plays to the cards: Chloé backs Alice, David backs Bruno, and Bruno is the elder.

    Args:
        order: the order of the players' hands, and so of those that their backers see.
    """
    for player in (cards.world.alice, cards.world.bruno):
        await cards.room.people.profiles.prefer(player.id, Preferences(order=order))
    cards.house.cuts.append("KS 7H")
    cards.house.packs.append(stacked_pack(elder="KH QH JH AS TC", dealer=dealer, turn_up="9C"))
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50, **options)
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.fill(world.david, await cards.table(table), Verb.BET, "20", 1)
    await cards.deal(table)
    game = await cards.game(table)
    assert game.elder is Seat.SOUTH
    return table, world.bruno, world.david


def read_hand(message: MessageLike) -> str:
    """Returns the cards in the alternative text of a hand, in their order, as the core writes them."""
    (alt,) = alts_of(message)
    held, _, _turned = alt.partition("Trump:")
    places = {held.find(formatting.card_name(EN, card)): str(card) for card in PACK}
    return " ".join(places[place] for place in sorted(places) if place >= 0)


def fingers(message: MessageLike) -> dict[str, int]:
    """Returns how many backers point at each button of a message, by its label."""
    split = (label.partition("·") for label in _labels(message))
    return {what.rstrip(): int(count) for what, sign, count in split if sign}


async def react(who: Any, message: discord.Message, emoji: str, *, on: bool = True) -> None:
    """Puts a person's reaction on a message, or takes it off."""
    await who.set_reaction(message, emoji, reacted=on)


async def toggle(cards: CardWorld, who: Any, message: discord.Message, emoji: str, *, times: int) -> None:
    """Puts a person's reaction on a message and takes it off several times, faster than the bot can follow."""
    for number in range(times - 1):
        cards.world.env.backend.set_reaction(message.channel.id, message.id, emoji, who.id, number % 2 == 0)
    await react(who, message, emoji, on=times % 2 == 1)


@pytest.mark.law(55)
async def test_a_backer_gets_the_hand_of_the_backed_player_and_no_other(cards: CardWorld) -> None:
    _, bruno, david = await backed(cards)
    his, hers = cards.world.dms(david)[-1], cards.world.dms(cards.world.chloe)[-1]
    assert read_hand(his) == "KH QH JH AS TC"
    assert read_hand(hers) == "7S 8S 9S 7D 8D"
    assert EN("advice.talon") in _labels(his)
    assert _labels(hers) == [], "the dealer can only be asked"
    await cards.press(bruno, cards.held("bruno"), Verb.PROPOSE)
    assert EN("advice.talon.answer") in _labels(cards.world.dms(cards.world.chloe)[-1])


async def test_buttons_point_and_the_next_decision_starts_with_none(cards: CardWorld) -> None:
    table, bruno, david = await backed(cards)
    await cards.press(david, cards.world.dms(david)[-1], Verb.POINT, 5)
    assert fingers(cards.held("bruno")) == {EN("hand.propose"): 1}
    assert not fingers(await cards.table(table))
    assert not fingers(cards.held("alice"))
    await cards.press(bruno, cards.held("bruno"), Verb.PROPOSE)
    assert not fingers(cards.held("bruno"))
    await cards.press(cards.world.chloe, cards.world.dms(cards.world.chloe)[-1], Verb.POINT)
    assert fingers(cards.held("alice")) == {EN("hand.accept"): 1}


async def test_a_reaction_in_direct_messages_points_whether_it_is_put_there_or_taken_off(cards: CardWorld) -> None:
    _, _, david = await backed(cards)
    message = cards.world.dms(david)[-1]
    await react(david.user, message, TWO)
    assert fingers(cards.held("bruno")) == {"Q♥": 1}
    await react(david.user, message, TALON)
    assert fingers(cards.held("bruno")) == {EN("hand.propose"): 1}
    await react(david.user, message, TWO, on=False)
    assert fingers(cards.held("bruno")) == {"Q♥": 1}
    await react(david.user, message, "👍")
    assert fingers(cards.held("bruno")) == {"Q♥": 1}


async def test_a_reaction_at_the_table_points_and_is_taken_off_at_once(cards: CardWorld) -> None:
    table, _, david = await backed(cards)
    await react(david, await cards.table(table), FOUR)
    assert fingers(cards.held("bruno")) == {"A♠": 1}
    shown = await cards.table(table)
    assert not any(reaction.count for reaction in shown.reactions if str(reaction.emoji) == FOUR)
    assert fingers(cards.held("bruno")) == {"A♠": 1}, "taking it off is not pointing"
    requests = [
        request
        for request in cards.world.env.http_requests
        if request.method == "DELETE" and "/reactions/" in request.path
    ]
    assert len(requests) == 1


async def test_a_guests_reaction_at_the_table_points_and_is_taken_off_too(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    seat = (await cards.game(table)).elder
    assert seat is not None
    elder = world.alice if seat is Seat.NORTH else world.bruno
    await cards.ask_to_sit_behind(world.david, table, seat)
    await react(world.david, await cards.table(table), ONE)
    assert [reaction.count for reaction in (await cards.table(table)).reactions] == [1], "asking is not advising"
    await cards.press(elder, cards.held(elder.name), Verb.ADMIT_WATCHER)
    await react(world.david, await cards.table(table), TALON)
    assert fingers(cards.held(elder.name)) == {EN("hand.propose"): 1}
    left = {str(reaction.emoji): reaction.count for reaction in (await cards.table(table)).reactions}
    assert left == {ONE: 1}


async def test_reactions_of_bystanders_and_of_the_other_sides_backers_count_for_nothing(cards: CardWorld) -> None:
    table, _, _ = await backed(cards)
    (emma,) = cards.come("emma")
    for person in (emma, cards.world.chloe, cards.world.alice, cards.world.bruno):
        await react(person, await cards.table(table), ONE)
    assert not fingers(cards.held("bruno"))
    left = {str(reaction.emoji): reaction.count for reaction in (await cards.table(table)).reactions}
    assert left == {ONE: 3}, "what a backer has put there is taken off; others have their own right to react"


async def test_reactions_of_a_bystander_cost_no_request_and_few_queries(cards: CardWorld) -> None:
    table, _, david = await backed(cards)
    (emma,) = cards.come("emma")
    shown, before = await cards.table(table), cards.world.counted_requests()
    with statements(lambda statement: "table_messages" in statement) as asked:
        await toggle(cards, emma, shown, ONE, times=60)
    assert cards.world.counted_requests() == before
    assert len(asked) <= POINTS.burst + 1
    await react(david, shown, FOUR)
    assert fingers(cards.held("bruno")) == {"A♠": 1}


async def test_a_point_is_counted_before_anything_is_taken_off(cards: CardWorld) -> None:
    """Discord lets a bot remove one reaction in a quarter of a second in each channel, and
    discord.py waits that long.
    """
    table, _, david = await backed(cards)
    shown, http, held = await cards.table(table), cards.world.bot.http, asyncio.Event()
    request = http.request

    async def slow(route: Any, **options: Any) -> Any:
        if route.method == "DELETE":
            await cards.world.env.external_wait(held.wait(), reason="an empty bucket")
        return await request(route, **options)

    http.request = slow  # type: ignore[method-assign]
    for _ in range(3):
        await react(cards.world.chloe, shown, ONE)
    await react(david, shown, FOUR)
    assert fingers(cards.held("bruno")) == {"A♠": 1}
    held.set()
    await cards.world.pass_time(1)
    assert not any(reaction.count for reaction in (await cards.table(table)).reactions)


@pytest.mark.parametrize("in_public", [True, False])
async def test_reactions_that_one_backer_puts_and_takes_off_without_end_are_joined(
    cards: CardWorld, *, in_public: bool
) -> None:
    table, _, david = await backed(cards)
    who, shown = (david, await cards.table(table)) if in_public else (david.user, cards.world.dms(david)[-1])
    log, before = cards.room.tables.log, cards.world.counted_requests()
    version = (await log.state(table)).version
    await toggle(cards, who, shown, FOUR, times=250)
    await react(who, shown, TWO)
    assert (await log.state(table)).version - version <= POINTS.burst
    await cards.world.pass_time(POINTS.refill_ms / 1000 + 1)
    assert fingers(cards.held("bruno")) == {"Q♥": 1}, "the newest one is what counts"
    assert (await log.state(table)).version - version <= POINTS.burst + 1
    assert cards.world.counted_requests() - before <= 4 * (POINTS.burst + 1)


async def test_a_reaction_that_waited_does_not_point_for_the_next_decision(cards: CardWorld) -> None:
    _, _, david = await backed(cards)
    shown = cards.world.dms(david)[-1]
    while cards.room.app.quotas.take(POINTS, david.id):
        pass
    await react(david.user, shown, TWO)
    await cards.plays("bruno", 4)
    await cards.plays("alice", 0)
    await cards.world.pass_time(POINTS.refill_ms / 1000)
    assert not fingers(cards.held("bruno"))


async def test_where_the_bot_may_not_take_reactions_off_they_count_for_nothing_and_cost_no_request(
    cards: CardWorld,
) -> None:
    table, _, david = await backed(cards)
    world, shown = cards.world, await cards.table(table)
    deny(cards, world.channel.id, "manage_messages")
    asked = len(world.env.http_requests)
    await react(david, shown, ONE)
    assert not fingers(cards.held("bruno")), "the opponent would read it for the whole deal"
    assert len(world.env.http_requests) == asked
    await react(david.user, world.dms(david)[-1], ONE)
    assert fingers(cards.held("bruno")) == {"K♥": 1}
    deny(cards, world.channel.id)
    await react(david, shown, FOUR)
    assert fingers(cards.held("bruno")) == {"A♠": 1}, "its permissions have changed"


async def test_a_channel_once_refused_is_tried_again_after_an_hour(cards: CardWorld) -> None:
    table, _, david = await backed(cards, clock="correspondence")
    world, shown = cards.world, await cards.table(table)
    world.env.inject_error(
        "DELETE", "/channels/*/messages/*/reactions/*/*", status=403, code=50013, message="Missing Permissions"
    )
    await react(david, shown, ONE)
    assert fingers(cards.held("bruno")) == {"K♥": 1}, "it is not known before"
    await react(david, shown, FOUR)
    assert fingers(cards.held("bruno")) == {"K♥": 1}
    await world.pass_time(3601)
    await react(david, shown, FOUR, on=False)
    await react(david, shown, FOUR)
    assert fingers(cards.held("bruno")) == {"A♠": 1}


async def test_a_reaction_taken_off_in_public_by_its_owner_points_at_nothing(cards: CardWorld) -> None:
    table, _, david = await backed(cards)
    cards.world.env.inject_error(
        "DELETE", "/channels/*/messages/*/reactions/*/*", status=400, code=10014, message="Unknown Emoji"
    )
    for sign in (ONE, TALON):
        await react(david, await cards.table(table), sign)
    assert fingers(cards.held("bruno")) == {EN("hand.propose"): 1}
    await react(david, await cards.table(table), ONE, on=False)
    assert fingers(cards.held("bruno")) == {EN("hand.propose"): 1}


async def test_a_reaction_on_the_table_of_an_earlier_deal_points_at_nothing(cards: CardWorld) -> None:
    table, _, _ = await backed(cards)
    chloe = cards.world.chloe
    old = await cards.table(table)

    async def second_deal() -> bool:
        view = await cards.view(table)
        return view.game is not None and view.game.number == 2 and view.game.phase is Phase.PROPOSE

    async def pointed() -> bool:
        return chloe.id in (await cards.room.tables.log.state(table)).galerie.pointed

    await cards.play(table, second_deal)
    await react(chloe, old, ONE)
    assert not await pointed()
    await react(chloe, await cards.table(table), ONE)
    assert await pointed()


async def test_for_discards_several_are_pointed_at(cards: CardWorld) -> None:
    _, bruno, david = await backed(cards)
    await cards.press(bruno, cards.held("bruno"), Verb.PROPOSE)
    await cards.press(cards.world.alice, cards.held("alice"), Verb.GIVE)
    for place in (0, 3):
        await cards.press(david, cards.world.dms(david)[-1], Verb.POINT, place)
    assert fingers(cards.held("bruno")) == {"K♥": 1, "A♠": 1}
    said = EN("advice.pointed", who="Bruno", signs=EN.join(["**K♥**", "**A♠**"]))
    assert said in texts_of(cards.world.dms(david)[-1]), "not by the marks of the picture and green buttons alone"


async def test_a_dealer_who_is_advised_to_refuse_reads_it_on_that_button(cards: CardWorld) -> None:
    _, bruno, _ = await backed(cards)
    await cards.press(bruno, cards.held("bruno"), Verb.PROPOSE)
    chloe = cards.world.chloe
    await react(chloe.user, cards.world.dms(chloe)[-1], FOUR)
    assert fingers(cards.held("alice")) == {EN("hand.refuse"): 1}
    assert EN("hand.pointed") in texts_of(cards.held("alice")), "what the number means"


async def test_places_have_numbers_where_a_backer_sees_the_hand_and_nowhere_else(cards: CardWorld) -> None:
    world = cards.world
    await backed(cards)
    numbered = EN("hand.alt.card", card=formatting.card_name(EN, Card.parse("KH")), place=1)
    assert numbered in texts_of(cards.held("bruno"))
    await cards.sit_down(world.chloe, world.david)
    for name in ("chloé", "david"):
        (alt,) = alts_of(cards.held(name))
        assert EN("hand.alt.cards", cards="|").partition("|")[0] in alt
        assert "(1)" not in alt


async def test_player_and_backer_see_a_hand_in_one_order_under_the_same_numbers_by_which_a_reaction_points(
    cards: CardWorld,
) -> None:
    _, _, david = await backed(cards, order=HandOrder.SORTED)
    mine, his = cards.held("bruno"), cards.world.dms(david)[-1]
    assert read_hand(mine) == read_hand(his) == "TC AS KH QH JH"
    for place, card in enumerate(read_hand(his).split(), 1):
        numbered = EN("hand.alt.card", card=formatting.card_name(EN, Card.parse(card)), place=place)
        assert numbered in texts_of(mine)
        assert numbered in texts_of(his)
    on_cards = [label for label in _labels(his) if not label.startswith(EN("advice.talon"))]
    assert on_cards == [formatting.plain_card(EN, Card.parse(card)) for card in read_hand(his).split()]
    await react(david.user, his, TWO)
    assert fingers(cards.held("bruno")) == {"A♠": 1}
    assert EN("hand.alt.pointed", card=formatting.card_name(EN, Card.parse("AS")), n=1) in texts_of(cards.held("bruno"))


async def test_a_backer_whose_messages_are_closed_has_the_hand_by_the_button_of_the_table(cards: CardWorld) -> None:
    cards.world.close_dms(cards.world.david)
    table, _, david = await backed(cards)
    mine = await cards.my_hand(david, table)
    assert read_hand(mine) == "KH QH JH AS TC"
    await cards.press(david, mine, Verb.POINT, 0)
    assert fingers(cards.held("bruno")) == {"K♥": 1}
    assert EN("advice.pointed", who="Bruno", signs="**K♥**") in texts_of(await cards.again(mine))


async def test_where_one_card_only_may_be_played_a_backer_reads_so_and_points_at_nothing(cards: CardWorld) -> None:
    await backed(cards, dealer="8H 7S 9S 7D 8D")
    await cards.plays("bruno", 0)
    shown = cards.world.dms(cards.world.chloe)[-1]
    assert EN("advice.forced", who="Alice", other="Bruno") in texts_of(shown)
    assert Verb.POINT not in verbs_of(shown)
    await cards.does("alice", Verb.PLAY)
    assert EN("advice.wait", who="Alice", other="Bruno") in texts_of(cards.world.dms(cards.world.chloe)[-1])


async def test_a_stranger_sees_no_hand(cards: CardWorld) -> None:
    table, _, _ = await backed(cards)
    (emma,) = cards.come("emma")
    answer = await cards.press(emma, await cards.table(table), Verb.SHOW_HAND)
    assert EN("guest.bystander") in private_answer(answer)
    assert not answer.response.attachments


async def test_an_old_button_points_at_nothing(cards: CardWorld) -> None:
    _, bruno, david = await backed(cards)
    old = cards.snapshot(cards.world.dms(david)[-1])
    await cards.press(bruno, cards.held("bruno"), Verb.PLAY, 0)
    assert private_answer(await cards.press_late(david, old, Verb.POINT)) == EN("problem.stale")


async def test_the_message_of_a_backer_follows_each_move_without_a_press(cards: CardWorld) -> None:
    table, bruno, david = await backed(cards)
    asked = EN("advice.propose", who="Bruno", other="Alice")
    assert asked in texts_of(cards.world.dms(david)[-1])
    await _exchange(cards, bruno)
    (new,) = set(read_hand(cards.held("bruno")).split()[:5]) - {"KH", "QH", "JH", "AS", "TC"}
    assert _cards(cards, david) == f"{new} QH JH AS TC"
    await cards.does("bruno", Verb.PLAY)
    assert EN("advice.wait", who="Bruno", other="Alice") in texts_of(cards.world.dms(david)[-1])
    assert len(_cards(cards, david).split()) == 4
    await cards.does("alice", Verb.PLAY)
    assert EN("advice.wait", who="Bruno", other="Alice") not in texts_of(cards.world.dms(david)[-1])

    async def second_deal() -> bool:
        view = await cards.view(table)
        return view.game is not None and view.game.number == 2

    await cards.play(table, second_deal)
    view = await cards.view(table)
    north, south = view.finished[-1].deal.score
    score = EN("table.score.now", north="Alice", south="Bruno", a=north, b=south)
    assert score in texts_of(cards.world.dms(david)[-1]), "how the last deal ended"
    assert len(cards.world.dms(david)) == 1


async def test_a_message_that_was_pressed_follows_each_move_free_of_charge(cards: CardWorld) -> None:
    _, _, david = await backed(cards)
    await cards.press(david, cards.world.dms(david)[-1], Verb.POINT, 0)
    edits = _edits(cards, david)
    await cards.plays("bruno", 4)
    assert _cards(cards, david) == "KH QH JH AS"
    assert _edits(cards, david) == edits


async def test_a_button_of_an_earlier_version_brings_the_message_up_to_date(cards: CardWorld) -> None:
    """Those messages changed only when **Follow** was pressed, and their places named the deal and its exchange."""
    table, _, david = await backed(cards)
    messages = cards.room.renderer.messages
    for verb, argument in ((Verb.FOLLOW, ""), (Verb.POINT, "0.1.0")):
        row = (await messages.slots(table))[Slot(SlotKind.BACKED, 1, 0, reader=david.id)]
        former = button(verb, "former", table=table, argument=argument)
        with cards.world.env.time_context():
            await messages.show_to(table, row.slot, david.id, Message(layout(ui.ActionRow(former))))
        await cards.press(david, cards.world.dms(david)[-1], verb)
        assert _cards(cards, david) == "KH QH JH AS TC"
        assert Verb.FOLLOW not in verbs_of(cards.world.dms(david)[-1])
    assert not fingers(cards.held("bruno"))


async def test_the_one_message_of_a_game_says_how_it_ended_and_what_it_brought(cards: CardWorld) -> None:
    table, _, david = await backed(cards)
    await cards.play(table)
    view = await cards.view(table)
    assert view.game is not None
    assert view.game.outcome is not None
    (message,) = cards.world.dms(david)
    won = view.game.outcome.winner is Seat.SOUTH
    link = formatting.link(view.guild_id, view.place)
    key = "notice.won" if won else "notice.lost"
    assert EN(key, chip="🪙", amount="20 chips", who="Bruno", table=link) in texts_of(message)
    assert Verb.POINT not in verbs_of(message)


async def test_by_correspondence_a_backer_sees_each_move_and_each_deal_rings(cards: CardWorld) -> None:
    table, _, david = await backed(cards, clock="correspondence")
    edits, first = _edits(cards, david), cards.world.dms(david)[-1]
    await cards.plays("bruno", 4)
    assert (_edits(cards, david), _cards(cards, david)) == (edits + 1, "KH QH JH AS")
    assert cards.world.dms(david)[-1].id == first.id

    async def second_deal() -> bool:
        view = await cards.view(table)
        return view.game is not None and view.game.number == 2

    await cards.play(table, second_deal)
    (message,) = cards.world.dms(david)
    assert message.id != first.id


async def test_a_message_that_an_earlier_version_sent_for_one_deal_gives_way_to_that_of_the_game(
    cards: CardWorld,
) -> None:
    table, _, david = await backed(cards)
    messages, former = cards.room.renderer.messages, Slot(SlotKind.BACKED, 1, 1, reader=david.id)
    with cards.world.env.time_context():
        await messages.show_to(table, former, david.id, Message(note("KH QH JH AS TC")))
    assert len(cards.world.dms(david)) == 2
    await cards.does("bruno", Verb.PLAY)
    assert len(cards.world.dms(david)) == 1
    assert len(_cards(cards, david).split()) == 4
    assert former not in await messages.slots(table)


async def _exchange(cards: CardWorld, elder: simcord.MemberActor) -> None:
    """Has Bruno propose and Alice accept, and each of them discard a card."""
    await cards.press(elder, cards.held("bruno"), Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    for name in ("bruno", "alice"):
        await cards.pick(name, 0)
        await cards.does(name, Verb.DISCARD)


def _edits(cards: CardWorld, person: simcord.MemberActor) -> int:
    """Returns how many edits of a person's messages counted against the limit."""
    return len(cards.world.requests("PATCH", f"/channels/{person.user.dm_channel.id}/messages/*"))


def _cards(cards: CardWorld, person: simcord.MemberActor) -> str:
    return read_hand(cards.world.dms(person)[-1])


def _labels(message: MessageLike) -> list[str]:
    return [component["label"] for component in components_of(message) if component.get("label")]


@pytest.mark.parametrize("options", [{"style": "english"}, {}])
@pytest.mark.law(52)
async def test_no_one_sees_a_hand_at_an_english_table_or_at_la_chouette(
    cards: CardWorld, options: dict[str, str]
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50, **options)
    if not options:
        for player in (world.alice, world.bruno):
            await cards.press(player, await cards.table(table), Verb.CHOUETTE)
    before = len(world.dms(world.chloe))
    await cards.fill(world.chloe, await cards.table(table), Verb.BET, "20")
    await cards.fill(world.david, await cards.table(table), Verb.BET, "20", 1)
    await cards.deal(table)
    assert len(world.dms(world.chloe)) == before
    answer = await cards.press(world.chloe, await cards.table(table), Verb.SHOW_HAND)
    assert private_answer(answer) == EN("problem.not_a_backer")
    game = await cards.game(table)
    assert game.phase is Phase.PROPOSE


async def test_the_record_and_the_profile_say_what_the_advice_was_worth(cards: CardWorld) -> None:
    table, _bruno, david = await backed(cards)
    await cards.press(david, cards.world.dms(david)[-1], Verb.POINT, 0)
    await cards.plays("bruno", 0)
    await cards.play(table)
    answer = await cards.press(cards.world.chloe, await cards.table(table), Verb.RECORD)
    shown = [message for message in (answer.response, *answer.followups) if message is not None and message.attachments]
    assert shown, "the record comes as a file"
    text = (await archive.record(cards.room.tables, table, 1)).splitlines()
    assert "; david points at 1: followed" in [line.lower() for line in text]
    profile = await david.slash(cards.world.channel, "ecarte profile")
    assert profile.response is not None
    assert "pointed" in texts_of(profile.response)
