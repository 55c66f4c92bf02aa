"""Tournaments: rounds, pairings, standings."""

from ecarte.tournament.rounds import (
    FEWEST,
    Form,
    Outcome,
    Pair,
    Pairing,
    Tournament,
    begin,
    from_dict,
    next_round,
    pairings,
    record,
    round_over,
    to_dict,
    withdraw,
)
from ecarte.tournament.standings import champions, is_contested, standings

__all__ = [
    "FEWEST",
    "Form",
    "Outcome",
    "Pair",
    "Pairing",
    "Tournament",
    "begin",
    "champions",
    "from_dict",
    "is_contested",
    "next_round",
    "pairings",
    "record",
    "round_over",
    "standings",
    "to_dict",
    "withdraw",
]
