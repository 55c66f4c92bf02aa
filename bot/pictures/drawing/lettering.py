"""Words in pictures: any name in any script, shaped by raqm, on one line and within a given width.

Each letter is drawn in the first font that has it. If no font has a letter, it is transliterated to Latin letters. If
no font has an ornament, it is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal
from zlib import crc32

from PIL import Image, ImageDraw, ImageFont

from bot.letters import levels, split_clusters, strip_invisible, visual_order
from bot.pictures.drawing.fonts import LATIN, LOCK, SHAPES, FontFile, emoji_font, face_of, font, has_blank

# The room above and below the baseline, in sizes. A script that reaches further is drawn smaller.
ASCENT, DESCENT = 1.05, 0.4
_SMALLEST, _LEAST = 0.66, 26
"""The least size to which a line is made smaller: as a share of the wanted size, and in pixels.

On a phone, letters of 26 pixels are eleven pixels high.
"""
_SMALLEST_SCRIPT = 0.6
# Replaces a text with nothing visible.
_NOTHING = "?"
_ELLIPSIS = "…"
# The most clusters of a text, more than any line has here. A text with fewer clusters than `_SHORT` is cut at its end,
# a longer one before its end.
_LONGEST, _SHORT = 160, 4
# Letters that people put around a name as its frame: cuneiform, hieroglyphs. Also emoji newer than this Python's
# Unicode.
_PICTURES = range(0x12000, 0x14680), range(0x1F000, 0x20000)
_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
# The height of an emoji's picture, and its depth below the baseline, in sizes.
_EMOJI_HEIGHT, _EMOJI_DROP = 1.1, 0.22
_EMOJI_COLOURS = 16


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of text that was drawn, ready to be laid on a picture.

    Attributes:
        mask: the shape of the letters that take the colour of the text, as a mask ("L").
        colours: the letters with colours of their own, such as emojis ("RGBA"). None if there are none.
        baseline: how many pixels the baseline is below the top of both images.
    """

    mask: Image.Image
    colours: Image.Image | None
    baseline: int

    @property
    def width(self) -> int:
        """The width of the line in pixels."""
        return self.mask.width


@dataclass(frozen=True, slots=True)
class _Letter:
    """A cluster, or Latin letters that replace it, and the font that has it."""

    text: str
    face: FontFile


@dataclass(frozen=True, slots=True)
class _Run:
    """A measured stretch of one font and one direction: its text, its ink, and its advance."""

    text: str
    font: ImageFont.FreeTypeFont
    direction: Literal["ltr", "rtl"] | None
    scale: float
    coloured: bool
    ink: tuple[float, float, float, float]
    advance: float


def fit_line(text: str, size: int, width: int, weight: float = 0.0, *, kept: bool = True) -> Lettering:
    """Returns a text drawn on one line that is at most `width` pixels wide.

    If the text is too wide, it is drawn a little smaller. If that is not enough, it loses the ornaments at its ends. If
    that is not enough either, "…" replaces letters of its later half.

    Args:
        size: the height of the letters in pixels.
        kept: whether the drawn line is cached for other pictures. That is for names and numbers, which come again, and
            not for long sentences.
    """
    if not kept:
        return _fit_line.__wrapped__(text, size, width, weight)
    # A line that has room is the same for every width.
    return _fit_line(text, size, min(width, _natural_width(text, size, weight)), weight)


@lru_cache(maxsize=4096)
def _natural_width(text: str, size: int, weight: float) -> int:
    with LOCK:
        return _extent(_runs(_letters(text), size, weight))


