"""Storage: logs of tables, results, people, settings and the ledger of chips. Knows no Discord and no rule of the game.

A table is a log of events. `database.tables.commit` writes all that one decision causes in one transaction, against
the version on which it was made: a lost race raises `Conflict`, a repeated delivery `Repeated`, and nothing changes.

    async with await Database.open("ecarte.sqlite3", access=ProcessAccess.ALONE) as database:
        await database.migrate()
        table_id = await database.tables.open(Commit(row, 0, (event,), at=now, cause=interaction_id))

This package gives its rows, its errors, and the database with its repositories; all else is private.
"""

from bot.storage.admin_rows import AdminAction, AdminEntry, Ban, CountLimit, PairGame
from bot.storage.backends.base import CopyNames, ProcessAccess
from bot.storage.copying import CopiedTable, copy_database
from bot.storage.database import Database
from bot.storage.errors import (
    Away,
    BackupRefused,
    BadAddress,
    BankExhausted,
    Busy,
    Closed,
    Conflict,
    CopyRefused,
    Failed,
    ForeignDatabase,
    HandHidden,
    Incomplete,
    InUse,
    LedgerError,
    LimitReached,
    Missing,
    NewerSchema,
    NotBroke,
    NotOwner,
    OldSchema,
    OtherShards,
    Overdrawn,
    Parted,
    PostedBefore,
    Repeated,
    RestoreRefused,
    StakesSettled,
    StorageError,
    TriedBefore,
    Unavailable,
    UnknownTable,
)
from bot.storage.fence import Fence, as_owner, by_owner
from bot.storage.ledger_rows import (
    MOST_CHIPS,
    Cause,
    ChipMove,
    Escrow,
    Fault,
    Fortune,
    LedgerEntry,
    Movement,
    MovementKind,
    Moves,
    Purse,
)
from bot.storage.privacy.blocks import BlockedPerson, BlockedServer, BlockRepository, Blocks
from bot.storage.privacy.erasure import Erasure, ErasureRepository, Named
from bot.storage.privacy.journal import Action, Entry, ErasedFile, JournalRepository
from bot.storage.privacy.marks import find_marked, is_of, mark_of
from bot.storage.privacy.personal import PersonalRepository
from bot.storage.privacy.retention import RetentionRepository, Unseen
from bot.storage.put_aside import PutAside
from bot.storage.rating_rows import (
    ALL_SERVERS,
    EVERYWHERE_SERVERS,
    PLACE_DAYS,
    MemberRating,
    RatedGame,
    Rating,
    RatingLine,
    Season,
    SeasonKind,
    Seasons,
    place_asks,
    scope_name,
)
from bot.storage.remains import Remains, find_remains
from bot.storage.repositories.audit import AuditRepository, Pending, StoredTable
from bot.storage.repositories.champions import ChampionRepository, RoleGiven, RolesDue
from bot.storage.repositories.daily import Daily, DailyLine, DailyRepository, DailySum
from bot.storage.repositories.errors import ErrorRepository, Errors
from bot.storage.repositories.galerie import LEAST_ADVICE, LEAST_BETS, GalerieLine, GalerieRepository, GalerieSort
from bot.storage.repositories.heartbeat import HeartbeatRepository
from bot.storage.repositories.ledger import LedgerRepository
from bot.storage.repositories.maintenance import MaintenanceRepository
from bot.storage.repositories.member_blocks import Blocking, MemberBlock, MemberBlockRepository
from bot.storage.repositories.messages import MessageRepository
from bot.storage.repositories.owners import Beat, OwnerRepository, Ownership, Taken
from bot.storage.repositories.people import PeopleRepository
from bot.storage.repositories.quizzes import Quiz, QuizRepository
from bot.storage.repositories.ratings import RatingRepository
from bot.storage.repositories.recovery import RecoveryRepository
from bot.storage.repositories.reminders import DueReminder, Reminder, ReminderRepository
from bot.storage.repositories.results import ResultRepository
from bot.storage.repositories.servers import AdminRepository, ServerRepository
from bot.storage.repositories.sessions import SessionLimit, SessionRepository, SessionTurn
from bot.storage.repositories.stories import LuckSums, StoryParts, StoryRepository, StoryRow, UntoldGames
from bot.storage.repositories.tables import TableRepository
from bot.storage.repositories.tournaments import PairingTable, TournamentRepository, TournamentRow
from bot.storage.restoring import Holdings, Lost, Restored, copy_names, lost_between, restore, restored_beside
from bot.storage.rows import (
    CLOSED,
    EVERYWHERE,
    HOUSE_IDS,
    JSON,
    OPEN,
    AdviceGiven,
    AdviceTotals,
    Commit,
    EventRecord,
    GameResult,
    Limit,
    MessageRow,
    OpenTable,
    Outage,
    Page,
    PlayerResult,
    RankingPage,
    Shard,
    StoredEvent,
    TableRow,
    is_erased,
    is_house,
)
from bot.storage.schema.version import head
from bot.storage.slots import Slot, SlotKind
from bot.storage.standing_rows import Favourite, GameEnd, Period, PeriodTotals, Rivalry, Sort, Standing, Statistics
from bot.storage.strengths import EARLIER_WEIGHT, KNOWN_OPPONENTS, PAIR_WEIGHT

