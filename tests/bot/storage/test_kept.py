"""Data that protect others outlive an erasure: chips, blocks, limits and the day's try apply to a person who comes
back.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot.ranking.rating_model import ALL_SERVERS
from bot.rows.chips import ChipMove, Escrow, MovementKind
from bot.rows.commits import CountLimit
from bot.rows.member_rows import Blocking
from bot.rows.storage_errors import HandHidden, Parted, PostedBefore, TriedBefore
from bot.storage import Database
from bot.storage.privacy.kept import KEPT_MS
from tests.bot.storage.making import (
    ALICE,
    BRUNO,
    CHALLENGE,
    CHLOE,
    DAVID,
    GUILD,
    OTHER_GUILD,
    opened,
    opening,
    seated,
    step,
    won_by,
)
from tests.bot.storage.test_ratings import DAY_MS, NOW, play
from tests.support.erasing import database_text, erase_person

OPENING = 1_000
DAY = date(2026, 1, 1)
NOON = 1_767_268_800_000
"""The noon of that day."""


async def lose_all(database: Database, loser: int, winner: int, chips: int, at: int = NOON) -> None:
    """Plays a game for all of a person's chips, which the other wins."""
    row = await seated(database, winner, loser)
    escrow = Escrow(row.id, 1)
    staked = ChipMove(MovementKind.STAKE, escrow, {winner: -chips, loser: -chips}, f"stake {row.id}")
    row = replace(row, version=await database.tables.commit(replace(step(row, at=at), chips=(staked,))))
    paid = ChipMove(MovementKind.SETTLEMENT, escrow, {winner: 2 * chips}, "")
    await database.tables.commit(replace(step(row, result=won_by(row, "north", at=at), at=at), chips=(paid,)))


async def balance(database: Database, user_id: int, guild: int = GUILD) -> int:
    """Returns the balance of a person. Opens a purse if there is none."""
    return (await database.ledger.open_purses(guild, [user_id], OPENING, NOON))[user_id]


async def erase(database: Database, user_id: int, number: int = 0, at: int = NOON) -> int:
    """Erases a person. Returns the id that replaces theirs."""
    return await erase_person(database, user_id, -(1 << 52) - 1_000 * number, at)


async def test_deleting_ones_data_prints_no_chips(database: Database) -> None:
    """An account that loses its chips to another, deletes its data and begins again has no new chips to lose."""
    for number in range(3):
        if chips := min(await balance(database, BRUNO), await balance(database, ALICE)):
            await lose_all(database, BRUNO, ALICE, chips)
        await erase(database, BRUNO, number)
    assert (await balance(database, ALICE), await balance(database, BRUNO)) == (2 * OPENING, 0)
    assert await database.audit.ledger_faults() == ()


async def test_who_comes_back_begins_with_what_they_had_up_to_the_opening_purse(database: Database) -> None:
    await balance(database, ALICE)
    await balance(database, BRUNO)
    await lose_all(database, BRUNO, ALICE, 300)
    for number, user_id in enumerate((ALICE, BRUNO)):
        await erase(database, user_id, number)
    assert await balance(database, ALICE) == OPENING, "of 1,300"
    assert await balance(database, BRUNO) == 700
    assert await balance(database, BRUNO, OTHER_GUILD) == OPENING, "never there before"


async def test_chips_on_a_game_that_goes_on_are_not_given_twice(database: Database) -> None:
    await balance(database, ALICE)
    await balance(database, BRUNO)
    row = await seated(database)
    moves = {ALICE: -1_000, BRUNO: -1_000}
    staked = ChipMove(MovementKind.STAKE, Escrow(row.id, 1), moves, "stake")
    await database.tables.commit(replace(step(row, at=NOON), chips=(staked,)))
    await erase(database, BRUNO)
    assert await balance(database, BRUNO) == 0


