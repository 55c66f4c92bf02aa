"""The painting: a cloth on which the parts of a picture are set, and from which it is printed.

A part is painted once for each set of values, brought to the shared palette and kept; a picture is then copying and
encoding. Names are laid on the parts, and not kept: there are too many. Safe in several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Concatenate, ParamSpec

from PIL import Image

from bot.pictures.drawing.canvas import BOLD, Canvas
from bot.pictures.drawing.colours import Rgb
from bot.pictures.drawing.felt import felt, felt_levels
from bot.pictures.drawing.lettering import fit_line
from bot.pictures.drawing.palette import encode_png, ink_indices, reduce_to_palette
from bot.pictures.drawing.palettes import PALETTES
from bot.pictures.scenes import Felt, Style

_ALL_STEPS, _SHADES_A_STEP = 255, 3
"""From the cloth to the ink of a letter, at its edge."""

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Png:
    """A finished picture: a PNG of `width` by `height` pixels."""

    data: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture in pixels; right and bottom are the first outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """The edges as Pillow wants them."""
        return self.left, self.top, self.right, self.bottom

    def meets(self, other: Box) -> bool:
        """Whether both share a pixel."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Cloth:
    """The cloth that a picture lies on."""

    width: int
    height: int
    emblem: bool = False


class Painting:
    """An unfinished picture. Not shared between threads.

    Args:
        shades: how many colours one part has at most, beside those of the cloth; fewer make a smaller file.
    """

    __slots__ = ("_boxes", "_cloth", "_image", "_shades", "_style")

    def __init__(self, cloth: Cloth, style: Style, *, shades: int | None = None) -> None:
        self._cloth, self._style, self._shades = cloth, style, shades
        self._image = _paint_cloth(cloth, style.felt).copy()
        self._boxes: list[Box] = []

    def add_part(
        self, box: Box, paint: Callable[Concatenate[Canvas, P], None], *values: P.args, **named: P.kwargs
    ) -> None:
        """Sets a part: `paint(canvas, *values, **named)` draws it from these hashable values alone, inside the box.

        Raises `ValueError` where the box meets another: each part is painted on bare cloth.
        """
        self.repeat_part(box, box, 0, paint, *values, **named)

    def repeat_part(
        self,
        box: Box,
        shown: Box,
        shift: int,
        paint: Callable[Concatenate[Canvas, P], None],
        *values: P.args,
        **named: P.kwargs,
    ) -> None:
        """Sets what is `shown` of a part that is painted in `box`, `shift` pixels further right: painted once, the part
        serves in a whole row.

        The cloth is the same there: without an emblem it has one shade from left to right.
        """
        place = Box(shown.left + shift, shown.top, shown.right + shift, shown.bottom)
        if any(place.meets(other) for other in self._boxes):
            raise ValueError(f"{place} meets another part of the picture")
        self._boxes.append(place)
        patch = _patch(self._cloth, box, self._style, self._shades, paint, values, tuple(sorted(named.items())))
        if shown != box:
            left, top = box.left, box.top
            patch = patch.crop((shown.left - left, shown.top - top, shown.right - left, shown.bottom - top))
        self._image.paste(patch, (place.left, place.top))

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
        kept: bool = True,
    ) -> int:
        """Writes a line on what lies there, as `Canvas.write_line` does. No patch is kept of it: names are many.

        Args:
            kept: whether the line is kept for other pictures.
        """
        line = fit_line(text, size, width, BOLD, kept=kept)
        corner = x - round(line.width * align), baseline - line.baseline
        steps = _ALL_STEPS if self._shades is None else self._shades // _SHADES_A_STEP
        below = self._below(line.mask, corner)
        self._image.paste(ink_indices(below, line.mask, colour, PALETTES[self._style.felt], steps), corner)
        if line.colours is not None:
            self.lay(line.colours, *corner)
        return line.width

    def lay(self, piece: Image.Image, x: int, y: int) -> None:
        """Lays a small piece ("RGBA") on what lies there."""
        below = self._below(piece, (x, y))
        bare = below.convert("RGB")
        drawn = bare.copy()
        drawn.paste(piece, mask=piece)
        self._image.paste(reduce_to_palette(drawn, bare, below, _palette(self._style.felt), self._shades), (x, y))

    def _below(self, piece: Image.Image, corner: tuple[int, int]) -> Image.Image:
        return self._image.crop((*corner, corner[0] + piece.width, corner[1] + piece.height))

    def render(self, *, smallest: bool = False, most: int | None = None) -> Png:
        """The finished picture.

        Args:
            smallest: spends tens of milliseconds on the last bytes.
            most: spends a few milliseconds more where the file would have more bytes than that.
        """
        return Png(encode_png(self._image, smallest=smallest, most=most), self._cloth.width, self._cloth.height)


# About 30 MB when full: a part has 2 to 60 thousand pixels of one byte. Nearly all cards at all places where they lie,
# whatever the number of tables: in one style some 800, so that none is painted twice.
@lru_cache(maxsize=1024)
def _patch(
    cloth: Cloth,
    box: Box,
    style: Style,
    shades: int | None,
    paint: Callable[..., None],
    values: tuple[Hashable, ...],
    named: tuple[tuple[str, Hashable], ...],
) -> Image.Image:
    bare = felt(cloth.width, cloth.height, emblem=cloth.emblem, cloth=style.felt).crop(box.edges)
    drawn = bare.copy()
    paint(Canvas(drawn, box.left, box.top, style), *values, **dict(named))
    ground = _paint_cloth(cloth, style.felt).crop(box.edges)
    return reduce_to_palette(drawn, bare, ground, _palette(style.felt), shades)


@lru_cache(maxsize=12)
def _paint_cloth(cloth: Cloth, colour: Felt) -> Image.Image:
    """The bare cloth in the shared palette."""
    palette = _palette(colour)
    whole = felt(cloth.width, cloth.height, emblem=cloth.emblem, cloth=colour)
    levels = felt_levels(cloth.width, cloth.height, emblem=cloth.emblem)
    woven = Image.frombytes("P", levels.size, levels.tobytes())
    woven.putpalette(palette.getpalette() or [])
    return reduce_to_palette(whole, woven.convert("RGB"), woven, palette)


@lru_cache(maxsize=len(Felt))
def _palette(colour: Felt) -> Image.Image:
    """The palette of all pictures on a cloth ("P")."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(PALETTES[colour])
    return palette
