"""The pictures: same scene, same bytes; all cards distinct at a phone's size; any name can be drawn.

Nothing here proves that a picture is beautiful.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.adapter.faces import monogram
from bot.people import preferences
from bot.pictures import (
    Back,
    Deck,
    Face,
    Felt,
    HandPlace,
    HandScene,
    Indices,
    OpenTableScene,
    Png,
    RulesScene,
    SampleTrick,
    Side,
    Style,
    TrickCard,
    hand_picture,
    open_table_picture,
    rules_picture,
    table_picture,
)
from bot.pictures.drawing.palette import FELTS
from ecarte.game import PACK, Card, Rank, Suit
from ecarte.table import Pack
from tests.support.scenes import CHOOSING, LED, OPEN, places

PHONE = 310
SECOND = 69, 82, 124, 161
"""The place of the second card of a hand at that width."""
EMPTY = HandPlace()
PLAIN = Style()
STYLES = [Style(deck, indices) for deck in Deck for indices in Indices]


def hand(text: str, style: Style = PLAIN) -> HandScene:
    """Returns a hand from words such as "KS TD - 7H AC". A stroke is an empty place."""
    return replace(
        CHOOSING, places=tuple(HandPlace(card, number=n) for n, card in enumerate(places(text), 1)), style=style
    )


def opened(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def on_a_phone(picture: Png) -> Image.Image:
    image = opened(picture)
    return image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.LANCZOS)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two images of one size, in levels of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def faces_on_a_phone(style: Style) -> dict[str, Image.Image]:
    """Returns every card of the pack as the hand shows it in a phone's column, in its second place."""
    found = {}
    for card in PACK:
        picture = on_a_phone(hand_picture(hand(f"- {card} - - -", style)))
        found[str(card)] = picture.crop(SECOND)
    return found


def chunks(data: bytes) -> list[bytes]:
    """The names of a PNG's chunks, in order."""
    at, names = 8, []
    while at < len(data):
        names.append(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return names


def rules_scene() -> RulesScene:
    order = tuple(Card(rank, Suit.SPADES) for rank in Rank)
    tricks = (
        SampleTrick(Card.parse("9C"), Card.parse("QC"), True, "Follow suit, and win if you can"),
        SampleTrick(Card.parse("KD"), Card.parse("7H"), True, "Sans la couleur, il faut couper"),
        SampleTrick(Card.parse("AS"), Card.parse("8D"), False, "Neither: play what you like"),
    )
    return RulesScene("From the highest to the lowest", order, Suit.HEARTS, "Hearts are trumps", tricks)


@pytest.mark.parametrize(
    ("draw", "height", "most"),
    [
        (lambda: hand_picture(hand("KS TD - 7H AC")), 440, 60_000),
        (lambda: table_picture(LED), 512, 60_000),
        (lambda: open_table_picture(OPEN["both"]), 604, 60_000),
        (lambda: open_table_picture(OPEN["one"]), 716, 60_000),
        (lambda: rules_picture(rules_scene()), 620, 60_000),
    ],
    ids=["hand", "table", "open table", "one open hand", "rules"],
)
def test_a_picture_is_a_small_png_of_its_stated_size_without_metadata(
    draw: Callable[[], Png], height: int, most: int
) -> None:
    picture = draw()
    image = Image.open(BytesIO(picture.data))
    assert image.format == "PNG"
    assert image.size == (picture.width, picture.height) == (720, height)
    assert set(chunks(picture.data)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    assert len(picture.data) <= most


def test_equal_scenes_give_equal_bytes() -> None:
    assert hand_picture(hand("KS TD 9H 7H AC")).data == hand_picture(hand("KS TD 9H 7H AC")).data
    assert table_picture(LED).data == table_picture(LED).data


def test_equal_scenes_give_equal_bytes_in_many_threads() -> None:
    scenes = [hand(f"{one} {two} - 7H AC") for one, two in combinations(map(str, PACK[8:16]), 2)]
    alone = [hand_picture(scene).data for scene in scenes]
    with ThreadPoolExecutor(4) as pool:
        together = [picture.data for picture in pool.map(hand_picture, scenes * 3)]
    assert together == alone * 3


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.deck.value}-{style.indices.value}")
def test_every_card_differs_from_every_other_at_the_width_of_a_phone(style: Style) -> None:
    faces = faces_on_a_phone(style)
    assert len(faces) == 32
    whole = {pair: difference(faces[pair[0]], faces[pair[1]]) for pair in combinations(faces, 2)}
    assert min(whole.values()) > 4, min(whole, key=lambda pair: whole[pair])
    # Also by the corner alone, as in a fan: the index and the suit below it.
    corners = {card: image.crop((0, 0, 17, 33)) for card, image in faces.items()}
    index = {pair: difference(corners[pair[0]], corners[pair[1]]) for pair in combinations(corners, 2)}
    assert min(index.values()) > 6, min(index, key=lambda pair: index[pair])


def test_dimmed_cards_still_differ_from_one_another() -> None:
    def dimmed(card: Card) -> Image.Image:
        shown = (EMPTY, HandPlace(card, dimmed=True), EMPTY, EMPTY, EMPTY)
        return on_a_phone(hand_picture(replace(CHOOSING, places=shown))).crop(SECOND)

    for one, other in combinations(map(dimmed, PACK[::3]), 2):
        assert difference(one, other) > 2


def test_four_colours_paint_diamonds_blue_and_clubs_green_and_leave_spades() -> None:
    two, four = (faces_on_a_phone(Style(deck)) for deck in Deck)

    def ink(face: Image.Image) -> str:
        red, green, blue = (sum(band) for band in zip(*pixels(face.crop((2, 4, 15, 33))), strict=True))
        return max((red, "red"), (green, "green"), (blue, "blue"))[1]

    assert [ink(four[f"7{suit}"]) for suit in "HDC"] == ["red", "blue", "green"]
    assert ink(two["7D"]) == "red"
    assert difference(two["7S"], four["7S"]) == 0
    assert min(difference(two["7C"], four["7C"]), difference(two["7D"], four["7D"])) > 2


def pixels(image: Image.Image) -> list[tuple[int, int, int]]:
    data = image.tobytes()
    return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]


