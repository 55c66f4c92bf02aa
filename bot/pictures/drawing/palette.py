"""The palette that all pictures share, and the reduction of a picture to its colours.

Compared with 24 bit colour, a picture with a palette is encoded in a fifth of the time, to a third of the bytes
(measured).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageChops

from bot.pictures.drawing.colours import TONES, Rgb, blend
from bot.pictures.scenes import Felt

_COMPRESSION, _SMALLER, _SMALLEST = 2, 4, 9
_AROUND = 1024
"""The most bytes of a file besides its pixels."""
_LEVELS = 20
# The shades of each cloth from the dark to the lamp, in steps too small to be visible.
FELTS: dict[Felt, tuple[Rgb, ...]] = {
    felt: (tones.cloth, *blend(tones.cloth, tones.lamp, _LEVELS - 2), tones.lamp) for felt, tones in TONES.items()
}


def _fast_compressor() -> Callable[[bytes, int], bytes]:
    try:
        from isal import isal_zlib
    except ImportError:
        # ISA-L runs on few processors. zlib makes the same picture in five times the time.
        return zlib.compress
    compress: Callable[[bytes, int], bytes] = isal_zlib.compress
    return compress


_FAST = _fast_compressor()


def touched_by(drawn: Image.Image, cloth: Image.Image) -> Image.Image:
    """Returns a mask ("L") of the pixels at which a drawing ("RGB") differs from the cloth below it ("RGB")."""
    red, green, blue = ImageChops.difference(drawn, cloth).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point([0] + [255] * 255)


def reduce_to_palette(drawn: Image.Image, cloth: Image.Image, ground: Image.Image, palette: Image.Image) -> Image.Image:
    """Returns a drawing on a piece of cloth, reduced to the colours of the palette.

    Where the drawing leaves the cloth bare, `ground` is copied. Pillow could not find the cloth's greens: it looks
    colours up in steps of four levels, which is too coarse.

    Args:
        drawn: the drawing on the cloth ("RGB").
        cloth: the cloth without the drawing ("RGB").
        ground: the cloth without the drawing, in the palette ("P").
    """
    patch = ground.copy()
    patch.paste(drawn.quantize(palette=palette, dither=Image.Dither.NONE), mask=touched_by(drawn, cloth))
    return patch


def own_colours(images: Sequence[Image.Image], number: int) -> bytes:
    """Returns the `number` colours that fit some images ("RGBA") best, as bytes of red, green and blue. Photographs
    need them, since the shared palette does not have their colours.
    """
    sheet = Image.new("RGB", (sum(image.width for image in images), max(image.height for image in images)))
    left = 0
    for image in images:
        sheet.paste(image.convert("RGB"), (left, 0))
        left += image.width
    levels = bytes(sheet.quantize(number, Image.Quantize.MEDIANCUT).getpalette() or ())[: 3 * number]
    return levels + bytes(3 * number - len(levels))


def ink_indices(below: Image.Image, mask: Image.Image, colour: Rgb, levels: bytes, steps: int) -> Image.Image:
    """Lays a colour on a piece of a picture through a mask ("L"). Returns the result as indices into the palette ("L").

    Args:
        below: the piece ("P"). It should have few colours, as a cloth has, because each colour is handled separately.
        levels: the palette.
        steps: the number of shades from a colour below to the new colour.
    """
    plain = Image.frombytes("L", below.size, below.tobytes())
    inked = plain.copy()
    strengths = mask.tobytes()
    for ground, count in enumerate(plain.histogram()):
        if not count:
            continue
        tinted = strengths.translate(_tints(ground, colour=colour, levels=levels, steps=steps))
        if count == len(strengths):
            return Image.frombytes("L", below.size, tinted)
        here = plain.point([255 if index == ground else 0 for index in range(256)])
        inked.paste(Image.frombytes("L", below.size, tinted), mask=here)
    return inked


@lru_cache(maxsize=1024)
def _tints(ground: int, *, colour: Rgb, levels: bytes, steps: int) -> bytes:
    """Returns, for each strength of a mask, the result of laying a colour over one colour of the palette."""
    bare = levels[3 * ground], levels[3 * ground + 1], levels[3 * ground + 2]
    palette = Image.new("P", (1, 1))
    palette.putpalette(levels)
    mixed = Image.new("RGB", (256, 1), bare)
    strengths = bytes(round(round(level * steps / 255) * 255 / steps) for level in range(256))
    mixed.paste(colour, mask=Image.frombytes("L", mixed.size, strengths))
    indices = mixed.quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    return bytes(ground if mixed.getpixel((level, 0)) == bare else index for level, index in enumerate(indices))


def encode_png(picture: Image.Image, *, smallest: bool = False, most: int | None = None) -> bytes:
    """Encodes a picture ("P") as a PNG without metadata. Equal pictures give equal bytes.

    The function writes the format itself. Pillow can compress by zlib only, which took most of the time of a picture.

    Args:
        smallest: whether to take tens of times as long for the smallest file. This is for a picture that is made once.
        most: a size in bytes. If the file would be larger, it is compressed harder, in ten times the time, and harder
            again if it is still larger. None for no such size.
    """
    width, height = picture.size
    # Each row begins with its filter: none (0), since neighbouring indices of a palette are not alike.
    filtered = Image.new("P", (width + 1, height))
    filtered.paste(picture, (1, 0))
    rows = filtered.tobytes()
    packed = zlib.compress(rows, _SMALLEST) if smallest else _FAST(rows, _COMPRESSION)
    for level in (_SMALLER, _SMALLEST):
        if most is not None and len(packed) + _AROUND > most:
            packed = zlib.compress(rows, level)
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
