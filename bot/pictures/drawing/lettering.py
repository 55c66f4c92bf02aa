"""Words in pictures: Latin letters with accents in the font that comes with every Pillow.

That font (`ImageFont.load_default`) has no accented letter, so accents are drawn over the plain ones; what cannot be
written becomes a middle dot. The full name always stands as text beside the picture.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from PIL import Image, ImageChops, ImageDraw, ImageFont

UNKNOWN = "·"
_SUPER = 4
# Letters without a canonical decomposition, in plain ones. The stroke through a letter is drawn like an accent.
_STROKE = "\u0335"
_PLAIN = {
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "Th", "ð": "d" + _STROKE,
    "Ð": "D" + _STROKE, "đ": "d" + _STROKE, "Đ": "D" + _STROKE, "ł": "l" + _STROKE, "Ł": "L" + _STROKE,
    "ø": "o\u0338", "Ø": "O\u0338", "ħ": "h" + _STROKE, "Ħ": "H" + _STROKE, "ŧ": "t" + _STROKE, "Ŧ": "T" + _STROKE,
    "ı": "i", "ĸ": "k", "ŋ": "n", "Ŋ": "N", "ə": "e", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "„": "“",
    "‟": "“", "‚": ",", "′": "'", "″": '"', "•": "·", "×": "x", "‹": "«", "›": "»", "¡": "!", "¿": "?", "€": "EUR ",
    "£": "GBP ", "№": "No ", "→": "»", "←": "«",
}  # fmt: skip
_ABOVE = frozenset("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c")
_BELOW = frozenset("\u0323\u0326\u0327\u0328")
_THROUGH = frozenset((_STROKE, "\u0338"))
_MARKS = _ABOVE | _BELOW | _THROUGH
# A FreeType face is not safe in two threads at once.
_LOCK = Lock()
# Longer than any line here; names may be long, and a letter may carry any number of marks.
_LONGEST, _MOST_MARKS = 120, 3
_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Cluster:
    """One letter of the font with the marks drawn over, under and through it."""

    letter: str
    marks: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):  # pragma: no cover (a Pillow built without FreeType)
        raise RuntimeError("pictures need a Pillow built with FreeType")
    return font


@lru_cache(maxsize=1024)
def _is_known(letter: str) -> bool:
    """Whether the font has the letter itself, not just its box for missing ones."""
    font = _font(24)
    with _LOCK:
        return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\ue000"))


def clusters(text: str) -> tuple[Cluster, ...]:
    """Splits any text into letters that can be drawn.

    Letters that the font lacks become UNKNOWN; invisible characters are left out.
    """
    plain = unicodedata.normalize("NFKD", "".join(_PLAIN.get(letter, letter) for letter in text[:_LONGEST]))
    plain = "".join(_PLAIN.get(letter, letter) for letter in plain)
    line: list[Cluster] = []
    for before, letter in zip("\0" + plain, plain, strict=False):
        kind = unicodedata.category(letter)
        if letter in _MARKS:
            if line and line[-1].letter.isalpha() and len(line[-1].marks) < _MOST_MARKS:
                line[-1] = Cluster(line[-1].letter, (*line[-1].marks, letter))
        elif before == _JOINER and not _is_known(letter):
            # The rest of a joined sign, such as a family: one dot stands for all.
            continue
        elif letter.isspace():
            if line and line[-1].letter != " ":
                line.append(Cluster(" "))
        elif kind[0] == "M" or kind in ("Cf", "Cc", "Cs", "Sk"):
            if kind == "Sk" and letter.isascii():
                line.append(Cluster(letter))
        else:
            line.append(Cluster(letter if _is_known(letter) else UNKNOWN))
    while line and line[-1].letter == " ":
        line.pop()
    return tuple(line)


def _base(line: tuple[Cluster, ...]) -> str:
    return "".join(cluster.letter for cluster in line)


def measure(line: tuple[Cluster, ...], size: int) -> int:
    """The width in pixels of a line at `size` pixels."""
    with _LOCK:
        return round(_font(size).getlength(_base(line)))


def _draw_mark(draw: ImageDraw.ImageDraw, mark: str, letter: str, x: float, baseline: float, em: float) -> None:
    """Draws one mark centred on `x`; all in supersampled pixels, `em` is the size of the letters."""
    pen = max(1, round(em * 0.085))
    top = baseline - em * (0.545 if letter in "acegijmnopqrsuvwxyz" else 0.71)
    foot = top - em * 0.075
    head = foot - em * 0.13
    half = em * 0.125

    def line(*points: tuple[float, float]) -> None:
        draw.line([(x + dx, y) for dx, y in points], fill=255, width=pen, joint="curve")
        for dx, y in (points[0], points[-1]):
            draw.ellipse((x + dx - pen / 2, y - pen / 2, x + dx + pen / 2, y + pen / 2), fill=255)

    def dot(dx: float, y: float) -> None:
        r = em * 0.058
        draw.ellipse((x + dx - r, y - r, x + dx + r, y + r), fill=255)

    middle = (foot + head) / 2
    match mark:
        case "\u0300":
            line((-half * 0.75, head), (half * 0.35, foot))
        case "\u0301":
            line((half * 0.75, head), (-half * 0.35, foot))
        case "\u0302":
            line((-half, foot), (0, head), (half, foot))
        case "\u030c":
            line((-half, head), (0, foot), (half, head))
        case "\u0303":
            line((-half * 1.1, foot - em * 0.03), (-half * 0.45, head + em * 0.02), (half * 0.45, foot - em * 0.03),
                 (half * 1.1, head + em * 0.02))  # fmt: skip
        case "\u0304":
            line((-half, middle), (half, middle))
        case "\u0306":
            draw.arc((x - half, head - half, x + half, head + half + pen / 2), 20, 160, fill=255, width=pen)
        case "\u0307":
            dot(0, middle)
        case "\u0308":
            dot(-half * 0.85, middle)
            dot(half * 0.85, middle)
        case "\u030a":
            r = em * 0.095
            draw.ellipse((x - r, middle - r, x + r, middle + r), outline=255, width=max(1, round(em * 0.055)))
        case "\u030b":
            line((half * 0.1, head), (-half * 0.6, foot))
            line((half * 1.1, head), (half * 0.4, foot))
        case "\u0323":
            dot(0, baseline + em * 0.13)
        case "\u0326" | "\u0327":
            draw.line([(x, baseline), (x - em * 0.01, baseline + em * 0.06)], fill=255, width=pen)
            r = em * 0.075
            area = (x - r, baseline + em * 0.05, x + r, baseline + em * 0.05 + 2 * r)
            draw.arc(area, -80, 150, fill=255, width=round(pen * 0.85))
        case "\u0328":
            r = em * 0.075
            shift = em * 0.12
            draw.arc((x + shift - r, baseline, x + shift + r, baseline + 2 * r), 40, 280, fill=255, width=pen)
        case "\u0338":
            line((-em * 0.22, baseline + em * 0.03), (em * 0.22, top - em * 0.03))
        case _:
            height = 0.62 if letter in "dhbt" else 0.34
            shift = em * 0.1 if letter in "d" else (-em * 0.12 if letter in "DH" else 0)
            line((shift - em * 0.15, baseline - em * height), (shift + em * 0.15, baseline - em * height))


def line_mask(line: tuple[Cluster, ...], size: int, weight: float = 0.0) -> Image.Image:
    """A line of letters `size` pixels high as a mask ("L"), white on black.

    `weight` thickens every stroke by that share of the size (0.03 is a fair bold). The image is 1.3 times as high as
    `size`, its baseline one `size` below the top.
    """
    base = _base(line)
    pad = 2 + round(size * weight)
    with _LOCK:
        font = _font(size)
        image = Image.new("L", (round(font.getlength(base)) + 2 * pad, round(size * 1.3)))
        draw = ImageDraw.Draw(image)
        draw.text((pad, size), base, fill=255, font=font, anchor="ls", stroke_width=size * weight)
        marked = [(at, cluster) for at, cluster in enumerate(line) if cluster.marks]
        if not marked:
            return image
        starts = [pad + font.getlength(base[:at]) for at in range(len(base) + 1)]
    over = Image.new("L", (image.width * _SUPER, image.height * _SUPER))
    over_draw = ImageDraw.Draw(over)
    em = size * _SUPER * (1 + weight)
    for at, cluster in marked:
        if cluster.letter in "ij" and _ABOVE.intersection(cluster.marks):
            # The accent takes the place of the dot.
            draw.rectangle((starts[at], 0, starts[at + 1] - 1, size * 0.42), fill=0)
        for mark in cluster.marks:
            middle = (starts[at] + starts[at + 1]) / 2
            _draw_mark(over_draw, mark, cluster.letter, middle * _SUPER, size * _SUPER, em)
    small = over.resize(image.size, Image.Resampling.BOX)
    return ImageChops.lighter(image, small)


# About 15 KB a name: those of 500 open tables.
@lru_cache(maxsize=1024)
def fitted(text: str, size: int, width: int, weight: float = 0.0, smallest: float = 0.75) -> Image.Image:
    """The mask of one line no wider than `width` pixels: first a little smaller, then cut with an ellipsis."""
    line = clusters(text) or (Cluster(UNKNOWN),)
    least = round(size * smallest)
    room = width - 4 - 2 * round(size * weight)
    while size > least and measure(line, size) > room:
        size -= 1
    if measure(line, size) > room:
        while len(line) > 1 and (line[-1].letter == " " or measure((*line, Cluster("…")), size) > room):
            line = line[:-1]
        line = (*line, Cluster("…"))
    return line_mask(line, size, weight)


def wrapped(text: str, size: int, width: int, lines: int) -> tuple[Image.Image, ...]:
    """The masks of a text broken at blanks into at most `lines` lines; the last is cut if need be."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and (measure(clusters(longer), size) <= width - 4 or len(rows) == lines):
            rows[-1] = longer
        else:
            rows.append(word)
    return tuple(fitted(row, size, width) for row in rows)
