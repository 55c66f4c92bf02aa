"""The picture of a table before the first card: who plays for what, what lies on each, and who backs whom."""

from __future__ import annotations

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import SMALL, height_of
from bot.pictures.drawing.colours import GOLD, IVORY, PALE_GOLD
from bot.pictures.drawing.painting import Box, Cloth, Painting, Png
from bot.pictures.scenes import Back, Side, StakesScene

WIDTH, HEIGHT = 900, 470
_CLOTH = Cloth(WIDTH, HEIGHT)
_MARGIN, _PLAQUE = 24, 84
_BAND = 112
"""The height of the cloth between a plaque and the middle."""
_CHIPS_LEFT, _CHIPS_RIGHT = 44, 300
_CLEAR = 12
"""How far a pile stands off its plaque: nearer, it seems half hidden at 390 pixels."""
_ROW_HIGH, _COLUMN, _PLACES = 54, 276, 2
_TEXT = 34
_CAPTION, _SMALL = 52, 36
_PACK_LEFT = 170


def stakes_picture(scene: StakesScene) -> Png:
    """Draws the table. Equal scenes give equal bytes."""
    painting = Painting(_CLOTH, scene.style)
    for side, panel in ((Side.TOP, scene.top), (Side.BOTTOM, scene.bottom)):
        top = 22 if side is Side.TOP else HEIGHT - 22 - _PLAQUE
        painting.add_part(Box(_MARGIN, top, WIDTH - _MARGIN, top + _PLAQUE), _paint_plaque, top)
        line, room = top + _PLAQUE // 2, 560 if panel.chips else 800
        painting.write_line(panel.name, 44, _MARGIN + 28, line + 15, room, IVORY)
        band = top + _PLAQUE + 8 if side is Side.TOP else top - 8 - _BAND
        if panel.chips:
            painting.write_line(str(panel.chips), 56, WIDTH - _MARGIN - 28, line + 20, 220, PALE_GOLD, align=1)
            painting.add_part(
                Box(_CHIPS_LEFT, band, _CHIPS_RIGHT, band + _BAND),
                _paint_chips,
                band,
                panel.chips,
                hung=side is Side.TOP,
            )
            row = band if side is Side.TOP else band + _BAND - _ROW_HIGH
            _set_backers(painting, row, panel.backers)
    pack = scene.pack and not scene.top.chips
    if pack:
        high = (HEIGHT - height_of(SMALL)) // 2
        box = Box(_PACK_LEFT - 10, high - 10, _PACK_LEFT + SMALL + 12, high + height_of(SMALL) + 14)
        painting.add_part(box, _paint_pack, _PACK_LEFT, high)
    left = _CHIPS_RIGHT if pack or scene.top.chips else _MARGIN
    middle, room = (left + WIDTH - _MARGIN) // 2, WIDTH - _MARGIN - left - 20
    painting.write_line(scene.stake, _CAPTION, middle, HEIGHT // 2 + 6, room, PALE_GOLD, align=0.5)
    painting.write_line(scene.terms, _SMALL, middle, HEIGHT // 2 + 52, room, IVORY, align=0.5)
    return painting.render()


def _paint_plaque(canvas: Canvas, top: int) -> None:
    canvas.lay(furniture.plaque(WIDTH - 2 * _MARGIN, _PLAQUE, canvas.tones, lit=False), _MARGIN, top)


def _paint_chips(canvas: Canvas, top: int, chips: int, *, hung: bool) -> None:
    """Lays the piles beside a plaque: below it, or above it."""
    piles = furniture.chips(chips)
    canvas.lay(piles, _CHIPS_LEFT, top + (_CLEAR if hung else _BAND - piles.height - _CLEAR))


def _set_backers(painting: Painting, top: int, backers: tuple[tuple[str, int], ...]) -> None:
    """Sets the chairs of those who back a player, the last with the number of all the others."""
    shown = backers if len(backers) <= _PLACES else backers[: _PLACES - 1]
    labels = [(name, str(amount)) for name, amount in shown]
    if len(shown) < len(backers):
        labels.append((f"+{len(backers) - len(shown)}", ""))
    for place, (name, amount) in enumerate(labels):
        left = _CHIPS_RIGHT + place * (_COLUMN + 10)
        painting.lay(furniture.chair(), left, top + 2)
        used = painting.write_line(amount, _TEXT, left + 52, top + 38, _COLUMN - 56, PALE_GOLD) + 12 if amount else 0
        painting.write_line(name, _TEXT, left + 52 + used, top + 38, _COLUMN - 56 - used, IVORY)


def _paint_pack(canvas: Canvas, left: int, top: int) -> None:
    for layer in range(3):
        canvas.lay_back(Back.BURGUNDY, SMALL, left + 2 * layer - 2, top + 4 - 2 * layer)
    canvas.lay_number("32", 60, left + SMALL // 2, top + height_of(SMALL) // 2, canvas.tones.night, GOLD, IVORY)
