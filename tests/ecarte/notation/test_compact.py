"""The compact record: short enough for an address, and only of finished games whose moves it can hold.

What it says is compared with the game in tests/page/test_replays_in_a_browser.py, where its reader is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ecarte.game import DIALECTS, Manners, Rules
from ecarte.notation import compact, read, write
from research.random_games import random_game

RECORDS = Path(__file__).parent / "records"
NAMES = {"North": "N" * 32, "South": "S" * 32, "Date": "2026-11-27"}
PLAIN = (RECORDS / "first-release" / "plain.txt").read_text("utf-8")


def test_a_whole_game_fits_into_the_address_of_a_button_with_room_for_the_page() -> None:
    longest = 0
    for preset in DIALECTS.values():
        for seed in range(40):
            rules = replace(preset.rules, for_stakes=True)
            longest = max(longest, len(compact(read(write(random_game(rules, Random(seed)), NAMES)))))
    assert longest <= 512 - 110 - len("#")


def test_it_stands_in_an_address_as_it_is() -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]+", compact(read(PLAIN)))


def test_a_game_in_progress_has_none() -> None:
    with pytest.raises(ValueError, match="in progress"):
        compact(read((RECORDS / "cavendish-hand-12.txt").read_text("utf-8")))


def test_a_salon_game_has_none() -> None:
    with pytest.raises(ValueError, match="salon"):
        compact(read(write(random_game(Rules(manners=Manners.SALON), Random(1)))))


def test_a_name_beyond_all_measure_has_none() -> None:
    record = read(write(random_game(Rules(), Random(1)), {"North": "é" * 200}))
    with pytest.raises(ValueError, match="400 bytes"):
        compact(record)


def test_remarks_promises_and_the_lines_of_the_house_are_left_out() -> None:
    fair = (RECORDS / "chain-deals.txt").read_text("utf-8")
    bare = read(write(read(fair).events, read(fair).tags))
    assert compact(read(fair)) == compact(bare)
