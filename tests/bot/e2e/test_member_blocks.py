"""A member's block is silent. The two people meet only where a tournament draws them against each other."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from bot.adapter.custom_ids import Verb
from bot.features import blocks
from bot.tables.state.sight import Sight
from bot.tables.state.table_state import Status
from tests.bot.features.reading import read
from tests.support.cardroom import EN, CardWorld
from tests.support.erasing import erase_person
from tests.support.shown import private_answer

pytestmark = pytest.mark.usefixtures("unhurried")

MENU = EN("command.menu.block")


async def block(cards: CardWorld, one: simcord.MemberActor, two: simcord.MemberActor) -> None:
    """Has the first person block the second through the menu of a member."""
    result = await one.context_menu(cards.world.channel, MENU, two)
    assert private_answer(result).startswith(EN("block.done", name=f"<@{two.id}>"))


def not_free(name: str) -> str:
    """Returns the sentence about a person who cannot be challenged, which is the same for every reason."""
    return EN("problem.not_free", name=name)


async def test_a_blocked_person_cannot_challenge_and_reads_what_one_reads_of_a_person_who_takes_no_challenges(
    cards: CardWorld,
) -> None:
    world = cards.world
    await block(cards, world.bruno, world.alice)
    by_block = await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno)
    profiles = cards.room.people.profiles
    chosen = (await profiles.profile(world.chloe.id)).preferences
    await profiles.prefer(world.chloe.id, type(chosen)(challenges=False))
    by_choice = await world.alice.slash(world.channel, "ecarte challenge", member=world.chloe)
    assert private_answer(by_block) == not_free("Bruno")
    assert private_answer(by_choice) == not_free("Chloé")
    assert (await cards.room.database.tables.all_open()).total == 0
    assert cards.world.dms(world.alice) == []


async def test_a_block_holds_for_who_deletes_their_data_and_can_be_lifted(cards: CardWorld) -> None:
    world, database = cards.world, cards.room.database
    await block(cards, world.bruno, world.alice)
    await erase_person(database, world.alice.id, at=world.now())
    challenge = await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno)
    assert private_answer(challenge) == not_free("Bruno")
    assert (await database.tables.all_open()).total == 0
    erased = await database.member_blocks.count_erased(world.bruno.id)
    page = read(blocks.draw(EN, (), "", erased))
    assert EN.count("block.erased", 1) in page.text
    assert EN("block.none") not in page.text
    await block(cards, world.bruno, world.alice)
    await cards.room.people.member_blocks.unblock(world.bruno.id, world.alice.id)
    await world.alice.slash(world.channel, "ecarte challenge", member=world.bruno)
    assert (await database.tables.all_open()).total == 1


async def test_who_blocked_cannot_challenge_either_and_is_told_why(cards: CardWorld) -> None:
    world = cards.world
    await block(cards, world.bruno, world.alice)
    result = await world.bruno.slash(world.channel, "ecarte challenge", member=world.alice)
    assert private_answer(result) == EN("problem.blocked_by_you", name="Alice")


@pytest.mark.parametrize("pool", [False, True])
async def test_a_blocked_person_cannot_accept_an_open_challenge_or_join_a_pool(cards: CardWorld, *, pool: bool) -> None:
    world = cards.world
    terms: dict[str, Any] = {"pool": "all", "stake": 10} if pool else {}
    message = await cards.challenge(world.alice, None, **terms)
    await block(cards, world.alice, world.bruno)
    assert private_answer(await cards.press(world.bruno, message, Verb.ACCEPT)) == not_free("Alice")
    await cards.press(world.chloe, message, Verb.ACCEPT)
    (row,) = (await cards.room.database.tables.all_open()).rows
    assert row.status == (Status.CHALLENGE if pool else Status.PLAYING).value


async def test_a_block_after_the_challenge_counts_before_the_seat(cards: CardWorld) -> None:
    world = cards.world
    message = await cards.challenge(world.alice, world.bruno)
    await block(cards, world.alice, world.bruno)
    assert private_answer(await cards.press(world.bruno, message, Verb.ACCEPT)) == not_free("Alice")


async def test_a_game_that_is_on_goes_on_and_no_other_follows(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await block(cards, world.alice, world.bruno)
    await cards.play(table)
    assert (await cards.view(table)).status is Status.BETWEEN
    message = await cards.table(table)
    await cards.press(world.alice, message, Verb.REMATCH)
    again = await cards.press(world.bruno, await cards.table(table), Verb.REMATCH)
    assert private_answer(again) == not_free("Alice")
    assert (await cards.view(table)).status is Status.BETWEEN


async def test_a_blocked_person_does_not_wait_for_a_chair_where_who_blocked_them_sits(cards: CardWorld) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno)
    await block(cards, world.bruno, world.chloe)
    page = await cards.more(world.chloe, table)
    assert private_answer(await cards.press(world.chloe, page, Verb.ENTER)) == not_free("Bruno")
    await cards.press(world.david, await cards.more(world.david, table), Verb.ENTER)
    queue = (await cards.room.tables.log.state(table)).galerie.queue
    assert queue is not None
    assert queue.waiting == (world.david.id,)


async def test_a_blocked_backer_bets_and_sees_no_card_and_so_finishes_no_hand_of_who_blocked_them(
    cards: CardWorld,
) -> None:
    world = cards.world
    table = await cards.sit_down(world.alice, world.bruno, stake=50)
    await block(cards, world.alice, world.chloe)
    for person in (world.chloe, world.david):
        await cards.fill(person, await cards.table(table), Verb.BET, "20", 0)
    around = (await cards.room.tables.log.state(table)).galerie
    assert around.sight_of(world.chloe.id) is Sight.REFUSED
    assert around.sight_of(world.david.id) is Sight.SEES
