"""Changes the logs of tables otherwise than by a decision: no press is decided meanwhile on what is changed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from bot.tables.commit import tell
from bot.tables.problems import Refused
from bot.tables.service import Tables


@asynccontextmanager
async def rewriting(tables: Tables, table_ids: Collection[int]) -> AsyncIterator[None]:
    """Holds the locks of these tables; afterwards their states are read again, and the watchers are called."""
    async with AsyncExitStack() as locks:
        for table_id in sorted(table_ids):
            await locks.enter_async_context(tables.log.lock(table_id))
        try:
            yield
        finally:
            for table_id in table_ids:
                tables.log.drop(table_id)
    for table_id in sorted(table_ids):
        with suppress(Refused):
            tell(tables, await tables.log.views(table_id))
