"""The objects on the cloth besides the cards: rings around faces, the crown, the laurel, numbers, counters of the
score, chips.

Each function returns an image of mode "RGBA". It is drawn once and shared: do not change it.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.pictures.drawing.art import artwork, box, dot, hex_of, line, piece, render_image, size_of
from bot.pictures.drawing.cards import HEIGHT, WIDTH, Pose, extent, figure_of, index, sign
from bot.pictures.drawing.colours import (
    BRASS,
    BURGUNDY,
    FADED,
    GOLD,
    GROUNDS,
    INK,
    IVORY,
    LOST,
    PALE_GOLD,
    PAPER,
    SEPIA,
    Rgb,
    Tones,
    blend,
)

_TILT = 16
_CROWN, _DEALER = 60, 44
_SEAL = 70
FACE_GAP = 3
"""The gap in pixels between a face and the ring around it."""
# By figure of a court card: the middle of its head, and the radius that is shown.
_HEAD = {"J": (57.0, 33.0, 21.5), "Q": (51.0, 31.0, 22.5), "K": (51.0, 31.0, 22.5)}


def colours(tones: Tones) -> tuple[Rgb, ...]:
    """Returns the flat colours of the objects on a cloth, and the colours at the edges of words. A palette must hold
    each of these exactly.
    """
    return (
        *(GOLD, BRASS, tones.night, BURGUNDY, PALE_GOLD, FADED, PAPER, SEPIA, LOST, *GROUNDS),
        *(tint for ground in GROUNDS for tint in blend(ground, IVORY, 1)),
        *blend(tones.night, IVORY, 3),
        *blend(GOLD, INK, 3),
        *blend(PAPER, INK, 3),
        *blend(PAPER, BURGUNDY, 3),
        *blend(PAPER, SEPIA, 2),
        *blend(tones.cloth, GOLD, 3),
    )


def _render(width: int, height: int, *parts: str) -> Image.Image:
    return render_image((width, height), (width, height), *parts)


@lru_cache(maxsize=64)
def ring(diameter: int, width: int, colour: Rgb, ground: Rgb) -> Image.Image:
    """Returns a disc in a ring, into which a face is laid later.

    Args:
        diameter: the diameter of the whole in pixels, the ring included.
        width: the width of the ring in pixels.
        colour: the colour of the ring.
        ground: the colour of the disc.
    """
    half = diameter / 2
    return _render(
        diameter,
        diameter,
        f'<circle cx="{half}" cy="{half}" r="{half - width / 2}" fill="none" stroke="{hex_of(colour)}"'
        f' stroke-width="{width}"/>',
        dot(half, half, half - width - FACE_GAP, ground),
        # A hairline, as on a seal. A small face has no room for it.
        f'<circle cx="{half}" cy="{half}" r="{half - width - FACE_GAP - 6}" fill="none" stroke="{hex_of(IVORY)}"'
        f' stroke-opacity="0.32" stroke-width="1.3"/>'
        if diameter >= _SEAL
        else "",
    )


@lru_cache(maxsize=32)
def portrait(court: str, diameter: int, *, lost: bool = False) -> Image.Image:
    """Returns the head of a court card ("QH") in a disc, `diameter` pixels wide. It is the face of the house.

    Args:
        lost: whether it is grey, because this player has lost.
    """
    x, y, reach = _HEAD[court[0]]
    scale = diameter / 2 / reach
    disc = f'<clipPath id="disc">{dot(diameter / 2, diameter / 2, diameter / 2, IVORY)}</clipPath>'
    drawn = f'<g transform="scale({scale}) translate({reach - x} {reach - y})">{figure_of(court)}</g>'
    ground = box(0, 0, diameter, diameter, (250, 237, 211))
    image = _render(diameter, diameter, disc, f'<g clip-path="url(#disc)">{ground}{drawn}</g>')
    return greyed(image) if lost else image


def greyed(image: Image.Image) -> Image.Image:
    """Returns a face ("RGBA") in grey and half as bright."""
    grey = image.convert("L").point([34 + value * 118 // 255 for value in range(256)])
    return Image.merge("RGBA", (grey, grey, grey, image.getchannel("A")))


@lru_cache(maxsize=8)
def crown(width: int = _CROWN, tilt: int = -_TILT) -> Image.Image:
    """Returns the crown that marks a player who has announced the king, `width` pixels wide and turned by `tilt`
    degrees (clockwise).
    """
    wide, high = size_of("crown")
    scale = width / wide
    size = extent(Pose(width, tilt)) if tilt else (width, round(high * scale))
    # The outline of a card has room for the crown, which is less high.
    lies = (
        f"translate({size[0] / 2} {size[1] / 2}) rotate({tilt}) scale({scale:.4f}) translate({-wide / 2} {-high / 2})"
    )
    return _cropped(_render(*size, f'<g transform="{lies}">{piece("crown")}</g>'))


def _cropped(image: Image.Image) -> Image.Image:
    return image.crop(image.getbbox())


@lru_cache(maxsize=2)
def dealer_button() -> Image.Image:
    """Returns the disc with a "D" that marks the dealer. The letter serves English (dealer) and French (donneur)."""
    return artwork("dealer", _DEALER)


@lru_cache(maxsize=8)
def laurel(size: int, colour: Rgb = GOLD) -> Image.Image:
    """Returns the winner's wreath, `size` pixels wide. The branches form a circle with a radius of 0.77 times half the
    size.
    """
    return render_image((200, 200), (size, size), piece("laurel", fill=colour))


@lru_cache(maxsize=16)
def pill(width: int, height: int, edge: Rgb, ground: Rgb = GOLD) -> Image.Image:
    """Returns a rounded plate. The picture of a table writes a word on it, under the face of the player to move."""
    return _render(
        width,
        height,
        box(0, 0, width, height, edge, height / 2),
        box(4, 4, width - 8, height - 8, ground, height / 2 - 4),
    )


@lru_cache(maxsize=64)
def figures(text: str, height: int, colour: Rgb) -> Image.Image:
    """Returns a number in the digits of the cards' corners, `height` pixels high. A "+" or "−" may come before it."""
    mark, digits = (text[0], text[1:]) if text[0] in "+−" else ("", text)
    widths = [size_of(f"index-{digit}")[0] for digit in digits]
    scale, left = height / 102, 48.0 if mark else 1.0
    wide = left + sum(widths) * 0.92 + 7 * len(digits)
    drawn = index(digits, left + (wide - left) / 2, 1, 100, 1000, colour)
    if mark:
        drawn += box(0, 51, 38, 10, colour)
    if mark == "+":
        drawn += box(14, 37, 10, 38, colour)
    return render_image((wide, 102), (round(wide * scale), height), drawn)


