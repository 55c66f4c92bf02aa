"""The king of trumps, which its holder announces or conceals (Laws 23, 24, 47), and discards by buttons or a form."""

from __future__ import annotations

from dataclasses import replace

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.adapter.formatting import plain_card
from bot.tables import lookup
from bot.texts import Language
from ecarte.game import Phase, Seat
from tests.support.cardroom import EN, CardWorld
from tests.support.packs import stacked_pack
from tests.support.shown import private_answer, texts_of, verbs_of

ELDER_HAS_THE_KING = stacked_pack(
    elder="KH QS JS AS TS", dealer="QD JD AD TD 9D", turn_up="7H", talon="7S 8S 7C 8C 9C TC"
)
DEALER_HAS_THE_KING = stacked_pack(
    elder="QS JS AS TS 9S", dealer="KH JD AD TD 9D", turn_up="7H", talon="7S 8S 7C 8C 9C TC"
)
NAMES_THE_KING = ("K♥", EN("card.name", rank=EN("rank.K"), suit=EN("suit.H")))


def _tells_of_the_king(text: str) -> bool:
    return any(name in text for name in NAMES_THE_KING)


async def _public(cards: CardWorld, table: int) -> str:
    return texts_of(await cards.table(table))


async def test_the_elder_hand_marks_the_king_before_leading(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(ELDER_HAS_THE_KING)
    assert not _tells_of_the_king(await _public(cards, table))
    hand = cards.held("bruno")
    assert EN("hand.king", crown="👑") in texts_of(hand)
    await cards.press(world.bruno, hand, Verb.KING)
    assert EN("table.king.now", crown="👑", who="Bruno", a=0, b=1) in await _public(cards, table)
    shown = cards.held("bruno")
    assert Verb.KING not in verbs_of(shown), "it is marked once"
    assert Verb.PLAY in verbs_of(shown), "and the turn has not passed"
    game = await cards.game(table)
    assert game.score == (0, 1)


async def test_the_elder_hand_who_leads_the_king_may_still_mark_it_out_of_turn(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(ELDER_HAS_THE_KING)
    await cards.does("bruno", Verb.PLAY, 0)
    waiting = cards.held("bruno")
    assert Verb.PLAY not in verbs_of(waiting)
    await cards.press(world.bruno, waiting, Verb.KING)
    game = await cards.game(table)
    assert (game.turn, game.score) == (Seat.NORTH, (0, 1))


@pytest.mark.law(24)
async def test_once_the_king_is_played_to_it_is_too_late(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(ELDER_HAS_THE_KING)
    await cards.does("bruno", Verb.PLAY, 0)
    old = cards.snapshot(cards.held("bruno"))
    await cards.does("alice", Verb.PLAY)
    assert Verb.KING not in verbs_of(cards.held("bruno"))
    assert private_answer(await cards.press_late(world.bruno, old, Verb.KING)) == EN("rule.king-too-late")
    game = await cards.game(table)
    assert game.score == (0, 0)


async def test_the_dealer_may_mark_the_king_until_the_first_card_and_the_public_reads_nothing_before(
    cards: CardWorld,
) -> None:
    world = cards.world
    table = await cards.sit_down_to(DEALER_HAS_THE_KING)
    assert Verb.KING in verbs_of(cards.held("alice")), "out of turn"
    await cards.does("bruno", Verb.PLAY, 0)
    assert not _tells_of_the_king(await _public(cards, table))
    hand = cards.held("alice")
    await cards.press(world.alice, hand, Verb.KING)
    assert EN("table.king.now", crown="👑", who="Alice", a=1, b=0) in await _public(cards, table)
    assert Verb.PLAY in verbs_of(cards.held("alice"))


@pytest.mark.law(22)
async def test_a_king_turned_up_is_marked_at_once_for_the_dealer(cards: CardWorld) -> None:
    table = await cards.sit_down_to(stacked_pack(elder="QS JS AS TS 9S", dealer="QD JD AD TD 9D", turn_up="KH"))
    game = await cards.game(table)
    assert game.score == (1, 0)
    assert EN("table.king.turned.now", crown="👑", who="Alice", a=1, b=0) in await _public(cards, table)
    assert Verb.KING not in verbs_of(cards.held("alice"))


async def test_cards_are_picked_first_and_go_only_when_confirmed(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(DEALER_HAS_THE_KING)
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    hand = cards.held("bruno")
    assert Verb.DISCARD not in verbs_of(hand), "one card at least: nothing to confirm yet"
    await cards.pick("bruno", 1, 3)
    picked = cards.held("bruno")
    assert EN.count("hand.discard.confirm", 2) in texts_of(picked)
    before = (await lookup.hand(cards.room.tables, table, world.bruno.id)).view
    assert before.public.phase is Phase.ELDER_DISCARD
    await cards.pick("bruno", 0)
    await cards.does("bruno", Verb.DISCARD)
    assert EN("table.turn.discard.dealer", other="Bruno", who="Alice", n=3) in await _public(cards, table)

    dealer = cards.held("alice")
    assert EN("hand.discard.none") in texts_of(dealer), "the dealer may keep the hand"
    await cards.pick("alice", 4)
    await cards.does("alice", Verb.DISCARD)
    after = (await lookup.hand(cards.room.tables, table, world.bruno.id)).view
    assert EN("table.fact.exchanged", elder="Bruno", dealer="Alice", n=3, m=1) in await _public(cards, table)
    assert [new is old for new, old in zip(after.places, before.places, strict=True)] == [
        False,
        False,
        True,
        False,
        True,
    ]


async def test_picks_that_are_lost_at_a_restart_are_picked_again_without_harm(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(DEALER_HAS_THE_KING)
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    await cards.pick("bruno", 1, 3)
    await world.restart(crash=True)
    forgotten = cards.held("bruno")
    assert Verb.DISCARD not in verbs_of(forgotten)
    assert Verb.CHOOSE_DISCARDS in verbs_of(forgotten)
    await cards.pick("bruno", 1, 3)
    await cards.does("bruno", Verb.DISCARD)
    assert EN("table.turn.discard.dealer", other="Bruno", who="Alice", n=2) in await _public(cards, table)


async def test_a_confirmation_that_crosses_a_restart_still_counts(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(DEALER_HAS_THE_KING)
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    await cards.pick("bruno", 1, 3)
    old = cards.snapshot(cards.held("bruno"))
    await world.restart(crash=True)
    await cards.press_late(world.bruno, old, Verb.DISCARD)
    assert EN("table.turn.discard.dealer", other="Bruno", who="Alice", n=2) in await _public(cards, table)


async def test_a_pick_for_an_earlier_decision_is_refused(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down_to(DEALER_HAS_THE_KING)
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    await cards.pick("bruno", 1)
    old = cards.snapshot(cards.held("bruno"))
    await cards.does("bruno", Verb.DISCARD)
    assert private_answer(await cards.press_late(world.bruno, old, Verb.CHOOSE_DISCARDS)) == EN("problem.stale")
    game = await cards.game(table)
    assert game.phase is Phase.DEALER_DISCARD


# ---------------------------------------------------------------- the form, for those who prefer it


async def _prefers_boxes(cards: CardWorld, person: simcord.MemberActor) -> None:
    people = cards.room.people.profiles
    await people.prefer(person.id, replace((await people.profile(person.id)).preferences, boxes=True))


async def _elder_discards(cards: CardWorld) -> int:
    """Bruno, who prefers the form, is about to exchange cards. Returns the table's id."""
    await cards.room.people.profiles.mark_seen(cards.world.bruno.id, "Bruno", Language.ENGLISH)
    await _prefers_boxes(cards, cards.world.bruno)
    table = await cards.sit_down_to(DEALER_HAS_THE_KING)
    await cards.does("bruno", Verb.PROPOSE)
    await cards.does("alice", Verb.GIVE)
    return table


async def test_cards_are_discarded_by_checkboxes_in_one_form(cards: CardWorld) -> None:
    world = cards.world
    table = await _elder_discards(cards)
    hand = cards.held("bruno")
    assert Verb.CHOOSE_DISCARDS not in verbs_of(hand)
    before = (await lookup.hand(cards.room.tables, table, world.bruno.id)).view
    form = await cards.press(world.bruno, hand, Verb.DISCARD)
    assert form.modal is not None
    (group,) = [label["component"] for label in form.modal["components"]]
    assert (group["min_values"], group["max_values"]) == (1, 5)
    named = {option["value"]: option["label"] for option in group["options"]}
    assert named == {str(place): plain_card(EN, card) for place, card in enumerate(before.places) if card is not None}
    await world.bruno.user.submit_modal(form, {"places": ["1", "3"]})
    assert EN("table.turn.discard.dealer", other="Bruno", who="Alice", n=2) in await _public(cards, table)
    assert Verb.CHOOSE_DISCARDS in verbs_of(cards.held("alice")), "the other player still picks by buttons"


async def test_no_id_of_the_form_names_a_card_and_no_one_else_opens_it(cards: CardWorld) -> None:
    world = cards.world
    table = await _elder_discards(cards)
    hand = cards.held("bruno")
    (custom_id,) = verbs_of(hand)[Verb.DISCARD]
    form = await cards.press(world.bruno, hand, Verb.DISCARD)
    assert form.modal is not None
    ids = [custom_id, form.modal["custom_id"], form.modal["components"][0]["component"]["custom_id"]]
    assert [one for one in ids if one.rpartition(":")[2] not in ("ask", "", "places")] == []
    for stranger, problem in ((world.alice, "stale"), (world.chloe, "not_a_player")):
        refused = await cards.forge(stranger, cards.snapshot(await cards.table(table)), custom_id)
        assert refused.modal is None
        assert private_answer(refused) == EN(f"problem.{problem}")


async def test_a_form_of_an_earlier_decision_discards_nothing(cards: CardWorld) -> None:
    world = cards.world
    table = await _elder_discards(cards)
    hand = cards.held("bruno")
    first, second = [await cards.press(world.bruno, hand, Verb.DISCARD) for _ in range(2)]
    await world.bruno.user.submit_modal(first, {"places": ["0"]})
    late = await world.bruno.user.submit_modal(second, {"places": ["4"]})
    assert private_answer(late) == EN("problem.stale")
    assert EN("table.turn.discard.dealer", other="Bruno", who="Alice", n=1) in await _public(cards, table)
