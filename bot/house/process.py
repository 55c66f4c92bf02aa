"""Runs long computations in other processes.

A thread would share the interpreter with the event loop, and slow every press. The processes are started at the first
computation. They end with the bot, even if it is killed: each watches a pipe that only the bot holds open.
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
"""One process for a review, and one for a hint, so that hints wait for no review."""


class ProcessWorker:
    """Runs pure functions in other processes, at most two at a time."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._open: Connection | None = None
        self._stopped = False
        self._starting = asyncio.Lock()

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a function in another process, and returns its result.

        Function, arguments and result are pickled, so the function must be defined at the top level of a module.

        Raises:
            CancelledError: the processes were stopped.
        """
        try:
            return await self._run(function, *args, **kwargs)
        except BrokenProcessPool:
            # The system has ended a process, perhaps because memory was short. Try once more with new processes.
            self._drop()
            return await self._run(function, *args, **kwargs)

    def stop(self) -> None:
        """Ends the processes at once. Their current work is lost."""
        self._stopped = True
        self._drop()

    async def _run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._starting:
            if self._stopped:
                raise asyncio.CancelledError
            # Submitted in a thread, because starting a process takes a tenth of a second.
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
    """Ignores Ctrl-C, which interrupts all processes of a terminal: only the bot may end this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, args=(watched,), daemon=True).start()


def _end_with_the_bot(watched: Connection) -> None:
    try:
        watched.recv()
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)
