"""Distributes the work of a measurement over processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def spread(work: Callable[[int], T], chunks: int, cores: int) -> Iterator[Iterator[T]]:
    """Runs `work(0)` to `work(chunks - 1)` in `cores` processes. The context manager gives an iterator over the
    results, in the order in which they finish.

    With one core everything runs in this process. `work` is pickled, so it must be a function of a module, or a
    `partial` of one.
    """
    if cores <= 1:
        yield map(work, range(chunks))
        return
    # Spawned: forking a process that has threads (a test run, a notebook) may hang.
    with get_context("spawn").Pool(cores, _leave_interrupts_to_the_parent) as pool:
        yield pool.imap_unordered(work, range(chunks))


def usable_cores() -> int:
    """Returns how many processes can run at the same time on this machine."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
