"""Parts of longer lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class Page(Generic[_Row]):
    """A part of a longer list.

    Attributes:
        rows: this part.
        total: how many rows the whole list has.
        offset: how many of them stand before this part.
    """

    rows: tuple[_Row, ...]
    total: int
    offset: int


@dataclass(frozen=True, slots=True)
class RankingPage(Page[_Row]):
    """A page of a leaderboard.

    Attributes:
        own: the line of its reader, wherever it stands.
    """

    own: _Row | None = None


def page_start(total: int, limit: int, offset: int) -> int:
    """Returns how many rows stand before the page that begins at `offset`, or, past the end, before the last page."""
    return min(offset, max(0, total - 1) // limit * limit)


def page_of(lines: Sequence[_Row], limit: int, offset: int, own: _Row | None) -> RankingPage[_Row]:
    """Returns a page of a leaderboard of which all lines are at hand; past the end the last one."""
    start = page_start(len(lines), limit, offset)
    return RankingPage(tuple(lines[start : start + limit]), len(lines), start, own)