async def test_the_allowance_of_a_day_is_given_once_to_who_comes_back(database: Database) -> None:
    await balance(database, ALICE)
    await balance(database, BRUNO)
    await lose_all(database, BRUNO, ALICE, OPENING)
    await database.ledger.give_allowance(GUILD, BRUNO, 100, DAY, NOON)
    await lose_all(database, BRUNO, ALICE, 100)
    await erase(database, BRUNO)
    assert await balance(database, BRUNO) == 0
    with pytest.raises(PostedBefore):
        await database.ledger.give_allowance(GUILD, BRUNO, 100, DAY, NOON)
    await database.ledger.give_allowance(GUILD, BRUNO, 100, date(2026, 1, 2), NOON + DAY_MS)
    assert await balance(database, BRUNO) == 100


async def test_a_block_by_another_holds_for_who_deletes_their_data_and_comes_back(database: Database) -> None:
    stood = await opened(database, replace(CHALLENGE, challenger_id=CHLOE, challenged_id=DAVID))
    await database.member_blocks.block(ALICE, BRUNO, 5, most=9)
    await erase(database, BRUNO)
    pair = frozenset({(BRUNO, ALICE)})
    with pytest.raises(Parted) as parted:
        await database.tables.open(replace(opening(), meeting=pair))
    assert (parted.value.user_id, parted.value.blocked_id) == (ALICE, BRUNO)
    with pytest.raises(HandHidden):
        await database.tables.commit(replace(step(stood), watching=frozenset({(ALICE, BRUNO)})))
    await database.tables.commit(replace(step(stood), watching=pair, meeting=frozenset({(ALICE, CHLOE)})))
    assert await database.member_blocks.blockers_among(BRUNO, [ALICE, CHLOE]) == {ALICE}
    assert await database.member_blocks.blockers_among(ALICE, [BRUNO]) == set()
    await erase(database, BRUNO, 1)
    assert await database.member_blocks.blockers_among(BRUNO, [ALICE]) == {ALICE}, "after a second time, too"


async def test_a_block_of_who_was_erased_is_lifted_by_its_member_and_goes_with_them(database: Database) -> None:
    for blocker in (ALICE, CHLOE):
        await database.member_blocks.block(blocker, BRUNO, 5, most=9)
    await erase(database, BRUNO)
    assert await database.member_blocks.of(ALICE) == ()
    assert await database.member_blocks.count_erased(ALICE) == 1
    assert await database.member_blocks.block(ALICE, BRUNO, 6, most=9) is Blocking.DONE
    assert await database.member_blocks.count_erased(ALICE) == 0, "it has a name again"
    await database.member_blocks.unblock(ALICE, BRUNO)
    assert await database.member_blocks.blockers_among(BRUNO, [ALICE, CHLOE]) == {CHLOE}
    await erase(database, CHLOE, 1)
    assert await database.member_blocks.blockers_among(BRUNO, [ALICE, CHLOE]) == set()
    assert str(CHLOE) not in await database_text(database)


async def test_the_deal_of_the_day_is_not_played_again_with_the_cards_known(database: Database) -> None:
    await database.daily.begin(BRUNO, DAY.isoformat(), GUILD, ["a"], NOON)
    await erase(database, BRUNO)
    with pytest.raises(TriedBefore):
        await database.daily.begin(BRUNO, DAY.isoformat(), GUILD, ["a"], NOON)
    assert await database.daily.of(BRUNO, DAY.isoformat()) is None
    await database.daily.begin(BRUNO, "2026-01-02", GUILD, ["a"], NOON + DAY_MS)
    await database.daily.begin(ALICE, DAY.isoformat(), GUILD, ["a"], NOON)


