"""How the house conducts itself: which player of the core sits down at each level, and how long it pauses."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.house.tasks import Task, pause_ms
from bot.tables.views import TableSight
from ecarte.ai import Level, Player, get_ready, player_of

__all__ = ["USUAL", "Pause", "Policy", "warm_up"]

Pause: TypeAlias = Callable[[Task, TableSight, random.Random], int]
"""How long the house takes over something, in milliseconds, by what anybody may know of the table."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Who plays at each level (a pure function of what its seat may see), and how long the house pauses."""

    player_of: Callable[[Level], Player]
    pause: Pause


USUAL: Final = Policy(player_of, pause_ms)
"""As people meet it."""


def warm_up() -> None:
    """Makes what the players look up, half a second's work, so that no first game waits for it. Safe in any thread."""
    get_ready()
