"""The house, a computer player that sits at a table like a member, sees what its seat may see, and moves like a member.

It gets the two views of a table that a member gets: the table's and its own hand's. `ecarte.ai.players` plays.
"""

from bot.house.player import HousePlayer, TableAccess
from bot.house.policy import USUAL, Policy

__all__ = ["USUAL", "HousePlayer", "Policy", "TableAccess"]
