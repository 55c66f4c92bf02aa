"""Errors of the storage, as a typed tree. Knows no driver, no Discord and no rule of the game.

    StorageError
    ├── BadAddress        the address names no database that can serve here
    ├── Unavailable       the file or server cannot be opened, or cannot be written
    │   ├── Missing       there is no such file, and none was to be made
    │   └── NoPlace       no database can be at that place, or with those rights
    ├── InUse             another process runs on this database
    ├── ForeignDatabase   there is a database, but it is not ours
    ├── NewerSchema       it is ours, but written by a newer version
    ├── OldSchema         it has to be migrated first
    ├── Incomplete        it is ours, but a copy that was broken off
    ├── Busy              another process held it for too long; trying again is sensible
    ├── Failed            the database refused what we asked; a fault of ours
    ├── Closed            it was used after it had been closed
    ├── BackupRefused     the backup cannot be written where it was asked for
    ├── RestoreRefused    the copy cannot take the place of the database
    ├── CopyRefused       the database cannot be copied to that other one
    ├── UnknownTable      a decision about a table that is not there
    ├── NotOwner          it is for another process to write; nothing was written
    ├── OtherShards       other processes run with another number of shards
    ├── Conflict          another writer was faster; nothing was written
    ├── Repeated          this interaction was carried out before; nothing was written
    ├── LimitReached      there are as many as there may be; nothing was written
    ├── TriedBefore       the deal of the day was begun before, by a person erased since then
    └── LedgerError       chips cannot move so; nothing was written
        ├── PostedBefore     what they were to move for was done before
        ├── Overdrawn        a purse holds too little
        ├── StakesSettled    the game is settled or void already
        ├── NotBroke         the allowance is for a broke person
        └── BankExhausted    the bank may issue no more

The text of an error is one line for the operator, never for players. It holds no value of a row: what a
driver says may quote one, and a row may hold a hand.
"""

from __future__ import annotations

from typing import ClassVar

from bot.rows.chips import Escrow
from bot.rows.commits import Limit


class StorageError(Exception):
    """Any trouble of the storage.

    Attributes:
        is_lasting: whether it stays until the owner has changed a setting or the database: trying again helps nothing.
    """

    is_lasting: ClassVar[bool] = False


class BadAddress(StorageError):
    """The address of the database cannot be used; the text says why."""

    is_lasting = True


class Unavailable(StorageError):
    """The file or server cannot be opened, read or written; the text says why."""


class Away(Unavailable):
    """The server is away, or has ended the connection: what is tried again may succeed."""


class Missing(Unavailable):
    """There is no database file at that place."""


class NoPlace(Unavailable):
    """No database can be at that place, or be opened with those rights; the text says why."""

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
    """The file or schema belongs to something else; it was left as it is."""

    is_lasting = True


class NewerSchema(StorageError):
    """A newer version of the bot has written this database.

    Attributes:
        revision: the schema that was found.
    """

    is_lasting = True

    def __init__(self, revision: str) -> None:
        super().__init__(f"the database has schema {revision}, which this version does not know: it needs a newer one")
        self.revision = revision


class OldSchema(StorageError):
    """An older version of the bot has written this database, and no process alone has brought it up to date."""

    is_lasting = True

    def __init__(self) -> None:
        super().__init__("the database has to be brought up to date first: `python -m bot migrate`")


class Incomplete(StorageError):
    """Another database was being copied to this one, and not all of it is there."""

    is_lasting = True

    def __init__(self) -> None:
        super().__init__("a copy to this database was broken off; empty it and copy again")


class Busy(StorageError):
    """The database was held by others for too long; nothing was written.

    Attributes:
        code: the database's own name of the trouble.
    """

    def __init__(self, code: str) -> None:
        super().__init__(f"the database is busy ({code})")
        self.code = code


