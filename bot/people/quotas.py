"""Limits how often a person may do something: a number of times at once, then at a steady rate. Kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

_MINUTE_MS: Final = 60_000
_MOST: Final = 50_000


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit on how often something may be done.

    Attributes:
        burst: how many times it may be done without a pause.
        refill_ms: each time this many milliseconds have passed, it may be done once more, up to `burst` times.
    """

    name: str
    burst: int
    refill_ms: int


CHALLENGES: Final = Quota("challenges", burst=10, refill_ms=_MINUTE_MS // 4)
"""How often one person may open a challenge, a pool, or a game against the house (the computer player)."""
MENTIONS: Final = Quota("mentions", burst=1, refill_ms=3 * _MINUTE_MS)
"""How often one person's challenges, and the messages of their duplicate matches, notify the same other people."""
GUESTS: Final = Quota("guests", burst=6, refill_ms=_MINUTE_MS // 2)
"""How often one person may ask to sit behind a player as a guest."""
GUESTS_OF_ONE: Final = Quota("guests of one", burst=2, refill_ms=3 * _MINUTE_MS)
"""How often one person may ask to sit behind the same player.

A request that is taken back and made again would notify the player again.
"""
ADMISSIONS: Final = Quota("admissions", burst=3, refill_ms=_MINUTE_MS)
"""How often a player may allow the same guest to see their hand.

Allowing it again, after taking it back, sends the hand again. Taking it back is not limited.
"""
LESSONS: Final = Quota("lessons", burst=10, refill_ms=_MINUTE_MS // 6)
"""How often one person may open a review or ask for a hint."""
PRESSES: Final = Quota("presses", burst=60, refill_ms=_MINUTE_MS // 120)
"""How often one person may press buttons, choose in menus and submit forms. Play needs far less."""
POINTS: Final = Quota("points", burst=12, refill_ms=_MINUTE_MS // 40)
"""How often the reactions of one person, by which backers advise, may be carried out.

Further reactions wait, and count as one.
"""
COMMANDS: Final = Quota("commands", burst=20, refill_ms=_MINUTE_MS // 30)
"""How often one person may use a command."""
COMPLETIONS: Final = Quota("completions", burst=60, refill_ms=_MINUTE_MS // 120)
"""How often values are suggested while one person types the option of a command.

Beyond the limit none are suggested.
"""
POSTS: Final = Quota("posts", burst=3, refill_ms=2 * _MINUTE_MS)
"""How often one person may show a page to all in a server."""
NOTICES: Final = Quota("notices", burst=10, refill_ms=6 * _MINUTE_MS)
"""How often the managers of one server may have the bot send a person a direct message with the reason for a ban or the
like.
"""
NOTICES_TO_ONE: Final = Quota("notices to one", burst=3, refill_ms=60 * _MINUTE_MS)
"""How often one person may get a direct message with the reason for a ban or the like from the same server."""
SAME_DEALS: Final = Quota("same deals", burst=3, refill_ms=60 * _MINUTE_MS)
"""How often one person may challenge a channel with a deal (`bot.people.same_deals`)."""
DUPLICATES: Final = Quota("duplicates", burst=3, refill_ms=60 * _MINUTE_MS)
"""How often one person may ask a partner to play a duplicate match."""
DUPLICATE_CALLS: Final = Quota("duplicate calls", burst=1, refill_ms=10 * _MINUTE_MS)
"""How often a member of a duplicate match is called in public to their move."""
REPORTS: Final = Quota("reports", burst=5, refill_ms=60 * _MINUTE_MS)
"""How often one person may report a puzzle as wrong."""
ARRIVALS: Final = (PRESSES, COMMANDS, COMPLETIONS)
"""The quotas that limit how many interactions of any kind a person may send.

The sandbox and the gallery lift them (`Quotas.lifted`).
"""
SOUVENIRS: Final = Quota("souvenirs", burst=1, refill_ms=24 * 60 * _MINUTE_MS)
"""How often the same page (a souvenir, a story, the results of a duplicate) is posted in the same channel."""


class Quotas:
    """Counts what people do, and says whether a quota allows more.

    A key names whom or what is counted, such as the id of a person.

    Attributes:
        lifted: the names of quotas that do not apply, because the clock of a simulated world stands still or runs
            faster.

    Args:
        now: returns the time, in epoch milliseconds.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.lifted: set[str] = set()
        self._full_at: OrderedDict[tuple[str, Hashable], int] = OrderedDict()

    def take(self, quota: Quota, key: Hashable) -> bool:
        """Counts one use of a quota for a key. Returns False, and counts nothing, if the quota allows no more now."""
        if quota.name in self.lifted:
            return True
        now = self._now()
        full_at = max(now, self._full_at.get((quota.name, key), now))
        if full_at + quota.refill_ms - now > quota.burst * quota.refill_ms:
            return False
        self._full_at[quota.name, key] = full_at + quota.refill_ms
        self._full_at.move_to_end((quota.name, key))
        while len(self._full_at) > _MOST:
            self._full_at.popitem(last=False)
        return True

    def give_back(self, quota: Quota, key: Hashable) -> None:
        """Takes back one counted use of a quota, because the action that it was counted for has failed."""
        if (full_at := self._full_at.get((quota.name, key))) is not None:
            self._full_at[quota.name, key] = full_at - quota.refill_ms
