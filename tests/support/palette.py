"""The sheets of everything in the pictures, from which their palettes are made: `python -m tests.support.palette`.

Writes `bot/pictures/drawing/palettes.py`. Run by hand when a drawing has changed: it takes two seconds.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from PIL import Image

from bot.pictures.drawing import furniture, palettes
from bot.pictures.drawing.canvas import Canvas
from bot.pictures.drawing.cards import Pose, colours, extent
from bot.pictures.drawing.colours import BRASS, FADED, GOLD, GROUNDS, IVORY, PALE_GOLD, TONES
from bot.pictures.drawing.felt import Cloth, felt
from bot.pictures.drawing.palette import FELTS
from bot.pictures.scenes import Back, Deck, Felt, Indices, Style

MODULE = Path(palettes.__file__)
_COLOURS, _SMALL = 208, 108
_HEAD = '''"""The colours of all pictures on each cloth: its shades, the flat colours, and the best fit for all others.

Each colour has three levels: red, green, blue. `python -m tests.support.palette` writes this module.
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
    pose = Pose(_SMALL)
    high = extent(pose)[1] + 8
    step, row = _SMALL + 12, high + 4
    sheet = felt(Cloth(6 * step, 9 * row), cloth).copy()
    canvas = Canvas(sheet, 0, 0, Style(felt=cloth))

    def at(index: int, line: int) -> tuple[int, int]:
        return index % 6 * step + step // 2, (index // 6 + line) * row + row // 2

    for index, card in enumerate(courts):
        canvas.lay_card(card, pose, *at(index, 0))
        canvas.lay_card(card, pose, *at(index, 2), dimmed=True)
    four = Canvas(sheet, 0, 0, Style(Deck.FOUR_COLOURS, Indices.FRENCH, cloth))
    for index, other in enumerate(("KS", "QD", "7D", "7C", "7H")):
        four.lay_card(other, pose, *at(index, 4))
        four.lay_card(other, pose, *at(index, 5), dimmed=True)
        four.lay_index(other, (56, 66), index * step, 6 * row)
        canvas.lay_index(other, (56, 66), index * step + 60, 6 * row)
    for line, back in ((4, Back.ROYAL), (5, Back.BURGUNDY)):
        canvas.lay_back(back, pose, *at(5, line))
    for index, piece in enumerate(_pieces(cloth)):
        canvas.lay(piece, 8 + index % 9 * 74, 7 * row + index // 9 * 74)
    for index, court in enumerate(("JC", "JD", "JH", "QH", "KS")):
        canvas.lay(furniture.portrait(court, 70), 8 + index * 74, 8 * row + 20)
    canvas.lay(furniture.portrait("QH", 70, lost=True), 8 + 5 * 74, 8 * row + 20)
    canvas.write_line("Écarté", 50, 480, 8 * row + 50, 300, IVORY)
    canvas.write_line("Écarté", 50, 480, 8 * row + 110, 300, PALE_GOLD)
    return sheet


def _pieces(cloth: Felt) -> tuple[Image.Image, ...]:
    tones = TONES[cloth]
    return (
        furniture.counter(20, GOLD, FADED, marked=True),
        furniture.counter(20, GOLD, FADED, marked=False),
        furniture.dealer_button(),
        furniture.crown(),
        furniture.crown(tilt=16),
        furniture.cross(),
        furniture.chip(60),
        furniture.roundel(44, GOLD, BRASS),
        furniture.roundel(48, tones.night, GOLD),
        furniture.pill(72, 42, tones.night),
        furniture.laurel(72),
        furniture.laurel(72, BRASS),
        *(furniture.ring(60, 3, BRASS, ground) for ground in GROUNDS[::4]),
        furniture.ring(72, 6, GOLD, GROUNDS[1]),
        furniture.figures("5", 72, IVORY),
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
