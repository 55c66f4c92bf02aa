"""A hand that is given up, by clicks: the backers are asked one by one, and one of them plays it out (Law 54)."""

from __future__ import annotations

from bot.adapter.custom_ids import Verb
from bot.tables import archive
from bot.tables.state.table import Status
from tests.support.cardroom import EN, CardWorld
from tests.support.shown import private_answer, texts_of, verbs_of


async def resigned(cards: CardWorld) -> int:
    """Chloé (20) and David (40) back Bruno, who resigns; Emma covers them."""
    world = cards.world
    (emma,) = cards.come("emma")
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    for person, amount, index in ((world.chloe, "20", 1), (world.david, "40", 1), (emma, "60", 0)):
        await cards.fill(person, await cards.table(table), Verb.BET, amount, index)
    await cards.deal(table)
    mine = await cards.my_hand(world.bruno, table)
    menu = (await cards.press(world.bruno, mine, Verb.MORE)).response
    assert menu is not None
    sure = (await cards.press(world.bruno, menu, Verb.RESIGN)).response
    assert sure is not None
    await cards.press(world.bruno, await cards.again(sure), Verb.RESIGN)
    return table


async def test_the_largest_backer_is_asked_first_and_the_next_plays_it_out(cards: CardWorld) -> None:
    table = await resigned(cards)
    world = cards.world
    asked = world.dms(world.david)[-1]
    link = f"https://discord.com/channels/{world.guild.id}/{(await cards.view(table)).place}"
    assert link in texts_of(asked)
    assert Verb.TAKE_HAND in verbs_of(asked)
    early = await cards.press(world.chloe, await cards.table(table), Verb.TAKE_HAND)
    assert private_answer(early) == EN("problem.not_your_turn_to_take")
    stuck = await cards.press(world.alice, await cards.my_hand(world.alice, table), Verb.MORE)
    assert stuck.response is not None
    await cards.press(world.david, asked, Verb.DECLINE_HAND)
    await world.restart(crash=True)
    before = cards.held("bruno")
    await cards.press(world.chloe, world.dms(world.chloe)[-1], Verb.TAKE_HAND)
    gone = await cards.again(before)
    assert EN("hand.handed", who="Chloé", table=link) in texts_of(gone)
    assert Verb.PLAY not in verbs_of(gone, disabled=True), "these cards are another's now"
    assert Verb.MORE in verbs_of(cards.held("chloe")), "and she has them"
    await cards.play(table)
    view = await cards.view(table)
    assert view.status is Status.BETWEEN
    await cards.expect_balanced()
    assert "Chloé plays on for S" in await archive.record(cards.room.tables, table, 1)
