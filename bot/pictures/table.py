"""The picture of the table as everyone sees it, and the picture of a table with one hand or both open.

The two players face each other, each on one side. When a phone shows the picture 310 pixels wide, a card of the trick
is 68 pixels wide, and a name at least 12 high.
"""

from __future__ import annotations

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import PLAIN, SHADOW, Canvas
from bot.pictures.drawing.cards import Pose, extent
from bot.pictures.drawing.colours import FADED, GOLD, INK, IVORY, PALE_GOLD
from bot.pictures.drawing.felt import Cloth, Lamp
from bot.pictures.drawing.lettering import measure
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.faces import Face
from bot.pictures.people import FacePlace, finish_faces, paint_face
from bot.pictures.scenes import PLACES, SEATS, Back, OpenTableScene, PlayerPanel, Side, TableScene

WIDTH, HEIGHT = 720, 512
_MARGIN = 30
# A player's things are placed around the first line. These are the places on the left; those on the right mirror them.
_PLAYER, _FACE_LINE = 118, 106
_FACE, _TO_PLAY, _LOST, _LAUREL = 116, 132, 104, 200
_CROWN, _DEALER = (74, 50), (171, 70)
_PILL, _PILL_LINE, _PILL_HIGH, _WORD = 128, 169, 42, 27
_SCORE, _SCORE_LINE, _SCORE_HIGH = 242, 106, 72
_NAME, _NAME_LINE, _ROOM, _NAME_ROOM = 33, 230, 178, 190
_COUNTER, _COUNTER_GAP, _COUNTERS_LINE, _MOST_COUNTERS = 20, 9, 258, 10
_CHIP, _AMOUNT, _STAKE_LINE = 36, 32, 310
_SEAT, _SEAT_STEP, _SEAT_LINE = 44, 40, 364
# While bets are open, seats and amounts are larger.
_LARGE_AMOUNT, _LARGE_STAKE_LINE, _LARGE_SEAT, _LARGE_STEP, _LARGE_SEAT_LINE = 40, 316, 58, 42, 392
_MORE = 30
_PACK, _PACK_PLACE, _COUNT = Pose(68), (319, 89), 48
_TURNED, _TURNED_PLACE = (72, 100), (365, 39)
_TRICK, _TRICK_LINE, _TRICK_PLACES, _GOLD = 158, 296, {Side.LEFT: 302, Side.RIGHT: 418}, 6
_LAST_TRICK = 144
_LEAN = {Side.LEFT: -4.0, Side.RIGHT: 4.0}
_BIG_PACK, _BIG_TURNED, _BIG_COUNT = Pose(146, -4.0), Pose(164, 4.0), 74
_BIG_PLACES = (292, 300), (422, 302)
_LONE_PACK = Pose(158)
_TAKEN, _TAKEN_TOP, _TAKEN_STEP, _TAKEN_GOLD = (56, 66), 420, 64, 3
_PUT_OUT = 50
_OPEN_ROW, _OPEN_CARD, _WHOLE, _WHOLE_STEP = 92, (58, 78), Pose(124), 137


def table_picture(scene: TableScene) -> Png:
    """Draws the table as everyone sees it. Equal scenes give equal bytes."""
    return _set_up(scene, HEIGHT).render()


def open_table_picture(scene: OpenTableScene) -> Png:
    """Draws the table, and below it the open hands. One open hand is drawn as whole cards, two as index cards (rank and
    suit only).

    Equal scenes give equal bytes.
    """
    hands = {Side.LEFT: scene.left_hand, Side.RIGHT: scene.right_hand}
    shown = {side: hand for side, hand in hands.items() if hand is not None}
    high = 0 if not shown else _OPEN_ROW if len(shown) == 2 else extent(_WHOLE)[1] + 24
    painting = _set_up(scene.table, HEIGHT + high)
    for side, hand in shown.items():
        for place, card in enumerate(hand):
            if card is None:
                continue
            if len(shown) == 1:
                x, y = WIDTH // 2 + (place - 2) * _WHOLE_STEP, HEIGHT + extent(_WHOLE)[1] // 2 - 4
                painting.lay_part(_around(_WHOLE, x, y), _paint_card, str(card), _WHOLE, x, y)
                continue
            step = _OPEN_CARD[0] + 6
            left = _MARGIN + place * step
            left = left if side is Side.LEFT else WIDTH - _MARGIN - _OPEN_CARD[0] - (PLACES - 1 - place) * step
            box = Box(left - 1, HEIGHT - 1, left + _OPEN_CARD[0] + 1, HEIGHT + _OPEN_CARD[1] + 1)
            painting.add_part(box, _paint_index, str(card), _OPEN_CARD, left, HEIGHT, 0)
    return painting.render()


