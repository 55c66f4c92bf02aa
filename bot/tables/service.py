"""The use cases of a table under one name: coming to it, playing at it, and what time brings about.

Each decides on a state and gives events; `TableLog` commits them; then whoever watches is told, so that somebody draws.
Chance comes in as a generator, time as a function.
"""

from __future__ import annotations

from bot.tables.common import Watcher
from bot.tables.keeping import Keeping
from bot.tables.playing import Choose, Playing
from bot.tables.seating import Seating

__all__ = ["Choose", "Tables", "Watcher"]


class Tables(Seating, Playing, Keeping):
    """All tables of the house.

    Args:
        now: the time, in epoch milliseconds.
        chance: shuffles and cuts; a `random.SystemRandom` where it matters.
        distribution_of: how a person deals (Law 8).
        most: how many games of each kind one person may play at a time in a server.
        challenge_ms: how long a challenge stands.
    """
