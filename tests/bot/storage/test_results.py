"""The leaderboard, profiles and the history, compared with sums by hand and with a naive count in Python."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ranking.board_lines import Sort, Standing, Z
from bot.ranking.periods import Period
from bot.ranking.tallies import Favourite, Statistics, streaks_of
from bot.rows.ids import HOUSE_IDS, is_house
from bot.rows.paging import Page
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, lower_bound, played, won_by

DAY_MS = 86_400_000
NOVICE, MASTER = HOUSE_IDS[1], HOUSE_IDS[3]


def board(page: Page[Standing]) -> list[tuple[int | None, int]]:
    """Returns the members with their places."""
    return [(row.place, row.user_id) for row in page.rows]


async def season(database: Database) -> None:
    """Plays games: Alice wins 3 of 4, Bruno 1 of 4, Chloé 1 of 1, David 0 of 1. Other games do not count."""
    await played(database, ALICE, BRUNO, ("north", 10), ("north", 20), ("south", 30), ("north", 40), (None, 50))
    await played(database, CHLOE, DAVID, ("north", 25), (None, 35))
    await played(database, DAVID, ALICE, ("north", 60), guild=OTHER_GUILD)


async def test_the_board_shows_who_won_most(database: Database) -> None:
    await season(database)
    page = await database.results.leaderboard(GUILD, sort=Sort.WON)
    # Bruno and Chloé share the second place. One of one comes before one of four.
    assert board(page) == [(1, ALICE), (2, CHLOE), (2, BRUNO), (4, DAVID)]
    assert page.total == 4
    # North scores 5 points and a vole in every game here, south 3 points and a king.
    assert page.rows[0] == Standing(1, ALICE, won=3, played=4, points=20, voles=4, kings=0)
    assert page.rows[2] == Standing(2, BRUNO, won=1, played=4, points=12, voles=0, kings=4)
    assert page.rows[0].share == 0.75


async def test_who_is_left_out_of_a_board_leaves_no_gap(database: Database) -> None:
    await season(database)
    page = await database.results.leaderboard(GUILD, sort=Sort.WON, reader=DAVID, without={ALICE, CHLOE})
    assert board(page) == [(1, BRUNO), (2, DAVID)]
    assert (page.total, page.own and page.own.place) == (2, 2)


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (Sort.SHARE, [(1, ALICE), (2, CHLOE), (3, BRUNO), (4, DAVID)]),
        (Sort.PLAYED, [(1, ALICE), (1, BRUNO), (3, CHLOE), (3, DAVID)]),
        (Sort.POINTS, [(1, ALICE), (2, BRUNO), (3, CHLOE), (4, DAVID)]),
        (Sort.VOLES, [(1, ALICE), (2, CHLOE), (3, BRUNO), (3, DAVID)]),
        (Sort.KINGS, [(1, BRUNO), (2, DAVID), (3, ALICE), (3, CHLOE)]),
    ],
)
async def test_the_board_has_an_order_for_everything_that_is_counted(
    database: Database, sort: Sort, expected: list[tuple[int | None, int]]
) -> None:
    await season(database)
    assert board(await database.results.leaderboard(GUILD, sort=sort)) == expected


async def test_one_game_won_does_not_stand_before_three_of_four(database: Database) -> None:
    await season(database)
    page = await database.results.leaderboard(GUILD)
    assert [row.user_id for row in page.rows] == [ALICE, CHLOE, BRUNO, DAVID]


async def test_a_place_by_the_share_won_needs_games_and_who_has_fewer_stands_below_without_a_place(
    database: Database,
) -> None:
    await season(database)
    page = await database.results.leaderboard(GUILD, sort=Sort.SHARE, min_games=2, reader=DAVID)
    assert (board(page), page.total) == ([(1, ALICE), (2, BRUNO), (None, CHLOE), (None, DAVID)], 4)
    assert page.own == page.rows[3]
    last = await database.results.leaderboard(GUILD, sort=Sort.SHARE, min_games=2, limit=3, offset=3)
    assert board(last) == [(None, DAVID)]
    by_games = await database.results.leaderboard(GUILD, sort=Sort.WON, min_games=2)
    assert [place for place, _ in board(by_games)] == [1, 2, 2, 4]


@given(st.integers(1, 400), st.data())
def test_the_lower_bound_is_the_smaller_root_of_wilsons_equation(played: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, played))
    bound, share = lower_bound(won, played), won / played
    assert 0 <= bound <= share
    assert (share - bound) ** 2 == pytest.approx(Z**2 * bound * (1 - bound) / played, abs=1e-12)


def test_the_lower_bound_of_known_results() -> None:
    # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
    for won, games, bound in ((81, 263, 0.2553), (15, 148, 0.0624), (0, 20, 0.0), (1, 29, 0.0061)):
        assert lower_bound(won, games) == pytest.approx(bound, abs=5e-5)


async def test_the_board_of_a_period_begins_with_its_first_moment(database: Database) -> None:
    monday = 4 * DAY_MS
    await played(database, ALICE, BRUNO, ("north", monday - 1))
    await played(database, CHLOE, DAVID, ("north", monday), ("south", monday + 7 * DAY_MS - 1))

    async def week(at: int) -> list[tuple[int | None, int]]:
        return board(await database.results.leaderboard(GUILD, Period.WEEK, at, Sort.WON))

    assert await week(monday - 1) == [(1, ALICE), (2, BRUNO)]
    for at in (monday, monday + 3 * DAY_MS, monday + 7 * DAY_MS - 1):
        assert await week(at) == [(1, CHLOE), (1, DAVID)]
    assert await week(monday + 7 * DAY_MS) == []


async def test_past_the_end_of_a_board_comes_its_last_page_and_a_reader_is_found_on_any(database: Database) -> None:
    await season(database)
    last = await database.results.leaderboard(GUILD, limit=3, offset=300, reader=BRUNO)
    assert (board(last), last.offset) == ([(4, DAVID)], 3)
    assert last.own == (await database.results.leaderboard(GUILD)).rows[2]
    assert (await database.results.leaderboard(GUILD, reader=999)).own is None


async def test_the_pages_of_a_board_fit_together(database: Database) -> None:
    await season(database)
    pages = [await database.results.leaderboard(GUILD, limit=1, offset=offset) for offset in range(4)]
    assert [row for page in pages for row in page.rows] == list((await database.results.leaderboard(GUILD)).rows)
    assert [page.total for page in pages] == [4] * 4


async def test_servers_do_not_mix(database: Database) -> None:
    await season(database)
    assert board(await database.results.leaderboard(OTHER_GUILD)) == [(1, DAVID), (2, ALICE)]
    assert (await database.results.statistics(OTHER_GUILD, ALICE)).played == 1
    assert (await database.results.history(OTHER_GUILD)).total == 1
    assert (await database.results.leaderboard(999)).total == 0


async def test_a_profile_counts_what_was_done(database: Database) -> None:
    await season(database)
    profile = await database.results.statistics(GUILD, ALICE, last=2)
    assert profile == Statistics(
        user_id=ALICE,
        played=4,
        won=3,
        points=20,
        voles=4,
        kings=0,
        deals=20,
        streak=1,
        best_streak=2,
        favourite=Favourite(BRUNO, played=4, won=3),
        last=(await database.results.history(GUILD, ALICE)).rows[:2],
    )
    assert [game.winner for game in profile.last] == [None, "north"]
    assert (await database.results.statistics(GUILD, BRUNO)).streak == -1
    assert (await database.results.statistics(GUILD, BRUNO)).share == 0.25


async def test_a_person_outside_servers_has_the_games_of_all_places(database: Database) -> None:
    await season(database)
    await played(database, ALICE, NOVICE, ("north", 70), guild=0)
    await played(database, DAVID, BRUNO, ("north", 80), guild=OTHER_GUILD)
    here, there = [await database.results.statistics(guild, ALICE) for guild in (GUILD, OTHER_GUILD)]
    everywhere = await database.results.statistics(None, ALICE)
    assert (everywhere.played, everywhere.won) == (here.played + there.played, here.won + there.won) == (5, 3)
    assert (everywhere.points, everywhere.deals) == (here.points + there.points, here.deals + there.deals)
    assert (everywhere.streak, everywhere.best_streak) == (0, 0)
    assert everywhere.favourite == Favourite(BRUNO, played=4, won=3)
    assert everywhere.house == (Favourite(NOVICE, played=1, won=1),)
    assert [game.ended_at for game in everywhere.last] == [70, 60, 50, 40, 30]
    history = await database.results.history(None, ALICE, limit=2, offset=5)
    assert ([game.ended_at for game in history.rows], history.total) == ([20, 10], 7)


async def test_who_has_played_nothing_has_an_empty_profile(database: Database) -> None:
    profile = await database.results.statistics(GUILD, ALICE)
    assert profile == Statistics(ALICE, 0, 0, 0, 0, 0, 0, 0, 0, None, ())
    assert profile.share == 0


async def test_of_two_favourites_the_one_met_last_counts(database: Database) -> None:
    await played(database, ALICE, BRUNO, ("north", 10), ("south", 40))
    await played(database, ALICE, CHLOE, ("north", 20), ("south", 30))
    assert (await database.results.statistics(GUILD, ALICE)).favourite == Favourite(BRUNO, played=2, won=1)


async def test_the_history_is_newest_first_and_hides_nothing(database: Database) -> None:
    await season(database)
    everything = await database.results.history(GUILD)
    assert [game.ended_at for game in everything.rows] == [50, 40, 35, 30, 25, 20, 10]
    assert everything.total == 7
    of_chloe = await database.results.history(GUILD, CHLOE)
    assert [(game.ended_at, game.winner) for game in of_chloe.rows] == [(35, None), (25, "north")]
    page = await database.results.history(GUILD, limit=2, offset=5)
    assert (page.rows, page.total) == (everything.rows[5:], 7)


async def test_a_game_comes_back_as_it_was_written(database: Database) -> None:
    row = await played(database, ALICE, BRUNO, ("south", 10))
    game = await database.results.game(row.id, 1)
    assert game == won_by(row, "south", at=10)
    assert [player.seat for player in game.players] == ["north", "south"]
    assert await database.results.game(row.id, 2) is None


@given(st.lists(st.booleans()))
def test_streaks_are_what_counting_by_hand_gives(outcomes: list[bool]) -> None:
    streak, best = streaks_of(outcomes)
    word = "".join("w" if won else "l" for won in outcomes)
    assert best == max(map(len, word.split("l")))
    last = word[-1:]
    length = len(word) - len(word.rstrip(last)) if last else 0
    assert streak == (length if last == "w" else -length)


async def test_games_against_the_house_are_kept_and_listed_and_count_for_no_one(database: Database) -> None:
    await season(database)
    before = await database.results.leaderboard(GUILD), await database.results.statistics(GUILD, ALICE)
    await played(database, ALICE, NOVICE, ("north", 70), ("north", 71), ("south", 72), (None, 73))
    await played(database, MASTER, ALICE, ("north", 74))
    after = await database.results.leaderboard(GUILD), await database.results.statistics(GUILD, ALICE)
    assert after[0] == before[0]
    assert after[1] == replace(
        before[1],
        house=(Favourite(NOVICE, played=3, won=2), Favourite(MASTER, played=1, won=0)),
        last=(await database.results.history(GUILD, ALICE)).rows[:5],
    )
    assert [game.ended_at for game in after[1].last] == [74, 73, 72, 71, 70]
    assert (await database.results.statistics(GUILD, NOVICE)).played == 0


def test_an_id_of_the_house_belongs_to_no_member() -> None:
    """Discord's ids begin with the milliseconds since 2015, and 22 bits follow: the very first was larger."""
    assert is_house(NOVICE)
    assert not any(is_house(user_id) for user_id in (-1, 0, 1, 1 << 22, ALICE))
    assert max(HOUSE_IDS) < 1 << 22
