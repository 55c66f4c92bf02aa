"""Puzzles for members: shows them, stores answers and themes, picks the puzzle of the week, stores new ones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.people import daily_deals, same_deals
from bot.people.service import People
from bot.ranking.puzzle_rating import PuzzleTry, RatedPuzzle, Solver
from bot.storage import ALL_SERVERS_PUZZLES, NewPuzzle, PuzzleSource
from ecarte.teaching.puzzles import DAY_TRIES, DayPuzzle, Puzzle, Theme, stock

_EPOCH: Final = date(1970, 1, 1)
_DAY_MS: Final = 86_400_000
_WEEK_MS: Final = 7 * _DAY_MS
_LOOKED_AT_MS: Final = 3 * _DAY_MS
"""Games of tables that closed longer before are not looked at any more."""
_LOOKED_AT: Final = 60
_OLD_DAYS: Final = 30
"""After this many days a deal of the day may give a puzzle."""
_MOST_REPORTED: Final = 25
"""The most reported puzzles on a page."""


class NoSuchOption(Exception):
    """The puzzle does not have the option that was pressed, because another version of the bot drew the button."""


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that is shown to a reader.

    Attributes:
        rated: the puzzle as it is stored.
        puzzle: the position and its solution.
        answer: the reader's try. None if the reader has not answered yet.
        solver: the reader as a solver, with the present rating.
        streak: for how many days in a row the reader has solved a puzzle, counted like `daily_deals.streak`.
        is_reported: whether the reader says that the puzzle is wrong.
    """

    rated: RatedPuzzle
    puzzle: Puzzle
    answer: PuzzleTry | None
    solver: Solver
    streak: int
    is_reported: bool = False


@dataclass(frozen=True, slots=True)
class ReportedPuzzle:
    """A puzzle that people have reported as wrong, without their names.

    Attributes:
        reports: how many people have reported it.
    """

    rated: RatedPuzzle
    puzzle: Puzzle
    reports: int


@dataclass(frozen=True, slots=True)
class DayTries:
    """The tries of people at a deal of the day.

    Attributes:
        day: the day of the deal.
        logs: the moves of each try.
    """

    day: str
    logs: tuple[tuple[str, ...], ...]


async def next_puzzle(people: People, user_id: int, guild_id: int, chance: float) -> OpenPuzzle | None:
    """Returns the puzzle that waits for a person's answer, or else a new one.

    Args:
        guild_id: the id of the server in which the person asks. 0 outside of servers.
        chance: a random number from 0 (inclusive) to 1 (exclusive), which selects the new puzzle.

    Returns:
        The puzzle. None if no puzzle remains for the person.
    """
    now = people.now()
    rated = await people.puzzles.open(user_id, guild_id, now, chance)
    # The stock is put in at the first request, and again when all is answered: a release may have brought more.
    if rated is None and await _put_stock(people):
        rated = await people.puzzles.open(user_id, guild_id, now, chance)
    return None if rated is None else await _opened(people, user_id, rated, None)


async def shown_puzzle(people: People, user_id: int, guild_id: int, puzzle_id: int) -> OpenPuzzle | None:
    """Returns the puzzle with this id, with the person's try if they have answered it.

    Returns None if the puzzle was withdrawn, belongs to another server, or comes from a game that the person played
    less than a month ago.
    """
    rated = await people.puzzles.puzzle(user_id, guild_id, puzzle_id, people.now())
    if rated is None:
        return None
    return await _opened(people, user_id, rated, await people.puzzles.try_of(user_id, puzzle_id))


async def answer(people: People, user_id: int, guild_id: int, puzzle_id: int, choice: int) -> OpenPuzzle | None:
    """Stores a person's answer to a puzzle, and returns the puzzle with the answer. Only the first answer is stored.

    Returns None if the puzzle may not be shown, for the reasons that `shown_puzzle` names.

    Args:
        choice: the index of the chosen option, from 0.

    Raises:
        NoSuchOption: the puzzle has no option with this index.
    """
    now = people.now()
    rated = await people.puzzles.puzzle(user_id, guild_id, puzzle_id, now)
    if rated is None:
        return None
    puzzle = _read(rated)
    if not 0 <= choice < len(puzzle.options):
        raise NoSuchOption
    solved = puzzle.options[choice] == puzzle.best
    number = len(puzzle.options)
    tried = await people.puzzles.answer(user_id, guild_id, puzzle_id, choice, number, now, solved=solved)
    return None if tried is None else await _opened(people, user_id, rated, tried)


async def chosen_theme(people: People, user_id: int) -> Theme | None:
    """Returns the theme that a person has chosen for their puzzles, or None if they get puzzles of all themes."""
    theme = (await people.puzzles.solver(user_id)).theme
    return None if theme is None else Theme(theme)


async def choose_theme(people: People, user_id: int, theme: Theme | None) -> None:
    """Stores the theme of a person's next puzzles. If it is None, they get puzzles of all themes."""
    if theme is not None and (without := await people.puzzles.without_theme()):
        # To find the themes of the whole stock takes long, and most solvers never choose one.
        await people.puzzles.put_themes(await asyncio.to_thread(_themes, without))
    await people.puzzles.choose_theme(user_id, None if theme is None else theme.value)


async def reported(people: People, guild_id: int | None) -> tuple[ReportedPuzzle, ...]:
    """Returns the puzzles that people have reported, those with the most reports first.

    Args:
        guild_id: the id of a server, to return only puzzles from its games. None to return puzzles from everywhere.
    """
    rows = await people.puzzles.reported(guild_id, _MOST_REPORTED)
    return tuple(ReportedPuzzle(rated, _read(rated), reports) for rated, reports in rows)


