"""The colours that several drawings share. They follow the stencilled cards of the 1880s."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.scenes import Felt

Rgb = tuple[int, int, int]

INK: Rgb = (33, 28, 36)
IVORY: Rgb = (252, 248, 236)
WHITE: Rgb = (255, 253, 247)
GOLD: Rgb = (226, 178, 76)
BRASS: Rgb = (166, 116, 42)
PALE_GOLD: Rgb = (246, 220, 150)
BURGUNDY: Rgb = (124, 24, 44)
# For text that matters less, on any cloth. The least contrast of a text is 4.5 to 1.
FADED: Rgb = (201, 208, 194)
# The ground of an index card, which is never brighter than a whole card.
BUFF: Rgb = (220, 215, 195)
PAPER: Rgb = (246, 239, 220)
SEPIA: Rgb = (106, 83, 52)

# The grounds of monograms. Ivory is legible on each.
GROUNDS: tuple[Rgb, ...] = (
    *((62, 78, 104), (108, 40, 58), (32, 92, 76), (88, 52, 102), (102, 70, 42), (24, 88, 102)),
    *((56, 60, 122), (84, 86, 40), (138, 64, 36), (134, 54, 88), (74, 78, 86), (40, 70, 88)),
)
# The ground of the monogram of the player who lost.
LOST: Rgb = (78, 84, 80)


@dataclass(frozen=True, slots=True)
class Tones:
    """The dark colours of a picture on one colour of cloth.

    Attributes:
        cloth: the colour of the cloth where no light falls.
        lamp: the colour of the cloth at its lightest point, under the lamp.
        night: the darkest colour, under numbers and in the empty place of a card.
    """

    cloth: Rgb
    lamp: Rgb
    night: Rgb


TONES = {
    Felt.GREEN: Tones((18, 51, 42), (36, 96, 80), (10, 30, 25)),
    Felt.BLUE: Tones((15, 36, 68), (36, 78, 122), (8, 20, 40)),
    Felt.DARK: Tones((20, 22, 26), (68, 72, 80), (11, 12, 15)),
}


def blend(first: Rgb, last: Rgb, steps: int) -> tuple[Rgb, ...]:
    """Returns `steps` colours, evenly spaced between two colours. They serve for the edges of a shape on its ground."""
    return tuple(
        (
            first[0] + (last[0] - first[0]) * step // (steps + 1),
            first[1] + (last[1] - first[1]) * step // (steps + 1),
            first[2] + (last[2] - first[2]) * step // (steps + 1),
        )
        for step in range(1, steps + 1)
    )
