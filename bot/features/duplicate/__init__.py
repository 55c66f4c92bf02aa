"""The feature "duplicate": two members play the same packs against the house, each with the hand that it has against
the other.
"""

from bot.adapter.registry import Feature
from bot.features.duplicate import handlers
from bot.features.duplicate.handlers import invite

__all__ = ["FEATURE", "invite"]

FEATURE = Feature("duplicate", (handlers.ROUTES,))
