"""The faces of the 32 cards, the six backs, and index cards, at any size and angle.

An index card is a small card that shows only rank and suit. A card is named by its text ("KS", "TD": `str(card)`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin

from PIL import Image

from bot.pictures.drawing.art import box, document, flat_colours, hex_of, piece, png, render_image, size_of
from bot.pictures.drawing.colours import BUFF, GOLD, INK, IVORY, Rgb, blend
from bot.pictures.scenes import Back, Deck, Indices

WIDTH, HEIGHT = 100, 145
EDGE: Rgb = (204, 194, 170)
RED: Rgb = (200, 24, 44)
# The pack in four colours: people who see no red, no green or no blue can tell them apart too.
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
# The pips of the upper half and the middle. They repeat upside down below, except the middle ones and the lone one of
# the seven.
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "7": ((_LEFT, 25.0), (_RIGHT, 25.0), (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE), (_CENTRE, 48.75)),
    "8": ((_LEFT, 25.0), (_RIGHT, 25.0), (_LEFT, _MIDDLE), (_RIGHT, _MIDDLE), (_CENTRE, 48.75)),
    "9": ((_LEFT, 23.5), (_RIGHT, 23.5), (_LEFT, 56.2), (_RIGHT, 56.2), (_CENTRE, _MIDDLE)),
    "T": ((_LEFT, 23.5), (_RIGHT, 23.5), (_LEFT, 56.2), (_RIGHT, 56.2), (_CENTRE, 39.85)),
}
_INDEX_HEIGHT = 28.0
_INDEX_CENTRE = 15.0
_COURTS = "KQJ"
# The gap between the figures of an index, as a share of its height.
_GAP = 0.07
# A hairline along the edge, so that overlapping cards stay apart.
_EDGE = (
    f'<path fill="{hex_of(EDGE)}" fill-rule="evenodd" d="M0 0H{WIDTH}V{HEIGHT}H0Z'
    f"M7.2 0.7H{WIDTH - 7.2}A6.5 6.5 0 0 1 {WIDTH - 0.7} 7.2V{HEIGHT - 7.2}A6.5 6.5 0 0 1 {WIDTH - 7.2} {HEIGHT - 0.7}"
    f'H7.2A6.5 6.5 0 0 1 0.7 {HEIGHT - 7.2}V7.2A6.5 6.5 0 0 1 7.2 0.7Z"/>'
)


def colours() -> tuple[Rgb, ...]:
    """Returns the flat colours of the cards, and the colours at the edges of suits on ivory. A palette must hold each
    of these exactly.
    """
    four = (VERMILION, BLUE, GREEN)
    edges = (
        *blend(INK, IVORY, 7),
        *blend(RED, IVORY, 5),
        *(tint for ink in four for tint in blend(ink, IVORY, 4)),
    )
    dusk = [dusky(ink) for ink in (RED, *four)]
    edges = (*edges, *blend(INK, BUFF, 4), *blend(dusk[0], BUFF, 3))
    return (IVORY, EDGE, INK, RED, *four, BUFF, *dusk, *flat_colours(), *edges)


def index_of(rank: str, indices: Indices) -> str:
    """Returns the text in the corner of a card of this rank ("K" "Q" "J" "A" "T" "9" "8" "7"). It is "10" for "T"."""
    if rank in _COURTS:
        return indices.letters[_COURTS.index(rank)]
    return "10" if rank == "T" else rank


def ink_of(suit: str, deck: Deck) -> Rgb:
    """Returns the colour in which a suit ("S", "H", "D", "C") is printed."""
    return _INKS[deck][suit]


def sign(suit: str, x: float, y: float, size: float, colour: Rgb, *, turned: bool = False) -> str:
    """Returns a suit ("S", "H", "D", "C") as SVG, in a square `size` units wide with its middle at (x, y)."""
    return piece(_NAMES[suit], x - size / 2, y - size / 2, size, fill=colour, turned=turned)


def index(text: str, middle: float, y: float, height: float, widest: float, ink: Rgb) -> str:
    """Returns the text in the corner of a card ("K", "10") as SVG, centred on `middle` and at most `widest` units wide.

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


@dataclass(frozen=True, slots=True)
class Pose:
    """The size and angle of a card: its width in pixels, its angle in degrees (clockwise), and the width in pixels of
    the gold edge around it.
    """

    width: int
    angle: float = 0.0
    gold: int = 0


def extent(pose: Pose) -> tuple[int, int]:
    """Returns the width and height of the image of a card in this pose, in pixels."""
    wide, high = pose.width + 2 * pose.gold, pose.width * HEIGHT / WIDTH + 2 * pose.gold
    turn = radians(abs(pose.angle))
    return (
        2 * round((wide * cos(turn) + high * sin(turn)) / 2 + 0.5),
        2 * round((wide * sin(turn) + high * cos(turn)) / 2 + 0.5),
    )


