"""What the house remembers: the logs of its tables, results, people, settings. No Discord, no clock, no rule of play.

A table is a log of events. `Database.commit` writes all that one decision causes in one transaction, against the
version on which it was decided: a lost race is a `Conflict`, a repeated delivery `Repeated`; neither changes a thing.

    async with await Database.open("house.sqlite3") as database:
        await database.migrate()
        table_id = await database.open_table(Commit(row, 0, (event,), at=now, cause=interaction_id))

The rooms: `errors` (the tree of what can go wrong), `records` (what goes in and out), `schema` (the tables),
`backend`, `sqlite`, `postgres` and `address` (kinds of databases), `schema_version` and `migrations`, `connections`
(transactions), then `log`, `lookups`, `pictures`, `results`, `people`, which make up the `Database`.
"""

from bot.storage.database import Database
from bot.storage.errors import (
    BackupRefused,
    BadAddress,
    Busy,
    Closed,
    Conflict,
    Failed,
    ForeignDatabase,
    Missing,
    NewerSchema,
    Repeated,
    StillSeated,
    StorageError,
    Unavailable,
    UnknownTable,
)
from bot.storage.log import append, begin
from bot.storage.records import (
    CLOSED,
    JSON,
    OPEN,
    Commit,
    EventRecord,
    Favourite,
    GameResult,
    MessageRow,
    Page,
    PlayerResult,
    Profile,
    Sort,
    Standing,
    StoredEvent,
    TableRow,
    is_forgotten,
)

__all__ = [
    "CLOSED",
    "JSON",
    "OPEN",
    "BackupRefused",
    "BadAddress",
    "Busy",
    "Closed",
    "Commit",
    "Conflict",
    "Database",
    "EventRecord",
    "Failed",
    "Favourite",
    "ForeignDatabase",
    "GameResult",
    "MessageRow",
    "Missing",
    "NewerSchema",
    "Page",
    "PlayerResult",
    "Profile",
    "Repeated",
    "Sort",
    "Standing",
    "StillSeated",
    "StorageError",
    "StoredEvent",
    "TableRow",
    "Unavailable",
    "UnknownTable",
    "append",
    "begin",
    "is_forgotten",
]
