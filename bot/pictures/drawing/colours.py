"""The colours that several drawings share, after the stencilled cards of the 1880s."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.scenes import Felt

Rgb = tuple[int, int, int]

INK: Rgb = (33, 28, 36)
IVORY: Rgb = (252, 248, 236)
WHITE: Rgb = (255, 253, 247)
GOLD: Rgb = (226, 178, 76)
GOLD_DARK: Rgb = (166, 116, 42)
PALE_GOLD: Rgb = (246, 220, 150)
BURGUNDY: Rgb = (124, 24, 44)
# What matters less, on any ground; the least contrast of a text is 4.5 to 1.
FADED: Rgb = (186, 194, 178)


@dataclass(frozen=True, slots=True)
class Tones:
    """A cloth, and the dark colours of what lies on it.

    Attributes:
        border, middle: the cloth, near its frame and under the lamp.
        rim: outside the frame.
        plaque: of a name; `lit` while its owner is to act.
        night: the darkest ground, under numbers and in an empty setting.
        veil: laid thinly over a card that may not be played.
    """

    border: Rgb
    middle: Rgb
    rim: Rgb
    plaque: Rgb
    lit: Rgb
    night: Rgb
    veil: Rgb


TONES = {
    Felt.GREEN: Tones(
        (10, 54, 38), (22, 84, 53), (8, 28, 20), (10, 44, 32), (34, 66, 40), (8, 32, 24), (24, 72, 48)
    ),
    Felt.BLUE: Tones(
        (10, 36, 66), (30, 70, 112), (8, 20, 38), (9, 26, 50), (32, 56, 88), (8, 20, 40), (28, 56, 92)
    ),
    Felt.DARK: Tones(
        (18, 20, 24), (48, 52, 58), (10, 11, 14), (12, 13, 16), (58, 51, 40), (10, 11, 14), (48, 50, 54)
    ),
}  # fmt: skip


def blend(first: Rgb, last: Rgb, steps: int) -> tuple[Rgb, ...]:
    """The `steps` colours evenly between two, for the edges of a shape on its ground."""
    return tuple(
        (
            first[0] + (last[0] - first[0]) * step // (steps + 1),
            first[1] + (last[1] - first[1]) * step // (steps + 1),
            first[2] + (last[2] - first[2]) * step // (steps + 1),
        )
        for step in range(1, steps + 1)
    )
