"""Seasons: the season in which a game counts, how a season begins and ends, its board and its champions."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from random import Random

import pytest
from sqlalchemy import Connection, select

from bot.ranking.periods import Season, SeasonKind
from bot.ranking.rating_model import SEASON_GAMES, RatingLine
from bot.ranking.strengths import MEAN
from bot.rows.member_rows import RoleGiven, RolesDue
from bot.rows.storage_errors import NotOwner
from bot.storage import Database, as_owner
from bot.storage.rating_entries import rate_game
from bot.storage.schema.rating_tables import rated_games, season_champions, seasons
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, seated, step, won_by
from tests.bot.storage.test_ratings import DAY_MS, MEMBERS, break_, play, result, stored


def moment(*parts: int) -> int:
    """A moment of UTC in epoch milliseconds."""
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1000  # type: ignore[arg-type, misc]  # mypy takes the parts for tzinfo, too


MAY, JUNE, JULY, OCTOBER = (moment(2026, month, 1) for month in (5, 6, 7, 10))


async def choose(database: Database, kind: SeasonKind | None, guild: int = GUILD) -> None:
    """Chooses the length of seasons as a manager."""
    await database.servers.put_settings(guild, {"season": None if kind is None else kind.value})


async def counted_in(database: Database) -> list[int]:
    """Returns the season of each rated game, in their order."""
    asked = select(rated_games.c.season_at).where(rated_games.c.won == 1).order_by(rated_games.c.number)
    return list(await database.connections.read(lambda connection: connection.scalars(asked).all()))


async def play_round(database: Database, since: int, *, best: int = ALICE, games: int = 3) -> None:
    """Lets four members meet all others. The best of them always wins, the others win in turns."""
    for number in range(games):
        at = since + number * DAY_MS
        for one, other in ((0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)):
            winner, loser = MEMBERS[one], MEMBERS[other]
            if loser == best or (winner != best and number % 2):
                winner, loser = loser, winner
            await play(database, winner, loser, at=at)


async def line(database: Database, user_id: int, season: int, at: int = JUNE) -> RatingLine:
    """A member's line of the board of a season."""
    own = (await database.ratings.board(GUILD, at, reader=user_id, season=season)).own
    assert own is not None
    return own


@pytest.mark.parametrize(
    ("kind", "at", "since", "ends_at"),
    [
        (SeasonKind.MONTH, moment(2026, 5, 31, 23, 59, 59), MAY, JUNE),
        (SeasonKind.MONTH, JUNE, JUNE, JULY),
        (SeasonKind.MONTH, moment(2028, 2, 29), moment(2028, 2, 1), moment(2028, 3, 1)),
        (SeasonKind.MONTH, moment(2026, 12, 31), moment(2026, 12, 1), moment(2027, 1, 1)),
        (SeasonKind.QUARTER, MAY, moment(2026, 4, 1), JULY),
        (SeasonKind.QUARTER, moment(2026, 12, 31), OCTOBER, moment(2027, 1, 1)),
        # The clocks of Europe change on the last Sundays of March and October. UTC has no such night.
        (SeasonKind.MONTH, moment(2026, 3, 29, 1, 30), moment(2026, 3, 1), moment(2026, 4, 1)),
    ],
)
def test_seasons_are_months_and_quarters_of_utc(kind: SeasonKind, at: int, since: int, ends_at: int) -> None:
    assert kind.bounds(at) == (since, ends_at)


async def test_a_server_without_seasons_counts_games_for_all_time_alone(database: Database) -> None:
    await play(database, ALICE, BRUNO, at=MAY)
    assert await counted_in(database) == [0]
    found = await database.ratings.seasons(GUILD, MAY)
    assert (found.running, found.last, found.champions) == (None, None, ())


async def test_in_a_season_all_that_two_played_before_weighs_as_one_game(database: Database) -> None:
    for number, guild in ((5, GUILD), (1, OTHER_GUILD)):
        for one, other in combinations(MEMBERS, 2):
            for _ in range(number):
                await play(database, one, other, at=MAY - DAY_MS, guild=guild)
    boards = []
    for guild in (GUILD, OTHER_GUILD):
        await choose(database, SeasonKind.MONTH, guild)
        for one, other in combinations(MEMBERS, 2):
            await play(database, other, one, at=MAY, guild=guild)
        board = await database.ratings.board(guild, MAY, season=MAY)
        assert [line.counted for line in board.rows] == [0] * 4, "no one is known in the season yet"
        at_once = {line.user_id: line.strength for line in board.rows}
        assert at_once[ALICE] > MEAN > at_once[DAVID], "the games of before weigh from the beginning"
        board = await database.ratings.board(guild, MAY + DAY_MS, season=MAY)
        assert [line.counted for line in board.rows] == [3] * 4
        assert {line.strength for line in board.rows} == {MEAN}, "one game against one of before"
        boards.append(at_once)
    assert boards[0] == boards[1]
    assert await database.audit.ledger_faults() == ()


