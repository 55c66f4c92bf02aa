"""The feature "leaderboard"."""

from bot.adapter.registry import Feature
from bot.features.leaderboard import page

__all__ = ["FEATURE"]

FEATURE = Feature("leaderboard", (page.ROUTES,))
