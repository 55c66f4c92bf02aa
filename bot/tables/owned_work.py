"""Marks work that only the owner of a table does, if several processes run: timeouts, the house's moves, drawing.

Such work follows from time or from the state alone, so one process does it, once; see `bot.storage.fence`.
"""

from bot.storage import by_owner

__all__ = ["by_owner"]