@lru_cache(maxsize=8)
def counter(size: int, colour: Rgb, hollow: Rgb, *, marked: bool) -> Image.Image:
    """Returns one counter of the score, which stands for one point. It is full if the point is won (`marked`),
    otherwise a ring.
    """
    half = size / 2
    if marked:
        return _render(size, size, dot(half, half, half, colour))
    rim = (
        f'<circle cx="{half}" cy="{half}" r="{half - 1.25}" fill="none" stroke="{hex_of(hollow)}" stroke-width="2.5"/>'
    )
    return _render(size, size, rim)


@lru_cache(maxsize=4)
def chip(size: int) -> Image.Image:
    """Returns a chip seen from above, `size` pixels wide."""
    return artwork("chip", size)


@lru_cache(maxsize=2)
def backer(size: int) -> Image.Image:
    """Returns a small figure that stands for a backer whose name is not shown."""
    return artwork("backer", size)


@lru_cache(maxsize=64)
def roundel(size: int, ground: Rgb, edge: Rgb) -> Image.Image:
    """Returns a disc on which a number is written, `size` pixels wide."""
    half = size / 2
    return _render(size, size, dot(half, half, half, edge), dot(half, half, half - 2.5, ground))


@lru_cache(maxsize=8)
def outline(pose: Pose) -> Image.Image:
    """Returns the faint outline of a card, for a place where no card lies yet."""
    size, scale = extent(pose), pose.width / WIDTH
    lies = f"translate({size[0] / 2} {size[1] / 2}) rotate({pose.angle}) scale({scale}) translate(-50 {-HEIGHT / 2})"
    rim = 2.2 / scale
    shape = (
        f'<rect x="{rim / 2}" y="{rim / 2}" width="{WIDTH - rim}" height="{HEIGHT - rim}" rx="6.500" fill="none"'
        f' stroke="{hex_of(IVORY)}" stroke-opacity="0.38" stroke-width="{rim}"/>'
    )
    return render_image(size, size, f'<g transform="{lies}">{shape}</g>')


@lru_cache(maxsize=1)
def cross() -> Image.Image:
    """Returns the cross on a card chosen for discard, 56 pixels wide."""
    return artwork("cross", 56)


