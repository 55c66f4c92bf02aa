"""Listens to the statements that any database is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def listen_to_statements(note: Callable[[str, Any], None]) -> Iterator[None]:
    """Calls `note` with each statement and its values."""

    def pass_on(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        note(statement, values)

    event.listen(Engine, "before_cursor_execute", pass_on)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", pass_on)


@contextmanager
def statements(wanted: Callable[[str], bool]) -> Iterator[list[str]]:
    """Collects the statements that `wanted` accepts."""
    collected: list[str] = []

    def note(statement: str, _values: object) -> None:
        if wanted(statement):
            collected.append(statement)

    with listen_to_statements(note):
        yield collected
