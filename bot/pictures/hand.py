"""The picture of a hand: its five cards at full size, and above them the cards on the table.

When a phone shows the picture 310 pixels wide, a card is 53 pixels wide, and the sign in its corner 15 high.
"""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import PLAIN, SHADOW, Canvas
from bot.pictures.drawing.cards import Pose, extent
from bot.pictures.drawing.colours import BURGUNDY, FADED, GOLD, INK, IVORY
from bot.pictures.drawing.felt import Cloth, Lamp
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.faces import Face
from bot.pictures.people import FacePlace, finish_faces, paint_face
from bot.pictures.scenes import Back, HandPlace, HandScene
from ecarte.game import Card

WIDTH = 720
# The heights of the table's cards, of the hand with the room below it, and of the row of numbers.
_ABOVE, _CARDS, _NUMBERS = 180, 222, 38
_CARD, _STEP, _MIDDLE = Pose(124), 137, 282
_LIFT = 12
"""How much higher a card is drawn that is chosen, or that may be played while others may not."""
_BARE = 150
"""How much higher the cards are drawn if nothing is above them."""
_NUMBER, _NUMBER_LINE = 42, 402
_FIGURE, _FIGURE_HIGH, _FIGURES = 24, 28, 3
_DEALT = (Pose(92, -4.0), (316, 98)), (Pose(98, 4.0), (398, 95))
_PACK, _PACK_PLACE = Pose(66), (63, 88)
_TURNED, _TURNED_PLACE = (72, 100), (107, 38)
_COUNT = 48
_OTHER, _OTHER_PLACE = 76, (258, 92)
_LED, _GOLD, _TRICK_PLACES, _TRICK_LINE = 100, 5, (362, 446), 94
_SMALL_FACE, _FACES, _SCORES, _SCORE = 56, 618, 676, 44
_LINES = 58, 122


def hand_picture(scene: HandScene) -> Png:
    """Draws a hand and the cards on the table. Equal scenes give equal bytes."""
    photos = (player for player in (scene.opponent, scene.holder) if player and player.face.photo is not None)
    # A picture with a photograph is not kept: erasing a person then only has to empty the memory of photographs.
    return _paint(scene) if any(photos) else _paint_cached(scene)


@lru_cache(maxsize=64)
def _paint_cached(scene: HandScene) -> Png:
    """Paints a hand, and keeps it: the backers of one player share a picture. At most two megabytes in all."""
    return _paint(scene)


def _paint(scene: HandScene) -> Png:
    up = _BARE if _is_bare(scene) else 0
    numbered = any(place.number is not None for place in scene.places)
    cards = _CARDS + (_NUMBERS if numbered else 0) if scene.places else 12
    painting = Painting(Cloth(WIDTH, _ABOVE + cards - up, Lamp.BELOW), scene.style)
    faces: list[tuple[Face, FacePlace]] = []
    if not up:
        _set_pack(painting, scene)
        faces = _set_players(painting, scene) + _set_trick(painting, scene)
    _set_cards(painting, scene.places, up)
    finish_faces(painting, faces)
    return painting.render()


def _is_bare(scene: HandScene) -> bool:
    """Whether nothing is above the cards."""
    nothing = scene.trump is None and scene.turn_up is None and scene.lead is None and scene.opponent is None
    return bool(scene.places) and (scene.bare or nothing)


