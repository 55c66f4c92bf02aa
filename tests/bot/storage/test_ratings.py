"""Ratings move with each rated game, in one order in each server, and a rebuild gives the same to the last digit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select, text, update

from bot.storage import Database, GameResult, MemberRating, PlayerResult, Rating
from bot.storage.rating_rows import (
    KNOWN_OPPONENTS,
    PAIR_GAMES,
    PLACE_DAYS,
    PLACE_GAMES,
    SHARE_GAMES,
    SHARE_POINTS,
    RatingLine,
    moved,
)
from bot.storage.ratings import rate_game
from bot.storage.schema.ratings import rated_games, ratings
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, seated, step, won_by

DAY_MS = 86_400_000
NOW = 1_767_000_000_000 - 1_767_000_000_000 % DAY_MS
MEMBERS = (ALICE, BRUNO, CHLOE, DAVID)


async def play(database: Database, winner: int, loser: int, at: int = NOW, guild: int = GUILD) -> None:
    """Plays a game that may be rated, at a table of its own."""
    row = await seated(database, winner, loser, guild)
    await database.tables.commit(step(row, result=replace(won_by(row, "north", at=at), rated=True)))


def result(number: int, winner: int, loser: int, at: int, guild: int = GUILD) -> GameResult:
    """A game, of which only the ratings are written."""
    players = [
        PlayerResult(one, other, seat, won=seat == "north", points=5, voles=0, kings=0, deals=5)
        for one, other, seat in ((winner, loser, "north"), (loser, winner, "south"))
    ]
    return GameResult(number, 1, guild, at - 1000, at, "north", "five", 5, 0, 5, "french", (players[0], players[1]))


async def stored(database: Database) -> tuple[Sequence[Any], Sequence[Any]]:
    """All rows of ratings and of rated games."""

    def read(connection: Connection) -> tuple[Sequence[Any], Sequence[Any]]:
        return (
            connection.execute(select(ratings).order_by(*ratings.primary_key)).all(),
            connection.execute(
                select(rated_games).order_by(rated_games.c.guild_id, rated_games.c.number, rated_games.c.user_id)
            ).all(),
        )

    return await database.connections.read(read)


async def break_(database: Database, damage: str) -> None:
    """Carries a statement out that the bot would not."""
    await database.connections.write(lambda connection: connection.execute(text(damage)))


async def rated_so_far(database: Database, user_id: int) -> int:
    """How many rated games a member has."""
    found = await database.ratings.of(GUILD, user_id)
    return 0 if found is None else found[1]


def test_the_narrow_prior_moves_a_first_game_by_nine_points_and_says_how_unsure_it_is() -> None:
    won, lost = moved(Rating(), Rating())
    assert (won.shown, lost.shown) == (1509, 1491)
    assert won.interval == (1393, 1626)
    assert won.is_provisional
    assert won.deviation == lost.deviation < Rating().deviation
    assert Rating().chance_against(Rating()) == 0.5
    assert Rating(1_700_000).chance_against(Rating(1_300_000)) == pytest.approx(10 / 11)


async def test_a_game_moves_both_ratings_and_says_what_was_expected(database: Database) -> None:
    await play(database, ALICE, BRUNO)
    await play(database, ALICE, BRUNO)
    row = await seated(database, BRUNO, ALICE)
    await database.tables.commit(step(row, result=replace(won_by(row, "north", at=NOW), rated=True)))
    game = await database.ratings.game(row.id, 1)
    assert game is not None
    assert game.winner_id == BRUNO
    assert game.moves[BRUNO] == -game.moves[ALICE] > 0
    assert game.expected(BRUNO) == pytest.approx(1 - game.expected(ALICE))
    assert game.expected(BRUNO) < 0.5
    assert await database.ratings.of(GUILD, BRUNO) == MemberRating(game.after[BRUNO], 3)
    assert await database.ratings.of(OTHER_GUILD, BRUNO) is None
    assert await database.audit.ledger_faults() == ()


async def test_a_curve_is_the_rating_after_each_of_the_last_games_oldest_first(database: Database) -> None:
    for opponent in (BRUNO, CHLOE, BRUNO):
        await play(database, ALICE, opponent)
    curve = await database.ratings.curve(GUILD, ALICE)
    assert await database.ratings.of(GUILD, ALICE) == MemberRating(curve[-1], 3)
    assert len(curve) == 3
    assert curve[0] == moved(Rating(), Rating())[0]
    assert await database.ratings.curve(GUILD, ALICE, last=2) == curve[1:]
    assert await database.ratings.curve(OTHER_GUILD, ALICE) == ()
    await database.ratings.want(ALICE, NOW, wanted=False)
    assert await database.ratings.curve(GUILD, ALICE) == ()


async def test_a_game_that_may_not_be_rated_or_does_not_count_moves_nothing(database: Database) -> None:
    for changes in ({"rated": False}, {"rated": True, "counted": False}, {"rated": True, "winner": None}):
        row = await seated(database)
        await database.tables.commit(step(row, result=replace(won_by(row, "north", at=NOW), **changes)))
    assert await stored(database) == ([], [])


async def test_more_games_of_the_same_two_on_a_day_than_may_be_rated_move_nothing(database: Database) -> None:
    for number in range(PAIR_GAMES + 2):
        await play(database, *((ALICE, BRUNO) if number % 2 else (BRUNO, ALICE)), at=NOW + number)
    assert await rated_so_far(database, ALICE) == PAIR_GAMES
    await play(database, ALICE, CHLOE, at=NOW)
    await play(database, ALICE, BRUNO, at=NOW + DAY_MS)
    assert await rated_so_far(database, ALICE) == PAIR_GAMES + 2
    assert await rated_so_far(database, BRUNO) == PAIR_GAMES + 1
    assert await database.audit.ledger_faults() == ()


async def test_who_wants_no_rating_moves_none_and_is_on_no_board_until_they_want_one(database: Database) -> None:
    await play(database, ALICE, BRUNO)
    await database.ratings.want(ALICE, NOW, wanted=False)
    await database.ratings.want(ALICE, NOW, wanted=False)
    assert not await database.ratings.is_wanted(ALICE)
    await play(database, ALICE, BRUNO)
    await play(database, CHLOE, ALICE)
    assert await rated_so_far(database, BRUNO) == 1
    assert await database.ratings.of(GUILD, ALICE) is None
    board = await database.ratings.board(GUILD, NOW, reader=ALICE)
    assert [line.user_id for line in board.rows] == [BRUNO]
    assert board.own is None
    await database.ratings.want(ALICE, NOW, wanted=True)
    await play(database, ALICE, BRUNO)
    assert await rated_so_far(database, ALICE) == 2


async def test_a_place_takes_games_opponents_and_a_game_lately_and_goes_by_the_lower_end(database: Database) -> None:
    for number in range(PLACE_GAMES):
        opponent = (BRUNO, CHLOE, DAVID)[number % 3] if number != 10 else BRUNO
        await play(database, ALICE, opponent, at=NOW + number * DAY_MS)
    for number in range(PLACE_GAMES):
        await play(database, BRUNO, CHLOE, at=NOW + number * DAY_MS)
    at = NOW + PLACE_GAMES * DAY_MS
    board = await database.ratings.board(GUILD, at, reader=BRUNO)
    placed = {line.user_id: line.place for line in board.rows}
    # Alice's opponents have met two members, and count for nothing yet; Bruno and Chloé have too few opponents.
    assert placed == {ALICE: None, BRUNO: None, CHLOE: None, DAVID: None}
    assert board.own is not None
    assert (board.own.opponents, board.own.is_lately) == (2, True)
    assert board.own.games >= PLACE_GAMES
    await play(database, BRUNO, DAVID, at=at)
    await play(database, CHLOE, DAVID, at=at)
    later = await database.ratings.board(GUILD, at + PLACE_DAYS * DAY_MS, reader=ALICE)
    assert later.own is not None
    assert (later.own.place, later.own.is_lately) == (None, False)
    again = await database.ratings.board(GUILD, at)
    with_place = [line for line in again.rows if line.place is not None]
    # The games of Bruno and Chloé count up to ten: they have few others.
    assert [(line.user_id, line.place) for line in with_place] == [(ALICE, 1)]
    for number in range(PLACE_GAMES):
        await play(database, *((BRUNO, DAVID), (DAVID, CHLOE))[number % 2], at=at + number * DAY_MS)
    again = await database.ratings.board(GUILD, at)
    with_place = [line for line in again.rows if line.place is not None]
    ends = [line.rating.rating - line.rating.deviation for line in with_place]
    assert [line.place for line in with_place] == [1, 2, 3, 4]
    assert ends == sorted(ends, reverse=True)
    page = await database.ratings.board(GUILD, at, limit=1, offset=1)
    assert page.rows == (again.rows[1],)
    assert page.total == 4


async def own_line(database: Database, user_id: int) -> RatingLine:
    """A member's line of the board."""
    line = (await database.ratings.board(GUILD, NOW, reader=user_id)).own
    assert line is not None
    return line


