"""The features of the bot, one module or package each: its commands, the handlers of its buttons, its messages and the
keys of its texts.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from bot.adapter.registry import Feature

__all__ = ["COMMANDS", "load"]

COMMANDS = (
    *("help", "play", "house", "challenge", "tournament", "tables", "bet", "learn", "daily", "puzzle", "game"),
    *("leaderboard", "profile", "versus", "purse", "preferences", "settings"),
)
"""The names of the commands under `/ecarte`, in the order in which Discord lists them. A command that is not named here
comes last.
"""


@cache
def load() -> tuple[Feature, ...]:
    """Imports every module and package of this folder, and returns the feature that each exports as `FEATURE`, sorted
    by name.
    """
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(import_module(f"{__name__}.{name}").FEATURE for name in names)
