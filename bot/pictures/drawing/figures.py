"""The people on the court cards: a king, a queen and a knave, each a bust that faces the reader.

The pen's origin is the top of the card, on the line of the nose; figures reach from 8 units below it to 90, where the
band cuts them. They follow the Paris pattern of 1880 (a crown with fleurons and a sceptre, a coronet and a rose, a
plumed cap and a halberd), simplified to stay distinct at the size of a thumb-nail.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.drawing.colours import GOLD, GOLD_DARK, INK, WHITE, Rgb
from bot.pictures.drawing.pen import Pen

SKIN: Rgb = (251, 228, 206)
ROSE: Rgb = (236, 164, 146)
LIPS: Rgb = (196, 60, 66)
LEAF: Rgb = (52, 120, 74)
STEEL: Rgb = (196, 204, 214)

LINE = 0.7


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of one suit's court: the robes, and the hair of the three figures."""

    main: Rgb
    second: Rgb
    king: Rgb
    queen: Rgb
    knave: Rgb


def draw_figure(pen: Pen, figure: str, livery: Livery) -> None:
    """Draws the bust of a "K", "Q" or "J". Raises `KeyError` for another letter."""
    _FIGURES[figure](pen, livery)


def _face(pen: Pen, jaw: float) -> None:
    """A face between brow (y 24) and chin; `jaw` is half its width below."""
    pen.shape(f"M -9.5 23 H 9.5 V 33 C 9.5 40 {jaw} 47.5 0 47.5 C {-jaw} 47.5 -9.5 40 -9.5 33 Z", SKIN, INK, LINE)
    for side in (-1, 1):
        half = pen.moved(0, 0, 1, side)
        half.stroke("M 2.4 28.9 Q 4.8 27 7.4 28.9", INK, 0.8)
        half.fill("M 2.4 31.9 Q 4.9 29.3 7.3 31.9 Q 4.9 33.5 2.4 31.9 Z", WHITE)
        half.dot(4.9, 31.6, 1.35, INK)
        half.stroke("M 2.2 31.7 Q 4.9 29.2 7.5 31.7", INK, 0.75)
    pen.stroke("M -1.2 31 L -1.8 37.2 Q -0.4 38.4 1.2 37.4", INK, 0.65)


def _king(pen: Pen, livery: Livery) -> None:
    pen.shape("M -60 92 C -56 62 -36 56 -10 50 H 10 C 26 56 40 60 42 90 Z", livery.main, INK, LINE)
    for x, y in ((-44, 70), (-36, 65), (-36, 74), (-28, 69.5), (19, 66)):
        _lily(pen, x, y, 0.55)
    _sleeve(pen, 27, livery.main)
    # The front of the robe, closed with a chain.
    pen.shape("M -8 55 H 8 L 12 90 H -12 Z", livery.second, INK, LINE)
    pen.stroke("M 0 58 V 90", GOLD, 1.1)
    for link in (66, 72, 78):
        pen.shape(f"M 0 {link - 2.4} L 2.6 {link} L 0 {link + 2.4} L -2.6 {link} Z", GOLD, INK, 0.4)
    # Ermine.
    pen.shape(
        "M -15 49 C -10 55 10 55 15 49 C 20 51 24 54 26 58 C 16 68 7 70 0 70"
        " C -7 70 -16 68 -26 58 C -24 54 -20 51 -15 49 Z",
        WHITE,
        INK,
        LINE,
    )
    for left, top in ((-20.0, 57.0), (-13.0, 62.5), (-5.0, 65.5), (5.0, 65.5), (13.0, 62.5), (20.0, 57.0)):
        pen.fill(f"M {left} {top - 2} L {left + 1.3} {top + 1.6} H {left - 1.3} Z", INK)
    # Hair in two rolls.
    for side in (-1, 1):
        lock = pen.moved(0, 0, 1, side)
        lock.shape(
            "M 8 24 C 15 24 17 30 15.5 36 C 17.5 39 18 43 16 46 C 18 51 13 55 9.5 52 C 6 50 7 44 9 42 Z",
            livery.king,
            INK,
            LINE,
        )
        lock.stroke("M 12 28 C 14 33 11 36 13 41 C 15 45 13 48 11.5 48.5", INK, 0.5)
    _face(pen, 8)
    # Beard and moustache.
    pen.shape(
        "M -9.5 34 C -8 39 -5 40.5 0 39.5 C 5 40.5 8 39 9.5 34 C 11 46 8 54 2.5 60 Q 1 56.5 0 56"
        " Q -1 56.5 -2.5 60 C -8 54 -11 46 -9.5 34 Z",
        livery.king,
        INK,
        LINE,
    )
    pen.fill("M -2.8 43.4 Q 0 42 2.8 43.4 Q 0 45.6 -2.8 43.4 Z", LIPS)
    pen.shape(
        "M 0 39.4 C 3 38 6.5 39 9 43.2 C 5.5 43.8 2 43.4 0 41.4 C -2 43.4 -5.5 43.8 -9 43.2 C -6.5 39 -3 38 0 39.4 Z",
        livery.king,
        INK,
        0.5,
    )
    for strand in (-4.5, 0.0, 4.5):
        pen.stroke(f"M {strand} 47 Q {strand * 0.9} 50 {strand * 0.5} 54", INK, 0.4)
    _crown(pen, livery)
    _sceptre(pen)


