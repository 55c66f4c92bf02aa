"""Salon tables: players may make errors, and it is up to the opponent to call them (Laws 23-25, 39-43)."""

from ecarte.salon._apply import SALON

__all__ = [
    "SALON",
]
