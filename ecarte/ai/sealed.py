"""Files of tables: a magic, the content, and the SHA-256 of both."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import Final

HASH_SIZE: Final = 32


def seal(data: bytes) -> bytes:
    """A file of a table: its data, magic included, and their SHA-256."""
    return data + sha256(data).digest()


def sealed_file(name: str, magic: bytes, table: str) -> bytes:
    """A whole file of this package.

    Args:
        table: what it is the table of.

    Raises:
        ValueError: it is damaged.
    """
    data = files("ecarte.ai").joinpath(name).read_bytes()
    if sha256(data[:-HASH_SIZE]).digest() != data[-HASH_SIZE:] or not data.startswith(magic):
        raise ValueError(f"the table of {table} is damaged")
    return data
