"""The private page of the person who runs the bot: the servers with their size and load, announcements, maintenance."""

from bot.adapter.registry import Feature
from bot.features.owner.handlers import ROUTES

__all__ = ["FEATURE"]

FEATURE = Feature("owner", (ROUTES,))
