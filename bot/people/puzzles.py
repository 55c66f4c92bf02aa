"""Puzzles for members: the next one, an answer, days in a row, the one of the week."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.people import daily_deals, same_deals
from bot.people.service import People
from bot.ranking.puzzle_rating import PuzzleTry, RatedPuzzle, Solver
from bot.storage import ALL_SERVERS_PUZZLES, NewPuzzle, PuzzleSource
from ecarte.teaching.puzzles import Puzzle, stock

_EPOCH: Final = date(1970, 1, 1)
_DAY_MS: Final = 86_400_000
_WEEK_MS: Final = 7 * _DAY_MS
_LOOKED_AT_MS: Final = 3 * _DAY_MS
"""Games of tables that closed longer before are not looked at any more."""
_LOOKED_AT: Final = 60


class NoSuchOption(Exception):
    """A puzzle has fewer options than an answer needs: another version of the bot drew the button."""


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


async def shown_puzzle(people: People, user_id: int, guild_id: int, puzzle_id: int) -> OpenPuzzle | None:
    """Returns a certain puzzle, with the person's try if they have answered it.

    Returns None if the puzzle was withdrawn, belongs to another server, or comes from a game that the person played
    less than a month ago.
    """
    rated = await people.puzzles.puzzle(user_id, guild_id, puzzle_id, people.now())
    if rated is None:
        return None
    return await _opened(people, user_id, rated, await people.puzzles.try_of(user_id, puzzle_id))


async def answer(people: People, user_id: int, guild_id: int, puzzle_id: int, choice: int) -> OpenPuzzle | None:
    """Stores a person's answer, once, and returns the puzzle with it.

    Returns None where `shown_puzzle` does.

    Raises:
        NoSuchOption: the puzzle has no option at this place.
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


async def puzzle_of_the_week(people: People, guild_id: int, at: int) -> int | None:
    """Returns the puzzle of the week of a moment for all members of a server."""
    picked = await people.puzzles.pick(guild_id, at - _WEEK_MS, at // _WEEK_MS)
    # As in `next_puzzle`: the stock is read for a server only if it has nothing else.
    if picked is None and await _put_stock(people):
        picked = await people.puzzles.pick(guild_id, at - _WEEK_MS, at // _WEEK_MS)
    return picked


async def sources(people: People) -> tuple[PuzzleSource, ...]:
    """Returns games that may give a puzzle: over for a day or more, played no more, no player has said no."""
    now = people.now()
    until = now - _DAY_MS
    found = await people.puzzles.sources(until - _LOOKED_AT_MS, until, now, _LOOKED_AT)
    return tuple([source for source in found if await _may_give(people, source)])


async def keep(people: People, source: PuzzleSource, puzzles: Sequence[Puzzle]) -> None:
    """Stores the first of these puzzles that is new, unless the game or its server may give none any more.

    A player's no is read in the transaction that adds the puzzle.
    """
    now = people.now()
    if await _is_challenged(people, source, now) or not await people.puzzles.gives(source.guild_id, now):
        return
    game = source.table_id, source.game_no
    for puzzle in puzzles:
        new = NewPuzzle(puzzle.key, puzzle.position, puzzle.solution, puzzle.difficulty, game)
        if await people.puzzles.add(source.guild_id, [new], now):
            return


async def choose(people: People, user_id: int, *, wanted: bool) -> None:
    """Stores whether the games of a person may give puzzles. If not, those that they gave are withdrawn."""
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
    return OpenPuzzle(rated, _read(rated), tried, solver, streak)


async def _put_stock(people: People) -> int:
    new = [NewPuzzle(puzzle.key, puzzle.position, puzzle.solution, puzzle.difficulty) for puzzle in stock()]
    return await people.puzzles.add(ALL_SERVERS_PUZZLES, new, people.now())


def _read(rated: RatedPuzzle) -> Puzzle:
    return Puzzle.read(rated.position, rated.solution, rated.difficulty)


def _iso(day: int) -> str:
    return (_EPOCH + timedelta(days=day)).isoformat()
