"""Names of all scripts in every picture that shows names: drawn, no two alike, each within its own place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import bot.pictures
from bot.pictures import (
    Back,
    BoardRow,
    BoardScene,
    BracketScene,
    BranchScene,
    CrossRow,
    CrossScene,
    Deck,
    Felt,
    HandPlace,
    HandScene,
    Indices,
    MatchEntrant,
    Meeting,
    OpenTableScene,
    PlayerPanel,
    Png,
    Side,
    StakePanel,
    StakesScene,
    Style,
    TableScene,
    TrickCard,
    board_picture,
    bracket_picture,
    branch_picture,
    cross_picture,
    hand_picture,
    open_table_picture,
    stakes_picture,
    table_picture,
)
from ecarte.game import Card, Suit
from tests.support.names import ODDITIES, SCRIPTS, UNSEEN, fonts_from, needs_fribidi

NAMES = SCRIPTS | ODDITIES
Box = tuple[int, int, int, int]
PANEL = PlayerPanel("Bruno", 2, 5, 1)
TABLE = TableScene(PANEL, PANEL)


def table(**changes: PlayerPanel | str) -> Png:
    return table_picture(replace(TABLE, **changes))  # type: ignore[arg-type]  # fields of the scene


def opened(name: str) -> Png:
    cards = tuple(map(Card.parse, ("KS", "QS", "JS", "AS", "TS")))
    return open_table_picture(OpenTableScene(replace(TABLE, top=replace(PANEL, name=name)), cards))


def hand(names: tuple[str, str]) -> Png:
    trick = TrickCard(Card.parse("7H"), Side.TOP), TrickCard(Card.parse("8H"), Side.BOTTOM)
    return hand_picture(HandScene((HandPlace(Card.parse("KS")),), trick=trick, names=names))


def stakes(name: str = "Bruno", backer: str = "Chloé") -> Png:
    top = StakePanel(name, 50, ((backer, 25), ("David", 10)))
    return stakes_picture(StakesScene(top, StakePanel("Alice", 40), "40 chips each", "First to 5"))


def bracket(first: str = "Bruno", title: str = "Cup", champion: str | None = None, note: str = "") -> Png:
    meeting = Meeting(
        MatchEntrant(1, first, won=True), None if note else MatchEntrant(2, "Alice", won=False), note=note
    )
    return bracket_picture(BracketScene(title, ((meeting, Meeting()), (Meeting(),)), champion))


def branch(first: str = "Bruno", title: str = "Cup", label: str = "Final", champion: str | None = None) -> Png:
    meeting = Meeting(MatchEntrant(1, first, won=True), MatchEntrant(2, "Alice", won=False))
    return branch_picture(BranchScene(title, ((label, meeting), ("Next", Meeting())), champion))


def cross(name: str, title: str = "Cup") -> Png:
    rows = (CrossRow(1, name, (), 1, 0, 1, leads=True), CrossRow(2, "Bruno", (), 0, 1, 2))
    return cross_picture(CrossScene(title, ("won", "lost", "place"), rows))


def listed(name: str, title: str = "Board", *, share: float | None = 0.5) -> Png:
    rows = BoardRow("1", name, "60 %", "of 20", share), BoardRow("2", "Bruno", "50 %", "of 20", share)
    return board_picture(BoardScene(title, rows))


# Where the name stands, and what paints it.
PLACES: dict[str, tuple[Callable[[str], Png], Box]] = {
    "table, top": (lambda name: table(top=replace(PANEL, name=name)), (78, 24, 568, 104)),
    "table, bottom and to act": (
        lambda name: table(bottom=replace(PANEL, name=name, to_act=True, dealer=True, king=True)),
        (24, 494, 876, 578),
    ),
    "table, banner": (lambda name: table(banner=name), (90, 400, 810, 484)),
    "open table": (opened, (78, 24, 568, 104)),
    "stakes, player": (stakes, (48, 24, 620, 104)),
    "stakes, backer": (lambda name: stakes(backer=name), (396, 114, 580, 172)),
    "hand, opponent": (lambda name: hand((name, "Bruno")), (138, 14, 398, 190)),
    "hand, holder": (lambda name: hand(("Bruno", name)), (655, 14, 880, 190)),
    "bracket, entrant": (bracket, (78, 134, 320, 172)),
    "bracket, title": (lambda name: bracket(title=name), (36, 22, 604, 84)),
    "bracket, champion": (lambda name: bracket(champion=name), (322, 200, 612, 420)),
    "matches, entrant": (branch, (98, 132, 556, 182)),
    "matches, title": (lambda name: branch(title=name), (36, 22, 604, 84)),
    "matches, what they are called": (lambda name: branch(label=name), (36, 90, 604, 130)),
    "matches, champion": (lambda name: branch(champion=name), (36, 430, 604, 496)),
    "round robin, entrant": (cross, (86, 142, 534, 196)),
    "round robin, title": (lambda name: cross("Bruno", title=name), (30, 22, 870, 84)),
    "leaderboard, member": (listed, (120, 98, 860, 182)),
    "history, opponent": (lambda name: listed(name, share=None), (120, 98, 860, 182)),
    "leaderboard, title": (lambda name: listed("Bruno", title=name), (30, 22, 870, 98)),
}


OF_THE_MACHINE = ("table, top", "hand, holder", "bracket, champion", "leaderboard, title")
"""Places in which names are written with the fonts of this machine, too: one of each kind and size."""
WHERE_AND_BY_WHAT = [
    *(pytest.param(*at, True, id=f"{name}-package alone") for name, at in PLACES.items()),
    *(
        pytest.param(*at, False, id=f"{name}-system", marks=() if name in OF_THE_MACHINE else pytest.mark.soak)
        for name, at in PLACES.items()
    ),
]


def seen(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


@needs_fribidi
@pytest.mark.parametrize(("paint", "box", "alone"), WHERE_AND_BY_WHAT)
def test_every_name_is_drawn_within_its_place_and_no_two_alike(
    tmp_path: Path, paint: Callable[[str], Png], box: Box, alone: bool
) -> None:
    """With the fonts of the package alone, and with those of this machine, whichever they are."""
    with fonts_from(*[tmp_path] * alone):
        expect_every_name_within_and_no_two_alike(paint, box)


def expect_every_name_within_and_no_two_alike(paint: Callable[[str], Png], box: Box) -> None:
    """Paints every name in this place."""
    plain = seen(paint("Ana"))
    areas: dict[bytes, str] = {plain.crop(box).tobytes(): "Ana"}
    for about, name in NAMES.items():
        picture = seen(paint(name))
        changed = ImageChops.difference(plain, picture).getbbox()
        assert changed is not None, about
        left, top, right, bottom = changed
        within = box[0] <= left and box[1] <= top and right <= box[2] and bottom <= box[3]
        assert within, f"{about} is drawn at {changed}, outside {box}"
        area = picture.crop(box).tobytes()
        assert area not in areas, f"{about} looks like {areas[area]}"
        areas[area] = about


@pytest.mark.parametrize(("paint", "box"), PLACES.values(), ids=PLACES)
def test_a_name_that_cannot_be_seen_leaves_no_empty_place(paint: Callable[[str], Png], box: Box) -> None:
    drawn = {seen(paint(name)).crop(box).tobytes() for name in UNSEEN.values()}
    assert drawn == {seen(paint("?")).crop(box).tobytes()}


def test_no_picture_with_words_is_left_out() -> None:
    """Each text field of a scene is a name, contains names, or is listed here as one without."""
    without = {
        "BoardRow": {"mark", "value", "note", "under"},
        "Cell": {"sign"},
        "CrossScene": {"heads"},
        "StakesScene": {"stake", "terms"},
    }
    without |= {"BoardScene": {"tiles"}, "Curve": {"about", "low", "high"}}
    without |= {"Meeting": {"note"}, "SampleTrick": {"caption"}}
    without |= {"RulesScene": {"order_caption", "trump_caption"}}
    covered = {
        "PlayerPanel": {"name"},
        "TableScene": {"banner"},
        "HandScene": {"names"},
        "StakePanel": {"name", "backers"},
        "MatchEntrant": {"name"},
    }
    covered |= {
        "BracketScene": {"title", "champion"},
        "BranchScene": {"title", "meetings", "champion"},
        "CrossRow": {"name"},
        "CrossScene": {"title"},
    }
    covered |= {"StakePanel": {"name", "backers"}}
    covered |= {"BoardRow": {"name"}, "BoardScene": {"title"}}
    types = {value for value in vars(bot.pictures).values() if isinstance(value, type)}
    worded = {
        (value.__name__, field.name)
        for value in types
        if is_dataclass(value)
        for field in fields(value)
        if "str" in str(field.type)
    }
    known = {(name, field) for part in (without, covered) for name, names in part.items() for field in names}
    assert worded == known


def test_names_of_emoji_and_a_table_full_of_courts_keep_to_the_bytes_of_a_message() -> None:
    """Sixty kilobytes for a table, thirty for a hand, on every cloth; the fonts of this machine draw what they have."""
    name = "Zoé 👨‍👩‍👧‍👦🎲🇫🇷"
    trick = TrickCard(Card.parse("JH"), Side.TOP), TrickCard(Card.parse("JC"), Side.BOTTOM)
    hearts = Suit.HEARTS
    for felt, deck in product(Felt, Deck):
        style = Style(deck, felt=felt)
        top = PlayerPanel(name, 2, 4, 2, dealer=True, king=True)
        bottom = PlayerPanel(name, 3, 4, 2, to_act=True)
        scene = TableScene(top, bottom, hearts, Card.parse("JD"), 10, trick, Side.TOP, style=style, back=Back.ROYAL)
        assert len(table_picture(scene).data) <= 60_000
        places = tuple(HandPlace(Card.parse(card)) for card in ("KH", "QD", "JS", "KC"))
        assert len(hand_picture(HandScene(places, hearts, None, style, trick, Side.TOP, (name, name))).data) <= 30_000


def test_a_hand_of_courts_under_names_of_eight_emoji_keeps_to_the_bytes_of_a_message() -> None:
    name, hand = "👨‍👩‍👧‍👦🎲🇫🇷🦚🌈🍉🎪🦜", ("KS", "QS", "JS", "QD", "KD")
    trick = TrickCard(Card.parse("JH"), Side.TOP), TrickCard(Card.parse("JC"), Side.BOTTOM)
    for felt, deck, played in product(Felt, Deck, (1, 2)):
        style = Style(deck, felt=felt, indices=Indices.FRENCH)
        places = tuple(HandPlace(Card.parse(card)) for card in hand[: 6 - played])
        winner = Side.TOP if played == 2 else None
        scene = HandScene(places, Suit.HEARTS, None, style, trick[:played], winner, (name, name))
        assert len(hand_picture(scene).data) <= 30_000
