"""The database: its connections, and its repositories.

Each repository reads and writes one subject, such as ratings.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from bot.rows.storage_errors import OldSchema
from bot.storage.backends.base import ProcessAccess
from bot.storage.connections import Connections
from bot.storage.fence import Fence
from bot.storage.privacy.blocks import BlockRepository
from bot.storage.privacy.erasure import ErasureRepository
from bot.storage.privacy.journal import ErasedFile, JournalRepository, erased_file
from bot.storage.privacy.personal import PersonalRepository
from bot.storage.privacy.retention import RetentionRepository
from bot.storage.pruning import Pruning
from bot.storage.repositories.audit import AuditRepository
from bot.storage.repositories.champions import ChampionRepository
from bot.storage.repositories.daily import DailyRepository
from bot.storage.repositories.directs import DirectRepository
from bot.storage.repositories.duplicates import DuplicateRepository
from bot.storage.repositories.errors import ErrorRepository
from bot.storage.repositories.galerie import GalerieRepository
from bot.storage.repositories.heartbeat import HeartbeatRepository
from bot.storage.repositories.ledger import LedgerRepository
from bot.storage.repositories.maintenance import MaintenanceRepository
from bot.storage.repositories.member_blocks import MemberBlockRepository
from bot.storage.repositories.messages import MessageRepository
from bot.storage.repositories.owners import OwnerRepository
from bot.storage.repositories.people import PeopleRepository
from bot.storage.repositories.puzzles import PuzzleRepository
from bot.storage.repositories.quizzes import QuizRepository
from bot.storage.repositories.ratings import RatingRepository
from bot.storage.repositories.recovery import RecoveryRepository
from bot.storage.repositories.reminders import ReminderRepository
from bot.storage.repositories.results import ResultRepository
from bot.storage.repositories.servers import AdminRepository, ServerRepository
from bot.storage.repositories.sessions import SessionRepository
from bot.storage.repositories.stories import StoryRepository
from bot.storage.repositories.tables import TableRepository
from bot.storage.repositories.tournaments import TournamentRepository
from bot.storage.restoring import Holdings, holdings, notice_dump
from bot.storage.schema.tables import table_messages
from bot.storage.schema.tournament_tables import tournament_messages


class Database:
    """An open database.

    Call `await Database.open(address)`, then `await database.migrate()`, and `close()` at the end. `async with` calls
    `close()` by itself.
    """

    def __init__(self, connections: Connections) -> None:
        self.connections = connections
        self.tables = TableRepository(connections)
        self.results = ResultRepository(connections)
        self.table_messages = MessageRepository(connections, table_messages)
        self.tournament_messages = MessageRepository(connections, tournament_messages)
        self.people = PeopleRepository(connections)
        self.erasures = ErasureRepository(connections)
        self.journal = JournalRepository(connections)
        self.blocks = BlockRepository(connections)
        self.member_blocks = MemberBlockRepository(connections)
        self.retention = RetentionRepository(connections)
        self.personal = PersonalRepository(connections)
        self.servers = ServerRepository(connections)
        self.ledger = LedgerRepository(connections)
        self.ratings = RatingRepository(connections)
        self.champions = ChampionRepository(connections)
        self.quizzes = QuizRepository(connections)
        self.puzzles = PuzzleRepository(connections)
        self.daily = DailyRepository(connections)
        self.duplicates = DuplicateRepository(connections)
        self.directs = DirectRepository(connections)
        self.galerie = GalerieRepository(connections)
        self.errors = ErrorRepository(connections)
        self.stories = StoryRepository(connections)
        self.reminders = ReminderRepository(connections)
        self.tournaments = TournamentRepository(connections)
        self.admin = AdminRepository(connections)
        self.audit = AuditRepository(connections)
        self.heartbeat = HeartbeatRepository(connections)
        self.recovery = RecoveryRepository(connections)
        self.owners = OwnerRepository(connections)
        self.maintenance = MaintenanceRepository(connections)
        self.sessions = SessionRepository(connections)
        self.pruning = Pruning(connections)

    @classmethod
    async def open(cls, address: str, *, create: bool = True, access: ProcessAccess = ProcessAccess.BESIDE) -> Self:
        """Opens a database; see `Connections.open`."""
        return cls(await Connections.open(address, create=create, access=access))

    @classmethod
    async def open_alone(cls, address: str) -> Self:
        """Opens a database that only this process may use, migrates it, and notices if it was restored from a backup.

        Raises:
            StorageError: the database cannot be used, or another process runs on it.
        """
        database = await cls.open(address, access=ProcessAccess.ALONE)
        try:
            await database.migrate()
            await database.connections.write(notice_dump)
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def open_shared(cls, address: str, process: int, shards: int, at: int, *, keep: bool = False) -> Self:
        """Opens a PostgreSQL database that several processes of the bot share. Each process owns some groups of tables.

        The first process to start notices if the database was restored from a backup.

        Args:
            process: the number of this process. No other process may ever have had the same number.
            shards: the number of groups, which is the number of shards (connections to Discord).
            at: the present moment, in epoch milliseconds. If no bot has ever run on this database, it is stored as the
                last sign of life.
            keep: whether to keep the stored number of groups, in place of `shards`, if other processes run with it or
                if it is larger.

        Raises:
            BadAddress: the database is a file.
            StorageError: the database cannot be used, or another process uses it alone.
            OldSchema: the schema is old; run `migrate` first.
            OtherShards: other processes run with another number of shards.
        """
        database = await cls.open(address, access=ProcessAccess.SHARED)
        try:
            if not await database.schema_is_current():
                raise OldSchema
            await database.connections.write(notice_dump)
            database.fence.process, database.fence.count = process, shards
            database.fence.count = await database.owners.begin(shards, at, keep=keep)
        except BaseException:
            await database.close()
            raise
        return database

    @property
    def fence(self) -> Fence:
        """The groups of tables that this process owns. All tables of a server belong to the same group."""
        return self.connections.fence

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def migrate(self) -> None:
        """Changes the schema to that of this version of the bot; see `Connections.migrate`."""
        await self.connections.migrate()

    async def schema_is_current(self) -> bool:
        """Whether the database has the schema of this version of the bot."""
        return await self.connections.schema_is_current()

    async def backup(self, target: str | Path) -> None:
        """Writes a backup of the whole database to a new file; see `Connections.backup`."""
        await self.connections.backup(target)

    async def compact(self) -> None:
        """Gives the disk space of deleted rows back to the system; see `Connections.compact`."""
        await self.connections.compact()

    def erased_file(self, name: str = "") -> ErasedFile | None:
        """Returns the file that notes whom the bot has erased. It survives when an older backup is restored.

        Args:
            name: the path of the file; empty for the file next to a SQLite database.

        Returns:
            The file; None if the database is on a server and `name` is empty.
        """
        return erased_file(self.connections.sibling, name)

    async def holdings(self) -> Holdings:
        """Counts the contents of the database, to find out later which rows a restored backup lacks."""
        return await self.connections.read(holdings)

    async def size(self) -> int:
        """The size of the database, in bytes."""
        return await self.connections.size()

    async def close(self) -> None:
        """Closes all connections to the database; see `Connections.close`."""
        await self.connections.close()
