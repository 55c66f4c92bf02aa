"""Pages of lists and leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True)
class Page(Generic[_Row]):
    """A part of a longer list.

    Attributes:
        rows: the rows of this part.
        total: the number of rows of the whole list.
        offset: the number of rows before this part.
    """

    rows: tuple[_Row, ...]
    total: int
    offset: int


@dataclass(frozen=True, slots=True)
class RankingPage(Page[_Row]):
    """A page of a leaderboard.

    Attributes:
        own: the line of the person who reads the board, even if it is on another page; None if the person has no line.
    """

    own: _Row | None = None


def page_start(total: int, limit: int, offset: int) -> int:
    """Returns `offset`, or the offset of the last page if `offset` is past the end of the list."""
    return min(offset, max(0, total - 1) // limit * limit)


def page_of(lines: Sequence[_Row], limit: int, offset: int, own: _Row | None) -> RankingPage[_Row]:
    """Cuts a page out of all lines of a leaderboard. If `offset` is past the end, returns the last page."""
    start = page_start(len(lines), limit, offset)
    return RankingPage(tuple(lines[start : start + limit]), len(lines), start, own)
