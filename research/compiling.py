"""Compiles the C sources of this package. Each library is compiled once in a process."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

C_FOLDER: Final = Path(__file__).with_name("c")
"""The folder with the C sources of `research`."""


def compile_library(library: Path, compiler: Sequence[str], flags: Sequence[str], sources: Sequence[Path]) -> Path:
    """Compiles C sources into a shared library at this path. Returns the path.

    Raises:
        OSError, subprocess.CalledProcessError: the compiler is missing or fails.
    """
    # A library with this name may be loaded. Deleting the file first leaves the loaded one intact.
    library.unlink(missing_ok=True)
    library.write_bytes(_code((*compiler, *flags, *map(str, sources), "-lm")))
    return library


@cache
def _code(command: tuple[str, ...]) -> bytes:
    with TemporaryDirectory() as folder:
        library = Path(folder, "library.so")
        subprocess.run([*command, "-o", str(library)], check=True)
        return library.read_bytes()
