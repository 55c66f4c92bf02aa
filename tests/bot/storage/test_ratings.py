"""Ratings move with each rated game, in one order in each server. A rebuild gives the same numbers
to the last digit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from bot.ranking.rating_model import (
    PAIR_GAMES,
    PLACE_DAYS,
    PLACE_GAMES,
    MemberRating,
    Rating,
    RatingLine,
    moved,
    place_asks,
)
from bot.ranking.strengths import MEAN
from bot.rows.game_results import GameResult, PlayerResult
from bot.storage import Database
from bot.storage.rating_entries import rate_game
from bot.storage.schema.rating_tables import rated_games, rating_pairs, ratings, strengths
from bot.storage.strength_fits import fit_if_due, keep_fit
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


async def stored(database: Database) -> tuple[Sequence[Any], ...]:
    """All rows of strengths, of rated games, of ratings and of pairs."""

    def read(connection: Connection) -> tuple[Sequence[Any], ...]:
        return tuple(
            connection.execute(select(table).order_by(*table.primary_key)).all()
            for table in (strengths, rated_games, ratings, rating_pairs)
        )

    return await database.connections.read(read)


async def break_(database: Database, damage: str) -> None:
    """Runs a statement that the bot would not run."""
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
    game = await database.ratings.game(row.id, 1, NOW)
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
    assert await stored(database) == ([], [], [], [])


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
    assert (await database.ratings.board(GUILD, NOW, without={BRUNO})).rows == ()
    await database.ratings.want(ALICE, NOW, wanted=True)
    await play(database, ALICE, BRUNO)
    assert await rated_so_far(database, ALICE) == 2


async def test_a_place_takes_games_that_count_opponents_and_a_game_lately(database: Database) -> None:
    most = place_asks(GUILD, 0).of_one
    for day in range(most):
        for one, other in ((ALICE, BRUNO), (ALICE, CHLOE), (ALICE, DAVID), (BRUNO, CHLOE)):
            await play(database, one, other, at=NOW + day * DAY_MS)
    at = NOW + most * DAY_MS
    board = await database.ratings.board(GUILD, at, reader=BRUNO)
    # Alice's opponents have met two members, so their games do not count yet. Bruno and Chloé have too few opponents.
    assert [line.place for line in board.rows] == [None] * 4
    assert board.own is not None
    assert (board.own.opponents, board.own.counted, board.own.is_lately) == (2, 0, True)
    await play(database, BRUNO, DAVID, at=at)
    await play(database, CHLOE, DAVID, at=at)
    assert (await own_line(database, ALICE, at)).place is None, "known from tomorrow on"
    at += DAY_MS
    board = await database.ratings.board(GUILD, at)
    assert [line.place for line in board.rows] == [1, None, None, None]
    assert (board.rows[0].user_id, board.rows[0].counted) == (ALICE, 3 * most)
    assert board.rows[0].counted >= PLACE_GAMES > board.rows[1].counted
    away = await own_line(database, ALICE, at + PLACE_DAYS * DAY_MS)
    assert (away.place, away.is_lately) == (None, False)
    for day in range(most - 1):
        for one, other in ((BRUNO, DAVID), (CHLOE, DAVID)):
            await play(database, one, other, at=at + day * DAY_MS)
    at += (PLACE_DAYS - 1) * DAY_MS
    board = await database.ratings.board(GUILD, at)
    assert [(line.user_id, line.place) for line in board.rows] == [(BRUNO, 1), (CHLOE, 2), (DAVID, 3), (ALICE, None)]
    strengths_placed = [line.strength for line in board.rows[:3]]
    assert strengths_placed == sorted(set(strengths_placed), reverse=True)
    page = await database.ratings.board(GUILD, at, limit=1, offset=1)
    assert page.rows == (board.rows[1],)
    assert page.total == 4


async def test_who_has_no_place_stands_below_by_the_own_number(database: Database) -> None:
    await play(database, BRUNO, ALICE)
    await play(database, BRUNO, CHLOE)
    await play(database, CHLOE, ALICE)
    board = await database.ratings.board(GUILD, NOW)
    assert [(line.user_id, line.place) for line in board.rows] == [(BRUNO, None), (CHLOE, None), (ALICE, None)]
    numbers = [line.rating.rating for line in board.rows]
    assert numbers == sorted(set(numbers), reverse=True)


async def own_line(database: Database, user_id: int, at: int = NOW) -> RatingLine:
    """Returns a member's line of the board."""
    line = (await database.ratings.board(GUILD, at, reader=user_id)).own
    assert line is not None
    return line


async def test_accounts_that_lose_to_one_member_alone_bring_nothing_on_the_board(database: Database) -> None:
    for day in range(8):
        for loser in (BRUNO, CHLOE):
            for _ in range(PAIR_GAMES):
                await play(database, ALICE, loser, at=NOW + day * DAY_MS)
    await play(database, BRUNO, CHLOE)
    line = await own_line(database, ALICE, NOW + 8 * DAY_MS)
    assert line.rating.rating > Rating().rating + 140_000, "the number itself is free"
    assert (line.strength, line.counted, line.place) == (MEAN, 0, None)
    assert await database.audit.ledger_faults() == ()


