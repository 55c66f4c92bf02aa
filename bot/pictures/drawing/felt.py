"""The cloth: a baize, darker towards its upper and lower edge, framed in gold.

It has no weave, because a fine pattern turns to moiré when a phone shrinks it.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.pictures.drawing.art import artwork, box, line, render_image
from bot.pictures.drawing.colours import GOLD, TONES, WHITE
from bot.pictures.drawing.palette import FELTS
from bot.pictures.scenes import Felt

_RIM_WIDTH = 7
_LINE_INSET, _LINE_WIDTH, _NOTCH = 8.0, 2.2, 16.0
# How many shades the sign in the middle is lighter than the cloth.
_RAISED = 3
_EMBLEM = 224


@lru_cache(maxsize=8)
def felt_levels(width: int, height: int, *, emblem: bool) -> Image.Image:
    """The light on the cloth as an image ("L") of indices into the shades of a cloth."""
    size = (width, height)
    # Every row has one shade: a light that fell off sideways, too, would take seven kilobytes of each file.
    small = (1, height // 10)
    light = Image.new("L", small, 0)
    ImageDraw.Draw(light).rectangle((0, 3, 0, small[1] - 4), fill=255)
    light = light.filter(ImageFilter.GaussianBlur(4.5)).resize((1, height), Image.Resampling.BICUBIC).resize(size)
    top = len(FELTS[Felt.GREEN]) - 1 - _RAISED
    levels = light.point([round(value * top / 255) for value in range(256)])
    if emblem:
        levels = ImageChops.add(levels, _emblem(size).point([round(value * _RAISED / 255) for value in range(256)]))
    return levels


@lru_cache(maxsize=12)
def felt(width: int, height: int, *, emblem: bool = False, cloth: Felt = Felt.GREEN) -> Image.Image:
    """The empty cloth, RGB. Shared: to be copied before use."""
    levels = felt_levels(width, height, emblem=emblem)
    dyes = FELTS[cloth]
    shades = [dyes[min(level, len(dyes) - 1)] for level in range(256)]
    woven = Image.merge("RGB", [levels.point([shade[part] for shade in shades]) for part in range(3)])
    woven.paste(TONES[cloth].rim, mask=_rim((width, height)))
    woven.paste(GOLD, mask=_line((width, height)))
    return woven


def _rim(size: tuple[int, int]) -> Image.Image:
    cloth = box(_RIM_WIDTH, _RIM_WIDTH, size[0] - 2 * _RIM_WIDTH, size[1] - 2 * _RIM_WIDTH, WHITE, 6)
    return ImageChops.invert(render_image(size, size, cloth).getchannel("A"))


def _line(size: tuple[int, int]) -> Image.Image:
    """The mask of the golden line with its hollowed corners."""
    near, right, bottom = _LINE_INSET, size[0] - _LINE_INSET, size[1] - _LINE_INSET
    left_in, right_in, bottom_in = near + _NOTCH, right - _NOTCH, bottom - _NOTCH
    path = (
        f"M{left_in} {near}H{right_in}Q{right_in} {left_in} {right} {left_in}"
        f"V{bottom_in}Q{right_in} {bottom_in} {right_in} {bottom}H{left_in}"
        f"Q{left_in} {bottom_in} {near} {bottom_in}V{left_in}Q{left_in} {left_in} {left_in} {near}Z"
    )
    return render_image(size, size, line(path, GOLD, _LINE_WIDTH)).getchannel("A")


def _emblem(size: tuple[int, int]) -> Image.Image:
    """The mask of the sign in the middle of the cloth: the four suits in a ring."""
    sign = artwork("emblem", _EMBLEM).getchannel("A")
    mask = Image.new("L", size)
    mask.paste(sign, ((size[0] - _EMBLEM) // 2, (size[1] - _EMBLEM) // 2))
    return mask
