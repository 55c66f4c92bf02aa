"""A newcomer on a phone: the seven taps of the first deal in a real browser, in both languages, and a real game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.adapter import formatting
from bot.client import PERMISSIONS
from bot.features.deal import position as deal_position
from bot.texts import Words
from ecarte.game import Play
from ecarte.teaching import FIRST_DEAL, Do, Option
from sandbox import Sandbox
from tests.sandbox.browser import Screen, open_page
from tests.sandbox.test_the_house_in_a_browser import factory
from tests.support.cardroom import EN, FR

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HEIGHT = 844
VARIANT = "[\ufe0e\ufe0f]?"


def shown(words: Words, option: Option) -> re.Pattern[str]:
    """What the button of an answer shows."""
    move = option.move if isinstance(option, Do) else None
    card = move.card if isinstance(move, Play) else None
    label = deal_position.label(words, option) if card is None else formatting.plain_card(words, card)
    return re.compile(rf"^\s*{re.escape(label)}{VARIANT}\s*$")


@pytest.mark.parametrize(("words", "locale", "width"), [(EN, "en-GB", 390), (FR, "fr-FR", 360)], ids=["en", "fr"])
async def test_seven_taps_on_a_phone_lead_to_a_real_game(
    browser: Browser, tmp_path: Path, words: Words, locale: str, width: int
) -> None:
    viewport = {"width": width, "height": HEIGHT}
    async with (
        Sandbox(factory(tmp_path), permissions=PERMISSIONS) as stage,
        open_page(browser, viewport=viewport, has_touch=True, is_mobile=True, locale=locale) as page,
    ):
        screen = Screen(page, stage)
        await page.goto(stage.address)
        # Alice reads the visitor's language.
        await page.get_by_role("tab", name="Alice").click()
        column = screen.main("Alice")
        await column.locator("textarea").fill("/ecarte learn")
        await column.locator(".commands [data-command='ecarte learn']").click()
        await column.locator(".command-form .run").click()
        await column.locator(".button", has_text=words("learn.first")).click()

        message = column.locator(".message").last
        for number, step in enumerate(FIRST_DEAL.steps, 1):
            await expect(message).to_contain_text(f"{number} / 7")
            await expect(message.locator("img").first).to_be_visible()
            assert await page.evaluate("document.documentElement.scrollWidth") <= width, (
                "nothing lies beside the screen"
            )
            wrong = next(answer for answer in step.answers if not answer.right)
            right = next(answer for answer in step.answers if answer.right)
            await message.locator(".button", has_text=shown(words, wrong.option)).click()
            await expect(message).to_contain_text("💡")
            await message.locator(".button:not([disabled])", has_text=shown(words, right.option)).click()
        await expect(message).to_contain_text(words("first.end.title"))
        await message.locator(".button").first.click()
        await expect(message).to_contain_text(re.compile(re.escape(words("house.starter"))))
        await expect(message.locator(".button", has_text=words("more.open"))).to_be_visible()
        assert screen.faults == []
