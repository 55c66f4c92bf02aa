"""The feature "deal": how a deal is shown in pictures and words. Other features use it; it has no command of its
own.
"""

from bot.adapter.registry import Feature
from bot.features.deal import position, scene, solo, text
from bot.features.deal.again import AgainAction, AgainAsk, MadeMove, from_here_button, retry_button
from bot.features.deal.hand_scene import hand_scene
from bot.features.deal.moves import ASK, FROM_MENU, KEEP, ON_HAND, member_of, move_handler
from bot.features.deal.order import as_seen, in_order
from bot.features.deal.same import SameDealRef, challenge_button
from bot.features.deal.turn import call, discard_label, kind_of, opponents_turn, to_do

__all__ = [
    "ASK",
    "FEATURE",
    "FROM_MENU",
    "KEEP",
    "ON_HAND",
    "AgainAction",
    "AgainAsk",
    "MadeMove",
    "SameDealRef",
    "as_seen",
    "call",
    "challenge_button",
    "discard_label",
    "from_here_button",
    "hand_scene",
    "in_order",
    "kind_of",
    "member_of",
    "move_handler",
    "opponents_turn",
    "position",
    "retry_button",
    "scene",
    "solo",
    "text",
    "to_do",
]

FEATURE = Feature("deal")
