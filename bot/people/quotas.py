"""How much one person may do in a short time: a burst at once, then a steady rate. Kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

_MINUTE_MS: Final = 60_000
_MOST: Final = 50_000


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit.

    Attributes:
        burst: how many uses are allowed at once.
        refill_ms: after this long, one more use is allowed.
    """

    name: str
    burst: int
    refill_ms: int


CHALLENGES: Final = Quota("challenges", burst=10, refill_ms=_MINUTE_MS // 4)
"""Challenges, pools and games against the house that one person opens."""
MENTIONS: Final = Quota("mentions", burst=1, refill_ms=3 * _MINUTE_MS)
"""How often a challenge rings for the challenged person, by each challenger."""
GUESTS: Final = Quota("guests", burst=6, refill_ms=_MINUTE_MS // 2)
"""How often one person asks to sit behind a player."""
GUESTS_OF_ONE: Final = Quota("guests of one", burst=2, refill_ms=3 * _MINUTE_MS)
"""How often they ask the same player: a request that was taken back would ring again."""
ADMISSIONS: Final = Quota("admissions", burst=3, refill_ms=_MINUTE_MS)
"""How often a player lets the same person see their hand: each yes after a no sends that hand anew. A no is free."""
LESSONS: Final = Quota("lessons", burst=10, refill_ms=_MINUTE_MS // 6)
"""Reviews opened and hints asked for by one person."""
PRESSES: Final = Quota("presses", burst=60, refill_ms=_MINUTE_MS // 120)
"""Buttons, menus and forms of one person: far above what play needs."""
POINTS: Final = Quota("points", burst=12, refill_ms=_MINUTE_MS // 40)
"""Reactions of one person that are looked up. Further ones wait, and count as one."""
COMMANDS: Final = Quota("commands", burst=20, refill_ms=_MINUTE_MS // 30)
"""Commands of one person."""
COMPLETIONS: Final = Quota("completions", burst=60, refill_ms=_MINUTE_MS // 120)
"""How often a person's typing is completed. Beyond it no completions are offered."""
POSTS: Final = Quota("posts", burst=3, refill_ms=2 * _MINUTE_MS)
"""Pages that one person shows to all in a server."""
NOTICES: Final = Quota("notices", burst=10, refill_ms=6 * _MINUTE_MS)
"""Direct messages with a reason from the managers of one server."""
NOTICES_TO_ONE: Final = Quota("notices to one", burst=3, refill_ms=60 * _MINUTE_MS)
"""Such messages from one server to one person."""
ARRIVALS: Final = (PRESSES, COMMANDS, COMPLETIONS)
"""The quotas of all incoming interactions, before their content is known. Not applied where time stands still."""
SOUVENIRS: Final = Quota("souvenirs", burst=1, refill_ms=24 * 60 * _MINUTE_MS)
"""How often the souvenir of a game, or its story, is posted in one channel."""


class Quotas:
    """Each person's remaining uses of each quota.

    Attributes:
        lifted: the names of quotas that are not applied here, because time stands still or runs faster.

    Args:
        now: the time, in epoch milliseconds.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.lifted: set[str] = set()
        self._full_at: OrderedDict[tuple[str, Hashable], int] = OrderedDict()

    def take(self, quota: Quota, key: Hashable) -> bool:
        """Takes one use. Returns False if no use is left; then none is taken."""
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
        """Gives back the last use, because its purpose was not achieved."""
        if (full_at := self._full_at.get((quota.name, key))) is not None:
            self._full_at[quota.name, key] = full_at - quota.refill_ms
