"""The database of the house: all that the storage can do, under one name. Knows no Discord and no rule of the game."""

from __future__ import annotations

from bot.storage.backends.base import Backend
from bot.storage.repositories.audit import Audit
from bot.storage.repositories.daily import Dailies
from bot.storage.repositories.lookups import Lookups
from bot.storage.repositories.messages import MessageRepository
from bot.storage.repositories.people import People
from bot.storage.repositories.purses import Purses
from bot.storage.repositories.quizzes import Quizzes
from bot.storage.repositories.results import Results
from bot.storage.repositories.tables import Log
from bot.storage.repositories.tournaments import Tournaments
from bot.storage.schema.tables import messages
from bot.storage.schema.tournaments import tournament_messages

__all__ = ["Database"]


class Database(Log, Lookups, Results, People, Purses, Quizzes, Dailies, Tournaments, Audit):
    """An open database: `await Database.open(address)`, then `await database.migrate()`, and `close()` at the end."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self.table_messages = MessageRepository(self, messages)
        self.tournament_messages = MessageRepository(self, tournament_messages)