async def puzzle_of_the_week(people: People, guild_id: int, at: int) -> int | None:
    """Returns the id of the puzzle of the week for all members of a server, at the moment `at` (epoch milliseconds).

    Returns None if no puzzle is new to most members.
    """
    picked = await people.puzzles.pick(guild_id, at - _WEEK_MS, at // _WEEK_MS)
    # As in `next_puzzle`: the stock is read for a server only if it has nothing else.
    if picked is None and await _put_stock(people):
        picked = await people.puzzles.pick(guild_id, at - _WEEK_MS, at // _WEEK_MS)
    return picked


async def sources(people: People) -> tuple[PuzzleSource, ...]:
    """Returns some games that may give a puzzle and ended a day ago or earlier.

    Leaves out a game if one of its players does not want their games to give puzzles, or if a challenge with
    a deal of the game (`bot.people.same_deals`) was opened, or anyone began to play it, within the last day.
    """
    now = people.now()
    until = now - _DAY_MS
    found = await people.puzzles.sources(until - _LOOKED_AT_MS, until, now, _LOOKED_AT)
    return tuple([source for source in found if await _may_give(people, source)])


async def begin_search(people: People, source: PuzzleSource) -> bool:
    """Notes that a game is searched for puzzles. Returns whether the caller has to search it.

    False if the game was searched before, or may give no puzzle now. In the second case it may be searched later.
    """
    now = people.now()
    if await _is_challenged(people, source, now) or not await people.puzzles.gives(source.guild_id, now):
        return False
    return await people.puzzles.note_search(source.table_id, source.game_no)


async def day_to_search(people: People) -> DayTries | None:
    """Returns the tries at the deal of the day that may give a puzzle now.

    That is the deal of the day from a month ago, which few people still remember. A person who has begun that deal and
    not ended it does not see the puzzle (`PuzzleRepository`). Returns None if few people have played the deal, or if it
    has given its puzzle already.
    """
    day = _iso(people.now() // _DAY_MS - _OLD_DAYS)
    logs = await people.daily.moves_of(day)
    return None if len(logs) < DAY_TRIES or await people.puzzles.has_day(day) else DayTries(day, logs)


async def keep_day(people: People, day: str, found: DayPuzzle) -> None:
    """Stores the puzzle of a deal of the day, for all servers."""
    theme = found.puzzle.theme.value
    new = replace(_new(found.puzzle), theme=theme, day=day, tries=found.tries, solved=found.right)
    await people.puzzles.add(ALL_SERVERS_PUZZLES, [new], people.now())


async def keep(people: People, source: PuzzleSource, puzzles: Sequence[Puzzle]) -> None:
    """Stores one puzzle from a game: the first of these puzzles that is not stored yet.

    Stores nothing if the game or its server may give no puzzle any more.

    The transaction that adds the puzzle also checks that no player has turned puzzles off since.
    """
    now = people.now()
    if await _is_challenged(people, source, now) or not await people.puzzles.gives(source.guild_id, now):
        return
    game = source.table_id, source.game_no
    for puzzle in puzzles:
        if await people.puzzles.add(source.guild_id, [replace(_new(puzzle), theme=puzzle.theme.value, game=game)], now):
            return


async def choose(people: People, user_id: int, *, wanted: bool) -> None:
    """Stores whether the games of a person may give puzzles. If not, withdraws the puzzles from these games."""
    preferences = (await people.profiles.profile(user_id)).preferences
    await people.profiles.prefer(user_id, replace(preferences, puzzles=wanted))
    if not wanted:
        await people.puzzles.withdraw_of(user_id)


async def _may_give(people: People, source: PuzzleSource) -> bool:
    if await _is_challenged(people, source, people.now()):
        return False
    profiles = [await people.profiles.profile(user_id) for user_id in source.people]
    return all(profile.preferences.puzzles for profile in profiles)


async def _is_challenged(people: People, source: PuzzleSource, at: int) -> bool:
    return await same_deals.is_on(people, source.guild_id, source.table_id, source.game_no, at)


async def _opened(people: People, user_id: int, rated: RatedPuzzle, tried: PuzzleTry | None) -> OpenPuzzle:
    solver = await people.puzzles.solver(user_id)
    days = await people.puzzles.days_of(user_id, daily_deals.LONGEST_STREAK)
    today = _iso(people.now() // _DAY_MS)
    streak = daily_deals.streak([_iso(day) for day in days], today)
    is_reported = tried is not None and await people.puzzles.has_reported(user_id, rated.id)
    return OpenPuzzle(rated, _read(rated), tried, solver, streak, is_reported)


async def _put_stock(people: People) -> int:
    return await people.puzzles.add(ALL_SERVERS_PUZZLES, [*map(_new, stock())], people.now())


def _new(puzzle: Puzzle) -> NewPuzzle:
    return NewPuzzle(puzzle.key, puzzle.position, puzzle.solution, puzzle.difficulty)


def _themes(rated: Sequence[RatedPuzzle]) -> dict[int, str]:
    return {each.id: _read(each).theme.value for each in rated}


def _read(rated: RatedPuzzle) -> Puzzle:
    return Puzzle.read(rated.position, rated.solution, rated.difficulty)


def _iso(day: int) -> str:
    return (_EPOCH + timedelta(days=day)).isoformat()
