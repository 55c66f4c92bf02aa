"""The objects on the cloth beside the cards: plaques, counters, the dealer's button, the crown, medallions, the ribbon.

All are images of mode "RGBA", drawn once and shared: not to be drawn on.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

from bot.pictures.drawing.art import artwork, box, dot, line, piece, render_image
from bot.pictures.drawing.cards import height_of, ink_of, mask_of, sign
from bot.pictures.drawing.colours import BURGUNDY, FADED, GOLD, GOLD_DARK, IVORY, PALE_GOLD, Rgb, Tones, blend
from bot.pictures.scenes import Deck

# How far a card's shadow reaches on every side and falls below; the width of the winner's gold.
SHADOW_REACH, SHADOW_DROP = 5, 3
HALO = 7


# The values of the chips, and how many lie on one another at most.
_CHIPS = (500, 100, 25, 5, 1)
CHIP = 60
_CHIP_STEP, _HIGHEST, _PILES = 10, 8, 3


def colours(tones: Tones) -> tuple[Rgb, ...]:
    """The flat colours of the furniture of a cloth, and the edges of words on it, to be held exactly by a palette."""
    return (
        *(GOLD, GOLD_DARK, tones.night, BURGUNDY, PALE_GOLD, tones.plaque, tones.lit, FADED),
        *blend(tones.plaque, IVORY, 5),
        *blend(tones.lit, PALE_GOLD, 5),
        *blend(BURGUNDY, PALE_GOLD, 3),
    )


def _render(width: int, height: int, *parts: str) -> Image.Image:
    return render_image((width, height), (width, height), *parts)


@lru_cache(maxsize=8)
def plaque(width: int, height: int, tones: Tones, *, lit: bool) -> Image.Image:
    """The plate with a name; `lit` while its owner is to act."""
    edge, inner, rim = (GOLD, tones.lit, 4.0) if lit else (GOLD_DARK, tones.plaque, 1.5)
    return _render(
        width,
        height,
        box(0, 0, width, height, edge, 16),
        box(rim, rim, width - 2 * rim, height - 2 * rim, inner, 16 - rim),
    )


@lru_cache(maxsize=16)
def plate(width: int, height: int, tones: Tones, *, lit: bool) -> Image.Image:
    """The plate of a match in a tournament; `lit` while it is played."""
    rim = 2.5 if lit else 1.2
    return _render(
        width,
        height,
        box(0, 0, width, height, GOLD if lit else GOLD_DARK, 10),
        box(rim, rim, width - 2 * rim, height - 2 * rim, tones.lit if lit else tones.plaque, 10 - rim),
        box(12, height / 2 - 0.5, width - 24, 1, GOLD_DARK),
    )


@lru_cache(maxsize=16)
def fork(width: int, height: int) -> Image.Image:
    """The lines from two matches to the one that their winners reach, left to right."""
    path = f"M0 2H{width / 2}V{height - 2}H0M{width / 2} {height / 2}H{width}"
    return _render(width, height, line(path, GOLD_DARK, 2))


@lru_cache(maxsize=64)
def bar(width: int, share: float, tones: Tones) -> Image.Image:
    """A bar, 10 pixels high, of which a share is filled."""
    filled = box(1, 1, max(8.0, (width - 2) * share), 8, GOLD, 4) if share > 0 else ""
    return _render(width, 10, box(0, 0, width, 10, GOLD_DARK, 5), box(1, 1, width - 2, 8, tones.night, 4), filled)


@lru_cache(maxsize=16)
def curve(width: int, height: int, edge: int, values: tuple[int, ...]) -> Image.Image:
    """A line from left to right through values at even steps, the last one marked, with an edge of pixels around it."""
    low, high = min(values), max(values)
    points = [
        (
            round(edge + width * step / (len(values) - 1), 1),
            round(edge + height * ((high - value) / (high - low) if high > low else 0.5), 1),
        )
        for step, value in enumerate(values)
    ]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    return _render(width + 2 * edge, height + 2 * edge, line(path, GOLD, 4), dot(*points[-1], 9, PALE_GOLD))


@lru_cache(maxsize=6)
def counter(tones: Tones, *, marked: bool) -> Image.Image:
    """One of the five counters of the score, 38 pixels wide: gold if marked, else an empty setting."""
    return artwork("counter", 38) if marked else _render(38, 38, piece("setting", fill=tones.night))


@lru_cache(maxsize=1)
def chair() -> Image.Image:
    """A backer's chair, 40 by 50 pixels."""
    legs = [box(x, y, 4, high, GOLD) for x in (6, 30) for y, high in ((2, 24), (34, 14))]
    rails = [box(10, y, 20, high, GOLD) for y, high in ((4, 5), (14, 4))]
    rails.append(box(3, 26, 34, 8, GOLD))
    return _render(40, 50, *legs, *rails)