async def test_accounts_that_lose_to_one_member_alone_bring_nothing_on_the_board(database: Database) -> None:
    for day in range(8):
        for loser in (BRUNO, CHLOE):
            for _ in range(PAIR_GAMES):
                await play(database, ALICE, loser, at=NOW + day * DAY_MS)
    await play(database, BRUNO, CHLOE)
    line = await own_line(database, ALICE)
    assert line.number > Rating().rating + 140_000, "the number itself is free"
    assert (line.rating, line.counted, line.place) == (Rating(), 0, None)
    assert await database.audit.ledger_faults() == ()


async def test_the_games_with_an_opponent_count_from_the_first_once_they_have_met_three_members(
    database: Database,
) -> None:
    await play(database, ALICE, BRUNO)
    await play(database, ALICE, BRUNO)
    await play(database, CHLOE, BRUNO)
    for user_id in (ALICE, CHLOE):
        assert (await own_line(database, user_id)).counted == 0
    await play(database, BRUNO, DAVID)
    line, number = await own_line(database, ALICE), await database.ratings.of(GUILD, ALICE)
    assert number is not None
    assert (line.counted, line.rating.rating, line.number) == (2, 1_510_000, number[0].rating)
    assert (await own_line(database, CHLOE)).rating.rating == (await own_line(database, CHLOE)).number
    assert (await own_line(database, DAVID)).counted == 1
    assert (await own_line(database, BRUNO)).counted == 0, "those whom Bruno has met know nobody else"
    assert await database.audit.ledger_faults() == ()


