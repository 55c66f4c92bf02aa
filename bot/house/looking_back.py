"""Reviews every game at its end, for players and backers, without holding up the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.house.reviewer import Reviewer
from bot.logs import is_trouble
from bot.rows.ids import is_erased, is_house
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from ecarte.teaching import Decision, Judged, most_telling

_log = logging.getLogger(__name__)

Made: TypeAlias = Callable[[int, int, int], Awaitable[tuple[Decision, ...]]]
"""Returns the decisions that a person made in a finished game, by table, game and person."""
Advised: TypeAlias = Callable[[int, int], Awaitable[Mapping[int, tuple[Decision, ...]]]]
"""Returns each backer's advice in a finished game, as decisions, by table and game."""
Noted: TypeAlias = Callable[[int, int, "BestAdvice"], Awaitable[None]]
"""Stores the quality of a backer's advice in a finished game, by table and game."""
Erred: TypeAlias = Callable[[int, int, int, Collection[Judged]], Awaitable[None]]
"""Stores the review of a player's decisions in a finished game, by table, game and person."""
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_KEPT: Final = 256


@dataclass(frozen=True, slots=True)
class BestAdvice:
    """The quality of a backer's advice in a game: how often no move was better, of how many decisions."""

    person: int
    right: int
    given: int


class _Ended(NamedTuple):
    """A game that has ended: the players to review, and whether backers saw a hand and so may have advised."""

    table_id: int
    game_no: int
    players: tuple[int, ...]
    advised: bool


class LookingBack:
    """Judges the decisions of players in games that have just ended, one player at a time. Then judges the advice.

    Args:
        reviewer: judges.
        made: reads the decisions.
        advised: reads the advice.
        noted: stores the quality of each backer's advice.
        erred: stores the review of each player's decisions.
        on: whether anything is judged at all.

    Attributes:
        ready: called with a table when it has something new to show.
    """

    def __init__(
        self, reviewer: Reviewer, made: Made, advised: Advised, noted: Noted, erred: Erred, *, on: bool
    ) -> None:
        self._reviewer, self._made, self._advised, self._on = reviewer, made, advised, on
        self._noted, self._erred = noted, erred
        self._judged: dict[tuple[int, int, int], Judged] = {}
        self._best: dict[tuple[int, int], BestAdvice] = {}
        self._seen: dict[tuple[int, int], None] = {}
        self._waiting: deque[_Ended] = deque()
        self._working: asyncio.Task[None] | None = None
        self.ready: list[Callable[[int], None]] = []

    def telling_decision(self, table_id: int, game_no: int, user_id: int) -> Judged | None:
        """The one decision of a player in a game that is worth a line. None if there is none, or not yet."""
        return self._judged.get((table_id, game_no, user_id))

    def best_advice(self, table_id: int, game_no: int) -> BestAdvice | None:
        """The backer whose advice was best in a game. None if none was good, or if it is not known yet."""
        return self._best.get((table_id, game_no))

    def table_changed(self, table: TableView, _wake_at: int | None = None) -> None:
        """Takes up the game that has ended at a changed table."""
        game = table.game
        if not self._on or game is None or game.outcome is None or table.status is Status.PLAYING:
            return
        if (table.id, table.game_no) in self._seen:
            return
        _remember(self._seen, (table.id, table.game_no), None)
        players = tuple(
            person.id for person in table.seats or () if not is_house(person.id) and not is_erased(person.id)
        )
        self._waiting.append(_Ended(table.id, table.game_no, players, bool(table.galerie.sight)))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(), name="look back")

    def stop(self) -> None:
        """Drops the tasks that are not done."""
        self._waiting.clear()
        if self._working is not None:
            self._working.cancel()

    async def _work(self) -> None:
        while self._waiting:
            game = self._waiting.popleft()
            works = [partial(self._judge, game, user_id) for user_id in game.players]
            for work in [*works, partial(self._judge_advice, game)] if game.advised else works:
                try:
                    await work()
                except Exception as error:
                    # The game is over without the review.
                    log_failure(game.table_id, "not looked back on", error)

    async def _judge(self, game: _Ended, user_id: int) -> None:
        decisions = await self._made(game.table_id, game.game_no, user_id)
        judged = await self._reviewer.look_back(decisions) if decisions else ()
        if judged:
            await self._erred(game.table_id, game.game_no, user_id, judged)
        if (telling := most_telling(judged)) is not None:
            _remember(self._judged, (game.table_id, game.game_no, user_id), telling)
            for tell in self.ready:
                tell(game.table_id)

    async def _judge_advice(self, game: _Ended) -> None:
        given = await self._advised(game.table_id, game.game_no)
        most = sorted((person for person in given if not is_erased(person)), key=lambda person: -len(given[person]))
        judged = [
            BestAdvice(person, sum(not decision.cost for decision in review), len(review))
            for person in most
            if (review := await self._reviewer.look_back(given[person]))
        ]
        for advice in judged:
            await self._noted(game.table_id, game.game_no, advice)
        best = max(judged, key=lambda each: (2 * each.right - each.given, each.right), default=None)
        if best is not None and best.right:
            _remember(self._best, (game.table_id, game.game_no), best)
            for tell in self.ready:
                tell(game.table_id)


def _remember(memory: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    while len(memory) >= _KEPT:
        del memory[next(iter(memory))]
    memory[key] = value


def log_failure(table_id: int, what: str, error: Exception) -> None:
    """Logs that something was not done for a table, and why."""
    # Other errors may name cards.
    trouble = error if is_trouble(error) else None
    _log.error("table %d: %s (%s)", table_id, what, type(error).__name__, exc_info=trouble)
