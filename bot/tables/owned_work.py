"""Work that only the process that owns a table does, if the bot runs as several processes.

Such work is timeouts, the moves of the house, and drawing. No person asks for it, so exactly one process has to do it,
once; see `bot.storage.fence`.
"""

from bot.storage import by_owner

__all__ = ["by_owner"]
