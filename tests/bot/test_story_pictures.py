"""The picture of the story of a game: every field is visible, every name keeps to its place, and it is small."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from math import dist

import pytest
from PIL import Image, ImageChops

from bot.pictures import CurveDeal, CurveError, CurveScene, Felt, Png, Style, curve_picture
from tests.bot.test_contrast import APART, VISIONS, contrast
from tests.bot.test_contrast import seen as as_seen
from tests.bot.test_names_in_pictures import NAMES
from tests.support.scenes import CLOTHS

MOST = 25_000
COLUMN, LEAST = 310, 11
"""The width of a phone's column, and the least height of words in it."""
PAPER, UPPER, LOWER = (246, 239, 220), (124, 24, 44), (56, 60, 122)
NAME_PLACES = {"upper": (44, 56, 592, 114), "lower": (44, 372, 592, 430)}

DEALS = (
    CurveDeal("1–0", (0.5, 0.58), (CurveError(False, 0.04, 0, 0),)),
    CurveDeal("1–2", (0.6, 0.7, 0.68, 0.4), (CurveError(True, 0.2, 1, 2), CurveError(True, 0.05, 0, 0)), king=False),
    CurveDeal("3–2", (0.38, 0.8), king=True, decided=True),
    CurveDeal("5–2", (0.72, 0.6, 0.61, 0.8, 0.8, 0.95)),
)
SCENE = CurveScene(
    "Alice",
    "Bruno",
    (5, 2),
    won=True,
    date="26 November 2026",
    deals=DEALS,
    cards="cards",
    errors="errors",
    caption="Deal 3 decided, by the cards",
)


def seen(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def with_deal(number: int, **changes: object) -> tuple[CurveDeal, ...]:
    """The deals, one of them changed."""
    changed = replace(DEALS[number], **changes)  # type: ignore[arg-type]  # fields of the deal
    return (*DEALS[:number], changed, *DEALS[number + 1 :])


@pytest.mark.parametrize(
    "changes",
    [
        {"upper": "Zoé"},
        {"lower": "Zoé"},
        {"scores": (5, 3)},
        {"won": False},
        {"date": "27 November 2026"},
        {"cards": "cartes"},
        {"errors": "erreurs"},
        {"caption": "Deal 3 decided, by the players’ errors"},
        {"deals": DEALS[:3]},
        {"deals": with_deal(0, score="0–1")},
        {"deals": with_deal(0, chances=(0.5, 0.7))},
        {"deals": with_deal(1, chances=(0.6, 0.7, 0.6, 0.4))},
        {"deals": with_deal(1, king=True)},
        {"deals": with_deal(1, king=None)},
        {"deals": with_deal(2, decided=False)},
        {"deals": with_deal(0, errors=())},
        {"deals": with_deal(0, errors=(CurveError(True, 0.04, 0, 0),))},
        {"deals": with_deal(0, errors=(CurveError(False, 0.3, 0, 0),))},
        {"deals": with_deal(0, errors=(CurveError(False, 0.04, 0, 5),))},
        {"deals": with_deal(1, errors=(CurveError(True, 0.2, 0, 0), CurveError(True, 0.05, 0, 0)))},
        {"style": Style(felt=Felt.BLUE)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_each_field_is_seen(changes: dict[str, object]) -> None:
    other = replace(SCENE, **changes)  # type: ignore[arg-type]  # fields of the scene
    assert curve_picture(other).data != curve_picture(SCENE).data


def test_equal_scenes_give_equal_bytes() -> None:
    assert curve_picture(replace(SCENE)).data == curve_picture(SCENE).data


@pytest.mark.parametrize("style", CLOTHS, ids=lambda style: style.felt.value)
def test_the_longest_game_weighs_no_more_than_twenty_five_kilobytes(style: Style) -> None:
    errors = tuple(CurveError(trick % 2 == 0, 0.1 + trick / 20, min(trick, 2), trick) for trick in range(6))
    deals = tuple(
        CurveDeal(f"{(number + 1) // 2}–{number // 2}", (0.5, 0.9, 0.8, 0.1, 0.2, 0.6), errors, king=number % 2 == 0)
        for number in range(1, 10)
    )
    longest = replace(SCENE, deals=deals, upper="Wilhelmina Wanda W.", lower="👑 Маргарита 🎴🎲", style=style)
    assert len(curve_picture(longest).data) <= MOST


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("place", NAME_PLACES)
def test_every_name_keeps_to_its_place(place: str, name: str) -> None:
    left, top, right, bottom = NAME_PLACES[place]
    plain, named = (
        seen(curve_picture(replace(SCENE, **{place: text})))  # type: ignore[arg-type]  # a name
        for text in ("×", name)
    )
    changed = ImageChops.difference(plain, named).getbbox()
    assert changed is not None
    assert left <= changed[0]
    assert top <= changed[1]
    assert changed[2] <= right
    assert changed[3] <= bottom


@pytest.mark.parametrize("words", ["cards", "errors", "caption", "date", "upper", "lower"])
def test_words_can_be_read_on_a_phone(words: str) -> None:
    tall, plain = (
        seen(curve_picture(replace(SCENE, **{words: text})))  # type: ignore[arg-type]  # a label
        for text in ("Ág", "…")
    )
    box = ImageChops.difference(tall, plain).getbbox()
    assert box is not None
    assert (box[3] - box[1]) * COLUMN / tall.width >= LEAST


def test_both_players_colours_stand_out_from_the_paper_and_from_each_other_for_every_vision() -> None:
    assert all(contrast(colour, PAPER) >= 4.5 for colour in (UPPER, LOWER))
    for vision in VISIONS:
        assert dist(as_seen(UPPER, vision), as_seen(LOWER, vision)) > APART


def test_a_chance_beyond_its_bounds_stays_in_the_plot() -> None:
    """A player's chance at a score and with the hands dealt come from two tables, which may differ by a little."""
    wide = replace(SCENE, deals=with_deal(3, chances=(1.02, 1.3, 0.61, -0.2, 0.8, 0.95)))
    narrow = replace(SCENE, deals=with_deal(3, chances=(1.0, 1.0, 0.61, 0.0, 0.8, 0.95)))
    assert curve_picture(wide).data == curve_picture(narrow).data
