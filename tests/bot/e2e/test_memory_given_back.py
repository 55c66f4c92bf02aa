"""The memory of the process: what is free goes back to the system."""

from __future__ import annotations

import ctypes
import resource
import sys
from pathlib import Path

import pytest

from tests.support.cardroom import CardWorld

_PIECE, _PIECES = 100_000, 1_000
"""Too small to be given back one by one."""


def resident() -> int:
    """The bytes that the process has in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def has_glibc() -> bool:
    """Whether the C library can give memory back."""
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim")


@pytest.mark.skipif(not has_glibc(), reason="only glibc can give memory back")
async def test_a_heartbeat_gives_back_memory_that_lies_free_between_pieces_in_use(cards: CardWorld) -> None:
    await cards.world.pass_time(30)
    pieces = [b"x" * _PIECE for _ in range(_PIECES)]
    full = resident()
    # Every tenth stays.
    in_use = pieces[::10]
    del pieces
    await cards.world.pass_time(30)
    assert len(in_use) == _PIECES // 10
    assert full - resident() > _PIECE * _PIECES // 2
