"""The picture of a round robin: a cross table with the games won and the places."""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.colours import FADED, GOLD, IVORY, PALE_GOLD
from bot.pictures.drawing.stage import Box, Cloth, Picture, Stage
from bot.pictures.scenes import Style
from bot.pictures.tournament_scenes import CrossRow, CrossScene

_NARROWEST = 640
_MARGIN, _TOP, _BOTTOM = 36, 132, 30
_ROW, _CELL, _TOTAL, _NUMBER, _NAME = 44, 46, 92, 46, 250


# One picture per current tournament; the stage keeps most rows besides.
@lru_cache(maxsize=16)
def cross_picture(scene: CrossScene) -> Picture:
    """Draws the table. Equal scenes give equal bytes."""
    cells = max((len(row.cells) for row in scene.rows), default=0)
    width = max(_NARROWEST, 2 * _MARGIN + _NUMBER + _NAME + cells * _CELL + 3 * _TOTAL)
    stage = Stage(Cloth(width, _TOP + len(scene.rows) * _ROW + _BOTTOM), Style())
    stage.part(Box(_MARGIN, 24, width - _MARGIN, 82), _paint_title, width, scene.title)
    stage.part(Box(_MARGIN, 90, width - _MARGIN, _TOP), _paint_heads, width, cells, scene.heads)
    for index, row in enumerate(scene.rows):
        top = _TOP + index * _ROW
        stage.part(Box(_MARGIN, top, width - _MARGIN, top + _ROW), _paint_row, width, top, cells, row)
    return stage.printed()


def _paint_title(canvas: Canvas, width: int, title: str) -> None:
    canvas.words(title, 38, width // 2, 66, width - 2 * _MARGIN - 20, PALE_GOLD, align=0.5)


def _columns(width: int, cells: int) -> tuple[int, int]:
    """Where the cells begin, and where the totals do."""
    totals = width - _MARGIN - 3 * _TOTAL
    return totals - cells * _CELL, totals


def _paint_heads(canvas: Canvas, width: int, cells: int, heads: tuple[str, str, str]) -> None:
    start, totals = _columns(width, cells)
    for index in range(cells):
        canvas.words(str(index + 1), 22, start + index * _CELL + _CELL // 2, 120, _CELL, GOLD, align=0.5)
    for index, head in enumerate(heads):
        canvas.words(head, 22, totals + index * _TOTAL + _TOTAL // 2, 120, _TOTAL - 4, GOLD, align=0.5)


def _paint_row(canvas: Canvas, width: int, top: int, cells: int, row: CrossRow) -> None:
    start, totals = _columns(width, cells)
    line, colour = top + 32, PALE_GOLD if row.leads else IVORY
    canvas.words(str(row.number), 22, _MARGIN + _NUMBER // 2, line, _NUMBER, GOLD, align=0.5)
    canvas.words(row.name, 26, _MARGIN + _NUMBER, line, start - _MARGIN - _NUMBER - 10, colour)
    for index, cell in enumerate(row.cells):
        middle = start + index * _CELL + _CELL // 2
        if cell is None:
            canvas.words("×", 22, middle, line, _CELL, GOLD, align=0.5)
        elif cell.sign:
            shade = PALE_GOLD if cell.won else FADED
            canvas.words(cell.sign, 26, middle, line, _CELL, shade, align=0.5)
    for index, total in enumerate((row.won, row.lost, row.place)):
        middle = totals + index * _TOTAL + _TOTAL // 2
        canvas.words(str(total), 26, middle, line, _TOTAL, colour if index != 1 else FADED, align=0.5)
