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

from bot.people import preferences
from bot.pictures import (
    Back,
    Deck,
    Felt,
    HandPlace,
    HandScene,
    Indices,
    OpenTableScene,
    PlayerPanel,
    Png,
    RulesScene,
    SampleTrick,
    Side,
    Style,
    TableScene,
    TrickCard,
    hand_picture,
    open_table_picture,
    rules_picture,
    table_picture,
)
from bot.pictures.drawing.palette import FELTS
from ecarte.game import PACK, Card, Rank, Suit
from ecarte.table import Pack

PHONE = 360
EMPTY = HandPlace()
PLAIN = Style()
STYLES = [Style(deck, indices) for deck in Deck for indices in Indices]


def hand(text: str, style: Style = PLAIN) -> HandScene:
    """A hand from words such as "KS TD - 7H AC", below an empty trick; a stroke is an empty place."""
    cards = [None if word == "-" else Card.parse(word) for word in text.split()]
    places = tuple(HandPlace(card, number=number) for number, card in enumerate(cards, 1))
    return HandScene(places, style=style, trick=())


def table(**changes: object) -> TableScene:
    top = PlayerPanel("Éléonore", score=3, hand=4, tricks=1, dealer=True, king=True)
    bottom = PlayerPanel("Balthazar", score=1, hand=4, to_act=True)
    scene = TableScene(top, bottom, Suit.HEARTS, Card.parse("8H"), 17, (TrickCard(Card.parse("QS"), Side.TOP),))
    return replace(scene, **changes)  # type: ignore[arg-type]  # the names are fields of the scene


def opened(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def on_a_phone(picture: Png) -> Image.Image:
    image = opened(picture)
    return image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.LANCZOS)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two images of one size, in levels of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def faces_on_a_phone(style: Style) -> dict[str, Image.Image]:
    """Every card of the pack as the hand shows it, 360 pixels wide, in its second place."""
    found = {}
    for card in PACK:
        picture = on_a_phone(hand_picture(hand(f"- {card} - - -", style)))
        found[str(card)] = picture.crop((78, 85, 145, 136))
    return found