def test_french_indices_change_the_courts_alone() -> None:
    english, french = (faces_on_a_phone(Style(indices=indices)) for indices in Indices)
    changed = {card for card in english if difference(english[card], french[card]) > 0}
    assert changed == {f"{rank}{suit}" for rank in "KQJ" for suit in "SHDC"}


def test_each_cloth_that_a_person_may_choose_is_drawn_and_leaves_the_cards_as_they_are() -> None:
    assert {felt.value for felt in Felt} == {felt.value for felt in preferences.FeltChoice}
    cloths = [opened(hand_picture(hand("KS TD - 7H AC", Style(felt=felt)))) for felt in Felt]
    card, bare = (30, 200, 140, 360), (302, 230, 415, 330)
    for one, other in combinations(cloths, 2):
        # Each cloth has a palette of its own, to which the edges of signs are reduced.
        assert difference(one.crop(card), other.crop(card)) < 2
        assert difference(one.crop(bare), other.crop(bare)) > 10


def test_an_empty_hand_and_a_full_one_are_drawn() -> None:
    empty, full = hand_picture(hand("- - - - -")), hand_picture(hand("KS QS JS AS TS"))
    assert (empty.width, empty.height) == (full.width, full.height)
    assert difference(opened(empty), opened(full)) > 20


@pytest.mark.parametrize(
    "changed",
    [
        HandPlace(Card.parse("KS"), dimmed=True),
        HandPlace(Card.parse("KS"), chosen=True),
        HandPlace(Card.parse("KH")),
        EMPTY,
    ],
)
def test_each_state_of_a_place_shows(changed: HandPlace) -> None:
    plain = hand("KS TD 9H 7H AC")
    other = replace(plain, places=(changed, *plain.places[1:]))
    assert difference(on_a_phone(hand_picture(plain)), on_a_phone(hand_picture(other))) > 0.5


def test_every_pack_has_a_back_of_its_own() -> None:
    backs = [on_a_phone(table_picture(replace(LED, back=back))) for back in Back]
    assert [back.value for back in Back] == [pack.value for pack in Pack], "a picture knows every pack of the core"
    for number, one in enumerate(backs):
        assert all(difference(one, other) > 0.05 for other in backs[:number])


ODD_NAMES = [
    "",
    " ",
    "Éléonore Çağrı Őrült",
    "Łukasz Ørsted Straße",
    "İstanbul ïîí ǰ",
    "山田太郎",
    "Алексей Ωmega",
    "👨‍👩‍👧‍👦🎲🇫🇷",
    "Z̷̧̛̺a̵l̴g̶o̵" * 20,
    "\u202eoruen\u200b\u0000\x1b[31m",
    "\ud83d",
    "W" * 1000,
    "\u0301\u0301",
    "𝓐𝓵𝓲𝓬𝓮",
    "a\nb\tc",
    "100% {name} <@1>",
]


@pytest.mark.parametrize("name", ODD_NAMES, ids=range(len(ODD_NAMES)))
def test_any_name_and_any_monogram_can_be_drawn(name: str) -> None:
    left = replace(LED.left, name=name, face=Face(monogram(name)), backers=(Face(monogram(name)),))
    assert table_picture(replace(LED, left=left)).height == 512


@pytest.mark.parametrize("shades", FELTS.values(), ids=[felt.value for felt in FELTS])
def test_the_shades_of_a_cloth_lie_too_close_for_a_band(shades: tuple[tuple[int, int, int], ...]) -> None:
    steps = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in pairwise(shades)]
    assert max(steps) <= 3


def test_scenes_refuse_what_cannot_be() -> None:
    lead = TrickCard(Card.parse("QS"), Side.LEFT)
    with pytest.raises(ValueError, match="0 to 5"):
        replace(LED.left, tricks=(lead.card,) * 6)
    with pytest.raises(ValueError, match="0 to 32"):
        replace(LED.left, discarded=33)
    with pytest.raises(ValueError, match="score"):
        replace(LED.left, score=-1)
    with pytest.raises(ValueError, match="one card to a trick"):
        replace(LED, trick=(lead, lead))
    with pytest.raises(ValueError, match="talon"):
        replace(LED, talon=33)
    with pytest.raises(ValueError, match="5 places"):
        OpenTableScene(LED, (None,))
    with pytest.raises(ValueError, match="one to three"):
        replace(rules_scene(), tricks=())
