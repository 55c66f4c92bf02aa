"""The real bot in the sandbox: a whole game of écarté, by presses of two people, with a third looking on.

They press what is enabled, without knowing the rules. That the rules are kept is shown elsewhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from bot.client import PERMISSIONS, CardRoom
from bot.config import Settings
from bot.sandbox import MakeClient, Opening
from bot.storage import Database
from bot.texts import Texts
from bot.ui.custom_ids import Verb
from tests.sandbox.browser import Screen, open_screen

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PLAYERS = ("Alice", "Bruno")
MOST_PRESSES = 400

# What the two may press in the newest of their private messages, as [name, component]; null while the bot is at work.
# A decision that has been taken is known by its number, the fourth part of a component.
TO_DO = """([players, taken]) => {
    const found = players.flatMap((name) => {
        const column = document.querySelector(`.column[aria-label="${name}"]`);
        const last = [...column.querySelectorAll(".pane.dm .message")].at(-1);
        const enabled = last?.querySelectorAll("[data-component]:enabled") ?? [];
        return [...enabled].map((one) => [name, one.dataset.component]);
    });
    const fresh = found.filter(([, component]) => {
        const [, verb, , decision] = component.split(":");
        return decision !== "" && decision !== taken && WANTED.includes(verb);
    });
    const over = document.querySelector('.column[aria-label="Alice"] .pane.main [data-component^="ecb:again:"]');
    return over ? [] : fresh.length ? fresh : null;
}"""
WANTED = (Verb.GIVE, Verb.CHOOSE_DISCARDS, Verb.PROPOSE, Verb.PLAY, Verb.REFUSE)


def room(database: Path) -> MakeClient:
    """The real bot on a database file, with a chance that is the same each time."""

    async def make(now: Callable[[], datetime]) -> CardRoom:
        opened = await Database.open(str(database))
        await opened.migrate()
        chance = random.Random(11)
        return CardRoom(Settings(), opened, Texts.load(), chance=chance, now=lambda: int(now().timestamp() * 1000))

    return make


def hand(screen: Screen, name: str) -> Locator:
    """Someone's newest private message."""
    return screen.private(name).locator(".message").last


def verb_of(component: str) -> Verb:
    """What a component asks for."""
    return Verb(component.split(":")[1])


async def discard(screen: Screen, name: str, component: str) -> None:
    """Someone chooses his first card, confirms, and gives it away."""
    await hand(screen, name).locator(f'[data-component="{component}"]').click()
    await screen.page.locator("#layer [role=option]").first.click()
    await screen.page.locator("#layer .confirm").click()
    # With nothing chosen the argument is empty: that button would keep all cards.
    chosen = f'[data-component^="ecb:{Verb.DISCARD.value}:"]:not([data-component$=":"])'
    await hand(screen, name).locator(chosen).click()


async def test_a_whole_game_by_presses_with_a_third_looking_on(browser: Browser, tmp_path: Path) -> None:
    opening = Opening(
        "alice", "ecarte challenge", "Press “Accept” in Bruno's column.", {"member": "bruno"}, look_at="bruno"
    )
    async with open_screen(
        browser, make=room(tmp_path / "games.sqlite3"), opening=opening, permissions=PERMISSIONS
    ) as screen:
        page = screen.page
        await screen.press("Bruno", "Accept")
        await expect(hand(screen, "Bruno").locator(".picture img")).to_be_visible()
        thread = screen.column("Chloé").locator(".place.thread")
        await thread.click()
        script = TO_DO.replace("WANTED", str([verb.value for verb in WANTED]))
        taken: str = ""
        proposals = 0
        for _ in range(MOST_PRESSES):
            found: Any = await (await page.wait_for_function(script, arg=[PLAYERS, taken])).json_value()
            if not found:
                break
            order = WANTED if proposals < 2 else (Verb.CHOOSE_DISCARDS, Verb.REFUSE, Verb.PLAY, *WANTED)
            name, component = min(found, key=lambda one: order.index(verb_of(one[1])))
            taken = component.split(":")[3]
            if verb_of(component) is Verb.CHOOSE_DISCARDS:
                await discard(screen, name, component)
                continue
            proposals += verb_of(component) is Verb.PROPOSE
            await hand(screen, name).locator(f'[data-component="{component}"]').click()
        assert proposals == 2
        # The one who looked on has read all of it, and was sent nothing in private.
        for name in ("Alice", "Bruno", "Chloé"):
            result = screen.message(name, "wins the game")
            await expect(result).to_contain_text(re.compile(r"(Alice|Bruno) wins the game, 5 – [0-4]"))
        await expect(screen.private("Chloé").locator(".message")).to_have_count(0)
        await screen.run("David", "ecarte leaderboard")
        await expect(screen.main("David").locator(".message").last).to_contain_text("Alice")
