"""Puzzles as they are kept: each key once, one try a person, the nearest first, withdrawn when a player leaves."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from bot.ranking.puzzle_rating import NEW, RatedPuzzle, rate_try
from bot.storage import ALL_SERVERS_PUZZLES, Database, NewPuzzle
from tests.bot.storage.making import ALICE, BRUNO, CHLOE, DAVID, GUILD, OTHER_GUILD, played, seated, step, won_by

DAY = 86_400_000
NOW = 100 * DAY


def new(name: str, difficulty: int = 1500, game: tuple[int, int] | None = None) -> NewPuzzle:
    """A puzzle of this key."""
    return NewPuzzle(name, f"{name}; -", "accept 4000, refuse 5000", difficulty, game)


async def drawn(database: Database, user: int, guild: int = GUILD, at: int = NOW, chance: float = 0.0) -> RatedPuzzle:
    """The puzzle that waits for a person."""
    puzzle = await database.puzzles.open(user, guild, at, chance)
    assert puzzle is not None
    return puzzle


async def answer(database: Database, user: int, puzzle: RatedPuzzle, *, solved: bool = True, at: int = NOW) -> int:
    """A person answers. Returns how their rating moved."""
    tried = await database.puzzles.answer(user, GUILD, puzzle.id, 1, 2, at, solved=solved)
    assert tried is not None
    return tried.moved


async def stored(database: Database, puzzle_id: int, user: int = CHLOE, guild: int = GUILD) -> RatedPuzzle | None:
    """A puzzle as a person may see it; by default Chloé, who played none of the games."""
    return await database.puzzles.puzzle(user, guild, puzzle_id, NOW)


async def of_a_game(database: Database, *names: str, guild: int = GUILD) -> None:
    """Stores puzzles of a game of Alice and Bruno."""
    row = await seated(database, guild=guild)
    await database.tables.commit(step(row, result=won_by(row, "north")))
    puzzles = [new(name, game=(row.id, 1)) for name in names]
    assert await database.puzzles.add(guild, puzzles, NOW) == len(names)


async def test_two_puzzles_never_share_a_key(database: Database) -> None:
    assert await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("one"), new("two"), new("one", 1700)], NOW) == 2
    assert await database.puzzles.add(GUILD, [new("two"), new("three")], NOW) == 1
    assert (await drawn(database, ALICE)).difficulty == 1500


async def test_the_same_puzzle_waits_until_it_is_answered_and_comes_once(database: Database) -> None:
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new(str(number)) for number in range(5)], NOW)
    first = await drawn(database, ALICE, chance=0.9)
    assert await drawn(database, ALICE, chance=0.1) == first
    seen = set()
    for _ in range(5):
        puzzle = await drawn(database, ALICE, chance=0.5)
        seen.add(puzzle.id)
        await answer(database, ALICE, puzzle)
    assert len(seen) == 5
    assert await database.puzzles.open(ALICE, GUILD, NOW, 0.0) is None
    assert (await database.puzzles.solver(ALICE)).tries == 5
    assert await drawn(database, BRUNO)


async def test_the_next_puzzle_is_one_of_the_nearest_in_rating(database: Database) -> None:
    far = [new(f"far {number}", 1700) for number in range(30)]
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [*far, *(new(f"near {n}", 1500) for n in range(20))], NOW)
    for chance in (0.0, 0.5, 0.99):
        user = ALICE + round(100 * chance)
        assert (await drawn(database, user, chance=chance)).position.startswith("near")


async def test_an_answer_counts_once_and_rates_the_person_and_the_puzzle(database: Database) -> None:
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("one")], NOW)
    puzzle = await drawn(database, ALICE)
    tries = await asyncio.gather(
        *(database.puzzles.answer(ALICE, GUILD, puzzle.id, choice, 2, NOW, solved=bool(choice)) for choice in (1, 0, 1))
    )
    assert len({tried for tried in tries if tried is not None}) == 1
    tried = await database.puzzles.try_of(ALICE, puzzle.id)
    solver, after = await database.puzzles.solver(ALICE), await stored(database, puzzle.id)
    assert tried is not None
    assert after is not None
    assert (solver.tries, after.tries) == (1, 1)
    assert solver.solved == after.solved == tried.solved
    assert solver.rating.rating == NEW.rating + tried.moved
    assert (tried.moved > 0) is tried.solved is (after.rating.rating < puzzle.rating.rating)


async def test_a_server_gets_its_own_puzzles_and_those_of_all(database: Database) -> None:
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("all")], NOW)
    await database.puzzles.add(OTHER_GUILD, [new("theirs")], NOW)
    puzzle = await drawn(database, CHLOE)
    assert puzzle.position.startswith("all")
    assert not puzzle.is_own
    await answer(database, CHLOE, puzzle)
    assert await database.puzzles.open(CHLOE, GUILD, NOW, 0.0) is None
    assert await database.puzzles.open(CHLOE, 0, NOW, 0.0) is None
    assert await drawn(database, CHLOE, OTHER_GUILD)


async def test_the_players_of_a_game_get_its_puzzles_a_month_later(database: Database) -> None:
    await of_a_game(database, "one")
    for player in (ALICE, BRUNO):
        assert await database.puzzles.open(player, GUILD, NOW + 29 * DAY, 0.0) is None
        assert (await drawn(database, player, at=NOW + 31 * DAY)).is_own
    assert (await drawn(database, CHLOE)).is_own


@pytest.mark.parametrize(("user", "guild", "days"), [(CHLOE, OTHER_GUILD, 0), (CHLOE, 0, 0), (BRUNO, GUILD, 29)])
async def test_a_number_opens_and_answers_no_puzzle_of_another_server_or_lately_of_an_own_game(
    database: Database, user: int, guild: int, days: int
) -> None:
    await of_a_game(database, "one")
    puzzle, at = await drawn(database, CHLOE), NOW + days * DAY
    assert await database.puzzles.puzzle(user, guild, puzzle.id, at) is None
    assert await database.puzzles.answer(user, guild, puzzle.id, 1, 2, at, solved=True) is None
    assert await database.puzzles.try_of(user, puzzle.id) is None
    assert await database.puzzles.answer(user, GUILD, puzzle.id, 1, 2, NOW + 31 * DAY, solved=True) is not None


async def test_the_puzzles_of_a_person_who_is_erased_or_says_no_are_withdrawn_at_once(database: Database) -> None:
    await of_a_game(database, "one")
    await of_a_game(database, "two")
    first = await drawn(database, CHLOE)
    await database.puzzles.withdraw_of(BRUNO)
    assert await database.puzzles.open(CHLOE, GUILD, NOW, 0.0) is None
    assert await stored(database, first.id) is None
    assert await database.puzzles.answer(CHLOE, GUILD, first.id, 0, 2, NOW, solved=True) is None
    await of_a_game(database, "three")
    assert await drawn(database, CHLOE)
    await database.erasures.begin(ALICE, -5, 1)
    assert await database.puzzles.open(CHLOE, GUILD, NOW, 0.0) is None


async def test_what_a_person_answered_goes_with_them_and_the_puzzle_keeps_its_rating(database: Database) -> None:
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("one")], NOW)
    puzzle = await drawn(database, ALICE)
    await answer(database, ALICE, puzzle)
    rated = await stored(database, puzzle.id)
    await database.erasures.finish(await database.erasures.begin(ALICE, -5, 1))
    assert await database.puzzles.try_of(ALICE, puzzle.id) is None
    assert (await database.puzzles.solver(ALICE)).tries == 0
    assert await stored(database, puzzle.id) == rated


async def test_the_puzzles_of_a_server_that_was_left_go_with_it(database: Database) -> None:
    await of_a_game(database, "one", guild=OTHER_GUILD)
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("all")], NOW)
    row = await database.tables.all_open()
    assert row.rows
    await database.retention.delete_server(OTHER_GUILD)
    assert (await drawn(database, CHLOE, OTHER_GUILD)).position.startswith("all")


async def disliked(database: Database, puzzle: RatedPuzzle, guild: int = GUILD) -> None:
    """Five people answer a puzzle and do not like it."""
    for user in range(1000, 1005):
        await answer(database, user, puzzle)
        await database.puzzles.like(user, guild, puzzle.id, -1)


async def test_a_puzzle_of_a_servers_games_that_few_like_is_withdrawn(database: Database) -> None:
    await of_a_game(database, "one")
    puzzle = await drawn(database, CHLOE)
    await answer(database, DAVID, puzzle)
    await database.puzzles.like(DAVID, GUILD, puzzle.id, 1)
    await disliked(database, puzzle)
    # Only those who have answered may say so, and only in the server.
    await database.puzzles.like(1005, GUILD, puzzle.id, -1)
    await answer(database, 1006, puzzle)
    await database.puzzles.like(1006, OTHER_GUILD, puzzle.id, -1)
    await database.puzzles.like(1006, 0, puzzle.id, -1)
    assert await stored(database, puzzle.id) is not None
    await database.puzzles.like(1006, GUILD, puzzle.id, -1)
    assert await stored(database, puzzle.id) is None


async def test_no_dislikes_take_a_puzzle_of_the_stock_from_all_servers(database: Database) -> None:
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("one")], NOW)
    puzzle = await drawn(database, ALICE)
    await disliked(database, puzzle)
    assert await drawn(database, BRUNO, OTHER_GUILD)


async def test_days_on_which_a_puzzle_was_solved_come_once_each_newest_first(database: Database) -> None:
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new(str(number)) for number in range(4)], NOW)
    for at, solved in ((NOW, True), (NOW + 5, True), (NOW + DAY, False), (NOW + 2 * DAY, True)):
        await answer(database, ALICE, await drawn(database, ALICE), solved=solved, at=at)
    assert await database.puzzles.days_of(ALICE, 10) == (102, 100)
    assert await database.puzzles.days_of(ALICE, 1) == (102,)


@pytest.mark.parametrize("number", [0, 7, 3000])
async def test_the_pick_is_an_own_puzzle_or_one_of_the_stock(database: Database, number: int) -> None:
    assert await database.puzzles.pick(GUILD, 0, number) is None
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("a"), new("b")], NOW)
    assert await database.puzzles.pick(GUILD, 0, number) == (1, 2)[number % 2]
    await of_a_game(database, "own", "liked")
    await played(database, CHLOE, DAVID, ("north", 5_000))
    assert await database.puzzles.pick(GUILD, 0, number) == 4
    puzzle = await stored(database, 3)
    assert puzzle is not None
    await answer(database, 1000, puzzle)
    await database.puzzles.like(1000, GUILD, 3, 1)
    assert await database.puzzles.pick(GUILD, 0, number) == 3
    assert await database.puzzles.pick(GUILD, NOW + 1, number) in (1, 2)


async def test_the_pick_is_no_puzzle_that_most_players_of_the_week_cannot_answer(database: Database) -> None:
    await of_a_game(database, "own")
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("a"), new("b")], NOW)
    # Only Alice and Bruno have played, and it is their game.
    assert await database.puzzles.pick(GUILD, 0, 0) == 2
    await played(database, CHLOE, DAVID, ("north", 5_000))
    assert await database.puzzles.pick(GUILD, 0, 0) == 1
    assert await database.puzzles.pick(GUILD, 5_001, 0) == 1, "players of earlier weeks do not count"
    for number, user in ((1, CHLOE), (2, ALICE), (2, BRUNO), (2, CHLOE)):
        puzzle = await stored(database, number)
        assert puzzle is not None
        await answer(database, user, puzzle)
    assert await database.puzzles.pick(GUILD, 0, 0) == 3
    assert await database.puzzles.pick(GUILD, 0, 1) == 3
    for user in (BRUNO, CHLOE, DAVID):
        puzzle = await stored(database, 3)
        assert puzzle is not None
        await answer(database, user, puzzle)
    assert await database.puzzles.pick(GUILD, 0, 0) is None


async def closed_games(database: Database, guild: int, number: int) -> None:
    """Games of six people in a server, whose tables are closed."""
    for place in range(number):
        north = 2_000 + 2 * (place % 3)
        row = await played(database, north, north + 1, ("north", 5_000), guild=guild)
        await database.tables.commit(step(replace(row, status="closed", deadline=None)))


async def test_servers_take_turns_in_giving_games_and_one_that_has_given_enough_stands_back(database: Database) -> None:
    await closed_games(database, OTHER_GUILD, 3)
    await closed_games(database, GUILD, 8)
    found = await database.puzzles.sources(0, NOW, NOW, 4)
    assert [source.guild_id for source in found] == [GUILD, OTHER_GUILD, GUILD, OTHER_GUILD]
    assert found[0].table_id > found[2].table_id, "the latest first"
    (game, *_) = [(source.table_id, source.game_no) for source in found if source.guild_id == GUILD]
    assert await database.puzzles.add(GUILD, [new(name, game=game) for name in ("one", "two", "three")], NOW) == 3
    found = await database.puzzles.sources(0, NOW, NOW, 4)
    assert [source.guild_id for source in found] == [OTHER_GUILD] * 3


async def test_a_report_is_noted_once_after_the_answer_and_names_no_one(database: Database) -> None:
    await of_a_game(database, "one")
    puzzle = await drawn(database, CHLOE)
    await database.puzzles.report(CHLOE, GUILD, puzzle.id, NOW)
    assert not await database.puzzles.has_reported(CHLOE, puzzle.id), "she has not answered it"
    for user in (CHLOE, DAVID):
        await answer(database, user, puzzle)
        for _ in range(2):
            await database.puzzles.report(user, GUILD, puzzle.id, NOW)
            assert await database.puzzles.count_reported(GUILD) == 1, "puzzles are counted, and not reports"
        assert await database.puzzles.has_reported(user, puzzle.id)
    ((reported, reports),) = await database.puzzles.reported(GUILD, 10)
    assert (reported.id, reports) == (puzzle.id, 2)
    assert not {str(CHLOE), str(DAVID)} & set(re.findall(r"\d+", repr(reported)))
    await database.erasures.finish(await database.erasures.begin(CHLOE, -5, 1))
    ((_, reports),) = await database.puzzles.reported(GUILD, 10)
    assert reports == 1


async def test_a_server_settles_reports_of_its_own_puzzles_and_the_owner_those_of_all(database: Database) -> None:
    await of_a_game(database, "own")
    await of_a_game(database, "kept")
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("all")], NOW)
    for number in (1, 2, 3):
        puzzle = await stored(database, number)
        assert puzzle is not None
        await answer(database, CHLOE, puzzle)
        await database.puzzles.report(CHLOE, OTHER_GUILD, number, NOW)
        assert await database.puzzles.has_reported(CHLOE, number) is (number == 3), "it is of another server"
        await database.puzzles.report(CHLOE, GUILD, number, NOW)
        assert await database.puzzles.has_reported(CHLOE, number)

    async def of(guild: int | None) -> list[int]:
        ids = [reported.id for reported, _ in await database.puzzles.reported(guild, 10)]
        assert await database.puzzles.count_reported(guild) == len(ids)
        assert [reported.id for reported, _ in await database.puzzles.reported(guild, 1)] == ids[:1]
        return ids

    assert (await of(GUILD), await of(OTHER_GUILD), await of(None)) == ([1, 2], [], [1, 2, 3])
    for number in (1, 3):
        assert not await database.puzzles.settle_reports(OTHER_GUILD, number, withdraw=True)
    assert not await database.puzzles.settle_reports(GUILD, 3, withdraw=True)
    assert await database.puzzles.settle_reports(GUILD, 1, withdraw=True)
    assert await database.puzzles.settle_reports(GUILD, 2, withdraw=False)
    assert await database.puzzles.settle_reports(None, 3, withdraw=True)
    assert await of(None) == []
    assert [number for number in (1, 2, 3) if await stored(database, number) is not None] == [2]
    assert not await database.puzzles.settle_reports(None, 2, withdraw=True), "its reports are deleted"


async def test_the_reports_of_a_servers_puzzles_go_with_it(database: Database) -> None:
    await of_a_game(database, "one", guild=OTHER_GUILD)
    puzzle = await drawn(database, CHLOE, OTHER_GUILD)
    await database.puzzles.answer(CHLOE, OTHER_GUILD, puzzle.id, 1, 2, NOW, solved=True)
    await database.puzzles.report(CHLOE, OTHER_GUILD, puzzle.id, NOW)
    assert await database.puzzles.has_reported(CHLOE, puzzle.id)
    await database.puzzles.note_search(1, 1)
    await database.retention.delete_server(OTHER_GUILD)
    assert not await database.puzzles.has_reported(CHLOE, puzzle.id)


async def test_a_chosen_theme_is_what_comes_and_moves_the_ratings_half_as_far(database: Database) -> None:
    await database.puzzles.add(ALL_SERVERS_PUZZLES, [new("one"), replace(new("two"), theme="reply")], NOW)
    assert [puzzle.id for puzzle in await database.puzzles.without_theme()] == [1]
    await database.puzzles.put_themes({1: "jeu"})
    assert not await database.puzzles.without_theme()
    await database.puzzles.choose_theme(ALICE, "reply")
    chosen = await drawn(database, ALICE)
    assert chosen.id == 2
    await database.puzzles.choose_theme(ALICE, "reply")
    assert (await database.puzzles.solver(ALICE)).puzzle_id == 2, "it waits still"
    half, _ = rate_try(NEW, chosen.rating, 2, right=True, weight=0.5)
    assert await answer(database, ALICE, chosen) == half.rating - NEW.rating
    assert await database.puzzles.open(ALICE, GUILD, NOW, 0.0) is None
    await database.puzzles.choose_theme(ALICE, None)
    assert (await drawn(database, ALICE)).id == 1


async def test_a_change_of_theme_discards_no_puzzle_and_hides_no_theme_that_was_known(database: Database) -> None:
    themes = ("jeu", "reply", "reply")
    puzzles = [replace(new(str(number)), theme=theme) for number, theme in enumerate(themes)]
    await database.puzzles.add(ALL_SERVERS_PUZZLES, puzzles, NOW)
    first = await drawn(database, ALICE)
    await database.puzzles.choose_theme(ALICE, "reply")
    assert await drawn(database, ALICE) == first
    whole, _ = rate_try(NEW, first.rating, 2, right=True)
    assert await answer(database, ALICE, first) == whole.rating - NEW.rating, "it did not come by the theme"
    known, before = await drawn(database, ALICE), (await database.puzzles.solver(ALICE)).rating
    await database.puzzles.choose_theme(ALICE, None)
    assert await drawn(database, ALICE) == known
    half, _ = rate_try(before, known.rating, 2, right=True, weight=0.5)
    assert await answer(database, ALICE, known) == half.rating - before.rating
    last, before = await drawn(database, ALICE), (await database.puzzles.solver(ALICE)).rating
    whole, _ = rate_try(before, last.rating, 2, right=True)
    assert await answer(database, ALICE, last) == whole.rating - before.rating


async def test_a_person_who_may_still_end_the_deal_of_a_day_sees_no_puzzle_of_it(database: Database) -> None:
    day = "2026-11-21"
    for user in (ALICE, BRUNO):
        await database.daily.begin(user, day, GUILD, ("propose",), 1)
    await database.daily.play(BRUNO, day, 1, ("propose", "refuse"), 2, (1, 3))
    assert sorted(await database.daily.moves_of(day)) == [("propose",), ("propose", "refuse")]
    assert not await database.puzzles.has_day(day)
    of_day = replace(new("day"), day=day, tries=12, solved=3)
    assert await database.puzzles.add(ALL_SERVERS_PUZZLES, [of_day], NOW) == 1
    assert await database.puzzles.has_day(day)
    for user in (BRUNO, CHLOE):
        puzzle = await drawn(database, user)
        assert (puzzle.tries, puzzle.solved) == (12, 3)
    assert await database.puzzles.open(ALICE, GUILD, NOW, 0.0) is None
    assert await database.puzzles.puzzle(ALICE, GUILD, puzzle.id, NOW) is None
    assert await database.puzzles.answer(ALICE, GUILD, puzzle.id, 1, 2, NOW, solved=True) is None
    await database.daily.play(ALICE, day, 1, ("propose", "refuse"), 3, (0, 2))
    assert await drawn(database, ALICE)
