"""What lies on the cloth beside the cards: plaques, counters, the dealer's button, the crown, medallions, the ribbon.

All are images of mode "RGBA", drawn once and shared: not to be drawn on.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

from bot.pictures.drawing.cards import height_of, ink_of, mask_of
from bot.pictures.drawing.colours import BURGUNDY, GOLD, GOLD_DARK, IVORY, NIGHT, PALE_GOLD, Rgb, between
from bot.pictures.drawing.marks import draw_index, draw_suit, index_width
from bot.pictures.drawing.pen import Pen
from bot.pictures.scenes import Deck

CLEAR = (0, 0, 0, 0)
# The cloth of a plaque, and of its owner's while they are to act.
PLAQUE: Rgb = (10, 44, 32)
PLAQUE_LIT: Rgb = (34, 66, 40)
COLOURS = (
    *(GOLD, GOLD_DARK, NIGHT, BURGUNDY, PALE_GOLD, PLAQUE, PLAQUE_LIT),
    *between(PLAQUE, IVORY, 5),
    *between(PLAQUE_LIT, PALE_GOLD, 5),
    *between(BURGUNDY, PALE_GOLD, 3),
)
# How far a card's shadow reaches on every side and falls below; the width of the winner's gold.
SHADOW_REACH, SHADOW_DROP = 5, 3
HALO = 7


def _pen(width: float, height: float) -> Pen:
    return Pen(width, height, 1, mode="RGBA", ground=CLEAR)


@lru_cache(maxsize=8)
def plaque(width: int, height: int, *, lit: bool) -> Image.Image:
    """The plate with a name; `lit` while its owner is to act."""
    pen = _pen(width, height)
    edge, inner, line = (GOLD, PLAQUE_LIT, 4.0) if lit else (GOLD_DARK, PLAQUE, 1.5)
    pen.box(0, 0, width, height, edge, radius=16)
    pen.box(line, line, width - 2 * line, height - 2 * line, inner, radius=16 - line)
    return pen.done()


@lru_cache(maxsize=16)
def plate(width: int, height: int, *, lit: bool) -> Image.Image:
    """The plate of a match in a tournament; `lit` while it is played."""
    pen = _pen(width, height)
    pen.box(0, 0, width, height, GOLD if lit else GOLD_DARK, radius=10)
    line = 2.5 if lit else 1.2
    pen.box(line, line, width - 2 * line, height - 2 * line, PLAQUE_LIT if lit else PLAQUE, radius=10 - line)
    pen.box(12, height / 2 - 0.5, width - 24, 1, GOLD_DARK)
    return pen.done()


@lru_cache(maxsize=16)
def fork(width: int, height: int) -> Image.Image:
    """The lines from two matches to the one that their winners reach, left to right."""
    pen = _pen(width, height)
    top, bottom, middle = 2, height - 2, height / 2
    pen.stroke(f"M 0 {top} H {width / 2} V {bottom} H 0", GOLD_DARK, 2)
    pen.stroke(f"M {width / 2} {middle} H {width}", GOLD_DARK, 2)
    return pen.done()


@lru_cache(maxsize=64)
def bar(width: int, share: float) -> Image.Image:
    """A bar, 10 pixels high, of which a share is filled."""
    pen = _pen(width, 10)
    pen.box(0, 0, width, 10, GOLD_DARK, radius=5)
    pen.box(1, 1, width - 2, 8, NIGHT, radius=4)
    if share > 0:
        pen.box(1, 1, max(8.0, (width - 2) * share), 8, GOLD, radius=4)
    return pen.done()


@lru_cache(maxsize=2)
def counter(*, marked: bool) -> Image.Image:
    """One of the five counters of the score, 38 pixels wide: gold if marked, else an empty setting."""
    pen = _pen(38, 38)
    if not marked:
        pen.dot(19, 19, 16, (*IVORY, 90))
        pen.dot(19, 19, 13.6, (*NIGHT, 255))
        return pen.done()
    pen.dot(19, 19, 18.5, GOLD_DARK)
    pen.dot(19, 19, 17, GOLD)
    pen.dot(19, 19, 13, GOLD_DARK)
    pen.dot(19, 19, 11.8, PALE_GOLD)
    draw_suit(pen, "D", 19, 19, 13, GOLD_DARK)
    return pen.done()


CHIP, CHIP_HIGH, CHIP_STEP = 78, 42, 11
"""A chip seen from the side: how wide and high it is, and how much higher the next one of a stack lies."""
_CHIPS: dict[int, tuple[Rgb, Rgb]] = {
    1: (IVORY, GOLD_DARK),
    5: (BURGUNDY, PALE_GOLD),
    25: (PLAQUE_LIT, PALE_GOLD),
    100: (NIGHT, GOLD),
    500: (GOLD, NIGHT),
}
CHIP_VALUES = tuple(sorted(_CHIPS, reverse=True))


@lru_cache(maxsize=8)
def chip(value: int) -> Image.Image:
    """One chip, CHIP pixels wide: ivory 1, burgundy 5, green 25, black 100, gold 500."""
    ground, mark = _CHIPS[value]
    pen = _pen(CHIP, CHIP_HIGH)
    half, flat = CHIP / 2, (CHIP_HIGH - CHIP_STEP) / 2
    pen.oval(half, flat + CHIP_STEP, half, flat, NIGHT)
    pen.oval(half, flat + CHIP_STEP, half - 1.5, flat - 1.5, ground)
    pen.box(0, flat, CHIP, CHIP_STEP, NIGHT)
    pen.box(1.5, flat, CHIP - 3, CHIP_STEP, ground)
    for x in (10.0, half - 6, CHIP - 22.0):
        pen.box(x, flat + 4, 12, CHIP_STEP, mark)
    pen.oval(half, flat, half, flat, NIGHT)
    pen.oval(half, flat, half - 1.5, flat - 1.5, ground)
    pen.oval(half, flat, half - 13, flat - 5, mark)
    pen.oval(half, flat, half - 16, flat - 6.5, ground)
    return pen.done()


@lru_cache(maxsize=2)
def chair(*, taken: bool) -> Image.Image:
    """A chair of the galerie, 40 by 50 pixels: gold if somebody stands behind it, else a faint outline."""
    pen = _pen(40, 50)
    colour: Rgb | tuple[int, int, int, int] = GOLD if taken else (*IVORY, 120)
    for x in (6.0, 30.0):
        pen.box(x, 2, 4, 46, colour, radius=2)
    pen.box(6, 4, 28, 5, colour, radius=2)
    pen.box(6, 14, 28, 4, colour, radius=2)
    pen.box(4, 26, 32, 8, colour, radius=3)
    return pen.done()


@lru_cache(maxsize=1)
def dealer_button() -> Image.Image:
    """The dealer's button, 48 pixels wide: its letter serves English (dealer) and French (donneur)."""
    pen = _pen(48, 48)
    pen.dot(24, 24, 24, GOLD_DARK)
    pen.dot(24, 24, 22, IVORY)
    pen.dot(24, 24, 19.4, BURGUNDY)
    pen.dot(24, 24, 18, IVORY)
    width = index_width("D") * 0.23
    draw_index(pen, "D", 24 - width / 2, 12.5, 23, BURGUNDY, IVORY)
    return pen.done()


