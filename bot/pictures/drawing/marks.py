"""The shapes that carry meaning: the four suits, and the letters and figures of the indices.

The letters are nineteenth-century slab serifs: a strong stem, a hairline that survives on a phone.
"""

from __future__ import annotations

from bot.pictures.drawing.pen import Colour, Pen

# Each suit in a box of 100 by 100.
_SUITS = {
    "H": "M 50 97 C 41 78 3 61 3 31 C 3 13 16 4 28 4 C 39 4 46 11 50 22 C 54 11 61 4 72 4 C 84 4 97 13 97 31"
    " C 97 61 59 78 50 97 Z",
    "S": "M 50 2 C 59 22 97 41 97 66 C 97 80 86 88 75 88 C 65 88 58 83 54 76 C 55 87 60 94 69 98 H 31"
    " C 40 94 45 87 46 76 C 42 83 35 88 25 88 C 14 88 3 80 3 66 C 3 41 41 22 50 2 Z",
    "D": "M 50 0 C 59 19 74 36 92 50 C 74 64 59 81 50 100 C 41 81 26 64 8 50 C 26 36 41 19 50 0 Z",
    "C": "M 50 50 C 52 75 58 92 69 98 H 31 C 42 92 48 75 50 50 Z M 43 38 H 57 L 62 60 L 52 70 H 48 L 38 60 Z",
}
_CLUB_LEAVES = ((50.0, 23.5), (23.5, 62.5), (76.5, 62.5))
_CLUB_LEAF = 22.5


def draw_suit(
    pen: Pen, suit: str, x: float, y: float, size: float, colour: Colour, *, turned: bool = False, grown: float = 0.0
) -> None:
    """Draws a suit ("S", "H", "D", "C") in the square of `size` units centred on (x, y).

    `turned`: upside down; `grown`: units added all around. Raises `KeyError` for another letter.
    """
    way = -1 if turned else 1
    own = pen.moved(x - way * size / 2, y - way * size / 2, way * size / 100)
    margin = grown * 100 / size
    own.fill(_SUITS[suit], colour)
    if grown:
        own.stroke(_SUITS[suit], colour, 2 * margin)
    if suit == "C":
        for cx, cy in _CLUB_LEAVES:
            own.dot(cx, cy, _CLUB_LEAF + margin, colour)