async def test_two_accounts_that_erase_themselves_cannot_lift_a_third(database: Database) -> None:
    """Each lets itself be beaten as often as a day allows, deletes its data, and would be a new opponent."""
    for stranger in range(10, 13):
        await play(database, DAVID + stranger, CHLOE)
    reached = []
    for number in range(3):
        at = NOW + number * DAY_MS
        for loser in (ALICE, BRUNO):
            await play(database, DAVID, loser, at)
            for _ in range(5):
                await play(database, CHLOE, loser, at)
            await play(database, DAVID + 1, loser, at)
            await erase(database, loser, 2 * number + (loser == BRUNO), at)
        (line,) = [row for row in (await database.ratings.board(GUILD, at + DAY_MS)).rows if row.user_id == CHLOE]
        reached.append((line.rating, line.strength, line.counted))
    assert reached[1:] == reached[:1] * 2
    assert reached[0][2] == 10
    assert await database.audit.ledger_faults() == ()


async def test_nor_on_the_board_of_all_servers(database: Database) -> None:
    for person in (ALICE, BRUNO):
        await database.ratings.choose_everywhere(person, 1, chosen=True)
    await play(database, ALICE, BRUNO)
    await erase(database, BRUNO)
    await database.ratings.choose_everywhere(BRUNO, 1, chosen=True)
    await play(database, ALICE, BRUNO, guild=OTHER_GUILD)
    here, everywhere = await database.ratings.of(OTHER_GUILD, ALICE), await database.ratings.of(ALL_SERVERS, ALICE)
    assert here is not None
    assert everywhere is not None
    assert (here.games, everywhere.games) == (1, 1)


async def test_a_game_that_is_resigned_by_the_erasure_is_one_of_the_pair(database: Database) -> None:
    """Its result is stored between the beginning and the end of the erasure."""
    await database.erasures.begin(BRUNO, -(1 << 52), NOW)
    await play(database, ALICE, BRUNO)
    await erase(database, BRUNO, at=NOW)
    await play(database, ALICE, BRUNO)
    rating = await database.ratings.of(GUILD, ALICE)
    assert rating is not None
    assert rating.games == 1


async def test_who_comes_back_the_same_day_has_no_new_games_that_count(database: Database) -> None:
    async def plays(*ends: int) -> None:
        row = await seated(database)
        for number, at in enumerate(ends, 1):
            commit = step(row, result=won_by(row, "north", game_no=number, at=at), at=at)
            commit = replace(commit, count_limit=CountLimit(at - at % DAY_MS, 2))
            row = replace(row, version=await database.tables.commit(commit))

    await plays(NOW + 1, NOW + 2, NOW + 3)
    await erase(database, BRUNO, at=NOW + 4)
    await plays(NOW + 5)
    await erase(database, BRUNO, 1, at=NOW + 6)
    await plays(NOW + 7)
    assert await database.results.tallies(GUILD, [ALICE]) == {ALICE: (2, 2)}
    await plays(NOW + DAY_MS + 1, NOW + DAY_MS + 2, NOW + DAY_MS + 3)
    assert await database.results.tallies(GUILD, [ALICE]) == {ALICE: (4, 4)}


async def test_nothing_that_is_kept_names_who_was_erased(migrated: str, tmp_path: Path) -> None:
    async with await Database.open(migrated) as database:
        await balance(database, BRUNO)
        await database.member_blocks.block(ALICE, BRUNO, 5, most=9)
        await database.daily.begin(BRUNO, DAY.isoformat(), GUILD, ["a"], NOON)
        await play(database, ALICE, BRUNO)
        await erase(database, BRUNO)
        assert str(BRUNO) not in await database_text(database)
        assert (await database.audit.pending()).kept == 1
    if "postgresql" in migrated:
        return
    # Without the file of the key, a reader cannot tell whose mark it is.
    key = tmp_path / "house.sqlite3.key"
    assert key.stat().st_mode & 0o077 == 0
    key.unlink()
    async with await Database.open(migrated) as database:
        assert await balance(database, BRUNO) == OPENING
        pending = await database.audit.pending()
        assert (pending.kept, pending.unknown) == (1, 1)


