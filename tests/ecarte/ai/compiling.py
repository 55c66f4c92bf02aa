"""Finds the C compiler that some tests need, and compiles each library once per process."""

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
    """Puts a library into `folder`, as `compile_into` does.

    The file is a copy, so that it shares no state with others.
    """
    library = folder / "library.so"
    library.write_bytes(_compiled(compile_into))
    return library


def hidden_library(folder: Path) -> Path:
    """Returns the library that solves hidden hands, compiled in `folder`."""
    return copied(hidden_native.compile_solver, folder)


def house_library(folder: Path) -> Path:
    """Returns the library of the players, compiled in `folder`."""
    return copied(house_native.house_library, folder)


def house_in(folder: Path) -> House:
    """Returns the players, compiled, with seats of their own."""
    return House(house_library(folder))


@cache
def _compiled(compile_into: Callable[[Path], Path]) -> bytes:
    with TemporaryDirectory() as folder:
        return compile_into(Path(folder)).read_bytes()
