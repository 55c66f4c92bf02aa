"""The text and the buttons of a hand: few clicks, one sentence, and no fact that only its picture shows."""

from __future__ import annotations

from pathlib import Path

import pytest
import simcord

from bot.adapter import formatting
from bot.adapter.custom_ids import Verb
from bot.people.preferences import HandOrder, Preferences
from bot.tables import lookup
from bot.tables.state.table_state import Status
from ecarte.game import Phase, Rules, Seat, parse_cards
from tests.support.cardroom import EN, CardWorld, card_world
from tests.support.packs import stacked_pack
from tests.support.shown import MessageLike, alts_of, arguments_of, texts_of, verbs_of

PACK = stacked_pack(elder="7C KD 8H QD KH", dealer="QS 9S JD 9C 8C", turn_up="7H", talon="7S 8S TS AS 7D 8D")
"""The elder has two trumps, two diamonds and a club."""


@pytest.fixture
async def table(cards: CardWorld) -> int:
    """Alice has dealt; Bruno is to lead or propose."""
    return await cards.sit_down_to(PACK)


def first_line(message: MessageLike) -> str:
    """The first line of a message, which is its title."""
    return next(line for line in texts_of(message).splitlines() if line).removeprefix("### ")


async def test_three_cards_are_exchanged_in_four_clicks(cards: CardWorld, table: int) -> None:
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    before = len(cards.interactions())
    await cards.pick("bruno", 0, 1, 3)
    assert EN.count("hand.discard.confirm", 3) == "Exchange 3"
    await cards.does("bruno", Verb.DISCARD)
    assert len(cards.interactions()) - before == 4
    game = await cards.game(table)
    assert game.asked == 3


async def test_a_second_press_of_the_same_drawing_changes_nothing_and_a_new_one_puts_the_card_back(
    cards: CardWorld, table: int
) -> None:
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    old = cards.snapshot(cards.held("bruno"))
    index = list(arguments_of(old, Verb.CHOOSE_DISCARDS)).index("1")
    bruno = cards.world.bruno
    for _ in range(2):
        await cards.press_late(bruno, old, Verb.CHOOSE_DISCARDS, index)
    await cards.press_late(bruno, old, Verb.CHOOSE_DISCARDS, list(arguments_of(old, Verb.CHOOSE_DISCARDS)).index("3"))
    decision = (await cards.view(table)).decision
    assert cards.room.app.drafts.of(table, bruno.id, decision) == {1, 3}
    shown = cards.held("bruno")
    back = list(arguments_of(shown, Verb.CHOOSE_DISCARDS)).index("-1")
    await cards.does("bruno", Verb.CHOOSE_DISCARDS, back)
    assert cards.room.app.drafts.of(table, bruno.id, decision) == {3}


async def test_the_hand_is_sorted_and_a_preference_keeps_the_order_dealt_with_the_places_unchanged(
    cards: CardWorld, table: int
) -> None:
    """King and eight of hearts (trumps), then the club, then king and queen of diamonds."""
    bruno = cards.world.bruno
    assert list(arguments_of(cards.held("bruno"), Verb.PLAY)) == ["4", "2", "0", "1", "3"]
    names = [formatting.card_name(EN, card) for card in parse_cards("KH 8H 7C KD QD")]
    assert EN("hand.alt.cards", cards=EN.join(names)) in texts_of(cards.held("bruno"))
    await cards.room.people.profiles.prefer(bruno.id, Preferences(order=HandOrder.DEALT))
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.REFUSE)
    assert list(arguments_of(cards.held("bruno"), Verb.PLAY)) == ["0", "1", "2", "3", "4"]


