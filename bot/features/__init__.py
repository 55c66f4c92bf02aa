"""The features of the bot: one package each, with its commands, handlers, messages and keys of texts."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from bot.adapter.registry import Feature

__all__ = ["COMMANDS", "load"]

COMMANDS = (
    *("help", "house", "challenge", "tournament", "tables", "bet", "learn", "daily", "game"),
    *("leaderboard", "profile", "purse", "preferences", "settings"),
)
"""The order in which Discord lists the commands; a command that is not named here comes last."""


def load() -> list[Feature]:
    """Imports every package here, and returns what each exports as `FEATURE`, by name."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__))
    return [import_module(f"{__name__}.{name}").FEATURE for name in names]
