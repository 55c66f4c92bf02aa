"""The picture of a round robin: a cross table with the result of each game, the games won and the places.

The picture has the same width for two players and for sixteen, so that a phone shows every sign. In each row the name
stands above the results.
"""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.colours import FADED, GOLD, IVORY, PALE_GOLD
from bot.pictures.drawing.felt import Cloth
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.scenes import Style
from bot.pictures.tournament_scenes import CrossRow, CrossScene

WIDTH = 720
_MARGIN, _TITLE, _BOTTOM = 30, 96, 26
_HEADS, _LINE, _CELLS, _GAP = 44, 52, 42, 4
_NUMBER, _TOTAL, _NAME = 50, 96, 31
_SMALL = 27
"""The size of heads, numbers and signs: twelve pixels in a phone's column of 310."""


# One picture for each current tournament. The painting keeps most rows too.
@lru_cache(maxsize=16)
def cross_picture(scene: CrossScene) -> Png:
    """Draws the cross table of a round robin. Equal scenes give equal bytes."""
    cells = max((len(row.cells) for row in scene.rows), default=0)
    high = _LINE + (_CELLS if cells else 0)
    first = _TITLE + _HEADS + (_CELLS if cells else 0)
    painting = Painting(Cloth(WIDTH, first + len(scene.rows) * (high + _GAP) + _BOTTOM), Style())
    painting.add_part(Box(_MARGIN, 24, WIDTH - _MARGIN, 82), _paint_title, scene.title)
    painting.add_part(Box(_MARGIN, _TITLE, WIDTH - _MARGIN, first), _paint_heads, cells, scene.heads)
    for index, row in enumerate(scene.rows):
        top = first + index * (high + _GAP)
        painting.add_part(Box(_MARGIN, top, WIDTH - _MARGIN, top + high), _paint_row, top, high, row)
    return painting.render()


def _paint_title(canvas: Canvas, title: str) -> None:
    canvas.write_line(title, 40, WIDTH // 2, 66, WIDTH - 2 * _MARGIN - 20, IVORY, align=0.5)
    canvas.lay(furniture.rule(240, GOLD, 2), WIDTH // 2 - 120, 76)


def _total(index: int) -> int:
    """Returns the middle of a column of totals."""
    return WIDTH - _MARGIN - (3 - index) * _TOTAL + _TOTAL // 2


def _cell(index: int, cells: int) -> tuple[int, int]:
    """Returns the middle and the width of a column of cells."""
    wide = (WIDTH - 2 * _MARGIN) // cells
    return _MARGIN + index * wide + wide // 2, wide


def _paint_heads(canvas: Canvas, cells: int, heads: tuple[str, str, str]) -> None:
    for index, head in enumerate(heads):
        canvas.write_line(head, _SMALL, _total(index), _TITLE + 32, _TOTAL - 6, GOLD, align=0.5)
    for index in range(cells):
        middle, wide = _cell(index, cells)
        canvas.write_line(str(index + 1), _SMALL, middle, _TITLE + _HEADS + 30, wide, GOLD, align=0.5)


def _paint_row(canvas: Canvas, top: int, high: int, row: CrossRow) -> None:
    canvas.lay(furniture.hairline(WIDTH - 2 * _MARGIN), _MARGIN, top + high - 1)
    line, colour = top + 38, PALE_GOLD if row.leads else IVORY
    canvas.write_line(str(row.number), _SMALL, _MARGIN + _NUMBER // 2, line, _NUMBER - 6, GOLD, align=0.5)
    room = _total(0) - _TOTAL // 2 - _MARGIN - _NUMBER - 10
    canvas.write_line(row.name, _NAME, _MARGIN + _NUMBER, line, room, colour)
    for index, total in enumerate((row.won, row.lost, row.place)):
        shade = FADED if index == 1 else colour
        canvas.write_line(str(total), _NAME, _total(index), line, _TOTAL, shade, align=0.5)
    for index, cell in enumerate(row.cells):
        middle, wide = _cell(index, len(row.cells))
        line = top + _LINE + 28
        if cell is None:
            canvas.write_line("×", _SMALL, middle, line, wide, GOLD, align=0.5)
        elif cell.sign:
            canvas.write_line(cell.sign, _SMALL, middle, line, wide, PALE_GOLD if cell.won else FADED, align=0.5)
