"""The canvas: a piece of cloth on which cards, other objects (`furniture`) and words are laid.

The images that are laid on a canvas are shared between pictures, so a canvas never changes them.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter

from bot.pictures.drawing import furniture
from bot.pictures.drawing.cards import Pose, back_image, card_image, index_image
from bot.pictures.drawing.colours import TONES, Rgb, Tones
from bot.pictures.drawing.lettering import Lettering, fit_line, wrap_lines
from bot.pictures.scenes import Back, Style

BOLD, FIRM, PLAIN = 0.022, 0.013, 0.006
"""The weights of letters: the width of the stroke around a letter, as a share of its size."""
SHADOW = 7
"""How many pixels the shadow of a card reaches beyond its image."""
_DROP, _BLUR, _DARKNESS = 3, 2.6, 0.5
_VEIL = 112
"""How much of the cloth covers a card that may not be played, out of 255."""


class Canvas:
    """A rectangle of an unfinished picture. Its methods take coordinates of the whole picture. It is not shared between
    threads.
    """

    __slots__ = ("_image", "_left", "_top", "style")

    def __init__(self, image: Image.Image, left: int, top: int, style: Style) -> None:
        self._image, self._left, self._top = image, left, top
        self.style = style

    @property
    def tones(self) -> Tones:
        """The dark colours of the cloth of this canvas."""
        return TONES[self.style.felt]

    def lay(self, piece: Image.Image, x: int, y: int) -> None:
        """Lays an image ("RGBA") with its top left corner at (x, y)."""
        self._image.paste(piece, (x - self._left, y - self._top), piece)

    def lay_middle(self, piece: Image.Image, x: int, y: int) -> None:
        """Lays an image ("RGBA") with its middle at (x, y)."""
        self.lay(piece, x - piece.width // 2, y - piece.height // 2)

    def lay_card(self, card: str, pose: Pose, x: int, y: int, *, dimmed: bool = False, shaded: bool = True) -> None:
        """Lays the face of a card ("KS") with its middle at (x, y). A dimmed card has no shadow.

        Args:
            shaded: whether the card has a shadow. False for a card on top of another card: then its edge is not blended
                with the cloth either.
        """
        drawn = card_image(card, pose, self.style.deck, self.style.indices)
        if not shaded:
            drawn = drawn.copy()
            drawn.putalpha(drawn.getchannel("A").point([0] * 128 + [255] * 128))
        if shaded and not dimmed:
            self.lay_middle(_shadow(pose), x, y + _DROP)
        self.lay_middle(drawn, x, y)
        if dimmed:
            veil = Image.new("RGB", drawn.size, self.tones.cloth)
            veil.putalpha(ImageChops.multiply(drawn.getchannel("A"), Image.new("L", drawn.size, _VEIL)))
            self.lay_middle(veil, x, y)

    def lay_back(self, colour: Back, pose: Pose, x: int, y: int) -> None:
        """Lays a card face down with its middle at (x, y)."""
        self.lay_middle(_shadow(pose), x, y + _DROP)
        self.lay_middle(back_image(colour, pose), x, y)

    def lay_index(self, card: str, size: tuple[int, int], x: int, y: int, *, gold: int = 0) -> None:
        """Lays an index card ("KS", or "S" for a suit alone): a small card that shows only rank and suit.

        (x, y) is its top left corner, without the gold edge.
        """
        drawn = index_image(card, size, self.style.deck, self.style.indices, gold)
        self.lay(drawn, x - gold, y - gold)

    def write_line(
        self,
        text: str,
        size: int,
        x: int,
        baseline: int,
        width: int,
        colour: Rgb,
        *,
        align: float = 0.0,
        weight: float = FIRM,
    ) -> int:
        """Writes one line that is at most `width` pixels wide. Returns the width of the line.

        Args:
            align: whether `x` is the left end (0), the middle (0.5) or the right end (1) of the line.
        """
        line = fit_line(text, size, width, weight)
        self._write(line, x - round(line.width * align), baseline, colour)
        return line.width

    def write_paragraph(self, text: str, size: int, x: int, baseline: int, width: int, lines: int, colour: Rgb) -> None:
        """Writes a text in at most `lines` lines, each at most `width` pixels wide and centred on `x`."""
        for line in wrap_lines(text, size, width, lines):
            self._write(line, x - line.width // 2, baseline, colour)
            baseline += round(size * 1.22)

    def _write(self, line: Lettering, x: int, baseline: int, colour: Rgb) -> None:
        corner = x - self._left, baseline - line.baseline - self._top
        self._image.paste(colour, corner, line.mask)
        if line.colours is not None:
            self._image.paste(line.colours, corner, line.colours)

    def lay_number(self, text: str, size: int, x: int, y: int, ground: Rgb, ring: Rgb, colour: Rgb) -> None:
        """Lays a disc with a number of one or two digits. The disc is `size` pixels wide, with its middle at (x, y)."""
        self.lay(furniture.roundel(size, ground, ring), x - size // 2, y - size // 2)
        height = round(size * 0.66)
        self.write_line(text, height, x, y + round(height * 0.355), size, colour, align=0.5, weight=BOLD)


@lru_cache(maxsize=32)
def _shadow(pose: Pose) -> Image.Image:
    """Returns the soft shadow under a card."""
    alpha = back_image(Back.BURGUNDY, pose).getchannel("A")
    size = alpha.width + 2 * SHADOW, alpha.height + 2 * SHADOW
    dark = Image.new("L", size)
    dark.paste(alpha, (SHADOW, SHADOW))
    dark = dark.filter(ImageFilter.GaussianBlur(_BLUR)).point([round(value * _DARKNESS) for value in range(256)])
    return Image.merge("RGBA", (*Image.new("RGB", size, (2, 16, 10)).split(), dark))
