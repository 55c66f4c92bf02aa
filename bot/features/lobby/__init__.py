"""The feature "lobby"."""

from bot.adapter.registry import Feature
from bot.features.lobby import page

__all__ = ["FEATURE"]

FEATURE = Feature("lobby", (page.ROUTES,))
