"""The ground of a picture: a cloth under a lamp in a frame of brass, or a sheet of paper on that cloth.

The cloth has no weave, because a fine pattern turns to moiré when a phone shrinks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from bot.pictures.drawing.art import box, hex_of, render_image
from bot.pictures.drawing.colours import BRASS, BURGUNDY, PAPER, TONES, Rgb
from bot.pictures.drawing.palette import FELTS
from bot.pictures.scenes import Felt

FRAME, CORNER = 12, 18
"""The distance of the frame from the edge of the picture, and the radius of its hollow corners, in pixels."""
SHEET = 16
"""The width in pixels of the cloth that is seen around a sheet of paper."""
_REACH = 0.8
"""The reach of the light of a lamp, in widths."""
_LAMP_HEIGHT = 106


class Lamp(Enum):
    """Where the light falls on the cloth."""

    LEFT = auto()
    RIGHT = auto()
    MIDDLE = auto()
    BELOW = auto()
    """Along the lower edge. Each row of pixels then has one shade."""


@dataclass(frozen=True, slots=True)
class Cloth:
    """The size and kind of the ground of a picture, without its colour."""

    width: int
    height: int
    lamp: Lamp = Lamp.MIDDLE
    paper: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
        return self.width, self.height


@lru_cache(maxsize=12)
def felt_levels(cloth: Cloth) -> Image.Image:
    """Returns the light on the cloth as an image ("L"). Each pixel is an index into the shades of a cloth, from dark to
    light.
    """
    top = len(FELTS[Felt.GREEN]) - 1
    if cloth.paper:
        return Image.new("L", cloth.size)
    light = _row_light(cloth) if cloth.lamp is Lamp.BELOW else _round_light(cloth)
    # The shades change more slowly towards both ends than in between.
    return light.point([round((3 - 2 * value / 255) * (value / 255) ** 2 * top) for value in range(256)])


def _round_light(cloth: Cloth) -> Image.Image:
    x = {Lamp.LEFT: 118, Lamp.RIGHT: cloth.width - 118}.get(cloth.lamp, cloth.width // 2)
    # Pillow's gradient is white in its corners alone, where the distance is half the side times the root of two.
    half = max(x, cloth.width - x, cloth.height - _LAMP_HEIGHT)
    away = Image.radial_gradient("L").resize((2 * half, 2 * half), Image.Resampling.BICUBIC)
    reach = cloth.width * _REACH / (half * 2**0.5)
    light = away.point([max(0, round(255 - value / reach)) for value in range(256)])
    return light.crop((half - x, half - _LAMP_HEIGHT, half - x + cloth.width, half - _LAMP_HEIGHT + cloth.height))


def _row_light(cloth: Cloth) -> Image.Image:
    rows = Image.new("L", (1, cloth.height))
    ImageDraw.Draw(rows).rectangle((0, cloth.height * 2 // 3, 0, cloth.height), fill=200)
    return rows.filter(ImageFilter.GaussianBlur(cloth.height / 5)).resize(cloth.size)


@lru_cache(maxsize=12)
def felt(cloth: Cloth, colour: Felt) -> Image.Image:
    """Returns the bare ground of a picture ("RGB"). The image is shared: copy it before use."""
    dyes = FELTS[colour]
    levels = felt_levels(cloth)
    shades = [dyes[min(level, len(dyes) - 1)] for level in range(256)]
    woven = Image.merge("RGB", [levels.point([shade[part] for shade in shades]) for part in range(3)])
    drawn = _sheet(cloth, TONES[colour].cloth) if cloth.paper else _frame(cloth)
    woven.paste(drawn, mask=drawn)
    return woven


def hollow(inset: float, size: tuple[int, int], radius: float) -> str:
    """Returns a frame as an SVG path. Its corners are cut out in quarter circles."""
    near, right, bottom = inset, size[0] - inset, size[1] - inset
    turn = f"A{radius} {radius} 0 0 0 "
    return (
        f"M{near + radius} {near}H{right - radius}{turn}{right} {near + radius}"
        f"V{bottom - radius}{turn}{right - radius} {bottom}H{near + radius}"
        f"{turn}{near} {bottom - radius}V{near + radius}{turn}{near + radius} {near}Z"
    )


def _outline(path: str, colour: Rgb, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{hex_of(colour)}" stroke-width="{width}"/>'


def _frame(cloth: Cloth) -> Image.Image:
    return render_image(cloth.size, cloth.size, _outline(hollow(FRAME, cloth.size, CORNER), BRASS, 2))


def _sheet(cloth: Cloth, dark: Rgb) -> Image.Image:
    """Returns a sheet of paper with a thick and a thin line."""
    sheet = box(SHEET, SHEET, cloth.width - 2 * SHEET, cloth.height - 2 * SHEET, PAPER, 7)
    lines = (
        _outline(hollow(SHEET + 15, cloth.size, CORNER), BURGUNDY, 3),
        _outline(hollow(SHEET + 22, cloth.size, CORNER - 3), BURGUNDY, 1.2),
    )
    return render_image(cloth.size, cloth.size, box(0, 0, *cloth.size, dark), sheet, *lines)
