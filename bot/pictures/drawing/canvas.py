"""The canvas: a piece of cloth on which cards, furniture and words are laid.

The pieces are shared between pictures, and only read.
"""

from __future__ import annotations

from PIL import Image

from bot.pictures.drawing import furniture
from bot.pictures.drawing.cards import back, face, lying_back, mask_of
from bot.pictures.drawing.colours import TONES, Rgb, Tones
from bot.pictures.drawing.lettering import Lettering, fit_line, wrap_lines
from bot.pictures.scenes import Back, Style

BOLD = 0.022


class Canvas:
    """A piece of an unfinished picture, in the coordinates of the whole. Not shared between threads."""

    __slots__ = ("_image", "_left", "_top", "style")

    def __init__(self, image: Image.Image, left: int, top: int, style: Style) -> None:
        self._image, self._left, self._top = image, left, top
        self.style = style

    @property
    def tones(self) -> Tones:
        """The dark colours of its cloth."""
        return TONES[self.style.felt]

    def lay(self, piece: Image.Image, x: int, y: int) -> None:
        """Lays a piece ("RGBA") with its top left corner at (x, y)."""
        self._image.paste(piece, (x - self._left, y - self._top), piece)

    def lay_card(self, card: str, width: int, x: int, y: int, *, dimmed: bool = False, won: bool = False) -> None:
        """Lays the face of a card ("KS") with its top left corner at (x, y)."""
        self._shade(width, x, y)
        if won:
            self.lay(furniture.halo(width), x - furniture.HALO, y - furniture.HALO)
        drawn = face(card, width, self.style.deck, self.style.indices)
        self._image.paste(drawn, (x - self._left, y - self._top), mask_of(width))
        if dimmed:
            self.lay(furniture.veil(width, self.tones), x, y)

    def lay_back(self, colour: Back, width: int, x: int, y: int) -> None:
        """Lays a card face down with its top left corner at (x, y)."""
        self._shade(width, x, y)
        self._image.paste(back(colour, width), (x - self._left, y - self._top), mask_of(width))

    def lay_packet(self, colour: Back, width: int, x: int, y: int) -> None:
        """Lays a back on its side."""
        self._shade(width, x, y, lying=True)
        drawn = lying_back(colour, width)
        self._image.paste(drawn, (x - self._left, y - self._top), mask_of(width, lying=True))

    def _shade(self, width: int, x: int, y: int, *, lying: bool = False) -> None:
        reach = furniture.SHADOW_REACH
        self.lay(furniture.shadow(width, lying=lying), x - reach, y - reach + furniture.SHADOW_DROP)

    def write_line(
        self, text: str, size: int, x: int, baseline: int, width: int, colour: Rgb, *, align: float = 0.0
    ) -> int:
        """Writes one line no wider than `width` and returns its width; `align` 0, 0.5, 1: `x` is its left end, middle,
        right end.
        """
        line = fit_line(text, size, width, BOLD)
        self._write(line, x - round(line.width * align), baseline, colour)
        return line.width

    def write_paragraph(self, text: str, size: int, x: int, baseline: int, width: int, lines: int, colour: Rgb) -> None:
        """Writes at most `lines` lines centred on `x`."""
        for line in wrap_lines(text, size, width, lines):
            self._write(line, x - line.width // 2, baseline, colour)
            baseline += round(size * 1.22)

    def _write(self, line: Lettering, x: int, baseline: int, colour: Rgb) -> None:
        corner = x - self._left, baseline - line.baseline - self._top
        self._image.paste(colour, corner, line.mask)
        if line.colours is not None:
            self._image.paste(line.colours, corner, line.colours)

    def lay_number(self, text: str, size: int, x: int, y: int, ground: Rgb, ring: Rgb, colour: Rgb) -> None:
        """Lays a roundel `size` pixels wide about (x, y) with a number of one or two digits."""
        self.lay(furniture.roundel(size, ground, ring), x - size // 2, y - size // 2)
        height = round(size * 0.66)
        self.write_line(text, height, x, y + round(height * 0.355), size, colour, align=0.5)