SCHEMA = head()
"""The revision of the schema that this version makes."""

__all__ = [
    "ALL_SERVERS",
    "CLOSED",
    "EARLIER_WEIGHT",
    "EVERYWHERE",
    "EVERYWHERE_SERVERS",
    "HOUSE_IDS",
    "JSON",
    "KNOWN_OPPONENTS",
    "LEAST_ADVICE",
    "LEAST_BETS",
    "MOST_CHIPS",
    "OPEN",
    "PAIR_WEIGHT",
    "PLACE_DAYS",
    "SCHEMA",
    "Action",
    "AdminAction",
    "AdminEntry",
    "AdminRepository",
    "AdviceGiven",
    "AdviceTotals",
    "AuditRepository",
    "Away",
    "BackupRefused",
    "BadAddress",
    "Ban",
    "BankExhausted",
    "Beat",
    "BlockRepository",
    "BlockedPerson",
    "BlockedServer",
    "Blocking",
    "Blocks",
    "Busy",
    "Cause",
    "ChampionRepository",
    "ChipMove",
    "Closed",
    "Commit",
    "Conflict",
    "CopiedTable",
    "CopyNames",
    "CopyRefused",
    "CountLimit",
    "Daily",
    "DailyLine",
    "DailyRepository",
    "DailySum",
    "Database",
    "DueReminder",
    "Entry",
    "ErasedFile",
    "Erasure",
    "ErasureRepository",
    "ErrorRepository",
    "Errors",
    "Escrow",
    "EventRecord",
    "Failed",
    "Fault",
    "Favourite",
    "Fence",
    "ForeignDatabase",
    "Fortune",
    "GalerieLine",
    "GalerieRepository",
    "GalerieSort",
    "GameEnd",
    "GameResult",
    "HandHidden",
    "HeartbeatRepository",
    "Holdings",
    "InUse",
    "Incomplete",
    "JournalRepository",
    "LedgerEntry",
    "LedgerError",
    "LedgerRepository",
    "Limit",
    "LimitReached",
    "Lost",
    "LuckSums",
    "MaintenanceRepository",
    "MemberBlock",
    "MemberBlockRepository",
    "MemberRating",
    "MessageRepository",
    "MessageRow",
    "Missing",
    "Movement",
    "MovementKind",
    "Moves",
    "Named",
    "NewerSchema",
    "NotBroke",
    "NotOwner",
    "OldSchema",
    "OpenTable",
    "OtherShards",
    "Outage",
    "Overdrawn",
    "OwnerRepository",
    "Ownership",
    "Page",
    "PairGame",
    "PairingTable",
    "Parted",
    "Pending",
    "PeopleRepository",
    "Period",
    "PeriodTotals",
    "PersonalRepository",
    "PlayerResult",
    "PostedBefore",
    "ProcessAccess",
    "Purse",
    "PutAside",
    "Quiz",
    "QuizRepository",
    "RankingPage",
    "RatedGame",
    "Rating",
    "RatingLine",
    "RatingRepository",
    "RecoveryRepository",
    "Remains",
    "Reminder",
    "ReminderRepository",
    "Repeated",
    "RestoreRefused",
    "Restored",
    "ResultRepository",
    "RetentionRepository",
    "Rivalry",
    "RoleGiven",
    "RolesDue",
    "Season",
    "SeasonKind",
    "Seasons",
    "ServerRepository",
    "SessionLimit",
    "SessionRepository",
    "SessionTurn",
    "Shard",
    "Slot",
    "SlotKind",
    "Sort",
    "StakesSettled",
    "Standing",
    "Statistics",
    "StorageError",
    "StoredEvent",
    "StoredTable",
    "StoryParts",
    "StoryRepository",
    "StoryRow",
    "TableRepository",
    "TableRow",
    "Taken",
    "TournamentRepository",
    "TournamentRow",
    "TriedBefore",
    "Unavailable",
    "UnknownTable",
    "Unseen",
    "UntoldGames",
    "as_owner",
    "by_owner",
    "copy_database",
    "copy_names",
    "find_marked",
    "find_remains",
    "is_erased",
    "is_house",
    "is_of",
    "lost_between",
    "mark_of",
    "place_asks",
    "restore",
    "restored_beside",
    "scope_name",
]
