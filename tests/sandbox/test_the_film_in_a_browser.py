"""The moving picture of the README is made by one command."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from bot.sandbox.gallery import film
from tests.sandbox.browser import open_browser

pytestmark = pytest.mark.browser


async def test_the_film_shows_a_deal_with_the_emojis_of_the_bot(tmp_path: Path) -> None:
    async with open_browser() as browser:
        await film.make(browser, tmp_path / "deal.webp")
    with Image.open(tmp_path / "deal.webp") as picture:
        assert getattr(picture, "n_frames", 1) > 8
