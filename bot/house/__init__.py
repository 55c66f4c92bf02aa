"""The house: a computer player that sits at a table, and sees and does only what a member in its seat could.

The house gets the two views of a table that a member gets: the public one and that of its own hand. `ecarte.ai.players`
finds its moves.
"""

from bot.house.player import HousePlayer, TableAccess
from bot.house.policy import USUAL, Policy

__all__ = ["USUAL", "HousePlayer", "Policy", "TableAccess"]
