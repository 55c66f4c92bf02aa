"""The faces of the 32 cards and the two backs, drawn once at a high resolution and kept at the sizes in use.

A card goes by its text ("KS", "TD": `str(card)`).
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, sin, tau

from PIL import Image

from bot.pictures.drawing.colours import BURGUNDY, INK, IVORY, WHITE, Rgb, between
from bot.pictures.drawing.courts import PANEL, draw_court
from bot.pictures.drawing.figures import LIPS, SKIN, Livery
from bot.pictures.drawing.marks import draw_index, draw_suit, index_width
from bot.pictures.drawing.pen import Pen
from bot.pictures.scenes import Back, Deck, Indices

WIDTH, HEIGHT = 100, 145
# Widths in pixels; the largest is drawn, the others are reduced from it.
LARGE, HAND, SMALL, NARROW, TINY = 176, 144, 108, 97, 60
SIZES = (LARGE, HAND, SMALL, NARROW, TINY)

EDGE: Rgb = (204, 194, 170)
RED: Rgb = (200, 24, 44)
BLUE: Rgb = (28, 80, 172)
GREEN: Rgb = (16, 116, 60)

_INKS: dict[Deck, dict[str, Rgb]] = {
    Deck.TWO_COLOURS: {"S": INK, "H": RED, "D": RED, "C": INK},
    Deck.FOUR_COLOURS: {"S": INK, "H": RED, "D": BLUE, "C": GREEN},
}

_CRIMSON: Rgb = (190, 36, 52)
_NAVY: Rgb = (36, 62, 128)
_FOREST: Rgb = (30, 110, 74)
_AMBER: Rgb = (206, 96, 40)
_STEEL_BLUE: Rgb = (44, 84, 124)
_LIVERIES = {
    "S": Livery(_NAVY, _CRIMSON, (132, 130, 138), (64, 44, 40), (44, 38, 40)),
    "H": Livery(_CRIMSON, _NAVY, (150, 96, 52), (226, 178, 94), (198, 140, 66)),
    "D": Livery(_AMBER, _STEEL_BLUE, (226, 216, 194), (168, 84, 44), (120, 70, 42)),
    "C": Livery(_FOREST, _CRIMSON, (84, 58, 44), (120, 74, 44), (88, 54, 38)),
}
# With four colours the diamonds' court is blue like its index, and the spades' leaves match it.
_FOUR_LIVERIES = _LIVERIES | {
    "S": Livery((62, 62, 78), _CRIMSON, (132, 130, 138), (64, 44, 40), (44, 38, 40)),
    "D": Livery((40, 88, 170), _AMBER, (226, 216, 194), (168, 84, 44), (120, 70, 42)),
}

_BACKS: dict[Back, tuple[Rgb, Rgb, Rgb]] = {
    Back.BURGUNDY: (BURGUNDY, (164, 52, 68), (226, 184, 150)),
    Back.ROYAL: ((28, 48, 116), (60, 88, 160), (176, 196, 232)),
    Back.FOREST: ((22, 74, 62), (52, 118, 98), (188, 222, 190)),
    Back.OCHRE: ((134, 82, 16), (176, 122, 48), (250, 222, 158)),
    Back.PLUM: ((82, 30, 98), (126, 70, 144), (220, 188, 230)),
    Back.SLATE: ((56, 62, 74), (98, 106, 120), (206, 212, 218)),
}
# The rosettes of the packs; the two packs of a pair are alike.
_SWINGS = {
    **dict.fromkeys((Back.BURGUNDY, Back.ROYAL), (9, 6)),
    **dict.fromkeys((Back.FOREST, Back.OCHRE), (12, 4)),
    **dict.fromkeys((Back.PLUM, Back.SLATE), (5, 8)),
}

_LEFT, _RIGHT, _CENTRE, _MIDDLE = 38.5, 61.5, 50.0, 72.5
_PIP = 18.5
# The pips of the upper half and the middle. All but the middle ones, and the lone one of the seven, repeat upside down
# below.
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "7": ((_LEFT, 25.0), (_RIGHT, 25.0), (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE), (_CENTRE, 48.75)),
    "8": ((_LEFT, 25.0), (_RIGHT, 25.0), (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE), (_CENTRE, 48.75)),
    "9": ((_LEFT, 23.5), (_RIGHT, 23.5), (_LEFT, 56.2), (_RIGHT, 56.2), (_CENTRE, _MIDDLE)),
    "T": ((_LEFT, 23.5), (_RIGHT, 23.5), (_LEFT, 56.2), (_RIGHT, 56.2), (_CENTRE, 39.85)),
}
_INDEX_HEIGHT = 28.0
_INDEX_CENTRE = 15.0
_COURTS = "KQJ"


def colours() -> tuple[Rgb, ...]:
    """The flat colours of the cards and the edges of signs on ivory, to be held exactly by a palette."""
    liveries = (*_LIVERIES.values(), *_FOUR_LIVERIES.values())
    worn = (
        colour
        for livery in liveries
        for colour in (livery.main, livery.second, livery.king, livery.queen, livery.knave)
    )
    backs = (colour for three in _BACKS.values() for colour in three)
    edges = (*between(INK, IVORY, 7), *between(RED, IVORY, 5), *between(BLUE, IVORY, 4), *between(GREEN, IVORY, 4))
    return (IVORY, EDGE, INK, RED, BLUE, GREEN, PANEL, SKIN, LIPS, WHITE, *worn, *backs, *edges)


def index_of(rank: str, indices: Indices) -> str:
    """What is written in the corner for a rank ("K" "Q" "J" "A" "T" "9" "8" "7")."""
    if rank in _COURTS:
        return indices.letters[_COURTS.index(rank)]
    return "10" if rank == "T" else rank


def ink_of(suit: str, deck: Deck) -> Rgb:
    """The ink of a suit ("S", "H", "D", "C")."""
    return _INKS[deck][suit]


def height_of(width: int) -> int:
    """The height of a card `width` pixels wide."""
    return round(width * HEIGHT / WIDTH)


@lru_cache(maxsize=16)
def mask_of(width: int, *, lying: bool = False) -> Image.Image:
    """The outline of a card as a mask ("L"); `lying` on its side."""
    if lying:
        return mask_of(width).transpose(Image.Transpose.ROTATE_90)
    pen = Pen(WIDTH, HEIGHT, width / WIDTH, mode="L", ground=0)
    pen.box(0, 0, WIDTH, HEIGHT, 255, radius=7)
    return pen.done()


def face(card: str, width: int, deck: Deck, indices: Indices) -> Image.Image:
    """The face of a card ("KS"), RGB, in one of SIZES. Shared: not to be drawn on."""
    return _face(card, deck, indices)[SIZES.index(width)]


def back(colour: Back, width: int) -> Image.Image:
    """A card's back, RGB, in one of SIZES. Shared: not to be drawn on."""
    return _back(colour)[SIZES.index(width)]


