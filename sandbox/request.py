"""A request of the page, read field by field with checked types."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any


class BadRequest(Exception):
    """The page sent a meaningless request; the text is one sentence."""


class PageRequest:
    """A JSON object with fields of known types."""

    def __init__(self, body: object) -> None:
        if not isinstance(body, Mapping):
            raise BadRequest("the request is no JSON object")
        self._body = body

    def text(self, name: str, default: str | None = None) -> str:
        """A string."""
        value = self._body.get(name, default)
        if not isinstance(value, str):
            raise BadRequest(f"{name!r} must be a text")
        return value

    def id(self, name: str) -> int:
        """A Discord id, which travels as a string."""
        return read_id(self._body.get(name))

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self._body.get(name)
        if not isinstance(value, bool):
            raise BadRequest(f"{name!r} must be true or false")
        return value

    def number(self, name: str) -> float:
        """A number."""
        value = self._body.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise BadRequest(f"{name!r} must be a number")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of strings."""
        value = self._body.get(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadRequest(f"{name!r} must be a list of texts")
        return value

    def object(self, name: str) -> dict[str, Any]:
        """A JSON object; an empty one if it is missing."""
        value = self._body.get(name, {})
        if not isinstance(value, dict):
            raise BadRequest(f"{name!r} must be an object")
        return value


def read_id(value: object) -> int:
    """A Discord id, which travels as a string.

    Raises:
        BadRequest: not an id.
    """
    if not (isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 20):
        raise BadRequest(f"{value!r} is no id")
    return int(value)


def read_file(value: Any) -> tuple[str, bytes]:
    """An uploaded file, as (name, bytes).

    Raises:
        BadRequest: no name, or not base64.
    """
    try:
        return str(value["name"]), base64.b64decode(value["base64"], validate=True)
    except (TypeError, KeyError, binascii.Error) as error:
        raise BadRequest("a file needs a name and its bytes in base64") from error
