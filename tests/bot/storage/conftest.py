"""A fresh, migrated database for each test: a real file, and a real PostgreSQL as well where one is named.

`ECARTE_TEST_POSTGRES` may hold the address of a server, such as postgresql://user@127.0.0.1/postgres, whose user may
create databases (and asyncpg has to be installed). Every test that takes `address` then runs on both.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage import Database

VARIABLE = "ECARTE_TEST_POSTGRES"
SERVER = os.environ.get(VARIABLE, "").strip()


@pytest.fixture(params=["sqlite", *(["postgres"] if SERVER else [])])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The address of a database that does not exist, or is empty."""
    if request.param == "sqlite":
        yield str(tmp_path / "house.sqlite3")
        return
    server = make_url(SERVER).set(drivername="postgresql+asyncpg")
    name = f"ecarte_{uuid.uuid4().hex}"
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.set(database=name).render_as_string(hide_password=False)
    async with engine.connect() as connection:
        await connection.execute(text(f"DROP DATABASE {name}"))
    await engine.dispose()


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """An open database with our schema."""
    async with await Database.open(address) as opened:
        await opened.migrate()
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database file may be made."""
    return tmp_path / "house.sqlite3"
