"""Stored duplicate matches: each step once, seeds before the beginning, and what erasing and keeping do to them."""

from __future__ import annotations

import asyncio

from bot.rows.duplicate_rows import DuplicateShare
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD
from tests.support.erasing import database_text, erase_person

SECRET = "ab" * 32


async def opened(database: Database, *, guild: int = GUILD, partner: int = BRUNO, until: int = 100) -> int:
    """A match that Alice has opened; returns its id."""
    return (await database.duplicates.open(guild, (ALICE, partner), SECRET, 10, until)).id


async def test_a_match_is_asked_for_then_begins_and_each_step_counts_once(database: Database) -> None:
    match = await opened(database)
    row = await database.duplicates.of(match)
    assert row is not None
    assert (row.members, row.secret, row.opened_at) == ((ALICE, BRUNO), SECRET, 10)
    assert (row.asked_at, row.started_at, row.until) == (None, None, 100)
    early = await database.duplicates.accept(match, "", 5, 15, (900, 500))
    assert early is not None
    assert early.started_at is None, "no one was asked"
    await database.duplicates.ask(match, "sparrow", 7, 20)
    asked = await database.duplicates.ask(match, "sparrow", 8, 30)
    assert asked is not None
    assert (asked.asked_at, asked.shares[0]) == (20, DuplicateShare("sparrow", press=7))
    await database.duplicates.accept(match, "moineau", 9, 40, (900, 500))
    begun = await database.duplicates.accept(match, "other", 11, 50, (999, 555))
    assert begun is not None
    assert (begun.started_at, begun.until) == (40, 900)
    assert begun.shares == (DuplicateShare("sparrow", press=7), DuplicateShare("moineau", press=9))
    assert begun == await database.duplicates.of(match)


async def test_a_seed_counts_as_named_until_the_match_begins(database: Database) -> None:
    match = await opened(database)
    await database.duplicates.name_seed(match, ALICE, "finch")
    await database.duplicates.name_seed(match, CHLOE, "crow")
    await database.duplicates.ask(match, "sparrow", 7, 20)
    await database.duplicates.name_seed(match, BRUNO, "robin")
    begun = await database.duplicates.accept(match, "", 9, 40, (900, 500))
    assert begun is not None
    assert begun.shares == (DuplicateShare("finch", named=True, press=7), DuplicateShare("robin", named=True, press=9))
    assert await database.duplicates.name_seed(match, BRUNO, "late") is None
    assert await database.duplicates.of(match) == begun


async def test_two_people_find_their_match_then_their_invitation_then_their_own_offer(database: Database) -> None:
    async def found(*members: int, at: int = 50, guild: int = GUILD) -> list[int]:
        return [row.id for row in await database.duplicates.between(guild, (members[0], members[1]), at)]

    first, second, third = [await opened(database) for _ in range(3)]
    await opened(database, partner=CHLOE)
    await opened(database, guild=OTHER_GUILD)
    assert await found(BRUNO, ALICE) == [], "no one has asked Bruno"
    await database.duplicates.ask(first, "", 7, 20)
    await database.duplicates.ask(second, "", 7, 20)
    await database.duplicates.accept(first, "", 9, 40, (900, 500))
    assert await found(ALICE, BRUNO) == [first, second, third]
    assert await found(BRUNO, ALICE) == [first, second]
    assert await found(BRUNO, ALICE, at=100) == [first]
    assert await found(BRUNO, ALICE, at=900) == []


async def test_an_invitation_can_be_taken_back_and_a_match_that_has_begun_cannot(database: Database) -> None:
    match = await opened(database)
    await database.duplicates.ask(match, "", 7, 20)
    outcomes = await asyncio.gather(
        database.duplicates.drop(match), database.duplicates.accept(match, "", 9, 40, (900, 500))
    )
    left = await database.duplicates.of(match)
    assert outcomes[0] is (left is None)
    assert left is None or left.started_at == 40
    assert await database.duplicates.drop(match) is False
    assert await database.duplicates.ask(match + 1, "", 7, 20) is None