# Each glyph: its width at a height of 100, then paths laid on (+) and cut out (-) in order.
_GLYPHS: dict[str, tuple[float, tuple[str, ...]]] = {
    "K": (
        80,
        (
            "+M 0 0 H 40 V 8 H 32 V 92 H 40 V 100 H 0 V 92 H 9 V 8 H 0 Z",
            "+M 48 0 H 78 V 8 H 70 L 32 60 V 47 L 59 8 H 48 Z",
            "+M 36 48 L 49 31 L 73 92 H 80 V 100 H 46 V 92 H 51 Z",
        ),
    ),
    "Q": (
        74,
        (
            "+M 36 -1 C 60 -1 71 20 71 50 C 71 80 60 101 36 101 C 12 101 1 80 1 50 C 1 20 12 -1 36 -1 Z",
            "-M 36 8 C 46 8 48 26 48 50 C 48 74 46 92 36 92 C 26 92 24 74 24 50 C 24 26 26 8 36 8 Z",
            "+M 24 76 C 32 68 45 70 50 84 C 54 95 62 99 76 94 C 74 113 49 117 41 99 C 38 90 33 82 24 76 Z",
        ),
    ),
    "J": (
        56,
        (
            "+M 18 0 H 56 V 8 H 48 V 70 C 48 92 36 101 22 101 C 8 101 0 93 0 82 C 0 74 5 69 12 69"
            " C 19 69 23 74 23 80 C 23 85 20 88 18 91 C 20 93 25 92 25 80 V 8 H 18 Z",
        ),
    ),
    "A": (
        78,
        (
            "+M 34 -2 H 46 L 72 92 H 78 V 100 H 40 V 92 H 48 L 32 26 L 17 92 H 25 V 100 H 0 V 92 H 7 Z",
            "+M 18 60 H 52 V 69 H 16 Z",
        ),
    ),
    "R": (
        76,
        (
            "+M 0 0 H 40 C 60 0 69 10 69 27 C 69 44 59 52 44 53 L 32 53 V 92 H 40 V 100 H 0 V 92 H 9 V 8 H 0 Z",
            "-M 32 9 H 35 C 44 9 46 15 46 27 C 46 40 44 45 35 45 H 32 Z",
            "+M 32 48 H 44 C 58 49 65 56 66 70 C 67 84 66 91 71 91 C 73 91 74 90 76 88 L 77 94"
            " C 74 99 69 101 63 101 C 48 101 44 94 44 78 C 44 62 42 56 32 56 Z",
        ),
    ),
    "D": (
        74,
        (
            "+M 0 0 H 34 C 60 0 73 18 73 50 C 73 82 60 100 34 100 H 0 V 92 H 9 V 8 H 0 Z",
            "-M 32 9 C 46 9 49 24 49 50 C 49 76 46 91 32 91 Z",
        ),
    ),
    "V": (
        78,
        ("+M 0 0 H 37 V 8 H 30 L 46 73 L 61 8 H 53 V 0 H 78 V 8 H 71 L 44 102 H 33 L 7 8 H 0 Z",),
    ),
    "1": (
        40,
        ("+M 0 16 C 10 14 16 8 19 -1 H 31 V 92 H 42 V 100 H 0 V 92 H 9 V 22 H 0 Z",),
    ),
    "0": (
        58,
        (
            "+M 29 -1 C 49 -1 57 20 57 50 C 57 80 49 101 29 101 C 9 101 1 80 1 50 C 1 20 9 -1 29 -1 Z",
            "-M 29 8 C 36 8 36 26 36 50 C 36 74 36 92 29 92 C 22 92 22 74 22 50 C 22 26 22 8 29 8 Z",
        ),
    ),
    "7": (
        62,
        ("+M 4 0 H 62 V 14 C 46 42 41 62 43 101 H 18 C 18 66 28 42 48 19 H 22 C 14 19 11 23 10 33 H 2 Z",),
    ),
    "8": (
        64,
        (
            "+M 32 -1 C 50 -1 60 10 60 26 C 60 38 54 45 47 48 C 57 53 63 61 63 73 C 63 91 51 101 32 101"
            " C 13 101 1 91 1 73 C 1 61 7 53 17 48 C 10 45 4 38 4 26 C 4 10 14 -1 32 -1 Z",
            "-M 32 8 C 40 8 42 15 42 25 C 42 35 39 40 34 43 C 26 40 22 34 22 25 C 22 15 24 8 32 8 Z",
            "-M 29 53 C 39 57 45 63 45 74 C 45 86 41 92 32 92 C 23 92 19 86 19 74 C 19 63 23 57 29 53 Z",
        ),
    ),
    "9": (
        62,
        (
            "+M 31 -1 C 51 -1 61 16 61 42 C 61 80 48 101 25 101 C 11 101 3 94 3 84 C 3 77 8 72 14 72"
            " C 20 72 25 76 25 82 C 25 87 22 89 22 91 C 32 94 39 84 40 60 C 37 65 32 68 25 68"
            " C 11 68 1 55 1 34 C 1 13 12 -1 31 -1 Z",
            "-M 31 8 C 39 8 40 20 40 34 C 40 48 38 57 32 57 C 25 57 23 49 23 34 C 23 19 24 8 31 8 Z",
        ),
    ),
}
_GAP = 7.0


def index_width(text: str) -> float:
    """The width of an index, in hundredths of its height."""
    return sum(_GLYPHS[letter][0] for letter in text) + _GAP * (len(text) - 1)


def draw_index(
    pen: Pen,
    text: str,
    x: float,
    y: float,
    height: float,
    ink: Colour,
    paper: Colour,
    stretch: float = 1.0,
    *,
    turned: bool = False,
) -> None:
    """Writes an index with its top left corner at (x, y); the eyes of the letters are filled with `paper`.

    A Q reaches a tenth of `height` below the line. `turned`: upside down, (x, y) being the bottom right corner. Raises
    `KeyError` for other characters.
    """
    way = -1 if turned else 1
    for letter in text:
        width, paths = _GLYPHS[letter]
        own = pen.moved(x, y, way * height / 100, stretch)
        for path in paths:
            own.fill(path[1:].strip(), ink if path[0] == "+" else paper)
        x += way * (width + _GAP) * stretch * height / 100
