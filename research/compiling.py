"""Compiles the C sources of this package, each library once in a process."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

C_FOLDER: Final = Path(__file__).with_name("c")
"""The folder of the C sources."""


def compile_library(library: Path, compiler: Sequence[str], flags: Sequence[str], sources: Sequence[Path]) -> Path:
    """Compiles the sources into the file `library`, and returns it.

    Raises:
        OSError, subprocess.CalledProcessError: there is no such compiler, or it fails.
    """
    # A library of that name may be loaded: it keeps its file.
    library.unlink(missing_ok=True)
    library.write_bytes(_code((*compiler, *flags, *map(str, sources), "-lm")))
    return library


@cache
def _code(command: tuple[str, ...]) -> bytes:
    with TemporaryDirectory() as folder:
        library = Path(folder, "library.so")
        subprocess.run([*command, "-o", str(library)], check=True)
        return library.read_bytes()