class Failed(StorageError):
    """The database refused a statement; nothing was written.

    Attributes:
        code: the database's own name of the trouble.
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
    """Nothing was restored, and the database is as it was; the text says why."""


class CopyRefused(StorageError):
    """The database was not copied; the text says why."""


class UnknownTable(StorageError):
    """There is no table of that id.

    Attributes:
        table_id: the id that was asked for.
    """

    def __init__(self, table_id: int) -> None:
        super().__init__(f"there is no table {table_id}")
        self.table_id = table_id


class NotOwner(StorageError):
    """A group of tables belongs to another process by now; nothing was written.

    Attributes:
        shard: the number of the group.
    """

    def __init__(self, shard: int) -> None:
        super().__init__(f"the tables of shard {shard} belong to another process")
        self.shard = shard


class OtherShards(StorageError):
    """Other processes run on this database with another number of shards; the text says with which."""

    is_lasting = True

    def __init__(self, shards: int) -> None:
        super().__init__(
            f"other processes run on this database with {shards} shards: stop them first, or take that number"
        )


class Conflict(StorageError):
    """The decision was made on a version that is no longer the last one; nothing was written.

    Attributes:
        table_id: the table.
        expected: the version on which the decision was made.
    """

    def __init__(self, table_id: int, expected: int) -> None:
        super().__init__(f"table {table_id} is no longer at version {expected}")
        self.table_id = table_id
        self.expected = expected


class Repeated(StorageError):
    """The interaction was carried out before, and is not carried out again; nothing was written.

    Attributes:
        table_id: the table that it changed then.
        seq: the version of that table after it.
    """

    def __init__(self, table_id: int, seq: int) -> None:
        super().__init__(f"carried out before: table {table_id} up to version {seq}")
        self.table_id = table_id
        self.seq = seq


class LimitReached(StorageError):
    """There are as many as there may be; nothing was written.

    Attributes:
        limit: of what.
        most: how many there may be.
        user_id: whose limit it is; None: the server's.
    """

    def __init__(self, limit: Limit, most: int, user_id: int | None) -> None:
        super().__init__(f"no more than {most}: {limit.value}")
        self.limit, self.most, self.user_id = limit, most, user_id


class Parted(StorageError):
    """Two people were to meet, and one has blocked the other; nothing was written.

    Attributes:
        user_id: who has blocked the other.
        blocked_id: the other.
    """

    def __init__(self, user_id: int, blocked_id: int) -> None:
        super().__init__("a member has blocked another")
        self.user_id, self.blocked_id = user_id, blocked_id


class HandHidden(StorageError):
    """A hand was to be shown to a person whom its player has blocked; nothing was written."""


class TriedBefore(StorageError):
    """A person who was erased had begun the deal of that day; nothing was written."""


class LedgerError(StorageError):
    """Chips cannot move as they were to; nothing was written."""


class PostedBefore(LedgerError):
    """It was done before, and is not done again.

    Attributes:
        transaction_id: of what was written then; None: it was for a purse whose owner has been erased since.
    """

    def __init__(self, transaction_id: int | None = None) -> None:
        before = "for an earlier purse" if transaction_id is None else f"transaction {transaction_id} of the ledger"
        super().__init__(f"done before: {before}")
        self.transaction_id = transaction_id


class Overdrawn(LedgerError):
    """A person was to pay more than their balance; without a purse it is 0.

    Attributes:
        user_ids: who, in the order of their ids.
    """

    def __init__(self, user_ids: tuple[int, ...]) -> None:
        super().__init__(f"{len(user_ids)} purses hold too little")
        self.user_ids = user_ids


class StakesSettled(LedgerError):
    """The game takes no more stakes and gives none back: it is settled, or void.

    Attributes:
        escrow: the game.
    """

    def __init__(self, escrow: Escrow) -> None:
        super().__init__(f"game {escrow.number} of table {escrow.table_id} is settled already")
        self.escrow = escrow


class NotBroke(LedgerError):
    """A person already has as much as the allowance.

    Attributes:
        has: their chips, those on games included.
    """

    def __init__(self, has: int) -> None:
        super().__init__(f"who has {has} chips is not broke")
        self.has = has


class BankExhausted(LedgerError):
    """The bank has issued nearly all that a server may ever hold.

    Attributes:
        guild_id: the server.
    """

    def __init__(self, guild_id: int) -> None:
        super().__init__(f"the bank may issue no more chips in server {guild_id}")
        self.guild_id = guild_id
