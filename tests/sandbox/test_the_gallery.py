"""The gallery reaches every kind of message by real games, in both languages, and says in one line what it needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.sandbox.gallery import collect
from bot.texts import Language


@pytest.mark.parametrize("language", [Language.ENGLISH, Language("fr")])
async def test_the_gallery_reaches_every_kind_of_message(language: Language) -> None:
    sights, missing = await collect(language)
    assert missing == {}
    assert len({sight.key for sight in sights}) == len(sights)


def test_the_gallery_without_a_browser_says_in_one_line_what_it_needs(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CHROMIUM"} | {"PATH": ""}
    command = [sys.executable, "-m", "bot", "gallery", str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "chromium" in done.stderr
