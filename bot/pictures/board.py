"""The picture of a leaderboard, a profile or a history: figures, a curve, and a line for each member or game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import BOLD, PLAIN, Canvas
from bot.pictures.drawing.colours import BRASS, FADED, GOLD, INK, IVORY, PALE_GOLD, Rgb
from bot.pictures.drawing.felt import Cloth
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.scenes import Style

WIDTH = 720
_MARGIN, _TOP, _BOTTOM = 30, 22, 24
_TITLE, _TILES, _CURVE, _ROW, _GAP = 84, 112, 172, 76, 4
_MARK, _NAME, _VALUE, _NOTE = 40, 86, 270, 250
_HEAD, _FIGURE, _TEXT, _SMALL = 40, 46, 31, 27
"""The width of the picture in pixels. The sizes of the title, the tiles, the lines and the notes follow. The smallest
text is twelve pixels high when a phone shows the picture 310 pixels wide.
"""
_MEDALS: dict[str, tuple[Rgb, Rgb]] = {"2": (IVORY, (168, 165, 161)), "3": ((224, 124, 68), BRASS), "+": (GOLD, BRASS)}


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line of the picture: a member, or a game.

    Attributes:
        mark: the text at the left end. For a member the place, of which 1, 2 and 3 are drawn as medals. For a game, +
            if it was won.
        value: the figure at the right end.
        note: small text under the figure.
        share: the length of a bar under the name, from 0 to 1. None for no bar.
        lit: whether the line is the reader's own, and highlighted.
        under: small text under the name, if there is no bar.
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
    """A curve of one figure over time, such as a member's rating.

    Attributes:
        values: the values of the figure, oldest first. At least two.
        about: small text above the curve that says which figure it shows.
        low, high: the labels at the heights of the least and the greatest value.
    """

    values: tuple[int, ...]
    about: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class BoardScene:
    """The content of the picture: a title, up to four tiles (a figure and its meaning), a curve or none, and the
    lines.
    """

    title: str
    rows: tuple[BoardRow, ...]
    tiles: tuple[tuple[str, str], ...] = ()
    style: Style = field(default_factory=Style)
    curve: Curve | None = None


# A page is asked for a few times in a row. The painting keeps its lines too.
@lru_cache(maxsize=16)
def board_picture(scene: BoardScene) -> Png:
    """Draws a leaderboard, a profile or a history. Equal scenes give equal bytes."""
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
            painting.add_part(box, _paint_tile, left, top, share - _GAP, figure, about, index == 0)
        top += tiles
    if scene.curve:
        painting.add_part(Box(_MARGIN, top, WIDTH - _MARGIN, top + _CURVE), _paint_curve, top, scene.curve)
        top += curve
    for row in scene.rows:
        painting.add_part(Box(_MARGIN, top, WIDTH - _MARGIN, top + _ROW), _paint_row, top, row)
        top += _ROW + _GAP
    return painting.render()


def _paint_title(canvas: Canvas, title: str) -> None:
    canvas.write_line(title, _HEAD, WIDTH // 2, _TOP + 50, WIDTH - 2 * _MARGIN - 20, IVORY, align=0.5)
    canvas.lay(furniture.rule(240, GOLD, 2), WIDTH // 2 - 120, _TOP + 68)


def _paint_tile(canvas: Canvas, left: int, top: int, width: int, figure: str, about: str, first: bool) -> None:
    if not first:
        canvas.lay(furniture.hairline(_TILES - 40, upright=True), left - 3, top + 16)
    canvas.write_line(figure, _FIGURE, left + width // 2, top + 52, width - 20, PALE_GOLD, align=0.5)
    canvas.write_line(about, _SMALL, left + width // 2, top + 90, width - 12, IVORY, align=0.5, weight=PLAIN)


def _paint_curve(canvas: Canvas, top: int, curve: Curve) -> None:
    right, upper, lower = WIDTH - _MARGIN, top + 66, top + _CURVE - 24
    canvas.write_line(curve.about, _SMALL, _MARGIN + 8, top + 34, right - _MARGIN - 16, IVORY, weight=PLAIN)
    taken = max(
        canvas.write_line(words, _SMALL, right - 8, height + 10, _NOTE, FADED, align=1.0, weight=PLAIN)
        for words, height in ((curve.high, upper), (curve.low, lower))
    )
    left, edge = _MARGIN + 12, 12
    width = right - 30 - taken - left
    drawn = furniture.curve(width, lower - upper, edge, curve.values)
    canvas.lay(drawn, left - edge, upper - edge)


def _paint_row(canvas: Canvas, top: int, row: BoardRow) -> None:
    right, middle = WIDTH - _MARGIN, top + _ROW // 2
    if row.lit:
        canvas.lay(furniture.plate(right - _MARGIN, _ROW, canvas.tones, lit=True), _MARGIN, top)
    else:
        canvas.lay(furniture.hairline(right - _MARGIN), _MARGIN, top + _ROW - 2)
    if row.mark == "1":
        canvas.lay_middle(furniture.laurel(64), _MARGIN + _MARK, middle)
        canvas.write_line("1", _TEXT, _MARGIN + _MARK, middle + 11, 40, PALE_GOLD, align=0.5, weight=BOLD)
    elif row.mark in _MEDALS:
        canvas.lay_number(row.mark, 44, _MARGIN + _MARK, middle, *_MEDALS[row.mark], INK)
    else:
        canvas.write_line(row.mark, _SMALL, _MARGIN + _MARK, middle + 10, 66, GOLD, align=0.5)
    single, upper, lower = top + 48, top + 35, top + 66
    line = upper if row.under or row.share is not None else single
    value = canvas.write_line(row.value, _TEXT, right - 14, upper if row.note else single, _VALUE, PALE_GOLD, align=1.0)
    note = 0
    if row.note:
        note = canvas.write_line(row.note, _SMALL, right - 14, lower, _NOTE, FADED, align=1.0, weight=PLAIN)
    room = right - 26 - _MARGIN - _NAME
    taken = max(value, note) if row.share is None else value
    canvas.write_line(row.name, _TEXT, _MARGIN + _NAME, line, room - taken, IVORY)
    if row.under:
        canvas.write_line(row.under, _SMALL, _MARGIN + _NAME, lower, room - taken, FADED, weight=PLAIN)
    if row.share is not None:
        canvas.lay(furniture.bar(room - _NOTE, row.share, canvas.tones), _MARGIN + _NAME, top + 53)
