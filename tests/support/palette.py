"""The sheet of everything in the pictures, from which their palette is made: `python -m tests.support.palette`.

Prints the text of `PALETTE`. It is made by hand, when a drawing has changed: it takes half a second.
"""

from __future__ import annotations

import textwrap

from PIL import Image

from bot.pictures.drawing import furniture
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import HAND, SMALL, colours, height_of
from bot.pictures.drawing.colours import GOLD, GOLD_DARK, IVORY, PALE_GOLD
from bot.pictures.drawing.felt import felt
from bot.pictures.drawing.palette import FELT
from bot.pictures.scenes import Back, Deck, Indices, Style

_COLOURS = 208


def palette() -> bytes:
    """The levels of red, green and blue: FELT, the flat colours, and those nearest to the rest of the sheet."""
    flat = [*FELT, *dict.fromkeys((*colours(), *furniture.COLOURS))]
    rest = _sheet().quantize(_COLOURS - len(flat), Image.Quantize.MEDIANCUT).getpalette() or []
    return bytes([level for colour in flat for level in colour] + rest)[: 3 * _COLOURS]


def _sheet() -> Image.Image:
    """Every court, the other inks, bright and dimmed, and all the furniture."""
    courts = [rank + suit for suit in "SHDC" for rank in "KQJ"]
    step, row = SMALL + 8, height_of(SMALL) + 8
    sheet = felt(6 * step, 7 * row).copy()
    canvas = Canvas(sheet, 0, 0, Style())
    for index, card in enumerate(courts):
        canvas.card(card, SMALL, index % 6 * step, index // 6 * row)
        canvas.card(card, SMALL, index % 6 * step, (index // 6 + 2) * row, dimmed=True)
    four = Canvas(sheet, 0, 0, Style(Deck.FOUR_COLOURS, Indices.FRENCH, Back.ROYAL))
    for index, other in enumerate(("KS", "QD", "7D", "7C", "7H", None)):
        four.card(other, SMALL, index * step, 4 * row)
        four.card(other, SMALL, index * step, 5 * row, dimmed=True)
    canvas.card(None, HAND, 0, 6 * row)
    for index, piece in enumerate(_pieces()):
        canvas.lay(piece, 160 + index % 7 * 62, 6 * row + index // 7 * 62)
    canvas.words("Écarté", 60, 160, 7 * row - 20, 300, IVORY)
    canvas.words("Écarté", 60, 400, 7 * row - 20, 300, PALE_GOLD)
    return sheet


def _pieces() -> tuple[Image.Image, ...]:
    return (
        furniture.counter(marked=True),
        furniture.counter(marked=False),
        furniture.dealer_button(),
        furniture.crown(),
        furniture.pointer(),
        furniture.cross(),
        furniture.roundel(44, GOLD, GOLD_DARK),
        furniture.plaque(60, 60, lit=True),
        furniture.plaque(60, 60, lit=False),
        furniture.ribbon(200, 60),
        furniture.chips(636),
    )


if __name__ == "__main__":
    print(*textwrap.wrap(palette().hex(), 108), sep="\n")
