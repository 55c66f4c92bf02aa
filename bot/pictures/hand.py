"""The picture of a hand: the table, and below it the cards, standing in a rail, where asked with numbers.

A card shows its upper part, which names it. At 360 pixels, a phone's column, a card of the hand is 68 wide, and its
index 19 high.
"""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import LARGE, SMALL, height_of
from bot.pictures.drawing.colours import BURGUNDY, FADED, GOLD, GOLD_DARK, INK, IVORY, PALE_GOLD
from bot.pictures.drawing.painting import Box, Cloth, Painting, Png
from bot.pictures.scenes import HandScene, Side
from ecarte.game import Card, Suit

WIDTH, HEIGHT, _UNNUMBERED = 900, 406, 362
# Where the first card stands, from one to the next, and how far a card's shadow reaches beside it.
_LEFT, _STEP, _EDGE = 27, 168, 5
_ROW, _ROW_TOP = height_of(SMALL), 22
# The top of the hand, how much a chosen card is raised, and where the rail hides the cards.
_TOP, _LIFT, _RAIL = 214, 16, 340
_NUMBER, _NUMBER_MIDDLE, _BESIDE = 42, 369, 66
_SIGN, _SIGN_LEFT = 96, 32
_TURN_UP, _TRICK = 156, (408, 536)
# The names beside the trick: their size, and the line that they stand on.
_NAME, _LINE = 34, _ROW_TOP + _ROW // 2 + 12
# How much higher the cards stand where nothing lies above them.
_UP = _TOP - _LIFT - 26
_MOST = 30_000
"""The bytes that a hand should have at most."""
_SHADES = 20, 14, 10
"""Of a part: at first, and where that is too large even if packed better, as a few hands of courts under names of emoji
are. In between nothing is painted again, which would take longer than to pack it."""


@lru_cache(maxsize=64)
def hand_picture(scene: HandScene) -> Png:
    """Draws a hand. Equal scenes give equal bytes: those who back the same player share them, a megabyte in all."""
    for shades in _SHADES:
        picture = _set_up(scene, shades).render(most=_MOST)
        if len(picture.data) <= _MOST:
            return picture
    return _set_up(scene, _SHADES[-1]).render(smallest=True)


def _set_up(scene: HandScene, shades: int) -> Painting:
    up = 0 if scene.trick is not None or scene.trump or scene.turn_up else _UP
    numbered = any(place.number is not None for place in scene.places)
    height = (HEIGHT if numbered else _UNNUMBERED) - up if scene.places else 2 * _ROW_TOP + _ROW
    painting = Painting(Cloth(WIDTH, height), scene.style, shades=shades)
    row = _ROW_TOP - 8, _ROW_TOP + _ROW + 10
    if scene.trump is not None:
        top = _ROW_TOP + (_ROW - _SIGN) // 2
        box = Box(_SIGN_LEFT, top, _SIGN_LEFT + _SIGN, top + _SIGN)
        painting.add_part(box, _paint_trump, box.left, box.top, scene.trump)
    if scene.turn_up is not None:
        painting.add_part(Box(_TURN_UP - 5, row[0], _TURN_UP + SMALL + 7, row[1]), _paint_card, _TURN_UP, scene.turn_up)
    if scene.trick is not None:
        _set_trick(painting, scene, row)
    whole = Box(_LEFT - _EDGE, _TOP - _LIFT - 3 - up, _LEFT + LARGE + _EDGE, _RAIL - up)
    below = Box(_LEFT + _BESIDE, _RAIL - up, _LEFT + LARGE - _BESIDE, HEIGHT - 12 - up)
    for index, place in enumerate(scene.places):
        shift = index * _STEP
        # The next card covers the edge of one.
        left = whole.left if index == 0 else _LEFT
        right = whole.right if index == len(scene.places) - 1 else _LEFT + _STEP
        shown = Box(left, whole.top, right, whole.bottom)
        painting.repeat_part(
            whole, shown, shift, _paint_place, up, place.card, dimmed=place.dimmed, chosen=place.chosen
        )
        if place.number is not None:
            faded = place.card is None or (place.dimmed and not place.chosen)
            painting.repeat_part(below, below, shift, _paint_number, up, place.number, faded=faded, chosen=place.chosen)
    return painting


def _set_trick(painting: Painting, scene: HandScene, row: tuple[int, int]) -> None:
    assert scene.trick is not None
    box = Box(_TRICK[0] - 10, row[0], _TRICK[0] + SMALL + 10, row[1])
    for index, left in enumerate(_TRICK):
        played = scene.trick[index] if index < len(scene.trick) else None
        card, won = (None, False) if played is None else (played.card, played.side is scene.winner)
        painting.repeat_part(box, box, left - _TRICK[0], _paint_played, card, won=won)
        if played is None:
            continue
        name = scene.names[0 if played.side is Side.TOP else 1]
        ends = (_TRICK[1] + SMALL + 12, WIDTH - 22) if index else (_SIGN_LEFT + _SIGN + 10, _TRICK[0] - 12)
        edge, align = (ends[0], 0.0) if index else (ends[1], 1.0)
        painting.write_line(name, _NAME, edge, _LINE, ends[1] - ends[0], PALE_GOLD if won else IVORY, align=align)


def _paint_place(canvas: Canvas, up: int, card: Card | None, *, dimmed: bool, chosen: bool) -> None:
    if card is None:
        canvas.lay(furniture.slot(LARGE), _LEFT, _TOP - up)
    else:
        canvas.lay_card(str(card), LARGE, _LEFT, _TOP - up - (_LIFT if chosen else 0), dimmed=dimmed)
    if chosen:
        canvas.lay(furniture.cross(), _LEFT + LARGE // 2 - 28, _RAIL - up - 66)


def _paint_number(canvas: Canvas, up: int, number: int, *, faded: bool, chosen: bool) -> None:
    ground, ring, ink = GOLD, GOLD_DARK, INK
    if faded:
        ground, ring, ink = canvas.tones.plaque, FADED, FADED
    elif chosen:
        ground, ring, ink = BURGUNDY, IVORY, IVORY
    canvas.lay_number(str(number), _NUMBER, _LEFT + LARGE // 2, _NUMBER_MIDDLE - up, ground, ring, ink)


def _paint_card(canvas: Canvas, left: int, card: Card) -> None:
    canvas.lay_card(str(card), SMALL, left, _ROW_TOP)


def _paint_trump(canvas: Canvas, left: int, top: int, trump: Suit) -> None:
    canvas.lay(furniture.medallion(str(trump), canvas.style.deck, _SIGN), left, top)


def _paint_played(canvas: Canvas, card: Card | None, *, won: bool) -> None:
    if card is None:
        canvas.lay(furniture.slot(SMALL), _TRICK[0], _ROW_TOP)
    else:
        canvas.lay_card(str(card), SMALL, _TRICK[0], _ROW_TOP, won=won)
