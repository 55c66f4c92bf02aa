"""Errors of the storage, as a typed tree. Knows no driver, no Discord and no rule of the game.

    StorageError
    ├── BadAddress        the address names no database that can serve here
    ├── Unavailable       the file or server cannot be opened or written
    │   ├── Away          the server is away, or has ended the connection; a later try may succeed
    │   ├── Missing       the file does not exist, and must not be created
    │   └── NoPlace       no database can be created or opened there, or with those rights
    ├── InUse             another process runs on this database
    ├── ForeignDatabase   the database belongs to another program
    ├── NewerSchema       a newer version of the bot has written the database
    ├── OldSchema         the database has to be migrated first
    ├── Incomplete        the database is an interrupted copy
    ├── Busy              another process held the database for too long; a later try may succeed
    ├── Failed            the database refused a statement; a fault of the bot
    ├── Closed            the database was used after it had been closed
    ├── BackupRefused     the backup cannot be written at that place
    ├── RestoreRefused    the copy cannot take the place of the database
    ├── CopyRefused       the database cannot be copied to the other one
    ├── UnknownTable      the table of a decision does not exist
    ├── NotOwner          only the owner may write this, and another process is the owner
    ├── OtherShards       other processes run with another number of shards
    ├── Conflict          another writer was faster
    ├── Repeated          this interaction was carried out before
    ├── LimitReached      a limit is reached
    ├── Parted            two people would meet, and one has blocked the other
    ├── HandHidden        a hand would be shown to someone whom its player has blocked
    ├── TriedBefore       the person began this deal before they were erased
    └── LedgerError       the chips cannot be moved
        ├── PostedBefore     the chips were moved for this reason before
        ├── Overdrawn        a purse has too few chips
        ├── StakesSettled    the game is settled or void already
        ├── NotBroke         the allowance is only for a broke person
        └── BankExhausted    the bank may issue no more chips

If a write raises one of these, nothing was written. The text of an error is one line for the owner, never for players.
It contains no value of a row: a driver's message may quote a row, and a row may contain a hand.
"""

from __future__ import annotations

from typing import ClassVar

from bot.rows.chips import Escrow
from bot.rows.commits import Limit


class StorageError(Exception):
    """Any error of the storage.

    Attributes:
        is_lasting: whether another try is useless until the owner has changed a setting or the database.
    """

    is_lasting: ClassVar[bool] = False


class BadAddress(StorageError):
    """The address of the database cannot be used; the text says why."""

    is_lasting = True


class Unavailable(StorageError):
    """The file or server cannot be opened, read or written; the text says why."""


class Away(Unavailable):
    """The server is away, or has ended the connection. A later try may succeed."""


class Missing(Unavailable):
    """There is no database file at that place."""


class NoPlace(Unavailable):
    """No database can be created or opened at that place, or with these rights; the text says why."""

    is_lasting = True


