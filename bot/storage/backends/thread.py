"""Runs whole functions in the thread of an aiosqlite connection.

Only this module uses private names of the driver aiosqlite.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import aiosqlite

_T = TypeVar("_T")


class ConnectionThread:
    """A connection to a SQLite file, and the thread in which it is used.

    A whole transaction runs in this thread as one function. With the driver's own coroutines, each statement would
    switch between threads several times. That took ten times as much of the event loop's time when it was measured. The
    driver has no public name for running a function, so the project pins the driver's version.
    """

    def __init__(self, driver: aiosqlite.Connection) -> None:
        self._driver = driver

    @classmethod
    async def open(cls, file: str, timeout_s: float) -> ConnectionThread:
        """Opens the file that a URI names.

        The driver begins no transactions itself, since those would not take the write lock. The caller begins them.
        """
        driver = aiosqlite.connect(file, uri=True, timeout=timeout_s, isolation_level=None)
        # A bot that ends in a hurry must not wait for an idle thread.
        driver._thread.daemon = True
        await driver
        return cls(driver)

    @property
    def raw(self) -> sqlite3.Connection:
        """The connection of the module `sqlite3`. Use it only in a function that `run` runs."""
        return self._driver._conn

    async def run(self, call: Callable[[], _T]) -> _T:
        """Runs a function in the connection's thread. Returns the function's result, or raises its error."""
        result: _T = await self._driver._execute(call)  # type: ignore[no-untyped-call]  # the driver leaves it untyped
        return result

    async def close(self) -> None:
        """Waits until the current function has ended, then closes the connection and ends the thread."""
        await self._driver.close()
