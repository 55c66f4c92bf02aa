"""The guards of the ledger since players may buy new cards of the bank (Law 44): of 0002 but for one sentence.

Then the bank only gave; since then it takes, too, but for new cards alone, and those are bought from nobody else. Once
that is out in the world this file stays as it is, as `guards_0002` does. Knows no rule of the game.
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
    """The statements that put the guards where the tables of the ledger are; `dialect` is SQLAlchemy's name of it."""
    return tuple(map(_now, guards_0002.guards(dialect)))


def changes(dialect: str) -> tuple[str, ...]:
    """The statements that make these guards of those of 0002."""
    (changed,) = (now for was, now in zip(guards_0002.guards(dialect), guards(dialect), strict=True) if was != now)
    if dialect == "sqlite":
        return f"DROP TRIGGER {_CHANGED}", changed
    return (changed.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1),)


def _now(statement: str) -> str:
    for was, now in _INSTEAD:
        statement = statement.replace(was, now)
    return statement
