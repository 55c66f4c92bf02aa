"""The feature "game"."""

from bot.adapter.registry import Feature
from bot.features.game import page

__all__ = ["FEATURE"]

FEATURE = Feature("game", (page.ROUTES,))
