"""Makes the story of each game when the game has ended. The story tells, with numbers, what decided the game.

Finished games that have no stored story get one later. Another process computes the stories, so that the event loop is
not held up.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.house.looking_back import log_failure
from bot.house.reviewer import Reviewer
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from ecarte.game import Seat
from ecarte.teaching import Story

_Key: TypeAlias = tuple[int, int]
"""A table, and a game there."""
_PAGE: Final = 100
_KEPT: Final = 256
_MOST: Final = 400
"""How many earlier games are looked at in an hour. A story takes a tenth of a second, and most games have one."""


@dataclass(frozen=True, slots=True)
class StorySources:
    """The functions that a storyteller calls. All except `untold` take the ids of table and game first.

    Attributes:
        stored: returns whether the story of the game is stored, and the story, which is None if the game has none.
        game: returns the record of a finished game, and the seats whose players made all decisions themselves. Raises
            `Refused` if the game is not over.
        put: stores the story, or None if the game has none, and the seats whose players it counts for.
        untold: returns a page of games without a stored story, and where the next page begins, or None after the last
            page. Takes the beginning of the page, or None for the first one, and the greatest number of games.
    """

    stored: Callable[[int, int], Awaitable[tuple[bool, Story | None]]]
    game: Callable[[int, int], Awaitable[tuple[str, Collection[Seat]]]]
    put: Callable[[int, int, Story | None, Collection[Seat]], Awaitable[None]]
    untold: Callable[[_Key | None, int], Awaitable[tuple[tuple[_Key, ...], _Key | None]]]


class Storyteller:
    """Makes the stories of finished games, one at a time, and stores them.

    Args:
        reviewer: computes the stories, in another process.
        on: whether stories are made without a request by a person.
    """

    def __init__(self, reviewer: Reviewer, sources: StorySources, *, on: bool) -> None:
        self._reviewer, self._sources, self._on = reviewer, sources, on
        self._waiting: deque[_Key] = deque()
        self._working: asyncio.Task[None] | None = None
        self._ended: deque[_Key] = deque(maxlen=_KEPT)
        self._below: _Key | None = None
        self._has_all = False

    async def story(self, table_id: int, game_no: int) -> Story | None:
        """Returns the story of a finished game. None if the game has none.

        Makes and stores the story if it is not stored yet.

        Raises:
            Refused: the game is not over, or its record was deleted.
        """
        is_told, story = await self._sources.stored(table_id, game_no)
        if is_told:
            return story
        record, seats = await self._sources.game(table_id, game_no)
        story = await self._reviewer.story(record)
        await self._sources.put(table_id, game_no, story, seats)
        return story

    def table_changed(self, table: TableView, _wake_at: int | None = None) -> None:
        """Schedules the story of the game at a changed table, if that game is over."""
        game = table.game
        if not self._on or game is None or game.outcome is None or table.status is Status.PLAYING:
            return
        # Later changes of the table do not tell it again.
        if (key := (table.id, table.game_no)) not in self._ended:
            self._ended.append(key)
            self._tell_later(key)

    async def catch_up(self) -> None:
        """Schedules the stories of some earlier games that have none, the newest first."""
        looked_at = 0
        while self._on and not self._has_all and looked_at < _MOST:
            keys, self._below = await self._sources.untold(self._below, _PAGE)
            looked_at += _PAGE
            self._has_all = self._below is None
            for key in keys:
                self._tell_later(key)

    def stop(self) -> None:
        """Makes no more stories. The scheduled ones are lost."""
        self._waiting.clear()
        if self._working is not None:
            self._working.cancel()

    def _tell_later(self, key: _Key) -> None:
        if key not in self._waiting:
            self._waiting.append(key)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(), name="tell stories")

    async def _work(self) -> None:
        while self._waiting:
            table_id, game_no = self._waiting.popleft()
            try:
                await self.story(table_id, game_no)
            except Exception as error:
                # The game is over without the story.
                log_failure(f"table {table_id}", "no story told", error)
