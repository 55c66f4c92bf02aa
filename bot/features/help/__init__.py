"""The feature "help"."""

from bot.adapter.registry import Feature
from bot.features.help import page

__all__ = ["FEATURE"]

FEATURE = Feature("help", (page.ROUTES,))
