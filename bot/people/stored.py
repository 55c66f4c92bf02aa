"""Reads stored preferences and settings, even if part of the stored data is damaged."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


def read_or_default(read: Callable[[Mapping[str, Any]], _T], data: Mapping[str, Any], whose: str) -> _T:
    """Makes a value from plain data. A field that cannot be read takes its default, so that damaged data do no harm.

    Args:
        read: makes the value from the data, with the default for each missing key. May raise any error.
        whose: names the row in the log, such as "person 5".
    """
    try:
        return read(data)
    except Exception as error:  # damaged data may raise anything
        _log.warning("the stored data of %s cannot be read (%s): defaults are used", whose, type(error).__name__)
    try:
        return read({key: value for key, value in data.items() if _can_be_read(read, {key: value})})
    except Exception:  # the values do not fit each other
        return read({})


def _can_be_read(read: Callable[[Mapping[str, Any]], object], data: Mapping[str, Any]) -> bool:
    try:
        read(data)
    except Exception:  # damaged data may raise anything
        return False
    return True