async def test_the_title_says_what_can_be_done(cards: CardWorld, table: int) -> None:
    assert first_line(cards.held("bruno")) == EN("hand.turn.first")
    assert first_line(cards.held("alice")) == EN("hand.wait.propose", other="Bruno")
    await cards.does("bruno", Verb.PROPOSE)
    assert first_line(cards.held("bruno")) == EN("hand.wait.answer", other="Alice")
    assert first_line(cards.held("alice")) == EN("hand.turn.answer", other="Bruno")
    await cards.does("alice", Verb.REFUSE)
    for place, led, duty in ((1, "K♦", "follow"), (0, "7♣", "win")):
        await cards.plays("bruno", place)
        title = EN(f"hand.turn.reply.{duty}", other="Bruno", card=led, suit=led[-1])
        assert first_line(cards.held("alice")) == title
        assert first_line(cards.held("bruno")) == EN("hand.wait.play", other="Alice")
        await cards.does("alice", Verb.PLAY)
    assert first_line(cards.held("alice")) == EN("hand.turn.lead"), "the higher club has won"
    await cards.plays("alice", 0)
    title = EN("hand.turn.reply.trump", other="Alice", card="Q♠", suit="♠")
    assert first_line(cards.held("bruno")) == title


async def test_the_hand_says_what_the_opponent_just_said_until_the_first_trick(cards: CardWorld, table: int) -> None:
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.REFUSE)
    refused = EN("hand.risk.refused", who="Alice", **formatting.risk(Rules()))
    assert refused in texts_of(cards.held("bruno"))
    assert "refused" not in texts_of(cards.held("alice")), "the player who refused knows it"
    await cards.does("bruno", Verb.KING)
    score = EN("table.king.now", crown="👑", who="Bruno", a=0, b=1)
    assert score in texts_of(cards.held("alice"))
    await cards.does("bruno", Verb.PLAY)
    await cards.does("alice", Verb.PLAY)
    assert refused not in texts_of(cards.held("bruno"))


async def test_the_points_of_the_reader_come_first_in_each_line_of_a_hand(cards: CardWorld) -> None:
    pack = stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="KH")
    table = await cards.sit_down_to(pack)
    of_alice = {"crown": "👑", "who": "Alice"}
    assert EN("table.king.turned.now", a=1, b=0, **of_alice) in texts_of(await cards.table(table))
    shown = texts_of(cards.held("bruno"))
    assert EN("table.king.turned.now", a=0, b=1, **of_alice) in shown
    assert EN("hand.fact.score", mine=0, theirs=1, other="Alice") in shown


async def test_a_game_that_a_king_ends_says_so_at_the_table_and_to_each_player_in_their_own_person(
    cards: CardWorld,
) -> None:
    spades, diamonds, hearts = "QS JS AS TS 9S", "QD JD AD TD 9D", "QH JH AH TH 9H"
    cards.house.packs.append(stacked_pack(elder=diamonds, dealer=hearts, turn_up="KH"))
    cards.house.packs.append(stacked_pack(elder=diamonds, dealer=hearts, turn_up="7H"))
    cards.house.packs.append(stacked_pack(elder=spades, dealer=diamonds, turn_up="KH"))
    cards.house.cuts.append("KS 7S")
    cards.house.packs.append(stacked_pack(elder=spades, dealer=diamonds, turn_up="KH"))
    table = await cards.sit_down(cards.world.alice, cards.world.bruno)
    while (turn := (await cards.game(table)).turn) is not None:
        await cards.does("alice" if turn is Seat.NORTH else "bruno", Verb.PLAY)
    game = await cards.game(table)
    assert (game.scored, game.score) == (None, (4, 5))
    for name, key in (("alice", "hand.won.king.turned.theirs"), ("bruno", "hand.won.king.turned.mine")):
        assert EN(key, other="Bruno", crown="👑") in texts_of(cards.held(name))
    assert "Bruno" not in texts_of(cards.held("bruno"))
    assert EN("table.won.king.turned", who="Bruno", crown="👑") in texts_of(await cards.table(table))


async def test_why_cards_are_grey_stands_in_the_menu(cards: CardWorld, table: int) -> None:
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.REFUSE)
    before = (await cards.does("bruno", Verb.MORE)).response
    assert EN("menu.grey.follow", card="K♦", suit="♦") not in texts_of(before)
    await cards.plays("bruno", 1)
    menu = (await cards.does("alice", Verb.MORE)).response
    assert EN("menu.grey.follow", card="K♦", suit="♦") in texts_of(menu)


