"""The picture on the pages of the rules: the order of the cards, and one to three sample tricks."""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import Pose, ink_of
from bot.pictures.drawing.colours import IVORY
from bot.pictures.drawing.felt import Cloth
from bot.pictures.drawing.painting import Box, Painting, Png
from bot.pictures.scenes import RulesScene, SampleTrick
from ecarte.game import Card, Suit

WIDTH, HEIGHT = 720, 620
_CLOTH = Cloth(WIDTH, HEIGHT)
_MARGIN = 30
_ORDER, _ORDER_TOP, _WEDGE_LINE = (72, 100), 92, 214
_TRUMP_LINE, _TRICKS_LINE = 294, 420
_TRICK, _GOLD, _APART = 104, 5, 44
_CAPTION, _SMALL = 32, 27


# There are few languages and styles, so each is drawn once, and encoded with patience.
@lru_cache(maxsize=16)
def rules_picture(scene: RulesScene) -> Png:
    """Draws the picture of a page of the rules. Equal scenes give equal bytes."""
    painting = Painting(_CLOTH, scene.style)
    inner = 18, WIDTH - 18
    painting.add_part(Box(inner[0], 20, inner[1], 250), _paint_order, scene.order_caption, scene.order)
    painting.add_part(Box(inner[0], 252, inner[1], 316), _paint_trump, scene.trump_caption, scene.trump)
    share = (inner[1] - inner[0]) // len(scene.tricks)
    for index, trick in enumerate(scene.tricks):
        left = inner[0] + index * share
        painting.add_part(Box(left, 318, left + share, HEIGHT - 14), _paint_trick, left, share, trick)
    return painting.render(smallest=True)


def _paint_order(canvas: Canvas, caption: str, order: tuple[Card, ...]) -> None:
    canvas.write_line(caption, _CAPTION, WIDTH // 2, 60, WIDTH - 2 * _MARGIN - 20, IVORY, align=0.5)
    step = (WIDTH - 2 * _MARGIN - _ORDER[0]) / max(1, len(order) - 1)
    for index, card in enumerate(order):
        canvas.lay_index(str(card), _ORDER, _MARGIN + round(index * step), _ORDER_TOP)
    canvas.lay(furniture.wedge(WIDTH - 2 * _MARGIN), _MARGIN, _WEDGE_LINE)


def _paint_trump(canvas: Canvas, caption: str, trump: Suit) -> None:
    drawn = furniture.suit_sign(str(trump), 52, ink_of(str(trump), canvas.style.deck))
    room = WIDTH - 2 * _MARGIN - 80
    width = canvas.write_line(caption, _CAPTION, WIDTH // 2 - 34, _TRUMP_LINE, room, IVORY, align=0.5)
    canvas.lay(drawn, WIDTH // 2 - 34 + width // 2 + 14, _TRUMP_LINE - 37)


def _paint_trick(canvas: Canvas, left: int, share: int, trick: SampleTrick) -> None:
    middle = left + share // 2
    cards = [(str(trick.lead), -1, not trick.reply_wins), (str(trick.reply), 1, trick.reply_wins)]
    # The card that takes the trick is on top.
    for card, side, won in sorted(cards, key=lambda each: each[2]):
        pose = Pose(_TRICK, side * 4.0, _GOLD if won else 0)
        canvas.lay_card(card, pose, middle + side * _APART, _TRICKS_LINE)
    canvas.write_paragraph(trick.caption, _SMALL, middle, _TRICKS_LINE + 112, share - 12, 2, IVORY)
