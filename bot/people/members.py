"""Finds out whether a person is a member of a server. Asks Discord, and remembers each answer for minutes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.rows.ids import is_erased, is_house

_MINUTE_MS: Final = 60_000
KEPT_MS: Final = 5 * _MINUTE_MS
"""Once Discord has said that a person is a member, the bot does not ask again for this long, in milliseconds."""
BOARD_MS: Final = 24 * 60 * _MINUTE_MS
"""For a board (leaderboard), Discord's answer whether a person is a member counts for this long, in milliseconds."""
_BOARD_PATIENCE_S: Final = 1.0
"""A board waits this long for Discord. Members without an answer by then stay on it this time."""
_KEPT_ABSENT_MS: Final = _MINUTE_MS // 2
"""How long an absence is remembered: the person may join, and press again."""
_SILENT_MS: Final = 5_000
"""How long Discord is not asked again after a failure: a press should not wait for many people one by one."""
_MOST: Final = 20_000
_AT_ONCE: Final = 4


@dataclass(frozen=True, slots=True)
class Membership:
    """What the bot knows about a member of a server.

    Attributes:
        joined_at: when the person joined, in epoch milliseconds. None if not known.
        roles: the ids of the member's roles.
    """

    joined_at: int | None = None
    roles: frozenset[int] = frozenset()


Ask: TypeAlias = Callable[[int, int], Awaitable[Membership | None]]
"""Asks Discord whether a person is in a server. Takes the id of the server, then the id of the person.

Returns None if the person is not there. Raises `CannotAsk`.
"""


class CannotAsk(Exception):
    """Discord gives no answer to the question whether a person is a member of a server."""


async def _cannot_ask(_guild_id: int, _user_id: int) -> Membership | None:
    raise CannotAsk


class Members:
    """Answers whether people are members of servers, from memory or by asking Discord.

    If Discord does not answer, its last answer counts, however old: a person who was a member an hour ago is most
    likely a member now.

    Attributes:
        ask: asks Discord about one person. The client sets this function.

    Args:
        now: returns the time, in epoch milliseconds.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self.ask: Ask = _cannot_ask
        self._now = now
        self._known: OrderedDict[tuple[int, int], tuple[int, Membership | None]] = OrderedDict()
        self._left: dict[int, dict[int, int]] = {}
        self._asking = asyncio.Semaphore(_AT_ONCE)
        self._silent_until = 0

    def note(self, guild_id: int, user_id: int, member: Membership | None) -> None:
        """Remembers what is known about a person in a server, such as from the data of a press.

        `member` is None if the person is not in the server.
        """
        key = guild_id, user_id
        if member is None:
            self._left.setdefault(guild_id, {})[user_id] = self._now()
        elif guild_id in self._left:
            self._left[guild_id].pop(user_id, None)
        self._known[key] = self._now(), member
        self._known.move_to_end(key)
        while len(self._known) > _MOST:
            self._known.popitem(last=False)

    async def of(self, guild_id: int, user_id: int, kept_ms: int = KEPT_MS) -> Membership | None:
        """Returns what is known about a member of a server. None if the person is not in the server.

        Args:
            kept_ms: Discord is not asked again if it said less than this many milliseconds ago that the person is a
                member.

        Raises:
            CannotAsk: Discord does not answer, and no earlier answer is remembered.
        """
        at, last = self._known.get((guild_id, user_id), (None, None))
        if at is not None and self._now() - at < (_KEPT_ABSENT_MS if last is None else kept_ms):
            return last
        try:
            async with self._asking:
                member = await self._asked(guild_id, user_id)
        except CannotAsk:
            if at is None:
                raise
            return last
        self.note(guild_id, user_id, member)
        return member

    async def _asked(self, guild_id: int, user_id: int) -> Membership | None:
        if self._now() < self._silent_until:
            raise CannotAsk
        try:
            return await self.ask(guild_id, user_id)
        except CannotAsk:
            self._silent_until = self._now() + _SILENT_MS
            raise

    async def who_left(self, guild_id: int, people: Collection[int]) -> frozenset[int]:
        """Asks Discord which of these people have left the server, and returns their ids.

        The house (the computer player) and erased people never count as left. If Discord does not answer about a
        person, they do not count as left: they came as a member, and an outage should not stop a game.
        """
        asked = [user_id for user_id in people if not (is_house(user_id) or is_erased(user_id))]
        there = await asyncio.gather(*(self._is_there(guild_id, user_id) for user_id in asked))
        return frozenset(user_id for user_id, present in zip(asked, there, strict=True) if not present)

    def known_left(self, guild_id: int) -> frozenset[int]:
        """Returns the ids of people who are not in the server, as far as this process has learned that in the last day.

        Does not ask Discord.
        """
        since = self._now() - BOARD_MS
        left = {user_id: at for user_id, at in self._left.get(guild_id, {}).items() if at > since}
        self._left[guild_id] = left
        return frozenset(left)

    async def look_for(self, guild_id: int, people: Collection[int]) -> None:
        """Asks Discord which of these people are still in the server, and waits a second at most for the answers.

        Afterwards `known_left` includes those who have left. Does not ask about people who were seen in the server in
        the last day.
        """
        asked = [user_id for user_id in people if not (is_house(user_id) or is_erased(user_id))]
        looking = [asyncio.ensure_future(self._is_there(guild_id, user_id, BOARD_MS)) for user_id in asked]
        if looking:
            _, slow = await asyncio.wait(looking, timeout=_BOARD_PATIENCE_S)
            for task in slow:
                task.cancel()

    async def _is_there(self, guild_id: int, user_id: int, kept_ms: int = KEPT_MS) -> bool:
        try:
            return await self.of(guild_id, user_id, kept_ms) is not None
        except CannotAsk:
            return True