# A card of a hand takes 90 KB, a card of a trick 170 KB: 6 MB when full. The painted parts are kept too.
@lru_cache(maxsize=48)
def card_image(card: str, pose: Pose, deck: Deck, indices: Indices) -> Image.Image:
    """Returns an image ("RGBA") of the face of a card ("KS"), with the card in the middle. The image is shared: do not
    change it.
    """
    return Image.open(BytesIO(_card_file(card, pose, deck, indices))).convert("RGBA")


# A packed card takes a tenth of that. Opening it takes a twentieth of the time of rendering it. Full, this has 10 MB
# and all cards at all places of one style.
@lru_cache(maxsize=640)
def _card_file(card: str, pose: Pose, deck: Deck, indices: Indices) -> bytes:
    return png(_document(pose, _face(card, deck, indices)))


def face_svg(card: str, deck: Deck, indices: Indices) -> str:
    """Returns the face of a card ("KS") as an SVG document with square corners."""
    return document((WIDTH, HEIGHT), (WIDTH, HEIGHT), _face(card, deck, indices))


def back_svg(colour: Back) -> str:
    """Returns a card face down as an SVG document with square corners."""
    return document((WIDTH, HEIGHT), (WIDTH, HEIGHT), _back(colour))


def _back(colour: Back) -> str:
    return piece(_BACKS[colour], colours=colour.value) + _EDGE


@lru_cache(maxsize=4 * len(Back))
def back_image(colour: Back, pose: Pose) -> Image.Image:
    """Returns an image ("RGBA") of a card face down, with the card in the middle. The image is shared: do not change
    it.
    """
    return _render(pose, _back(colour))


@lru_cache(maxsize=64)
def index_image(card: str, size: tuple[int, int], deck: Deck, indices: Indices, gold: int = 0) -> Image.Image:
    """Returns an index card: the rank over the suit, darker than a whole card. For a suit alone ("S") it shows only the
    suit.

    Args:
        size: the width and height in pixels, without the gold edge.
        gold: the width of the gold edge in pixels. 0 for none.
    """
    wide, high = size[0] * 100 / size[1], 100.0
    suit, middle = card[-1], size[0] * 50 / size[1]
    ink = dusky(ink_of(suit, deck))
    drawn = box(0, 0, wide, high, BUFF, 9)
    if len(card) > 1:
        drawn += index(index_of(card[0], indices), middle, 9, 41, wide * 0.72, ink) + sign(suit, middle, 74, 38, ink)
    else:
        drawn += sign(suit, middle, 51, 52, ink)
    edge = gold * 100 / size[1]
    if gold:
        drawn = box(-edge, -edge, wide + 2 * edge, high + 2 * edge, GOLD, 9 + edge) + drawn
    moved = f'<g transform="translate({edge:.3f} {edge:.3f})">{drawn}</g>'
    return render_image((wide + 2 * edge, high + 2 * edge), (size[0] + 2 * gold, size[1] + 2 * gold), moved)


def dusky(ink: Rgb) -> Rgb:
    """Returns a suit's colour a little darker, for an index card, whose ground is darker too."""
    red, green, blue = ink
    return ink if ink == INK else (red * 87 // 100, green * 76 // 100, blue * 87 // 100)


def _face(card: str, deck: Deck, indices: Indices) -> str:
    """Returns the drawing of a face, in units of a card."""
    rank, suit = card[0], card[1]
    ink = ink_of(suit, deck)
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{hex_of(IVORY)}"/>'
    corner = index(index_of(rank, indices), _INDEX_CENTRE, 6.5, _INDEX_HEIGHT, 20, ink)
    corner += sign(suit, _INDEX_CENTRE, 48, 20, ink)
    turned = f'<g transform="rotate(180 {_CENTRE} {_MIDDLE})">{corner}</g>'
    return ground + _middle(rank, suit, deck, ink) + corner + turned + _EDGE


def figure_of(court: str) -> str:
    """Returns the figure of a court card ("KS") as SVG, in the units of a card."""
    return _middle(court[0], court[1], Deck.TWO_COLOURS, INK)


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


def _render(pose: Pose, drawn: str) -> Image.Image:
    return Image.open(BytesIO(png(_document(pose, drawn)))).convert("RGBA")


def _document(pose: Pose, drawn: str) -> str:
    size, scale, edge = extent(pose), pose.width / WIDTH, pose.gold * WIDTH / pose.width
    outline = f'<clipPath id="card"><rect width="{WIDTH}" height="{HEIGHT}" rx="7"/></clipPath>'
    rim = box(-edge, -edge, WIDTH + 2 * edge, HEIGHT + 2 * edge, GOLD, 7 + edge) if pose.gold else ""
    lies = (
        f"translate({size[0] / 2} {size[1] / 2}) rotate({pose.angle}) scale({scale:.5f})"
        f" translate({-WIDTH / 2} {-HEIGHT / 2})"
    )
    return document(size, size, f'{outline}<g transform="{lies}">{rim}<g clip-path="url(#card)">{drawn}</g></g>')