def _crown(pen: Pen, livery: Livery) -> None:
    pen.shape("M -11 20 C -13 9 13 9 11 20 Z", livery.second, INK, LINE)
    pen.shape(
        "M -12 20 L -17.5 10.5 L -10.5 14 L -7.5 10 L -3.6 14.4 L 0 9"
        " L 3.6 14.4 L 7.5 10 L 10.5 14 L 17.5 10.5 L 12 20 Z",
        GOLD,
        INK,
        LINE,
    )
    for x, y, radius in ((-17.5, 10.5, 1.7), (-7.5, 10, 1.5), (0, 9.2, 1.9), (7.5, 10, 1.5), (17.5, 10.5, 1.7)):
        pen.dot(x, y, radius + 0.5, INK)
        pen.dot(x, y, radius, WHITE)
    pen.shape("M -12.5 19 Q 0 15.5 12.5 19 L 12 25 Q 0 21.5 -12 25 Z", GOLD, INK, LINE)
    for x, y in ((-8, 21), (0, 19.9), (8, 21)):
        pen.dot(x, y, 1.6, livery.main)


def _lily(pen: Pen, x: float, y: float, size: float, line: float = 0.0) -> None:
    """A fleur-de-lis about (x, y), 14 units high where `size` is 1."""
    own = pen.moved(x, y, size)
    petals = (
        "M 0 -8 C 3.4 -4 3.8 -1.5 2.4 2.4 H -2.4 C -3.8 -1.5 -3.4 -4 0 -8 Z",
        "M 1.8 2.4 C 2.6 -2.6 6.6 -4.4 8.4 -0.8 C 9 1.6 7 3.2 5.6 2 C 5.4 4.4 3.4 5.2 1 4.4 Z",
        "M -1.8 2.4 C -2.6 -2.6 -6.6 -4.4 -8.4 -0.8 C -9 1.6 -7 3.2 -5.6 2 C -5.4 4.4 -3.4 5.2 -1 4.4 Z",
    )
    for petal in petals:
        if line:
            own.shape(petal, GOLD, INK, line)
        else:
            own.fill(petal, GOLD)
    own.fill("M -1.4 4 H 1.4 L 2.4 7 H -2.4 Z", GOLD)


def _sceptre(pen: Pen) -> None:
    pen.stroke("M 27 22 V 90", INK, 3.2)
    pen.stroke("M 27 22 V 90", GOLD, 1.9)
    _lily(pen, 27, 16.4, 1, LINE)
    pen.shape("M 22.4 19.5 H 31.6 V 22.5 H 22.4 Z", GOLD, INK, LINE)
    _hand(pen, 27, 52)


def _sleeve(pen: Pen, x: float, colour: Rgb) -> None:
    """The forearm below a hand about `x`."""
    pen.shape(f"M {x - 7.6} 61 H {x + 7.6} L {x + 10} 90 H {x - 10.5} Z", colour, INK, LINE)


def _hand(pen: Pen, x: float, y: float) -> None:
    """A fist about (x, y) that holds something upright, with the cuff below."""
    own = pen.moved(x, y)
    own.shape("M -6 4 H 6 L 8 11 H -8 Z", WHITE, INK, LINE)
    own.shape("M -4.6 -3.6 C -4.6 -5.6 4.8 -5.6 4.8 -3.6 V 3 C 4.8 5 -4.6 5 -4.6 3 Z", SKIN, INK, LINE)
    for line in (-1.6, 0.6, 2.6):
        own.stroke(f"M -0.5 {line} H 4.4", INK, 0.45)


