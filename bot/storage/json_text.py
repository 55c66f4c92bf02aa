"""Plain data as JSON text, the form in which the database keeps whatever has no column of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, cast

import orjson

from bot.rows.commits import JSON

_MAY_BE_LARGE: Final = re.compile(rb"-\d{19}|\d{20}")
"""An integer that may need more than 64 bits: orjson would read it as a float."""


def dump_json(data: Mapping[str, JSON]) -> str:
    """Data as JSON text, all in ASCII: so no text can hold what a database cannot store.

    Raises:
        TypeError: it holds something that JSON cannot say.
        ValueError: it holds a number that JSON cannot say.
    """
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def load_json(text: str) -> dict[str, JSON]:
    """The data of `dump_json`."""
    return cast("dict[str, JSON]", read_json(text))


def read_json(text: str | bytes) -> Any:
    """Any JSON text as plain data.

    Raises:
        ValueError: it is none.
    """
    data = text.encode() if isinstance(text, str) else text
    if not _MAY_BE_LARGE.search(data):
        # It may be half of a surrogate pair, which a seed may hold and orjson refuses.
        with suppress(ValueError):
            return orjson.loads(data)
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
