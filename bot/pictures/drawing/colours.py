"""The colours that several drawings share, after the stencilled cards of the 1880s."""

from __future__ import annotations

Rgb = tuple[int, int, int]

INK: Rgb = (33, 28, 36)
IVORY: Rgb = (252, 248, 236)
WHITE: Rgb = (255, 253, 247)
GOLD: Rgb = (226, 178, 76)
GOLD_DARK: Rgb = (166, 116, 42)
PALE_GOLD: Rgb = (246, 220, 150)
BURGUNDY: Rgb = (124, 24, 44)
# The darkest ground: under numbers, in an empty setting.
NIGHT: Rgb = (8, 32, 24)


def between(first: Rgb, last: Rgb, steps: int) -> tuple[Rgb, ...]:
    """The `steps` colours evenly between two, for the edges of a shape on its ground."""
    return tuple(
        (
            first[0] + (last[0] - first[0]) * step // (steps + 1),
            first[1] + (last[1] - first[1]) * step // (steps + 1),
            first[2] + (last[2] - first[2]) * step // (steps + 1),
        )
        for step in range(1, steps + 1)
    )
