"""The feature "duplicate": a pair of members and the house, or two pairs, play the same packs at two tables."""

from bot.adapter.registry import Feature
from bot.features.duplicate import handlers
from bot.features.duplicate.invitations import invite

__all__ = ["FEATURE", "invite"]

FEATURE = Feature("duplicate", (handlers.ROUTES,))
