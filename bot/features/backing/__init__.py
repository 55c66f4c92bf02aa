"""The feature "backing"."""

from bot.adapter.registry import Feature
from bot.features.backing import handlers, offer, render, watchers
from bot.features.backing.placements import PLACEMENTS
from bot.features.backing.reactions import Reactions

__all__ = ["FEATURE", "offer", "render", "watchers"]

FEATURE = Feature("backing", (handlers.ROUTES, watchers.ROUTES), (Reactions,), (PLACEMENTS,), watchers.entries)