@lru_cache(maxsize=8)
def mark(size: int, colour: Rgb, *, made: bool) -> Image.Image:
    """Returns the mark of a trick: a check if it was taken (`made`), otherwise a dash."""
    path = "M5 17L13 25L27 6" if made else "M7 16H25"
    return render_image((32, 32), (size, size), line(path, colour, 5))


@lru_cache(maxsize=4)
def tile(width: int, height: int, ground: Rgb, edge: Rgb) -> Image.Image:
    """Returns a small plain card, on which a sign or a text is laid."""
    drawn = box(0, 0, width, height, edge, 8), box(2, 2, width - 4, height - 4, ground, 6.5)
    return _render(width, height, *drawn)


@lru_cache(maxsize=2)
def leaf(width: int, head: int, height: int, shade: Rgb) -> Image.Image:
    """Returns a leaf of a calendar: a burgundy head with two holes, and paper below. The shadow of the leaf falls to
    the lower right.
    """
    holes = "".join(dot(x, head / 2, 9, shade) for x in (36, width - 36))
    return _render(
        width + 7,
        height + 12,
        box(7, 12, width, height, shade, 8),
        box(0, 0, width, height, PAPER, 8),
        f'<clipPath id="top"><rect width="{width}" height="{head}"/></clipPath>',
        f'<g clip-path="url(#top)">{box(0, 0, width, head + 20, BURGUNDY, 8)}</g>',
        holes,
    )


@lru_cache(maxsize=16)
def hairline(width: int, *, upright: bool = False) -> Image.Image:
    """Returns a thin line that separates two lines or columns of text.

    Args:
        upright: whether it is vertical, between columns.
    """
    if upright:
        return _render(2, width, box(0, 0, 1.2, width, BRASS))
    return _render(width, 2, box(0, 0, width, 1.2, BRASS))


@lru_cache(maxsize=16)
def rule(width: int, colour: Rgb, thick: float = 1.5) -> Image.Image:
    """Returns a thin horizontal line that becomes thinner towards both ends."""
    middle = thick / 2 + 0.5
    path = f"M0 {middle}L{width / 2} 0.5L{width} {middle}L{width / 2} {thick + 0.5}Z"
    return _render(width, round(thick + 1.5), f'<path d="{path}" fill="{hex_of(colour)}"/>')


@lru_cache(maxsize=16)
def plate(width: int, height: int, tones: Tones, *, lit: bool) -> Image.Image:
    """Returns the dark ground of a highlighted line: the reader's own line, or a match that is being played.

    Args:
        lit: whether its edge is gold.
    """
    rim = 3.0 if lit else 1.2
    edge = GOLD if lit else BRASS
    return _render(
        width,
        height,
        box(0, 0, width, height, edge, 10),
        box(rim, rim, width - 2 * rim, height - 2 * rim, tones.night, 10 - rim),
    )


@lru_cache(maxsize=16)
def fork(width: int, height: int) -> Image.Image:
    """Returns the lines in the tree of a knock-out that lead from two matches, at the left, to the match of their
    winners.
    """
    path = f"M0 2H{width / 2}V{height - 2}H0M{width / 2} {height / 2}H{width}"
    return _render(width, height, line(path, BRASS, 2))


@lru_cache(maxsize=64)
def bar(width: int, share: float, tones: Tones) -> Image.Image:
    """Returns a bar, 10 pixels high, of which the part `share` (from 0 to 1) is filled."""
    filled = box(1, 1, max(8.0, (width - 2) * share), 8, GOLD, 4) if share > 0 else ""
    return _render(width, 10, box(0, 0, width, 10, BRASS, 5), box(1, 1, width - 2, 8, tones.night, 4), filled)


@lru_cache(maxsize=16)
def curve(width: int, height: int, edge: int, values: tuple[int, ...]) -> Image.Image:
    """Returns a curve from left to right through values at equal distances, with a dot at the last value.

    Args:
        edge: the margin in pixels.
    """
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


@lru_cache(maxsize=16)
def suit_sign(suit: str, size: int, ink: Rgb) -> Image.Image:
    """Returns a suit on a disc of ivory in a ring of brass, `size` pixels wide."""
    nudge = {"S": -1.0, "H": 2.5, "C": -2.0, "D": 0.0}[suit]
    drawn = dot(50, 50, 50, BRASS), dot(50, 50, 46, IVORY), sign(suit, 50, 50 + nudge, 58, ink)
    return render_image((100, 100), (size, size), *drawn)


@lru_cache(maxsize=1)
def wedge(width: int) -> Image.Image:
    """Returns a line that is thick at the left end and thin at the right. On the page of the rules it leads from the
    highest card to the lowest.
    """
    return artwork("wedge", width)
