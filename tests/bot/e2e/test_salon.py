"""A salon by clicks: no card is grey; errors are taken back, called, or let stand; no button gives them away."""

from __future__ import annotations

from typing import Any

import pytest

from bot.adapter.custom_ids import Verb
from bot.tables import archive
from bot.tables.state.waiting import WaitKind
from ecarte.game import CardTakenBack, ErrorCalled, KingTakenBack, SuitRequired
from ecarte.notation import read
from tests.support.cardroom import EN, CardWorld
from tests.support.packs import stacked_pack
from tests.support.shown import components_of, private_answer, texts_of, verbs_of

ALICE = "KS QS 9H 8H AC"
BRUNO = "7H TD JC 9C 8D"


async def salon(cards: CardWorld, **options: object) -> int:
    """Seats Alice and Bruno at a salon table. Bruno deals, so that Alice is the elder."""
    cards.house.cuts.append("7H KS")
    cards.house.packs.append(stacked_pack(elder=ALICE, dealer=BRUNO, turn_up="7C"))
    return await cards.sit_down(cards.world.alice, cards.world.bruno, manners="salon", **options)


async def plays(cards: CardWorld, name: str, card: str) -> None:
    """A person plays a card, by its label."""
    hand = cards.held(name)
    label = card.replace("T", "10").translate({ord("S"): "♠", ord("H"): "♥", ord("D"): "♦", ord("C"): "♣"})
    (found,) = [
        part["custom_id"] for part in components_of(hand) if part.get("label") == label and not part.get("disabled")
    ]
    await cards.named(name).user.click(hand, custom_id=found)


async def calls(cards: CardWorld, name: str, argument: str) -> Any:
    """A person opens the list of errors and calls one: `revoke.again`, `king.score`."""
    menu = (await cards.does(name, Verb.CALL)).response
    (found,) = [custom_id for custom_id in verbs_of(menu)[Verb.CALL] if custom_id.endswith(f":{argument}")]
    return await cards.named(name).user.click(menu, custom_id=found)


async def gives_up(cards: CardWorld, name: str, verb: Verb) -> None:
    """A person gives up the hand or resigns the game, and is sure."""
    who = cards.named(name).user
    menu = (await cards.does(name, Verb.MORE)).response
    assert menu is not None
    for _ in range(2):
        await who.click(menu, custom_id=verbs_of(await cards.again(menu))[verb][0])


async def refuse(cards: CardWorld) -> None:
    """Alice proposes, and Bruno refuses."""
    await cards.does("alice", Verb.PROPOSE)
    await cards.does("bruno", Verb.REFUSE)


async def test_the_challenge_says_in_a_line_what_a_salon_is(cards: CardWorld) -> None:
    message = await cards.challenge(cards.world.alice, cards.world.bruno, manners="salon")
    assert EN("challenge.salon") in texts_of(message)


async def test_nothing_is_greyed_out_and_nothing_reveals_who_has_the_king(cards: CardWorld) -> None:
    await salon(cards)
    assert Verb.KING in verbs_of(cards.held("alice"))
    assert Verb.KING in verbs_of(cards.held("bruno"))
    assert EN("hand.king", crown="👑") not in texts_of(cards.held("bruno"))
    await refuse(cards)
    await plays(cards, "alice", "9H")
    assert len(verbs_of(cards.held("bruno"))[Verb.PLAY]) == 5


async def test_a_hand_looks_the_same_after_an_error_and_after_none(cards: CardWorld) -> None:
    shown = []
    table = await salon(cards)
    await refuse(cards)
    for reply in ("7H", "TD"):
        await plays(cards, "alice", "9H")
        await plays(cards, "bruno", reply)
        shown.append({name: list(verbs_of(cards.held(name))) for name in ("alice", "bruno")})
        await cards.does("alice", Verb.CALL)
        if reply == "7H":
            refused = await calls(cards, "alice", "revoke.again")
            assert private_answer(refused) == EN("rule.no-revoke-seen")
            again = await cards.does("bruno", Verb.TAKE_BACK)
            assert private_answer(again) == EN("rule.only-to-mend-a-reply")
            break
    view = await cards.view(table)
    assert view.game is not None
    assert len(shown) == 1
    assert Verb.TAKE_BACK in shown[0]["bruno"]


