"""A room of three: two play, and the third looks on, and is half of the galerie, from the challenge to the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.adapter.custom_ids import Press, Verb, encode
from bot.people.server import ServerSettings
from bot.tables.state.table_state import Status
from bot.texts import Words
from ecarte.game import Seat
from tests.support.cardroom import EN, FR, CardWorld, card_world
from tests.support.shown import components_of, private_answer, texts_of, verbs_of

pytestmark = pytest.mark.usefixtures("unhurried")


@pytest.fixture(params=["en", "fr"])
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[CardWorld]:
    """A server of either language, and people whose Discord speaks it."""
    async with card_world(tmp_path) as cards:
        cards.world.env.backend.get_guild(cards.world.guild.id).preferred_locale = request.param
        for person in cards.world.people:
            cards.world.speaks(person, request.param)
        yield cards


def words_of(cards: CardWorld) -> Words:
    """The texts of the server's language."""
    return FR if cards.world.env.backend.get_guild(cards.world.guild.id).preferred_locale == "fr" else EN


def label_of(message: Any, verb: Verb, index: int = 0) -> str:
    """The label of a button."""
    wanted = verbs_of(message)[verb][index]
    return next(str(part["label"]) for part in components_of(message) if part.get("custom_id") == wanted)


def newest(cards: CardWorld, person: simcord.MemberActor, verb: Verb) -> discord.Message | None:
    """The newest private message with such a button."""
    return next((message for message in reversed(cards.world.dms(person)) if verb in verbs_of(message)), None)


async def early_hand(cards: CardWorld, person: simcord.MemberActor, table: int) -> Any:
    """Opens a player's hand while bets are open, by **My hand** of an earlier message."""
    hand = (await cards.intrude(person, table, Verb.SHOW_HAND)).response
    assert hand is not None
    return hand


def holds_hand(cards: CardWorld, person: simcord.MemberActor) -> bool:
    """Whether a direct message of a person shows cards."""
    return any(message.attachments for message in cards.world.dms(person))


async def test_one_bystander_bets_is_taken_by_one_press_sees_advises_and_is_paid(room: CardWorld) -> None:
    world, words = room.world, words_of(room)
    alice, bruno, chloe = world.alice, world.bruno, world.chloe
    table = await room.sit_down(alice, bruno, stake=50)
    page = (await room.press(chloe, await room.table(table), Verb.BET, 1)).response
    said = texts_of(page)
    assert words("galerie.presets.taken", other="Alice") in said
    assert words("galerie.presets.least", least="5", who="Bruno") in said
    fifty = next(one for one in verbs_of(page)[Verb.BET_AMOUNT] if one.endswith(".50"))
    await chloe.click(page, custom_id=fifty)
    answer = texts_of(await room.again(page))
    assert words("galerie.you.if_taken") in answer
    assert words("galerie.you.will_see") not in answer, "no promise of a hand that may not come"
    public = await room.table(table)
    assert label_of(public, Verb.MATCH_BET) == words("galerie.match", who="Chloé", amount="50")
    assert label_of(await early_hand(room, alice, table), Verb.MATCH_BET) == label_of(public, Verb.MATCH_BET)
    await room.press(alice, public, Verb.MATCH_BET)
    assert Verb.MATCH_BET not in verbs_of(await room.table(table))
    await room.deal(table)
    assert holds_hand(room, chloe)
    assert await room.purse(alice) == 900
    while (await room.view(table)).status is Status.PLAYING:
        hand = world.dms(chloe)[-1]
        if points := verbs_of(hand).get(Verb.POINT):
            await chloe.user.click(hand, custom_id=points[0])
        await one_step(room, table)
    view = await room.view(table)
    assert view.galerie.settlement is not None
    won = view.galerie.settlement.winner is Seat.SOUTH
    assert await room.purse(chloe) == (1050 if won else 950)
    assert await room.purse(alice) == (900 if won else 1100)
    await room.expect_balanced()


