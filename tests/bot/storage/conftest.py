"""A fresh, migrated database for each test: a real file, and a database on a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Database
from tests.support.database import open_database
from tests.support.postgres import MISSING, new_database

KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.skipif(bool(MISSING), reason=MISSING))]


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
