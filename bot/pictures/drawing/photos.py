"""Photographs of people: opened for one picture, cut to a disc, and not cached."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageOps

from bot.pictures.drawing.furniture import greyed

_FORMATS: Final = ("PNG", "WEBP", "JPEG")
_LARGEST = 1024
"""The most pixels of a side. A larger image is not opened."""


def disc(photo: bytes, diameter: int, *, lost: bool = False) -> Image.Image | None:
    """Returns a photograph cut to a disc ("RGBA"), `diameter` pixels wide. None if the bytes are no image that can be
    shown.

    Args:
        photo: the bytes of the file.
        lost: whether it is grey, because this player has lost.
    """
    try:
        with Image.open(BytesIO(photo), formats=_FORMATS) as opened:
            if max(opened.size) > _LARGEST:
                return None
            # A partly transparent avatar gets a light ground, as at Discord.
            whole = Image.new("RGBA", opened.size, (220, 215, 195, 255))
            whole.alpha_composite(opened.convert("RGBA"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    image = ImageOps.fit(whole, (diameter, diameter), Image.Resampling.BICUBIC)
    image.putalpha(_mask(diameter))
    return greyed(image) if lost else image


@lru_cache(maxsize=16)
def _mask(diameter: int) -> Image.Image:
    large = Image.new("L", (4 * diameter, 4 * diameter))
    ImageDraw.Draw(large).ellipse((0, 0, 4 * diameter - 1, 4 * diameter - 1), fill=255)
    return large.resize((diameter, diameter), Image.Resampling.BOX)