# About 15 KB a name, for the names of 500 open tables.
@lru_cache(maxsize=1024)
def _fit_line(text: str, size: int, width: int, weight: float) -> Lettering:
    with LOCK:
        line = _letters(text)
        runs = _runs(line, size, weight)
        least, wide = max(round(size * _SMALLEST), min(size, _LEAST)), _extent(runs)
        if wide > width:
            # A little more than in proportion, since widths are whole pixels.
            size = min(size, max(least, size * width // wide + 1))
            runs = _runs(line, size, weight)
            while size > least and _extent(runs) > width:
                size -= 1
                runs = _runs(line, size, weight)
            if _extent(runs) > width:
                line = _without_end_ornaments(line)
                runs = _runs(line, size, weight)
            if _extent(runs) > width:
                runs = _runs(_shorten_line(line, size, width, weight), size, weight)
        return _draw_runs(runs, size, weight)


def height_above(size: int) -> int:
    """Returns how many pixels a line with letters of `size` pixels reaches above its baseline."""
    return round(size * ASCENT)


def height_below(size: int) -> int:
    """Returns how many pixels a line with letters of `size` pixels reaches below its baseline."""
    return round(size * DESCENT) + 1


def wrap_lines(text: str, size: int, width: int, lines: int) -> tuple[Lettering, ...]:
    """Breaks a text at blanks into at most `lines` lines of at most `width` pixels. If the text is too long, its last
    line is shortened.
    """
    rows: list[str] = []
    for word in strip_invisible(text).split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and (measure(longer, size) <= width or len(rows) == lines):
            rows[-1] = longer
        else:
            rows.append(word)
    return tuple(fit_line(row, size, width) for row in rows)


def measure(text: str, size: int) -> int:
    """Returns the width in pixels of a text on one line, with letters of `size` pixels."""
    with LOCK:
        return _extent(_runs(_letters(text), size, 0.0))


def drawable_text(text: str) -> str:
    """Returns a text in the letters that are drawn: its own letters, and Latin letters in place of those that no font
    has.
    """
    with LOCK:
        return "".join(letter.text for letter in _letters(text))


def _letters(text: str) -> list[_Letter]:
    parts = _without_ornaments(split_clusters(strip_invisible(text))[:_LONGEST]) or [_NOTHING]
    faces: list[FontFile | None] = []
    for part in parts:
        # A blank takes the font of the word before it, if that font has a blank.
        before = faces[-1] if faces else None
        faces.append(before if part == " " and before and has_blank(before) else face_of(part))
    line: list[_Letter] = []
    for face, group in groupby(zip(parts, faces, strict=True), key=lambda pair: pair[1]):
        # Without shaping, signs that only join or colour would be drawn as boxes.
        same = [part if SHAPES else part.rstrip("\u200c\u200d\ufe0f") for part, _ in group]
        line += [_Letter(part, face) for part in same] if face else _in_latin(same)
    return line


def _without_ornaments(parts: Sequence[str]) -> list[str]:
    """Leaves out the signs that no font has, unless nothing would remain."""
    kept = [part for part in parts if not _is_ornament(part) or face_of(part)]
    return split_clusters(strip_invisible("".join(kept))) or list(parts)


def _without_end_ornaments(line: list[_Letter]) -> list[_Letter]:
    """Leaves out the signs around a line that is too long, unless nothing would remain."""
    lettered = [at for at, letter in enumerate(line) if letter.text != " " and not _is_ornament(letter.text)]
    return line[lettered[0] : lettered[-1] + 1] if lettered else line


def _is_ornament(cluster: str) -> bool:
    code = ord(cluster[0])
    return unicodedata.category(cluster[0])[0] in "SP" or any(code in signs for signs in _PICTURES)


def _in_latin(parts: Sequence[str]) -> list[_Letter]:
    """Writes clusters that no font has in Latin letters.

    Many letters share a transliteration, so three digits after the word tell one word from another.
    """
    # Imported here: a megabyte of tables that most servers never need.
    from anyascii import anyascii

    words = []
    for part in parts:
        bare, *more = (letter for letter in part if letter not in "\u200c\u200d\ufe0f")
        marks = "".join(anyascii(letter) or f"{ord(letter):x}" for letter in more)
        words.append((anyascii(bare) or f"{ord(bare):X}") + marks)
    number = crc32("".join(parts).encode())
    word = "".join(words) + "~" + "".join(_DIGITS[number >> shift & 31] for shift in (10, 5, 0))
    return [_Letter(letter, LATIN) for letter in word]


def _runs(line: Sequence[_Letter], size: int, weight: float) -> list[_Run]:
    """Returns the runs of a line from left to right."""
    depths = levels([letter.text for letter in line])
    runs: list[_Run] = []
    deep: list[int] = []
    for (face, depth), group in groupby(zip(line, depths, strict=True), key=lambda pair: (pair[0].face, pair[1])):
        runs.append(_measure_run("".join(letter.text for letter, _ in group), face, depth, size, weight))
        deep.append(depth)
    return [runs[at] for at in visual_order(deep)]


# For the current line. Lines that were drawn are cached by themselves.
@lru_cache(maxsize=128)
def _measure_run(text: str, face: FontFile, depth: int, size: int, weight: float) -> _Run:
    direction: Literal["ltr", "rtl"] | None = None if not SHAPES else "rtl" if depth % 2 else "ltr"
    if face.has_colours:
        emoji = emoji_font()
        left, top, right, bottom = emoji.getbbox(text, anchor="ls", direction=direction)
        scale = _EMOJI_HEIGHT * size / max(1, bottom - top)
        drop = _EMOJI_DROP * size
        ink = left * scale, drop - _EMOJI_HEIGHT * size, right * scale, drop
        return _Run(text, emoji, direction, scale, True, ink, emoji.getlength(text, direction=direction) * scale)
    chosen = font(face, size)
    ink = chosen.getbbox(text, anchor="ls", direction=direction, stroke_width=size * weight)
    reach = max(-ink[1] / ASCENT, ink[3] / DESCENT) / size
    if reach > 1 and size > 1:
        smaller = max(round(size * _SMALLEST_SCRIPT), int(size / reach))
        chosen = font(face, smaller)
        ink = chosen.getbbox(text, anchor="ls", direction=direction, stroke_width=size * weight)
    return _Run(text, chosen, direction, 1.0, False, ink, chosen.getlength(text, direction=direction))


def _span(runs: Sequence[_Run]) -> tuple[float, float]:
    """Returns where the ink of a line begins and ends. Letters may reach beyond their advance."""
    at = first = last = 0.0
    for run in runs:
        first, last = min(first, at + run.ink[0]), max(last, at + run.ink[2])
        at += run.advance
    return first, max(last, at)


def _extent(runs: Sequence[_Run]) -> int:
    first, last = _span(runs)
    return round(last - first) + 4


def _shorten_line(line: list[_Letter], size: int, width: int, weight: float) -> list[_Letter]:
    """Returns as much of a line as has room, cut in its later half. Numbered names differ at their end, where results
    are too.
    """
    ellipsis = _Letter(_ELLIPSIS, LATIN)

    def cut(kept: int) -> list[_Letter]:
        end = kept * 2 // 5 if kept >= _SHORT else 0
        head, tail = line[: kept - end], line[len(line) - end :]
        while head and head[-1].text == " ":
            head.pop()
        return [*head, ellipsis, *tail]

    low, high = 0, len(line) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _extent(_runs(cut(middle), size, weight)) <= width:
            low = middle
        else:
            high = middle - 1
    return cut(low)


def _draw_runs(runs: Sequence[_Run], size: int, weight: float) -> Lettering:
    baseline = height_above(size)
    extent = _extent(runs), baseline + height_below(size)
    mask = Image.new("L", extent)
    draw = ImageDraw.Draw(mask)
    colours = Image.new("RGBA", extent) if any(run.coloured for run in runs) else None
    at = 2.0 - _span(runs)[0]
    for run in runs:
        if run.coloured and colours is not None:
            colours.alpha_composite(*_picture(run, at, baseline))
        else:
            draw.text(
                (at, baseline),
                run.text,
                fill=255,
                font=run.font,
                anchor="ls",
                direction=run.direction,
                stroke_width=size * weight,
            )
        at += run.advance
    return Lettering(mask, colours, baseline)


def _picture(run: _Run, at: float, baseline: int) -> tuple[Image.Image, tuple[int, int]]:
    """Returns the emoji of a run and their corner in the line."""
    left, top, right, bottom = run.font.getbbox(run.text, anchor="ls", direction=run.direction)
    image = Image.new("RGBA", (round(right - left), round(bottom - top)))
    draw = ImageDraw.Draw(image)
    draw.text((-left, -top), run.text, font=run.font, anchor="ls", direction=run.direction, embedded_color=True)
    size = max(1, round(image.width * run.scale)), max(1, round(image.height * run.scale))
    corner = max(0, round(at + run.ink[0])), max(0, round(baseline + run.ink[1]))
    # A few colours are enough at this size, and save a third of the file.
    small = image.resize(size, Image.Resampling.BOX)
    few = small.convert("RGB").quantize(_EMOJI_COLOURS).convert("RGBA")
    few.putalpha(small.getchannel("A").point([(level + 42) // 85 * 85 for level in range(256)]))
    return few, corner
