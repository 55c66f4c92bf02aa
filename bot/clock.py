"""The clocks of games, a scheduler that calls at the deadlines of tables, and repeated calls.

Times are whole milliseconds since the epoch (UTC), passed as arguments. The scheduler holds one timer for the earliest
deadline of all tables. At every start the deadlines are read from the database again.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import Enum

_log = logging.getLogger(__name__)
_LONGEST_TIMER_S = 24 * 3600.0
_STALE = 64
"""How many more outdated deadlines than current ones the heap may hold."""
_AGAIN_MS = 30_000
_RETRY_S = 60.0


class ClockKind(Enum):
    """How a game is timed."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


class WarningSent(Enum):
    """The last notice that a player got about the time for the current decision."""

    NOTHING = "nothing"
    RESERVE = "reserve"
    """The player was told that their reserve is being used."""
    WARNED = "warned"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Pace:
    """The time limits of a table.

    Attributes:
        decision_ms: the time for each decision. 0 if the game has no clock.
        reserve_ms: the reserve of each player for a whole game. It is used when a decision takes longer.
        warn_ms: how long before the end of their time a player is warned.
        patience_ms: after a player's time is up, how long the game waits for the opponent to claim it. Then the game is
            lost, or void if the opponent was away too. Without a clock, how long a game is kept after its last
            decision.
    """

    kind: ClockKind
    decision_ms: int
    reserve_ms: int
    warn_ms: int
    patience_ms: int

    @classmethod
    def live(cls, decision_s: int = 60, reserve_s: int = 120) -> Pace:
        """Returns the time limits of a live game: by default 60 seconds for each decision, and 120 in reserve."""
        return cls(ClockKind.LIVE, decision_s * 1000, reserve_s * 1000, min(20, decision_s // 2) * 1000, 3_600_000)

    @classmethod
    def correspondence(cls, hours: int = 24) -> Pace:
        """Returns the time limits of a game by correspondence: by default 24 hours for each decision."""
        return cls(ClockKind.CORRESPONDENCE, hours * 3_600_000, 0, max(1, hours // 8) * 3_600_000, 7 * 86_400_000)

    @classmethod
    def without_clock(cls) -> Pace:
        """Returns the time limits of a game without a clock, which is closed after a week without a decision."""
        return cls(ClockKind.LIVE, 0, 0, 0, 7 * 86_400_000)

    @property
    def is_timed(self) -> bool:
        """Whether decisions have a time limit."""
        return self.decision_ms > 0

    @property
    def bets_ms(self) -> int:
        """How long bets may be made before a game, in milliseconds. Shorter if both players want the cards sooner."""
        return 45_000 if self.kind is ClockKind.LIVE else 12 * 3_600_000

    @property
    def side_bets_ms(self) -> int:
        """How long side bets may be made between two deals, in milliseconds.

        Shorter if both players want the cards sooner.
        """
        return 20_000 if self.kind is ClockKind.LIVE else 3_600_000

    @property
    def errors_ms(self) -> int:
        """How long errors may be called after a deal at a salon table, in milliseconds.

        Shorter if both players let the deal stand.
        """
        return 45_000 if self.kind is ClockKind.LIVE else 12 * 3_600_000

    @property
    def call_ms(self) -> int:
        """How long a person may take to answer a call, in milliseconds.

        People are called to a free chair, or to a hand that its player has given up.
        """
        return 60_000 if self.kind is ClockKind.LIVE else 12 * 3_600_000

    def to_json(self) -> dict[str, str | int]:
        """Returns the time limits as plain data, ready for JSON."""
        if self.kind is ClockKind.LIVE:
            return {"kind": "live", "decision_s": self.decision_ms // 1000, "reserve_s": self.reserve_ms // 1000}
        return {"kind": "correspondence", "hours": self.decision_ms // 3_600_000}

    @classmethod
    def from_json(cls, data: dict[str, str | int]) -> Pace:
        if data["kind"] == "live" and not data["decision_s"]:
            return cls.without_clock()
        if data["kind"] == "live":
            return cls.live(int(data["decision_s"]), int(data["reserve_s"]))
        return cls.correspondence(int(data["hours"]))


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game: whose decision it is, since when, and both reserves.

    Attributes:
        sides: the reserves in milliseconds, North's, then South's.
        running: the side whose decision it is: 0 for North, 1 for South. None while no decision is due.
        since: when the current decision began, in epoch milliseconds.
        extra_ms: further time for this decision, which the opponent gave or which was credited for an outage.
        said: the last notice that the player got about this decision.
    """

    pace: Pace
    sides: tuple[int, int]
    running: int | None = None
    since: int = 0
    extra_ms: int = 0
    said: WarningSent = WarningSent.NOTHING

    @classmethod
    def at_start(cls, pace: Pace) -> Clock:
        """Returns the clock at the start of a game."""
        return cls(pace, (pace.reserve_ms, pace.reserve_ms))

    @property
    def deadline(self) -> int | None:
        """The moment at which the time for the current decision ends, with the reserve. None if no time runs."""
        if self.running is None or not self.pace.is_timed:
            return None
        return self.since + self.pace.decision_ms + self.extra_ms + self.sides[self.running]

    @property
    def reserve_from(self) -> int | None:
        """The moment at which the current decision begins to use the reserve. None if no time runs."""
        if self.running is None or not self.pace.is_timed:
            return None
        return self.since + self.pace.decision_ms + self.extra_ms

    @property
    def warns_at(self) -> int | None:
        """The moment at which the player to decide is warned. None if no time runs."""
        deadline = self.deadline
        return None if deadline is None else deadline - self.pace.warn_ms

    def is_up(self, now: int) -> bool:
        """Returns whether the time for the current decision is over, with the reserve."""
        deadline = self.deadline
        return deadline is not None and now >= deadline

    def next_wake(self) -> int | None:
        """Returns the next moment at which time causes something, in epoch milliseconds. None if no decision is due.

        That is a notice about the reserve, a warning, the end of the time, or the closing of the game.
        """
        deadline, reserve = self.deadline, self.reserve_from
        if deadline is None or reserve is None:
            return None if self.running is None else self.since + self.pace.patience_ms
        warns_at = deadline - self.pace.warn_ms
        match self.said:
            case WarningSent.NOTHING:
                return min(reserve, warns_at)
            case WarningSent.RESERVE:
                return warns_at
            case WarningSent.WARNED:
                return deadline
            case WarningSent.UP:
                return deadline + self.pace.patience_ms

    def notice(self, now: int) -> WarningSent:
        """Returns the notice that the player has to get now, at the moment that `next_wake` has named."""
        if self.is_up(now):
            return WarningSent.UP
        return WarningSent.WARNED if self.warns_at is not None and now >= self.warns_at else WarningSent.RESERVE

    def after_decision(self, running: int | None, now: int) -> Clock:
        """Returns the clock after a decision at `now`.

        `running` is the side that has the next decision, or None if no decision is due.
        """
        sides = self.sides
        if self.running is not None:
            over = max(0, now - self.since - self.pace.decision_ms - self.extra_ms)
            left = max(0, sides[self.running] - over)
            sides = (left, sides[1]) if self.running == 0 else (sides[0], left)
        return Clock(self.pace, sides, running, now)

    def with_full_reserve(self, side: int) -> Clock:
        """Returns the clock after a new player has taken the place on a side. The new player has the full reserve."""
        reserve = self.pace.reserve_ms
        return replace(self, sides=(reserve, self.sides[1]) if side == 0 else (self.sides[0], reserve))

    def with_more_time(self, now: int) -> Clock:
        """Returns the clock after the opponent has given time: the time for the decision begins again at `now`."""
        return replace(self, extra_ms=max(self.extra_ms, now - self.since), said=WarningSent.NOTHING)

    def after_outage(self, milliseconds: int) -> Clock:
        """Returns the clock after an outage of some milliseconds, which are added to the time for the current
        decision.
        """
        if self.running is None:
            return self
        return replace(self, extra_ms=self.extra_ms + milliseconds, said=WarningSent.NOTHING)

    def after_notice(self, said: WarningSent) -> Clock:
        """Returns the clock after the player got a notice."""
        return replace(self, said=said)


class Scheduler:
    """One timer for all tables: calls `due(table_id, guild_id)` at a table's deadline.

    Args:
        now: returns the time, in epoch milliseconds.
        due: called at a deadline with the ids of the table and its server. Its exceptions are logged and stop nothing
            else.
    """

    def __init__(self, now: Callable[[], int], due: Callable[[int, int], Awaitable[None]]) -> None:
        self._now = now
        self._due = due
        self._at: dict[int, tuple[int, int]] = {}
        self._heap: list[tuple[int, int]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._running: set[asyncio.Task[None]] = set()
        self._is_held: Callable[[int], bool] = lambda _guild_id: False
        self._held: set[int] = set()
        self._stopped = False

    def set(self, table_id: int, at: int | None, guild_id: int) -> None:
        """Sets the deadline of a table, in place of the earlier one.

        Args:
            at: the deadline, in epoch milliseconds. None for no deadline.
            guild_id: the id of the table's server.
        """
        if at is None:
            self._at.pop(table_id, None)
        elif self._at.get(table_id) != (at, guild_id):
            self._at[table_id] = at, guild_id
            heapq.heappush(self._heap, (at, table_id))
            if len(self._heap) > 2 * len(self._at) + _STALE:
                # Each press moves a deadline. By correspondence the old entry would stay in the heap for a day.
                self._heap = sorted((at, table) for table, (at, _) in self._at.items())
        self._arm()

    def hold(self, is_held: Callable[[int], bool]) -> None:
        """Makes no calls for the tables of a server while `is_held(guild_id)` is true.

        Once this is no longer true for a server, `go_on` has to be called.
        """
        self._is_held = is_held

    def go_on(self) -> None:
        """Asks again which servers are held. In all other servers, deadlines that have passed meanwhile are due now."""
        for table_id in self._held & self._at.keys():
            heapq.heappush(self._heap, (self._at[table_id][0], table_id))
        self._held.clear()
        self._arm()

    async def stop(self) -> None:
        """Makes no more calls, and waits for the current ones."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

    def _arm(self) -> None:
        while self._heap and not self._is_deadline(*self._heap[0]):
            heapq.heappop(self._heap)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._heap and not self._stopped:
            wait = min(max(0.0, (self._heap[0][0] - self._now()) / 1000), _LONGEST_TIMER_S)
            self._timer = asyncio.get_running_loop().call_later(wait, self._fire)

    def _is_deadline(self, at: int, table_id: int) -> bool:
        return table_id in self._at and self._at[table_id][0] == at

    def _fire(self) -> None:
        self._timer = None
        now = self._now()
        while self._heap and self._heap[0][0] <= now:
            at, table_id = heapq.heappop(self._heap)
            if not self._is_deadline(at, table_id):
                continue
            _, guild_id = self._at[table_id]
            if self._is_held(guild_id):
                self._held.add(table_id)
                continue
            del self._at[table_id]
            task = asyncio.create_task(self._call(table_id, guild_id))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        self._arm()

    async def _call(self, table_id: int, guild_id: int) -> None:
        try:
            await self._due(table_id, guild_id)
        except Exception:
            _log.exception("the clock of table %d failed", table_id)
            # The database may have been busy: the deadline must not be lost.
            if table_id not in self._at and not self._stopped:
                self.set(table_id, self._now() + _AGAIN_MS, guild_id)


class Repeating:
    """Calls a coroutine function repeatedly, the first time at once. The event loop's own clock times the pauses.

    `discord.ext.tasks` uses the machine's clock. If that clock is set ahead, `discord.ext.tasks` makes all missed calls
    without a pause. If the clock is set back, it makes no call until the clock has caught up.

    Args:
        every_s: the seconds from the end of a call to the next one.
        call: the coroutine function. Its exceptions are logged and end no repetition.
        expected: the class of exceptions whose cause is outside the bot. After such an exception, the next call comes
            within a minute.
    """

    def __init__(
        self, every_s: float, call: Callable[[], Awaitable[None]], *, name: str, expected: type[Exception]
    ) -> None:
        self._every_s, self._call, self._name, self._expected = every_s, call, name, expected
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False
        self.failed = False
        """Whether the last call ended with an unexpected exception."""

    def start(self) -> None:
        """Makes the first call."""
        self._timer = None
        if not self._stopped:
            self._task = asyncio.create_task(self._run(), name=self._name)

    def hasten(self) -> None:
        """Makes the next call now, unless one is under way."""
        if self._timer is not None:
            self._timer.cancel()
            self.start()

    def cancel(self) -> None:
        """Makes no more calls, and cancels the current one."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        wait_s = self._every_s
        try:
            await self._call()
            self.failed = False
        except self._expected:
            _log.exception("%s: tried again soon", self._name)
            wait_s = min(wait_s, _RETRY_S)
        except Exception:
            _log.exception("%s failed", self._name)
            self.failed = True
        if not self._stopped:
            self._timer = asyncio.get_running_loop().call_later(wait_s, self.start)
