"""Reads and writes files of tables, whose last bytes are a hash of all bytes before."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from typing import Final

HASH_SIZE: Final = 32


def seal(data: bytes) -> bytes:
    """Returns the content of a file of tables: the data, and their SHA-256. The data begin with the magic number of the
    file.
    """
    return data + sha256(data).digest()


def sealed_file(name: str, magic: bytes, table: str) -> bytes:
    """Reads a file of tables that comes with the library. Returns all of its bytes.

    Args:
        name: the name of the file in `ecarte/ai`.
        magic: the bytes with which the file must begin.
        table: what the table is about, for the error message.

    Raises:
        ValueError: the file is damaged.
    """
    data = files("ecarte.ai").joinpath(name).read_bytes()
    if sha256(data[:-HASH_SIZE]).digest() != data[-HASH_SIZE:] or not data.startswith(magic):
        raise ValueError(f"the table of {table} is damaged")
    return data
