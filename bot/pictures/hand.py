"""The picture of a hand: five numbered places, and the trump beside them.

At 360 pixels, a phone's column, a card is still 58 wide and its index 16 high.
"""

from __future__ import annotations

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import HAND, NARROW, height_of
from bot.pictures.drawing.colours import BURGUNDY, GOLD, GOLD_DARK, INK, IVORY
from bot.pictures.drawing.stage import Box, Cloth, Picture, Stage
from bot.pictures.scenes import HandPlace, HandScene
from ecarte.game import Card, Suit

WIDTH, HEIGHT = 900, 318
_LEFT, _TOP, _STEP = 20, 34, HAND + 10
_LIFT = 14
_NUMBER = 44
_SIDE_MIDDLE = 837
_CLOTH = Cloth(WIDTH, HEIGHT)
# Half the gap between two cards belongs to each.
_MARGIN = 5


def hand_picture(scene: HandScene) -> Picture:
    """Draws a hand. Equal scenes give equal bytes."""
    stage = Stage(_CLOTH, scene.style)
    for index, place in enumerate(scene.places):
        left = _LEFT + index * _STEP - _MARGIN
        stage.part(Box(left, 12, left + _STEP, HEIGHT - 12), _paint_place, index, place)
    stage.part(Box(_LEFT + 5 * _STEP - _MARGIN, 12, WIDTH - 10, HEIGHT - 12), _paint_side, scene.trump, scene.turn_up)
    return stage.printed()


def _paint_place(canvas: Canvas, index: int, place: HandPlace) -> None:
    x, y = _LEFT + index * _STEP, _TOP - (_LIFT if place.chosen else 0)
    middle, foot = x + HAND // 2, _TOP + height_of(HAND) + 33
    number = str(index + 1)
    if place.card is None:
        canvas.lay(furniture.slot(HAND), x, _TOP)
        canvas.number(number, _NUMBER, middle, foot, furniture.PLAQUE, (40, 84, 60), (120, 150, 132))
        return
    canvas.card(str(place.card), HAND, x, y, dimmed=place.dimmed)
    if place.chosen:
        canvas.lay(furniture.cross(), middle - 28, y + height_of(HAND) - 40)
        canvas.number(number, _NUMBER, middle, foot, BURGUNDY, IVORY, IVORY)
    elif place.dimmed:
        canvas.number(number, _NUMBER, middle, foot, furniture.PLAQUE, (96, 124, 104), (196, 208, 196))
    else:
        canvas.number(number, _NUMBER, middle, foot, GOLD, GOLD_DARK, INK)


def _paint_side(canvas: Canvas, trump: Suit | None, turn_up: Card | None) -> None:
    if turn_up is not None:
        canvas.card(str(turn_up), NARROW, _SIDE_MIDDLE - NARROW // 2, _TOP)
    if trump is not None:
        size = 96
        middle = _TOP + (height_of(HAND) // 2 if turn_up is None else height_of(NARROW) + 70)
        sign = furniture.medallion(str(trump), canvas.style.deck, size)
        canvas.lay(sign, _SIDE_MIDDLE - size // 2, middle - size // 2)