async def one_step(cards: CardWorld, table: int) -> None:
    """Presses once as the player who has to decide."""
    view = await cards.view(table)
    if view.galerie.pause is not None:
        await cards.deal(table)
        return
    person, _ = await cards.mover(table)
    hand = cards.hand(person)
    assert hand is not None
    assert await cards.act(person, hand)


async def test_the_player_takes_the_bet_on_their_hand(room: CardWorld) -> None:
    world = room.world
    table = await room.sit_down(world.alice, world.bruno, stake=50)
    await room.bet(world.chloe, table, Seat.SOUTH, 50)
    assert Verb.MATCH_BET not in verbs_of(await early_hand(room, world.bruno, table)), "it is on this player"
    hand = await early_hand(room, world.alice, table)
    await world.alice.click(hand, custom_id=verbs_of(hand)[Verb.MATCH_BET][0])
    assert (await room.view(table)).galerie.unmatched is None
    await room.expect_balanced()


@pytest.mark.parametrize("stake", [0, 50])
async def test_one_bystander_without_chips_sits_behind_a_player_who_says_yes_by_one_press(
    room: CardWorld, stake: int
) -> None:
    world, words = room.world, words_of(room)
    alice, bruno, chloe = world.alice, world.bruno, world.chloe
    table = await room.sit_down(alice, bruno, stake=stake)
    if stake:
        await room.deal(table)
    page = await room.my_hand(chloe, table)
    assert label_of(page, Verb.SIT_BEHIND, 1) == words("guest.behind", who="Bruno")
    answer = await chloe.click(page, custom_id=verbs_of(page)[Verb.SIT_BEHIND][1])
    assert private_answer(answer) == words("guest.asked", who="Bruno")
    assert not holds_hand(room, chloe)
    assert words("guest.asks", guest="Chloé", who="Bruno") in texts_of(await room.table(table))
    assert Verb.ADMIT_WATCHER in verbs_of(room.held("bruno"))
    assert Verb.ADMIT_WATCHER not in verbs_of(room.held("alice"))
    await room.press(bruno, room.held("bruno"), Verb.ADMIT_WATCHER)
    assert holds_hand(room, chloe)
    assert words("advice.title.guest", who="Bruno") in texts_of(world.dms(chloe)[-1])
    assert words("sight.seen", people="Chloé") in texts_of(room.held("bruno"))
    assert Verb.ADMIT_WATCHER not in verbs_of(room.held("bruno"))
    advised = False
    while (await room.view(table)).status is Status.PLAYING:
        hand = world.dms(chloe)[-1]
        if not advised and (points := verbs_of(hand).get(Verb.POINT)):
            await chloe.user.click(hand, custom_id=points[0])
            advised = True
            assert words("hand.pointed") in texts_of(room.held("bruno"))
        await one_step(room, table)
    assert advised
    assert await room.purse(chloe) == 1000
    await room.expect_balanced()


async def test_the_player_says_yes_at_the_table_or_in_the_question_and_hides_the_hand_again(room: CardWorld) -> None:
    world, words = room.world, words_of(room)
    table = await room.sit_down(world.alice, world.bruno)
    await room.ask_to_sit_behind(world.chloe, table, Seat.SOUTH)
    await room.ask_to_sit_behind(world.david, table, Seat.SOUTH)
    public = await room.table(table)
    assert label_of(public, Verb.ADMIT_WATCHER) == words("guest.let", guest="Chloé")
    await room.press(world.bruno, public, Verb.ADMIT_WATCHER)
    question = newest(room, world.bruno, Verb.ADMIT_WATCHER)
    while question is not None:
        await room.press(world.bruno, question, Verb.ADMIT_WATCHER)
        question = newest(room, world.bruno, Verb.ADMIT_WATCHER)
    assert holds_hand(room, world.chloe)
    assert holds_hand(room, world.david)
    page = (await room.press(world.bruno, await room.table(table), Verb.WATCHERS)).response
    choice = next(part for part in components_of(page) if part.get("type") == 3 and ":watchno:" in part["custom_id"])
    await world.bruno.select(page, [str(world.chloe.id)], custom_id=choice["custom_id"])
    assert not holds_hand(room, world.chloe), "the hand is gone from the messages of the guest"
    assert holds_hand(room, world.david)
    told = texts_of(world.dms(world.chloe)[-1]).strip()
    assert told.startswith(words("notice.hidden", who="Bruno", table="").split("[")[0])


