"""The files of pictures: the same bytes in every process, the same pixels by every library."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.pictures import HandPlace, HandScene, hand_picture
from ecarte.game import Card
from tests.support.names import needs_fribidi
from tests.support.palette import MODULE, module_text

CARDS = "KS TD 9H 7H AC"
PAINT = f"""
import sys
from bot.pictures import *
from ecarte.game import Card
places = tuple(HandPlace(Card.parse(card)) for card in {CARDS!r}.split())
sys.stdout.buffer.write(hand_picture(HandScene(places)).data)
"""


def here() -> bytes:
    """The hand, painted in this process."""
    return hand_picture(HandScene(tuple(HandPlace(Card.parse(card)) for card in CARDS.split()))).data


def in_another_process(before: str = "") -> bytes:
    """The hand, painted in a fresh process."""
    root = Path(__file__).parents[2]
    program = [sys.executable, "-c", f"{before}\n{PAINT}"]
    return subprocess.run(program, cwd=root, capture_output=True, check=True).stdout


def test_equal_scenes_give_equal_bytes_in_another_process() -> None:
    assert in_another_process() == here()


def test_a_machine_without_the_fast_library_shows_the_same_picture() -> None:
    other = in_another_process("import sys; sys.modules['isal'] = None")
    shown = [Image.open(BytesIO(data)).convert("RGB").tobytes() for data in (other, here())]
    assert shown[0] == shown[1]


@needs_fribidi
def test_the_palettes_hold_what_is_drawn() -> None:
    assert MODULE.read_text("utf-8") == module_text(), "a drawing has changed: python -m tests.support.palette"
