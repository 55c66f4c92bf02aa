"""What the house remembers: the logs of its tables, results, people, settings. No Discord, no clock, no rule of play.

A table is a log of events. `Database.commit` writes all that one decision causes in one transaction, against the
version on which it was decided: a lost race is a `Conflict`, a repeated delivery `Repeated`; neither changes a thing.

    async with await Database.open("house.sqlite3") as database:
        await database.migrate()
        table_id = await database.open_table(Commit(row, 0, (event,), at=now, cause=interaction_id))

The rooms: `errors` (the tree of what can go wrong), `records` (what goes in and out), `schema` (the tables),
`backend`, `sqlite`, `postgres` and `address` (kinds of databases), `schema_version` and `migrations`, `connections`
(transactions), then `log`, `lookups`, `pictures`, `results`, `people`, `purses`, `quizzes`, `dailies`, `tournaments`
and `audit`, which make up the `Database`; `ledger`, with its `chips` and `accounts`, writes in a transaction of the
caller, as `append` does.
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
    HouseExhausted,
    LedgerError,
    Missing,
    NewerSchema,
    NotBroke,
    Overdrawn,
    PostedBefore,
    Repeated,
    StakesSettled,
    StillSeated,
    StorageError,
    Unavailable,
    UnknownTable,
)
from bot.storage.ledger_rows import (
    MOST_CHIPS,
    Cause,
    ChipMove,
    Entry,
    Escrow,
    Fault,
    Fortune,
    Movement,
    MovementKind,
    Moves,
    Purse,
    Treasury,
)
from bot.storage.repositories.accounts import purses_of, stakes_of
from bot.storage.repositories.audit import Kept
from bot.storage.repositories.daily import Daily
from bot.storage.repositories.ledger import (
    buy_cards,
    close_stakes,
    give_allowance,
    move_stakes,
    open_purse,
    settle_stakes,
    void_stakes,
)
from bot.storage.repositories.quizzes import Quiz
from bot.storage.repositories.tables import append, begin
from bot.storage.repositories.tournaments import PairingTable, TournamentRow
from bot.storage.rows import (
    CLOSED,
    HOUSE_IDS,
    JSON,
    OPEN,
    AdviceGiven,
    AdviceTotals,
    Commit,
    EventRecord,
    Favourite,
    GameResult,
    MessageRow,
    Page,
    PlayerResult,
    Sort,
    Standing,
    Statistics,
    StoredEvent,
    TableRow,
    is_forgotten,
    is_house,
)

__all__ = [
    "CLOSED",
    "HOUSE_IDS",
    "JSON",
    "MOST_CHIPS",
    "OPEN",
    "AdviceGiven",
    "AdviceTotals",
    "BackupRefused",
    "BadAddress",
    "Busy",
    "Cause",
    "ChipMove",
    "Closed",
    "Commit",
    "Conflict",
    "Daily",
    "Database",
    "Entry",
    "Escrow",
    "EventRecord",
    "Failed",
    "Fault",
    "Favourite",
    "ForeignDatabase",
    "Fortune",
    "GameResult",
    "HouseExhausted",
    "Kept",
    "LedgerError",
    "MessageRow",
    "Missing",
    "Movement",
    "MovementKind",
    "Moves",
    "NewerSchema",
    "NotBroke",
    "Overdrawn",
    "Page",
    "PairingTable",
    "PlayerResult",
    "PostedBefore",
    "Purse",
    "Quiz",
    "Repeated",
    "Sort",
    "StakesSettled",
    "Standing",
    "Statistics",
    "StillSeated",
    "StorageError",
    "StoredEvent",
    "TableRow",
    "TournamentRow",
    "Treasury",
    "Unavailable",
    "UnknownTable",
    "append",
    "begin",
    "buy_cards",
    "close_stakes",
    "give_allowance",
    "is_forgotten",
    "is_house",
    "move_stakes",
    "open_purse",
    "purses_of",
    "settle_stakes",
    "stakes_of",
    "void_stakes",
]
