"""Runs reviews, hints, stories and audits of the house's moves in another process, so that the event loop stays free.

One review runs at a time. A review that a person asks for waits only for the review under way, not for those of other
games that have ended. Hints do not wait for reviews, since the players who ask for them are on the clock. The random
numbers follow from the view, so a hint and a review of the same decision agree.
"""

from __future__ import annotations

import asyncio
import pickle
import random
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, Protocol, TypeAlias

from bot.house.process import ProcessWorker
from ecarte import notation
from ecarte.ai import Recomputed, recompute
from ecarte.game import PlayerView, Seat
from ecarte.teaching import Decision, Hint, Judged, Seeded, Story, decisions, hint, review, steps, story
from ecarte.teaching.puzzles import DayPuzzle, Puzzle, puzzle_of_day, puzzles_of

Judge: TypeAlias = Callable[[tuple[Decision, ...], Seeded], tuple[Judged, ...]]
"""Judges decisions: what each cost, and which move was better. Returns the results in the order of the decisions."""
Advise: TypeAlias = Callable[[PlayerView, Seeded], Hint | None]
"""Returns a hint for the player to act, from the view of their seat. None if the player has no choice."""
_KEPT: Final = 1_024
"""The reviews in memory, of about two kilobytes each: those of most games that are searched for puzzles a day later."""


class Worker(Protocol):
    """Runs a function elsewhere, so that the event loop is not held up."""

    def run(self, function: Callable[..., Any], /, *args: Any) -> Awaitable[Any]:
        """Calls the function with these arguments, and returns its result."""

    def stop(self) -> None:
        """Ends the functions that are running, where that is possible."""


class Reviewer:
    """Makes reviews and hints, one of each at a time. Keeps the last reviews in memory.

    Args:
        judge: judges decisions. A pure function.
        advise: gives a hint. A pure function.
        worker: runs these functions.
    """

    def __init__(self, judge: Judge = review, advise: Advise = hint, worker: Worker | None = None) -> None:
        self._judge = judge
        self._advise = advise
        self._worker = ProcessWorker() if worker is None else worker
        self._kept: dict[bytes, bytes] = {}
        """The last reviews, packed: as objects each would take thirty times as much memory."""
        # One at a time: two would compete for the processor.
        self._reviewing, self._hinting = asyncio.Semaphore(1), asyncio.Semaphore(1)

    async def look_back(self, decisions: tuple[Decision, ...]) -> tuple[Judged, ...]:
        """Reviews decisions, and returns the results in the same order.

        The same review is made once, then returned from memory.
        """
        return _unpack(await self._packed_review(decisions)) if decisions else ()

    async def hint(self, view: PlayerView) -> Hint | None:
        """Returns a hint for the player whose view this is. None if the player has no choice.

        The same view gives the same hint at each request.
        """
        async with self._hinting:
            given: Hint | None = await self._worker.run(self._advise, view, random.Random)
            return given

    async def audit(self, record: str) -> tuple[Recomputed, ...]:
        """Checks every move of the house (the computer player) in the record of a game: computes the move again from
        the view of its seat.
        """
        async with self._reviewing:
            moves: tuple[Recomputed, ...] = await self._worker.run(_recompute, record)
            return moves

    async def story(self, record: str) -> Story | None:
        """Returns the story of a finished game, or None if the game has none."""
        reviews = await self._reviews(record)
        async with self._reviewing:
            result: Story | None = await self._worker.run(_tell, record, reviews)
            return result

    async def puzzles(self, record: str) -> tuple[Puzzle, ...]:
        """Finds the decisions in a finished game that make good puzzles."""
        reviews = await self._reviews(record)
        async with self._reviewing:
            found: tuple[Puzzle, ...] = await self._worker.run(_find_puzzles, record, reviews)
            return found

    async def puzzle_of_day(self, day: str, logs: Sequence[Sequence[str]]) -> DayPuzzle | None:
        """Returns the puzzle that a closed deal of the day makes, or None if it makes no good one.

        Args:
            day: the date of the deal.
            logs: the moves of each person's try.
        """
        async with self._reviewing:
            found: DayPuzzle | None = await self._worker.run(_find_puzzle_of_day, day, logs)
            return found

    def stop(self) -> None:
        """Stops the reviews and hints under way."""
        self._worker.stop()

    async def _reviews(self, record: str) -> dict[Seat, bytes]:
        """Reviews all decisions of both seats in a finished game. Returns the reviews packed, by seat.

        The reviews that players see at the end of the game are the same ones, so each is made once.
        """
        async with self._reviewing:
            made: dict[Seat, tuple[Decision, ...]] = await self._worker.run(_decisions_of, record)
        return {seat: await self._packed_review(decisions) for seat, decisions in made.items() if decisions}

    async def _packed_review(self, decisions: tuple[Decision, ...]) -> bytes:
        """Reviews decisions, or finds their review in memory."""
        key = blake2b(repr(decisions).encode(), digest_size=16).digest()
        if key in self._kept:
            return self._kept[key]
        async with self._reviewing:
            if key not in self._kept:
                judged: tuple[Judged, ...] = await self._worker.run(self._judge, decisions, random.Random)
                while len(self._kept) >= _KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[key] = zlib.compress(pickle.dumps(judged))
            return self._kept[key]


def _unpack(packed: bytes) -> tuple[Judged, ...]:
    judged: tuple[Judged, ...] = pickle.loads(zlib.decompress(packed))
    return judged


def _decisions_of(text: str) -> dict[Seat, tuple[Decision, ...]]:
    taken = list(steps(notation.read(text).events))
    return {seat: tuple(decisions(taken, seat)) for seat in Seat}


def _tell(text: str, reviews: Mapping[Seat, bytes]) -> Story | None:
    return story(notation.read(text).events, random.Random, _unpacked(reviews))


def _find_puzzles(text: str, reviews: Mapping[Seat, bytes]) -> tuple[Puzzle, ...]:
    return puzzles_of(notation.read(text).events, random.Random, _unpacked(reviews))


def _find_puzzle_of_day(day: str, logs: Sequence[Sequence[str]]) -> DayPuzzle | None:
    return puzzle_of_day(day, logs, random.Random)


def _unpacked(reviews: Mapping[Seat, bytes]) -> dict[Seat, tuple[Judged, ...]]:
    """Returns the review of each seat. It is empty if the seat has made no decision."""
    return {seat: _unpack(reviews[seat]) if seat in reviews else () for seat in Seat}


def _recompute(text: str) -> tuple[Recomputed, ...]:
    record = notation.read(text)
    return recompute(record.events, record.fair, record.house)
