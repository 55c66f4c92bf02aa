"""Runs whole functions in the thread of an aiosqlite connection. Only this module uses the driver's private names."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import aiosqlite

_T = TypeVar("_T")


class ConnectionThread:
    """A connection of sqlite3 and its thread.

    A transaction runs in that thread as one function. With the driver's coroutines every statement would change threads
    several times; measured, that took ten times as much of the event loop's time. The driver has no public name for
    running a function, so its version is pinned.
    """

    def __init__(self, driver: aiosqlite.Connection) -> None:
        self._driver = driver

    @classmethod
    async def open(cls, file: str, timeout_s: float) -> ConnectionThread:
        """Opens a file, named by a URI. The driver begins no transactions: its own would lack the write lock."""
        driver = aiosqlite.connect(file, uri=True, timeout=timeout_s, isolation_level=None)
        # A bot that ends in a hurry must not wait for an idle thread.
        driver._thread.daemon = True
        await driver
        return cls(driver)

    @property
    def raw(self) -> sqlite3.Connection:
        """The connection of sqlite3, for use inside `run`."""
        return self._driver._conn

    async def run(self, call: Callable[[], _T]) -> _T:
        """Runs a function in the thread. Returns its result, or raises its error."""
        result: _T = await self._driver._execute(call)  # type: ignore[no-untyped-call]  # the driver leaves it untyped
        return result

    async def close(self) -> None:
        """Waits for the running function, then ends the connection and its thread."""
        await self._driver.close()
