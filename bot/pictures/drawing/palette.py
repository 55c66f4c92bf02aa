"""The palette that all pictures share, and how a picture is brought to it.

Measured: with a palette a picture takes a fifth of the encoding time and a third of the bytes of 24 bit colour.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import lru_cache, partial

from PIL import Image, ImageChops

from bot.pictures.drawing.colours import TONES, Rgb, blend
from bot.pictures.scenes import Felt

_COMPRESSION, _SMALLER, _SMALLEST = 2, 4, 9
_AROUND = 1024
"""The bytes of a file beside its pixels: no more than that."""
_LEVELS = 20
_APART = 36
"""How far two colours of a picture with few shades are apart: the sum of the differences of their levels."""
# The shades of each cloth from border to middle, in steps too small to be seen.
FELTS: dict[Felt, tuple[Rgb, ...]] = {
    felt: (tones.border, *blend(tones.border, tones.middle, _LEVELS - 2), tones.middle) for felt, tones in TONES.items()
}


def _fast_compressor() -> Callable[[bytes, int], bytes]:
    try:
        from isal import isal_zlib
    except ImportError:
        # ISA-L knows few processors; zlib makes the same picture in five times the time.
        return zlib.compress
    compress: Callable[[bytes, int], bytes] = isal_zlib.compress
    return compress


_FAST = _fast_compressor()


def reduce_to_palette(
    drawn: Image.Image, cloth: Image.Image, ground: Image.Image, palette: Image.Image, shades: int | None = None
) -> Image.Image:
    """Brings what was drawn (RGB) on a piece of cloth to the palette.

    Untouched cloth is copied, since Pillow looks colours up in cells of four levels, too coarse for its greens. `cloth`
    (RGB) and `ground` ("P", the same in the palette) are as before the drawing. With `shades`, no more of the colours
    are used than that.
    """
    red, green, blue = ImageChops.difference(drawn, cloth).split()
    touched = ImageChops.lighter(ImageChops.lighter(red, green), blue).point([0] + [255] * 255)
    reduced = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
    if shades is not None:
        reduced = _reduce_shades(drawn, reduced, touched, palette, shades)
    patch = ground.copy()
    patch.paste(reduced, mask=touched)
    return patch


def ink_indices(below: Image.Image, mask: Image.Image, colour: Rgb, levels: bytes, steps: int) -> Image.Image:
    """Returns the indices ("L") of a piece of a picture ("P") with a colour laid on through a mask ("L").

    Args:
        below: what is of one colour is done at once.
        levels: the palette.
        steps: from the colours below to the new one.
    """
    tints = partial(_tints, colour=colour, levels=levels, steps=steps)
    return Image.frombytes("L", below.size, _tint_rows(below.tobytes(), mask.tobytes(), below.width, tints))


def _tint_rows(below: bytes, mask: bytes, width: int, tints: Callable[[int], bytes]) -> bytes:
    """The indices of some rows under the ink of a mask. Rows of different colours, as of a cloth, go by halves."""
    if below.count(below[:1]) == len(below):
        return mask.translate(tints(below[0]))
    rows = len(below) // width
    if rows == 1:
        return bytes(tints(ground)[strength] for ground, strength in zip(below, mask, strict=True))
    middle = rows // 2 * width
    return _tint_rows(below[:middle], mask[:middle], width, tints) + _tint_rows(
        below[middle:], mask[middle:], width, tints
    )


@lru_cache(maxsize=1024)
def _tints(ground: int, *, colour: Rgb, levels: bytes, steps: int) -> bytes:
    """For each strength of a mask what a colour of the palette becomes under another one."""
    bare = levels[3 * ground], levels[3 * ground + 1], levels[3 * ground + 2]
    palette = Image.new("P", (1, 1))
    palette.putpalette(levels)
    mixed = Image.new("RGB", (256, 1), bare)
    strengths = bytes(round(round(level * steps / 255) * 255 / steps) for level in range(256))
    mixed.paste(colour, mask=Image.frombytes("L", mixed.size, strengths))
    indices = mixed.quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    return bytes(ground if mixed.getpixel((level, 0)) == bare else index for level, index in enumerate(indices))


def _reduce_shades(
    drawn: Image.Image, reduced: Image.Image, touched: Image.Image, palette: Image.Image, shades: int
) -> Image.Image:
    """What was drawn, in those colours of the palette that it has most of, and no two that are nearly the same."""
    counts = reduced.histogram(touched)
    levels = tuple(palette.getpalette() or ())
    alike = _similar_colours(levels)
    most: list[int] = []
    taken: set[int] = set()
    seen = [index for index in range(len(alike)) if counts[index]]
    for index in sorted(seen, key=lambda index: -counts[index]):
        if index not in taken and len(most) < shades:
            most.append(index)
            taken |= alike[index]
    few = Image.new("P", (1, 1))
    few.putpalette([level for index in most for level in levels[3 * index : 3 * index + 3]])
    return drawn.quantize(palette=few, dither=Image.Dither.NONE).point([*most, *[0] * (256 - len(most))])


@lru_cache(maxsize=len(Felt))
def _similar_colours(levels: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """For each colour of a palette the colours that are nearly the same."""
    palette = list(zip(*[iter(levels)] * 3, strict=True))
    return tuple(
        frozenset(
            index
            for index, other in enumerate(palette)
            if sum(abs(one - two) for one, two in zip(colour, other, strict=True)) < _APART
        )
        for colour in palette
    )


def encode_png(picture: Image.Image, *, smallest: bool = False, most: int | None = None) -> bytes:
    """The picture ("P") as a PNG without metadata. Equal pictures give equal bytes.

    Writes the file itself: Pillow compresses by zlib alone, which took most of the time of a picture.

    Args:
        smallest: takes tens of times as long, for a picture that is made once.
        most: takes ten times as long where the file would have more bytes than that.
    """
    width, height = picture.size
    # Each row begins with its filter: none (0), since neighbouring indices of a palette are not alike.
    filtered = Image.new("P", (width + 1, height))
    filtered.paste(picture, (1, 0))
    rows = filtered.tobytes()
    packed = zlib.compress(rows, _SMALLEST) if smallest else _FAST(rows, _COMPRESSION)
    if most is not None and len(packed) + _AROUND > most:
        packed = zlib.compress(rows, _SMALLER)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes(picture.getpalette() or ())),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(data)), name, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))))
