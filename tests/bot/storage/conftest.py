"""A fresh, migrated database for each test: a real file, or a database on a real PostgreSQL server.

Each test runs on SQLite. On PostgreSQL `make test` runs the races, and the tests of `on_postgres.txt`, which run every
statement there. `make soak` runs the rest. `python -m tests.bench.statements` makes the list.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Database
from tests.support.database import open_database
from tests.support.postgres import MISSING, new_database

KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]
ON_POSTGRES = Path(__file__).with_name("on_postgres.txt")
# Transactions that meet end otherwise there, whatever their statements.
_RACES = ("test_ledger_races.py", "test_races.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves the cases on PostgreSQL that add no statement to `make soak`."""
    listed = set(ON_POSTGRES.read_text("utf-8").splitlines())
    for item in items:
        if is_on_postgres(item) and item.path.name not in _RACES and function_of(item) not in listed:
            item.add_marker(pytest.mark.soak)


def is_on_postgres(item: pytest.Item) -> bool:
    """Whether an item is the case on PostgreSQL of a storage test."""
    case = getattr(item, "callspec", None)
    return ON_POSTGRES.parent in item.path.parents and case is not None and "postgres" in case.params.values()


def function_of(item: pytest.Item) -> str:
    """Returns the file and the name of an item's test function, without its parameters."""
    return f"{item.path.name}::{getattr(item, 'originalname', item.name)}"


@pytest.fixture(params=KINDS)
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of a database that does not exist, or is empty."""
    if request.param == "sqlite":
        yield str(tmp_path / "house.sqlite3")
        return
    async with new_database(migrated=False) as address:
        yield address


@pytest.fixture(params=KINDS)
async def migrated(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of a database with our schema."""
    if request.param == "sqlite":
        path = tmp_path / "house.sqlite3"
        await (await open_database(path)).close()
        yield str(path)
        return
    async with new_database(migrated=True) as address:
        yield address


@pytest.fixture
async def database(migrated: str) -> AsyncIterator[Database]:
    """An open database with our schema."""
    async with await Database.open(migrated) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The place for a database file."""
    return tmp_path / "house.sqlite3"
