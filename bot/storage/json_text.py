"""Plain data as JSON text, the form in which the database keeps whatever has no column of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

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
    return cast("dict[str, JSON]", json.loads(text))
