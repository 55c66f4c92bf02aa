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
from bot.adapter.faces import monogram
from bot.pictures import (
    BoardRow,
    BoardScene,
    BracketScene,
    BranchScene,
    CrossRow,
    CrossScene,
    Deck,
    Face,
    Felt,
    MatchEntrant,
    Meeting,
    Png,
    Style,
    board_picture,
    bracket_picture,
    branch_picture,
    cross_picture,
    open_table_picture,
    table_picture,
)
from tests.support.names import ODDITIES, SCRIPTS, UNSEEN, fonts_from, needs_fribidi
from tests.support.scenes import LED, OPEN, TAKEN, trick

NAMES = SCRIPTS | ODDITIES
Box = tuple[int, int, int, int]


def table(**left: object) -> Png:
    return table_picture(replace(LED, left=replace(LED.left, **left)))  # type: ignore[arg-type]  # fields of the panel


def opened(name: str) -> Png:
    return open_table_picture(replace(OPEN["both"], table=replace(LED, left=replace(LED.left, name=name))))


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


# The place of the name, and the function that paints it.
PLACES: dict[str, tuple[Callable[[str], Png], Box]] = {
    "table, left": (lambda name: table(name=name), (22, 194, 214, 246)),
    "table, right": (
        lambda name: table_picture(replace(LED, right=replace(LED.right, name=name))),
        (506, 194, 698, 246),
    ),
    "open table": (opened, (22, 194, 214, 246)),
    "bracket, entrant": (bracket, (78, 134, 320, 172)),
    "bracket, title": (lambda name: bracket(title=name), (36, 22, 604, 84)),
    "bracket, champion": (lambda name: bracket(champion=name), (322, 200, 612, 420)),
    "matches, entrant": (branch, (98, 132, 556, 182)),
    "matches, title": (lambda name: branch(title=name), (36, 22, 604, 84)),
    "matches, what they are called": (lambda name: branch(label=name), (36, 90, 604, 130)),
    "matches, champion": (lambda name: branch(champion=name), (36, 430, 604, 496)),
    "round robin, entrant": (cross, (76, 136, 402, 196)),
    "round robin, title": (lambda name: cross("Bruno", title=name), (30, 22, 690, 84)),
    "leaderboard, member": (listed, (110, 106, 680, 182)),
    "history, opponent": (lambda name: listed(name, share=None), (110, 106, 680, 182)),
    "leaderboard, title": (lambda name: listed("Bruno", title=name), (30, 22, 690, 90)),
}


OF_THE_MACHINE = ("table, left", "bracket, champion", "leaderboard, title")
"""Places in which names are also written with the fonts of this machine: one of each kind and size."""
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
    """With the fonts of the package alone, and with those of this machine too."""
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
        "TableScene": {"pill"},
        "Face": {"court"},
        "SouvenirScene": {"date", "story"},
        "DailyScene": {"month", "caption", "reached", "points"},
        "CurveScene": {"date", "cards", "errors", "caption"},
        "CurveDeal": {"score"},
    }
    without |= {"BoardScene": {"tiles"}, "Curve": {"about", "low", "high"}}
    without |= {"Meeting": {"note"}, "SampleTrick": {"caption"}}
    without |= {"RulesScene": {"order_caption", "trump_caption"}}
    covered = {
        "PlayerPanel": {"name", "chips"},
        "Face": {"monogram"},
        # tests/bot/test_posted_pictures.py checks these.
        "SouvenirScene": {"title", "title_lines"},
        "DailyScene": {"name"},
        # tests/bot/test_story_pictures.py checks these.
        "CurveScene": {"upper", "lower"},
        "MatchEntrant": {"name"},
    }
    covered |= {
        "BracketScene": {"title", "champion"},
        "BranchScene": {"title", "meetings", "champion"},
        "CrossRow": {"name"},
        "CrossScene": {"title"},
    }
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


MONOGRAM: Box = (52, 40, 184, 172)


@needs_fribidi
def test_the_monogram_of_every_name_is_drawn_within_the_face() -> None:
    plain = seen(table(face=Face(".", 3)))
    for about, name in NAMES.items():
        box = ImageChops.difference(plain, seen(table(face=Face(monogram(name), 3)))).getbbox()
        assert box is not None, about
        assert MONOGRAM[0] <= box[0], about
        assert MONOGRAM[1] <= box[1], about
        assert box[2] <= MONOGRAM[2], about
        assert box[3] <= MONOGRAM[3], about


def test_names_of_emoji_and_a_table_full_of_courts_keep_to_the_bytes_of_a_message() -> None:
    """The fonts of this machine draw the characters that they have."""
    name = "Zoé 👨‍👩‍👧‍👦🎲🇫🇷"
    for felt, deck in product(Felt, Deck):
        left, right = (replace(panel, name=name, face=Face("🦚", 1)) for panel in (TAKEN.left, TAKEN.right))
        scene = replace(TAKEN, left=left, right=right, trick=trick("JH", "JC"), style=Style(deck, felt=felt))
        assert len(table_picture(scene).data) <= 60_000