async def test_the_result_of_a_deal_stands_in_both_hands_with_the_last_trick(tmp_path: Path) -> None:
    async with card_world(tmp_path, seed=4, fair=True, cut_seconds=20) as cards:
        world = cards.world
        table = await cards.sit_down(world.alice, world.bruno, cut=True)

        async def over() -> bool:
            game = (await cards.view(table)).game
            return game is not None and game.scored is not None and game.outcome is None

        await cards.cut(table)
        await cards.play(table, until=over)
        game = await cards.game(table)
        assert game.scored is not None
        winner, loser = (world.alice, world.bruno) if game.scored.seat.index == 0 else (world.bruno, world.alice)
        takes, loses = first_line(cards.held(winner.name)), first_line(cards.held(loser.name))
        assert takes.startswith("You ")
        assert loses.startswith(("Alice ", "Bruno "))
        for person in (winner, loser):
            hand = cards.held(person.name)
            assert len(hand.attachments) == 1, "the last trick"
            for card in (game.tricks[-1].lead, game.tricks[-1].reply):
                assert card is not None
                assert formatting.card_name(EN, card) in alts_of(hand)[0]
            assert "**" in texts_of(hand), "the score"
        await cards.cut(table)
        for person, head in ((winner, takes), (loser, loses)):
            first, second = world.dms(person)
            assert head in texts_of(first), "and in one line, once the next deal is on"
            assert head in texts_of(second), "and in the new hand, until its first card"


async def expect_all_said(cards: CardWorld, table: int, person: simcord.MemberActor) -> None:
    """Fails if the picture of a hand shows a card that the words of the message do not name."""
    view = await cards.view(table)
    if view.status is not Status.PLAYING:
        return
    hand, shown = await lookup.hand(cards.room.tables, table, person.id), cards.held(person.name)
    (alt,) = alts_of(shown)
    game = hand.view.public
    trick = game.tricks[-1] if game.tricks else None
    held = alt.partition(EN("hand.alt.cards", cards="|").partition("|")[0])[2]
    for card in hand.view.places:
        if card is not None:
            assert formatting.card_name(EN, card) in held
    for card in () if trick is None else (trick.lead, trick.reply):
        assert card is None or formatting.card_name(EN, card) in alt
    if trick is not None and trick.winner is not None:
        mine = trick.winner is hand.view.seat
        other = view.person(hand.view.seat.other).name
        assert (EN("hand.took.mine") if mine else EN("hand.took.theirs", other=other)) in alt
    for place in cards.room.app.drafts.of(table, person.id, view.decision):
        card = hand.view.places[place]
        assert card is not None
        assert formatting.card_name(EN, card) in alt.partition(EN("hand.alt.picked", cards="|").partition("|")[0])[2]
    if game.trump is not None:
        assert EN("hand.alt.trump", suit=formatting.suit_name(EN, game.trump)) in alt
    if game.turn_up is not None and game.phase is not Phase.PLAY:
        assert EN("hand.alt.turned", card=formatting.card_name(EN, game.turn_up)) in alt


async def test_no_fact_stands_in_a_picture_alone(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    picked = 0
    for _ in range(400):
        for person in (world.alice, world.bruno):
            await expect_all_said(cards, table, person)
        if (await cards.view(table)).status is not Status.PLAYING:
            break
        person, _other = await cards.mover(table)
        hand = cards.held(person.name)
        if Verb.CHOOSE_DISCARDS in verbs_of(hand):
            await cards.does(person.name, Verb.CHOOSE_DISCARDS)
            await expect_all_said(cards, table, person)
            picked += 1
        said = next((verb for verb in (Verb.PROPOSE, Verb.GIVE) if verb in verbs_of(hand)), None)
        if said is not None and cards.chance.random() < 0.7:
            await cards.does(person.name, said)
        else:
            await cards.act(person, cards.held(person.name))
    assert picked


async def test_text_alone_says_the_same_without_a_picture(cards: CardWorld, table: int) -> None:
    bruno = cards.world.bruno
    await cards.room.people.profiles.prefer(bruno.id, Preferences(text_only=True))
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    await cards.pick("bruno", 0)
    hand = cards.held("bruno")
    assert hand.attachments == []
    for card in ["7♣", "K♦", "8♥", "Q♦", "K♥"]:
        assert f"**{card}**" in texts_of(hand)
    assert EN("hand.alt.picked", cards="7♣") in texts_of(hand)
    assert cards.held("alice").attachments
