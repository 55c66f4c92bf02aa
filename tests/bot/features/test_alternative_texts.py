"""What a picture shows is said in plain words: a screen reader reads marks of markdown aloud."""

from __future__ import annotations

import pytest

from bot.adapter.components import safe
from bot.adapter.message import Picture


@pytest.mark.parametrize(
    ("alt", "read"),
    [
        ("**Won 5–3** against **Bruno**", "Won 5–3 against Bruno"),
        (f"{safe('a*b_c')} leads", "a*b_c leads"),
        ("## Title\n-# small", "Title\nsmall"),
        ("5 * 3 is 15, and so is 3*5", "5 * 3 is 15, and so is 3*5"),
    ],
)
def test_an_alternative_text_holds_no_markdown(alt: str, read: str) -> None:
    (item,) = Picture("x.png", 0, bytes).gallery(alt).items
    assert item.description == read
