"""Reads and writes JSON text, which the database stores for data that have no column of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, cast

import orjson

from bot.rows.commits import JSON

_MAY_BE_LARGE: Final = re.compile(rb"-\d{19}|\d{20}")
"""Matches an integer that may need more than 64 bits, which orjson would read as a float."""


def dump_json(data: Mapping[str, JSON]) -> str:
    """Converts data to JSON text. The text has only ASCII characters, so that every database can store it.

    Raises:
        TypeError: the data contain a value that JSON does not have.
        ValueError: the data contain a number that JSON does not have.
    """
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def load_json(text: str) -> dict[str, JSON]:
    """Converts a text from `dump_json` back to data."""
    return cast("dict[str, JSON]", read_json(text))


def read_json(text: str | bytes) -> Any:
    """Converts any JSON text to plain data.

    Raises:
        ValueError: the text is no JSON.
    """
    data = text.encode() if isinstance(text, str) else text
    if not _MAY_BE_LARGE.search(data):
        # orjson refuses half of a surrogate pair, which a seed may contain. Then `json` reads the text.
        with suppress(ValueError):
            return orjson.loads(data)
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