def chunks(data: bytes) -> list[bytes]:
    """The names of a PNG's chunks, in order."""
    at, names = 8, []
    while at < len(data):
        names.append(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return names


def places(text: str) -> tuple[Card | None, ...]:
    """Five places from words such as "KS TD - 7H AC"; a stroke is an empty one."""
    return tuple(None if word == "-" else Card.parse(word) for word in text.split())


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
        (lambda: hand_picture(hand("KS TD - 7H AC")), 406, 30_000),
        (lambda: table_picture(table()), 600, 70_000),
        (lambda: open_table_picture(OpenTableScene(table(), None, places("KD QD JD KC QC"))), 922, 120_000),
        (lambda: rules_picture(rules_scene()), 616, 70_000),
    ],
    ids=["hand", "table", "open table", "rules"],
)
def test_a_picture_is_a_small_png_of_its_stated_size_without_metadata(
    draw: Callable[[], Png], height: int, most: int
) -> None:
    picture = draw()
    image = Image.open(BytesIO(picture.data))
    assert image.format == "PNG"
    assert image.size == (picture.width, picture.height) == (900, height)
    assert set(chunks(picture.data)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    assert len(picture.data) < most


def test_equal_scenes_give_equal_bytes() -> None:
    assert hand_picture(hand("KS TD 9H 7H AC")).data == hand_picture(hand("KS TD 9H 7H AC")).data
    assert table_picture(table()).data == table_picture(table()).data


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
    # And by the corner alone, as in a fan: the index and the suit below it.
    corners = {card: image.crop((0, 0, 17, 40)) for card, image in faces.items()}
    index = {pair: difference(corners[pair[0]], corners[pair[1]]) for pair in combinations(corners, 2)}
    assert min(index.values()) > 6, min(index, key=lambda pair: index[pair])


def test_dimmed_cards_still_differ_from_one_another() -> None:
    def dimmed(card: Card) -> Image.Image:
        places = (HandPlace(card, dimmed=True), EMPTY, EMPTY, EMPTY, EMPTY)
        return on_a_phone(hand_picture(HandScene(places, trick=()))).crop((10, 85, 77, 136))

    for one, other in combinations(map(dimmed, PACK[::3]), 2):
        assert difference(one, other) > 2


def test_four_colours_paint_diamonds_blue_and_clubs_green_and_leave_spades() -> None:
    two, four = (faces_on_a_phone(Style(deck)) for deck in Deck)

    def ink(face: Image.Image) -> str:
        red, green, blue = (sum(band) for band in zip(*pixels(face.crop((2, 4, 17, 40))), strict=True))
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
    card, bare = (30, 230, 180, 330), (380, 230, 520, 330)
    for one, other in combinations(cloths, 2):
        # Each cloth has a palette of its own, which the edges of signs are brought to.
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


def test_the_trump_and_the_turn_up_show_beside_the_hand() -> None:
    plain = hand("KS TD 9H 7H AC")
    signs = [hand_picture(replace(plain, trump=suit)).data for suit in Suit]
    turned = hand_picture(replace(plain, trump=Suit.SPADES, turn_up=Card.parse("8S"))).data
    assert len({hand_picture(plain).data, *signs, turned}) == 6


@pytest.mark.parametrize(
    "changes",
    [
        {"trump": Suit.CLUBS},
        {"trump": None},
        {"turn_up": Card.parse("7H")},
        {"turn_up": None},
        {"talon": 16},
        {"talon": 0},
        {"talon": None},
        {"trick": ()},
        {"trick": (TrickCard(Card.parse("QS"), Side.BOTTOM),)},
        {"trick": (TrickCard(Card.parse("QS"), Side.TOP), TrickCard(Card.parse("KS"), Side.BOTTOM))},
        {"winner": Side.TOP},
        {"banner": "Éléonore marque le point"},
        {"back": Back.ROYAL},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_each_field_of_the_table_shows(changes: dict[str, object]) -> None:
    assert difference(on_a_phone(table_picture(table())), on_a_phone(table_picture(table(**changes)))) > 0.05


def test_every_pack_has_a_back_of_its_own() -> None:
    backs = [on_a_phone(table_picture(table(back=back))) for back in Back]
    assert [back.value for back in Back] == [pack.value for pack in Pack], "a picture knows every pack of the core"
    for number, one in enumerate(backs):
        assert all(difference(one, other) > 0.05 for other in backs[:number])


@pytest.mark.parametrize("side", ["top", "bottom"])
@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Zoé"},
        *({"score": score} for score in (0, 5, 7)),
        *({"hand": cards} for cards in (0, 5)),
        *({"tricks": tricks} for tricks in (0, 5)),
        *({mark: shown} for mark in ("dealer", "to_act", "king") for shown in (True, False)),
    ],
    ids=lambda changes: "-".join(f"{name}-{value}" for name, value in changes.items()),
)
def test_each_field_of_a_player_shows(side: str, changes: dict[str, object]) -> None:
    scene = table()
    panel: PlayerPanel = getattr(scene, side)
    other: PlayerPanel = replace(panel, **changes)  # type: ignore[arg-type]  # the names are fields of the panel
    same = table_picture(table(**{side: other})).data == table_picture(scene).data
    assert same == (other == panel)


def test_who_led_shows() -> None:
    lead, reply = TrickCard(Card.parse("QS"), Side.TOP), TrickCard(Card.parse("KS"), Side.BOTTOM)
    assert table_picture(table(trick=(lead, reply))).data != table_picture(table(trick=(reply, lead))).data


OPEN = OpenTableScene(table(), places("KD TD - 7H AC"), places("- - 9S 8S 7S"))


@pytest.mark.parametrize("hand", ["top_hand", "bottom_hand"])
def test_each_place_of_an_open_hand_shows_and_a_closed_one_shows_its_backs(hand: str) -> None:
    shown: tuple[Card | None, ...] = getattr(OPEN, hand)
    others = [(*shown[:at], Card.parse("JC"), *shown[at + 1 :]) for at in range(5)]
    upper = hand == "top_hand"
    scenes = [
        replace(OPEN, top_hand=hand_shown) if upper else replace(OPEN, bottom_hand=hand_shown)
        for hand_shown in (shown, None, *others)
    ]
    assert len({open_table_picture(scene).data for scene in scenes}) == 7


def test_a_closed_hand_shows_how_many_cards_it_has_and_not_which() -> None:
    """Nothing but the number enters into the scene; an open hand does not show the number beside itself."""
    fewer = replace(OPEN.table, top=replace(OPEN.table.top, hand=3))
    closed = replace(OPEN, top_hand=None)
    assert open_table_picture(closed).data != open_table_picture(replace(closed, table=fewer)).data
    assert open_table_picture(OPEN).data == open_table_picture(replace(OPEN, table=fewer)).data


def test_an_open_hand_has_five_places() -> None:
    with pytest.raises(ValueError, match="5 places"):
        OpenTableScene(table(), (None,))


def test_an_open_table_with_five_tricks_and_a_banner_is_drawn() -> None:
    full = table(top=replace(table().top, tricks=5, hand=5), bottom=replace(table().bottom, tricks=5))
    assert open_table_picture(OpenTableScene(full, places("KD TD 9D 7H AC"))).height == 922
    assert open_table_picture(OpenTableScene(replace(full, banner="Zoé 5 – 0"))).height == 922


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
def test_any_name_and_any_banner_can_be_drawn(name: str) -> None:
    plain = table()
    assert table_picture(table(top=replace(plain.top, name=name))).height == 600
    assert table_picture(table(banner=name)).height == 600


@pytest.mark.parametrize("shades", FELTS.values(), ids=[felt.value for felt in FELTS])
def test_the_shades_of_a_cloth_lie_too_close_for_a_band(shades: tuple[tuple[int, int, int], ...]) -> None:
    steps = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in pairwise(shades)]
    assert max(steps) <= 3


def test_scenes_refuse_what_cannot_be() -> None:
    lead = TrickCard(Card.parse("QS"), Side.TOP)
    with pytest.raises(ValueError, match="5 places"):
        HandScene((EMPTY,) * 6)
    with pytest.raises(ValueError, match="0 to 5"):
        PlayerPanel("Ana", hand=6)
    with pytest.raises(ValueError, match="0 to 5"):
        PlayerPanel("Ana", tricks=-1)
    with pytest.raises(ValueError, match="score"):
        PlayerPanel("Ana", score=-1)
    with pytest.raises(ValueError, match="one card to a trick"):
        table(trick=(lead, lead))
    with pytest.raises(ValueError, match="talon"):
        table(talon=33)
    with pytest.raises(ValueError, match="one to three"):
        replace(rules_scene(), tricks=())
