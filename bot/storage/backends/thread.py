"""A connection of aiosqlite, used as a thread that runs whole functions: the only use of the driver's private names."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import aiosqlite

_T = TypeVar("_T")


class ConnectionThread:
    """A connection of sqlite3 with the thread in which it lives.

    A transaction runs in that thread as one function. Statement by statement through the driver's coroutines it would
    change threads several times for each, which took ten times the event loop's time when it was measured. The driver
    has no public name for that; its version is pinned for this module.
    """

    def __init__(self, driver: aiosqlite.Connection) -> None:
        self._driver = driver

    @classmethod
    async def open(cls, file: str, timeout_s: float) -> ConnectionThread:
        """Opens a file, named as a URI. No transaction begins by itself: the driver's would lack the write lock."""
        driver = aiosqlite.connect(file, uri=True, timeout=timeout_s, isolation_level=None)
        # A bot that ends in a hurry must not wait for a thread that waits for work.
        driver._thread.daemon = True
        await driver
        return cls(driver)

    @property
    def raw(self) -> sqlite3.Connection:
        """The connection itself, for use inside `run`."""
        return self._driver._conn

    async def run(self, call: Callable[[], _T]) -> _T:
        """Runs a function in the thread; returns what it returns, raises what it raises."""
        result: _T = await self._driver._execute(call)  # type: ignore[no-untyped-call]  # the driver leaves it untyped
        return result

    async def close(self) -> None:
        """Waits for the function that runs, then ends the connection and its thread."""
        await self._driver.close()
