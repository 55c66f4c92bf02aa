"""Arranges pictures of messages on pages, in columns of equal width, with a caption above each picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

_GROUND, _PANEL, _INK, _DIM = (16, 21, 19), (24, 30, 28), (230, 233, 228), (154, 165, 159)
_GAP, _CAPTION = 18, 24
_TALLEST = 3000
_COLOURS = 96
_POSTER, _MARGIN = (1920, 1080), 48


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture with its caption."""

    caption: str
    picture: Image.Image


def sheets(title: str, shots: Sequence[Shot], columns: int, *, tallest: int = _TALLEST) -> list[Image.Image]:
    """Returns pages that show these pictures, in order. Each picture goes to the shortest column of its page."""
    width = max(shot.picture.width for shot in shots)
    pages: list[list[tuple[int, int, Shot]]] = [[]]
    bottoms = [0] * columns
    for shot in shots:
        height = shot.picture.height + _CAPTION + _GAP
        column = bottoms.index(min(bottoms))
        if bottoms[column] and bottoms[column] + height > tallest:
            pages.append([])
            bottoms = [0] * columns
            column = 0
        pages[-1].append((column, bottoms[column], shot))
        bottoms[column] += height
    return [
        _page(title if len(pages) == 1 else f"{title} · {number}", page, width) for number, page in enumerate(pages, 1)
    ]


def overview(title: str, shots: Sequence[Shot], columns: int, scale: float) -> Image.Image:
    """Returns one picture that shows all of these pictures small and in few colours, for the documentation."""
    small = [Shot(shot.caption, shot.picture.resize(_scale(shot.picture.size, scale))) for shot in shots]
    height = sum(shot.picture.height + _CAPTION + _GAP for shot in small)
    (page,) = sheets(title, small, columns, tallest=height)
    return page.quantize(_COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)


def poster(picture: Image.Image) -> Image.Image:
    """Returns a sheet of 1920 by 1080 pixels with a picture in the middle, made smaller if it does not fit."""
    sheet = Image.new("RGB", _POSTER, _GROUND)
    room = tuple(side - 2 * _MARGIN for side in _POSTER)
    scale = min(room[0] / picture.width, room[1] / picture.height, 1.0)
    small = picture.resize(_scale(picture.size, scale), Image.Resampling.LANCZOS)
    sheet.paste(small, ((sheet.width - small.width) // 2, (sheet.height - small.height) // 2))
    return sheet


def _scale(size: tuple[int, int], scale: float) -> tuple[int, int]:
    return round(size[0] * scale), round(size[1] * scale)


def _page(title: str, placed: Sequence[tuple[int, int, Shot]], width: int) -> Image.Image:
    columns = max(column for column, _, _ in placed) + 1
    bottom = max(top + shot.picture.height for _, top, shot in placed)
    head = 48
    page = Image.new("RGB", (columns * (width + _GAP) + _GAP, head + bottom + _CAPTION + _GAP), _GROUND)
    draw = ImageDraw.Draw(page)
    draw.text((_GAP, 12), title, fill=_INK, font=ImageFont.load_default(22))
    for column, top, shot in placed:
        left = _GAP + column * (width + _GAP)
        draw.text((left, head + top), shot.caption, fill=_DIM, font=ImageFont.load_default(14))
        draw.rectangle((left, head + top + _CAPTION, left + width, head + top + _CAPTION + shot.picture.height), _PANEL)
        page.paste(shot.picture, (left, head + top + _CAPTION))
    return page
