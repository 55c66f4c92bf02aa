"""The portraits of the cast, drawn for this project: what people of the simulated Discord have for an avatar.

Each is a file in `art`, named by the key of its person; any program for drawings opens it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import resvg_py

__all__ = ["portraits"]

_PIXELS = 128


@cache
def portraits() -> dict[str, bytes]:
    """Returns the portraits as PNG, by the keys of their people."""
    drawings = files("sandbox").joinpath("art").iterdir()
    return {drawing.name.removesuffix(".svg"): _png(drawing.read_text("utf-8")) for drawing in drawings}


def _png(drawing: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=_PIXELS, skip_system_fonts=True))
