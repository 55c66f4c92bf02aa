"""Runs reviews and hints in worker threads, so that the event loop stays free.

A review takes seconds: one runs at a time, and waiting requests hold no thread. Hints do not wait for reviews, since
their players are on the clock.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final, TypeAlias

from ecarte.fair import Chance
from ecarte.game import PlayerView
from ecarte.teaching import Decision, Hint, Judged, hint, review

__all__ = ["Advise", "Judge", "Reviewer"]

Judge: TypeAlias = Callable[[tuple[Decision, ...], Chance], tuple[Judged, ...]]
"""Judges decisions, in the same order."""
Advise: TypeAlias = Callable[[PlayerView, Chance], Hint | None]
"""The hint for the seat to act; None without a choice."""
_KEPT: Final = 64


class Reviewer:
    """Reviews and hints, one of each at a time; keeps the last reviews.

    Args:
        judge: judges decisions; pure, runs in a worker thread.
        advise: gives a hint; likewise.
    """

    def __init__(self, judge: Judge = review, advise: Advise = hint) -> None:
        self._judge = judge
        self._advise = advise
        self._kept: dict[tuple[Decision, ...], tuple[Judged, ...]] = {}
        # One at a time: two would compete for the processor.
        self._reviewing, self._hinting = asyncio.Semaphore(1), asyncio.Semaphore(1)

    async def look_back(self, decisions: tuple[Decision, ...]) -> tuple[Judged, ...]:
        """The decisions judged, in the same order; each game is reviewed once."""
        if decisions in self._kept:
            return self._kept[decisions]
        async with self._reviewing:
            if decisions not in self._kept:
                judged = await asyncio.to_thread(self._judge, decisions, random.Random("review"))
                self._kept = dict([*self._kept.items(), (decisions, judged)][-_KEPT:])
            return self._kept[decisions]

    async def hint(self, view: PlayerView) -> Hint | None:
        """The hint for a seat, the same at each request."""
        async with self._hinting:
            return await asyncio.to_thread(self._advise, view, random.Random("hint"))
