"""The features of the bot, one module or package each: its commands, the handlers of its buttons, its messages and the
keys of its texts.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

from bot.adapter.contexts import ANYWHERE, IN_SERVERS, Contexts
from bot.adapter.registry import Feature

__all__ = ["COMMANDS", "MENUS", "load"]

COMMANDS: Final[Mapping[str, Contexts]] = {
    "help": ANYWHERE,
    "play": IN_SERVERS,
    "house": ANYWHERE,
    "challenge": IN_SERVERS,
    "tournament": IN_SERVERS,
    "tables": IN_SERVERS,
    "bet": IN_SERVERS,
    "learn": ANYWHERE,
    "daily": ANYWHERE,
    "puzzle": ANYWHERE,
    "game": ANYWHERE,
    "leaderboard": IN_SERVERS,
    "profile": ANYWHERE,
    "versus": IN_SERVERS,
    "purse": IN_SERVERS,
    "preferences": ANYWHERE,
    "settings": IN_SERVERS,
}
"""Where each command under `/ecarte` works, in the order in which Discord lists the commands.

Discord offers the whole group `/ecarte` wherever one of its commands works. In a place where a command does not work,
the router refuses it.
"""
MENUS: Final[Mapping[str, Contexts]] = {"command.menu.challenge": IN_SERVERS, "command.menu.block": ANYWHERE}
"""Where each entry of the context menu of a member works, by the key of its name. Discord offers it nowhere else."""


@cache
def load() -> tuple[Feature, ...]:
    """Imports every module and package of this folder, and returns the feature that each exports as `FEATURE`, sorted
    by name.
    """
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(import_module(f"{__name__}.{name}").FEATURE for name in names)
