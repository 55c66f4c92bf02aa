"""The moving picture of the README is made by one command."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser

from bot.gallery import film

pytestmark = [pytest.mark.browser, pytest.mark.soak, pytest.mark.asyncio(loop_scope="session")]


async def test_the_film_shows_a_deal_with_the_emojis_of_the_bot(browser: Browser, tmp_path: Path) -> None:
    await film.make(browser, tmp_path / "deal.webp")
    with Image.open(tmp_path / "deal.webp") as picture:
        assert getattr(picture, "n_frames", 1) > 8
