"""Salon tables: players may make errors, and only the opponent can have them corrected or punished (Laws 23-25,
39-43).
"""

from ecarte.salon._apply import SALON

__all__ = [
    "SALON",
]
