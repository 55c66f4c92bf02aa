"""The players of the house, for guided tables.

    weights = player_of(Level.MAITRE)(player_view(state, seat))     the moves, and the chance of each
    move = chosen_move(weights, number)                             the caller supplies the random number

A player is a pure function of the view of its seat (`ecarte.ai.players.player`). In each position the caller first asks
the player of the other seat, if that seat has `legal_moves`: it may announce its king, or let it be. Then the caller
asks the player of the seat to act.
"""

from ecarte.ai.cards.dealt import columns
from ecarte.ai.exchange.policy import policy
from ecarte.ai.players.exchange_policy import ExchangePolicy
from ecarte.ai.players.levels import (
    Definition,
    Level,
    MixedLevel,
    contestant,
    counts_due_discards,
    name_of,
    player_named,
    player_of,
)
from ecarte.ai.players.maitre import maitre_with
from ecarte.ai.players.player import Player, Weights, chosen_move
from ecarte.game import mask_of, parse_cards
from ecarte.odds import class_of, table

__all__ = [
    "Definition",
    "ExchangePolicy",
    "Level",
    "MixedLevel",
    "Player",
    "Weights",
    "chosen_move",
    "contestant",
    "counts_due_discards",
    "get_ready",
    "maitre_with",
    "name_of",
    "player_named",
    "player_of",
]


def get_ready() -> None:
    """Loads the tables of the players, so that no later decision waits for them."""
    table()
    policy().unpack()
    columns()
    turn_up, *cards = parse_cards("TS 9S 8S 7S 7H 7C")
    class_of(mask_of(cards), turn_up)
