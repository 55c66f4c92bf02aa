"""A first-time player on a phone: a whole game against the house in a real browser, by its visible words alone."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.client import PERMISSIONS
from bot.config import Settings
from bot.texts import Texts
from sandbox import Sandbox
from tests.sandbox.browser import Screen, open_page
from tests.support.cardroom import AT_ONCE, EN
from tests.support.database import open_database
from tests.support.room import Room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WIDTH, HEIGHT = 390, 844
MOST_CLICKS = 300
CARD = re.compile(r"^([KQJAT]|10|[789])([♠♥♦♣])$")
_VARIANT = "[\ufe0e\ufe0f]"


def factory(folder: Path) -> Callable[[Callable[[], datetime]], Awaitable[Room]]:
    """Makes the real bot on a real database; chance comes from a seed, and the house makes no pauses."""

    async def make(now: Callable[[], datetime]) -> Room:
        database = await open_database(folder / "room.sqlite3")
        return Room(
            Settings(),
            database,
            Texts.load(),
            chance=random.Random(1886),
            now=lambda: int(now().timestamp() * 1000),
            policy=AT_ONCE,
        )

    return make


class Player:
    """Alice, who knows only what the phone shows."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    @property
    def message(self) -> Locator:
        """The last message on the screen."""
        return self.screen.main("Alice").locator(".message").last

    async def press(self, name: str) -> None:
        """Presses the button that shows this: a card by its rank and suit."""
        card = CARD.match(name)
        shown = re.compile(rf"^\s*{card[1]}{card[2]}{_VARIANT}?\s*$" if card else rf"^\W*{re.escape(name)}$")
        await self.click(self.message.locator(".button:not([disabled])", has_text=shown))

    async def click(self, button: Locator) -> None:
        """Presses a button, and waits until it is gone or grey: a decision is offered once."""
        component = await button.get_attribute("data-component")
        await button.click()
        await expect(self.screen.page.locator(f'[data-component="{component}"]:not([disabled])')).to_have_count(0)

    async def exchange(self, cards: list[str]) -> None:
        """Picks these cards, and confirms."""
        for card in cards:
            await self.press(card)
        await self.press(EN.count("hand.discard.confirm", len(cards)))

    @property
    def choices(self) -> Locator:
        """What can be pressed, besides the menu."""
        return self.message.locator(".button:not([disabled])").filter(has_not_text=EN("more.open"))

    async def act(self) -> None:
        """Does one thing that the message asks for."""
        await self.choices.first.wait_for()
        text = re.sub(_VARIANT, "", await self.message.inner_text())
        named = re.search(re.escape(EN("tip.best", best="|")).replace(r"\|", "(.+?)").replace(r"\*\*", ""), text)
        if await self.message.get_by_role("button", name=EN("house.next")).count():
            await self.press(EN("house.next"))
        elif named is not None and named[1].startswith("exchange "):
            await self.exchange(named[1].removeprefix("exchange ").split())
        elif named is not None:
            await self.press(named[1])
        else:
            await self.without_a_tip()

    async def without_a_tip(self) -> None:
        """Presses what stands first; to exchange, the first card."""
        discards = await self.message.get_by_text(EN("hand.turn.discard")).count()
        await self.click(self.choices.first)
        if discards:
            await self.press(EN.count("hand.discard.confirm", 1))


async def test_a_whole_game_against_the_house_is_played_on_a_phone_by_its_visible_words(
    browser: Browser, tmp_path: Path
) -> None:
    viewport = {"width": WIDTH, "height": HEIGHT}
    async with (
        Sandbox(factory(tmp_path), permissions=PERMISSIONS) as stage,
        open_page(browser, viewport=viewport, has_touch=True, is_mobile=True, locale="en-GB") as page,
    ):
        screen = Screen(page, stage)
        await page.goto(stage.address)
        player = Player(screen)

        await screen.run("Alice", "ecarte house")
        await player.press(EN("house.first.teach"))
        clicks = 0
        over = player.message.get_by_role("button", name=EN("table.rematch"))
        await expect(player.message.locator("img").first).to_be_visible()
        while not await over.count():
            await player.act()
            clicks += 1
            assert clicks < MOST_CLICKS
        assert clicks >= 10
        await expect(player.message).to_contain_text(re.compile(r"\bwins? 5\s–\s[0-4]"))
        width = await page.evaluate("document.documentElement.scrollWidth")
        assert width <= WIDTH, "nothing lies beside the screen"
        await page.get_by_role("tab", name="Bruno").click()
        await expect(screen.main("Bruno").locator(".message")).to_have_count(0)
        assert screen.faults == []
