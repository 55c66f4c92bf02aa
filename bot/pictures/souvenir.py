"""The picture of a game that was won, for posting: the winner's face in a laurel, and below it the winner's last hand,
on paper.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, radians, sin

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import SHADOW, Canvas
from bot.pictures.drawing.cards import Pose, extent
from bot.pictures.drawing.colours import BRASS, BURGUNDY, INK, SEPIA
from bot.pictures.drawing.felt import Cloth
from bot.pictures.drawing.lettering import measure
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.faces import Face
from bot.pictures.paper import set_on_frame
from bot.pictures.people import FacePlace, finish_faces, paint_face
from bot.pictures.scenes import PLACES, Style
from ecarte.game import Card

WIDTH, HEIGHT = 720, 752
_CLOTH = Cloth(WIDTH, HEIGHT, paper=True)
_MIDDLE, _MARK, _MARK_LINE, _LINE = WIDTH // 2, 25, 31, 27
_TITLE_LINE, _TITLE, _SECOND = 108, 46, 31
_TWO_LINES = (96, 132)
_TITLE_ROOM = 600
_FACE_LINE, _FACE, _LAUREL = 262, 184, 284
_WON, _LOST = (142, 124), (580, 84)
_OTHER_LINE, _OTHER = 178, 76
_FIGURE_LINE, _COUNTER, _COUNTERS_LINE, _MOST_COUNTERS = 246, 20, 344, 10
_LOST_LINE = 268
_CARD, _LEAN, _GOLD, _RAISED = 146, 9.5, 6, 22
_PIVOT, _REACH = (_MIDDLE, 1168), 640
"""The point about which the fan turns, and its distance below the cards."""
_STORY_LINE, _STORY, _DATE_LINE = 690, 30, 726


@dataclass(frozen=True, slots=True)
class SouvenirScene:
    """The content of the picture: a game that was won. Raises `ValueError` for more than five cards.

    Attributes:
        title: the sentence that names winner and loser.
        title_lines: the same sentence in two lines, in case one line is too wide.
        winner, loser: the faces of the two players.
        scores: the winner's and the loser's points.
        points: how many points win the game.
        crowned: whether the winner announced the king in the last deal.
        cards: the cards that the winner played in the last deal, in the order played.
        decisive: the index in `cards` of the card that won the last point. None if no card did.
        story: a few words about what was special in the game. May be empty.
        date: the day of the game.
    """

    title: str
    title_lines: tuple[str, str]
    winner: Face
    loser: Face
    scores: tuple[int, int]
    date: str
    points: int = 5
    crowned: bool = False
    cards: tuple[Card, ...] = ()
    decisive: int | None = None
    story: str = ""
    style: Style = field(default_factory=Style)

    def __post_init__(self) -> None:
        if len(self.cards) > PLACES:
            raise ValueError(f"a hand has at most {PLACES} cards, not {len(self.cards)}")


def souvenir_picture(scene: SouvenirScene) -> Png:
    """Draws the souvenir of a game that was won. Equal scenes give equal bytes."""
    painting = Painting(_CLOTH, scene.style)
    set_on_frame(painting, "É C A R T É", _MIDDLE, _MARK_LINE, _MARK)
    set_on_frame(painting, scene.date, _MIDDLE, HEIGHT - _MARK_LINE, _LINE)
    if measure(scene.title, _TITLE) <= _TITLE_ROOM:
        painting.write_line(scene.title, _TITLE, _MIDDLE, _TITLE_LINE, _TITLE_ROOM, INK, align=0.5, kept=False)
    else:
        for line, size, baseline in zip(scene.title_lines, (_TITLE - 6, _SECOND), _TWO_LINES, strict=True):
            painting.write_line(line, size, _MIDDLE, baseline, _TITLE_ROOM, INK, align=0.5, kept=False)
    winner = FacePlace(_MIDDLE, _FACE_LINE, _FACE, 4, BRASS)
    half = _LAUREL // 2
    box = Box(_MIDDLE - half, _FACE_LINE - half, _MIDDLE + half, _FACE_LINE + half)
    painting.add_part(box, _paint_winner, winner, scene.winner.ground, scene.winner.court)
    loser = FacePlace(_LOST[0], _OTHER_LINE, _OTHER, 2, BRASS)
    painting.add_part(loser.box, paint_face, loser, scene.loser.ground, scene.loser.court)
    for (x, high), middle, score, colour in (
        (_WON, _FIGURE_LINE, scene.scores[0], BURGUNDY),
        (_LOST, _LOST_LINE, scene.scores[1], SEPIA),
    ):
        box = Box(x - 68, middle - high // 2 - 2, x + 68, middle + high // 2 + 2)
        painting.add_part(box, _paint_score, x, middle, high, score, colour)
        if scene.points <= _MOST_COUNTERS:
            box = Box(x - 76, _COUNTERS_LINE - 12, x + 76, _COUNTERS_LINE + 12)
            painting.add_part(box, _paint_counters, x, score, scene.points, colour)
    _set_fan(painting, scene)
    finish_faces(painting, [(scene.winner, winner), (scene.loser, loser)])
    if scene.crowned:
        painting.lay_middle(furniture.crown(92, -16), _MIDDLE - 62, _FACE_LINE - 88)
    if scene.story:
        painting.write_line(scene.story, _STORY, _MIDDLE, _STORY_LINE, 560, SEPIA, align=0.5, kept=False)
    return painting.render()


def _set_fan(painting: Painting, scene: SouvenirScene) -> None:
    """Sets the cards in the order in which they were played. The card that made the point is higher, in gold."""
    number = len(scene.cards)
    for place, card in enumerate(scene.cards):
        lean = (place - (number - 1) / 2) * _LEAN
        decisive = place == scene.decisive
        x, y = _fan_place(lean, _RAISED if decisive else 0)
        pose = Pose(_CARD, lean, _GOLD if decisive else 0)
        wide, high = extent(pose)
        reach = SHADOW + 4
        box = Box(x - wide // 2 - reach, y - high // 2 - reach, x + wide // 2 + reach, y + high // 2 + reach)
        painting.lay_part(box, _paint_card, card, pose, x, y, shaded=place == 0)


def _fan_place(lean: float, raised: int) -> tuple[int, int]:
    """Returns the middle of a card of the fan."""
    turn, reach = radians(lean), _REACH + raised
    return round(_PIVOT[0] + sin(turn) * reach), round(_PIVOT[1] - cos(turn) * reach)


def _paint_winner(canvas: Canvas, place: FacePlace, ground: int, court: str) -> None:
    canvas.lay_middle(furniture.laurel(_LAUREL, BRASS), place.x, place.y)
    paint_face(canvas, place, ground, court)


def _paint_score(canvas: Canvas, x: int, line: int, high: int, score: int, colour: tuple[int, int, int]) -> None:
    text = str(score)
    canvas.lay_middle(furniture.figures(text, high if len(text) == 1 else high * 3 // 4, colour), x, line)


def _paint_counters(canvas: Canvas, x: int, score: int, points: int, colour: tuple[int, int, int]) -> None:
    size = min(_COUNTER, 148 // points - 3)
    step = size + min(8, (148 - points * size) // max(1, points - 1))
    left = x - ((points - 1) * step + size) // 2
    for number in range(points):
        drawn = furniture.counter(size, colour, colour, marked=number < score)
        canvas.lay(drawn, left + number * step, _COUNTERS_LINE - size // 2)


def _paint_card(canvas: Canvas, card: Card, pose: Pose, x: int, y: int, *, shaded: bool) -> None:
    canvas.lay_card(str(card), pose, x, y, shaded=shaded)
