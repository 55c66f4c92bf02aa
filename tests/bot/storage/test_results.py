"""The leaderboard, profiles and the history, held against a reckoning by hand and a naive one in Python."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.storage import HOUSE_IDS, Database, Favourite, Page, Sort, Standing, Statistics, is_house
from bot.storage.repositories.results import streaks
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, played, won_by

NOVICE, MASTER = HOUSE_IDS[1], HOUSE_IDS[3]


def board(page: Page[Standing]) -> list[tuple[int, int]]:
    """Who is in which place."""
    return [(row.place, row.user_id) for row in page.rows]


async def season(database: Database) -> None:
    """Alice wins 3 of 4, Bruno 1 of 4, Chloé 1 of 1, David 0 of 1; and games that do not count."""
    await played(database, ALICE, BRUNO, ("north", 10), ("north", 20), ("south", 30), ("north", 40), (None, 50))
    await played(database, CHLOE, DAVID, ("north", 25), (None, 35))
    await played(database, DAVID, ALICE, ("north", 60), guild=OTHER_GUILD)


async def test_the_board_shows_who_won_most(database: Database) -> None:
    await season(database)
    page = await database.results.leaderboard(GUILD)
    # Bruno and Chloé share the second place; her one of one stands before his one of four.
    assert board(page) == [(1, ALICE), (2, CHLOE), (2, BRUNO), (4, DAVID)]
    assert page.total == 4
    # North marks 5 points and a vole in every game here, south 3 points and a king.
    assert page.rows[0] == Standing(1, ALICE, won=3, played=4, points=20, voles=4, kings=0)
    assert page.rows[2] == Standing(2, BRUNO, won=1, played=4, points=12, voles=0, kings=4)
    assert page.rows[0].share == 0.75


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (Sort.PERCENTAGE, [(1, CHLOE), (2, ALICE), (3, BRUNO), (4, DAVID)]),
        (Sort.PLAYED, [(1, ALICE), (1, BRUNO), (3, CHLOE), (3, DAVID)]),
        (Sort.POINTS, [(1, ALICE), (2, BRUNO), (3, CHLOE), (4, DAVID)]),
        (Sort.VOLES, [(1, ALICE), (2, CHLOE), (3, BRUNO), (3, DAVID)]),
        (Sort.KINGS, [(1, BRUNO), (2, DAVID), (3, ALICE), (3, CHLOE)]),
    ],
)
async def test_the_board_has_an_order_for_everything_that_is_counted(
    database: Database, sort: Sort, expected: list[tuple[int, int]]
) -> None:
    await season(database)
    assert board(await database.results.leaderboard(GUILD, sort=sort)) == expected


async def test_a_percentage_needs_games_and_other_orders_do_not(database: Database) -> None:
    await season(database)
    page = await database.results.leaderboard(GUILD, sort=Sort.PERCENTAGE, min_games=2)
    assert (board(page), page.total) == ([(1, ALICE), (2, BRUNO)], 2)
    assert (await database.results.leaderboard(GUILD, sort=Sort.WON, min_games=2)).total == 4


async def test_the_board_of_a_period_begins_with_its_first_moment(database: Database) -> None:
    await season(database)
    assert board(await database.results.leaderboard(GUILD, since=25)) == [
        (1, CHLOE),
        (1, ALICE),
        (1, BRUNO),
        (4, DAVID),
    ]
    assert board(await database.results.leaderboard(GUILD, since=26)) == [(1, ALICE), (1, BRUNO)]
    assert board(await database.results.leaderboard(GUILD, since=41)) == []


async def test_the_pages_of_a_board_fit_together(database: Database) -> None:
    await season(database)
    pages = [await database.results.leaderboard(GUILD, limit=1, offset=offset) for offset in range(5)]
    assert [row for page in pages for row in page.rows] == list((await database.results.leaderboard(GUILD)).rows)
    assert [page.total for page in pages] == [4] * 5


async def test_servers_do_not_mix(database: Database) -> None:
    await season(database)
    assert board(await database.results.leaderboard(OTHER_GUILD)) == [(1, DAVID), (2, ALICE)]
    assert (await database.results.statistics(OTHER_GUILD, ALICE)).played == 1
    assert (await database.results.history(OTHER_GUILD)).total == 1
    assert (await database.results.leaderboard(999)).total == 0


async def test_a_profile_tells_what_was_done(database: Database) -> None:
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


@settings(deadline=None)
@given(st.lists(st.booleans()))
def test_streaks_are_what_counting_by_hand_gives(outcomes: list[bool]) -> None:
    streak, best = streaks(outcomes)
    word = "".join("w" if won else "l" for won in outcomes)
    assert best == max(map(len, word.split("l")))
    last = word[-1:]
    length = len(word) - len(word.rstrip(last)) if last else 0
    assert streak == (length if last == "w" else -length)


_PEOPLE = (ALICE, BRUNO, CHLOE, DAVID)
_GAME = st.tuples(
    st.permutations(_PEOPLE).map(lambda order: tuple(order[:2])),
    st.sampled_from(["north", "south", None]),
    st.integers(1, 6),
)


@settings(max_examples=12, deadline=None)
@given(st.lists(_GAME, max_size=12), st.none() | st.integers(1, 6), st.sampled_from(Sort), st.integers(1, 3))
def test_the_board_is_what_a_naive_reckoning_gives(
    tmp_path_factory: pytest.TempPathFactory,
    games: list[tuple[tuple[int, int], str | None, int]],
    since: int | None,
    sort: Sort,
    min_games: int,
) -> None:
    async def run(path: Path) -> Page[Standing]:
        async with await Database.open(str(path)) as database:
            await database.migrate()
            for (north, south), winner, at in games:
                await played(database, north, south, (winner, at))
            return await database.results.leaderboard(GUILD, since, sort, min_games=min_games)

    page = asyncio.run(run(tmp_path_factory.mktemp("board") / "house.sqlite3"))
    assert list(page.rows) == naive_board(games, since, sort, min_games)
    assert page.total == len(page.rows)


def naive_board(
    games: Sequence[tuple[tuple[int, int], str | None, int]], since: int | None, sort: Sort, min_games: int
) -> list[Standing]:
    """The leaderboard by counting in Python, and by places that count how many stand higher."""
    counted: dict[int, Counter[str]] = {}
    for people, winner, at in games:
        if winner is None or (since is not None and at < since):
            continue
        for user_id, seat in zip(people, ("north", "south"), strict=True):
            north = seat == "north"
            counted.setdefault(user_id, Counter()).update(
                won=winner == seat, played=1, points=5 if north else 3, voles=north, kings=not north
            )

    def worth(counts: Counter[str]) -> float:
        return counts["won"] / counts["played"] if sort is Sort.PERCENTAGE else counts[sort.value]

    shown = {u: c for u, c in counted.items() if sort is not Sort.PERCENTAGE or c["played"] >= min_games}
    order = sorted(
        shown.items(),
        key=lambda it: (-worth(it[1]), -it[1]["won"], -it[1]["won"] / it[1]["played"], -it[1]["points"], it[0]),
    )
    return [
        Standing(
            1 + sum(worth(other) > worth(counts) for other in shown.values()),
            user_id,
            *(counts[name] for name in ("won", "played", "points", "voles", "kings")),
        )
        for user_id, counts in order
    ]


async def test_games_against_the_house_are_kept_and_told_and_count_for_nobody(database: Database) -> None:
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


def test_an_id_of_the_house_is_nobodys() -> None:
    """Discord's ids begin with the milliseconds since 2015, and 22 bits follow: the first of all was larger."""
    assert is_house(NOVICE)
    assert not any(is_house(it) for it in (-1, 0, 1, 1 << 22, ALICE))
    assert max(HOUSE_IDS) < 1 << 22
