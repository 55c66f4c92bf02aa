"""The players of the house, for guided tables.

    weights = player_of(Level.MAITRE)(player_view(state, seat))     what he does, and how often
    move = chosen_move(weights, number)                             the caller throws the dice

A player is a pure function of what his seat may see, see `ecarte.strategy.players.player`. The caller asks the seat
to act, and before it the other one where it has `legal_moves` (it may announce its king, or has nothing to say).
"""

from collections.abc import Mapping
from enum import Enum, unique
from typing import Final

from ecarte.strategy.players.maitre import maitre, maitre_with
from ecarte.strategy.players.novice import novice
from ecarte.strategy.players.player import Player, Weights, chosen_move
from ecarte.strategy.players.policy import ExchangePolicy
from ecarte.strategy.players.salon import salon

__all__ = ["ExchangePolicy", "Level", "Player", "Weights", "chosen_move", "maitre_with", "player_of"]


@unique
class Level(Enum):
    """How well a player of the house plays."""

    NOVICE = "novice"
    """Lawful and careless."""
    SALON = "salon"
    """Cavendish's rules as written."""
    MAITRE = "maitre"
    """A policy for the exchange, and a search for every card."""

    def __str__(self) -> str:
        return str(self.value)


_PLAYERS: Final[Mapping[Level, Player]] = {Level.NOVICE: novice, Level.SALON: salon, Level.MAITRE: maitre}


def player_of(level: Level) -> Player:
    """The player of this level."""
    return _PLAYERS[level]
