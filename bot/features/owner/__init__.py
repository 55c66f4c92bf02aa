"""The page of the bot's owner: servers with their size and load, announcements, maintenance. In direct messages."""

from bot.adapter.registry import Feature
from bot.features.owner.handlers import ROUTES

__all__ = ["FEATURE"]

FEATURE = Feature("owner", (ROUTES,))
