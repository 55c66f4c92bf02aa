"""The features of the bot, one module or package each: its commands, handlers, messages and keys of texts."""

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
"""The order in which Discord lists the commands; a command that is not named here comes last."""


@cache
def load() -> tuple[Feature, ...]:
    """Imports every module and package here, and returns what each exports as `FEATURE`, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(import_module(f"{__name__}.{name}").FEATURE for name in names)
