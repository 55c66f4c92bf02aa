"""The picture of the table as all see it; and of a finished game, with one hand or both open.

At 360 pixels, a phone's column, names are 17 high, the cards of the trick 64 wide, and those of an open hand 39.
"""

from __future__ import annotations

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import NARROW, SMALL, TINY, height_of
from bot.pictures.drawing.colours import GOLD, IVORY, PALE_GOLD
from bot.pictures.drawing.painting import Box, Cloth, Painting, Png
from bot.pictures.scenes import PLACES, Back, OpenTableScene, PlayerPanel, Side, TableScene
from ecarte.game import Card, Suit

WIDTH, HEIGHT = 900, 600
_CLOTH = Cloth(WIDTH, HEIGHT, emblem=True)
_MARGIN, _PLAQUE = 24, 84
# Between the plaques.
_TOP = 116
# Between a plaque and the middle of an open table lies a row with a hand.
_ROW = height_of(NARROW) + 20
_OPEN_HEIGHT = HEIGHT + 2 * _ROW
_OPEN_CLOTH = Cloth(WIDTH, _OPEN_HEIGHT, emblem=True)
_LEFT, _RIGHT = 30, 870
_STEP = NARROW + 18
_COUNTERS = 5
# A plaque is two parts: names are many, and the score beside them is one of a few.
_SCORE_LEFT = 568
_TRICK, _TRICK_HIGH = 160, height_of(160)
_TRICK_LEFT = {Side.TOP: 276, Side.BOTTOM: 460}
# How far the card that took the trick lies above its place.
_LIFT = 16
# A trick taken, beside the name: a card on its side, and how many.
_TAKEN, _TAKEN_LEFT = 34, 466
_SIGN, _SIGN_MIDDLE = 150, 758
_RIBBON = 84
_MOST = 60_000
"""The bytes that a table should have at most."""


def table_picture(scene: TableScene) -> Png:
    """Draws the table; a banner takes the place of the lower hand. Equal scenes give equal bytes."""
    painting = Painting(_CLOTH, scene.style)
    _set_plaques(painting, scene, HEIGHT)
    for side, panel in ((Side.TOP, scene.top), (Side.BOTTOM, scene.bottom)):
        edge = _TOP if side is Side.TOP else HEIGHT - _TOP
        if panel.hand and (side is Side.TOP or scene.banner is None):
            top = edge if side is Side.TOP else edge - height_of(TINY)
            box = Box(_LEFT - 5, top - 5, 250, top + height_of(TINY) + 8)
            painting.add_part(box, _paint_hand, top, panel.hand, scene.back)
    _set_middle(painting, scene, _TOP, HEIGHT - _TOP)
    return painting.render(most=_MOST)


def open_table_picture(scene: OpenTableScene) -> Png:
    """Draws the table with a row for each hand: five places if open, else backs. Equal scenes give equal bytes."""
    table = scene.table
    painting = Painting(_OPEN_CLOTH, table.style)
    _set_plaques(painting, table, _OPEN_HEIGHT)
    high = height_of(NARROW)
    for side, panel, hand in ((Side.TOP, table.top, scene.top_hand), (Side.BOTTOM, table.bottom, scene.bottom_hand)):
        edge = _TOP if side is Side.TOP else _OPEN_HEIGHT - _TOP
        top = edge if side is Side.TOP else edge - high
        for place in range(PLACES):
            left = _LEFT + place * _STEP
            box = Box(left - 7, top - 7, left + NARROW + 9, top + high + 9)
            if hand is not None:
                painting.add_part(box, _paint_open, left, top, hand[place])
            elif place < panel.hand:
                painting.add_part(box, _paint_back, left, top, table.back)
    _set_middle(painting, table, _TOP + _ROW, _OPEN_HEIGHT - _TOP - _ROW)
    return painting.render()