def _around(pose: Pose, x: int, y: int) -> Box:
    wide, high = extent(pose)
    reach = SHADOW + 4
    return Box(x - wide // 2 - reach, y - high // 2 - reach, x + wide // 2 + reach, y + high // 2 + reach)


def _set_pack(painting: Painting, scene: HandScene) -> None:
    """Sets the pack and the turn-up: in the middle before the first card, at the side after it."""
    turned = scene.turn_up
    if turned is not None and scene.lead is None:
        (pack, at), (pose, place) = _DEALT
        if scene.talon is not None:
            painting.lay_part(_around(pack, *at), _paint_back, pack, at, scene.back)
        painting.lay_part(_around(pose, *place), _paint_card, turned, pose, place, shaded=True)
        if scene.talon is not None:
            _set_count(painting, scene.talon, at[0] - 14, at[1])
        return
    trump = str(turned or scene.trump or "")
    if scene.talon is not None:
        painting.lay_part(_around(_PACK, *_PACK_PLACE), _paint_back, _PACK, _PACK_PLACE, scene.back)
        _set_count(painting, scene.talon, *_PACK_PLACE)
    if trump:
        left, top = (_TURNED_PLACE[0] if scene.talon is not None else 30), _TURNED_PLACE[1]
        painting.lay_part(Box(left, top, left + _TURNED[0], top + _TURNED[1]), _paint_turned, trump, left, top)


def _set_count(painting: Painting, number: int, x: int, y: int) -> None:
    painting.lay_middle(furniture.roundel(_COUNT, painting.tones.night, GOLD), x, y)
    height = round(_COUNT * 0.62)
    painting.write_line(str(number), height, x, y + round(height * 0.36), _COUNT, IVORY, align=0.5)


def _set_players(painting: Painting, scene: HandScene) -> list[tuple[Face, FacePlace]]:
    """Sets both faces with their scores. The opponent's is above."""
    faces = []
    for player, line in zip((scene.opponent, scene.holder), _LINES, strict=True):
        if player is None or player.score is None:
            continue
        place = FacePlace(_FACES, line, _SMALL_FACE, 2)
        painting.lay_part(place.box, paint_face, place, player.face.ground, player.face.court)
        box = Box(_SCORES - 26, line - 26, _SCORES + 28, line + 26)
        painting.lay_part(box, _paint_score, line, player.score)
        faces.append((player.face, place))
    return faces


def _set_trick(painting: Painting, scene: HandScene) -> list[tuple[Face, FacePlace]]:
    """Sets the cards of the trick, the opponent's next to their face. The card that took it is on top, in gold."""
    played = [part for part in (scene.lead, scene.reply) if part is not None]
    whole = len(played) == 2
    order = sorted(played, key=lambda part: whole and part[1] is scene.won)
    if whole and scene.won is not None:
        _lay_played(painting, *order[-1], won=True, shaded=True)
    for card, own in order:
        won = whole and own is scene.won
        _lay_played(painting, card, own, won=won, shaded=not won)
    if scene.opponent is None or all(own for _, own in played):
        return []
    place = FacePlace(*_OTHER_PLACE, _OTHER, 3)
    painting.lay_part(place.box, paint_face, place, scene.opponent.face.ground, scene.opponent.face.court)
    return [(scene.opponent.face, place)]


def _lay_played(painting: Painting, card: Card, own: bool, *, won: bool, shaded: bool) -> None:
    pose = Pose(_LED, 4.0 if own else -4.0, _GOLD if won else 0)
    place = _TRICK_PLACES[own], _TRICK_LINE
    painting.lay_part(_around(pose, *place), _paint_card, card, pose, place, shaded=shaded)


def _set_cards(painting: Painting, places: tuple[HandPlace, ...], up: int) -> None:
    middle = _MIDDLE - up
    # Painted in the middle, where no corner of the frame is near.
    x = WIDTH // 2
    wide, high = extent(_CARD)
    whole = Box(x - wide // 2 - 5, middle - high // 2 - _LIFT - 5, x + wide // 2 + 6, middle + high // 2 + 8)
    below = Box(x - wide // 2, whole.bottom, x + wide // 2, _NUMBER_LINE - up + _NUMBER // 2 + 1)
    start = -(len(places) - 1) * _STEP // 2
    some = any(place.dimmed for place in places)
    for index, place in enumerate(places):
        shift = start + index * _STEP
        lifted = place.chosen or (some and not place.dimmed and place.card is not None)
        values = (x, middle, place.card)
        painting.repeat_part(
            whole, shift, _paint_place, *values, dimmed=place.dimmed, chosen=place.chosen, lifted=lifted
        )
        if place.number is not None:
            faded = place.card is None or (place.dimmed and not place.chosen)
            line = _NUMBER_LINE - up
            advisers = min(place.advisers, _FIGURES + 1)
            surplus = place.advisers if advisers > _FIGURES else 0
            painting.repeat_part(
                below, shift, _paint_number, x, line, place.number, advisers, surplus,
                faded=faded, chosen=place.chosen,
            )  # fmt: skip


def _paint_place(
    canvas: Canvas, x: int, y: int, card: Card | None, *, dimmed: bool, chosen: bool, lifted: bool
) -> None:
    y -= _LIFT if lifted else 0
    if card is None:
        canvas.lay_middle(furniture.outline(_CARD), x, y)
    else:
        canvas.lay_card(str(card), _CARD, x, y, dimmed=dimmed)
    if chosen:
        canvas.lay_middle(furniture.cross(), x, y + extent(_CARD)[1] // 2 - 36)


def _paint_number(
    canvas: Canvas, x: int, y: int, number: int, advisers: int, surplus: int, *, faded: bool, chosen: bool
) -> None:
    ground, ring, ink = GOLD, GOLD, INK
    if faded:
        ground, ring, ink = canvas.tones.night, FADED, FADED
    elif chosen:
        ground, ring, ink = BURGUNDY, IVORY, IVORY
    figures = 1 if surplus else advisers
    room = figures * _FIGURE + (6 if figures else 0) + (24 if surplus else 0)
    left = x - (_NUMBER + room) // 2
    canvas.lay_number(str(number), _NUMBER, left + _NUMBER // 2, y, ground, ring, ink)
    for place in range(figures):
        canvas.lay(furniture.backer(_FIGURE), left + _NUMBER + 6 + place * _FIGURE, y - _FIGURE_HIGH // 2)
    if surplus:
        canvas.write_line(str(surplus), 28, left + _NUMBER + 8 + _FIGURE, y + 10, 40, IVORY, weight=PLAIN)


def _paint_score(canvas: Canvas, line: int, score: int) -> None:
    text = str(score)
    canvas.lay_middle(furniture.figures(text, _SCORE if len(text) == 1 else 32, IVORY), _SCORES, line)


def _paint_back(canvas: Canvas, pose: Pose, place: tuple[int, int], back: Back) -> None:
    canvas.lay_back(back, pose, *place)


def _paint_card(canvas: Canvas, card: Card, pose: Pose, place: tuple[int, int], *, shaded: bool) -> None:
    canvas.lay_card(str(card), pose, *place, shaded=shaded)


def _paint_turned(canvas: Canvas, card: str, left: int, top: int) -> None:
    canvas.lay_index(card, _TURNED, left, top)