async def test_a_match_goes_with_either_of_its_members(database: Database) -> None:
    one, two = await opened(database), await opened(database, partner=CHLOE)
    other = (await database.duplicates.open(GUILD, (CHLOE, DAVID), SECRET, 10, 100)).id
    await erase_person(database, BRUNO)
    assert await database.duplicates.of(one) is None
    assert await database.duplicates.of(two) is not None
    await erase_person(database, ALICE, stand_in=-(1 << 50))
    assert await database.duplicates.of(two) is None
    assert await database.duplicates.of(other) is not None
    assert str(BRUNO) not in await database_text(database)
    assert (await database.duplicates.open(GUILD, (CHLOE, DAVID), SECRET, 10, 100)).id > other, "no id is used twice"


async def begun(database: Database, at: int, *, guild: int = GUILD) -> int:
    """A match of Alice and Bruno that began at this moment; returns its id."""
    match = await opened(database, guild=guild)
    await database.duplicates.ask(match, "", 7, 20)
    await database.duplicates.accept(match, "", 9, at, (at + 900, at + 500))
    return match


async def test_matches_that_began_long_ago_are_deleted(database: Database) -> None:
    old, late, elsewhere = (
        await begun(database, 40),
        await begun(database, 300),
        await begun(database, 40, guild=OTHER_GUILD),
    )
    await database.retention.delete_duplicates(200, GUILD)
    assert await database.duplicates.of(old) is None
    assert await database.duplicates.of(late) is not None
    assert await database.duplicates.of(elsewhere) is not None
    await database.retention.delete_duplicates(200)
    assert await database.duplicates.of(elsewhere) is None


async def test_offers_and_invitations_that_lapsed_long_ago_are_deleted(database: Database) -> None:
    offer, invitation, late = await opened(database), await opened(database), await opened(database, until=300)
    await database.duplicates.ask(invitation, "", 7, 20)
    match = await begun(database, 40)
    await database.retention.delete_lapsed_duplicates(1_000)
    assert [await database.duplicates.of(each) is None for each in (offer, invitation, late)] == [True] * 3
    assert await database.duplicates.of(match) is not None, "it has begun, and its time is over"
    late = await opened(database, until=300)
    await database.retention.delete_lapsed_duplicates(300)
    assert await database.duplicates.of(late) is not None


async def pairs(database: Database) -> int:
    """A match of Alice and Bruno who want another pair; returns its id."""
    match = await opened(database)
    await database.duplicates.ask(match, "", 7, 20, two_pairs=True)
    await database.duplicates.accept(match, "", 9, 40, (900, 500))
    return match


async def test_a_match_of_two_pairs_begins_with_the_last_of_four(database: Database) -> None:
    match = await opened(database)
    await database.duplicates.ask(match, "", 7, 20, two_pairs=True)
    early = await database.duplicates.sit(match, 0, CHLOE, "", 8, 30, 900)
    assert early is not None
    assert early.opponents == (None, None), "the partner has not accepted"
    asked = await database.duplicates.accept(match, "", 9, 40, (900, 500))
    assert asked is not None
    assert (asked.started_at, asked.until, asked.opponents) == (None, 500, (None, None))
    for member in (ALICE, BRUNO):
        assert await database.duplicates.sit(match, 0, member, "", 10, 50, 900) == asked, "who is a member already"
    first = await database.duplicates.sit(match, 1, CHLOE, "crow", 11, 50, 900)
    assert await database.duplicates.sit(match, 1, DAVID, "", 12, 50, 900) == first
    assert await database.duplicates.sit(match, 0, CHLOE, "", 12, 50, 900) == first
    await database.duplicates.name_seed(match, CHLOE, "wren")
    begun = await database.duplicates.sit(match, 0, DAVID, "", 13, 60, 960)
    assert begun is not None
    assert (begun.started_at, begun.until, begun.opponents) == (60, 960, (DAVID, CHLOE))
    assert begun.shares[2:] == (DuplicateShare(press=13), DuplicateShare("wren", named=True, press=11))
    assert await database.duplicates.stand_up(match, DAVID) == begun
    assert await database.duplicates.of(match) == begun


