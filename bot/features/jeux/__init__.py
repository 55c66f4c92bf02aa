"""The feature "jeux"."""

from bot.adapter.registry import Feature
from bot.features.jeux import page
from bot.features.jeux.page import jeux

__all__ = ["FEATURE", "jeux"]

FEATURE = Feature("jeux", (page.ROUTES,))
