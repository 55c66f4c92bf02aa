"""Tells the time, and whether the machine's clock can be trusted. The rest of the bot gets the time of day from here.

# Theory

The machine's clock may be wrong: a dead battery, a bad time server, a manual error. Discord is the witness: each of its
answers says its time (`Date`). Between answers, a clock that cannot be set counts on, so that a jump of the machine's
clock is noticed at once. Until Discord has answered, nothing is trusted. If a proxy removes the date from the answers,
the last sign of life in the database is the witness. Then the machine may be up to a day ahead.

# Invariants

- `now` is the machine's time while it agrees with Discord's within a minute, and otherwise Discord's. So stored times
  are right, and so are deadlines that are set while the machine's clock is wrong.
- While `is_trusted` is false, nothing is ended or deleted because time has passed.
- An answer that contradicts Discord's earlier answers counts only if the next one agrees with it.

Each process has its own instance, since each runs on a clock of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

_log = logging.getLogger(__name__)
_TOLERATED_MS: Final = 60_000
"""Allows for the drift of a clock that no time server corrects, and for answers that took long."""
_DAY_MS: Final = 86_400_000
_LATE_S: Final = 10.0
"""An answer that took longer says too little about the present moment."""
_AGREE_MS: Final = 5_000
_SECOND_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why the machine's clock is not trusted: two times that contradict each other.

    Attributes:
        machine: the machine's time, in epoch milliseconds.
        witness: the time that contradicts the machine's, in epoch milliseconds.
        by_discord: True: the witness is Discord's time. False: it is the time of the last sign of life in the database,
            plus the time that has passed since the start.
    """

    machine: int
    witness: int
    by_discord: bool

    def __str__(self) -> str:
        whose = "Discord says" if self.by_discord else "the last sign of life in the database leads to"
        return f"the machine's clock says {_date(self.machine)}, {whose} {_date(self.witness)}"


class TrustedTime:
    """Tells the time, and whether the machine's clock is trusted.

    Args:
        machine: returns the time of the machine's clock, in epoch milliseconds.
        steady: returns the seconds of a clock that does not jump when the machine's clock is set. None if the machine's
            clock is always right, as in a simulated world.

    Attributes:
        changed: functions to call after the clock has become trusted, or is no longer trusted.
        answered: an event that is set once Discord has answered.
    """

    def __init__(self, machine: Callable[[], int], steady: Callable[[], float] | None = None) -> None:
        self._machine, self._steady = machine, steady
        self._discord: int | None = None
        self._sign: int | None = None
        self._contradicting: int | None = None
        self.answered = asyncio.Event()
        if steady is None:
            self.answered.set()
        self._was_trusted = steady is None
        self._said: Doubt | None = None
        self.changed: list[Callable[[], None]] = []

    def now(self) -> int:
        """Returns the time to use, in epoch milliseconds."""
        doubt = self.doubt
        return self._machine() if doubt is None or not doubt.by_discord else doubt.witness

    @property
    def off_ms(self) -> int:
        """How many milliseconds the machine's clock is ahead of `now`. Negative if it is behind."""
        doubt = self.doubt
        return 0 if doubt is None or not doubt.by_discord else doubt.machine - doubt.witness

    @property
    def is_trusted(self) -> bool:
        """Whether things may end, or be deleted, because time has passed."""
        return self.answered.is_set() and self.doubt is None

    @property
    def doubt(self) -> Doubt | None:
        """Why the machine's clock is not trusted. None if no time contradicts it."""
        machine = self._machine()
        if self._discord is not None:
            witness = self._discord + self._steady_ms()
            return None if abs(machine - witness) <= _TOLERATED_MS else Doubt(machine, witness, by_discord=True)
        if self._sign is not None:
            witness = self._sign + self._steady_ms()
            if not witness - _TOLERATED_MS <= machine <= witness + _DAY_MS:
                return Doubt(machine, witness, by_discord=False)
        return None

    def note_sign(self, at: int) -> None:
        """Takes the moment of an earlier run's last sign of life, in epoch milliseconds. The database has stored it.

        Until an answer of Discord tells the time, the machine's clock is compared with this moment.
        """
        if self._steady is not None:
            self._sign = at - self._steady_ms()

    def note_answer(self, date: str | None, took_s: float) -> None:
        """Compares the time in an answer of Discord with the machine's clock.

        Args:
            date: the header `Date` of the answer. None if it has none.
            took_s: the seconds from the request to the answer.
        """
        if self._steady is None:
            return
        at = _moment(date)
        if at is not None and took_s <= _LATE_S:
            self._note_discord(at)
        self.answered.set()
        self.look()

    def look(self) -> None:
        """Calls `changed` if the clock has become trusted, or is no longer trusted.

        Logs when a time begins to contradict the clock, and when none does any more.
        """
        doubt, trusted = self.doubt, self.is_trusted
        if doubt is not None and self._said is None:
            _log.error(
                "the clock is wrong: %s. Nothing is ended or deleted by time until they agree: set the machine's clock",
                doubt,
            )
        elif doubt is None and self._said is not None:
            _log.warning("the clock is right again: it says %s", _date(self._machine()))
        self._said = doubt
        if trusted != self._was_trusted:
            self._was_trusted = trusted
            for watcher in self.changed:
                watcher()

    def _note_discord(self, at: int) -> None:
        # The header has whole seconds.
        sample = at + _SECOND_MS // 2 - self._steady_ms()
        current, before = self._discord, self._contradicting
        if current is not None and abs(sample - current) <= _AGREE_MS:
            self._contradicting = None
        elif current is None or (before is not None and abs(sample - before) <= _AGREE_MS):
            self._discord, self._contradicting = sample, None
        else:
            self._contradicting = sample

    def _steady_ms(self) -> int:
        return 0 if self._steady is None else round(self._steady() * 1000)


def _moment(date: str | None) -> int | None:
    """Returns the moment in a header, or None if it has none."""
    try:
        moment = parsedate_to_datetime(date or "")
        return round(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def _date(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (ValueError, OverflowError):
        return f"{at} ms since 1970"