async def test_who_stands_up_leaves_nothing_of_theirs_in_the_packs(database: Database) -> None:
    match = await pairs(database)
    before = await database.duplicates.sit(match, 1, DAVID, "", 12, 50, 900)
    await database.duplicates.sit(match, 0, CHLOE, "crow", 11, 50, 900)
    assert await database.duplicates.of(match) != before, "the match has begun"
    other = await pairs(database)
    free = await database.duplicates.of(other)
    await database.duplicates.sit(other, 0, CHLOE, "crow", 11, 50, 900)
    await database.duplicates.name_seed(other, CHLOE, "wren")
    assert await database.duplicates.stand_up(other, CHLOE) == free


async def test_a_match_of_two_pairs_goes_with_each_of_the_four(database: Database) -> None:
    for gone in (CHLOE, DAVID):
        match = await pairs(database)
        await database.duplicates.sit(match, 0, CHLOE, "", 11, 50, 900)
        await database.duplicates.sit(match, 1, DAVID, "", 12, 50, 900)
        await erase_person(database, gone, stand_in=-(1 << 50) - gone)
        assert await database.duplicates.of(match) is None
    assert str(CHLOE) not in await database_text(database)


async def test_an_export_gives_the_moves_of_a_duplicate_when_both_tables_have_ended_the_deal(
    database: Database,
) -> None:
    async def given() -> list[object]:
        pages = [page async for name, page in database.personal.pages(ALICE) if name == "deals_of_the_day"]
        return [row["moves"]["moves"] for page in pages for row in page]

    for member in (ALICE, BRUNO):
        await database.daily.begin(member, "pair 3.1", GUILD, (), 10)
    await database.daily.play(ALICE, "pair 3.1", 0, ("N:play",), 20, (1, 3))
    assert await given() == [[]]
    await database.daily.play(BRUNO, "pair 3.1", 0, ("S:play",), 30, (1, 3))
    assert await given() == [["N:play"]]


async def test_an_export_gives_an_opponent_the_moves_of_their_table_and_not_the_result_of_another(
    database: Database,
) -> None:
    match = await pairs(database)
    await database.duplicates.sit(match, 0, CHLOE, "", 11, 50, 900)
    await database.duplicates.sit(match, 1, DAVID, "", 12, 50, 900)
    for member, points in ((ALICE, 1), (BRUNO, 2)):
        await database.duplicates.begin_deal(match, member, f"pair {match}.1", (), 60)
        await database.daily.play(member, f"pair {match}.1", 0, (f"of {member}",), 70, (points, 3))
    await database.daily.begin(ALICE, "pair 999.1", GUILD, (), 10)
    for member, moves in ((CHLOE, f"of {ALICE}"), (DAVID, f"of {BRUNO}")):
        pages = [page async for name, page in database.personal.pages(member) if name == "deals_of_the_day"]
        (row,) = [row for page in pages for row in page]
        assert (row["moves"], row["points"], row["tricks"]) == ({"moves": [moves]}, None, None)


async def test_no_deal_begins_in_a_match_that_is_gone(database: Database) -> None:
    match = await begun(database, 40)
    await erase_person(database, BRUNO)
    assert await database.duplicates.begin_deal(match, ALICE, f"pair {match}.1", (), 60) is None
    assert await database.daily.begun_by([ALICE], "pair ") == ()


async def test_who_has_blocked_a_member_gets_no_seat(database: Database) -> None:
    match = await pairs(database)
    await database.member_blocks.block(BRUNO, CHLOE, 1, 9)
    seated = await database.duplicates.sit(match, 0, CHLOE, "", 11, 50, 900)
    assert seated is not None
    assert seated.opponents == (None, None)
