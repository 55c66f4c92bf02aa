"""The C compiler that some tests need, and what it compiles: once in a process, however many tests load it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from research.cards import hidden_native
from research.matches import house_native
from research.matches.house_native import House

needs_a_compiler = pytest.mark.skipif(
    shutil.which("cc") is None, reason="no C compiler is there: nothing is computed anew"
)


def copied(compile_into: Callable[[Path], Path], folder: Path) -> Path:
    """A library in `folder`, as `compile_into` makes it there. A file of its own, so that it shares no state."""
    library = folder / "library.so"
    library.write_bytes(_compiled(compile_into))
    return library


def hidden_library(folder: Path) -> Path:
    """The library of hands held unseen, in `folder`."""
    return copied(hidden_native.compile_solver, folder)


def house_library(folder: Path) -> Path:
    """The library of the players, in `folder`."""
    return copied(house_native.house_library, folder)


def house_in(folder: Path) -> House:
    """The players, compiled, with seats of their own."""
    return House(house_library(folder))


@cache
def _compiled(compile_into: Callable[[Path], Path]) -> bytes:
    with TemporaryDirectory() as folder:
        return compile_into(Path(folder)).read_bytes()
