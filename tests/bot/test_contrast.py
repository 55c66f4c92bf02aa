"""Contrast of words and cards by WCAG 2.1 AA on every cloth: 4.5 to 1, or 3 to 1 for large or unusable things."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from struct import iter_unpack

import pytest
from PIL import Image

from bot.pictures import (
    BracketScene,
    Deck,
    Felt,
    MatchEntrant,
    Meeting,
    Style,
    bracket_picture,
    hand_picture,
    table_picture,
)
from bot.pictures.board import BoardRow, BoardScene, Curve, board_picture
from bot.pictures.drawing.cards import dusky, ink_of
from bot.pictures.drawing.colours import (
    BUFF,
    BURGUNDY,
    FADED,
    GOLD,
    GROUNDS,
    INK,
    IVORY,
    LOST,
    PALE_GOLD,
    PAPER,
    SEPIA,
    TONES,
    Rgb,
)
from bot.pictures.drawing.palette import FELTS
from tests.support.scenes import DEALT, ENDED, FOLLOWING, LED

ENOUGH, ENOUGH_IF_LARGE = 4.5, 3.0
Box = tuple[int, int, int, int]


def luminance(colour: Rgb) -> float:
    """The relative luminance of WCAG."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Returns the contrast, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def veiled(colour: Rgb, veil: Rgb) -> Rgb:
    """Returns a colour of a card that may not be played, as people see it: nearly half of it is cloth."""
    red, green, blue = ((part * 143 + over * 112) // 255 for part, over in zip(colour, veil, strict=True))
    return red, green, blue


def measured(data: bytes, box: Box) -> float:
    """Returns the contrast of a part of a picture: its ground, and the most different colour on
    half a hundredth of it.
    """
    part = Image.open(BytesIO(data)).convert("RGB").crop(box)
    counts: Counter[Rgb] = Counter((red, green, blue) for red, green, blue in iter_unpack("3B", part.tobytes()))
    ground = counts.most_common(1)[0][0]
    inks = [colour for colour, count in counts.items() if count >= part.width * part.height / 200]
    return max(contrast(ground, ink) for ink in inks)


@pytest.mark.parametrize("felt", Felt, ids=lambda felt: felt.value)
def test_words_stand_out_from_everything_they_are_written_on(felt: Felt) -> None:
    """On every shade of the cloth, up to its lightest point under the lamp."""
    tones = TONES[felt]
    dark = {"night": tones.night, "cloth": tones.cloth, "lamp": tones.lamp}
    words = {"ivory": IVORY, "pale gold": PALE_GOLD, "faded": FADED}
    weak = {
        f"{word} on {ground}": round(contrast(ink, colour), 2)
        for word, ink in words.items()
        for ground, colour in dark.items()
        if contrast(ink, colour) < ENOUGH
    }
    assert not weak
    assert min(contrast(ink, shade) for ink in words.values() for shade in FELTS[felt]) >= ENOUGH
    assert min(contrast(GOLD, shade) for shade in FELTS[felt]) >= ENOUGH_IF_LARGE, "rings and counters"


def test_words_stand_out_from_gold_paper_burgundy_and_the_grounds_of_monograms() -> None:
    assert contrast(INK, GOLD) >= ENOUGH
    assert min(contrast(ink, PAPER) for ink in (INK, BURGUNDY, SEPIA)) >= ENOUGH
    assert min(contrast(IVORY, ground) for ground in (*GROUNDS, BURGUNDY)) >= ENOUGH
    assert contrast(FADED, LOST) >= ENOUGH


@pytest.mark.parametrize("felt", Felt, ids=lambda felt: felt.value)
@pytest.mark.parametrize("deck", Deck, ids=lambda deck: deck.value)
@pytest.mark.parametrize("suit", "SHDC")
def test_suits_stand_out_from_the_card_and_the_card_from_the_cloth(felt: Felt, deck: Deck, suit: str) -> None:
    ink, veil = ink_of(suit, deck), TONES[felt].cloth
    assert contrast(ink, IVORY) >= ENOUGH
    assert contrast(dusky(ink), BUFF) >= ENOUGH, "an index card"
    assert contrast(veiled(ink, veil), veiled(IVORY, veil)) >= ENOUGH_IF_LARGE
    assert contrast(veiled(IVORY, veil), FELTS[felt][0]) >= ENOUGH_IF_LARGE


# The sight of people who lack one kind of cone, on linear light: Machado, Oliveira and Fernandes, A
# Physiologically-based Model for Simulation of Color Vision Deficiency, 2009, table 1, severity 1.
VISIONS = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red (protanopia)": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green (deuteranopia)": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue (tritanopia)": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE_POINT = (0.95047, 1.0, 1.08883)
APART = 25
"""In units of CIE 1976 (L*, a*, b*), of which two and a half are barely visible: enough for a small sign."""


def times(matrix: tuple[tuple[float, float, float], ...], vector: Sequence[float]) -> list[float]:
    return [sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix]


def seen(colour: Rgb, vision: str) -> tuple[float, float, float]:
    """Returns a colour in CIE L*a*b*, as a person with this vision sees it."""
    parts = [part / 255 for part in colour]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    shifted = [min(1.0, max(0.0, part)) for part in times(VISIONS[vision], light)]
    shares = [part / white for part, white in zip(times(XYZ, shifted), WHITE_POINT, strict=True)]
    x, y, z = (share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISIONS)
def test_four_colours_are_four_for_every_kind_of_colour_vision(vision: str) -> None:
    inks = {suit: seen(ink_of(suit, Deck.FOUR_COLOURS), vision) for suit in "SHDC"}
    near = {one + other: math.dist(inks[one], inks[other]) for one, other in combinations(inks, 2)}
    assert not {pair: round(apart, 1) for pair, apart in near.items() if apart < APART}


def table(style: Style) -> bytes:
    return table_picture(replace(LED, style=style)).data


def dealt(style: Style) -> bytes:
    return table_picture(replace(DEALT, style=style)).data


def ended(style: Style) -> bytes:
    return table_picture(replace(ENDED, style=style)).data


def hand(style: Style) -> bytes:
    places = (*FOLLOWING.places[:1], replace(FOLLOWING.places[1], chosen=True, advisers=5), *FOLLOWING.places[2:])
    return hand_picture(replace(FOLLOWING, places=places, style=style)).data


def board(style: Style) -> bytes:
    rows = (
        *(BoardRow(str(place), "Alice", "60 %", "of 20 games", 0.6) for place in (1, 2, 3)),
        BoardRow("12", "Alice", "60 %", "of 20 games", 0.6),
        BoardRow("13", "Alice", "60 %", "of 20 games", 0.6, lit=True),
    )
    return board_picture(BoardScene("Leaderboard", rows, (("12", "games"), ("7", "won")), style)).data


def curve(style: Style) -> bytes:
    drawn = Curve((1500, 1512, 1488), "Rating over the last 3 games", "1488", "1512")
    return board_picture(BoardScene("Alice", (), style=style, curve=drawn)).data


def bracket(_: Style) -> bytes:
    first = Meeting(MatchEntrant(1, "Alice", won=True), MatchEntrant(2, "Bruno", won=False))
    return bracket_picture(
        BracketScene("Cup", ((first, Meeting(MatchEntrant(3, "Chloé"), note="bye")), (Meeting(on=True),)))
    ).data


AREAS: list[tuple[str, Callable[[Style], bytes], Box]] = [
    ("name under the lamp", table, (80, 200, 156, 238)),
    ("name in the dark", table, (560, 200, 644, 238)),
    ("word under the face", table, (70, 152, 166, 186)),
    ("score under the lamp", table, (222, 70, 262, 142)),
    ("score in the dark", table, (458, 70, 498, 142)),
    ("monogram", table, (92, 76, 144, 136)),
    ("amount", table, (112, 296, 172, 326)),
    ("monogram of a backer", table, (86, 352, 112, 376)),
    ("talon", table, (302, 74, 336, 104)),
    ("more backers", dealt, (650, 350, 690, 378)),
    ("cards put out", dealt, (140, 436, 166, 468)),
    ("loser", ended, (560, 200, 644, 238)),
    ("score of the loser", ended, (458, 70, 498, 142)),
    ("monogram of the loser", ended, (580, 84, 624, 130)),
    ("number in hand", hand, (46, 388, 72, 416)),
    ("number chosen", hand, (188, 388, 214, 416)),
    ("number of a card that cannot go", hand, (346, 388, 374, 416)),
    ("advisers", hand, (248, 386, 274, 418)),
    ("score beside the hand", hand, (660, 36, 692, 80)),
    ("title", board, (300, 36, 440, 80)),
    ("tile", board, (120, 118, 240, 160)),
    ("what the tile counts", board, (120, 172, 240, 200)),
    *((f"medal {at}", board, (54, 238 + 80 * (at - 1), 86, 276 + 80 * (at - 1))) for at in (1, 2, 3)),
    *((f"place {at + 9}", board, (46, 238 + 80 * (at - 1), 94, 276 + 80 * (at - 1))) for at in (4, 5)),
    *((f"note {at}", board, (540, 266 + 80 * (at - 1), 676, 292 + 80 * (at - 1))) for at in (1, 5)),
    ("what a curve is", curve, (40, 114, 300, 146)),
    ("greatest of a curve", curve, (620, 160, 684, 184)),
    ("least of a curve", curve, (620, 242, 684, 266)),
    ("title of a bracket", bracket, (250, 30, 400, 74)),
    ("seed", bracket, (48, 142, 72, 168)),
    ("winner", bracket, (80, 142, 200, 168)),
    ("loser of a match", bracket, (80, 176, 200, 204)),
]


@pytest.mark.parametrize("felt", Felt, ids=lambda felt: felt.value)
@pytest.mark.parametrize(("area", "paint", "box"), AREAS, ids=[name for name, _, _ in AREAS])
def test_words_can_be_read_in_the_finished_picture(
    felt: Felt, area: str, paint: Callable[[Style], bytes], box: Box
) -> None:
    assert measured(paint(Style(felt=felt)), box) >= ENOUGH, area


@pytest.mark.parametrize("felt", Felt, ids=lambda felt: felt.value)
def test_the_line_of_a_curve_is_seen(felt: Felt) -> None:
    assert measured(curve(Style(felt=felt)), (44, 160, 600, 270)) >= ENOUGH_IF_LARGE
