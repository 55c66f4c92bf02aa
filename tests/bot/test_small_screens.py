"""Pictures on a phone of 350 pixels: the column is 310 wide, and words there are at least eleven pixels high."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.pictures import (
    BoardRow,
    BoardScene,
    Cell,
    CrossRow,
    CrossScene,
    Png,
    board_picture,
    cross_picture,
)

COLUMN, LEAST = 310, 11
# From the highest letter to the lowest.
TALL, PLAIN = "Ág", "…"


def seen(picture: Png) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def board(note: str = PLAIN, value: str = PLAIN, about: str = PLAIN) -> Png:
    return board_picture(BoardScene("Board", (BoardRow("1", "Ana", value, note, 0.5),), ((PLAIN, about), ("7", "won"))))


def cross(name: str = PLAIN, head: str = PLAIN, sign: str = PLAIN, players: int = 12) -> Png:
    cells = (None, Cell(sign, True), *(Cell("0", False) for _ in range(players - 2)))
    rows = [CrossRow(number, name if number == 1 else "Bo", cells, 1, 0, 1) for number in range(1, players + 1)]
    return cross_picture(CrossScene("Cup", (head, "lost", "place"), tuple(rows[:1])))


WORDS: dict[str, Callable[[str], Png]] = {
    "note of a board": lambda word: board(note=word),
    "value of a board": lambda word: board(value=word),
    "what a tile counts": lambda word: board(about=word),
    "name in a round robin of twelve": lambda word: cross(name=word),
    "head of a round robin of twelve": lambda word: cross(head=word),
    "sign in a round robin of twelve": lambda word: cross(sign=word),
    "sign in a round robin of sixteen": lambda word: cross(sign=word, players=16),
}


@pytest.mark.parametrize("paint", WORDS.values(), ids=WORDS)
def test_words_can_be_read_on_a_phone(paint: Callable[[str], Png]) -> None:
    picture = paint(TALL)
    box = ImageChops.difference(seen(picture), seen(paint(PLAIN))).getbbox()
    assert box is not None
    assert (box[3] - box[1]) * COLUMN / picture.width >= LEAST
