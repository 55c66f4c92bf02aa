"""The faces of the 32 cards and the six backs, rendered once for each size in use.

A card goes by its text ("KS", "TD": `str(card)`).
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.pictures.drawing.art import box, flat_colours, hex_of, piece, render_image, size_of
from bot.pictures.drawing.colours import INK, IVORY, Rgb, blend
from bot.pictures.scenes import Back, Deck, Indices

WIDTH, HEIGHT = 100, 145
# Widths in pixels.
LARGE, SMALL, NARROW, TINY = 176, 108, 97, 60

EDGE: Rgb = (204, 194, 170)
RED: Rgb = (200, 24, 44)
# Of the pack in four colours: people who see no red, no green or no blue tell them apart, too.
VERMILION: Rgb = (206, 44, 0)
BLUE: Rgb = (64, 44, 212)
GREEN: Rgb = (32, 120, 96)

_INKS: dict[Deck, dict[str, Rgb]] = {
    Deck.TWO_COLOURS: {"S": INK, "H": RED, "D": RED, "C": INK},
    Deck.FOUR_COLOURS: {"S": INK, "H": VERMILION, "D": BLUE, "C": GREEN},
}

_NAMES = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
_FIGURES = {"K": "king", "Q": "queen", "J": "jack"}
# The two packs of a pair have the same rosette.
_BACKS = {
    **dict.fromkeys((Back.BURGUNDY, Back.ROYAL), "back-star"),
    **dict.fromkeys((Back.FOREST, Back.OCHRE), "back-rose"),
    **dict.fromkeys((Back.PLUM, Back.SLATE), "back-sun"),
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
# Between the figures of an index, by its height.
_GAP = 0.07
# A hairline along the edge, so that overlapping cards stay apart.
_EDGE = (
    f'<path fill="{hex_of(EDGE)}" fill-rule="evenodd" d="M0 0H{WIDTH}V{HEIGHT}H0Z'
    f"M7.2 0.7H{WIDTH - 7.2}A6.5 6.5 0 0 1 {WIDTH - 0.7} 7.2V{HEIGHT - 7.2}A6.5 6.5 0 0 1 {WIDTH - 7.2} {HEIGHT - 0.7}"
    f'H7.2A6.5 6.5 0 0 1 0.7 {HEIGHT - 7.2}V7.2A6.5 6.5 0 0 1 7.2 0.7Z"/>'
)


def colours() -> tuple[Rgb, ...]:
    """The flat colours of the artwork and the edges of signs on ivory, to be held exactly by a palette."""
    four = (VERMILION, BLUE, GREEN)
    edges = (
        *blend(INK, IVORY, 7),
        *blend(RED, IVORY, 5),
        *(tint for ink in four for tint in blend(ink, IVORY, 4)),
    )
    return (IVORY, EDGE, INK, RED, *four, *flat_colours(), *edges)


def index_of(rank: str, indices: Indices) -> str:
    """Returns the letter in the corner for a rank ("K" "Q" "J" "A" "T" "9" "8" "7")."""
    if rank in _COURTS:
        return indices.letters[_COURTS.index(rank)]
    return "10" if rank == "T" else rank


def ink_of(suit: str, deck: Deck) -> Rgb:
    """The ink of a suit ("S", "H", "D", "C")."""
    return _INKS[deck][suit]


def height_of(width: int) -> int:
    """The height of a card `width` pixels wide."""
    return round(width * HEIGHT / WIDTH)


def sign(suit: str, x: float, y: float, size: float, colour: Rgb, *, turned: bool = False) -> str:
    """A suit ("S", "H", "D", "C") in the square of `size` units centred on (x, y), for a drawing."""
    return piece(_NAMES[suit], x - size / 2, y - size / 2, size, fill=colour, turned=turned)


def index(text: str, middle: float, y: float, height: float, widest: float, ink: Rgb) -> str:
    """The text of an index ("K", "10"), centred on `middle` and no wider than `widest`, for a drawing.

    A Q reaches a tenth of `height` below the line.
    """
    names = [f"index-{letter.lower()}" for letter in text]
    widths = [size_of(name)[0] * height / 100 for name in names]
    gap = _GAP * height
    natural = sum(widths) + gap * (len(text) - 1)
    stretch = min(0.92, widest / natural)
    x, drawn = middle - natural * stretch / 2, []
    for name, width in zip(names, widths, strict=True):
        drawn.append(piece(name, x, y, width * stretch, height, fill=ink))
        x += (width + gap) * stretch
    return "".join(drawn)


@lru_cache(maxsize=16)
def mask_of(width: int, *, lying: bool = False) -> Image.Image:
    """The outline of a card as a mask ("L"); `lying` on its side."""
    if lying:
        return mask_of(width).transpose(Image.Transpose.ROTATE_90)
    return _render_card(width, box(0, 0, WIDTH, HEIGHT, IVORY, 7)).getchannel("A")


# 140 KB a card at the largest size: 20 MB when full, 7 with one style in use.
@lru_cache(maxsize=320)
def face(card: str, width: int, deck: Deck, indices: Indices) -> Image.Image:
    """The face of a card ("KS"), RGB, `width` pixels wide. Shared: not to be drawn on."""
    rank, suit = card[0], card[1]
    ink = ink_of(suit, deck)
    ground = f'<rect width="100%" height="100%" fill="{hex_of(IVORY)}"/>'
    corner = index(index_of(rank, indices), _INDEX_CENTRE, 6.5, _INDEX_HEIGHT, 20, ink)
    corner += sign(suit, _INDEX_CENTRE, 48, 20, ink)
    turned = f'<g transform="rotate(180 {_CENTRE} {_MIDDLE})">{corner}</g>'
    return _render_card(width, ground, _middle(rank, suit, deck, ink), corner, turned, _EDGE).convert("RGB")


def _middle(rank: str, suit: str, deck: Deck, ink: Rgb) -> str:
    """Returns the drawing between the corners: a court, an ace, or pips."""
    if rank in _COURTS:
        four = "four-" if deck is Deck.FOUR_COLOURS and suit in "SD" else ""
        return piece(_FIGURES[rank], colours=f"{four}{_NAMES[suit]}s")
    if rank == "A":
        # One large pip with an engraved outline.
        lone = sign(suit, _CENTRE, _MIDDLE, 42, ink)
        outlines = ((10.0, ink), (7.2, IVORY))
        engraved = (
            f'<g stroke="{hex_of(colour)}" stroke-width="{width * 100 / 42:.4g}" stroke-linejoin="round">{lone}</g>'
            for width, colour in outlines
        )
        return "".join(engraved) + lone
    pips = []
    for x, y in _PIPS[rank]:
        pips.append(sign(suit, x, y, _PIP, ink))
        if y != _MIDDLE and not (rank == "7" and x == _CENTRE):
            pips.append(sign(suit, WIDTH - x, HEIGHT - y, _PIP, ink, turned=True))
    return "".join(pips)


@lru_cache(maxsize=24)
def back(colour: Back, width: int) -> Image.Image:
    """A card's back, RGB, `width` pixels wide. Shared: not to be drawn on."""
    return _render_card(width, piece(_BACKS[colour], colours=colour.value), _EDGE).convert("RGB")


@lru_cache(maxsize=len(Back))
def lying_back(colour: Back, width: int) -> Image.Image:
    """The same back on its side, as high as a card is wide."""
    return back(colour, width).transpose(Image.Transpose.ROTATE_90)


def _render_card(width: int, *drawn: str) -> Image.Image:
    return render_image((WIDTH, HEIGHT), (width, height_of(width)), *drawn)
