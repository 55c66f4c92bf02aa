"""The real bot in a real browser: a whole game by clicks of two people, while a third looks on.

A seed chooses among the enabled buttons that are found on the page.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.client import PERMISSIONS
from bot.config import Settings
from bot.storage import Database
from bot.tables.context import StackedPacks
from bot.texts import Texts
from ecarte.game import Card
from sandbox import Opening, Sandbox
from tests.sandbox.browser import Screen, open_page
from tests.support.packs import stacked_pack
from tests.support.room import Room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PLAYERS = ("Alice", "Bruno")
# What a hand offers: lawful cards are blue, proposals and acceptances green. The rematch is green, too, and may be
# there before the table names the winner.
CHOICES = ", ".join(
    f'.button.{colour}:not([disabled]):not([data-component^="ecb:again:"])' for colour in ("primary", "success")
)
OVER = re.compile(r"wins \d\s–\s\d|resigns")
MOST_CLICKS = 400
_TRUMPS, _OTHERS = "KS QS JS AS TS", "7H 8H 9H 7D 8D"
TRUMPS = tuple(
    stacked_pack(elder=elder, dealer=dealer, turn_up="9S", talon="8S 7S")
    for elder, dealer in ((_TRUMPS, _OTHERS), (_OTHERS, _TRUMPS)) * 2
)
"""Packs that give one player all the tricks of four deals: the game is over after two or three, whatever is pressed."""


class Evening:
    """Alice and Bruno play at a table, and Chloé watches."""

    def __init__(self, screen: Screen, chance: random.Random) -> None:
        self.screen = screen
        self.chance = chance

    @property
    def page(self) -> Page:
        """The page with all of them."""
        return self.screen.page

    def hand(self, name: str) -> Locator:
        """A player's hand: the last of their private messages."""
        return self.screen.private(name).locator(".message").last

    def over(self) -> Locator:
        """The line at the table that names the winner, as Chloé sees it."""
        return self.screen.main("Chloé").locator(".message", has_text=OVER)

    async def turn(self) -> str | None:
        """Waits until a player can act, and returns the name; None when the game is over."""
        anything = ", ".join(f".pane.dm .message:last-of-type {part}" for part in CHOICES.split(", "))
        pick = ".pane.dm .message:last-of-type .select"
        await self.page.locator(f"{anything}, {pick}").or_(self.over()).first.wait_for()
        if await self.over().count():
            return None
        for name in PLAYERS:
            if await self.hand(name).locator(f"{CHOICES}, .select").count():
                return name
        return await self.turn()

    async def act(self, name: str) -> None:
        """Acts for a player: picks discards and confirms, or presses a button."""
        hand = self.hand(name)
        if await hand.locator(".select").count():
            await hand.locator(".select").click()
            listed = self.page.locator("#layer .popup")
            await listed.get_by_role("option").nth(self.chance.randrange(5)).click()
            await listed.locator(".confirm").click()
            button = hand.locator(".button.success", has_text=re.compile("Change 1 card|Changer 1 carte"))
        else:
            choices = hand.locator(CHOICES)
            button = choices.nth(self.chance.randrange(await choices.count()))
        await expect(button).to_be_enabled()
        component = await button.get_attribute("data-component")
        await button.click()
        # A decision is offered once: its own button goes, or greys.
        await expect(self.page.locator(f'[data-component="{component}"]:not([disabled])')).to_have_count(0)


def factory(folder: Path, packs: Sequence[Sequence[Card]] = ()) -> Callable[[Callable[[], datetime]], Awaitable[Room]]:
    """Makes the real bot on a real database, with these packs and then packs from a seed."""

    laid = deque(packs)

    async def make(now: Callable[[], datetime]) -> Room:
        database = await Database.open(str(folder / "room.sqlite3"))
        await database.migrate()
        return Room(
            Settings(),
            database,
            Texts.load(),
            chance=random.Random(1815),
            now=lambda: int(now().timestamp() * 1000),
            stacked_packs=StackedPacks(lambda: laid.popleft() if laid else None),
        )

    return make


async def test_two_people_play_a_whole_game_by_clicks_and_a_third_looks_on(browser: Browser, tmp_path: Path) -> None:
    opening = Opening("alice", "ecarte challenge", {"en": "Press Accept."}, {"member": "bruno"}, look_at="bruno")
    house = Sandbox(factory(tmp_path, TRUMPS), opening=opening, permissions=PERMISSIONS)
    async with house, open_page(browser, viewport={"width": 2600, "height": 1000}, locale="en-GB") as page:
        screen = Screen(page, house)
        await page.goto(house.address)
        evening = Evening(screen, random.Random(7))

        await screen.press("Bruno", "Accept")
        await screen.column("Chloé").get_by_text("Écarté: Alice – Bruno").first.click()
        await expect(screen.message("Chloé", "trump")).to_be_visible()
        await expect(screen.private("Chloé").locator(".message")).to_have_count(0)

        clicks = 0
        while (name := await evening.turn()) is not None:
            await evening.act(name)
            clicks += 1
            assert clicks < MOST_CLICKS
        assert clicks >= 3

        await expect(evening.over()).to_have_count(1)
        await screen.run("Chloé", "ecarte leaderboard")
        board = screen.message("Chloé", "Leaderboard").get_by_role("img")
        await expect(board).to_have_attribute("alt", re.compile(r"(Alice|Bruno) · 100%.*(Alice|Bruno) · 0%", re.DOTALL))
        await screen.press("Alice", "Rematch")
        await screen.press("Bruno", "Rematch")
        await expect(evening.hand("Alice").locator(".button").first).to_be_visible()
        assert screen.faults == []
