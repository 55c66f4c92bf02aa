"""The palette that all pictures share, and how a picture is brought to it.

Measured: with a palette a picture takes a fifth of the encoding time and a third of the bytes of 24 bit colour.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Callable

from PIL import Image, ImageChops

from bot.pictures.drawing.colours import Rgb, between
from bot.pictures.scenes import Felt

_COMPRESSION, _SMALLER, _SMALLEST = 2, 6, 9
_AROUND = 1024
"""The bytes of a file beside its pixels: no more than that."""
_LEVELS = 20
_APART = 36
"""How far two colours of a picture with few shades are apart: the sum of the differences of their levels."""
_ENDS: dict[Felt, tuple[Rgb, Rgb]] = {
    Felt.GREEN: ((10, 54, 38), (28, 94, 60)),
    Felt.BLUE: ((10, 36, 66), (30, 70, 112)),
    Felt.DARK: ((18, 20, 24), (48, 52, 58)),
}
# The shades of each cloth from border to middle, in steps too small to be seen.
FELTS: dict[Felt, tuple[Rgb, ...]] = {
    felt: (dark, *between(dark, light, _LEVELS - 2), light) for felt, (dark, light) in _ENDS.items()
}
FELT = FELTS[Felt.GREEN]
PALETTE = bytes.fromhex(
    """
    0a36260a38270b3a280c3c290d3e2a0e402b0f422c10442e11462f124830134b31144d32154f331651351753361855371957381a5939
    1b5b3a1c5e3cfcf8ecccc2aa211c24c8182c1c50ac10743c164a3ebcdebe3476627c182ce2b896a43444521e62dcbce67e4690e2b24c
    243e80be243484828a402c282c2628966034e2b25ec68c42ce60282c547ce2d8c2a8542c78462a1e6e4a543a2c784a2c5836263e3e4e
    2858aa1c3074b0c4e83c58a0865210fade9eb07a30383e4aced4da626a78a6742af6dc96eed9acf8edd3fbe4cefffdf7c43c42c4ccd6
    eca49234784a540c1c3408120820183c373d575356736e6f8e8a88a9a5a1c5c1bae0dcd3d03d4cd9626ce2888ceaadacf3d2cc4871b8
    7593c5a2b4d2cfd6df3f8e5f6ea8829dc3a5ccddc80a2c20224228324e425a7064839286abb4a8d3d6ca455b3a68754c8c8f5fafa871
    d2c2839a4946b97a61d7ab7bfffdf7faf8f2fcf8ecf3f1e9f8edd3f8edd2f1ede3fbe4cef5e9d0e9dcc6f4db9cdbccb5c6c1b6a2b3a6
    8fb79de4b26ce2b24cc4b18f9fb1a49fb09fd59e65b09b749db0a69daa919daa909ea48e98a79697a1848b988295908a9292757c9082
    a7805a9087428d825ab56839ae543e7b7f7e7a784f7c5f3e764f375f726c3071585d62523f60595a52454351472f54912b505e16653c
    1d573c195738195637185537195167185335165135175134174f33164f34164f33154f33144c31b53742bd2434832f319128397b3734
    ba192d7c1f2e7c182c7a212e5e46333e433926417e2943394e39312c394149222b1d493e154a301248301f415e1a3a581f3e4b12462f
    12442d103e281c30711e2f291d2e291b31260b2a20211c24081c14071b13
    """
)
"""The colours of all pictures, three levels each: FELT, the flat colours, and what is nearest to the others. Made by
`python -m tests.support.palette`.
"""


def palette_of(felt: Felt) -> bytes:
    """The palette of pictures on a cloth: `PALETTE` with the shades of that cloth in place of the greens."""
    shades = bytes(level for colour in FELTS[felt] for level in colour)
    return shades + PALETTE[len(shades) :]


def _fast() -> Callable[[bytes, int], bytes]:
    try:
        from isal import isal_zlib
    except ImportError:
        # ISA-L knows few processors; zlib makes the same picture in five times the time.
        return zlib.compress
    compress: Callable[[bytes, int], bytes] = isal_zlib.compress
    return compress


_FAST = _fast()


def indexed(
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
        reduced = _fewer(drawn, reduced, touched, palette, shades)
    patch = ground.copy()
    patch.paste(reduced, mask=touched)
    return patch


def _fewer(
    drawn: Image.Image, reduced: Image.Image, touched: Image.Image, palette: Image.Image, shades: int
) -> Image.Image:
    """What was drawn, in those colours of the palette that it has most of, and no two that are nearly the same."""
    counts = Counter(dict(enumerate(reduced.histogram(touched))))
    levels = palette.getpalette() or []
    most: list[int] = []
    for index, count in counts.most_common():
        colour = levels[3 * index : 3 * index + 3]
        apart = (sum(abs(a - b) for a, b in zip(colour, levels[3 * it :], strict=False)) for it in most)
        if count and len(most) < shades and min(apart, default=_APART) >= _APART:
            most.append(index)
    few = Image.new("P", (1, 1))
    few.putpalette([level for index in most for level in levels[3 * index : 3 * index + 3]])
    return drawn.quantize(palette=few, dither=Image.Dither.NONE).point([*most, *[0] * (256 - len(most))])


def encoded(picture: Image.Image, *, smallest: bool = False, most: int | None = None) -> bytes:
    """The picture ("P") as a PNG without metadata. Equal pictures give equal bytes.

    Writes the file itself: Pillow compresses by zlib alone, which took most of the time of a picture.

    Args:
        smallest: takes tens of times as long, for a picture that is made once.
        most: takes ten times as long where the file would have more bytes than that.
    """
    width, height = picture.size
    pixels = picture.tobytes()
    # Each row begins with its filter: none, since neighbouring indices of a palette are not alike.
    rows = b"\0" + b"\0".join([pixels[start : start + width] for start in range(0, len(pixels), width)])
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
