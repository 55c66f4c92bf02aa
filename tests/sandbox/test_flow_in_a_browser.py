"""A whole flow by visible words, on a phone and on a desk: challenge, bet, exchange, play, review."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.client import PERMISSIONS
from sandbox import CAST, Cast, Opening, Sandbox
from tests.sandbox.browser import Screen, open_page
from tests.sandbox.test_a_game_in_a_browser import factory

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CARD = re.compile(r"^\W*(?:10|[2-9AKQJ])\W*$")
SCORED = re.compile(r"\d tricks|vole")
PHONE = 390


class Visitor:
    """A visitor who plays all people and reads what stands there."""

    def __init__(self, screen: Screen, width: int) -> None:
        self.screen = screen
        self.phone = width == PHONE

    async def at(self, name: str, place: str) -> Locator:
        """Goes to a place of a person: the channel, the table's thread, or the private messages. Returns the pane."""
        page = self.screen.page
        if self.phone:
            await page.get_by_role("tab", name=re.compile(f"^{name}")).click()
        elif not await self.screen.column(name).is_visible():
            await page.get_by_role("button", name=re.compile(f"^Show {name}")).click()
        if place == "private" and not self.phone:
            return self.screen.private(name)
        words = {"channel": "ecarte", "table": "Alice – Bruno", "private": "Private"}[place]
        await self.screen.column(name).locator(".place", has_text=words).click()
        return self.screen.private(name) if place == "private" else self.screen.main(name)

    async def press(self, name: str, place: str, words: str) -> None:
        """Presses the last button with these words that can be pressed."""
        pane = await self.at(name, place)
        button = pane.locator(".message").get_by_role("button", name=re.compile(words), disabled=False).last
        component = await button.get_attribute("data-component")
        await button.click()
        # Answered: drawn anew, or no longer waiting.
        await expect(pane.locator(f'.busy[data-component="{component}"]')).to_have_count(0)

    async def hand(self, name: str) -> Locator:
        """A player's hand."""
        return (await self.at(name, "private")).locator(".message").last

    async def offers(self, name: str, words: re.Pattern[str]) -> bool:
        """Whether a player's hand offers a button with such words."""
        hand = await self.hand(name)
        return await hand.get_by_role("button", name=words, disabled=False).count() > 0

    async def whose(self, words: re.Pattern[str]) -> str:
        """The player whose hand comes to offer such a button."""
        page = self.screen.page
        for _ in range(100):
            for name in ("Alice", "Bruno"):
                if await self.offers(name, words):
                    return name
            await page.evaluate("() => new Promise(requestAnimationFrame)")
        raise AssertionError(f"no hand offers {words.pattern}")


@pytest.mark.parametrize(("width", "height", "touch"), [(PHONE, 844, True), (1280, 800, False)])
async def test_from_the_challenge_to_the_review_by_visible_words(
    browser: Browser, tmp_path: Path, width: int, height: int, touch: bool
) -> None:
    options: dict[str, str | int] = {"member": "bruno", "stake": 50}
    opening = Opening("alice", "ecarte challenge", {"en": "Press Accept."}, options, look_at="bruno")
    setting = Cast(people=tuple(replace(person, locale="en-US") for person in CAST))
    make: Any = factory(tmp_path)
    viewport = {"width": width, "height": height}
    async with (
        Sandbox(make, opening=opening, setting=setting, permissions=PERMISSIONS) as house,
        open_page(browser, viewport=viewport, has_touch=touch, is_mobile=touch, locale="en-GB") as page,
    ):
        screen = Screen(page, house)
        await page.goto(house.address)
        # The opening comes with the first visitor.
        await page.locator(".message").first.wait_for(state="attached")
        visitor = Visitor(screen, width)

        await visitor.press("Bruno", "channel", "^Accept$")
        await visitor.press("Chloé", "table", "^Bet on Alice$")
        await visitor.press("Chloé", "table", "^50$")
        await expect(await visitor.at("Chloé", "table")).to_contain_text("Chloé")
        for name in ("Alice", "Bruno"):
            await visitor.press(name, "table", "Deal$")

        elder = await visitor.whose(re.compile("[Pp]ropose$"))
        await visitor.press(elder, "private", "[Pp]ropose$")
        dealer = await visitor.whose(re.compile("Accept$"))
        await visitor.press(dealer, "private", "Accept$")
        for name in (elder, dealer):
            await _exchange(visitor, name)

        table = await visitor.at("Chloé", "table")
        for _ in range(100):
            if SCORED.search(await table.inner_text()):
                break
            await _play(visitor)
            table = await visitor.at("Chloé", "table")
        await expect(table).to_contain_text(SCORED)

        await visitor.press("Alice", "private", "^More")
        pane = await visitor.at("Alice", "private")
        await pane.get_by_role("button", name=re.compile("^Resign")).last.click()
        await pane.get_by_role("button", name=re.compile("^(?:Yes|Resign)")).last.click()
        await visitor.press("Alice", "table", "Review$")
        await expect((await visitor.at("Alice", "table")).locator(".message.private").last).to_contain_text("%")
        assert screen.faults == []


async def _exchange(visitor: Visitor, name: str) -> None:
    """Exchanges one card: a press on it, and one to confirm."""
    hand = await visitor.hand(name)
    await expect(hand).to_contain_text("Choose what to discard")
    await hand.locator(".button", has_text=CARD).first.click()
    await visitor.press(name, "private", "^Exchange 1")


async def _play(visitor: Visitor) -> None:
    """Plays the first card that a hand offers, if one does now."""
    for name in ("Alice", "Bruno"):
        hand = await visitor.hand(name)
        cards = hand.locator(".button:not([disabled])", has_text=CARD)
        if await cards.count():
            component = await cards.first.get_attribute("data-component")
            await cards.first.click()
            await expect(hand.locator(f'[data-component="{component}"]:not([disabled])')).to_have_count(0)
            return
