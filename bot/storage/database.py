"""The database of the house: all that the storage can do, under one name. Knows no Discord and no rule of the game."""

from __future__ import annotations

from bot.storage.repositories.audit import Audit
from bot.storage.repositories.daily import Dailies
from bot.storage.repositories.lookups import Lookups
from bot.storage.repositories.messages import Pictures
from bot.storage.repositories.people import People
from bot.storage.repositories.purses import Purses
from bot.storage.repositories.quizzes import Quizzes
from bot.storage.repositories.results import Results
from bot.storage.repositories.tables import Log
from bot.storage.repositories.tournaments import Tournaments

__all__ = ["Database"]


class Database(Log, Lookups, Pictures, Results, People, Purses, Quizzes, Dailies, Tournaments, Audit):
    """An open database: `await Database.open(address)`, then `await database.migrate()`, and `close()` at the end."""
