"""The storage: logs of tables, results, people, settings and the ledger of chips.

A table is a log of events. `database.tables.commit` writes all that one decision causes in one transaction. The
transaction is written only if the table still has the version that the decision has read. Otherwise `commit` raises
`Conflict`. If Discord delivers an interaction again, `commit` raises `Repeated`. In both cases nothing changes.

    async with await Database.open("ecarte.sqlite3", access=ProcessAccess.ALONE) as database:
        await database.migrate()
        table_id = await database.tables.open(Commit(row, 0, (event,), at=now, cause=interaction_id))

This package exports the database, its repositories, and the values that callers pass and get. Its other modules are
private. The stored rows and the errors are in `bot.rows`, the rules of ranking in `bot.ranking`. This package knows no
Discord and no rule of the game.
"""

from bot.storage.backends.base import CopyNames, ProcessAccess
from bot.storage.copying import CopiedTable, copy_database
from bot.storage.database import Database
from bot.storage.fence import GONE_MS, LEASE_MS, Fence, as_owner, by_owner
from bot.storage.privacy.blocks import BlockedPerson, BlockedServer, BlockRepository, Blocks
from bot.storage.privacy.erasure import Erasure, ErasureRepository, Named
from bot.storage.privacy.journal import Action, Entry, ErasedFile, JournalRepository
from bot.storage.privacy.marks import find_marked, is_of, mark_of
from bot.storage.privacy.personal import PersonalRepository
from bot.storage.privacy.retention import RetentionRepository, Unseen
from bot.storage.put_aside import PutAside
from bot.storage.remains import Remains, find_remains
from bot.storage.repositories.audit import AuditRepository, Pending, StoredTable
from bot.storage.repositories.champions import ChampionRepository
from bot.storage.repositories.daily import DailyRepository
from bot.storage.repositories.duplicates import DuplicateRepository
from bot.storage.repositories.errors import ErrorRepository
from bot.storage.repositories.galerie import GalerieRepository
from bot.storage.repositories.heartbeat import HeartbeatRepository
from bot.storage.repositories.ledger import LedgerRepository
from bot.storage.repositories.maintenance import MaintenanceRepository
from bot.storage.repositories.member_blocks import MemberBlockRepository
from bot.storage.repositories.messages import MessageRepository
from bot.storage.repositories.owners import Beat, OwnerRepository, Ownership, Taken
from bot.storage.repositories.people import PeopleRepository
from bot.storage.repositories.puzzles import (
    ALL_SERVERS_PUZZLES,
    NewPuzzle,
    PuzzleRepository,
    PuzzleSource,
)
from bot.storage.repositories.quizzes import QuizRepository
from bot.storage.repositories.ratings import RatingRepository
from bot.storage.repositories.recovery import RecoveryRepository
from bot.storage.repositories.reminders import ReminderRepository
from bot.storage.repositories.results import ResultRepository
from bot.storage.repositories.servers import AdminRepository, ServerRepository
from bot.storage.repositories.sessions import SessionLimit, SessionRepository, SessionTurn
from bot.storage.repositories.stories import LuckSums, StoryParts, StoryRepository, StoryRow, UntoldGames
from bot.storage.repositories.tables import TableRepository
from bot.storage.repositories.tournaments import PairingTable, TournamentRepository, TournamentRow
from bot.storage.restoring import Holdings, Lost, Restored, copy_names, lost_between, restore, restored_beside
from bot.storage.schema.version import head

SCHEMA = head()
"""The newest version of the database's schema, to which this version of the bot migrates a database."""

__all__ = [
    "ALL_SERVERS_PUZZLES",
    "GONE_MS",
    "LEASE_MS",
    "SCHEMA",
    "Action",
    "AdminRepository",
    "AuditRepository",
    "Beat",
    "BlockRepository",
    "BlockedPerson",
    "BlockedServer",
    "Blocks",
    "ChampionRepository",
    "CopiedTable",
    "CopyNames",
    "DailyRepository",
    "Database",
    "DuplicateRepository",
    "Entry",
    "ErasedFile",
    "Erasure",
    "ErasureRepository",
    "ErrorRepository",
    "Fence",
    "GalerieRepository",
    "HeartbeatRepository",
    "Holdings",
    "JournalRepository",
    "LedgerRepository",
    "Lost",
    "LuckSums",
    "MaintenanceRepository",
    "MemberBlockRepository",
    "MessageRepository",
    "Named",
    "NewPuzzle",
    "OwnerRepository",
    "Ownership",
    "PairingTable",
    "Pending",
    "PeopleRepository",
    "PersonalRepository",
    "ProcessAccess",
    "PutAside",
    "PuzzleRepository",
    "PuzzleSource",
    "QuizRepository",
    "RatingRepository",
    "RecoveryRepository",
    "Remains",
    "ReminderRepository",
    "Restored",
    "ResultRepository",
    "RetentionRepository",
    "ServerRepository",
    "SessionLimit",
    "SessionRepository",
    "SessionTurn",
    "StoredTable",
    "StoryParts",
    "StoryRepository",
    "StoryRow",
    "TableRepository",
    "Taken",
    "TournamentRepository",
    "TournamentRow",
    "Unseen",
    "UntoldGames",
    "as_owner",
    "by_owner",
    "copy_database",
    "copy_names",
    "find_marked",
    "find_remains",
    "is_of",
    "lost_between",
    "mark_of",
    "restore",
    "restored_beside",
]
