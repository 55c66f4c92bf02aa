"""Files of tables: a magic number, the content, and the SHA-256 of both."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import Final

HASH_SIZE: Final = 32


def seal(data: bytes) -> bytes:
    """Returns the bytes of a file: the data, which begins with the magic number, and its SHA-256."""
    return data + sha256(data).digest()


def sealed_file(name: str, magic: bytes, table: str) -> bytes:
    """Returns the bytes of a file of this package.

    Args:
        name: the name of the file.
        magic: the bytes at its beginning.
        table: what the table is of, for the error message.

    Raises:
        ValueError: the file is damaged.
    """
    data = files("ecarte.ai").joinpath(name).read_bytes()
    if sha256(data[:-HASH_SIZE]).digest() != data[-HASH_SIZE:] or not data.startswith(magic):
        raise ValueError(f"the table of {table} is damaged")
    return data
