"""Makes puzzles from finished games and from deals of the day, outside the event loop.

A few games are searched in an hour, and one deal in a day. Each gives one puzzle at most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from bot.house.looking_back import log_failure
from bot.house.reviewer import Reviewer
from bot.people.puzzles import DayTries
from ecarte.teaching.puzzles import DayPuzzle, Puzzle

_MOST: Final = 12
"""The most games that are searched in an hour. A game takes a second of the worker at most."""


class Source(Protocol):
    """A finished game that may give a puzzle."""

    @property
    def table_id(self) -> int:
        """The id of the table."""

    @property
    def game_no(self) -> int:
        """The number of the game at the table."""


_Source = TypeVar("_Source", bound=Source)


@dataclass(frozen=True, slots=True)
class PuzzleSources(Generic[_Source]):
    """The functions that the maker of puzzles calls.

    Attributes:
        games: returns games that may give a puzzle.
        begin: notes that a game is searched. Returns False if the game was searched before, or may give no puzzle now.
        record: returns the record of a finished game, by table and game. Raises `Refused` while the game is on.
        keep: takes a game and the puzzles found in it. Stores the first of them that is new.
        day: returns the tries at the deal of the day that may give a puzzle now. None if no such deal may give one.
        keep_day: takes the date of a deal of the day and its puzzle. Stores the puzzle.
    """

    games: Callable[[], Awaitable[Sequence[_Source]]]
    begin: Callable[[_Source], Awaitable[bool]]
    record: Callable[[int, int], Awaitable[str]]
    keep: Callable[[_Source, Sequence[Puzzle]], Awaitable[None]]
    day: Callable[[], Awaitable[DayTries | None]]
    keep_day: Callable[[str, DayPuzzle], Awaitable[None]]


class PuzzleMaker(Generic[_Source]):
    """Searches finished games and deals of the day for puzzles, one at a time.

    Args:
        reviewer: finds the puzzles.
        on: False to search nothing.
    """

    def __init__(self, reviewer: Reviewer, sources: PuzzleSources[_Source], *, on: bool) -> None:
        self._reviewer, self._sources, self._on = reviewer, sources, on
        self._day = ""
        """The last deal of the day that was searched."""
        self._working: asyncio.Task[None] | None = None

    async def catch_up(self) -> None:
        """Starts a search of the games and the deal of the day that were not searched yet.

        Does nothing while a search runs.
        """
        if self._on and (self._working is None or self._working.done()):
            games, tries = await self._sources.games(), await self._sources.day()
            self._working = asyncio.create_task(self._search(games, tries), name="make puzzles")

    def stop(self) -> None:
        """Ends the search."""
        if self._working is not None:
            self._working.cancel()

    async def _search(self, games: Sequence[_Source], tries: DayTries | None) -> None:
        if tries is not None and tries.day != self._day:
            self._day = tries.day
            try:
                found = await self._reviewer.puzzle_of_day(tries.day, tries.logs)
                if found is not None:
                    await self._sources.keep_day(self._day, found)
            except Exception as error:
                log_failure(f"deal of {self._day}", "no puzzle made", error)
        searched = 0
        for game in games:
            if searched == _MOST:
                break
            try:
                # A game that cannot be searched is not tried again.
                if await self._sources.begin(game):
                    searched += 1
                    record = await self._sources.record(game.table_id, game.game_no)
                    await self._sources.keep(game, await self._reviewer.puzzles(record))
            except Exception as error:
                # A game without a puzzle is no loss.
                log_failure(f"table {game.table_id}", "no puzzle made", error)
