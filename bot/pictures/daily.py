"""The picture of one player's result in the deal of the day, for posting. It shows no card of the deal."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import BOLD, PLAIN, Canvas
from bot.pictures.drawing.colours import BURGUNDY, FADED, GOLD, INK, IVORY, SEPIA
from bot.pictures.drawing.felt import Cloth
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.faces import Face
from bot.pictures.people import FacePlace, finish_faces, paint_face
from bot.pictures.scenes import Style

WIDTH, HEIGHT = 720, 640
_CLOTH = Cloth(WIDTH, HEIGHT)
_MIDDLE = WIDTH // 2
_LEAF, _LEAF_TOP, _HEAD = (400, 356), 42, 72
_MONTH, _MONTH_LINE, _FIGURE, _FIGURE_LINE = 34, 90, 164, 224
_CAPTION, _CAPTION_LINE = 29, 364
_TRICK, _TRICKS_TOP, _STEP, _LOWER = (60, 84), 424, 74, 9
_FACE, _FACE_PLACE = 84, (82, 572)
_NAME, _NAME_LINE, _TEXT, _TEXT_LINE, _LEFT = 34, 565, 28, 604, 142
_POINTS = 76


@dataclass(frozen=True, slots=True)
class DailyScene:
    """The content of the picture: one player's result in the deal of a day.

    Attributes:
        month, day: the date, with the month in words.
        caption: the title of the deal of the day.
        tricks: for each of the five tricks in order, whether the player took it.
        name, face: the name and the face of the player.
        reached: a few words with the number of tricks and the place on the board.
        points: the points with their sign ("+1", "−2", "0").
    """

    month: str
    day: int
    caption: str
    tricks: tuple[bool, ...]
    name: str
    face: Face
    reached: str
    points: str
    style: Style = field(default_factory=Style)


def daily_picture(scene: DailyScene) -> Png:
    """Draws a result in the deal of the day. Equal scenes give equal bytes."""
    painting = Painting(_CLOTH, scene.style)
    left = _MIDDLE - _LEAF[0] // 2
    box = Box(left, _LEAF_TOP, left + _LEAF[0] + 8, _LEAF_TOP + _LEAF[1] + 14)
    painting.add_part(box, _paint_leaf, scene.month, scene.day, scene.caption)
    first = _MIDDLE - (len(scene.tricks) - 1) * _STEP // 2
    for number, is_own in enumerate(scene.tricks):
        x = first + number * _STEP
        box = Box(x - _TRICK[0] // 2, _TRICKS_TOP, x + _TRICK[0] // 2, _TRICKS_TOP + _TRICK[1] + _LOWER)
        painting.add_part(box, _paint_trick, x, made=is_own)
    place = FacePlace(*_FACE_PLACE, _FACE, 3)
    painting.add_part(place.box, paint_face, place, scene.face.ground, scene.face.court)
    points = furniture.figures(scene.points, _POINTS, GOLD)
    painting.lay(points, WIDTH - 44 - points.width, _FACE_PLACE[1] - _POINTS // 2)
    room = WIDTH - 44 - points.width - 24 - _LEFT
    painting.write_line(scene.name, _NAME, _LEFT, _NAME_LINE, room, IVORY)
    painting.write_line(scene.reached, _TEXT, _LEFT, _TEXT_LINE, room, FADED, weight=PLAIN, kept=False)
    finish_faces(painting, [(scene.face, place)])
    return painting.render()


def _paint_leaf(canvas: Canvas, month: str, day: int, caption: str) -> None:
    wide, high = _LEAF
    canvas.lay(furniture.leaf(wide, _HEAD, high, canvas.tones.night), _MIDDLE - wide // 2, _LEAF_TOP)
    canvas.write_line(month, _MONTH, _MIDDLE, _MONTH_LINE, wide - 120, IVORY, align=0.5, weight=BOLD)
    canvas.lay_middle(furniture.figures(str(day), _FIGURE, INK), _MIDDLE, _FIGURE_LINE)
    canvas.write_line(caption, _CAPTION, _MIDDLE, _CAPTION_LINE, wide - 28, SEPIA, align=0.5)


def _paint_trick(canvas: Canvas, x: int, *, made: bool) -> None:
    wide, high = _TRICK
    if made:
        canvas.lay(furniture.tile(wide, high, IVORY, IVORY), x - wide // 2, _TRICKS_TOP)
        canvas.lay_middle(furniture.mark(42, BURGUNDY, made=True), x, _TRICKS_TOP + high // 2)
    else:
        canvas.lay(furniture.tile(wide - 2, high, canvas.tones.night, FADED), x - wide // 2 + 1, _TRICKS_TOP + _LOWER)
        canvas.lay_middle(furniture.mark(34, FADED, made=False), x, _TRICKS_TOP + _LOWER + high // 2)