@lru_cache(maxsize=len(Back))
def lying_back(colour: Back, width: int) -> Image.Image:
    """The same back on its side, as high as a card is wide."""
    return back(colour, width).transpose(Image.Transpose.ROTATE_90)


def _reduced(pen: Pen) -> tuple[Image.Image, ...]:
    return pen.done(), *pen.reduced((width, height_of(width)) for width in SIZES[1:])


# A third of a megabyte per card at all sizes: 32 MB when full, 11 with one style in use.
@lru_cache(maxsize=96)
def _face(card: str, deck: Deck, indices: Indices) -> tuple[Image.Image, ...]:
    rank, suit = card[0], card[1]
    ink = ink_of(suit, deck)
    pen = Pen(WIDTH, HEIGHT, LARGE / WIDTH, mode="RGB", ground=IVORY)
    if rank in _COURTS:
        draw_court(pen, rank, (_LIVERIES if deck is Deck.TWO_COLOURS else _FOUR_LIVERIES)[suit])
    elif rank == "A":
        _ace(pen, suit, ink)
    else:
        for x, y in _PIPS[rank]:
            draw_suit(pen, suit, x, y, _PIP, ink)
            if y != _MIDDLE and not (rank == "7" and x == _CENTRE):
                draw_suit(pen, suit, WIDTH - x, HEIGHT - y, _PIP, ink, turned=True)
    _corners(pen, index_of(rank, indices), suit, ink)
    _edge(pen)
    return _reduced(pen)


