"""Lists the storage tests that run on PostgreSQL in `make test`: `python -m tests.bench.statements`.

Runs all storage tests on PostgreSQL, notes which SQL each one executes, and writes a small set of tests that executes
all of it into `tests/bot/storage/on_postgres.txt`. `make soak` runs the others there. SQLite runs all tests.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Mapping
from typing import Any

import pytest
from sqlalchemy import Engine, event

from tests.bot.storage.conftest import ON_POSTGRES, function_of

# Values differ from run to run: their number in a list, and the name of a database made for a test.
_PLACE = re.compile(r"\$\d+(::[A-Z]+)?")
_PLACES = re.compile(r"\(\?(, \?)*\)(, \(\?(, \?)*\))*")
_NAME = re.compile(r"\b(ecarte|template)_[0-9a-f]{32}\b")


class Notes:
    """A plugin of pytest that notes which statements each test function executes."""

    def __init__(self) -> None:
        self.executed: dict[str, set[str]] = {}
        self._running = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Remembers which test runs."""
        self._running = function_of(item)
        return (yield)

    def note(self, _connection: Any, _cursor: Any, statement: str, *_: object) -> None:
        """Notes a statement that SQLAlchemy is about to execute."""
        self.executed.setdefault(self._running, set()).add(normal_form(statement))


def normal_form(statement: str) -> str:
    """Returns a statement without what differs between two executions: numbers of values, names of databases."""
    return _NAME.sub("?", _PLACES.sub("(?)", _PLACE.sub("?", statement)))


def cover(executed: Mapping[str, set[str]]) -> list[str]:
    """Returns few tests that execute all statements together, by name: each time the one with the most new ones."""
    missing, chosen = set[str]().union(*executed.values()), list[str]()
    while missing:
        best = max(sorted(executed), key=lambda test: len(executed[test] & missing))
        chosen.append(best)
        missing -= executed[best]
    return sorted(chosen)


def main() -> int:
    """Runs the tests and writes the list. Returns pytest's exit status; the list is written only if all passed."""
    notes = Notes()
    event.listen(Engine, "before_cursor_execute", notes.note)
    arguments = ["tests/bot/storage", "-q", "-k", "postgres", "-m", "soak or not soak", "-p", "no:xdist"]
    status = pytest.main(arguments, plugins=[notes])
    if status == pytest.ExitCode.OK:
        chosen = cover(notes.executed)
        ON_POSTGRES.write_text("".join(f"{test}\n" for test in chosen), "utf-8")
        statements = len(set[str]().union(*notes.executed.values()))
        print(f"{statements} statements: {len(chosen)} of {len(notes.executed)} test functions execute all.")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
