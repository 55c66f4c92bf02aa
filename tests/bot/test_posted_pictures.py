"""The pictures that people post: the souvenir of a game, and a result in the deal of the day."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.pictures import DailyScene, Face, Felt, Png, SouvenirScene, Style, daily_picture, souvenir_picture
from ecarte.game import PACK
from tests.support.names import ODDITIES, SCRIPTS
from tests.support.scenes import CLOTHS, cards

MOST = 60_000
SOUVENIR = SouvenirScene(
    "Alice beats Bruno",
    ("Alice", "beats Bruno"),
    Face("A", 3),
    Face("B", 0),
    (5, 1),
    "26 November 2026",
    crowned=True,
    cards=cards("KC JC 9S 9D AH"),
    decisive=3,
    story="Won by a single trick",
)
DAILY = DailyScene(
    "NOVEMBER",
    26,
    "Écarté · the deal of the day",
    (True, False, True, True, False),
    "Alice",
    Face("A", 3),
    "3 tricks · place 5 of 13",
    "+1",
)


def seen(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Alice beats Chloé"},
        {"winner": Face("Z", 3)},
        {"loser": Face("", court="KS")},
        {"scores": (5, 4)},
        {"date": "27 November 2026"},
        {"points": 7},
        {"crowned": False},
        {"cards": cards("KC JC 9S 9D 7H")},
        {"cards": cards("KC JC")},
        {"decisive": None},
        {"decisive": 2},
        {"story": ""},
        {"style": Style(felt=Felt.BLUE)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_each_field_of_a_souvenir_is_seen(changes: dict[str, object]) -> None:
    other = replace(SOUVENIR, **changes)  # type: ignore[arg-type]  # fields of the scene
    assert souvenir_picture(other).data != souvenir_picture(SOUVENIR).data


@pytest.mark.parametrize(
    "changes",
    [
        {"month": "FÉVRIER"},
        {"day": 3},
        {"caption": "Écarté · la donne du jour"},
        {"tricks": (True, False, True, False, True)},
        {"name": "Zoé"},
        {"face": Face("Z", 3)},
        {"reached": "3 tricks"},
        {"points": "−2"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_each_field_of_a_result_of_the_day_is_seen(changes: dict[str, object]) -> None:
    other = replace(DAILY, **changes)  # type: ignore[arg-type]  # fields of the scene
    assert daily_picture(other).data != daily_picture(DAILY).data


@pytest.mark.parametrize("style", CLOTHS, ids=lambda style: style.felt.value)
def test_what_is_posted_weighs_no_more_than_sixty_kilobytes(style: Style) -> None:
    for hand in (PACK[:5], PACK[8:13], PACK[16:21], SOUVENIR.cards):
        assert len(souvenir_picture(replace(SOUVENIR, cards=tuple(hand), style=style)).data) <= MOST
    assert len(daily_picture(replace(DAILY, style=style)).data) <= MOST


@pytest.mark.parametrize("name", [*SCRIPTS.values(), *ODDITIES.values()], ids=[*SCRIPTS, *ODDITIES])
def test_a_title_of_any_name_stays_on_its_paper_and_off_the_laurel(name: str) -> None:
    longer = replace(SOUVENIR, title=f"{name} beats {name}", title_lines=(name, f"beats {name}"))
    box = ImageChops.difference(seen(souvenir_picture(SOUVENIR)), seen(souvenir_picture(longer))).getbbox()
    assert box is not None
    assert box[0] >= 50
    assert box[1] >= 44
    assert box[2] <= 670
    assert box[3] <= 152


@pytest.mark.parametrize("name", [*SCRIPTS.values(), *ODDITIES.values()], ids=[*SCRIPTS, *ODDITIES])
def test_a_result_of_any_name_stays_between_the_face_and_the_points(name: str) -> None:
    plain, other = replace(DAILY, name="×"), replace(DAILY, name=name)
    box = ImageChops.difference(seen(daily_picture(plain)), seen(daily_picture(other))).getbbox()
    assert box is not None
    assert box[0] >= 138
    assert box[2] <= 590


def test_a_result_of_the_day_shows_no_suit_and_no_card() -> None:
    """The scene has no field for one."""
    assert "Card" not in " ".join(DailyScene.__annotations__.values())


def test_a_souvenir_has_five_cards_at_most() -> None:
    with pytest.raises(ValueError, match="5 cards"):
        replace(SOUVENIR, cards=tuple(PACK[:6]))
