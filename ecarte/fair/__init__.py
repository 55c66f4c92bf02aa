"""Fair deals. Before a game the house commits itself to secrets. The packs follow from these secrets and from what the
players add, and anyone can verify them afterwards.
"""

from ecarte.fair.chain import (
    LINKS,
    Bound,
    ChainDeal,
    Fair,
    Promise,
    Share,
    chain_key,
    link,
    no_share,
    pack_of,
    promise_of,
)
from ecarte.fair.chance import Chance, choose, shuffled
from ecarte.fair.dealer import cuts_for_deal
from ecarte.fair.explained import TEXT
from ecarte.fair.house import HouseSeat, decision_of, discard_due, house_number
from ecarte.fair.shuffling import CUTS, SECRET_BYTES, FairDeal, commitment, fair_pack, key_stream, shuffle
from ecarte.fair.verify import Checked, CheckedRecords, Verdict, check, check_deals

__all__ = [
    "CUTS",
    "LINKS",
    "SECRET_BYTES",
    "TEXT",
    "Bound",
    "ChainDeal",
    "Chance",
    "Checked",
    "CheckedRecords",
    "Fair",
    "FairDeal",
    "HouseSeat",
    "Promise",
    "Share",
    "Verdict",
    "chain_key",
    "check",
    "check_deals",
    "choose",
    "commitment",
    "cuts_for_deal",
    "decision_of",
    "discard_due",
    "fair_pack",
    "house_number",
    "key_stream",
    "link",
    "no_share",
    "pack_of",
    "promise_of",
    "shuffle",
    "shuffled",
]