class InUse(StorageError):
    """Another process runs on this database; nothing was read or written.

    Attributes:
        name: the name of the file or database.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"another process runs on the database {name!r}; stop it first")
        self.name = name


class ForeignDatabase(StorageError):
    """The file or schema belongs to another program, and was not changed."""

    is_lasting = True


class NewerSchema(StorageError):
    """A newer version of the bot has written this database.

    Attributes:
        revision: the schema of the database.
    """

    is_lasting = True

    def __init__(self, revision: str) -> None:
        super().__init__(f"the database has schema {revision}, which this version does not know: it needs a newer one")
        self.revision = revision


class OldSchema(StorageError):
    """An older version of the bot has written this database, and it was not migrated yet."""

    is_lasting = True

    def __init__(self) -> None:
        super().__init__("the database has to be brought up to date first: `python -m bot migrate`")


class Incomplete(StorageError):
    """The database is a copy of another one, and the copying was interrupted."""

    is_lasting = True

    def __init__(self) -> None:
        super().__init__("a copy to this database was interrupted; empty it and copy again")


class Busy(StorageError):
    """Other processes held the database for too long; nothing was written.

    Attributes:
        code: the database's own name of the error.
    """

    def __init__(self, code: str) -> None:
        super().__init__(f"the database is busy ({code})")
        self.code = code


class Failed(StorageError):
    """The database refused a statement; nothing was written.

    Attributes:
        code: the database's own name of the error.
    """

    def __init__(self, code: str) -> None:
        super().__init__(f"the database refused ({code})")
        self.code = code


class Closed(StorageError):
    """The database was closed before."""

    def __init__(self) -> None:
        super().__init__("the database is closed")


class BackupRefused(StorageError):
    """No backup was made, and nothing was overwritten; the text says why."""


class RestoreRefused(StorageError):
    """Nothing was restored, and the database has not changed; the text says why."""


class CopyRefused(StorageError):
    """The database was not copied; the text says why."""


class UnknownTable(StorageError):
    """There is no table with that id.

    Attributes:
        table_id: the id.
    """

    def __init__(self, table_id: int) -> None:
        super().__init__(f"there is no table {table_id}")
        self.table_id = table_id


class NotOwner(StorageError):
    """Another process owns this group of tables now; nothing was written.

    If the bot runs as several processes, each of them owns some groups of tables.

    Attributes:
        shard: the number of the group, which is the number of the shard of its servers.
    """

    def __init__(self, shard: int) -> None:
        super().__init__(f"the tables of shard {shard} belong to another process")
        self.shard = shard


class OtherShards(StorageError):
    """Other processes of the bot use this database with another number of shards, which the text of the error names."""

    is_lasting = True

    def __init__(self, shards: int) -> None:
        super().__init__(
            f"other processes run on this database with {shards} shards: stop them first, or take that number"
        )


class Conflict(StorageError):
    """Another writer has changed the table since the decision read it; nothing was written.

    Attributes:
        table_id: the table.
        expected: the version that the decision has read.
    """

    def __init__(self, table_id: int, expected: int) -> None:
        super().__init__(f"table {table_id} is no longer at version {expected}")
        self.table_id = table_id
        self.expected = expected


class Repeated(StorageError):
    """Discord has delivered an interaction again that was carried out before; nothing was written.

    Attributes:
        table_id: the table that the interaction changed the first time.
        seq: the version of that table after the change.
    """

    def __init__(self, table_id: int, seq: int) -> None:
        super().__init__(f"carried out before: table {table_id} up to version {seq}")
        self.table_id = table_id
        self.seq = seq


class LimitReached(StorageError):
    """The change would exceed a limit; nothing was written.

    Attributes:
        limit: the limit.
        most: the greatest number that the limit allows.
        user_id: the person whose games or tables are limited; None if those of the server are.
    """

    def __init__(self, limit: Limit, most: int, user_id: int | None) -> None:
        super().__init__(f"the limit {limit.value!r} allows no more than {most}")
        self.limit, self.most, self.user_id = limit, most, user_id


class Parted(StorageError):
    """The change would seat two people at one table, and one has blocked the other; nothing was written.

    Attributes:
        user_id: the person who has blocked the other.
        blocked_id: the blocked person.
    """

    def __init__(self, user_id: int, blocked_id: int) -> None:
        super().__init__("a member has blocked another")
        self.user_id, self.blocked_id = user_id, blocked_id


class HandHidden(StorageError):
    """The change would show a hand to someone whom the hand's player has blocked; nothing was written."""


class TriedBefore(StorageError):
    """The person began this deal of the day before they were erased, and may not begin again; nothing was written."""


class LedgerError(StorageError):
    """The chips cannot be moved; nothing was written."""


class PostedBefore(LedgerError):
    """The ledger has a transaction with the same cause already; nothing was written.

    Attributes:
        transaction_id: the earlier transaction; None if it moved chips of a purse that the person had before they were
            erased.
    """

    def __init__(self, transaction_id: int | None = None) -> None:
        before = "for an earlier purse" if transaction_id is None else f"transaction {transaction_id} of the ledger"
        super().__init__(f"the chips were moved before: {before}")
        self.transaction_id = transaction_id


class Overdrawn(LedgerError):
    """People would have to pay more chips than they have; nothing was written.

    A missing purse counts as a balance of 0.

    Attributes:
        user_ids: the ids of these people, lowest first.
    """

    def __init__(self, user_ids: tuple[int, ...]) -> None:
        super().__init__(f"{len(user_ids)} purses have too few chips")
        self.user_ids = user_ids


class StakesSettled(LedgerError):
    """The game is paid or void already, so no chips can be put on it or taken back.

    Attributes:
        escrow: the account of the game.
    """

    def __init__(self, escrow: Escrow) -> None:
        super().__init__(f"game {escrow.number} of table {escrow.table_id} is settled already")
        self.escrow = escrow


class NotBroke(LedgerError):
    """The person is not broke: they have at least as many chips as the daily allowance would give.

    Attributes:
        has: the person's chips, including those on games.
    """

    def __init__(self, has: int) -> None:
        super().__init__(f"a person with {has} chips is not broke")
        self.has = has


class BankExhausted(LedgerError):
    """The bank would have to issue more chips in a server than it may.

    Attributes:
        guild_id: the server.
    """

    def __init__(self, guild_id: int) -> None:
        super().__init__(f"the bank may issue no more chips in server {guild_id}")
        self.guild_id = guild_id
