"""Words in pictures: Latin letters with their accents in the one font that every Pillow brings along.

May not know: what the words say. Source: that font (`ImageFont.load_default`) has no letter with an accent, so the
accents are drawn here over the plain letter; what still cannot be written becomes a middle dot, never an empty box or
an error. The full name always stands as text beside the picture.
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
# A FreeType face is not to be used by two threads at once.
_LOCK = Lock()
# Longer than any line here has room for; a name may be long, and a letter may carry any number of marks.
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
    """Whether the font has the letter itself, rather than the box that it draws for all it lacks."""
    font = _font(24)
    with _LOCK:
        return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\ue000"))


def clusters(text: str) -> tuple[Cluster, ...]:
    """Read any text as letters that can be drawn.

    Out: one cluster a letter; whatever the font lacks is UNKNOWN, invisible characters are left out. Raises nothing.
    """
    plain = unicodedata.normalize("NFKD", "".join(_PLAIN.get(letter, letter) for letter in text[:_LONGEST]))
    plain = "".join(_PLAIN.get(letter, letter) for letter in plain)
    found: list[Cluster] = []
    for before, letter in zip("\0" + plain, plain, strict=False):
        kind = unicodedata.category(letter)
        if letter in _MARKS:
            if found and found[-1].letter.isalpha() and len(found[-1].marks) < _MOST_MARKS:
                found[-1] = Cluster(found[-1].letter, (*found[-1].marks, letter))
        elif before == _JOINER and not _is_known(letter):
            # The rest of a joined sign, such as a family: one dot stands for it all.
            continue
        elif letter.isspace():
            if found and found[-1].letter != " ":
                found.append(Cluster(" "))
        elif kind[0] == "M" or kind in ("Cf", "Cc", "Cs", "Sk"):
            if kind == "Sk" and letter.isascii():
                found.append(Cluster(letter))
        else:
            found.append(Cluster(letter if _is_known(letter) else UNKNOWN))
    while found and found[-1].letter == " ":
        found.pop()
    return tuple(found)


def _base(found: tuple[Cluster, ...]) -> str:
    return "".join(cluster.letter for cluster in found)


def measure(found: tuple[Cluster, ...], size: int) -> int:
    """The width in pixels of a line at `size` pixels."""
    with _LOCK:
        return round(_font(size).getlength(_base(found)))


def _draw_mark(draw: ImageDraw.ImageDraw, mark: str, letter: str, x: float, baseline: float, em: float) -> None:
    """Draw one mark centred on `x`; all in supersampled pixels, `em` being the size of the letters."""
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


@lru_cache(maxsize=512)
def line_mask(found: tuple[Cluster, ...], size: int, weight: float = 0.0) -> Image.Image:
    """Draw a line of letters `size` pixels high as a mask ("L"), white on black.

    In: `weight` thickens every stroke by that share of the size (0.03 is a fair bold).
    Out: an image 1.3 times as high as `size` with its baseline one `size` below the top.
    """
    base = _base(found)
    pad = 2 + round(size * weight)
    with _LOCK:
        font = _font(size)
        image = Image.new("L", (round(font.getlength(base)) + 2 * pad, round(size * 1.3)))
        draw = ImageDraw.Draw(image)
        draw.text((pad, size), base, fill=255, font=font, anchor="ls", stroke_width=size * weight)
        starts = [pad + font.getlength(base[:at]) for at in range(len(base) + 1)]
    marked = [(at, cluster) for at, cluster in enumerate(found) if cluster.marks]
    if not marked:
        return image
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


def fitted(text: str, size: int, width: int, weight: float = 0.0, smallest: float = 0.75) -> Image.Image:
    """The mask of one line no wider than `width` pixels: first a little smaller, then cut with an ellipsis."""
    found = clusters(text) or (Cluster(UNKNOWN),)
    least = round(size * smallest)
    room = width - 4 - 2 * round(size * weight)
    while size > least and measure(found, size) > room:
        size -= 1
    if measure(found, size) > room:
        while len(found) > 1 and (found[-1].letter == " " or measure((*found, Cluster("…")), size) > room):
            found = found[:-1]
        found = (*found, Cluster("…"))
    return line_mask(found, size, weight)


def wrapped(text: str, size: int, width: int, lines: int) -> tuple[Image.Image, ...]:
    """The masks of a text broken at its blanks into at most `lines` lines; the last is cut if need be."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and (measure(clusters(longer), size) <= width - 4 or len(rows) == lines):
            rows[-1] = longer
        else:
            rows.append(word)
    return tuple(fitted(row, size, width) for row in rows)
