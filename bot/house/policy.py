"""How the house (the computer player) plays: the player for each of its levels, and its pauses."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.house.tasks import Task, pause_ms
from bot.tables.views import TableView
from ecarte.ai import Level, Player, player_of

Pause: TypeAlias = Callable[[Task, TableView, random.Random], int]
"""Returns how long the house waits before a task, in milliseconds.

The pause follows from what any reader may know of the table.
"""


@dataclass(frozen=True, slots=True)
class Policy:
    """How the house plays.

    Attributes:
        player_of: returns the player for a level: a pure function, which gets only the view of its seat.
        pause: returns how long the house waits before a task.
    """

    player_of: Callable[[Level], Player]
    pause: Pause


USUAL: Final = Policy(player_of, pause_ms)
"""The policy outside tests."""