async def test_what_is_kept_is_given_without_what_it_says_of_others_and_is_dropped_by_the_owner(
    database: Database,
) -> None:
    await balance(database, BRUNO)
    await database.member_blocks.block(ALICE, BRUNO, 5, most=9)
    await database.daily.begin(BRUNO, DAY.isoformat(), GUILD, ["a"], NOON)
    await play(database, ALICE, BRUNO)
    await erase(database, BRUNO)

    async def given() -> list[dict[str, object]]:
        pages = [rows async for name, rows in database.personal.pages(BRUNO) if name == "kept_since_deletion"]
        return [dict(row) for rows in pages for row in rows]

    assert await given() == [
        {"at": NOON, "until": NOON + KEPT_MS},
        {"server": GUILD, "balance": OPENING, "allowance_on": None},
        {"server": GUILD, "opponents": 1},
        {"deal_of_the_day": DAY.isoformat()},
    ]
    assert await database.erasures.forget(BRUNO)
    assert not await database.erasures.forget(BRUNO)
    assert await given() == []
    assert (await database.audit.pending()).kept == 0
    assert await database.member_blocks.blockers_among(BRUNO, [ALICE]) == set()


async def test_of_challenges_with_a_deal_a_try_is_kept_as_long_as_one_of_the_day_and_no_challenger(
    database: Database,
) -> None:
    """A challenge lasts a day. Its key names a table, a game and a seat."""
    key = "deal 12.3.4.north"
    await database.daily.end_at_once(ALICE, key, GUILD, NOON, (1, 3), unless=(CHLOE, "deal 12.3.4.south"))
    await erase(database, ALICE)
    assert key not in await database_text(database)
    await database.daily.begin(BRUNO, key, GUILD, (), NOON)
    await erase(database, BRUNO, 1)
    await database.erasures.drop_old(NOON + DAY_MS)
    with pytest.raises(TriedBefore):
        await database.daily.begin(BRUNO, key, GUILD, (), NOON)
    await database.erasures.drop_old(NOON + 2 * DAY_MS + 1)
    assert key not in await database_text(database)


async def test_no_try_at_a_duplicate_is_kept(database: Database) -> None:
    """No member can begin the duplicate again: it is deleted with the member who is erased."""
    for day in ("pair 12.3", DAY.isoformat()):
        await database.daily.begin(BRUNO, day, GUILD, (), NOON)
    await erase(database, BRUNO)
    text = await database_text(database)
    assert "pair 12.3" not in text
    assert DAY.isoformat() in text


async def test_what_is_kept_goes_after_a_year_and_the_day_with_its_day(database: Database) -> None:
    await database.member_blocks.block(ALICE, BRUNO, 5, most=9)
    await database.daily.begin(BRUNO, DAY.isoformat(), GUILD, ["a"], NOON)
    await erase(database, BRUNO)
    await database.erasures.drop_old(NOON + DAY_MS)
    with pytest.raises(TriedBefore):
        await database.daily.begin(BRUNO, DAY.isoformat(), GUILD, ["a"], NOON)
    await database.erasures.drop_old(NOON + 4 * DAY_MS)
    await database.daily.begin(BRUNO, DAY.isoformat(), GUILD, ["a"], NOON)
    await database.erasures.drop_old(NOON + KEPT_MS)
    assert await database.member_blocks.blockers_among(BRUNO, [ALICE]) == {ALICE}
    await database.erasures.drop_old(NOON + KEPT_MS + 1)
    assert await database.member_blocks.blockers_among(BRUNO, [ALICE]) == set()
    assert (await database.audit.pending()).kept == 0


async def test_who_was_erased_by_one_process_is_known_to_another(migrated: str) -> None:
    """Neither had a key of marks before."""
    async with await Database.open(migrated) as one, await Database.open(migrated) as two:
        await one.member_blocks.block(ALICE, BRUNO, 5, most=9)
        assert await two.journal.key() is None
        await erase(one, BRUNO)
        assert await two.member_blocks.blockers_among(BRUNO, [ALICE]) == {ALICE}
        await erase(two, CHLOE, 1)
        assert (await one.audit.pending()).unknown == 0
        assert await one.journal.key() == await two.journal.key()