def _set_up(scene: TableScene, height: int) -> Painting:
    panels = {Side.LEFT: scene.left, Side.RIGHT: scene.right}
    painting = Painting(Cloth(WIDTH, height, _lamp(scene)), scene.style)
    if scene.has_begun or scene.trick:
        _set_pack(painting, scene)
        _set_trick(painting, scene)
    else:
        _set_deal(painting, scene)
    faces: list[tuple[Face, FacePlace]] = []
    for side, panel in panels.items():
        faces += _set_player(painting, scene, side, panel)
    finish_faces(painting, faces)
    for side, panel in panels.items():
        _set_marks(painting, scene, side, panel)
    return painting


def _lamp(scene: TableScene) -> Lamp:
    """Returns the side of the light: on the player whose turn it is, and at the end on the winner."""
    for lamp, panel in ((Lamp.LEFT, scene.left), (Lamp.RIGHT, scene.right)):
        if panel.to_play or panel.won:
            return lamp
    return Lamp.MIDDLE


def _at(side: Side, x: int) -> int:
    return x if side is Side.LEFT else WIDTH - x


def _centred(side: Side, x: int, y: int, wide: int, high: int) -> Box:
    middle = _at(side, x)
    return Box(middle - wide // 2, y - high // 2, middle + wide // 2, y + high // 2)


def _around(pose: Pose, x: int, y: int) -> Box:
    """Returns the box of a card and its shadow."""
    wide, high = extent(pose)
    reach = SHADOW + 4
    return Box(x - wide // 2 - reach, y - high // 2 - reach, x + wide // 2 + reach, y + high // 2 + reach)


def _set_player(painting: Painting, scene: TableScene, side: Side, panel: PlayerPanel) -> list[tuple[Face, FacePlace]]:
    """Sets everything on a player's side. Returns the faces, which have to be finished."""
    x = _at(side, _PLAYER)
    place = FacePlace(x, _FACE_LINE, _FACE)
    if panel.to_play:
        place = FacePlace(x, _FACE_LINE, _TO_PLAY, 6, GOLD)
    elif panel.won is False:
        place = FacePlace(x, _FACE_LINE, _LOST, lost=True)
    won = panel.won is True
    reach = _LAUREL if won else _TO_PLAY
    box = _centred(side, _PLAYER, _FACE_LINE, reach, reach)
    painting.add_part(box, _paint_player, place, panel.face.ground, panel.face.court, won=won)
    faded = panel.won is False
    if panel.score is not None:
        score = Box(_at(side, _SCORE) - 24, 66, _at(side, _SCORE) + 24, 148)
        painting.add_part(score, _paint_score, _at(side, _SCORE), panel.score, faded=faded)
    painting.write_line(panel.name, _NAME, x, _NAME_LINE, _NAME_ROOM, FADED if faded else IVORY, align=0.5)
    if panel.score is not None and scene.points <= _MOST_COUNTERS:
        size, step = _counters(scene.points)
        box = _centred(side, _PLAYER, _COUNTERS_LINE, (scene.points - 1) * step + size + 2, 24)
        painting.add_part(box, _paint_counters, x, panel.score, scene.points)
    if panel.chips:
        _set_amount(painting, x, panel.chips, large=scene.backed)
    if not scene.has_begun and not scene.trick and panel.discarded:
        _set_discards(painting, side, panel.discarded, scene.back)
    for number, card in enumerate(panel.tricks):
        left = _MARGIN + number * _TAKEN_STEP
        left = left if side is Side.LEFT else WIDTH - left - _TAKEN[0]
        gold = _TAKEN_GOLD if side is scene.winner and number == len(panel.tricks) - 1 else 0
        box = Box(left - 4, _TAKEN_TOP - 4, left + _TAKEN[0] + 4, _TAKEN_TOP + _TAKEN[1] + 4)
        painting.lay_part(box, _paint_index, str(card), _TAKEN, left, _TAKEN_TOP, gold)
    return [(panel.face, place), *_set_seats(painting, x, panel.backers, large=scene.backed)]


def _set_amount(painting: Painting, x: int, amount: str, *, large: bool) -> None:
    size, middle = (_LARGE_AMOUNT, _LARGE_STAKE_LINE) if large else (_AMOUNT, _STAKE_LINE)
    chip = round(size * _CHIP / _AMOUNT)
    room = _ROOM - chip - 10
    wide = min(room, measure(amount, size))
    left = x - (chip + 10 + wide) // 2
    painting.lay(furniture.chip(chip), left, middle - chip // 2)
    painting.write_line(amount, size, left + chip + 10, middle + round(size * 0.36), room, PALE_GOLD)


def _set_seats(painting: Painting, x: int, backers: tuple[Face, ...], *, large: bool) -> list[tuple[Face, FacePlace]]:
    """Sets the faces of the backers. If there are too many, the last place shows how many more there are."""
    size, step, middle = (_LARGE_SEAT, _LARGE_STEP, _LARGE_SEAT_LINE) if large else (_SEAT, _SEAT_STEP, _SEAT_LINE)
    shown = backers if len(backers) <= SEATS else backers[: SEATS - 1]
    more = f"+{len(backers) - len(shown)}" if len(shown) < len(backers) else ""
    room = step + 16 if more else 0
    wide = (len(shown) - 1) * step + size + room
    first = x - wide // 2 + size // 2
    places = [FacePlace(first + number * step, middle, size, 2) for number in range(len(shown))]
    for face, place in zip(shown, places, strict=True):
        painting.lay_part(place.box, paint_face, place, face.ground, face.court)
    if more:
        left = first + (len(shown) - 1) * step + size // 2 + 8
        painting.write_line(more, _MORE, left, middle + 11, room, FADED, weight=PLAIN)
    return list(zip(shown, places, strict=True))


def _set_discards(painting: Painting, side: Side, number: int, back: Back) -> None:
    box = Box(_at(side, 0) if side is Side.LEFT else WIDTH - 150, 408, 150 if side is Side.LEFT else WIDTH, 500)
    box = Box(max(box.left, 16), box.top, min(box.right, WIDTH - 16), box.bottom)
    painting.add_part(box, _paint_discards, side, min(3, number), back)
    x = 60 + min(3, number) * 22 + 16
    align = 0.0 if side is Side.LEFT else 1.0
    painting.write_line(str(number), _MORE, _at(side, x), 463, 60, FADED, align=align, weight=PLAIN)


def _set_pack(painting: Painting, scene: TableScene) -> None:
    """Sets the pack at the side, with the card that made trumps as an index card."""
    trump = str(scene.turn_up or scene.trump or "")
    if scene.talon is not None:
        painting.add_part(_around(_PACK, *_PACK_PLACE), _paint_pack, _PACK, _PACK_PLACE, scene.back)
        _set_count(painting, scene.talon, _COUNT, *_PACK_PLACE)
    if trump:
        left = _TURNED_PLACE[0] if scene.talon is not None else (WIDTH - _TURNED[0]) // 2
        box = Box(left, _TURNED_PLACE[1], left + _TURNED[0], _TURNED_PLACE[1] + _TURNED[1])
        painting.add_part(box, _paint_index, trump, _TURNED, left, _TURNED_PLACE[1], 0)


def _set_count(painting: Painting, number: int, size: int, x: int, y: int) -> None:
    painting.lay_middle(furniture.roundel(size, painting.tones.night, GOLD), x, y)
    height = round(size * 0.62)
    painting.write_line(str(number), height, x, y + round(height * 0.36), size, IVORY, align=0.5)


def _set_deal(painting: Painting, scene: TableScene) -> None:
    """Sets the pack and the whole turn-up in the middle, or the pack alone."""
    if scene.talon is None:
        _set_pack(painting, scene)
    elif scene.turn_up is None:
        x, y = WIDTH // 2, _BIG_PLACES[0][1]
        painting.add_part(_around(_LONE_PACK, x, y), _paint_pile, x, y, scene.back)
        _set_count(painting, scene.talon, _BIG_COUNT, x, y)
    else:
        one, other = _around(_BIG_PACK, *_BIG_PLACES[0]), _around(_BIG_TURNED, *_BIG_PLACES[1])
        box = Box(one.left, min(one.top, other.top), other.right, max(one.bottom, other.bottom))
        painting.add_part(box, _paint_turning, str(scene.turn_up), scene.back)
        x = _BIG_PLACES[0][0] - 22
        _set_count(painting, scene.talon, _BIG_COUNT, x, _BIG_PLACES[0][1])


def _set_trick(painting: Painting, scene: TableScene) -> None:
    """Sets the cards of the trick. The card that took it is on top, edged in gold."""
    over = scene.left.won is not None
    wide = _LAST_TRICK if over else _TRICK
    played = {laid.side: str(laid.card) for laid in scene.trick}
    panels = {Side.LEFT: scene.left, Side.RIGHT: scene.right}
    whole = len(played) == len(Side) or (over and bool(played))
    order = sorted(Side, key=lambda side: (side in played, whole and side is scene.winner))
    for side in order:
        if side not in played and panels[side].to_play and played:
            pose = Pose(wide, _LEAN[side])
            x = _TRICK_PLACES[side]
            painting.lay_part(_around(pose, x, _TRICK_LINE), _paint_outline, pose, x)
    winner = scene.winner if whole else None
    if winner is not None and winner in played:
        # First with its shadow on the cloth. At the end without it, over the other card.
        _lay_played(painting, winner, played[winner], wide, won=True, shaded=True, alone=len(played) == 1)
    for side in order:
        if side in played:
            won = side is winner
            _lay_played(painting, side, played[side], wide, won=won, shaded=not won, alone=len(played) == 1 and over)


def _lay_played(painting: Painting, side: Side, card: str, wide: int, *, won: bool, shaded: bool, alone: bool) -> None:
    pose = Pose(wide, _LEAN[side], _GOLD if won else 0)
    x = WIDTH // 2 if alone and won else _TRICK_PLACES[side]
    painting.lay_part(_around(pose, x, _TRICK_LINE), _paint_card, card, pose, x, _TRICK_LINE, shaded=shaded)


def _set_marks(painting: Painting, scene: TableScene, side: Side, panel: PlayerPanel) -> None:
    """Sets the signs on a face: the crown, the dealer's button, the one word."""
    out = 4 if panel.to_play else 0
    if panel.king:
        crown = furniture.crown(tilt=-16 if side is Side.LEFT else 16)
        painting.lay_middle(crown, _at(side, _CROWN[0] - out), _CROWN[1] - out)
    if panel.dealer and panel.won is None:
        painting.lay_middle(furniture.dealer_button(), _at(side, _DEALER[0] + out), _DEALER[1] - out)
    if panel.to_play and scene.pill:
        wide = min(_ROOM, max(_PILL, measure(scene.pill, _WORD) + 44))
        x = _at(side, _PLAYER)
        painting.lay_middle(furniture.pill(wide, _PILL_HIGH, painting.tones.night), x, _PILL_LINE)
        painting.write_line(scene.pill, _WORD, x, _PILL_LINE + 9, wide - 20, INK, align=0.5)


def _paint_player(canvas: Canvas, place: FacePlace, ground: int, court: str, *, won: bool) -> None:
    if won:
        canvas.lay_middle(furniture.laurel(_LAUREL), place.x, place.y)
    paint_face(canvas, place, ground, court)


def _paint_score(canvas: Canvas, x: int, score: int, *, faded: bool) -> None:
    text = str(score)
    high = _SCORE_HIGH if len(text) == 1 else 44
    canvas.lay_middle(furniture.figures(text, high, FADED if faded else IVORY), x, _SCORE_LINE)


def _paint_counters(canvas: Canvas, x: int, score: int, points: int) -> None:
    size, step = _counters(points)
    left = x - ((points - 1) * step + size) // 2
    for number in range(points):
        drawn = furniture.counter(size, GOLD, FADED, marked=number < score)
        canvas.lay(drawn, left + number * step, _COUNTERS_LINE - size // 2)


def _counters(points: int) -> tuple[int, int]:
    """Returns the width of a counter, and the distance to the next one."""
    size = min(_COUNTER, _ROOM // points - 2)
    return size, size + min(_COUNTER_GAP, (_ROOM - points * size) // max(1, points - 1))


def _paint_discards(canvas: Canvas, side: Side, number: int, back: Back) -> None:
    for place in range(number):
        x = 60 + place * 22
        lean = (place - (number - 1) / 2) * 6
        pose = Pose(_PUT_OUT, lean if side is Side.LEFT else -lean)
        canvas.lay_back(back, pose, _at(side, x), 452)


def _paint_pack(canvas: Canvas, pose: Pose, place: tuple[int, int], back: Back) -> None:
    canvas.lay_back(back, pose, *place)


def _paint_pile(canvas: Canvas, x: int, y: int, back: Back) -> None:
    for layer in (4, 0, -4):
        canvas.lay_back(back, _LONE_PACK, x + layer // 2, y + layer)


def _paint_turning(canvas: Canvas, card: str, back: Back) -> None:
    for layer in (2, 0):
        canvas.lay_back(back, _BIG_PACK, _BIG_PLACES[0][0] + layer // 2, _BIG_PLACES[0][1] + layer)
    canvas.lay_card(card, _BIG_TURNED, *_BIG_PLACES[1])


def _paint_outline(canvas: Canvas, pose: Pose, x: int) -> None:
    canvas.lay_middle(furniture.outline(pose), x, _TRICK_LINE)


def _paint_card(canvas: Canvas, card: str, pose: Pose, x: int, y: int, *, shaded: bool = True) -> None:
    canvas.lay_card(card, pose, x, y, shaded=shaded)


def _paint_index(canvas: Canvas, card: str, size: tuple[int, int], left: int, top: int, gold: int) -> None:
    canvas.lay_index(card, size, left, top, gold=gold)
