"""The feature "same_deal": a player challenges a channel with a deal of a game, which others play once each."""

from bot.adapter.registry import Feature
from bot.features.same_deal import handlers

__all__ = ["FEATURE"]

FEATURE = Feature("same_deal", (handlers.ROUTES,))