async def test_games_come_to_count_for_a_member_who_is_being_erased_under_either_id(database: Database) -> None:
    for _ in range(2):
        await play(database, ALICE, BRUNO)
    await play(database, CHLOE, BRUNO)
    await database.erasures.begin(ALICE, -7, NOW)
    # One table is done, the other is not.
    for column in ("user_id", "adversary_id"):
        await break_(database, f"UPDATE rated_games SET {column} = -7 WHERE {column} = {ALICE} AND number = 1")
    await play(database, BRUNO, DAVID)
    assert await database.audit.ledger_faults() == ()
    assert (await own_line(database, ALICE)).counted == 2


async def test_friends_who_play_every_evening_move_their_numbers_and_count_ten_games_and_ten_points(
    database: Database,
) -> None:
    for one, other in ((ALICE, CHLOE), (ALICE, DAVID), (BRUNO, CHLOE), (BRUNO, DAVID)):
        await play(database, one, other)
    before = await own_line(database, ALICE), await own_line(database, BRUNO)
    numbers = []
    for day in range(6):
        for _ in range(PAIR_GAMES):
            await play(database, ALICE, BRUNO, at=NOW + day * DAY_MS)
            numbers.append((await own_line(database, ALICE)).number)
    assert numbers == sorted(set(numbers)), "each game moves the number"
    after = await own_line(database, ALICE), await own_line(database, BRUNO)
    for was, now, sign in zip(before, after, (1, -1), strict=True):
        assert now.rating.rating - was.rating.rating == sign * SHARE_POINTS * 1000
        assert now.counted - was.counted == SHARE_GAMES
    assert after[0].opponents == KNOWN_OPPONENTS
    assert await database.audit.ledger_faults() == ()


