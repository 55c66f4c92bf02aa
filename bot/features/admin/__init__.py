"""The feature "admin": private pages on which the managers of a server ban members, reset purses and void tables."""

from bot.adapter.registry import Feature
from bot.features.admin import handlers
from bot.features.admin.placements import placements_at

__all__ = ["FEATURE"]

FEATURE = Feature("admin", (handlers.ROUTES,), (), placements_at)
