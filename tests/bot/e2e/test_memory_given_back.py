"""The memory of the process: all threads share a heap, and free memory goes back to the system."""

from __future__ import annotations

import ctypes
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cardroom import CardWorld

_PIECE, _PIECES = 100_000, 1_000
"""Too small to be given back one by one."""


def resident() -> int:
    """Returns how many bytes the process has in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def has_glibc() -> bool:
    """Whether the C library can give memory back."""
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")


@pytest.mark.skipif(not has_glibc(), reason="only glibc can give memory back")
async def test_every_tenth_heartbeat_gives_back_memory_that_lies_free_between_pieces_in_use(cards: CardWorld) -> None:
    await cards.world.pass_time(300)
    pieces = [b"x" * _PIECE for _ in range(_PIECES)]
    full = resident()
    # Every tenth stays.
    in_use = pieces[::10]
    del pieces
    await cards.world.pass_time(300)
    assert len(in_use) == _PIECES // 10
    assert full - resident() > _PIECE * _PIECES // 2


_HEAPS = """
import ctypes, os, sys
from threading import Barrier, Thread
from bot.command_line import settle

settle()
together = Barrier(4)
held = []

def allocate():
    together.wait()
    held.append(bytearray(100_000))
    together.wait()

threads = [Thread(target=allocate) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.fflush.argtypes = [ctypes.c_void_p]
out = libc.fdopen(sys.stdout.fileno(), b"w")
libc.malloc_info(0, out)
libc.fflush(out)
"""


@pytest.mark.skipif(not has_glibc(), reason="only glibc has heaps of threads")
def test_all_threads_share_one_heap() -> None:
    done = subprocess.run([sys.executable, "-c", _HEAPS], check=True, capture_output=True, text=True)
    assert done.stdout.count("<heap nr=") == 1