@lru_cache(maxsize=1)
def crown() -> Image.Image:
    """The crown of a player who has marked the king, 60 by 46 pixels."""
    pen = _pen(60, 46)
    pen.fill("M 9 42 L 3 12 L 17 23 L 30 5 L 43 23 L 57 12 L 51 42 Z", GOLD)
    pen.fill("M 9 42 L 7.8 35 H 52.2 L 51 42 Z", PALE_GOLD)
    for x, y, radius in ((4, 11, 4), (30, 5.5, 5), (56, 11, 4)):
        pen.dot(x, y, radius, PALE_GOLD)
    for x in (18, 30, 42):
        pen.dot(x, 38.5, 2.6, BURGUNDY)
    return pen.done()


@lru_cache(maxsize=1)
def pointer() -> Image.Image:
    """The arrow before the name of the player to act, 30 by 40 pixels."""
    pen = _pen(30, 40)
    pen.fill("M 3 3 L 28 20 L 3 37 L 8 20 Z", PALE_GOLD)
    return pen.done()


@lru_cache(maxsize=16)
def roundel(size: int, ground: Rgb, ring: Rgb) -> Image.Image:
    """A disc for a number, `size` pixels wide."""
    pen = _pen(size, size)
    half = size / 2
    pen.dot(half, half, half, ring)
    pen.dot(half, half, half - 2.5, ground)
    return pen.done()