def _set_plaques(painting: Painting, scene: TableScene, height: int) -> None:
    for side, panel in ((Side.TOP, scene.top), (Side.BOTTOM, scene.bottom)):
        top = 22 if side is Side.TOP else height - 22 - _PLAQUE
        place = Box(_MARGIN, top, _SCORE_LEFT, top + _PLAQUE)
        painting.add_part(place, _paint_plaque, top, scene.back, to_act=panel.to_act, tricks=panel.tricks)
        _set_name(painting, top + _PLAQUE // 2, panel)
        score = Box(_SCORE_LEFT, top, WIDTH - _MARGIN, top + _PLAQUE)
        painting.add_part(score, _paint_score, top, panel.score, to_act=panel.to_act)


def _set_middle(painting: Painting, scene: TableScene, top: int, bottom: int) -> None:
    """Sets what lies between the hands, from `top` to `bottom`: a ribbon is laid below it, the trick stays."""
    if scene.banner is not None:
        high = bottom - _RIBBON
        painting.add_part(Box(_MARGIN, high, WIDTH - _MARGIN, bottom), _paint_ribbon, high)
        # Every player has seven results: kept, they would take 10 MB more of an evening at 40 tables.
        painting.write_line(scene.banner, 44, WIDTH // 2, high + 50, WIDTH - 200, PALE_GOLD, align=0.5, kept=False)
    middle = (top + bottom) // 2
    pile = (top + bottom - height_of(SMALL)) // 2
    row = pile - 8, pile + height_of(SMALL) + 12
    if scene.talon is not None:
        box = Box(_LEFT - 5, row[0], _LEFT + SMALL + 7, row[1])
        painting.add_part(box, _paint_talon, pile, middle, scene.talon, scene.back)
    if scene.turn_up is not None:
        left = _LEFT + SMALL + 8
        painting.add_part(Box(left - 1, row[0], left + SMALL + 5, row[1]), _paint_turn_up, left, pile, scene.turn_up)
    if scene.trump is not None:
        left, high = _SIGN_MIDDLE - _SIGN // 2, middle - _SIGN // 2
        painting.add_part(Box(left, high, left + _SIGN, high + _SIGN), _paint_trump, left, high, scene.trump)
    for side in Side if scene.trick else ():
        played = [(number, laid.card) for number, laid in enumerate(scene.trick, 1) if laid.side is side]
        number, card = played[0] if played else (0, None)
        left, won = _TRICK_LEFT[side], side is scene.winner
        lies = top + _LIFT if side is Side.TOP or scene.banner is not None else bottom - _TRICK_HIGH - _LIFT
        lies -= _LIFT - 6 if won else 0
        place = Box(left - 8, lies - 10, left + _TRICK + 8, lies + _TRICK_HIGH + 10)
        painting.add_part(place, _paint_played, left, lies, card, won=won)
        if number and scene.banner is None:
            x, y = left + _TRICK // 2, lies + _TRICK_HIGH + 36 if side is Side.TOP else lies - 34
            painting.add_part(Box(x - 24, y - 24, x + 24, y + 24), _paint_number, x, y, number)


def _set_name(painting: Painting, middle: int, panel: PlayerPanel) -> None:
    x = _MARGIN + 56
    room = 480 - (60 if panel.dealer else 0) - (72 if panel.king else 0) - (100 if panel.tricks else 0)
    x += painting.write_line(panel.name, 44, x, middle + 15, room, PALE_GOLD if panel.to_act else IVORY) + 14
    if panel.dealer:
        painting.lay(furniture.dealer_button(), x, middle - 24)
        x += 62
    if panel.king:
        painting.lay(furniture.crown(), x, middle - 25)


def _paint_plaque(canvas: Canvas, top: int, back: Back, *, to_act: bool, tricks: int) -> None:
    canvas.lay(furniture.plaque(WIDTH - 2 * _MARGIN, _PLAQUE, canvas.tones, lit=to_act), _MARGIN, top)
    middle = top + _PLAQUE // 2
    if to_act:
        canvas.lay(furniture.pointer(), _MARGIN + 16, middle - 20)
    if tricks:
        canvas.lay_packet(back, _TAKEN, _TAKEN_LEFT, middle - _TAKEN // 2)
        canvas.write_line(str(tricks), 44, _TAKEN_LEFT + height_of(_TAKEN) + 12, middle + 15, 40, PALE_GOLD)


def _paint_score(canvas: Canvas, top: int, score: int, *, to_act: bool) -> None:
    canvas.lay(furniture.plaque(WIDTH - 2 * _MARGIN, _PLAQUE, canvas.tones, lit=to_act), _MARGIN, top)
    middle = top + _PLAQUE // 2
    for number in range(_COUNTERS):
        canvas.lay(furniture.counter(canvas.tones, marked=number < score), 576 + number * 44, middle - 19)
    canvas.write_line(str(score), 64, 834, middle + 23, 80, PALE_GOLD, align=0.5)


def _paint_hand(canvas: Canvas, top: int, cards: int, back: Back) -> None:
    for number in range(cards):
        canvas.lay_back(back, TINY, _LEFT + number * 38, top)


def _paint_open(canvas: Canvas, left: int, top: int, card: Card | None) -> None:
    if card is None:
        canvas.lay(furniture.slot(NARROW), left, top)
    else:
        canvas.lay_card(str(card), NARROW, left, top)


def _paint_back(canvas: Canvas, left: int, top: int, back: Back) -> None:
    canvas.lay_back(back, NARROW, left, top)


def _paint_talon(canvas: Canvas, top: int, middle: int, cards: int, back: Back) -> None:
    if cards == 0:
        canvas.lay(furniture.slot(SMALL), _LEFT, top)
    for layer in range(min(3, cards)):
        canvas.lay_back(back, SMALL, _LEFT + 2 * layer - 2, top + 4 - 2 * layer)
    canvas.lay_number(str(cards), 60, _LEFT + SMALL // 2, middle, canvas.tones.night, GOLD, IVORY)


def _paint_turn_up(canvas: Canvas, left: int, top: int, card: Card) -> None:
    canvas.lay_card(str(card), SMALL, left, top)


def _paint_trump(canvas: Canvas, left: int, top: int, trump: Suit) -> None:
    canvas.lay(furniture.medallion(str(trump), canvas.style.deck, _SIGN), left, top)


def _paint_played(canvas: Canvas, left: int, top: int, card: Card | None, *, won: bool) -> None:
    if card is None:
        canvas.lay(furniture.slot(_TRICK), left, top)
    else:
        canvas.lay_card(str(card), _TRICK, left, top, won=won)


def _paint_number(canvas: Canvas, x: int, y: int, number: int) -> None:
    canvas.lay_number(str(number), 44, x, y, canvas.tones.night, GOLD, IVORY)


def _paint_ribbon(canvas: Canvas, top: int) -> None:
    canvas.lay(furniture.ribbon(WIDTH - 2 * _MARGIN, _RIBBON), _MARGIN, top)
