"""The guards of the ledger since schema 0004, in which players may buy new cards from the bank (Law 44).

One condition of the guards of schema 0002 has changed. Before, the bank only gave chips. Now it also takes chips, but
only for new cards, and only the bank sells those. Once this schema is released, the statements of this file do not
change.
"""

from __future__ import annotations

from typing import Final

from bot.storage.migrations import guards_0002

GUARDS: Final = guards_0002.GUARDS
_CHANGED: Final = "transactions_add_up"
_INSTEAD: Final = (
    (
        "(kind = 'escrow' OR (kind = 'house' AND amount < 0))",
        "(CASE kind WHEN 'escrow' THEN NEW.kind <> 'new_cards'"
        " WHEN 'house' THEN (amount > 0) = (NEW.kind = 'new_cards') ELSE FALSE END)",
    ),
    ("the house, which only gives, or", "the house, which only gives but for new cards, or"),
)


def guards(dialect: str) -> tuple[str, ...]:
    """Returns the SQL statements that create the guards. `dialect` is SQLAlchemy's name of the kind of database."""
    return tuple(map(_now, guards_0002.guards(dialect)))


def changes(dialect: str) -> tuple[str, ...]:
    """Returns the SQL statements that replace the guards of schema 0002 by those of schema 0004."""
    (changed,) = (now for was, now in zip(guards_0002.guards(dialect), guards(dialect), strict=True) if was != now)
    if dialect == "sqlite":
        return f"DROP TRIGGER {_CHANGED}", changed
    return (changed.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1),)


def _now(statement: str) -> str:
    for was, now in _INSTEAD:
        statement = statement.replace(was, now)
    return statement
