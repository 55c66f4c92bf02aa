"""The feature "backing"."""

from bot.adapter.registry import Feature
from bot.features.backing import handlers
from bot.features.backing.reactions import Reactions

__all__ = ["FEATURE"]

FEATURE = Feature("backing", (handlers.ROUTES,), (Reactions,))