async def test_losing_first_to_an_account_that_is_not_known_changes_nothing_on_the_board(database: Database) -> None:
    def losing(connection: Connection) -> None:
        for number in range(10 * PAIR_GAMES):
            rate_game(connection, result(number, 999, ALICE, NOW + number // PAIR_GAMES * DAY_MS))

    def honest(connection: Connection) -> None:
        chance = Random(6)
        for number in range(100):
            winner, loser = chance.sample(MEMBERS, 2)
            rate_game(connection, result(1000 + number, winner, loser, NOW + (10 + number // 4) * DAY_MS))
            rate_game(connection, result(2000 + number, winner, loser, NOW + number // 4 * DAY_MS, OTHER_GUILD))

    await database.connections.write(losing)
    await database.connections.write(honest)
    here, elsewhere = [
        [
            (line.user_id, line.place, line.strength)
            for line in (await database.ratings.board(guild, NOW + 36 * DAY_MS)).rows
            if line.place is not None
        ]
        for guild in (GUILD, OTHER_GUILD)
    ]
    assert here == elsewhere
    assert len(here) == len(MEMBERS)


async def test_no_game_lets_its_loser_pass_anyone_or_anyone_pass_its_winner(database: Database) -> None:
    chance = Random(7)
    before: dict[int, int] = {}
    day = 0
    for number in range(120):
        winner, loser = chance.sample(MEMBERS, 2)
        at = NOW + number // 5 * DAY_MS
        if number // 5 != day:
            day, before = number // 5, {}
        game = result(number, winner, loser, at)
        await database.connections.write(partial(rate_game, result=game))
        rows = (await database.ratings.board(GUILD, at)).rows
        after = {line.user_id: line.strength for line in rows}
        for one in before.keys() - {winner}:
            assert (before[one] < before.get(winner, MEAN)) <= (after[one] < after[winner])
        for one in before.keys() - {loser}:
            assert (before[one] > before.get(loser, MEAN)) <= (after[one] > after[loser])
        before = after
    assert len(set(before.values())) == len(MEMBERS)


async def test_the_games_with_an_opponent_count_from_the_first_the_day_after_they_met_three_members(
    database: Database,
) -> None:
    await play(database, ALICE, BRUNO)
    await play(database, ALICE, BRUNO)
    await play(database, CHLOE, BRUNO)
    for one, other in ((ALICE, CHLOE), (ALICE, DAVID)):
        await play(database, one, other)
    tomorrow = NOW + DAY_MS
    assert (await own_line(database, ALICE, tomorrow)).counted == 0, "Alice has met three members, the others two"
    await play(database, BRUNO, DAVID)
    assert (await own_line(database, ALICE)).counted == 0, "today"
    line = await own_line(database, ALICE, tomorrow)
    assert (line.counted, line.games) == (2, 4)
    assert line.strength == 2 * MEAN - (await own_line(database, BRUNO, tomorrow)).strength > MEAN
    assert (await own_line(database, DAVID, tomorrow)).counted == 0
    await play(database, CHLOE, DAVID, at=tomorrow)
    assert (await own_line(database, ALICE, tomorrow + DAY_MS)).counted == 4
    assert await database.audit.ledger_faults() == ()


async def test_games_of_a_member_who_is_being_erased_count_under_either_id(database: Database) -> None:
    for one, other in combinations(MEMBERS, 2):
        await play(database, one, other)
    await database.erasures.begin(ALICE, -7, NOW)
    # One table is done, the others are not.
    for column in ("user_id", "adversary_id"):
        await break_(database, f"UPDATE rated_games SET {column} = -7 WHERE {column} = {ALICE} AND number = 1")
    await play(database, BRUNO, DAVID)
    assert await database.audit.ledger_faults() == ()
    assert (await own_line(database, ALICE, NOW + DAY_MS)).counted == 3
    assert await database.audit.ledger_faults() == ()


async def test_friends_who_play_every_evening_move_their_numbers_and_weigh_as_three_games(database: Database) -> None:
    for one, other in combinations(MEMBERS, 2):
        await play(database, one, other)
    tomorrow = NOW + DAY_MS
    for _ in range(2):
        await play(database, ALICE, BRUNO, at=tomorrow)
    before = [(await own_line(database, one, tomorrow)).strength for one in MEMBERS]
    numbers = []
    for day in range(1, 6):
        for _ in range(PAIR_GAMES - (2 if day == 1 else 0)):
            await play(database, ALICE, BRUNO, at=NOW + day * DAY_MS)
            numbers.append((await own_line(database, ALICE, tomorrow)).rating.rating)
    assert numbers == sorted(set(numbers)), "each game moves the number"
    assert [(await own_line(database, one, tomorrow)).strength for one in MEMBERS] == before
    assert (await own_line(database, ALICE, tomorrow)).counted == 2 + place_asks(GUILD, 0).of_one
    assert await database.audit.ledger_faults() == ()


async def test_a_large_board_is_fitted_once_in_a_while_and_a_small_one_at_each_look(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second of patience for a thousand pairs. The first look after it fits."""
    for one, other in combinations(MEMBERS, 2):
        await play(database, one, other)
    at, pairs = NOW + DAY_MS + 1000, 6
    await play(database, ALICE, BRUNO, at=at)
    first = await own_line(database, ALICE, at)
    monkeypatch.setattr("bot.storage.strength_fits._AT_ONCE", pairs - 1)
    await play(database, ALICE, CHLOE, at=at)
    again = await own_line(database, ALICE, at + pairs - 1)
    assert (again.games, again.counted, again.strength) == (5, 4, first.strength), "the number of games is always new"
    later = await own_line(database, ALICE, at + pairs)
    assert (later.counted, later.strength > first.strength) == (5, True)
    assert (await own_line(database, ALICE, at + pairs)).strength == later.strength
    await play(database, ALICE, DAVID, at=at)
    assert (await own_line(database, ALICE, at - 1)).counted == 6, "a clock was set back"
    assert await database.audit.ledger_faults() == ()


async def test_a_fit_that_was_outrun_by_another_is_not_kept(database: Database) -> None:
    for one, other in combinations(MEMBERS, 2):
        await play(database, one, other)
    at = NOW + DAY_MS
    late = await database.connections.read(lambda connection: fit_if_due(connection, GUILD, 0, at))
    assert late is not None
    await play(database, ALICE, BRUNO, at=at)
    strength = (await own_line(database, ALICE, at)).strength
    await database.connections.write(lambda connection: keep_fit(connection, late))
    assert (await own_line(database, ALICE, at)).strength == strength
    assert await database.audit.ledger_faults() == ()


async def test_who_was_erased_is_on_no_board(database: Database) -> None:
    await play(database, ALICE, BRUNO)
    erasure = await database.erasures.begin(ALICE, -7, NOW)
    await database.erasures.finish(erasure)
    assert [line.user_id for line in (await database.ratings.board(GUILD, NOW)).rows] == [BRUNO]


async def test_a_rebuild_gives_the_same_to_the_last_digit_and_mends_what_is_wrong(database: Database) -> None:
    chance = Random(1)

    def enter(connection: Connection) -> None:
        for number in range(300):
            # A clock may be set back: the order is that of storing.
            at = NOW + chance.randrange(40) * DAY_MS
            # Some are stronger than others.
            winner, loser = sorted(chance.sample(MEMBERS, 2), reverse=chance.random() < 0.1)
            rate_game(connection, result(number, winner, loser, at, chance.choice((GUILD, OTHER_GUILD))))

    await database.connections.write(enter)
    for guild_id in (GUILD, OTHER_GUILD):
        await database.ratings.board(guild_id, NOW + 40 * DAY_MS)
    before = await stored(database)
    assert any(row.strength != MEAN for row in before[0])
    assert any(row.title for row in before[1])
    assert await database.audit.ledger_faults() == ()
    assert {row.guild_id for row in before[1]} == {GUILD, OTHER_GUILD} == set(await database.ratings.servers())
    games = len(before[1]) // 2
    assert sum([await database.ratings.rebuild(guild_id) for guild_id in (GUILD, OTHER_GUILD)]) == games
    assert await stored(database) == before
    for damage, table in (
        ("UPDATE ratings SET rating = rating + 1", "ratings"),
        ("DELETE FROM ratings WHERE user_id = 1300000000000000001", "ratings"),
        ("UPDATE rated_games SET gain = gain + 1 WHERE number = 3", "rated_games"),
        ("UPDATE strengths SET opponents = opponents + 1", "strengths"),
        ("UPDATE rating_pairs SET won = 0", "rating_pairs"),
        ("DELETE FROM rating_pairs", "rating_pairs"),
    ):
        await break_(database, damage)
        faults = await database.audit.ledger_faults()
        assert {fault.where for fault in faults} == {f"server {GUILD}", f"server {OTHER_GUILD}"}
        assert {f"rows of its {table} are not" in fault.what for fault in faults if "rows" in fault.what} == {True}
        for guild_id in await database.ratings.servers():
            await database.ratings.rebuild(guild_id)
        assert await stored(database) == before
    for guild_id in await database.ratings.servers():
        await database.ratings.board(guild_id, NOW + 40 * DAY_MS)
    await break_(database, "UPDATE strengths SET strength = strength + 1 WHERE user_id = 1300000000000000001")
    assert [str(fault) for fault in await database.audit.ledger_faults()] == [
        f"server {guild_id}: 1 of its strengths are not what its rating_pairs come to"
        for guild_id in (GUILD, OTHER_GUILD)
    ]
    for guild_id in await database.ratings.servers():
        await database.ratings.rebuild(guild_id)
        await database.ratings.board(guild_id, NOW + 40 * DAY_MS)
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
