"""The palette that all pictures share, and how a picture is brought to it.

Measured: with a palette a picture takes a fifth of the encoding time and a third of the bytes of 24 bit colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image, ImageChops

from bot.pictures.drawing.colours import Rgb, between

_COLOURS = 208
# One step more halves the speed and saves a tenth of the bytes.
_COMPRESSION = 3
_SMALLEST = 9
_LEVELS = 20
_DARK: Rgb = (10, 54, 38)
_LIGHT: Rgb = (28, 94, 60)
# The greens of the cloth from border to middle, in steps too small to be seen.
FELT: tuple[Rgb, ...] = (_DARK, *between(_DARK, _LIGHT, _LEVELS - 2), _LIGHT)


def shared_palette(fixed: Iterable[Rgb], samples: Image.Image) -> Image.Image:
    """A palette image ("P") that begins with FELT, holds the `fixed` colours, and approximates those of `samples`
    (RGB).
    """
    flat = [*FELT, *dict.fromkeys(fixed)]
    rest = samples.quantize(_COLOURS - len(flat), Image.Quantize.MEDIANCUT).getpalette() or []
    levels = [level for colour in flat for level in colour] + rest
    palette = Image.new("P", (1, 1))
    palette.putpalette(levels[: 3 * _COLOURS])
    return palette


def indexed(drawn: Image.Image, cloth: Image.Image, ground: Image.Image, palette: Image.Image) -> Image.Image:
    """Brings what was drawn (RGB) on a piece of cloth to the palette.

    Untouched cloth is copied, since Pillow looks colours up in cells of four levels, too coarse for its greens. `cloth`
    (RGB) and `ground` ("P", the same in the palette) are as before the drawing.
    """
    red, green, blue = ImageChops.difference(drawn, cloth).split()
    touched = ImageChops.lighter(ImageChops.lighter(red, green), blue).point([0] + [255] * 255)
    reduced = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
    patch = ground.copy()
    patch.paste(reduced, mask=touched)
    return patch


def encoded(picture: Image.Image, *, smallest: bool = False) -> bytes:
    """The picture ("P") as a PNG without metadata. Equal pictures give equal bytes.

    `smallest` takes ten times as long: for a picture that is made once.
    """
    file = BytesIO()
    picture.save(file, "PNG", compress_level=_SMALLEST if smallest else _COMPRESSION)
    return file.getvalue()
