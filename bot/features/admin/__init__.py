"""The feature "admin"."""

from bot.adapter.registry import Feature
from bot.features.admin import handlers
from bot.features.admin.placements import PLACEMENTS

__all__ = ["FEATURE"]

FEATURE = Feature("admin", (handlers.ROUTES,), (), (PLACEMENTS,))
