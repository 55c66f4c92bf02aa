"""The feature "reminder": one direct message a day at most, at the hour that a person has chosen."""

from bot.adapter.registry import Feature
from bot.features.reminder import page
from bot.features.reminder.page import state_line

__all__ = ["FEATURE", "state_line"]

FEATURE = Feature("reminder", (page.ROUTES,))