async def test_a_place_in_a_season_takes_ten_games_that_count_and_three_opponents_and_no_recent_play(
    database: Database,
) -> None:
    await choose(database, SeasonKind.QUARTER)
    since = moment(2026, 4, 1)
    await play_round(database, since)
    assert (await line(database, ALICE, since)).place is None
    await play_round(database, since + 10 * DAY_MS, games=1)
    at_the_end = await line(database, ALICE, since, JULY - 1)
    assert (at_the_end.place, at_the_end.counted, at_the_end.asks.games) == (1, 12, SEASON_GAMES)
    assert (await line(database, ALICE, 0)).place is None, "for all time the board requires twenty"


async def test_the_first_read_after_its_time_ends_a_season_and_names_who_is_first(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await play_round(database, MAY, games=4)
    before = await database.ratings.seasons(GUILD, JUNE - 1)
    assert (before.running, before.last) == (Season(MAY, JUNE), None)
    after = await database.ratings.seasons(GUILD, JUNE)
    assert (after.running, after.last, after.champions) == (Season(JUNE, JULY), Season(MAY, JUNE), (ALICE,))
    board = await database.ratings.board(GUILD, JULY, season=MAY)
    assert [row.user_id for row in board.rows if row.place == 1] == [ALICE]
    assert await database.ratings.seasons(GUILD, JUNE + 1) == after


async def test_all_who_are_equal_are_champions_and_a_season_without_a_place_has_none(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await play(database, ALICE, BRUNO, at=moment(2026, 4, 1))
    # Each beats one in all games, and loses all to another.
    for day in range(5):
        for one, other in ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (2, 0), (1, 3), (3, 1)):
            await play(database, MEMBERS[one], MEMBERS[other], at=MAY + day * DAY_MS)
    found = await database.ratings.seasons(GUILD, JUNE)
    assert found.champions == tuple(sorted(MEMBERS))
    closed = select(seasons.c.season_at).where(seasons.c.closed_at.is_not(None)).order_by(seasons.c.season_at)
    assert await database.connections.read(lambda connection: list(connection.scalars(closed))) == [
        moment(2026, 4, 1),
        MAY,
    ]
    of_april = select(season_champions).where(season_champions.c.season_at == moment(2026, 4, 1))
    assert await database.connections.read(lambda connection: connection.execute(of_april).all()) == []


async def test_a_season_that_has_begun_goes_on_to_its_end_whatever_is_chosen(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await play(database, ALICE, BRUNO, at=MAY)
    await choose(database, SeasonKind.QUARTER)
    await play(database, ALICE, BRUNO, at=MAY + DAY_MS)
    await play(database, ALICE, BRUNO, at=JUNE)
    assert await counted_in(database) == [MAY, MAY, JUNE]
    await choose(database, None)
    await play(database, ALICE, BRUNO, at=JUNE + DAY_MS)
    assert (await database.ratings.seasons(GUILD, JUNE + DAY_MS)).running == Season(JUNE, JULY)
    await play(database, ALICE, BRUNO, at=JULY)
    assert await counted_in(database) == [MAY, MAY, JUNE, JUNE, -JUNE], "in none, after the last"
    assert (await database.ratings.seasons(GUILD, JULY)).running is None
    before = await stored(database)
    await database.ratings.rebuild(GUILD)
    assert await stored(database) == before


async def test_a_clock_set_back_brings_no_game_into_a_season_whose_end_was_read(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await play_round(database, MAY, games=4)
    await play(database, BRUNO, ALICE, at=JUNE)
    await play(database, BRUNO, ALICE, at=JUNE - 1)
    assert (await counted_in(database))[-2:] == [JUNE, MAY], (
        "no board was read yet: a game counts in the season of its end"
    )
    champions = (await database.ratings.seasons(GUILD, JUNE)).champions
    board = await database.ratings.board(GUILD, JUNE, season=MAY)
    places = [(row.user_id, row.place, row.strength, row.games) for row in board.rows]
    for _ in range(3):
        await play(database, DAVID, ALICE, at=JUNE - 1)
    assert (await counted_in(database))[-3:] == [JUNE] * 3
    again = await database.ratings.board(GUILD, JUNE, season=MAY)
    assert [(row.user_id, row.place, row.strength, row.games) for row in again.rows] == places
    assert (await database.ratings.seasons(GUILD, JUNE)).champions == champions == (ALICE,)
    assert await database.audit.ledger_faults() == ()


async def test_a_game_of_no_season_after_one_that_is_over_changes_nothing_on_its_board(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await play_round(database, MAY, games=4)
    strengths = {row.user_id: row.strength for row in (await database.ratings.board(GUILD, JUNE, season=MAY)).rows}
    await choose(database, None)
    for _ in range(3):
        await play(database, CHLOE, ALICE, at=JUNE + DAY_MS)
    found = await database.ratings.seasons(GUILD, JUNE + DAY_MS)
    assert (found.last, found.champions) == (Season(MAY, JUNE), (ALICE,))
    board = await database.ratings.board(GUILD, JUNE + DAY_MS, season=MAY)
    assert {row.user_id: row.strength for row in board.rows} == strengths


async def test_a_void_game_counts_in_no_season(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    row = await seated(database)
    void = replace(won_by(row, "north", at=MAY), rated=True, winner=None)
    await database.tables.commit(step(row, result=void))
    assert await counted_in(database) == []
    assert (await database.ratings.seasons(GUILD, MAY)).running == Season(MAY, JUNE), "it runs, without a game"
    assert (await database.ratings.seasons(GUILD, JUNE)).last is None


async def test_who_is_erased_is_champion_no_more_and_no_other_in_their_place(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await play_round(database, MAY, games=4)
    assert (await database.ratings.seasons(GUILD, JUNE)).champions == (ALICE,)
    erasure = await database.erasures.begin(ALICE, -7, JUNE)
    await database.erasures.finish(erasure)
    found = await database.ratings.seasons(GUILD, JUNE)
    assert (found.last, found.champions) == (Season(MAY, JUNE), ())
    assert ALICE not in [row.user_id for row in (await database.ratings.board(GUILD, JUNE, season=MAY)).rows]
    assert await database.audit.ledger_faults() == ()
    before = await stored(database)
    await database.ratings.rebuild(GUILD)
    assert await stored(database) == before


async def test_a_rebuild_gives_seasons_to_the_last_digit_and_the_audit_sees_what_is_wrong(database: Database) -> None:
    chance = Random(4)
    await choose(database, SeasonKind.MONTH)
    await choose(database, SeasonKind.QUARTER, OTHER_GUILD)

    def enter(connection: Connection) -> None:
        for number in range(300):
            at = MAY + number * DAY_MS // 3 - chance.randrange(3) * DAY_MS
            winner, loser = chance.sample(MEMBERS, 2)
            rate_game(connection, result(number, winner, loser, at, chance.choice((GUILD, OTHER_GUILD))))

    await database.connections.write(enter)
    for guild_id in await database.ratings.servers():
        await database.ratings.seasons(guild_id, JULY)
    before = await stored(database)
    assert len({row.season_at for row in before[0]}) > 4
    assert {row.strength for row in before[0] if row.season_at == JUNE} != {MEAN}
    assert await database.audit.ledger_faults() == ()
    for guild_id in await database.ratings.servers():
        await database.ratings.rebuild(guild_id)
    assert await stored(database) == before
    for damage in (
        f"UPDATE strengths SET opponents = opponents + 1 WHERE season_at = {JUNE}",
        f"UPDATE rating_pairs SET won = won + 1 WHERE season_at = {JUNE}",
        "UPDATE ratings SET title = 4",
    ):
        await break_(database, damage)
        assert await database.audit.ledger_faults() != ()
        for guild_id in await database.ratings.servers():
            await database.ratings.rebuild(guild_id)
        assert await stored(database) == before
    await break_(database, f"DELETE FROM seasons WHERE guild_id = {GUILD} AND season_at = {JUNE}")
    assert [fault.what for fault in await database.audit.ledger_faults()] == [
        "it has ratings of a season that never began"
    ]


async def test_two_who_write_at_a_seasons_end_and_two_who_read_it_agree(migrated: str) -> None:
    async with await Database.open(migrated) as one, await Database.open(migrated) as other:
        await choose(one, SeasonKind.MONTH)
        await play_round(one, MAY, games=4)

        async def some(database: Database, first: int) -> None:
            for number in range(8):
                at = JUNE + (number % 2 or -1)
                await play(database, MEMBERS[(first + number) % 4], MEMBERS[(first + number + 1) % 4], at=at)
                if number >= 3:
                    await database.ratings.seasons(GUILD, JUNE)

        await asyncio.gather(some(one, 0), some(other, 1))
        assert await one.ratings.seasons(GUILD, JUNE) == await other.ratings.seasons(GUILD, JUNE)
        board = await one.ratings.board(GUILD, JUNE, season=MAY)
        first = tuple(row.user_id for row in board.rows if row.place == 1)
        assert (await one.ratings.seasons(GUILD, JUNE)).champions == first
        assert await one.audit.ledger_faults() == ()
        before = await stored(one)
        await other.ratings.rebuild(GUILD)
        assert await stored(one) == before


async def test_a_title_comes_with_the_strength_and_stays(database: Database) -> None:
    reached: dict[int, list[int]] = {user_id: [] for user_id in MEMBERS}
    for day in range(10):
        for one, other in (
            (ALICE, BRUNO),
            (ALICE, CHLOE),
            (ALICE, DAVID),
            (BRUNO, CHLOE),
            (CHLOE, DAVID),
            (BRUNO, DAVID),
        ):
            row = await seated(database, one, other)
            won = replace(won_by(row, "north", at=MAY + day * DAY_MS), rated=True)
            await database.tables.commit(step(row, result=won))
            game = await database.ratings.game(row.id, 1, MAY + day * DAY_MS)
            assert game is not None
            for user_id, title in game.titles.items():
                reached[user_id] += [title] if title else []
    own = await line(database, ALICE, 0)
    assert own.title == reached[ALICE][-1] > 0
    assert reached[ALICE] == sorted(set(reached[ALICE])), "each title once"
    assert reached[DAVID] == []
    for day in range(10, 25):
        for opponent in (BRUNO, CHLOE, DAVID):
            await play(database, opponent, ALICE, at=MAY + day * DAY_MS)
    assert (await line(database, ALICE, 0)).strength < own.strength
    assert (await line(database, ALICE, 0)).title == own.title
    assert await database.audit.ledger_faults() == ()


async def role(database: Database, role_id: int | None) -> None:
    """Chooses the role of the first place as a manager."""
    await database.servers.put_settings(GUILD, {"champion_role": role_id})
    await database.champions.look_again(GUILD)


async def test_the_role_of_the_last_season_alone_is_given_and_those_before_are_taken(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await role(database, 5)
    assert await database.champions.due() == ()
    for since, best, now in ((MAY, ALICE, JUNE), (JUNE, CHLOE, JULY)):
        await play_round(database, since, best=best, games=4)
        assert await database.champions.due() == ()
        assert (await database.ratings.seasons(GUILD, now)).champions == (best,)
        assert await database.champions.due() == (GUILD,)
        due = await database.champions.roles(GUILD)
        assert due.give == (RoleGiven(since, best, 5),)
        for given in due.give:
            await database.champions.note(GUILD, given, has=True)
        await database.champions.settle(GUILD, 5)
    assert (await database.champions.roles(GUILD)) == RolesDue(5, (RoleGiven(MAY, ALICE, 5),), ())
    await database.champions.note(GUILD, RoleGiven(MAY, ALICE, 5), has=False)
    await role(database, 6)
    await database.champions.settle(GUILD, 5)
    assert await database.champions.due() == (GUILD,), "another role was chosen meanwhile"
    change = await database.champions.roles(GUILD)
    assert (change.take, change.give) == ((RoleGiven(JUNE, CHLOE, 5),), (RoleGiven(JUNE, CHLOE, 6),))
    await database.champions.settle(GUILD, 6)
    assert await database.champions.due() == ()


async def test_who_is_first_twice_keeps_the_role(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await role(database, 5)
    for since, now in ((MAY, JUNE), (JUNE, JULY)):
        await play_round(database, since, games=4)
        await database.ratings.seasons(GUILD, now)
        due = await database.champions.roles(GUILD)
        assert (due.take, due.give) == ((), (RoleGiven(since, ALICE, 5),))
        await database.champions.note(GUILD, due.give[0], has=True)


async def test_an_owner_of_yesterday_notes_no_role(database: Database) -> None:
    await choose(database, SeasonKind.MONTH)
    await role(database, 5)
    await play_round(database, MAY, games=4)
    await database.ratings.seasons(GUILD, JUNE)
    (given,), fence = (await database.champions.roles(GUILD)).give, database.connections.fence
    fence.count = 1
    for epochs in ({}, {0: 3}):
        fence.epochs = epochs
        with as_owner(), pytest.raises(NotOwner):
            await database.champions.note(GUILD, given, has=True)
        with as_owner(), pytest.raises(NotOwner):
            await database.champions.settle(GUILD, 5)
    fence.count = 0
    assert (await database.champions.roles(GUILD)).give == (given,), "nothing was written"
    assert await database.champions.due() == (GUILD,)


async def test_of_three_processes_that_read_the_end_at_once_one_notes_it(migrated: str) -> None:
    async with AsyncExitStack() as stack:
        databases = [await stack.enter_async_context(await Database.open(migrated)) for _ in range(3)]
        await choose(databases[0], SeasonKind.MONTH)
        await play_round(databases[0], MAY, games=4)
        read = await asyncio.gather(*(database.ratings.seasons(GUILD, JUNE) for database in databases * 4))
        assert {found.champions for found in read} == {(ALICE,)}
        assert await databases[0].audit.ledger_faults() == ()
