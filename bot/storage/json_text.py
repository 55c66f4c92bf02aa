"""Plain data as JSON text, the form in which the database keeps whatever has no column of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import orjson

from bot.storage.rows import JSON


def dumped(data: Mapping[str, JSON]) -> str:
    """Data as JSON text, all in ASCII: so no text can hold what a database cannot store.

    Raises:
        TypeError: it holds something that JSON cannot say.
        ValueError: it holds a number that JSON cannot say.
    """
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def loaded(text: str) -> dict[str, JSON]:
    """The data of `dumped`."""
    return cast("dict[str, JSON]", read_json(text))


def read_json(text: str | bytes) -> Any:
    """Any JSON text as plain data.

    Raises:
        ValueError: it is none.
    """
    try:
        return orjson.loads(text)
    except ValueError:
        # It may be half of a surrogate pair, which a seed may hold and orjson refuses.
        return json.loads(text)