def _queen(pen: Pen, livery: Livery) -> None:
    # The veil falls behind the shoulders.
    pen.shape("M -12 18 C -22 26 -22 48 -27 66 C -10 74 10 74 24 66 C 20 48 22 26 12 18 Z", livery.main, INK, LINE)
    pen.shape("M -60 92 C -54 64 -32 62 -14 56 H 14 C 26 60 38 64 42 90 Z", livery.second, INK, LINE)
    for side in (-1, 1):
        trim = pen.moved(0, 0, 1, side)
        trim.stroke("M 17 59 C 22 66 23 74 22 90", GOLD, 1.5)
    for x, y in ((-42, 71), (-33, 67), (-33, 75), (-25, 71)):
        pen.fill(f"M {x} {y - 2.6} L {x + 1.8} {y} L {x} {y + 2.6} L {x - 1.8} {y} Z", GOLD)
    _sleeve(pen, 25.5, livery.second)
    # Bodice, neck, necklace.
    pen.shape("M -12 60 C -8 66 8 66 12 60 L 9 90 H -9 Z", livery.main, INK, LINE)
    pen.stroke("M 0 66 V 90", GOLD, 1.2)
    pen.shape("M -4.6 42 V 51 C -8 54 -12 55 -16 57 C -11 67 11 67 16 57 C 12 55 8 54 4.6 51 V 42 Z", SKIN, INK, LINE)
    pen.stroke("M -16 57 C -11 67 11 67 16 57", GOLD, 1.7)
    pen.stroke("M -6 53 Q 0 58.4 6 53", GOLD_DARK, 0.9)
    pen.dot(0, 57.6, 1.9, INK)
    pen.dot(0, 57.6, 1.4, livery.main)
    # Hair, parted in the middle, with a curl beside each cheek.
    for side in (-1, 1):
        lock = pen.moved(0, 0, 1, side)
        lock.shape(
            "M 0 19 C 9 17 15 22 14.5 31 C 14.3 36 17.5 40 16 46 C 15 50.5 10.5 51.5 8.6 48 C 7.4 45.5 9.5 44 9.5 40 Z",
            livery.queen,
            INK,
            LINE,
        )
    _face(pen, 6.5)
    for side in (-1, 1):
        lock = pen.moved(0, 0, 1, side)
        lock.shape(
            "M 0 20 C 8 18 13.5 22 13 30 C 12.8 34 10.5 36 9.4 35 C 9.8 29 6 25.5 0 25.5 Z", livery.queen, INK, LINE
        )
        lock.stroke("M 2 22.8 C 7 22.5 10.6 25 11 31", INK, 0.45)
        lock.dot(10.4, 40.5, 1.7, INK)
        lock.dot(10.4, 40.5, 1.2, WHITE)
        lock.oval(5.8, 37, 2, 1.4, ROSE)
    pen.fill(
        "M -2.7 41.6 C -1.4 40.2 -0.7 40.4 0 40.9 C 0.7 40.4 1.4 40.2 2.7 41.6 C 1.4 43.6 -1.4 43.6 -2.7 41.6 Z", LIPS
    )
    _coronet(pen, livery)
    _flower(pen)


def _coronet(pen: Pen, livery: Livery) -> None:
    pen.shape(
        "M -11 19 L -12.5 11.5 L -7.5 15.4 L -5.4 10.2 L -2.6 14.4 L 0 8.6 L 2.6 14.4 L 5.4 10.2 L 7.5 15.4"
        " L 12.5 11.5 L 11 19 Q 0 15.6 -11 19 Z",
        GOLD,
        INK,
        LINE,
    )
    pen.shape("M -11.4 18.4 Q 0 14.6 11.4 18.4 L 11 21.6 Q 0 17.8 -11 21.6 Z", GOLD, INK, LINE)
    for x, y in ((-12.5, 11.2), (-5.4, 10), (5.4, 10), (12.5, 11.2)):
        pen.dot(x, y, 1.6, INK)
        pen.dot(x, y, 1.15, WHITE)
    pen.dot(0, 8.6, 2.1, INK)
    pen.dot(0, 8.6, 1.55, livery.main)


def _flower(pen: Pen) -> None:
    own = pen.moved(25.5, 0)
    own.stroke("M 0 30 C 1 40 -1 46 0 62", INK, 2.4)
    own.stroke("M 0 30 C 1 40 -1 46 0 62", LEAF, 1.4)
    own.shape("M 0 45 C 3 38 8 38 9 36 C 9 43 5 47 0 45 Z", LEAF, INK, 0.5)
    own.shape("M -0.2 40 C -2 35.6 -4.6 35 -5.8 33.8 C -5.8 39 -3.6 42 -0.2 40 Z", LEAF, INK, 0.5)
    petals = ((-4.2, 20), (4.2, 20.4), (-6.2, 26), (6.2, 26.4), (0, 29.5), (0, 17.4))
    for x, y in petals:
        own.dot(x, y, 4.9, INK)
    for x, y in petals:
        own.dot(x, y, 4.3, LIPS)
    own.dot(0, 23.4, 5.5, INK)
    own.dot(0, 23.4, 4.9, ROSE)
    own.stroke("M -3 23.6 C -2.8 19.6 3.2 19.8 2.8 23.8 C 2.4 26.6 -1.2 26.2 -0.6 23.6", LIPS, 0.9)
    _hand(own, 0, 53)