@lru_cache(maxsize=16)
def medallion(suit: str, deck: Deck, size: int) -> Image.Image:
    """The large sign of a suit on an ivory disc ringed in gold, `size` pixels wide."""
    pen = _pen(size, size)
    half = size / 2
    for radius, colour in ((0.5, GOLD_DARK), (0.488, GOLD), (0.455, GOLD_DARK), (0.443, IVORY)):
        pen.dot(half, half, radius * size, colour)
    sign = size * 0.6
    nudge = {"S": -0.01, "H": 0.025, "C": -0.02, "D": 0.0}[suit]
    draw_suit(pen, suit, half, half + nudge * size, sign, ink_of(suit, deck))
    return pen.done()


@lru_cache(maxsize=2)
def ribbon(width: int, height: int) -> Image.Image:
    """The ribbon of the winner, with swallow tails."""
    pen = _pen(width, height)
    tail, drop = 46, 14
    for side in (-1, 1):
        own = pen.moved(0 if side == 1 else width, 0, 1, side)
        own.fill(f"M 0 {drop} H {tail + 24} V {height} H 0 L 20 {(height + drop) / 2} Z", (84, 12, 28))
        own.fill(f"M {tail} {height - drop} H {tail + 24} V {height} Z", (52, 8, 18))
    pen.box(tail, 0, width - 2 * tail, height - drop, GOLD_DARK, radius=4)
    pen.box(tail, 1.5, width - 2 * tail, height - drop - 3, BURGUNDY, radius=3)
    for y in (7.0, height - drop - 9.0):
        pen.box(tail + 6, y, width - 2 * tail - 12, 2, GOLD)
    return pen.done()


@lru_cache(maxsize=8)
def slot(width: int) -> Image.Image:
    """The faint outline of an empty place."""
    pen = _pen(width, height_of(width))
    radius = width * 0.07
    pen.box(0, 0, width, height_of(width), (*IVORY, 80), radius=radius)
    pen.box(2.6, 2.6, width - 5.2, height_of(width) - 5.2, CLEAR, radius=radius - 2)
    return pen.done()


@lru_cache(maxsize=8)
def halo(width: int) -> Image.Image:
    """The gold around a card that has taken the trick: HALO pixels wider than the card on every side."""
    wide, high = width + 2 * HALO, height_of(width) + 2 * HALO
    pen = _pen(wide, high)
    pen.box(0, 0, wide, high, GOLD_DARK, radius=width * 0.07 + HALO)
    pen.box(1.5, 1.5, wide - 3, high - 3, GOLD, radius=width * 0.07 + HALO - 1.5)
    return pen.done()


@lru_cache(maxsize=16)
def shadow(width: int, *, lying: bool = False) -> Image.Image:
    """The soft shadow under a card, SHADOW_REACH pixels larger than it on every side."""
    outline = mask_of(width, lying=lying)
    size = outline.width + 2 * SHADOW_REACH, outline.height + 2 * SHADOW_REACH
    dark = Image.new("L", size)
    dark.paste(outline, (SHADOW_REACH, SHADOW_REACH))
    dark = dark.filter(ImageFilter.GaussianBlur(2.2)).point([value * 9 // 20 for value in range(256)])
    return Image.merge("RGBA", (*Image.new("RGB", size, (2, 16, 10)).split(), dark))


@lru_cache(maxsize=8)
def veil(width: int) -> Image.Image:
    """Dims a card that may not be played: a thin green."""
    outline = mask_of(width)
    thin = ImageChops.multiply(outline, Image.new("L", outline.size, 104))
    return Image.merge("RGBA", (*Image.new("RGB", outline.size, (24, 72, 48)).split(), thin))


@lru_cache(maxsize=1)
def cross() -> Image.Image:
    """The mark on a card chosen for discard, 56 pixels wide."""
    pen = _pen(56, 56)
    pen.dot(28, 28, 28, IVORY)
    pen.dot(28, 28, 25, BURGUNDY)
    pen.stroke("M 18 18 L 38 38", IVORY, 6)
    pen.stroke("M 38 18 L 18 38", IVORY, 6)
    return pen.done()


@lru_cache(maxsize=1)
def wedge() -> Image.Image:
    """The line that thins from the highest card to the lowest, 824 by 14 pixels."""
    pen = _pen(824, 14)
    pen.fill("M 4 1 L 824 6.2 V 7.8 L 4 13 Q -4 7 4 1 Z", GOLD)
    return pen.done()
