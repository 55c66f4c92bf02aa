"""With the default settings no deal waits for a cut. A player who likes chooses beforehand where to cut."""

from __future__ import annotations

import pytest

from bot.adapter.custom_ids import Verb
from bot.config import Settings
from bot.tables.events.fair_events import CutChosen, PackMade
from bot.tables.events.table_events import TableEvent, decode
from ecarte.game import Seat
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of

FAIR = pytest.mark.parametrize("cards", [{"fair": True}], indirect=True)


CUT_S = 30
"""Longer than the time that the simulated Discord lets pass while it waits for the bot."""
PAUSE = pytest.mark.parametrize("cards", [{"fair": True, "cut_seconds": CUT_S}], indirect=True)


async def log_of(cards: CardWorld, table: int) -> list[TableEvent]:
    """Returns everything that happened at a table."""
    loaded = await cards.room.database.tables.load(table)
    assert loaded is not None
    return [decode(event.type, event.version, event.data) for event in loaded[1]]


@FAIR
async def test_the_cards_are_in_both_hands_once_both_have_pressed_deal(cards: CardWorld) -> None:
    assert cards.room.app.settings.cut_seconds == Settings().cut_seconds
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await cards.bet(world.chloe, table, Seat.NORTH, 25)
    before = cards.room.now
    await cards.deal(table)
    assert (await cards.game(table)).number == 1
    assert cards.room.now - before < 1_000
    for name in ("alice", "bruno"):
        assert cards.held(name).attachments


@FAIR
@pytest.mark.law(3)
async def test_a_cut_is_chosen_by_a_form_on_the_page_of_the_fair_deal_and_counts(cards: CardWorld) -> None:
    world = cards.world
    challenge = await cards.challenge(world.alice, world.bruno)
    for person, place in ((world.alice, "7"), (world.bruno, "30")):
        page = (await cards.press(person, challenge, Verb.FAIR)).response
        assert page is not None
        for wrong in ("1", "31", "x"):
            form = await person.click(page, label=EN("fair.choose"))
            assert private_answer(await person.submit_modal(form, {"place": wrong})) == EN(
                "problem.bad_cut", least=2, most=30
            )
        form = await person.click(page, label=EN("fair.choose"))
        await person.submit_modal(form, {"place": place})
        assert EN("fair.chosen.you") in texts_of(await cards.again(page))
    await cards.press(world.bruno, challenge, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    (made,) = [event for event in await log_of(cards, row.id) if isinstance(event, PackMade)]
    assert (made.by, made.place) in {(world.alice.id, 7), (world.bruno.id, 30)}
    theirs = (await cards.press(world.chloe, await cards.table(row.id), Verb.FAIR)).response
    assert Verb.FAIR not in verbs_of(theirs), "a bystander chooses nothing"
    page = (await cards.press(world.alice, await cards.table(row.id), Verb.FAIR)).response
    assert page is not None
    form = await world.alice.click(page, label=EN("fair.choose"))
    await world.alice.submit_modal(form, {"place": ""})
    assert EN("fair.chosen.you") not in texts_of(await cards.again(page))
    assert (await log_of(cards, row.id))[-1] == CutChosen(world.alice.id, None)


@PAUSE
async def test_a_challenge_may_ask_for_the_cut_and_says_so(cards: CardWorld) -> None:
    world = cards.world
    challenge = await cards.challenge(world.alice, world.bruno, cut=True)
    assert EN("challenge.cut") in texts_of(challenge)
    await cards.press(world.bruno, challenge, Verb.ACCEPT)
    (row,) = await cards.room.database.tables.open_of(world.alice.id)
    assert (await cards.view(row.id)).to_cut is not None
    await world.pass_time(CUT_S + 1)
    assert (await cards.game(row.id)).number == 1


@PAUSE
@pytest.mark.parametrize(("options", "waits"), [({}, True), ({"cut": False}, False)], ids=["usual", "without"])
async def test_a_salon_table_waits_for_the_cut_unless_the_challenge_says_otherwise(
    cards: CardWorld, options: dict[str, bool], waits: bool
) -> None:
    table = await cards.sit_down(cards.world.alice, cards.world.bruno, manners="salon", **options)
    assert ((await cards.view(table)).to_cut is not None) is waits
