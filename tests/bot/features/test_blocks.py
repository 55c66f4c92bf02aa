"""The page of the people that a member has blocked, and the answer to the entry in a member's menu."""

from __future__ import annotations

import simcord

from bot.people.member_blocks import MOST_BLOCKED
from tests.bot.features.playing import Answer, Hall

MENU = "Block at écarté"


async def block(hall: Hall, one: simcord.MemberActor, two: simcord.MemberActor) -> Answer:
    """Has the first person block the second through the menu of a member."""
    return hall.answer(await one.context_menu(hall.world.channel, MENU, two))


async def blocked_ids(hall: Hall, person: simcord.MemberActor) -> list[int]:
    """Returns the people whom a person has blocked."""
    return [row.blocked_id for row in await hall.room.database.member_blocks.of(person.id)]


async def pick(
    hall: Hall, person: simcord.MemberActor, page: Answer, chosen: simcord.MemberActor, action: str = "add"
) -> Answer:
    """Picks a member in a select of people, as a person."""
    (found,) = [part["custom_id"] for part in page.reading.kind(5) if part["custom_id"].endswith(action)]
    return hall.answer(await person.select(page.message, [chosen], custom_id=found), page)


async def test_a_block_is_private_and_undone_where_it_was_made(hall: Hall) -> None:
    words, world = hall.room.texts("en"), hall.world
    answer = await block(hall, world.alice, world.bruno)
    assert answer.private
    assert words("block.done", name=f"<@{world.bruno.id}>") in answer.text
    assert words("block.tournaments") in answer.text
    assert await blocked_ids(hall, world.alice) == [world.bruno.id]
    answer = await hall.click(world.alice, answer, words("block.undo"))
    assert words("block.lifted", name=f"<@{world.bruno.id}>") in answer.text
    assert await blocked_ids(hall, world.alice) == []
    answer = await hall.click(world.alice, answer, words("block.again"))
    assert await blocked_ids(hall, world.alice) == [world.bruno.id]
    assert world.dms(world.bruno) == []
    assert world.channel.history(viewer=world.bruno) == []


async def test_the_page_blocks_and_unblocks_and_says_what_tournaments_do(hall: Hall) -> None:
    words, world = hall.room.texts("en"), hall.world
    page = await hall.open(world.alice, "preferences", words("block.list"))
    assert page.private
    assert words("block.none") in page.text
    assert words("block.tournaments") in page.text
    page = await pick(hall, world.alice, page, world.chloe)
    assert await blocked_ids(hall, world.alice) == [world.chloe.id]
    assert f"<@{world.chloe.id}>" in page.text
    page = await pick(hall, world.alice, page, world.chloe, "lift")
    assert words("block.none") in page.text
    assert await blocked_ids(hall, world.alice) == []


async def test_no_one_blocks_themselves_or_a_bot(hall: Hall) -> None:
    words, world = hall.room.texts("en"), hall.world
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert (await block(hall, world.alice, world.alice)).text == words("block.self")
    assert (await block(hall, world.alice, robot)).text == words("block.bot")
    page = await hall.open(world.alice, "preferences", words("block.list"))
    assert words("block.bot") in (await pick(hall, world.alice, page, robot)).text
    assert await blocked_ids(hall, world.alice) == []


async def test_a_hundred_people_can_be_blocked_and_are_all_shown(hall: Hall) -> None:
    words, world = hall.room.texts("en"), hall.world
    people = [10**18 + number for number in range(MOST_BLOCKED)]
    for at, person in enumerate(people):
        await hall.room.database.member_blocks.block(world.alice.id, person, at, MOST_BLOCKED)
    assert (await block(hall, world.alice, world.bruno)).text == words("block.full", most=MOST_BLOCKED)
    page = await hall.open(world.alice, "preferences", words("block.list"))
    assert " ".join(f"<@{person}>" for person in reversed(people)) in page.text, "the newest first"
