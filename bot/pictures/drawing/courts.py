"""The court cards: a half figure, repeated upside down, in a frame, after the double figures of Paris (1827)."""

from __future__ import annotations

from PIL import Image

from bot.pictures.drawing.colours import GOLD, INK, Rgb
from bot.pictures.drawing.figures import LINE, Livery, draw_figure
from bot.pictures.drawing.pen import Pen

PANEL: Rgb = (248, 237, 211)
DIAPER: Rgb = (238, 217, 172)

# Leaves the corners of the indices free; symmetrical about (50, 72.5), the middle of the card.
_FRAME = "M 28.5 6 H 94 V 85.5 H 71.5 V 139 H 6 V 59.5 H 28.5 Z"
_UPPER = "M 0 0 H 100 V 64 L 0 81 Z"
_NOSE = 57.0


def draw_court(pen: Pen, figure: str, livery: Livery) -> None:
    """Draws the framed picture of a court card ("K", "Q" or "J") with a pen of 100 by 145 units. Raises `KeyError`."""
    half = Pen.like(pen, PANEL)
    _diaper(half)
    draw_figure(half.moved(_NOSE, 0), figure, livery)
    upper = Pen.like(pen, 0, mode="L")
    upper.fill(_UPPER, 255)
    picture = half.raw.transpose(Image.Transpose.ROTATE_180)
    picture.paste(half.raw, mask=upper.raw)
    inside = Pen.like(pen, 0, mode="L")
    inside.fill(_FRAME, 255)
    pen.paste(picture, 0, 0, inside.raw)
    _sash(pen, livery)
    pen.stroke(_FRAME, INK, 1.0)


def _diaper(pen: Pen) -> None:
    """The fine pattern behind the figure."""
    for row in range(16):
        for column in range(13):
            x, y = 6 + column * 8 + (row % 2) * 4, 6 + row * 5.4
            pen.fill(f"M {x} {y - 1.5} L {x + 1.1} {y} L {x} {y + 1.5} L {x - 1.1} {y} Z", DIAPER)


def _sash(pen: Pen, livery: Livery) -> None:
    """The band between both halves."""
    pen.fill("M 6 78.2 L 94 63.2 V 66.8 L 6 81.8 Z", GOLD)
    pen.stroke("M 6 78.2 L 94 63.2", INK, LINE)
    pen.stroke("M 6 81.8 L 94 66.8", INK, LINE)
    for step in range(-4, 5):
        x, y = 50 + step * 10, 72.5 - step * 1.705
        pen.fill(f"M {x - 2.4} {y + 0.4} L {x} {y - 1.3} L {x + 2.4} {y - 0.4} L {x} {y + 1.3} Z", livery.main)
