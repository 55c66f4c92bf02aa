"""Spreads of times, and tables of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """The median and the tail of many values, in their unit."""

    p50: float
    p99: float
    mean: float


def spread(values: Sequence[float]) -> Spread:
    """The spread of some values; the p99 of few is their greatest.

    Raises:
        ValueError: no values.
    """
    if not values:
        raise ValueError("nothing was measured")
    ordered = sorted(values)
    return Spread(_at(ordered, 0.5), _at(ordered, 0.99), sum(ordered) / len(ordered))


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows under heads: the first column left-aligned, the others right; floats with one decimal."""
    texts = [list(heads), *([_text(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(heads))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in texts
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _at(ordered: Sequence[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def _text(cell: object) -> str:
    return f"{cell:,.1f}" if isinstance(cell, float) else f"{cell:,}" if isinstance(cell, int) else str(cell)
