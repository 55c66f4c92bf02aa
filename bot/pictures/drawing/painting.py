"""The painting: an unfinished picture, which is a cloth with parts on it. It is encoded as a PNG at the end.

A part is painted once for each set of values, reduced to the shared palette, and cached. A later picture with the same
part only copies and encodes it. Names and photographs are laid over the parts and are not cached. Several threads may
paint pictures at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Concatenate, ParamSpec

from PIL import Image

from bot.pictures.drawing.canvas import FIRM, Canvas
from bot.pictures.drawing.colours import TONES, Rgb, Tones
from bot.pictures.drawing.felt import Cloth, felt, felt_levels
from bot.pictures.drawing.lettering import fit_line
from bot.pictures.drawing.palette import encode_png, ink_indices, own_colours, reduce_to_palette, touched_by
from bot.pictures.drawing.palettes import PALETTES
from bot.pictures.scenes import Felt, Style

MOST = 60_000
"""The size in bytes that a finished picture should not exceed."""
_STEPS = 24
"""The steps from the cloth to the ink of a letter, at its edge."""

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Png:
    """A finished picture: a PNG of `width` by `height` pixels."""

    data: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture, in pixels. `right` and `bottom` are the first column and row outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """The edges in the order of Pillow: left, top, right, bottom."""
        return self.left, self.top, self.right, self.bottom

    def meets(self, other: Box) -> bool:
        """Returns whether two boxes have a pixel in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Painting:
    """An unfinished picture. It is not shared between threads."""

    __slots__ = ("_boxes", "_cloth", "_image", "_style")

    def __init__(self, cloth: Cloth, style: Style) -> None:
        self._cloth, self._style = cloth, style
        self._image = _paint_cloth(cloth, style.felt).copy()
        self._boxes: list[Box] = []

    @property
    def tones(self) -> Tones:
        """The dark colours of the cloth of this painting."""
        return TONES[self._style.felt]

    def add_part(
        self, box: Box, paint: Callable[Concatenate[Canvas, P], None], *values: P.args, **named: P.kwargs
    ) -> None:
        """Paints a part on the bare cloth, inside `box`.

        `paint(canvas, *values, **named)` draws the part. It uses these hashable values alone, so that the part can be
        cached.

        Raises:
            ValueError: the box meets the box of another part.
        """
        self.repeat_part(box, 0, paint, *values, **named)

    def repeat_part(
        self,
        box: Box,
        shift: int,
        paint: Callable[Concatenate[Canvas, P], None],
        *values: P.args,
        **named: P.kwargs,
    ) -> None:
        """Paints a part as if it stood in `box`, and places it `shift` pixels to the right.

        So one cached part serves for all equal parts of a row. Each row of the cloth must have one shade from left to
        right.

        Raises:
            ValueError: the shifted box meets the box of another part.
        """
        place = Box(box.left + shift, box.top, box.right + shift, box.bottom)
        if any(place.meets(other) for other in self._boxes):
            raise ValueError(f"{place} meets another part of the picture")
        self._boxes.append(place)
        patch, touched = _patch(self._cloth, box, self._style, paint, values, tuple(sorted(named.items())))
        self._image.paste(patch, (place.left, place.top), touched)

    def lay_part(
        self, box: Box, paint: Callable[Concatenate[Canvas, P], None], *values: P.args, **named: P.kwargs
    ) -> None:
        """Lays a part over the parts that are painted already. Pixels where the part is empty stay unchanged."""
        patch, touched = _patch(self._cloth, box, self._style, paint, values, tuple(sorted(named.items())))
        self._image.paste(patch, (box.left, box.top), touched)

    def write_line(
        self,
        text: str,
        size: int,
        x: int,
        baseline: int,
        width: int,
        colour: Rgb,
        *,
        align: float = 0.0,
        weight: float = FIRM,
        kept: bool = True,
    ) -> int:
        """Writes one line, at most `width` pixels wide, over the picture. Returns the width of the line.

        The result is not cached as a part, because there are too many names.

        Args:
            align: whether `x` is the left end (0), the middle (0.5) or the right end (1) of the line.
            kept: whether the drawn letters are cached for other pictures.
        """
        line = fit_line(text, size, width, weight, kept=kept)
        corner = x - round(line.width * align), baseline - line.baseline
        below = self._below(line.mask, corner)
        self._image.paste(ink_indices(below, line.mask, colour, PALETTES[self._style.felt], _STEPS), corner)
        if line.colours is not None:
            self.lay(line.colours, *corner)
        return line.width

    def lay(self, piece: Image.Image, x: int, y: int) -> None:
        """Lays a small image ("RGBA") over the picture, with its top left corner at (x, y)."""
        below = self._below(piece, (x, y))
        bare = below.convert("RGB")
        drawn = bare.copy()
        drawn.paste(piece, mask=piece)
        patch = reduce_to_palette(drawn, bare, below, _palette(self._style.felt))
        self._image.paste(patch, (x, y))

    def lay_middle(self, piece: Image.Image, x: int, y: int) -> None:
        """Lays a small image ("RGBA") over the picture, with its middle at (x, y)."""
        self.lay(piece, x - piece.width // 2, y - piece.height // 2)

    def lay_photos(self, photos: Iterable[tuple[Image.Image, int, int]]) -> None:
        """Lays all photographs of a picture ("RGBA"), each with its middle at (x, y), in colours of their own.

        Call it once for a picture: its photographs share the part of the palette that the parts do not use.
        """
        laid = list(photos)
        if not laid:
            return
        shared = PALETTES[self._style.felt]
        levels = shared + own_colours([photo for photo, _, _ in laid], 256 - len(shared) // 3)
        self._image.putpalette(levels)
        palette = Image.new("P", (1, 1))
        palette.putpalette(levels)
        for photo, x, y in laid:
            corner = x - photo.width // 2, y - photo.height // 2
            drawn = self._below(photo, corner).convert("RGB")
            drawn.paste(photo, mask=photo)
            seen = photo.getchannel("A").point([0] + [255] * 255)
            self._image.paste(drawn.quantize(palette=palette, dither=Image.Dither.NONE), corner, seen)

    def _below(self, piece: Image.Image, corner: tuple[int, int]) -> Image.Image:
        return self._image.crop((*corner, corner[0] + piece.width, corner[1] + piece.height))

    def render(self, *, smallest: bool = False, most: int | None = MOST) -> Png:
        """Returns the finished picture.

        Args:
            smallest: whether to spend tens of milliseconds more to save the last bytes.
            most: a size in bytes. If the file would be larger, a few milliseconds more are spent on it. None for no
                such size.
        """
        return Png(encode_png(self._image, smallest=smallest, most=most), self._cloth.width, self._cloth.height)


# About 40 MB when full: a part has 2 to 60 thousand pixels of one byte, and its mask. That is nearly all cards at all
# their places, for any number of tables.
@lru_cache(maxsize=1024)
def _patch(
    cloth: Cloth,
    box: Box,
    style: Style,
    paint: Callable[..., None],
    values: tuple[Hashable, ...],
    named: tuple[tuple[str, Hashable], ...],
) -> tuple[Image.Image, Image.Image]:
    """Returns a part in the shared palette, and a mask ("1") of its differences from the bare cloth."""
    bare = felt(cloth, style.felt).crop(box.edges)
    drawn = bare.copy()
    paint(Canvas(drawn, box.left, box.top, style), *values, **dict(named))
    ground = _paint_cloth(cloth, style.felt).crop(box.edges)
    return reduce_to_palette(drawn, bare, ground, _palette(style.felt)), touched_by(drawn, bare).convert("1")


@lru_cache(maxsize=12)
def _paint_cloth(cloth: Cloth, colour: Felt) -> Image.Image:
    """Returns the bare cloth in the shared palette."""
    palette = _palette(colour)
    whole, levels = felt(cloth, colour), felt_levels(cloth)
    woven = Image.frombytes("P", levels.size, levels.tobytes())
    woven.putpalette(palette.getpalette() or [])
    return reduce_to_palette(whole, woven.convert("RGB"), woven, palette)


@lru_cache(maxsize=len(Felt))
def _palette(colour: Felt) -> Image.Image:
    """Returns the palette of all pictures on a cloth ("P")."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(PALETTES[colour])
    return palette
