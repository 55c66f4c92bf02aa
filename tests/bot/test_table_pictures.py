"""The picture of a table: its required content, what stays in place, and its size in bytes."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise, product

import pytest
from PIL import Image, ImageChops

from bot.pictures import (
    Back,
    Face,
    Felt,
    OpenTableScene,
    Png,
    Side,
    Style,
    TableScene,
    open_table_picture,
    table_picture,
)
from bot.pictures.drawing.lettering import _fit_line
from bot.pictures.drawing.painting import _patch
from ecarte.game import Card
from tests.support.scenes import CLOTHS, DEALT, ENDED, LED, OPEN, TABLES, TAKEN, cards, faces, trick

MOST = 60_000


def seen(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def changed(one: TableScene, other: TableScene) -> tuple[int, int, int, int] | None:
    """Returns where two tables differ."""
    return ImageChops.difference(seen(table_picture(one)), seen(table_picture(other))).getbbox()


@pytest.mark.parametrize("scene", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("style", CLOTHS, ids=lambda style: style.felt.value)
def test_no_table_weighs_more_than_sixty_kilobytes(scene: TableScene, style: Style) -> None:
    assert len(table_picture(replace(scene, style=style)).data) <= MOST


def test_a_table_of_courts_weighs_no_more_than_sixty_kilobytes() -> None:
    courts = [f"{rank}{suit}" for rank, suit in product("KQJ", "SHDC")]
    for lead, reply in pairwise(courts):
        for felt in Felt:
            scene = replace(TAKEN, trick=trick(lead, reply), style=Style(felt=felt))
            assert len(table_picture(scene).data) <= MOST


def test_other_names_paint_no_part_of_a_table_anew() -> None:
    table_picture(LED)
    painted = _patch.cache_info().misses
    for name in ("Bruno", "🦊 Renard", "Ελένη", "Maximilienne de la Tour-Fougères de la Haute-Vallée"):
        for king, dealer in product((False, True), repeat=2):
            table_picture(
                replace(LED, left=replace(LED.left, name=name, king=king, dealer=dealer, chips=f"{len(name)}"))
            )
    assert _patch.cache_info().misses == painted


def test_with_another_pack_only_its_back_is_painted_anew() -> None:
    # Another test may have painted that back before.
    _patch.cache_clear()
    table_picture(replace(LED, back=Back.BURGUNDY))
    painted = _patch.cache_info().misses
    table_picture(replace(LED, back=Back.FOREST))
    assert _patch.cache_info().misses - painted == 1


def test_of_amounts_and_names_only_lines_are_kept() -> None:
    table_picture(LED)
    kept = _fit_line.cache_info().currsize
    table_picture(replace(LED, left=replace(LED.left, name="Zacharie")))
    assert _fit_line.cache_info().currsize - kept <= 1


FIELDS: dict[str, dict[str, object]] = {
    "name": {"name": "Zoé"},
    "face": {"face": Face("Z", 7)},
    "ground": {"face": Face("A", 5)},
    "house": {"face": Face("", court="QH")},
    "score": {"score": 1},
    "dealer": {"dealer": False},
    "king": {"king": False},
    "to play": {"to_play": False},
    "tricks": {"tricks": cards("KH 8C")},
    "which trick": {"tricks": cards("KS")},
    "chips": {"chips": "105"},
    "no chips": {"chips": ""},
    "backers": {"backers": faces("CDE")},
    "many backers": {"backers": faces("CDEFGHI")},
}


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_of_a_player_is_seen_on_that_player_s_side_alone(field: str) -> None:
    left = replace(LED.left, **FIELDS[field])  # type: ignore[arg-type]  # fields of the panel
    other = replace(LED, left=left)
    box = changed(LED, other)
    assert box is not None
    if field != "to play":
        assert box[2] <= 290, "the light falls elsewhere only where another is to play"


@pytest.mark.parametrize(
    "changes",
    [
        {"turn_up": Card.parse("8H")},
        {"turn_up": None},
        {"talon": 15},
        {"talon": None},
        {"trick": ()},
        {"trick": trick("", "JH")},
        {"trick": trick("KD", "QH")},
        {"winner": Side.LEFT},
        {"pill": "à jouer"},
        {"back": Back.PLUM},
        {"points": 7},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_each_field_of_a_table_is_seen(changes: dict[str, object]) -> None:
    other = replace(LED, **changes)  # type: ignore[arg-type]  # fields of the scene
    assert changed(LED, other) is not None


def test_a_move_changes_the_picture_where_it_happened_alone() -> None:
    """The same player is to play, and the light stays: names, faces, scores and stakes do not move."""
    answered = replace(LED, trick=trick("KD", "QH"), left=replace(LED.left, tricks=cards("KH KD")), winner=Side.LEFT)
    difference = ImageChops.difference(seen(table_picture(LED)), seen(table_picture(answered)))
    for still in ((20, 20, 200, 405), (520, 20, 700, 405), (214, 20, 506, 160)):
        assert difference.crop(still).getbbox() is None


def test_who_led_does_not_matter_once_both_cards_lie_there() -> None:
    assert changed(TAKEN, replace(TAKEN, trick=tuple(reversed(TAKEN.trick)))) is None


def test_before_the_first_card_the_cards_put_out_are_counted_and_after_it_they_are_gone() -> None:
    assert changed(DEALT, replace(DEALT, left=replace(DEALT.left, discarded=4))) is not None
    assert changed(LED, replace(LED, left=replace(LED.left, discarded=4))) is None


def test_at_the_end_the_loser_is_grey_and_the_winner_wears_a_laurel() -> None:
    swapped = replace(ENDED, left=replace(ENDED.left, won=False), right=replace(ENDED.right, won=True))
    assert changed(ENDED, swapped) is not None
    assert changed(ENDED, replace(ENDED, left=replace(ENDED.left, won=None))) is not None


@pytest.mark.parametrize("hand", ["left_hand", "right_hand"])
def test_each_place_of_an_open_hand_is_seen(hand: str) -> None:
    for scene in OPEN.values():
        shown: tuple[Card | None, ...] | None = getattr(scene, hand)
        if shown is None:
            continue
        others = [(*shown[:at], Card.parse("JC"), *shown[at + 1 :]) for at in range(5)]
        is_left = hand == "left_hand"
        scenes = [
            replace(scene, left_hand=held) if is_left else replace(scene, right_hand=held) for held in (shown, *others)
        ]
        pictures = [open_table_picture(opened).data for opened in scenes]
        assert len(set(pictures)) == 6
        assert max(map(len, pictures)) <= MOST


def test_a_closed_table_is_the_table_alone() -> None:
    assert open_table_picture(OpenTableScene(LED)).data == table_picture(LED).data