@lru_cache(maxsize=1)
def dealer_button() -> Image.Image:
    """The dealer's button, 48 pixels wide: its letter serves English (dealer) and French (donneur)."""
    return artwork("dealer", 48)


@lru_cache(maxsize=1)
def crown() -> Image.Image:
    """The crown of a player who has marked the king, 60 by 46 pixels."""
    return artwork("crown", 60)


@lru_cache(maxsize=1)
def pointer() -> Image.Image:
    """The arrow before the name of the player to act, 30 by 40 pixels."""
    return artwork("pointer", 30)


@lru_cache(maxsize=64)
def chips(amount: int) -> Image.Image:
    """An amount as piles of chips, the dearest first, CHIP pixels wide each: at most _PILES of _HIGHEST chips.

    More than that is drawn as the largest piles: the number itself stands beside them.
    """
    piles: list[tuple[int, int]] = []
    for value in _CHIPS:
        number, amount = divmod(amount, value)
        while number > 0 and len(piles) < _PILES:
            piles.append((value, min(number, _HIGHEST)))
            number -= _HIGHEST
    one = artwork("chip-lying", CHIP)
    highest = max((number for _, number in piles), default=1)
    high = one.height + (highest - 1) * _CHIP_STEP
    image = Image.new("RGBA", (max(1, len(piles)) * (CHIP + 6), high))
    for place, (value, number) in enumerate(piles):
        chip = artwork("chip-lying", CHIP, colours=f"chip-{value}")
        for layer in range(number):
            # A pile that was put down by hand is not quite straight.
            corner = place * (CHIP + 6) + 2 + (layer * 5 + place) % 3 - 1, high - one.height - layer * _CHIP_STEP
            image.alpha_composite(chip, corner)
    return image


@lru_cache(maxsize=16)
def roundel(size: int, ground: Rgb, ring: Rgb) -> Image.Image:
    """A disc for a number, `size` pixels wide."""
    half = size / 2
    return _render(size, size, dot(half, half, half, ring), dot(half, half, half - 2.5, ground))


@lru_cache(maxsize=16)
def medallion(suit: str, deck: Deck, size: int) -> Image.Image:
    """The large sign of a suit on an ivory disc ringed in gold, `size` pixels wide."""
    nudge = {"S": -1.0, "H": 2.5, "C": -2.0, "D": 0.0}[suit]
    drawn = piece("medallion"), sign(suit, 50, 50 + nudge, 60, ink_of(suit, deck))
    return render_image((100, 100), (size, size), *drawn)


@lru_cache(maxsize=2)
def ribbon(width: int, height: int) -> Image.Image:
    """The ribbon of the winner, with swallow tails."""
    tail, drop = 46, 14
    end = piece("ribbon-end", 0, 0, tail + 24, height)
    return _render(
        width,
        height,
        end,
        f'<g transform="translate({width} 0) scale(-1 1)">{end}</g>',
        box(tail, 0, width - 2 * tail, height - drop, GOLD_DARK, 4),
        box(tail, 1.5, width - 2 * tail, height - drop - 3, BURGUNDY, 3),
        *(box(tail + 6, y, width - 2 * tail - 12, 2, GOLD) for y in (7, height - drop - 9)),
    )


@lru_cache(maxsize=8)
def slot(width: int) -> Image.Image:
    """The faint outline of an empty place."""
    high = height_of(width)
    shape = f'x="1.3" y="1.3" width="{width - 2.6}" height="{high - 2.6}" rx="{width * 0.07 - 1:.2f}"'
    faint = 'fill="none" stroke="#fcf8ec" stroke-opacity="0.31" stroke-width="2.6"'
    return _render(width, high, f"<rect {shape} {faint}/>")


@lru_cache(maxsize=8)
def halo(width: int) -> Image.Image:
    """The gold around a card that has taken the trick: HALO pixels wider than the card on every side."""
    wide, high = width + 2 * HALO, height_of(width) + 2 * HALO
    radius = width * 0.07 + HALO
    rim = box(0, 0, wide, high, GOLD_DARK, radius)
    return _render(wide, high, rim, box(1.5, 1.5, wide - 3, high - 3, GOLD, radius - 1.5))


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
def veil(width: int, tones: Tones) -> Image.Image:
    """Dims a card that may not be played: thin cloth."""
    outline = mask_of(width)
    thin = ImageChops.multiply(outline, Image.new("L", outline.size, 104))
    return Image.merge("RGBA", (*Image.new("RGB", outline.size, tones.veil).split(), thin))


@lru_cache(maxsize=1)
def cross() -> Image.Image:
    """The mark on a card chosen for discard, 56 pixels wide."""
    return artwork("cross", 56)


@lru_cache(maxsize=1)
def wedge() -> Image.Image:
    """The line that thins from the highest card to the lowest, 824 by 14 pixels."""
    return artwork("wedge", 824)
