"""The guards of the ledger since a manager may reset a purse: one condition of 0004 changed.

A reset is written against the bank alone, and may give or take. Once this schema is released, the statements of this
file do not change, as in `guards_0004`. Knows no rule of the game.
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
    """Returns the statements that create the guards. `dialect` is SQLAlchemy's name of the kind of database."""
    return tuple(map(_now, guards_0004.guards(dialect)))


def changes(dialect: str) -> tuple[str, ...]:
    """Returns the statements that turn the guards of 0004 into these."""
    (changed,) = (now for was, now in zip(guards_0004.guards(dialect), guards(dialect), strict=True) if was != now)
    if dialect == "sqlite":
        return f"DROP TRIGGER {_CHANGED}", changed
    return (changed.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1),)


def _now(statement: str) -> str:
    for was, now in _INSTEAD:
        statement = statement.replace(was, now)
    return statement