async def test_a_bettor_whom_no_one_matched_is_offered_the_place_behind_the_player(room: CardWorld) -> None:
    world, words = room.world, words_of(room)
    table = await room.sit_down(world.alice, world.bruno, stake=50)
    await room.bet(world.chloe, table, Seat.SOUTH, 50)
    await room.deal(table)
    assert await room.purse(world.chloe) == 1000
    offer = newest(room, world.chloe, Verb.SIT_BEHIND)
    assert offer is not None
    assert words("guest.offer", who="Bruno") in texts_of(offer)
    assert label_of(offer, Verb.SIT_BEHIND) == words("guest.behind", who="Bruno")
    await room.press(world.chloe, offer, Verb.SIT_BEHIND)
    assert not holds_hand(room, world.chloe)
    await room.press(world.bruno, room.held("bruno"), Verb.ADMIT_WATCHER)
    assert holds_hand(room, world.chloe)
    await room.expect_balanced()


async def test_who_has_no_chips_is_told_how_to_see_the_hand(room: CardWorld) -> None:
    world, words = room.world, words_of(room)
    settings = await room.room.people.servers.of(world.guild.id)
    await room.room.people.servers.change(world.guild.id, settings, ServerSettings(opening=100))
    table = await room.sit_down(world.alice, world.bruno, stake=50)
    other = await room.sit_down(*room.come("emma", "fanny"), stake=10)
    await room.bet(world.chloe, other, Seat.SOUTH, 100)
    page = (await room.press(world.chloe, await room.table(table), Verb.BET, 1)).response
    assert words("problem.empty_purse") in texts_of(page)
    assert len(verbs_of(page)[Verb.SIT_BEHIND]) == 2


