"""Marks work as that of the owner of a table, where several processes run: timeouts, the house's moves, drawing.

Such work follows from time or from the state alone, and so is done once, by one process; see `bot.storage.fence`.
"""

from bot.storage import by_owner

__all__ = ["by_owner"]
