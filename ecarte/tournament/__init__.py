"""Tournaments: rounds, pairings, standings."""

from ecarte.tournament.rounds import (
    FEWEST,
    MOST,
    Form,
    Outcome,
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
from ecarte.tournament.standings import champions, standings

__all__ = [
    "FEWEST",
    "MOST",
    "Form",
    "Outcome",
    "Pairing",
    "Tournament",
    "begin",
    "champions",
    "from_dict",
    "next_round",
    "pairings",
    "record",
    "round_over",
    "standings",
    "to_dict",
    "withdraw",
]
