"""The guards of the ledger since schema 0013, in which a manager may reset a purse.

One condition of the guards of schema 0004 has changed. A reset moves chips between a purse and the bank, in either
direction. Once this schema is released, the statements of this file do not change.
"""

from __future__ import annotations

from typing import Final

from bot.storage.migrations import guards_0004

GUARDS: Final = guards_0004.GUARDS
_CHANGED: Final = "transactions_add_up"
_INSTEAD: Final = (
    ("NEW.kind <> 'new_cards'", "NEW.kind NOT IN ('new_cards', 'reset')"),
    (
        "(amount > 0) = (NEW.kind = 'new_cards')",
        "amount <> 0 AND (NEW.kind = 'reset' OR (amount > 0) = (NEW.kind = 'new_cards'))",
    ),
    ("only gives but for new cards,", "only gives but for new cards and resets,"),
)


def guards(dialect: str) -> tuple[str, ...]:
    """Returns the SQL statements that create the guards. `dialect` is SQLAlchemy's name of the kind of database."""
    return tuple(map(_now, guards_0004.guards(dialect)))


def changes(dialect: str) -> tuple[str, ...]:
    """Returns the SQL statements that replace the guards of schema 0004 by those of schema 0013."""
    (changed,) = (now for was, now in zip(guards_0004.guards(dialect), guards(dialect), strict=True) if was != now)
    if dialect == "sqlite":
        return f"DROP TRIGGER {_CHANGED}", changed
    return (changed.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1),)


def _now(statement: str) -> str:
    for was, now in _INSTEAD:
        statement = statement.replace(was, now)
    return statement
