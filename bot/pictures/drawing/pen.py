"""A pen that fills and strokes paths, in card units, on a supersampled Pillow image.

Paths are a small part of SVG 1.1 (M L H V C Q Z, absolute coordinates), so that the art can be edited like a drawing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

Point = tuple[float, float]
Colour = tuple[int, int, int] | tuple[int, int, int, int] | int

SUPERSAMPLING = 4
_CURVE_STEPS = 14


def _bezier(points: list[Point], steps: int = _CURVE_STEPS) -> list[Point]:
    """The points of a Bézier curve of any degree after its first one (de Casteljau)."""
    curve: list[Point] = []
    for step in range(1, steps + 1):
        t = step / steps
        level = points
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)]
        curve.append(level[0])
    return curve


@lru_cache(maxsize=1024)
def flatten(path: str) -> tuple[tuple[Point, ...], ...]:
    """Turns a path into polygons, one for each subpath.

    Numbers are absolute and separated by blanks. Raises `ValueError` at another command.
    """
    words = path.split()
    polygons: list[tuple[Point, ...]] = []
    current: list[Point] = []
    command = "M"
    at = 0

    def pair() -> Point:
        nonlocal at
        at += 2
        return float(words[at - 2]), float(words[at - 1])

    while at < len(words):
        if words[at].isalpha():
            command = words[at]
            at += 1
        match command:
            case "M":
                if current:
                    polygons.append(tuple(current))
                current = [pair()]
                command = "L"
            case "L":
                current.append(pair())
            case "H":
                current.append((float(words[at]), current[-1][1]))
                at += 1
            case "V":
                current.append((current[-1][0], float(words[at])))
                at += 1
            case "C":
                current += _bezier([current[-1], pair(), pair(), pair()])
            case "Q":
                current += _bezier([current[-1], pair(), pair()])
            case "Z":
                polygons.append((*current, current[0]))
                current = []
            case _:
                raise ValueError(f"a path has no command {command!r}")
    if current:
        polygons.append(tuple(current))
    return tuple(polygons)


class Pen:
    """Draws on one image of `width` by `height` units, at `scale` pixels a unit after reduction.

    `moved` returns a pen for the same image with another origin, size or handedness.
    """

    __slots__ = ("_draw", "_height", "_image", "_kx", "_ky", "_ox", "_oy", "_width")

    def __init__(self, width: float, height: float, scale: float, *, mode: str, ground: Colour) -> None:
        self._width, self._height = round(width * scale), round(height * scale)
        self._image = Image.new(mode, (self._width * SUPERSAMPLING, self._height * SUPERSAMPLING), ground)
        self._draw = ImageDraw.Draw(self._image)
        self._kx = self._ky = scale * SUPERSAMPLING
        self._ox = self._oy = 0.0

    @classmethod
    def like(cls, other: Pen, ground: Colour, mode: str = "RGB") -> Pen:
        """A pen in the same units on a new image of the same size."""
        fresh = object.__new__(cls)
        fresh._width, fresh._height = other._width, other._height
        fresh._kx, fresh._ky, fresh._ox, fresh._oy = other._kx, other._ky, other._ox, other._oy
        fresh._image = Image.new(mode, other._image.size, ground)
        fresh._draw = ImageDraw.Draw(fresh._image)
        return fresh

    def moved(self, x: float, y: float, scale: float = 1.0, stretch: float = 1.0) -> Pen:
        """A pen with its origin at (x, y) of this one's units and units `scale` times as large.

        `stretch` widens alone; -1 mirrors left and right. A negative `scale` turns upside down.
        """
        other = object.__new__(Pen)
        other._width, other._height = self._width, self._height
        other._image, other._draw = self._image, self._draw
        other._ox, other._oy = self._ox + x * self._kx, self._oy + y * self._ky
        other._kx = self._kx * scale * stretch
        other._ky = self._ky * scale
        return other

    def _placed(self, polygon: tuple[Point, ...]) -> list[Point]:
        return [(self._ox + x * self._kx, self._oy + y * self._ky) for x, y in polygon]

    def _area(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
        (x0, y0), (x1, y1) = self._placed(((x, y), (x + width, y + height)))
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def fill(self, path: str, colour: Colour) -> None:
        """Fills every subpath; overlaps are coloured once."""
        for polygon in flatten(path):
            self._draw.polygon(self._placed(polygon), fill=colour)

    def stroke(self, path: str, colour: Colour, width: float) -> None:
        """Draws every subpath as a line `width` units thick with round joints and ends."""
        thickness = max(1, round(width * abs(self._kx)))
        for polygon in flatten(path):
            points = self._placed(polygon)
            self._draw.line(points, fill=colour, width=thickness, joint="curve")
            radius = thickness / 2
            for x, y in (points[0], points[-1]):
                self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def shape(self, path: str, colour: Colour, line: Colour, width: float) -> None:
        """Fills, then draws the outline."""
        self.fill(path, colour)
        self.stroke(path, line, width)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        """Fills an ellipse about (x, y)."""
        self._draw.ellipse(self._area(x - rx, y - ry, 2 * rx, 2 * ry), fill=colour)

    def dot(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fills a circle about (x, y)."""
        self.oval(x, y, radius, radius, colour)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour, radius: float = 0.0) -> None:
        """Fills a rectangle, with round corners of `radius`."""
        left, top, right, bottom = self._area(x, y, width, height)
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * abs(self._kx), fill=colour)

    def paste(self, image: Image.Image, x: float, y: float, mask: Image.Image | None = None) -> None:
        """Lays a supersampled image with its corner at (x, y)."""
        corner = round(self._ox + x * self._kx), round(self._oy + y * self._ky)
        self._image.paste(image, corner, mask)

    @property
    def raw(self) -> Image.Image:
        """The supersampled image itself, to turn or to cut."""
        return self._image

    def done(self) -> Image.Image:
        """The finished image at its own size."""
        return self._image.reduce(SUPERSAMPLING)

    def reduced(self, sizes: Iterable[tuple[int, int]]) -> tuple[Image.Image, ...]:
        """The finished image at other sizes, none larger than half of what was drawn."""
        half = self._image.reduce(2)
        return tuple(half.resize(size, Image.Resampling.LANCZOS) for size in sizes)
