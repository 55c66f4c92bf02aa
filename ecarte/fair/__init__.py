"""Fair deals: commitment, shuffle, verification, and chance as a value."""

from ecarte.fair.chain import LINKS, Bound, ChainDeal, Promise, Share, chain_key, link, no_share, pack_of, promise_of
from ecarte.fair.chance import Chance, chosen, shuffled
from ecarte.fair.explained import TEXT
from ecarte.fair.shuffling import CUTS, SECRET_BYTES, FairDeal, commitment, fair_pack, key_stream, shuffle
from ecarte.fair.verify import Checked, Fair, Seen, Verdict, check, check_deals

__all__ = [
    "CUTS",
    "LINKS",
    "SECRET_BYTES",
    "TEXT",
    "Bound",
    "ChainDeal",
    "Chance",
    "Checked",
    "Fair",
    "FairDeal",
    "Promise",
    "Seen",
    "Share",
    "Verdict",
    "chain_key",
    "check",
    "check_deals",
    "chosen",
    "commitment",
    "fair_pack",
    "key_stream",
    "link",
    "no_share",
    "pack_of",
    "promise_of",
    "shuffle",
    "shuffled",
]