def _knave(pen: Pen, livery: Livery) -> None:
    pen.shape("M -60 92 C -56 64 -30 58 -10 53 H 10 C 26 57 38 62 42 90 Z", livery.main, INK, LINE)
    # The doublet is parted: one half of each colour, slashed sleeves.
    pen.shape("M 0 52 H 10 C 26 57 38 62 42 90 H 0 Z", livery.second, INK, LINE)
    for x in (-42, -34, -26, -18):
        pen.stroke(f"M {x} {57 - x * 0.22} L {x - 3} 90", GOLD, 1.7)
    pen.stroke("M 17.5 62 L 18.5 90", GOLD, 1.7)
    _sleeve(pen, 27, livery.second)
    for y in (65, 71, 77):
        pen.dot(0, y, 1.9, INK)
        pen.dot(0, y, 1.4, GOLD)
    # Hair cut straight at the jaw.
    pen.shape(
        "M -13 20 H 13 C 16 30 14 38 17.5 45 C 13 49.5 9 48 7 46"
        " H -7 C -9 48 -13 49.5 -17.5 45 C -14 38 -16 30 -13 20 Z",
        livery.knave,
        INK,
        LINE,
    )
    pen.shape("M -4.6 42 V 54 H 4.6 V 42 Z", SKIN, INK, LINE)
    # A pleated collar.
    pen.shape(
        "M -13 51 C -8 47.5 8 47.5 13 51 L 18 55.5 L 13.6 57 L 12 61 L 7.4 59.6 L 4 63.4 L 0 60.4 L -4 63.4 L -7.4 59.6"
        " L -12 61 L -13.6 57 L -18 55.5 Z",
        WHITE,
        INK,
        LINE,
    )
    for pleat in (-9.0, -4.5, 0.0, 4.5, 9.0):
        pen.stroke(f"M {pleat * 0.7} 51.4 L {pleat} 57.6", INK, 0.4)
    _face(pen, 7.5)
    pen.fill("M -2.6 41.8 Q 0 40.4 2.6 41.8 Q 0 43.8 -2.6 41.8 Z", LIPS)
    # A fringe, then the cap with its plume.
    pen.shape(
        "M -12 20 C -13 26 -12 31 -10.2 34 C -9 30 -8.8 27.5 -8 26 H 8 C 8.8 27.5 9 30 10.2 34 C 12 31 13 26 12 20 Z",
        livery.knave,
        INK,
        LINE,
    )
    pen.shape("M -15.5 21 C -21 12 -8 6.6 2 8.2 C 13 7.4 22 12.6 15.5 21 Z", livery.main, INK, LINE)
    pen.stroke("M -8 10.4 C -10 14 -9 17 -8 19", INK, 0.45)
    pen.stroke("M 7 9.4 C 10 13 9 17 8 19", INK, 0.45)
    pen.shape("M -15.8 19.4 Q 0 16 15.8 19.4 L 15 24.4 Q 0 21 -15 24.4 Z", GOLD, INK, LINE)
    _plume(pen, livery)
    _halberd(pen)


def _plume(pen: Pen, livery: Livery) -> None:
    pen.shape(
        "M -9 20 C -16 20 -25 16 -26.5 8.5 C -22 6.6 -14 7 -10 11.5 C -7.6 14.4 -7.4 17.4 -9 20 Z", WHITE, INK, LINE
    )
    pen.stroke("M -9.6 19 C -14 17 -20 13 -24 9.6", livery.second, 0.9)
    for x, y in ((-13, 16.6), (-16.5, 14.4), (-20, 12)):
        pen.stroke(f"M {x} {y} L {x + 0.8} {y - 5}", INK, 0.4)
        pen.stroke(f"M {x} {y} L {x - 4} {y + 0.8}", INK, 0.4)
    pen.dot(-9, 19.6, 2.4, INK)
    pen.dot(-9, 19.6, 1.8, LIPS)


def _halberd(pen: Pen) -> None:
    own = pen.moved(27, 0)
    own.stroke("M 0 30 V 90", INK, 3.0)
    own.stroke("M 0 30 V 90", GOLD_DARK, 1.8)
    own.shape("M 0 7.5 L 2.5 20 L 1.5 33 H -1.5 L -2.5 20 Z", STEEL, INK, LINE)
    own.shape("M 1.5 20 C 4.5 19.4 6 17.6 7.5 16 C 8.9 21 8.9 26 7.5 31 C 6 29.4 4.5 27.6 1.5 27 Z", STEEL, INK, LINE)
    own.shape("M -1.5 21 L -7 23.6 L -1.5 26.4 Z", STEEL, INK, LINE)
    own.shape("M -2.9 31.4 H 2.9 V 34.6 H -2.9 Z", GOLD, INK, LINE)
    _hand(own, 0, 53)


_FIGURES = {"K": _king, "Q": _queen, "J": _knave}
