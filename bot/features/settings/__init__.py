"""The feature "settings": what the managers of a server choose for the bot."""

from bot.adapter.registry import Feature
from bot.features.settings import page

__all__ = ["FEATURE"]

FEATURE = Feature("settings", (page.ROUTES,))
