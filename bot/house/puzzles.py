"""Makes puzzles from finished games, outside the event loop: a few games an hour, at most one puzzle of each."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from bot.house.looking_back import log_failure
from bot.house.reviewer import Reviewer
from ecarte.teaching.puzzles import Puzzle

_KEPT: Final = 1_000
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
    """What the maker of puzzles asks for.

    Attributes:
        games: returns games that may give a puzzle.
        record: returns the record of a finished game, by table and game. Raises `Refused` while the game is on.
        keep: stores the first of these puzzles that is new.
    """

    games: Callable[[], Awaitable[Sequence[_Source]]]
    record: Callable[[int, int], Awaitable[str]]
    keep: Callable[[_Source, Sequence[Puzzle]], Awaitable[None]]


class PuzzleMaker(Generic[_Source]):
    """Searches finished games for puzzles, one at a time.

    Args:
        reviewer: finds the puzzles of a game.
        on: whether games are searched.
    """

    def __init__(self, reviewer: Reviewer, sources: PuzzleSources[_Source], *, on: bool) -> None:
        self._reviewer, self._sources, self._on = reviewer, sources, on
        self._searched: deque[tuple[int, int]] = deque(maxlen=_KEPT)
        self._working: asyncio.Task[None] | None = None

    async def catch_up(self) -> None:
        """Starts a search of games that this process has not searched yet. Does nothing while a search runs."""
        if not self._on or (self._working is not None and not self._working.done()):
            return
        games = await self._sources.games()
        new = [game for game in games if (game.table_id, game.game_no) not in self._searched]
        if new:
            self._working = asyncio.create_task(self._search(new[:_MOST]), name="make puzzles")

    def stop(self) -> None:
        """Ends the search."""
        if self._working is not None:
            self._working.cancel()

    async def _search(self, games: Sequence[_Source]) -> None:
        for game in games:
            self._searched.append((game.table_id, game.game_no))
            try:
                record = await self._sources.record(game.table_id, game.game_no)
                await self._sources.keep(game, await self._reviewer.puzzles(record))
            except Exception as error:
                # A game without a puzzle is no loss.
                log_failure(game.table_id, "no puzzle made", error)
