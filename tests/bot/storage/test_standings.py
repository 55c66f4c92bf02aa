"""Standings that each game updates agree with naive counts over random histories."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from bot.ranking.board_lines import Sort, Standing
from bot.ranking.periods import Period
from bot.ranking.tallies import Favourite
from bot.rows.ids import HOUSE_IDS, is_house
from bot.storage import Database
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, lower_bound, played
from tests.bot.storage.older import as_of
from tests.support.database import open_database
from tests.support.properties import examples

DAY_MS = 86_400_000
PEOPLE = (ALICE, BRUNO, CHLOE, DAVID, HOUSE_IDS[1])
BEGUN = 1_767_000_000_000
"""Three days before a new year."""

Played = tuple[tuple[int, int], str | None, int]
GAMES: st.SearchStrategy[list[Played]] = st.lists(
    st.tuples(
        st.permutations(PEOPLE).map(lambda order: (order[0], order[1])),
        st.sampled_from(["north", "south", None]),
        # A few equal moments, and moments that are not in the order of writing.
        st.integers(0, 40).map(lambda days: BEGUN + days * DAY_MS),
    ),
    max_size=14,
)


async def history(database: Database, games: Sequence[Played]) -> None:
    """Plays games, each at a table of its own."""
    for (north, south), winner, at in games:
        await played(database, north, south, (winner, at))


@examples(15)
@given(GAMES, st.sampled_from(Period), st.integers(0, 40), st.sampled_from(Sort), st.integers(1, 3))
def test_the_board_is_what_a_naive_reckoning_gives(
    tmp_path_factory: pytest.TempPathFactory, games: list[Played], period: Period, day: int, sort: Sort, least: int
) -> None:
    at = BEGUN + day * DAY_MS

    async def run(path: Path) -> None:
        async with await open_database(path) as database:
            await history(database, games)
            inside = [game for game in games if period.since(game[2]) == period.since(at)]
            expected = naive_board(inside, sort, least)
            page = await database.results.leaderboard(GUILD, period, at, sort, min_games=least, reader=BRUNO)
            assert list(page.rows) == expected
            assert page.total == len(expected)
            assert page.own == next((line for line in expected if line.user_id == BRUNO), None)
            for line in expected:
                one = await database.results.leaderboard(
                    GUILD, period, at, sort, limit=1, offset=expected.index(line), min_games=least
                )
                assert one.rows == (line,)

    asyncio.run(run(tmp_path_factory.mktemp("board") / "house.sqlite3"))


@examples(15)
@given(GAMES)
def test_a_profile_is_what_a_naive_reckoning_gives(
    tmp_path_factory: pytest.TempPathFactory, games: list[Played]
) -> None:
    async def run(path: Path) -> None:
        async with await open_database(path) as database:
            await history(database, games)
            assert await database.audit.ledger_faults() == ()
            profiles = [await database.results.statistics(GUILD, user_id) for user_id in PEOPLE]
            tallies = await database.results.tallies(GUILD, PEOPLE)
        ordered = [game for _, game in sorted(enumerate(games), key=lambda numbered: (numbered[1][2], numbered[0]))]
        for profile in profiles:
            mine = [game for game in ordered if profile.user_id in game[0] and game[1] is not None]
            members = [game for game in mine if not any(map(is_house, game[0]))]
            won = [winner_of(game) == profile.user_id for game in members]
            assert (profile.played, profile.won) == (len(won), sum(won))
            assert tallies.get(profile.user_id, (0, 0)) == (sum(won), len(won))
            word = "".join("w" if one else "l" for one in won)
            assert profile.best_streak == max(map(len, word.split("l")))
            run_length = len(word) - len(word.rstrip(word[-1:])) if word else 0
            assert profile.streak == (run_length if word.endswith("w") else -run_length)
            house = [game for game in mine if game not in members]
            if house and not is_house(profile.user_id):
                beaten = sum(winner_of(game) == profile.user_id for game in house)
                assert profile.house == (Favourite(HOUSE_IDS[1], len(house), beaten),)
            met = Counter(opponent_of(game, profile.user_id) for game in members)
            if met:
                assert profile.favourite is not None
                assert profile.favourite.played == max(met.values())
                latest = max(
                    game[2] for game in members if met[opponent_of(game, profile.user_id)] == profile.favourite.played
                )
                assert latest in [game[2] for game in members if profile.favourite.user_id in game[0]]

    asyncio.run(run(tmp_path_factory.mktemp("profile") / "house.sqlite3"))


# Each takes all migrations after the eleventh.
@examples(4)
@given(GAMES)
def test_a_migration_fills_in_the_profiles_that_games_add_up_to(
    tmp_path_factory: pytest.TempPathFactory, games: list[Played]
) -> None:
    async def run(path: Path) -> None:
        async with await open_database(path) as database:
            await history(database, games)
            profiles = [await database.results.statistics(GUILD, user_id) for user_id in PEOPLE]
        as_of("0011", path)
        async with await open_database(path) as database:
            assert await database.audit.ledger_faults() == ()
            assert [await database.results.statistics(GUILD, user_id) for user_id in PEOPLE] == profiles

    asyncio.run(run(tmp_path_factory.mktemp("profile") / "house.sqlite3"))


@pytest.mark.parametrize(
    ("damage", "table"),
    [
        ("UPDATE standings SET won = won + 1 WHERE user_id = 1300000000000000001", "standings"),
        ("DELETE FROM rivals WHERE user_id = 1300000000000000001", "rivals"),
        ("UPDATE streaks SET best_streak = 9 WHERE user_id = 1300000000000000002", "streaks"),
    ],
)
async def test_verify_names_standings_that_are_not_what_the_games_add_up_to(
    database: Database, damage: str, table: str
) -> None:
    await played(database, ALICE, BRUNO, ("north", BEGUN), ("south", BEGUN + 1))
    assert await database.audit.ledger_faults() == ()
    await database.connections.write(lambda connection: connection.execute(text(damage)))
    (fault,) = await database.audit.ledger_faults()
    assert fault.where == f"server {GUILD}"
    assert f"of its {table} are not what its games add up to" in fault.what


def winner_of(game: Played) -> int:
    """The player who won."""
    return game[0][0 if game[1] == "north" else 1]


def opponent_of(game: Played, user_id: int) -> int:
    """The other player."""
    return game[0][0] if game[0][1] == user_id else game[0][1]


def naive_board(games: Sequence[Played], sort: Sort, min_games: int) -> list[Standing]:
    """Returns the leaderboard, counted in Python. A place is the number of better rows, plus one."""
    counted: dict[int, Counter[str]] = {}
    for people, winner, _ in games:
        if winner is None or any(map(is_house, people)):
            continue
        for user_id, seat in zip(people, ("north", "south"), strict=True):
            north = seat == "north"
            counted.setdefault(user_id, Counter()).update(
                won=winner == seat, played=1, points=5 if north else 3, voles=north, kings=not north
            )

    def worth(counts: Counter[str]) -> float:
        if sort is not Sort.SHARE:
            return counts[sort.value]
        return lower_bound(counts["won"], counts["played"]) if counts["played"] >= min_games else -1

    order = sorted(
        counted.items(),
        key=lambda line: (
            -worth(line[1]),
            -line[1]["won"],
            -line[1]["won"] / line[1]["played"],
            -line[1]["points"],
            line[0],
        ),
    )
    return [
        Standing(
            1 + sum(worth(other) > worth(counts) for other in counted.values()) if worth(counts) >= 0 else None,
            user_id,
            *(counts[name] for name in ("won", "played", "points", "voles", "kings")),
        )
        for user_id, counts in order
    ]
