"""Looks back on every game as it ends, for players and backers, beside the event loop."""

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
from bot.tables.state.table import Status
from bot.tables.views import TableView
from ecarte.teaching import Decision, Judged, most_telling

_log = logging.getLogger(__name__)

Made: TypeAlias = Callable[[int, int, int], Awaitable[tuple[Decision, ...]]]
"""The decisions that a person made in a finished game: by table, game and person."""
Advised: TypeAlias = Callable[[int, int], Awaitable[Mapping[int, tuple[Decision, ...]]]]
"""What each backer advised in a finished game, as decisions: by table and game."""
Noted: TypeAlias = Callable[[int, int, "BestAdvice"], Awaitable[None]]
"""Stores how good the advice of a backer was in a finished game: by table and game."""
Erred: TypeAlias = Callable[[int, int, int, Collection[Judged]], Awaitable[None]]
"""Stores what the review found of a player's decisions in a finished game: by table, game and person."""
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_KEPT: Final = 256


@dataclass(frozen=True, slots=True)
class BestAdvice:
    """How good the advice of a backer was in a game: how often nothing was better, of how many decisions."""

    person: int
    right: int
    given: int


class _Ended(NamedTuple):
    """A game that has ended: whose decisions are judged, and whether backers saw a hand, and so may have advised."""

    table_id: int
    game_no: int
    players: tuple[int, ...]
    advised: bool


class LookingBack:
    """Judges the decisions of the players of games that have just ended, one player at a time; then the advice given.

    Args:
        reviewer: judges.
        made: finds the decisions.
        advised: finds the advice.
        noted: stores how good each backer's was.
        erred: stores what was found of each player's decisions.
        on: whether it does so at all.

    Attributes:
        ready: called with a table when there is something new to show there.
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
        """The one of a player's own decisions in a game that is worth a line; None: there is none, or not yet."""
        return self._judged.get((table_id, game_no, user_id))

    def best_advice(self, table_id: int, game_no: int) -> BestAdvice | None:
        """The backer whose advice was best in a game; None: none was good, or it is not known yet."""
        return self._best.get((table_id, game_no))

    def table_changed(self, table: TableView, _wake_at: int | None = None) -> None:
        """A table has changed: takes up the game that has ended there."""
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
                    # The game is over without it.
                    log_failure(game.table_id, "not looked back on", error)

    async def _judge(self, game: _Ended, user_id: int) -> None:
        made = await self._made(game.table_id, game.game_no, user_id)
        judged = await self._reviewer.look_back(made) if made else ()
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


def _remember(kept: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    while len(kept) >= _KEPT:
        del kept[next(iter(kept))]
    kept[key] = value


def log_failure(table_id: int, what: str, error: Exception) -> None:
    """Logs that something was not done for a table, and why."""
    # Other errors may name cards.
    trouble = error if is_trouble(error) else None
    _log.error("table %d: %s (%s)", table_id, what, type(error).__name__, exc_info=trouble)
