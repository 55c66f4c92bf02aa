"""Puzzles for members: the next one, an answer, days in a row, the one of the week."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.people import daily_deals
from bot.people.service import People
from bot.ranking.puzzle_rating import PuzzleTry, RatedPuzzle, Solver
from bot.storage import ALL_SERVERS_PUZZLES, NewPuzzle
from ecarte.teaching.puzzles import Puzzle, stock

_EPOCH: Final = date(1970, 1, 1)
_DAY_MS: Final = 86_400_000
_WEEK_MS: Final = 7 * _DAY_MS


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle before its reader.

    Attributes:
        rated: the puzzle as it is stored.
        puzzle: the position and its solution.
        answer: the reader's try; None before it.
        solver: the reader as a solver, after the try.
        streak: the days in a row on which the reader has solved a puzzle.
    """

    rated: RatedPuzzle
    puzzle: Puzzle
    answer: PuzzleTry | None
    solver: Solver
    streak: int


async def next_puzzle(people: People, user_id: int, guild_id: int, chance: float) -> OpenPuzzle | None:
    """Returns the puzzle that waits for a person's answer, or the next one. None: every puzzle is answered.

    Args:
        guild_id: the server in which they ask; 0: none.
        chance: from 0 (inclusive) to 1 (exclusive); draws the puzzle.
    """
    now = people.now()
    rated = await people.puzzles.open(user_id, guild_id, now, chance)
    # The stock is put in at the first request, and again when all is answered: a release may have brought more.
    if rated is None and await _put_stock(people):
        rated = await people.puzzles.open(user_id, guild_id, now, chance)
    return None if rated is None else await _opened(people, user_id, rated, None)


async def shown_puzzle(people: People, user_id: int, puzzle_id: int) -> OpenPuzzle | None:
    """Returns a certain puzzle, with the person's try if they have answered it. None: it was withdrawn."""
    rated = await people.puzzles.puzzle(puzzle_id)
    if rated is None:
        return None
    return await _opened(people, user_id, rated, await people.puzzles.try_of(user_id, puzzle_id))


async def answer(people: People, user_id: int, puzzle_id: int, choice: int) -> OpenPuzzle | None:
    """Stores a person's answer, once, and returns the puzzle with it. None: it was withdrawn.

    Raises:
        ValueError: the puzzle has no such option.
    """
    rated = await people.puzzles.puzzle(puzzle_id)
    if rated is None:
        return None
    puzzle = _read(rated)
    if not 0 <= choice < len(puzzle.options):
        raise ValueError(f"puzzle {puzzle_id} has no option {choice}")
    solved = puzzle.options[choice] == puzzle.best
    number = len(puzzle.options)
    tried = await people.puzzles.answer(user_id, puzzle_id, choice, number, people.now(), solved=solved)
    return None if tried is None else await _opened(people, user_id, rated, tried)


async def puzzle_of_the_week(people: People, guild_id: int, at: int) -> int | None:
    """Returns the puzzle of the week of a moment for all members of a server."""
    await _put_stock(people)
    return await people.puzzles.pick(guild_id, at - _WEEK_MS, at // _WEEK_MS)


async def _opened(people: People, user_id: int, rated: RatedPuzzle, tried: PuzzleTry | None) -> OpenPuzzle:
    solver = await people.puzzles.solver(user_id)
    days = await people.puzzles.days_of(user_id, daily_deals.LONGEST_STREAK)
    today = _iso(people.now() // _DAY_MS)
    streak = daily_deals.streak([_iso(day) for day in days], today)
    return OpenPuzzle(rated, _read(rated), tried, solver, streak)


async def _put_stock(people: People) -> int:
    new = [NewPuzzle(puzzle.key, puzzle.position, puzzle.solution, puzzle.difficulty) for puzzle in stock()]
    return await people.puzzles.add(ALL_SERVERS_PUZZLES, new, people.now())


def _read(rated: RatedPuzzle) -> Puzzle:
    return Puzzle.read(rated.position, rated.solution, rated.difficulty)


def _iso(day: int) -> str:
    return (_EPOCH + timedelta(days=day)).isoformat()