async def test_a_guest_who_asks_again_and_again_is_slowed_down(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    answers = [private_answer(await behind_by_id(cards, table, world.chloe)) for _ in range(8)]
    assert EN("problem.too_fast") in answers


async def test_a_guest_who_asks_and_leaves_again_and_again_rings_a_player_twice_at_most(cards: CardWorld) -> None:
    world, rung = cards.world, set()
    table = await cards.sit_down(world.alice, world.bruno)
    for _ in range(6):
        await behind_by_id(cards, table, world.chloe)
        asked = newest(cards, world.bruno, Verb.REFUSE_WATCHER)
        rung |= set() if asked is None else {asked.id}
        if asked is not None:
            await cards.press(world.chloe, await cards.table(table), Verb.LEAVE_GUEST)
        await world.pass_time(31)
    assert 1 <= len(rung) <= 2


async def test_a_player_who_says_yes_and_no_in_turn_sends_a_guest_few_messages_and_may_always_say_no(
    cards: CardWorld,
) -> None:
    world, received = cards.world, set()
    table = await cards.sit_down(world.alice, world.bruno)
    await behind_by_id(cards, table, world.chloe)
    for verb in [Verb.ADMIT_WATCHER, Verb.REFUSE_WATCHER] * 6:
        old = cards.snapshot(await cards.table(table))
        await cards.forge(world.bruno, old, encode(Press(verb, table, argument=str(world.chloe.id))))
        received |= {message.id for message in world.dms(world.chloe)}
    assert len(received) == 6, "three yes, three no"
    assert not holds_hand(cards, world.chloe)


async def behind_by_id(cards: CardWorld, table: int, person: simcord.MemberActor) -> simcord.InteractionResult:
    old = cards.snapshot(await cards.table(table))
    return await cards.forge(person, old, encode(Press(Verb.SIT_BEHIND, table, argument=Seat.SOUTH.value)))


async def test_forged_presses_of_guests_and_matches_do_nothing(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.bet(world.chloe, table, Seat.SOUTH, 50)
    old = cards.snapshot(await cards.table(table))
    for verb, argument in (
        (Verb.SIT_BEHIND, "x"),
        (Verb.SIT_BEHIND, ""),
        (Verb.MATCH_BET, ""),
        (Verb.MATCH_BET, "1.2.3"),
        (Verb.MATCH_BET, f"{world.alice.id}.50"),
        (Verb.MATCH_BET, f"{world.chloe.id}.0"),
        (Verb.MATCH_BET, f"{world.chloe.id}.99999999999999999999999"),
    ):
        await cards.forge(world.david, old, encode(Press(verb, table, argument=argument)))
    view = await cards.view(table)
    assert not view.galerie.company.guests
    assert view.galerie.unmatched is not None
    assert await cards.purse(world.david) == 1000
    await cards.forge(world.bruno, old, encode(Press(Verb.MATCH_BET, table, argument=f"{world.chloe.id}.50")))
    assert await cards.purse(world.bruno) == 950
    await cards.expect_balanced()


async def test_a_bet_is_promised_the_hand_only_once_enough_of_it_is_matched(room: CardWorld) -> None:
    world, words = room.world, words_of(room)
    table = await room.sit_down(world.alice, world.bruno, stake=50)
    await room.bet(world.david, table, Seat.NORTH, 3)
    answer = await room.fill(world.chloe, await room.table(table), Verb.BET, "20", 1)
    assert words("galerie.you.if_taken") in private_answer(answer), "3 of 20 are matched, and sight asks for 5"
    assert words("galerie.presets.matches", amount="3", other="Alice") not in private_answer(answer)
    await room.press(world.alice, await room.table(table), Verb.MATCH_BET)
    page = await room.more(world.chloe, table)
    assert words("galerie.you.will_see") in texts_of(page)


@pytest.mark.parametrize(("choice", "sees"), [("always", True), ("never", False), ("ask", False)])
async def test_a_player_chooses_in_the_preferences_who_may_sit_behind_them(
    room: CardWorld, choice: str, *, sees: bool
) -> None:
    world, words = room.world, words_of(room)
    page = (await world.bruno.slash(world.channel, "ecarte preferences")).response
    assert page is not None
    menu = next(part["custom_id"] for part in components_of(page) if "guests.0" in str(part.get("custom_id")))
    await world.bruno.select(page, [choice], custom_id=menu)
    table = await room.sit_down(world.alice, world.bruno)
    answer = private_answer(await room.ask_to_sit_behind(world.chloe, table, Seat.SOUTH))
    expected = {
        "always": words("guest.there", who="Bruno", press=words("table.hand")),
        "never": words("galerie.no.kept-hidden"),
        "ask": words("guest.asked", who="Bruno"),
    }
    assert answer == expected[choice]
    assert holds_hand(room, world.chloe) is sees


async def test_a_guest_who_leaves_takes_the_question_and_the_hand_along(room: CardWorld) -> None:
    world, words = room.world, words_of(room)
    table = await room.sit_down(world.alice, world.bruno)
    await room.ask_to_sit_behind(world.chloe, table, Seat.SOUTH)
    assert newest(room, world.bruno, Verb.REFUSE_WATCHER) is not None
    left = await room.press(world.chloe, await room.table(table), Verb.LEAVE_GUEST)
    assert private_answer(left) == words("guest.left", who="Bruno")
    assert newest(room, world.bruno, Verb.REFUSE_WATCHER) is None
    await room.ask_to_sit_behind(world.chloe, table, Seat.NORTH)
    await room.press(world.alice, room.held("alice"), Verb.ADMIT_WATCHER)
    assert holds_hand(room, world.chloe)
    await room.press(world.chloe, await room.table(table), Verb.LEAVE_GUEST)
    assert not holds_hand(room, world.chloe)
