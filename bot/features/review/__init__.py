"""The feature "review": which decisions of a finished game cost a player chances, and hints during a game."""

from bot.adapter.registry import Feature
from bot.features.review import hint, page, text
from bot.features.review.hint import give_hint
from bot.features.review.page import open_review, review_buttons
from bot.features.review.text import best_advice, remark

__all__ = ["FEATURE", "best_advice", "give_hint", "open_review", "remark", "review_buttons", "text"]

FEATURE = Feature("review", (hint.ROUTES, page.ROUTES), more=hint.entries)
