"""The deal of the day: each person's one try, and the board. Days and moves are texts of the caller."""

from __future__ import annotations

from collections.abc import Sequence

from bot.people.service import People
from bot.storage import Daily

__all__ = ["Daily", "begin", "best_of_day", "play", "share", "try_of"]


async def try_of(people: People, user_id: int, day: str) -> Daily | None:
    """A person's try at the deal of a day; None: not begun."""
    return await people.daily.of(user_id, day)


async def begin(people: People, user_id: int, day: str, guild_id: int, moves: Sequence[str]) -> Daily:
    """Begins the try with the events before the first decision; returns a try already begun unchanged."""
    return await people.daily.begin(user_id, day, guild_id, moves, people.now())


async def play(people: People, before: Daily, moves: Sequence[str], result: tuple[int, int] | None) -> Daily | None:
    """Stores all moves of a try, if it still stands as in `before`.

    Args:
        result: points and tricks, with the last move.

    Returns:
        The try as it is now; None: there is none.
    """
    return await people.daily.play(before.user_id, before.day, len(before.moves), moves, people.now(), result)


async def share(people: People, user_id: int, day: str) -> bool:
    """Notes that a result is shown to all; returns whether it was not before."""
    return await people.daily.share(user_id, day, people.now())


async def best_of_day(people: People, guild_id: int, day: str) -> tuple[Daily, ...]:
    """The finished tries in a server, best first."""
    return await people.daily.best_of_day(guild_id, day)
