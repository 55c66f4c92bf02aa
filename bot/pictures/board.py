"""The picture of a leaderboard, a profile or a history: figures on tiles, a curve, a line for each member or game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.colours import FADED, GOLD, GOLD_DARK, INK, IVORY, PALE_GOLD, Rgb
from bot.pictures.drawing.painting import Box, Cloth, Painting, Png
from bot.pictures.scenes import Style

WIDTH = 900
_MARGIN, _TOP, _BOTTOM = 30, 22, 22
_TITLE, _TILES, _CURVE, _ROW, _GAP = 76, 132, 190, 84, 8
_MARK, _NAME, _VALUE, _NOTE = 52, 108, 320, 290
_SMALL = 30
"""The size of what matters less: twelve pixels in a phone's column of 358."""
_MEDALS: dict[str, tuple[Rgb, Rgb]] = {
    "1": (GOLD, GOLD_DARK),
    "2": (IVORY, (168, 165, 161)),
    "3": ((224, 124, 68), GOLD_DARK),
    "+": (GOLD, GOLD_DARK),
}


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line.

    Attributes:
        mark: the place, of which 1, 2 and 3 are medals; for a game + where it was won.
        value: what counts, at the right end; under it the `note`, small.
        share: a bar under the name, from 0 to 1; None: there is none.
        lit: whether the line is the reader's own.
        under: small under the name, where no bar is.
    """

    mark: str
    name: str
    value: str
    note: str = ""
    share: float | None = None
    lit: bool = False
    under: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a figure has moved.

    Attributes:
        values: its values, oldest first: two at least.
        about: what it is, small above the line; `low` and `high` stand at the heights of the least and the greatest.
    """

    values: tuple[int, ...]
    about: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A title, up to four tiles (a figure and what it counts), a curve or none, and the lines."""

    title: str
    rows: tuple[BoardRow, ...]
    tiles: tuple[tuple[str, str], ...] = ()
    style: Style = field(default_factory=Style)
    curve: Curve | None = None


# A page is asked for a few times in a row; the painting keeps its lines besides.
@lru_cache(maxsize=16)
def board_picture(scene: BoardScene) -> Png:
    """Draws the page. Equal scenes give equal bytes."""
    tiles = _TILES + _GAP if scene.tiles else 0
    curve = _CURVE + _GAP if scene.curve else 0
    height = _TOP + _TITLE + tiles + curve + len(scene.rows) * (_ROW + _GAP) + _BOTTOM
    painting = Painting(Cloth(WIDTH, height), scene.style)
    inner = WIDTH - 2 * _MARGIN
    top = _TOP + _TITLE
    painting.add_part(Box(_MARGIN, _TOP, WIDTH - _MARGIN, top), _paint_title, scene.title)
    if scene.tiles:
        share = (inner + _GAP) // len(scene.tiles)
        for index, (figure, about) in enumerate(scene.tiles):
            left = _MARGIN + index * share
            box = Box(left, top, left + share - _GAP, top + _TILES)
            painting.add_part(box, _paint_tile, left, top, share - _GAP, figure, about)
        top += tiles
    if scene.curve:
        painting.add_part(Box(_MARGIN, top, WIDTH - _MARGIN, top + _CURVE), _paint_curve, top, scene.curve)
        top += curve
    for row in scene.rows:
        painting.add_part(Box(_MARGIN, top, WIDTH - _MARGIN, top + _ROW), _paint_row, top, row)
        top += _ROW + _GAP
    return painting.render()


def _paint_title(canvas: Canvas, title: str) -> None:
    canvas.write_line(title, 44, WIDTH // 2, _TOP + 48, WIDTH - 2 * _MARGIN - 20, PALE_GOLD, align=0.5)


def _paint_tile(canvas: Canvas, left: int, top: int, width: int, figure: str, about: str) -> None:
    canvas.lay(furniture.plaque(width, _TILES, canvas.tones, lit=False), left, top)
    canvas.write_line(figure, 52, left + width // 2, top + 66, width - 24, PALE_GOLD, align=0.5)
    canvas.write_line(about, _SMALL, left + width // 2, top + 108, width - 20, IVORY, align=0.5)


def _paint_curve(canvas: Canvas, top: int, curve: Curve) -> None:
    right, upper, lower = WIDTH - _MARGIN, top + 62, top + _CURVE - 26
    canvas.lay(furniture.plaque(right - _MARGIN, _CURVE, canvas.tones, lit=False), _MARGIN, top)
    canvas.write_line(curve.about, _SMALL, _MARGIN + 22, top + 40, right - _MARGIN - 44, IVORY)
    taken = max(
        canvas.write_line(words, _SMALL, right - 22, height + 10, _NOTE, FADED, align=1.0)
        for words, height in ((curve.high, upper), (curve.low, lower))
    )
    left, edge = _MARGIN + 22, 12
    width = right - 44 - taken - left
    drawn = furniture.curve(width, lower - upper, edge, curve.values)
    canvas.lay(drawn, left - edge, upper - edge)


def _paint_row(canvas: Canvas, top: int, row: BoardRow) -> None:
    right = WIDTH - _MARGIN
    canvas.lay(furniture.plaque(right - _MARGIN, _ROW, canvas.tones, lit=row.lit), _MARGIN, top)
    if row.mark in _MEDALS:
        canvas.lay_number(row.mark, 50, _MARGIN + _MARK, top + _ROW // 2, *_MEDALS[row.mark], INK)
    else:
        canvas.write_line(row.mark, 32, _MARGIN + _MARK, top + 54, 76, GOLD, align=0.5)
    line = top + 38 if row.under else top + 54 if row.share is None else top + 44
    value = canvas.write_line(row.value, 36, right - 22, top + (38 if row.note else 54), _VALUE, PALE_GOLD, align=1.0)
    note = canvas.write_line(row.note, _SMALL, right - 22, top + 71, _NOTE, FADED, align=1.0) if row.note else 0
    room = right - 38 - _MARGIN - _NAME
    taken = max(value, note) if row.share is None else value
    canvas.write_line(row.name, 36, _MARGIN + _NAME, line, room - taken, IVORY)
    if row.under:
        canvas.write_line(row.under, _SMALL, _MARGIN + _NAME, top + 71, room - taken, FADED)
    if row.share is not None:
        canvas.lay(furniture.bar(room - _NOTE, row.share, canvas.tones), _MARGIN + _NAME, top + 60)
