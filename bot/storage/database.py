"""The database of the house: all that the storage can do, under one name. Knows no Discord and no rule of the game."""

from __future__ import annotations

from bot.storage.audit import Audit
from bot.storage.dailies import Dailies
from bot.storage.log import Log
from bot.storage.lookups import Lookups
from bot.storage.people import People
from bot.storage.pictures import Pictures
from bot.storage.purses import Purses
from bot.storage.quizzes import Quizzes
from bot.storage.results import Results
from bot.storage.tournaments import Tournaments

__all__ = ["Database"]


class Database(Log, Lookups, Pictures, Results, People, Purses, Quizzes, Dailies, Tournaments, Audit):
    """An open database: `await Database.open(address)`, then `await database.migrate()`, and `close()` at the end."""
