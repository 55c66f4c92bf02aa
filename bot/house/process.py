"""A process for long thoughts: a thread would share the interpreter with the event loop, and slow every press.

The process is started at the first thought, and ends with the bot, however that ends: each worker watches a pipe that
only the bot holds open.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_MOST: Final = 2
"""One for a review, and one for a hint, which waits for no review."""


class ProcessWorker:
    """Runs pure functions in processes of their own, as many at a time as are asked for, two at most."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._open: Connection | None = None
        self._stopped = False
        self._starting = asyncio.Lock()

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Returns what a function of a module returns; it and its arguments are pickled.

        Raises:
            CancelledError: the bot stops.
        """
        try:
            return await self._run(function, *args, **kwargs)
        except BrokenProcessPool:
            # The system has ended a process, for want of memory perhaps: once more, with others.
            self._drop()
            return await self._run(function, *args, **kwargs)

    def stop(self) -> None:
        """Ends the processes at once; what they are at is lost."""
        self._stopped = True
        self._drop()

    async def _run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._starting:
            if self._stopped:
                raise asyncio.CancelledError
            # In a thread: it starts a process where none is free, which takes a tenth of a second.
            future = await asyncio.to_thread(lambda: self._submit(function, *args, **kwargs))
        if self._stopped:
            self._drop()
        try:
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            if self._stopped:
                raise asyncio.CancelledError from None
            raise

    def _submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._pool is None:
            # Forking would copy the event loop, its threads and the connections of the database.
            context = multiprocessing.get_context("spawn")
            watched, self._open = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(_MOST, context, initializer=_begin, initargs=(watched,))
        return self._pool.submit(function, *args, **kwargs)

    def _drop(self) -> None:
        pool, self._pool = self._pool, None
        if self._open is not None:
            self._open.close()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(watched: Connection) -> None:
    """Lets the bot alone decide when this process ends: at Ctrl-C the terminal interrupts all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, args=(watched,), daemon=True).start()


def _end_with_the_bot(watched: Connection) -> None:
    try:
        watched.recv()
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)
