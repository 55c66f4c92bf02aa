"""Fair deals: commitment, shuffle, verification, and chance as a value."""

from ecarte.fair.chance import Chance, chosen, shuffled
from ecarte.fair.house import HouseSeat, decision_of, house_number
from ecarte.fair.shuffling import CUTS, SECRET_BYTES, FairDeal, commitment, fair_pack, key_stream, shuffle
from ecarte.fair.verify import Checked, Verdict, check, check_deals

__all__ = [
    "CUTS",
    "SECRET_BYTES",
    "Chance",
    "Checked",
    "FairDeal",
    "HouseSeat",
    "Verdict",
    "check",
    "check_deals",
    "chosen",
    "commitment",
    "decision_of",
    "fair_pack",
    "house_number",
    "key_stream",
    "shuffle",
    "shuffled",
]
