"""Work spread over processes, for the measures of the command line. Nothing else of the core starts a process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

__all__ = ["spread", "usable_cores"]

T = TypeVar("T")


@contextmanager
def spread(work: Callable[[int], T], chunks: int, cores: int) -> Iterator[Iterator[T]]:
    """`work(0)` to `work(chunks - 1)`, each as it is finished, done by so many processes (1: by this one).

    `work` goes to fresh processes, so it is a function of a module, or a `partial` of one.
    """
    if cores <= 1:
        yield map(work, range(chunks))
        return
    # Fresh processes: to fork one that has threads (a test run, a notebook) may hang it.
    with get_context("spawn").Pool(cores, _leave_interrupts_to_the_parent) as pool:
        yield pool.imap_unordered(work, range(chunks))


def usable_cores() -> int:
    """How many processes can work at once here."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
