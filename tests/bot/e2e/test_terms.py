"""The form **Terms** of a challenge: what it shows and changes, what it refuses, and who may accept which terms."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.tables.actions import seating
from bot.tables.problems import Refused
from bot.tables.state.table_state import Status
from bot.tables.terms import ChallengeOptions
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Dialect, Manners, NextDeal, Stakes
from ecarte.table import PoolForm
from ecarte.table.stakes import Style
from tests.support.cardroom import EN, FR, CardWorld
from tests.support.shown import MessageLike, arguments_of, private_answer, texts_of, verbs_of
from tests.support.terms import changed, fields_of, open_terms, set_terms, shown_in

WAITS = pytest.mark.parametrize("cards", [{"fair": True, "cut_seconds": 30}], indirect=True)


async def challenged(cards: CardWorld, **options: Any) -> simcord.InteractionResult:
    """Alice challenges Bruno."""
    return await cards.world.alice.slash(cards.world.channel, "ecarte challenge", member=cards.world.bruno, **options)


async def table_of(cards: CardWorld) -> TableView:
    """The one table that Alice has opened."""
    (row,) = await cards.room.database.tables.open_of(cards.world.alice.id)
    return await cards.view(row.id)


async def public(cards: CardWorld, challenge: simcord.InteractionResult) -> MessageLike:
    """The message of the challenge as it is now."""
    assert challenge.response is not None
    return await cards.again(challenge.response)


# ---------------------------------------------------------------- what it does


async def test_the_challenger_changes_the_terms_where_the_challenge_stands(cards: CardWorld) -> None:
    world = cards.world
    challenge = await challenged(cards, stake=50)
    answer = await set_terms(world.alice, challenge, style="english", count="single-double-treble", rules="short")
    table, message = await table_of(cards), await public(cards, challenge)
    rules = table.terms.rules
    assert (table.terms.stake, table.terms.style) == (50, Style.ENGLISH)
    assert (rules.stakes, rules.dialect, rules.next_deal) == (
        Stakes.SINGLE_DOUBLE_TREBLE,
        Dialect.SHORT,
        NextDeal.CUT_FOR_RUBBER,
    )
    for line in (
        "50 chips · first to 5 · 60 s a move",
        "double and treble games",
        "Others can bet.",
        EN("challenge.changed"),
    ):
        assert line in texts_of(message)
    assert len(world.channel.history(viewer=world.david)) == 1, "it is the same message"
    assert answer.response is not None
    assert EN("challenge.terms.set") in texts_of(answer.response)
    assert {Verb.TERMS, Verb.CANCEL} <= set(verbs_of(answer.response)), "the terms can be changed again"
    await cards.press(world.bruno, message, Verb.ACCEPT)
    assert (await table_of(cards)).status is Status.PLAYING
    assert (await table_of(cards)).terms == table.terms


async def test_the_form_shows_the_present_terms_and_submitting_it_unchanged_changes_nothing(cards: CardWorld) -> None:
    challenge = await challenged(cards)
    await set_terms(cards.world.alice, challenge, rubber=5, deal="fresh-cut", hints=True)
    before = await table_of(cards)
    assert (before.terms.rubber, before.terms.rules.next_deal, before.terms.hints) == (5, NextDeal.FRESH_CUT, True)
    form = await open_terms(cards.world.alice, challenge.followups[-1])
    assert form.modal is not None
    shown = shown_in(form.modal)
    assert (shown["rubber"], shown["deal"], shown["agreed"]) == ("5", "fresh-cut", ["hints"])
    await cards.world.alice.submit_modal(form, shown)
    assert (await table_of(cards)).version == before.version


@pytest.mark.parametrize("form", PoolForm)
async def test_an_open_challenge_becomes_a_pool(cards: CardWorld, form: PoolForm) -> None:
    world = cards.world
    pool = await cards.challenge(world.alice, pool=form.value, stake=20)
    assert (await table_of(cards)).terms.pool is form
    assert EN("pool.in", people="**Alice**", n=1, m=3) in texts_of(pool)
    await cards.press(world.bruno, pool, Verb.ACCEPT)
    assert EN("pool.in", people="**Alice** and **Bruno**", n=2, m=3) in texts_of(await cards.again(pool))


@WAITS
async def test_a_salon_table_waits_for_the_cut_until_its_box_is_taken_off(cards: CardWorld) -> None:
    challenge = await challenged(cards)
    await set_terms(cards.world.alice, challenge, manners="salon")
    table = await table_of(cards)
    assert table.terms.rules.manners is Manners.SALON
    assert table.terms.cut_ms == 30_000
    await set_terms(cards.world.alice, challenge, cut=False)
    table = await table_of(cards)
    assert table.terms.rules.manners is Manners.SALON
    assert not table.terms.cut_ms


# ---------------------------------------------------------------- what it offers


async def test_a_member_who_is_challenged_is_offered_no_pool(cards: CardWorld) -> None:
    for member, pools in ((cards.world.bruno, False), (None, True)):
        given = {} if member is None else {"member": member}
        challenge = await cards.world.alice.slash(cards.world.channel, "ecarte challenge", **given)
        form = await open_terms(cards.world.alice, challenge.followups[-1])
        assert form.modal is not None
        assert ("pool-all" in fields_of(form.modal, "others")) is pools


@pytest.mark.parametrize(
    ("cards", "waits"),
    [({"fair": True, "cut_seconds": 30}, True), ({"fair": True, "cut_seconds": 0}, False)],
    indirect=["cards"],
)
async def test_the_cut_is_offered_where_deals_wait_for_it(cards: CardWorld, *, waits: bool) -> None:
    form = await open_terms(cards.world.alice, (await challenged(cards)).followups[-1])
    assert form.modal is not None
    assert ("cut" in fields_of(form.modal, "agreed")) is waits


# ---------------------------------------------------------------- what it refuses


CONTRADICTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "hints at a salon table": ({"hints": True, "manners": "salon"}, "problem.no_salon_hints"),
    "a cut for every rubber without one": ({"deal": "fresh-cut-for-rubber"}, "problem.cut_needs_rubber"),
    "a pool with a rubber": ({"pool": "all", "rubber": 3}, "problem.pool_alone"),
    "a pool with hints": ({"pool": "engaged", "hints": True}, "problem.pool_alone"),
    "a pool without a stake": ({"pool": "all"}, "problem.pool_needs_stake"),
}


@pytest.mark.parametrize("words", [EN, FR], ids=["English", "French"])
@pytest.mark.parametrize(("terms", "key"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
async def test_terms_that_contradict_each_other_change_nothing_and_lose_no_choice(
    cards: CardWorld, terms: dict[str, Any], key: str, words: Words
) -> None:
    world = cards.world
    world.speaks(world.alice, words.language.value)
    challenge = await world.alice.slash(world.channel, "ecarte challenge")
    refused = await set_terms(world.alice, challenge, rules="short", **terms)
    assert refused.response is not None
    assert words(key) in texts_of(refused.response)
    assert words("challenge.terms.kept", button=words("challenge.terms")) in texts_of(refused.response)
    assert (await table_of(cards)).terms_changes == 0
    again = await open_terms(world.alice, refused.response)
    assert again.modal is not None
    shown = shown_in(again.modal)
    assert shown == changed(shown, {"rules": "short", **terms})
    mended = changed(shown, {"style": "french", "rubber": 3, "hints": False, "manners": "guided"})
    await world.alice.submit_modal(again, mended)
    assert (await table_of(cards)).terms.rules.dialect is Dialect.SHORT


async def test_terms_that_were_not_read_cannot_be_accepted(cards: CardWorld) -> None:
    world = cards.world
    challenge = await challenged(cards)
    old = cards.snapshot(await public(cards, challenge))
    await set_terms(world.alice, challenge, manners="salon")
    late = await cards.press_late(world.bruno, old, Verb.ACCEPT)
    assert private_answer(late) == EN("problem.terms_changed", name="Alice")
    assert (await table_of(cards)).status is Status.CHALLENGE
    await cards.press(world.bruno, await public(cards, challenge), Verb.ACCEPT)
    assert (await table_of(cards)).status is Status.PLAYING


async def test_terms_that_are_agreed_stay(cards: CardWorld) -> None:
    world = cards.world
    challenge = await challenged(cards)
    (pressed,) = arguments_of(challenge.followups[-1], Verb.TERMS).values()
    await cards.press(world.bruno, await public(cards, challenge), Verb.ACCEPT)
    late = await cards.forge(world.alice, cards.snapshot(await public(cards, challenge)), pressed)
    assert private_answer(late) == EN("problem.terms_agreed")


async def test_terms_of_a_pool_that_a_member_has_joined_stay(cards: CardWorld) -> None:
    world = cards.world
    challenge = await world.alice.slash(world.channel, "ecarte challenge", stake=20)
    await set_terms(world.alice, challenge, pool="all")
    await cards.press(world.bruno, await public(cards, challenge), Verb.ACCEPT)
    refused = await open_terms(world.alice, challenge.followups[-1])
    assert private_answer(refused) == EN("problem.terms_agreed")


async def test_the_terms_of_a_challenge_change_twenty_times_at_most(cards: CardWorld) -> None:
    challenge = await challenged(cards)
    table = await table_of(cards)
    for rubber in (3, 1) * 10:
        options = ChallengeOptions(rubber=rubber)
        await seating.change_terms(cards.room.tables, table.id, cards.world.alice.id, options)
    before = await table_of(cards)
    assert before.terms_changes == 20
    refused = await open_terms(cards.world.alice, challenge.followups[-1])
    assert private_answer(refused) == EN("problem.terms_often", most=20)
    with pytest.raises(Refused):
        await seating.change_terms(cards.room.tables, table.id, cards.world.alice.id, ChallengeOptions(hints=True))
    assert await table_of(cards) == before


async def test_only_the_challenger_changes_the_terms(cards: CardWorld) -> None:
    world = cards.world
    challenge = await challenged(cards)
    table = await table_of(cards)
    (pressed,) = arguments_of(challenge.followups[-1], Verb.TERMS).values()
    message = cards.snapshot(await public(cards, challenge))
    for stranger in (world.bruno, world.chloe):
        refused = await cards.forge(stranger, message, pressed)
        assert private_answer(refused) == EN("problem.not_challenger", name="Alice")
    assert (await table_of(cards)).terms == table.terms


async def test_a_forged_choice_is_refused(cards: CardWorld) -> None:
    world = cards.world
    challenge = await challenged(cards)
    message = cards.snapshot(await public(cards, challenge))
    (pressed,) = arguments_of(challenge.followups[-1], Verb.TERMS).values()
    for forged in ("french.cavendish.2.usual.", "french.cavendish.1.usual", "x", "french.cavendish.1.usual.aces"):
        refused = await cards.forge(world.alice, message, f"{pressed}{forged}")
        assert private_answer(refused) == EN("problem.stale")


async def test_a_restart_keeps_changed_terms(cards: CardWorld) -> None:
    challenge = await challenged(cards)
    await set_terms(cards.world.alice, challenge, hints=True)
    table = await table_of(cards)
    await cards.world.restart(crash=True)
    assert (await table_of(cards)).terms == table.terms
    assert (await table_of(cards)).terms_changes == 1
