"""The sheets of everything in the pictures, from which their palettes are made: `python -m tests.support.palette`.

Writes `bot/pictures/drawing/palettes.py`. Run by hand when a drawing has changed: it takes two seconds.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from PIL import Image

from bot.pictures.drawing import furniture, palettes
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import SMALL, colours, height_of
from bot.pictures.drawing.colours import GOLD, GOLD_DARK, IVORY, PALE_GOLD, TONES
from bot.pictures.drawing.felt import felt
from bot.pictures.drawing.palette import FELTS
from bot.pictures.scenes import Back, Deck, Felt, Indices, Style

MODULE = Path(palettes.__file__)
_COLOURS, _BACK = 208, 144
_HEAD = '''"""The colours of all pictures on each cloth: its shades, the flat colours, what is nearest to the others.

Three levels each. Made by `python -m tests.support.palette`.
"""

from __future__ import annotations

from bot.pictures.scenes import Felt

PALETTES = {
'''


def palette(cloth: Felt) -> bytes:
    """The levels of red, green and blue: the cloth, the flat colours, and those nearest to the rest of the sheet."""
    flat = [*FELTS[cloth], *dict.fromkeys((*colours(), *furniture.colours(TONES[cloth])))]
    rest = _sheet(cloth).quantize(_COLOURS - len(flat), Image.Quantize.MEDIANCUT).getpalette() or []
    return bytes([level for colour in flat for level in colour] + rest)[: 3 * _COLOURS]


def _sheet(cloth: Felt) -> Image.Image:
    """Every court, the other inks, bright and dimmed, and all the furniture."""
    courts = [rank + suit for suit in "SHDC" for rank in "KQJ"]
    step, row = SMALL + 8, height_of(SMALL) + 8
    sheet = felt(6 * step, 7 * row, cloth=cloth).copy()
    canvas = Canvas(sheet, 0, 0, Style(felt=cloth))
    for index, card in enumerate(courts):
        canvas.lay_card(card, SMALL, index % 6 * step, index // 6 * row)
        canvas.lay_card(card, SMALL, index % 6 * step, (index // 6 + 2) * row, dimmed=True)
    four = Canvas(sheet, 0, 0, Style(Deck.FOUR_COLOURS, Indices.FRENCH, cloth))
    for index, other in enumerate(("KS", "QD", "7D", "7C", "7H")):
        four.lay_card(other, SMALL, index * step, 4 * row)
        four.lay_card(other, SMALL, index * step, 5 * row, dimmed=True)
    for line in (4, 5):
        canvas.lay_back(Back.ROYAL, SMALL, 5 * step, line * row)
    canvas.lay(furniture.veil(SMALL, TONES[cloth]), 5 * step, 5 * row)
    canvas.lay_back(Back.BURGUNDY, _BACK, 0, 6 * row)
    for index, piece in enumerate(_pieces(cloth)):
        canvas.lay(piece, 160 + index % 7 * 62, 6 * row + index // 7 * 62)
    canvas.write_line("Écarté", 60, 160, 7 * row - 20, 300, IVORY)
    canvas.write_line("Écarté", 60, 400, 7 * row - 20, 300, PALE_GOLD)
    return sheet


def _pieces(cloth: Felt) -> tuple[Image.Image, ...]:
    return (
        furniture.counter(TONES[cloth], marked=True),
        furniture.counter(TONES[cloth], marked=False),
        furniture.dealer_button(),
        furniture.crown(),
        furniture.pointer(),
        furniture.cross(),
        furniture.roundel(44, GOLD, GOLD_DARK),
        furniture.plaque(60, 60, TONES[cloth], lit=True),
        furniture.plaque(60, 60, TONES[cloth], lit=False),
        furniture.ribbon(200, 60),
        furniture.chips(636),
    )


def module_text() -> str:
    """The module of all palettes."""
    parts = []
    for cloth in Felt:
        lines = "".join(f"        {line}\n" for line in textwrap.wrap(palette(cloth).hex(), 108))
        parts.append(f'    {cloth}: bytes.fromhex(\n        """\n{lines}        """\n    ),\n')
    return f"{_HEAD}{''.join(parts)}}}\n"


if __name__ == "__main__":
    MODULE.write_text(module_text(), encoding="utf-8")
