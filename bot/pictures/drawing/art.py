"""The artwork: SVG files in `bot/pictures/art`, which an artist can open, rendered by resvg.

A *drawing* is a string of SVG elements. `piece` returns one file as such a string, to be placed in a larger drawing. A
shape without a colour of its own takes the `fill` that `piece` is given. The classes of a file take their colours from
the file itself, or from `colours.css`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from io import BytesIO
from xml.etree import ElementTree

import resvg_py
from PIL import Image

from bot.pictures.drawing.colours import Rgb

_FOLDER = files("bot.pictures") / "art"
_SVG = "http://www.w3.org/2000/svg"
_HEX = re.compile(r"#([0-9a-f]{6})\b")


def hex_of(colour: Rgb) -> str:
    """Returns a colour in the notation of SVG ("#rrggbb")."""
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


@cache
def _sources() -> dict[str, str]:
    """Returns the text of every file, by its name."""
    return {file.name: file.read_text("utf-8") for file in _FOLDER.iterdir() if file.name.endswith((".svg", ".css"))}


@cache
def _file(name: str) -> tuple[str, float, float, str]:
    """Returns a file's attributes, its width and height in its own units, and its elements."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(_sources()[f"{name}.svg"])
    box = root.attrib.pop("viewBox")
    _, _, width, height = map(float, box.split())
    kept = " ".join(f'{key}="{value}"' for key, value in root.attrib.items() if key not in ("width", "height"))
    inner = "".join(ElementTree.tostring(child, "unicode") for child in root)
    return f'viewBox="{box}" {kept}', width, height, inner


def size_of(name: str) -> tuple[float, float]:
    """Returns the width and height of a file of the artwork, in the units of that file."""
    return _file(name)[1:3]


def piece(
    name: str,
    x: float = 0,
    y: float = 0,
    width: float | None = None,
    height: float | None = None,
    *,
    fill: Rgb | None = None,
    colours: str = "",
    turned: bool = False,
) -> str:
    """Returns a file of the artwork as SVG, with its top left corner at (x, y).

    Args:
        width, height: the size to which the file is scaled. If both are None, it keeps its own size. If one is None, it
            keeps its shape. If both are given, it is stretched.
        colours: the class of `colours.css` that colours it, such as "hearts". Empty for none.
        turned: whether it is turned upside down about its middle.
    """
    attributes, wide, high, inner = _file(name)
    if width is None:
        width = wide if height is None else height * wide / high
    if height is None:
        height = width * high / wide
    paint = f' fill="{hex_of(fill)}"' if fill else ""
    drawn = (
        f'<svg x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{height:.4g}" overflow="visible"'
        f' preserveAspectRatio="none" {attributes}{paint}>{inner}</svg>'
    )
    if turned:
        drawn = f'<g transform="rotate(180 {x + width / 2:.4g} {y + height / 2:.4g})">{drawn}</g>'
    return f'<g class="{colours}"><style>{_rules(colours)}</style>{drawn}</g>' if colours else drawn


@cache
def _rules(colours: str) -> str:
    """Returns the lines of `colours.css` for one class."""
    return "".join(rule for rule in _sources()["colours.css"].splitlines() if rule.startswith(f".{colours} "))


def box(x: float, y: float, width: float, height: float, colour: Rgb, radius: float = 0.0) -> str:
    """Returns a rectangle with round corners as SVG."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{hex_of(colour)}"/>'


def line(path: str, colour: Rgb, width: float) -> str:
    """Returns a path as SVG, drawn as a line with round joints and ends."""
    ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" {ends} stroke="{hex_of(colour)}" stroke-width="{width}"/>'


def dot(x: float, y: float, radius: float, colour: Rgb) -> str:
    """Returns a disc with its middle at (x, y) as SVG."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{hex_of(colour)}"/>'


def document(units: tuple[float, float], size: tuple[int, int], *drawn: str) -> str:
    """Returns a complete SVG document of some drawings, one over the other.

    Args:
        units: the width and height of the drawing, in its own units.
        size: the width and height of the document, in pixels.
    """
    return (
        f'<svg xmlns="{_SVG}" width="{size[0]}" height="{size[1]}" viewBox="0 0 {units[0]:g} {units[1]:g}"'
        f' preserveAspectRatio="none">{"".join(drawn)}</svg>'
    )


def png(svg: str) -> bytes:
    """Renders an SVG document to a PNG."""
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)


def render_image(units: tuple[float, float], size: tuple[int, int], *drawn: str) -> Image.Image:
    """Renders some drawings, one over the other, to an image ("RGBA").

    Args:
        units: the width and height of the drawing, in its own units.
        size: the width and height of the image, in pixels.
    """
    return Image.open(BytesIO(png(document(units, size, *drawn)))).convert("RGBA")


def artwork(name: str, width: int, *, colours: str = "") -> Image.Image:
    """Renders one file of the artwork to an image that is `width` pixels wide."""
    units = size_of(name)
    return render_image(units, (width, round(width * units[1] / units[0])), piece(name, colours=colours))


@cache
def flat_colours() -> tuple[Rgb, ...]:
    """Returns every colour that the artwork's files name. A palette must hold each of these exactly."""
    found = dict.fromkeys(match[1] for _, text in sorted(_sources().items()) for match in _HEX.finditer(text))
    return tuple((int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)) for code in found)
