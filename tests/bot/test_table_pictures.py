"""The pictures of a table's message: what a reader of the text must find in them, and what they weigh."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise, product

import pytest
from PIL import Image

from bot.pictures import (
    Back,
    Felt,
    HandPlace,
    HandScene,
    PlayerPanel,
    Side,
    StakePanel,
    StakesScene,
    Style,
    TableScene,
    TrickCard,
    hand_picture,
    stakes_picture,
    table_picture,
)
from bot.pictures.drawing.lettering import _fit_line
from bot.pictures.drawing.painting import _patch
from ecarte.game import Card, Suit

MOST = 60_000
TOP = PlayerPanel("Maximilienne de la Tour-Fougères", 3, hand=5, tricks=2, king=True, dealer=True)
BOTTOM = PlayerPanel("Bartholomäus Freiherr von Zitzew", 4, hand=5, tricks=2, to_act=True)


def table(lead: str = "QC", reply: str = "KD", banner: str | None = None, felt: Felt = Felt.GREEN) -> TableScene:
    trick = (TrickCard(Card.parse(lead), Side.TOP), TrickCard(Card.parse(reply), Side.BOTTOM))
    style = Style(felt=felt)
    return TableScene(TOP, BOTTOM, Suit.HEARTS, Card.parse("QH"), 17, trick, Side.BOTTOM, banner, style)


def test_other_names_and_their_marks_paint_no_part_of_a_table_or_a_hand_anew() -> None:
    def shown(name: str, *, king: bool = False, dealer: bool = True) -> None:
        top, bottom = replace(TOP, name=name, king=king, dealer=dealer), replace(BOTTOM, name=name[::-1])
        for banner in (None, f"{name} wins the deal"):
            table_picture(replace(table(banner=banner), top=top, bottom=bottom))
        backed = StakePanel(name, 40, ((name, 10), (name[::-1], 5)))
        stakes_picture(StakesScene(backed, StakePanel(name[::-1], 25), name, name))
        trick = (TrickCard(Card.parse("QC"), Side.TOP), TrickCard(Card.parse("KD"), Side.BOTTOM))
        hand_picture(HandScene((HandPlace(Card.parse("KS")),), Suit.HEARTS, trick=trick, names=(name, name[::-1])))

    shown("Alice")
    painted = _patch.cache_info().misses
    for name in ("Bruno", "🦊 Renard", "Ελένη", "Maximilienne de la Tour-Fougères de la Haute-Vallée"):
        for king, dealer in product((False, True), repeat=2):
            shown(name, king=king, dealer=dealer)
    assert _patch.cache_info().misses == painted


def test_with_another_pack_only_what_shows_its_backs_is_painted_anew() -> None:
    scene = replace(table(), talon=11, turn_up=Card.parse("7H"))
    table_picture(replace(scene, back=Back.BURGUNDY))
    painted = _patch.cache_info().misses
    table_picture(replace(scene, back=Back.ROYAL))
    assert _patch.cache_info().misses - painted <= 5, "two plaques, two hands and the talon"


def test_of_the_results_of_a_table_no_line_is_kept() -> None:
    table_picture(table(banner="Alice +1"))
    kept = _fit_line.cache_info().currsize
    for banner in ("Alice +2", "Alice wins 5 – 3", "Bruno wins 5 – 0"):
        table_picture(table(banner=banner))
    assert _fit_line.cache_info().currsize == kept


@pytest.mark.parametrize("felt", Felt)
def test_no_table_weighs_more_than_sixty_kilobytes(felt: Felt) -> None:
    courts = [f"{rank}{suit}" for rank, suit in product("KQJ", "SHDC")]
    pairs = pairwise(courts)
    assert max(len(table_picture(table(lead, reply, felt=felt)).data) for lead, reply in pairs) <= MOST


def test_the_last_trick_stays_visible_beside_the_ribbon() -> None:
    over = table_picture(table(banner="Bruno +1"))
    assert over.data != table_picture(table("QS", banner="Bruno +1")).data
    assert over.data != table_picture(table(reply="KS", banner="Bruno +1")).data
    assert over.data != table_picture(table(banner="Bruno +2")).data


def test_the_tricks_taken_and_who_took_the_last_are_seen() -> None:
    shown = table()
    more = replace(shown, top=replace(TOP, tricks=3))
    other = replace(shown, winner=Side.TOP)
    assert len({table_picture(scene).data for scene in (shown, more, other)}) == 3


ALICE = StakePanel("Alice", 75, (("Chloé", 25),))
TERMS = "50 chips each", "First to 5"


@pytest.mark.parametrize(
    "changed",
    [
        replace(ALICE, name="Élise"),
        replace(ALICE, chips=80),
        replace(ALICE, backers=(("Chloé", 30),)),
        replace(ALICE, backers=(("David", 25),)),
        replace(ALICE, backers=()),
        replace(ALICE, backers=(("Chloé", 25), ("David", 1))),
    ],
)
def test_stakes_and_backers_are_seen_before_the_first_card(changed: StakePanel) -> None:
    bruno = StakePanel("Bruno", 50)
    picture = stakes_picture(StakesScene(ALICE, bruno, *TERMS))
    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)
    assert len(picture.data) <= MOST
    assert picture.data != stakes_picture(StakesScene(changed, bruno, *TERMS)).data


@pytest.mark.parametrize("terms", [("60 chips each", "First to 5"), ("50 chips each", "First to 7")])
def test_what_each_plays_for_is_seen_before_the_first_card(terms: tuple[str, str]) -> None:
    bruno = StakePanel("Bruno", 50)
    assert (
        stakes_picture(StakesScene(ALICE, bruno, *terms)).data != stakes_picture(StakesScene(ALICE, bruno, *TERMS)).data
    )


def test_any_number_of_chips_and_backers_has_room() -> None:
    crowd = tuple((f"Backer {number} with a name of thirty-two", 10**15) for number in range(40))
    assert stakes_picture(StakesScene(StakePanel("x" * 32, 2**53, crowd), ALICE, *TERMS)).height == 470


def test_for_the_honour_the_pack_lies_ready_in_the_middle() -> None:
    one, other = StakePanel("Alice"), StakePanel("Bruno")
    assert (
        stakes_picture(StakesScene(one, other, *TERMS, pack=True)).data
        != stakes_picture(StakesScene(one, other, *TERMS)).data
    )
