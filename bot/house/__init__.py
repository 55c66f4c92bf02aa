"""The house as a player: it sits at a table like a member, sees what its seat may see, and moves as members move.

It knows neither Discord nor storage nor any full state of a game: of a table it gets the two sights that a member gets,
that of the table and that of its own hand. How it plays is for `ecarte.ai.players` to say.
"""

from bot.house.player import Access, HousePlayer
from bot.house.policy import USUAL, Policy, warm_up

__all__ = ["USUAL", "Access", "HousePlayer", "Policy", "warm_up"]