async def test_a_game_with_six_remedies(cards: CardWorld) -> None:
    table = await salon(cards)
    cards.house.packs.append(stacked_pack(elder="KH QH 9D 8D AS", dealer="7D TH JS 9S 8H", turn_up="7S"))
    await refuse(cards)
    # Law 41: Alice names hearts and leads a spade.
    menu = (await cards.does("alice", Verb.MORE)).response
    (hearts,) = [custom_id for custom_id in verbs_of(menu)[Verb.NAME_SUIT] if custom_id.endswith(":H")]
    await cards.world.alice.user.click(menu, custom_id=hearts)
    assert "names" in texts_of(await cards.table(table))
    await plays(cards, "alice", "KS")
    await cards.does("bruno", Verb.REQUIRE_SUIT)
    await plays(cards, "alice", "9H")
    # Law 39: Bruno revokes, and saves it.
    await plays(cards, "bruno", "TD")
    await cards.does("bruno", Verb.TAKE_BACK)
    await plays(cards, "bruno", "7H")
    # Law 43: a player does not trump, and then shows that it was possible; the hands are played again.
    await plays(cards, "alice", "8H")
    await plays(cards, "bruno", "8D")
    await plays(cards, "alice", "KS")
    await plays(cards, "bruno", "JC")
    await calls(cards, "alice", "revoke.again")
    assert EN.count("salon.again", 1) in texts_of(await cards.table(table))
    # Law 40: Bruno leads out of turn, and takes it up.
    await plays(cards, "bruno", "9C")
    await cards.does("bruno", Verb.TAKE_BACK)
    for lead, reply in (("KS", "JC"), ("9C", "AC"), ("QS", "8D"), ("9H", "7H"), ("8H", "TD")):
        first, second = ("bruno", "alice") if lead == "9C" else ("alice", "bruno")
        await plays(cards, first, lead)
        await plays(cards, second, reply)
    assert EN("salon.stood", who="Alice") not in texts_of(await cards.table(table))
    await cards.does("alice", Verb.LET_STAND)
    assert EN("salon.stood", who="Alice") in texts_of(await cards.table(table))
    await cards.does("bruno", Verb.LET_STAND)
    # Law 25: Bruno announces a king without having it, and Alice calls it when the hand is thrown up (Law 42).
    await cards.does("bruno", Verb.KING)
    await plays(cards, "bruno", "AS")
    await plays(cards, "alice", "JS")
    await gives_up(cards, "bruno", Verb.ABANDON)
    await calls(cards, "alice", "king.score")
    for name in ("alice", "bruno"):
        await cards.does(name, Verb.LET_STAND)
    await cards.world.restart(crash=True)
    await gives_up(cards, "alice", Verb.RESIGN)
    text = await archive.record(cards.room.tables, table, 1)
    kinds = {type(event) for event in read(text).events}
    assert kinds >= {CardTakenBack, ErrorCalled, SuitRequired}
    assert KingTakenBack not in kinds
    assert "calls the king for score" in text


async def test_an_error_that_is_not_called_stands_when_its_time_is_up(cards: CardWorld) -> None:
    table = await salon(cards)
    await refuse(cards)
    await plays(cards, "alice", "9H")
    await plays(cards, "bruno", "TD")
    await gives_up(cards, "alice", Verb.ABANDON)
    view = await cards.view(table)
    assert WaitKind.ERRORS in view.waits
    assert Verb.CALL in verbs_of(cards.held("alice"))
    await cards.world.restart(crash=True)
    await cards.world.pass_time(46)
    view = await cards.view(table)
    assert view.game is not None
    assert (WaitKind.ERRORS in view.waits, view.game.number) == (False, 2)


@pytest.mark.law(54)
async def test_the_galerie_points_out_an_error_in_the_score_and_names_nothing(cards: CardWorld) -> None:
    table = await salon(cards, stake=20)
    chloe, david = cards.world.chloe, cards.world.david
    await cards.fill(chloe, await cards.table(table), Verb.BET, "10")
    await cards.fill(david, await cards.table(table), Verb.BET, "10", 1)
    await cards.deal(table)
    await refuse(cards)
    await plays(cards, "alice", "9H")
    await plays(cards, "bruno", "TD")
    await gives_up(cards, "alice", Verb.ABANDON)
    cards.come("emma")
    refused = await cards.intrude(cards.named("emma"), table, Verb.REMARK)
    assert private_answer(refused) == EN("problem.not_a_backer")
    await cards.press(chloe, await cards.table(table), Verb.REMARK)
    line = EN.count("salon.remarked", 1, names="Chloé")
    assert line in texts_of(await cards.table(table))
    assert line in texts_of(cards.held("alice"))


@pytest.mark.law(53)
async def test_at_an_english_salon_no_one_points_out_an_error(cards: CardWorld) -> None:
    table = await salon(cards, stake=20, style="english")
    await cards.fill(cards.world.chloe, await cards.table(table), Verb.BET, "10")
    await cards.deal(table)
    await refuse(cards)
    await plays(cards, "alice", "9H")
    await plays(cards, "bruno", "TD")
    await gives_up(cards, "alice", Verb.ABANDON)
    assert Verb.REMARK not in verbs_of(await cards.more(cards.world.chloe, table))