def _ace(pen: Pen, suit: str, ink: Rgb) -> None:
    """One large pip with an engraved outline."""
    for grown, colour in ((5.0, ink), (3.6, IVORY), (0.0, ink)):
        draw_suit(pen, suit, _CENTRE, _MIDDLE, 42, colour, grown=grown)


def _corners(pen: Pen, text: str, suit: str, ink: Rgb) -> None:
    natural = index_width(text) * _INDEX_HEIGHT / 100
    stretch = min(0.92, 20.0 / natural)
    left = _INDEX_CENTRE - natural * stretch / 2
    draw_index(pen, text, left, 6.5, _INDEX_HEIGHT, ink, IVORY, stretch)
    draw_suit(pen, suit, _INDEX_CENTRE, 48, 20, ink)
    draw_index(pen, text, WIDTH - left, HEIGHT - 6.5, _INDEX_HEIGHT, ink, IVORY, stretch, turned=True)
    draw_suit(pen, suit, WIDTH - _INDEX_CENTRE, HEIGHT - 48, 20, ink, turned=True)


def _edge(pen: Pen) -> None:
    """A hairline along the edge, so that overlapping cards stay apart."""
    pen.raw.paste(EDGE, mask=_rim(pen.raw.size))


@lru_cache(maxsize=4)
def _rim(size: tuple[int, int]) -> Image.Image:
    pen = Pen(WIDTH, HEIGHT, LARGE / WIDTH, mode="L", ground=255)
    pen.box(0.7, 0.7, WIDTH - 1.4, HEIGHT - 1.4, 0, radius=6.5)
    return pen.raw


@lru_cache(maxsize=len(Back))
def _back(colour: Back) -> tuple[Image.Image, ...]:
    dark, middle, light = _BACKS[colour]
    pen = Pen(WIDTH, HEIGHT, LARGE / WIDTH, mode="RGB", ground=IVORY)
    pen.box(5.5, 5.5, WIDTH - 11, HEIGHT - 11, dark, radius=3.5)
    field = Pen.like(pen, dark)
    # Diagonals that cross in the dots, symmetrical about the middle.
    lean = 4.5 / 7.6 * _MIDDLE
    for step in range(-12, 13):
        x = _CENTRE + step * 9.0
        field.stroke(f"M {x - lean} 0 L {x + lean} {HEIGHT}", middle, 1.5)
        field.stroke(f"M {x + lean} 0 L {x - lean} {HEIGHT}", middle, 1.5)
    for row in range(-10, 11):
        for column in range(-6, 6):
            field.dot(_CENTRE + column * 9.0 + row % 2 * 4.5, _MIDDLE + row * 7.6, 0.95, light)
    inside = Pen.like(pen, 0, mode="L")
    inside.box(8, 8, WIDTH - 16, HEIGHT - 16, 255, radius=2)
    pen.paste(field.raw, 0, 0, inside.raw)
    pen.stroke("M 8.4 8.4 H 91.6 V 136.6 H 8.4 Z", light, 0.9)
    pen.oval(_CENTRE, _MIDDLE, 26, 30, dark)
    outer, inmost = _SWINGS[colour]
    for waves, inner, swing in ((outer, 20.5, 3.4), (outer, 20.5, -3.4), (inmost, 11.0, 4.4), (inmost, 11.0, -4.4)):
        pen.stroke(_rosette(waves, inner, swing), light, 0.9)
    pen.dot(_CENTRE, _MIDDLE, 4.2, light)
    pen.dot(_CENTRE, _MIDDLE, 2.4, dark)
    _edge(pen)
    return _reduced(pen)


def _rosette(waves: int, radius: float, swing: float) -> str:
    """The path of a guilloche: a circle, a little taller than wide, whose radius swings `waves` times."""
    points: list[str] = []
    for step in range(181):
        angle = step * tau / 180
        reach = radius + swing * cos(waves * angle)
        points.append(f"{_CENTRE + reach * sin(angle):.3f} {_MIDDLE - 1.15 * reach * cos(angle):.3f}")
    return "M " + " L ".join(points)
