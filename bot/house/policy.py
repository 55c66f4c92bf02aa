"""The house's policy: the player for each level, and the pauses."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.house.tasks import Task, pause_ms
from bot.tables.views import TableView
from ecarte.ai import Level, Player, player_of

Pause: TypeAlias = Callable[[Task, TableView, random.Random], int]
"""A pause in milliseconds, by what any reader may know of the table."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The player for each level (a pure function of its seat's view), and the pauses."""

    player_of: Callable[[Level], Player]
    pause: Pause


USUAL: Final = Policy(player_of, pause_ms)
"""The policy outside tests."""
