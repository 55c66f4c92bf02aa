"""Reviews every game after its end: the decisions of its players, and the advice of backers and guests.

The event loop stays free, because another process judges the decisions.
"""

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
"""Returns the decisions that a person made in a finished game.

Takes the ids of table and game, then that of the person.
"""
Advised: TypeAlias = Callable[[int, int], Awaitable[Mapping[int, tuple[Decision, ...]]]]
"""Returns the advice in a finished game, by the id of the backer or guest who gave it.

Each decision has the view of the player and, in place of the player's move, the move that was advised. Takes the ids of
table and game.
"""
Noted: TypeAlias = Callable[[int, int, "BestAdvice"], Awaitable[None]]
"""Stores the quality of one person's advice in a finished game. Takes the ids of table and game, then the quality."""
Erred: TypeAlias = Callable[[int, int, int, Collection[Judged]], Awaitable[None]]
"""Stores the review of a player's decisions in a finished game.

Takes the ids of table, game and person, then the judged decisions.
"""
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_KEPT: Final = 256


@dataclass(frozen=True, slots=True)
class BestAdvice:
    """The quality of one person's advice in a game.

    Attributes:
        person: the id of the backer or guest who gave the advice.
        right: at how many decisions no move was better than the advised one.
        given: at how many decisions the person gave advice.
    """

    person: int
    right: int
    given: int


class _Ended(NamedTuple):
    """A game that has ended: the players to review, and whether there were backers or guests, who may have advised."""

    table_id: int
    game_no: int
    players: tuple[int, ...]
    advised: bool


class LookingBack:
    """Reviews games that have just ended: judges the decisions of one player after the other, then the advice of
    backers and guests.

    Args:
        reviewer: judges decisions, in another process.
        made: reads the decisions of a player.
        advised: reads the advice of backers and guests.
        noted: stores the quality of each person's advice.
        erred: stores the review of each player's decisions.
        on: False to review nothing.

    Attributes:
        ready: functions to call with the id of a table once a review has something new to show there.
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
        """Returns the decision that the bot tells a player about after a game, with its judgement.

        That is the decision that gave away the largest chance to win. If none gave any away, it is the one whose move
        was farthest ahead of every other move. None if there is no such decision, or if the game is not reviewed yet.
        """
        return self._judged.get((table_id, game_no, user_id))

    def best_advice(self, table_id: int, game_no: int) -> BestAdvice | None:
        """Returns the quality of the best adviser's advice in a game.

        The best adviser is the one whose right decisions exceed the wrong ones by the largest number. None if there was
        no advice, if the best adviser was never right, or if the game is not reviewed yet.
        """
        return self._best.get((table_id, game_no))

    def table_changed(self, table: TableView, _wake_at: int | None = None) -> None:
        """Schedules the review of the game at a changed table, if that game has just ended."""
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
        """Stops reviewing. The reviews that are not done are lost."""
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
                    log_failure(f"table {game.table_id}", "not looked back on", error)

    async def _judge(self, game: _Ended, user_id: int) -> None:
        decisions = await self._made(game.table_id, game.game_no, user_id)
        judged = await self._reviewer.look_back(decisions)
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


def log_failure(subject: str, what: str, error: Exception) -> None:
    """Logs that a task has failed.

    Args:
        subject: the table or deal of the task, such as "table 7".
        what: the failure in words, such as "no story told".
        error: the exception. If its text may name cards, only its type is logged.
    """
    # Other errors may name cards.
    trouble = error if is_trouble(error) else None
    _log.error("%s: %s (%s)", subject, what, type(error).__name__, exc_info=trouble)
