"""Facts about hands as dealt: exact counts with open hands, classes of similar hands, the jeux de règle."""

from ecarte.odds.first_hand import OpenOdds, open_odds, open_odds_by_lead
from ecarte.odds.hand_classes import CLASSES, class_of, place
from ecarte.odds.hands import HAND_SIZE, Holding, Role
from ecarte.odds.jeux import Jeu, jeu_of
from ecarte.odds.open_hands import open_leads, open_replies, open_tricks
from ecarte.odds.patterns import EMPTY, follower_throws, lead_of, plain_key, swap_lead, table

__all__ = [
    "CLASSES",
    "EMPTY",
    "HAND_SIZE",
    "Holding",
    "Jeu",
    "OpenOdds",
    "Role",
    "class_of",
    "follower_throws",
    "jeu_of",
    "lead_of",
    "open_leads",
    "open_odds",
    "open_odds_by_lead",
    "open_replies",
    "open_tricks",
    "place",
    "plain_key",
    "swap_lead",
    "table",
]
