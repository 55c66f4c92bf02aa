"""The feature "tournament": knock-outs, round robins and Swiss tournaments that members of a server enter."""

from bot.adapter.registry import Feature
from bot.features.tournament import commands, handlers

__all__ = ["FEATURE"]

FEATURE = Feature("tournament", (commands.ROUTES, handlers.ROUTES))
