"""Builds `ecarte/ai/house.wasm` from the house's C code, with the compiler of the package `ziglang`: `make engine`.

The same sources and the same compiler give the same bytes on every machine. A section at the end of the file has the
SHA-256 of the sources and of the flags. So a test can check without a compiler whether the file was built from the
sources.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ecarte.ai import native
from research.compiling import C_FOLDER

ENGINE: Final = Path(native.__file__).with_name("house.wasm")
SOURCES: Final = ("house_engine.c", "house_cards.c", "house_book.c", "house_dealt.c", "house_leads.c", "tricks.c")
_HEADERS: Final = ("house.h", "policy.h")
_EXPORTS: Final = ("malloc", "load", "values_of", "card_outcomes", "exchange_outcomes", "open_outcomes", "next_number")
_FLAGS: Final = (
    *("cc", "-target", "wasm32-wasi", "-mexec-model=reactor", "-O3", "-g0", "-s"),
    # A fused product and sum would round differently from Python.
    "-ffp-contract=off",
    *[f"-Wl,--export={name}" for name in _EXPORTS],
)
_SECTION: Final = b"sources"


def sources() -> dict[str, str]:
    """Returns the C sources of the engine, by file name."""
    return {name: C_FOLDER.joinpath(name).read_text(encoding="utf-8") for name in (*SOURCES, *_HEADERS)}


def digest(texts: Mapping[str, str]) -> bytes:
    """Returns the hash of these sources and of the flags. A compiled file has this hash in its last section."""
    parts = [" ".join(_FLAGS), *[f"{name}\n{texts[name]}" for name in sorted(texts)]]
    return sha256("\0".join(parts).encode()).digest()


def compiled(texts: Mapping[str, str]) -> bytes:
    """Compiles these sources. Returns the content of `house.wasm`.

    Raises:
        subprocess.CalledProcessError: the compiler fails, or `ziglang` is missing.
    """
    with TemporaryDirectory() as folder:
        for name, text in texts.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        # File names only: a path would become part of the output.
        subprocess.run([sys.executable, "-m", "ziglang", *_FLAGS, "-o", "out.wasm", *SOURCES], cwd=folder, check=True)
        code = Path(folder, "out.wasm").read_bytes()
    content = bytes([len(_SECTION)]) + _SECTION + digest(texts)
    return code + bytes([0, len(content)]) + content
