"""The feature "deal"."""

from bot.adapter.registry import Feature
from bot.features.deal import position, scene, text
from bot.features.deal.moves import ASK, FROM_MENU, ON_HAND, move_handler, named
from bot.features.deal.order import in_order
from bot.features.deal.turn import call, discard_label, kind_of, to_do, waiting

__all__ = [
    "ASK",
    "FEATURE",
    "FROM_MENU",
    "ON_HAND",
    "call",
    "discard_label",
    "in_order",
    "kind_of",
    "move_handler",
    "named",
    "position",
    "scene",
    "text",
    "to_do",
    "waiting",
]

FEATURE = Feature("deal")
