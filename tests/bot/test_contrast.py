"""Contrast of words and cards against WCAG 2.1 AA on every cloth: 4.5 to 1; 3 to 1 for what is large or of no use."""

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
    HandPlace,
    HandScene,
    MatchEntrant,
    Meeting,
    PlayerPanel,
    Side,
    Style,
    TableScene,
    TrickCard,
    bracket_picture,
    hand_picture,
    table_picture,
)
from bot.pictures.board import BoardRow, BoardScene, Curve, board_picture
from bot.pictures.drawing.cards import ink_of
from bot.pictures.drawing.colours import BURGUNDY, FADED, GOLD, INK, IVORY, PALE_GOLD, TONES, Rgb
from bot.pictures.drawing.palette import FELTS
from ecarte.game import Card, Suit

ENOUGH, ENOUGH_IF_LARGE = 4.5, 3.0
Box = tuple[int, int, int, int]


def luminance(colour: Rgb) -> float:
    """The relative luminance of WCAG."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """From 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def veiled(colour: Rgb, veil: Rgb) -> Rgb:
    """A colour of a card that may not be played, as it is seen: the veil has the alpha 104."""
    red, green, blue = ((part * 151 + over * 104) // 255 for part, over in zip(colour, veil, strict=True))
    return red, green, blue


def measured(data: bytes, box: Box) -> float:
    """The contrast in a part of a picture: of its ground, and of what differs most and fills half a hundredth of it."""
    part = Image.open(BytesIO(data)).convert("RGB").crop(box)
    counts: Counter[Rgb] = Counter((red, green, blue) for red, green, blue in iter_unpack("3B", part.tobytes()))
    ground = counts.most_common(1)[0][0]
    inks = [colour for colour, count in counts.items() if count >= part.width * part.height / 200]
    return max(contrast(ground, ink) for ink in inks)


@pytest.mark.parametrize("felt", Felt, ids=lambda felt: felt.value)
def test_words_stand_out_from_everything_they_are_written_on(felt: Felt) -> None:
    tones = TONES[felt]
    dark = {"plaque": tones.plaque, "lit": tones.lit, "night": tones.night, "cloth": tones.middle, "edge": tones.border}
    words = {"ivory": IVORY, "pale gold": PALE_GOLD, "gold": GOLD, "faded": FADED}
    weak = {
        f"{word} on {ground}": round(contrast(ink, colour), 2)
        for word, ink in words.items()
        for ground, colour in dark.items()
        if contrast(ink, colour) < ENOUGH
    }
    assert not weak
    assert min(contrast(ink, shade) for ink in words.values() for shade in FELTS[felt]) >= ENOUGH
    assert min(contrast(ink, BURGUNDY) for ink in (IVORY, PALE_GOLD)) >= ENOUGH
    assert contrast(INK, GOLD) >= ENOUGH


@pytest.mark.parametrize("felt", Felt, ids=lambda felt: felt.value)
@pytest.mark.parametrize("deck", Deck, ids=lambda deck: deck.value)
@pytest.mark.parametrize("suit", "SHDC")
def test_suits_stand_out_from_the_card_and_the_card_from_the_cloth(felt: Felt, deck: Deck, suit: str) -> None:
    ink, veil = ink_of(suit, deck), TONES[felt].veil
    assert contrast(ink, IVORY) >= ENOUGH
    assert contrast(veiled(ink, veil), veiled(IVORY, veil)) >= ENOUGH_IF_LARGE
    assert min(contrast(veiled(IVORY, veil), shade) for shade in FELTS[felt]) >= ENOUGH_IF_LARGE


# What people see who lack one kind of cone, on linear light: Machado, Oliveira and Fernandes, A Physiologically-based
# Model for Simulation of Color Vision Deficiency, 2009, table 1, severity 1.
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
"""In units of CIE 1976 (L*, a*, b*), of which two and a half are just seen: enough for a small sign."""


def times(matrix: tuple[tuple[float, float, float], ...], vector: Sequence[float]) -> list[float]:
    return [sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix]


def seen(colour: Rgb, vision: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b*, as a person with this vision sees it."""
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
    top = PlayerPanel("Alice", 2, 4, 1)
    scene = TableScene(top, replace(top, to_act=True), Suit.SPADES, Card.parse("9H"), 21, style=style)
    return table_picture(replace(scene, trick=(TrickCard(Card.parse("QS"), Side.TOP),))).data


def ended(style: Style) -> bytes:
    top = PlayerPanel("Alice", 2, 4, 1)
    return table_picture(TableScene(top, top, banner="Alice wins the point", style=style)).data


def hand(style: Style) -> bytes:
    cards = [Card.parse(text) for text in ("KS", "QS", "JS")]
    places = HandPlace(cards[0]), HandPlace(cards[1], chosen=True), HandPlace(cards[2], dimmed=True), HandPlace()
    return hand_picture(
        HandScene(places, trick=(TrickCard(Card.parse("7H"), Side.TOP),), names=("Al", ""), style=style)
    ).data


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
    ("name", table, (70, 30, 400, 100)),
    ("name to act", table, (80, 504, 400, 566)),
    ("score", table, (806, 30, 866, 100)),
    ("talon", table, (62, 278, 106, 322)),
    ("number of the lead", table, (340, 398, 372, 430)),
    ("banner", ended, (300, 412, 600, 458)),
    ("number in hand", hand, (98, 352, 132, 386)),
    ("number chosen", hand, (266, 352, 300, 386)),
    ("number of a card that cannot go", hand, (434, 352, 468, 386)),
    ("number of an empty place", hand, (602, 352, 636, 386)),
    ("name beside the trick", hand, (340, 80, 396, 130)),
    ("title", board, (300, 30, 600, 90)),
    ("tile", board, (100, 110, 380, 170)),
    ("what the tile counts", board, (100, 184, 380, 220)),
    *((f"medal {at + 1}", board, (64, 258 + 92 * at, 100, 296 + 92 * at)) for at in range(3)),
    *((f"place {at + 10}", board, (56, 248 + 92 * at, 108, 318 + 92 * at)) for at in (3, 4)),
    *((f"note {at}", board, (700, 286 + 92 * at, 850, 316 + 92 * at)) for at in (0, 4)),
    ("what a curve is", curve, (52, 112, 400, 146)),
    ("greatest of a curve", curve, (770, 150, 850, 174)),
    ("least of a curve", curve, (770, 250, 850, 276)),
    ("line of a curve", curve, (60, 156, 700, 266)),
    ("title of a bracket", bracket, (250, 30, 400, 80)),
    ("seed", bracket, (48, 142, 72, 168)),
    ("winner", bracket, (80, 142, 200, 168)),
    ("loser", bracket, (80, 176, 200, 204)),
]


@pytest.mark.parametrize("felt", Felt, ids=lambda felt: felt.value)
@pytest.mark.parametrize(("area", "paint", "box"), AREAS, ids=[name for name, _, _ in AREAS])
def test_words_can_be_read_in_the_finished_picture(
    felt: Felt, area: str, paint: Callable[[Style], bytes], box: Box
) -> None:
    assert measured(paint(Style(felt=felt)), box) >= ENOUGH, area
