"""Whoever looks back on games and gives hints, beside the loop: what he works out holds nobody else up.

A review takes seconds, so there is one at a time, and those that wait for it hold no thread; the last ones are kept. A
hint waits for no review: whoever asks for it is on the clock. Knows no Discord and no rule of the game.
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
"""Each decision judged, in the same order."""
Advise: TypeAlias = Callable[[PlayerView, Chance], Hint | None]
"""A hint for the seat to act; None where there is nothing to choose."""
_KEPT: Final = 64


class Reviewer:
    """One for the whole house.

    Args:
        judge: looks back on decisions; pure, and called in a thread of its own.
        advise: gives a hint; the same.
    """

    def __init__(self, judge: Judge = review, advise: Advise = hint) -> None:
        self._judge = judge
        self._advise = advise
        self._kept: dict[tuple[Decision, ...], tuple[Judged, ...]] = {}
        # Work for a processor: two at once would only keep each other waiting.
        self._reviewing, self._hinting = asyncio.Semaphore(1), asyncio.Semaphore(1)

    async def look_back(self, made: tuple[Decision, ...]) -> tuple[Judged, ...]:
        """Decisions judged, in the same order; a game has one review, whoever opens it and when."""
        if made in self._kept:
            return self._kept[made]
        async with self._reviewing:
            if made not in self._kept:
                judged = await asyncio.to_thread(self._judge, made, random.Random("review"))
                self._kept = dict([*self._kept.items(), (made, judged)][-_KEPT:])
            return self._kept[made]

    async def hint(self, view: PlayerView) -> Hint | None:
        """A hint for a seat; the same, however often it is asked for."""
        async with self._hinting:
            return await asyncio.to_thread(self._advise, view, random.Random("hint"))