async def test_who_was_erased_is_on_no_board(database: Database) -> None:
    await play(database, ALICE, BRUNO)
    await database.connections.write(
        lambda connection: connection.execute(update(ratings).where(ratings.c.user_id == ALICE).values(user_id=-7))
    )
    assert [line.user_id for line in (await database.ratings.board(GUILD, NOW)).rows] == [BRUNO]


async def test_a_rebuild_gives_the_same_to_the_last_digit_and_mends_what_is_wrong(database: Database) -> None:
    chance = Random(1)

    def enter(connection: Connection) -> None:
        for number in range(300):
            # A clock may be set back: the order is that of entering.
            at = NOW + chance.randrange(40) * DAY_MS
            winner, loser = chance.sample(MEMBERS, 2)
            rate_game(connection, result(number, winner, loser, at, chance.choice((GUILD, OTHER_GUILD))))

    await database.connections.write(enter)
    before = await stored(database)
    assert await database.audit.ledger_faults() == ()
    assert {row.guild_id for row in before[1]} == {GUILD, OTHER_GUILD} == set(await database.ratings.servers())
    games = len(before[1]) // 2
    assert sum([await database.ratings.rebuild(guild_id) for guild_id in (GUILD, OTHER_GUILD)]) == games
    assert await stored(database) == before
    for damage, table in (
        ("UPDATE ratings SET rating = rating + 1", "ratings"),
        ("DELETE FROM ratings WHERE user_id = 1300000000000000001", "ratings"),
        ("UPDATE rated_games SET gain = gain + 1 WHERE number = 3", "rated_games"),
    ):
        await break_(database, damage)
        faults = await database.audit.ledger_faults()
        assert [fault.where for fault in faults] == [f"server {GUILD}", f"server {OTHER_GUILD}"]
        assert all(f"rows of its {table} are not" in fault.what for fault in faults)
        for guild_id in await database.ratings.servers():
            await database.ratings.rebuild(guild_id)
        assert await stored(database) == before


@pytest.mark.soak
async def test_ratings_add_up_after_ten_thousand_random_games(migrated: str) -> None:
    chance = Random(2)
    people = [*MEMBERS, *range(1_400_000_000_000_000_000, 1_400_000_000_000_000_036)]

    def enter(connection: Connection) -> None:
        for number in range(10_000):
            at = NOW + number * 600_000 - chance.randrange(3) * DAY_MS
            winner, loser = chance.sample(people, 2)
            rate_game(connection, result(number, winner, loser, at))

    async with await Database.open(migrated) as database:
        await database.connections.write(enter)
        before = await stored(database)
        assert len(before[1]) > 19_000
        assert await database.audit.ledger_faults() == ()
        await database.ratings.rebuild(GUILD)
        assert await stored(database) == before


async def test_two_who_write_at_once_enter_the_games_of_a_server_in_one_order(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:

        async def some(database: Database, day: int) -> None:
            for number in range(12):
                await play(database, MEMBERS[number % 4], MEMBERS[(number + 1 + day) % 4], at=NOW + day * DAY_MS)

        await asyncio.gather(some(one, 0), some(other, 1))
        rows = (await stored(one))[1]
        assert sorted({row.number for row in rows}) == list(range(1, len(rows) // 2 + 1))
        assert await one.audit.ledger_faults() == ()
        before = await stored(one)
        await other.ratings.rebuild(GUILD)
        assert await stored(one) == before
