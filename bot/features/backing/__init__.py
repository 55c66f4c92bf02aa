"""The feature "backing"."""

from bot.adapter.registry import Feature
from bot.features.backing import handlers, offer, render
from bot.features.backing.placements import PLACEMENTS
from bot.features.backing.reactions import Reactions

__all__ = ["FEATURE", "offer", "render"]

FEATURE = Feature("backing", (handlers.ROUTES,), (Reactions,), (PLACEMENTS,))
