"""The picture of a hand: the trick above it, the numbers under the cards, the end of a deal, the bytes of the file."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import permutations
from random import Random

import pytest
from PIL import Image

from bot.pictures import Face, HandPlace, HandScene, Style, hand_picture
from bot.pictures.drawing.painting import _patch
from ecarte.game import PACK, Card
from tests.support.scenes import CHOOSING, CLOTHS, FOLLOWING, HANDS, OTHER, OWN, hand_places

MOST = 60_000
D, Q = Card.parse("QD"), Card.parse("KD")


def test_the_trick_shows_above_the_hand_with_its_winner() -> None:
    scenes = [
        CHOOSING,
        replace(CHOOSING, lead=(D, True)),
        replace(CHOOSING, lead=(D, False)),
        replace(CHOOSING, lead=(D, True), reply=(Q, False)),
        replace(CHOOSING, lead=(D, True), reply=(Q, False), won=False),
        replace(CHOOSING, lead=(D, True), reply=(Q, False), won=True),
    ]
    assert len({hand_picture(scene).data for scene in scenes}) == len(scenes)


@pytest.mark.parametrize(
    "changes",
    [
        {"turn_up": Card.parse("8H")},
        {"talon": 20},
        {"talon": None},
        {"opponent": replace(OTHER, score=4)},
        {"opponent": replace(OTHER, face=Face("C", 0))},
        {"holder": replace(OWN, score=4)},
        {"bare": True},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_each_field_of_a_hand_is_seen(changes: dict[str, object]) -> None:
    other = replace(CHOOSING, **changes)  # type: ignore[arg-type]  # fields of the scene
    assert hand_picture(other).data != hand_picture(CHOOSING).data


def test_the_picture_keeps_its_height_through_a_deal_so_that_no_button_jumps() -> None:
    held = [FOLLOWING.places[:count] for count in range(5, 0, -1)]
    assert len({hand_picture(replace(FOLLOWING, places=places)).height for places in held}) == 1
    assert hand_picture(CHOOSING).height == hand_picture(replace(CHOOSING, lead=(D, True))).height


def test_numbers_and_advisers_show_under_the_cards() -> None:
    def shown(number: int | None, advisers: int = 0) -> bytes:
        return hand_picture(replace(CHOOSING, places=(HandPlace(Q, number=number, advisers=advisers),))).data

    assert len({shown(None), shown(1), shown(2), *(shown(1, advisers) for advisers in range(1, 7))}) == 9


def test_a_hand_without_numbers_is_less_tall() -> None:
    bare = replace(FOLLOWING, places=tuple(replace(place, number=None) for place in FOLLOWING.places))
    assert hand_picture(bare).height < hand_picture(FOLLOWING).height


def test_a_card_is_painted_once_wherever_it_stands_in_a_hand_and_whatever_its_number_is() -> None:
    cards = [place.card for place in CHOOSING.places]
    for number in range(1, 6):
        hand_picture(replace(CHOOSING, places=tuple(HandPlace(card, number=number) for card in cards)))
    painted = _patch.cache_info().misses
    for order in permutations(cards):
        hand_picture(replace(CHOOSING, places=tuple(HandPlace(card, number=at) for at, card in enumerate(order, 1))))
    assert _patch.cache_info().misses == painted


def test_other_players_paint_no_part_of_a_hand_anew() -> None:
    hand_picture(FOLLOWING)
    painted = _patch.cache_info().misses
    for letter in "XYZ山م":
        hand_picture(replace(FOLLOWING, opponent=replace(OTHER, face=Face(letter, 0))))
    assert _patch.cache_info().misses == painted


def test_the_frame_is_whole_around_a_hand() -> None:
    full, none = (
        Image.open(BytesIO(hand_picture(scene).data)).convert("RGB")
        for scene in (replace(HANDS["below a table"]), replace(CHOOSING, places=hand_places("KS 9S 8S QD QH")))
    )
    for image in (full, none):
        frame = [image.getpixel((12, y)) for y in range(40, image.height - 40)]
        assert len(set(frame)) == 1
        assert frame[0] == image.getpixel((image.width // 2, 12))


def test_at_the_end_of_a_deal_a_hand_is_the_last_trick_alone() -> None:
    assert hand_picture(HANDS["last trick"]).height < hand_picture(CHOOSING).height / 1.9


@pytest.mark.parametrize("style", CLOTHS, ids=lambda style: style.felt.value)
def test_no_hand_weighs_more_than_sixty_kilobytes(style: Style) -> None:
    assert max(len(hand_picture(replace(scene, style=style)).data) for scene in HANDS.values()) <= MOST


def test_no_hand_that_is_dealt_weighs_more_than_sixty_kilobytes() -> None:
    chance = Random(7)
    for _ in range(60):
        cards = chance.sample(PACK, 7)
        places = tuple(
            HandPlace(card, dimmed=chance.random() < 0.3, number=5 - at) for at, card in enumerate(cards[:5])
        )
        before = replace(CHOOSING, places=places, turn_up=cards[5])
        during = replace(FOLLOWING, places=places, turn_up=cards[5], lead=(cards[6], False))
        assert max(len(hand_picture(scene).data) for scene in (before, during)) <= MOST


def test_scenes_refuse_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="5 places"):
        HandScene((HandPlace(),) * 6)
    with pytest.raises(ValueError, match="one card to a trick"):
        HandScene((), lead=(D, True), reply=(Q, True))
