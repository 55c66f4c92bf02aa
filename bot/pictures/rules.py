"""The picture beside the rules: the order of the cards, and a few tricks."""

from __future__ import annotations

from functools import lru_cache

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import NARROW, SMALL, height_of
from bot.pictures.drawing.colours import IVORY, PALE_GOLD
from bot.pictures.drawing.painting import Box, Cloth, Painting, Png
from bot.pictures.scenes import RulesScene, SampleTrick
from ecarte.game import Card, Suit

WIDTH, HEIGHT = 900, 616
_CLOTH = Cloth(WIDTH, HEIGHT)
_MARGIN = 30
_ORDER_TOP, _TRUMP_LINE, _TRICKS_TOP = 84, 332, 364


# A few languages and styles: each is drawn once, and encoded with patience.
@lru_cache(maxsize=16)
def rules_picture(scene: RulesScene) -> Png:
    """Draws the page. Equal scenes give equal bytes."""
    painting = Painting(_CLOTH, scene.style)
    inner = _MARGIN - 8, WIDTH - _MARGIN + 8
    painting.add_part(Box(inner[0], 20, inner[1], 270), _paint_order, scene.order_caption, scene.order)
    painting.add_part(Box(inner[0], 280, inner[1], _TRICKS_TOP - 12), _paint_trump, scene.trump_caption, scene.trump)
    share = (inner[1] - inner[0]) // len(scene.tricks)
    for index, trick in enumerate(scene.tricks):
        left = inner[0] + index * share
        painting.add_part(Box(left, _TRICKS_TOP - 10, left + share, HEIGHT - 12), _paint_trick, left, share, trick)
    return painting.render(smallest=True)


def _paint_order(canvas: Canvas, caption: str, order: tuple[Card, ...]) -> None:
    canvas.write_line(caption, 36, WIDTH // 2, 62, WIDTH - 2 * _MARGIN, PALE_GOLD, align=0.5)
    step = (WIDTH - 2 * _MARGIN - NARROW) / max(1, len(order) - 1)
    for index, card in enumerate(order):
        canvas.lay_card(str(card), NARROW, _MARGIN + round(index * step), _ORDER_TOP)
    canvas.lay(furniture.wedge(), 38, _ORDER_TOP + height_of(NARROW) + 16)


def _paint_trump(canvas: Canvas, caption: str, trump: Suit) -> None:
    sign = furniture.medallion(str(trump), canvas.style.deck, 60)
    width = canvas.write_line(caption, 34, WIDTH // 2 - 38, _TRUMP_LINE, 700, PALE_GOLD, align=0.5)
    canvas.lay(sign, WIDTH // 2 - 38 + width // 2 + 16, _TRUMP_LINE - 42)


def _paint_trick(canvas: Canvas, left: int, share: int, trick: SampleTrick) -> None:
    middle = left + share // 2
    canvas.lay_card(str(trick.lead), SMALL, middle - SMALL - 9, _TRICKS_TOP, won=not trick.reply_wins)
    canvas.lay_card(str(trick.reply), SMALL, middle + 9, _TRICKS_TOP, won=trick.reply_wins)
    canvas.write_paragraph(trick.caption, 27, middle, _TRICKS_TOP + height_of(SMALL) + 38, share - 12, 2, IVORY)
