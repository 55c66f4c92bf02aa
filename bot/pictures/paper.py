"""Text in the frame of a sheet of paper."""

from __future__ import annotations

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.colours import BURGUNDY, PAPER
from bot.pictures.drawing.lettering import measure
from bot.pictures.drawing.painting import Box, Painting

_HALF = 14
_WIDEST = 400


def set_on_frame(painting: Painting, text: str, x: int, y: int, size: int) -> None:
    """Writes a text in the middle of a horizontal line of the frame, at (x, y). The line of the frame ends before the
    text and goes on after it.
    """
    wide = min(_WIDEST, measure(text, size)) + 36
    box = Box(x - wide // 2, y - _HALF, x + wide // 2, y + _HALF)
    painting.add_part(box, _paint_gap, box.left, box.top, wide)
    painting.write_line(text, size, x, y + round(size * 0.36), _WIDEST, BURGUNDY, align=0.5)


def _paint_gap(canvas: Canvas, left: int, top: int, wide: int) -> None:
    canvas.lay(furniture.tile(wide, 2 * _HALF, PAPER, PAPER), left, top)
