"""A real browser for the tests: chromium by playwright, or a reported skip where either is missing."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest

from sandbox import MakeClient, Opening, Sandbox
from tests.sandbox.demo import make_demo
from tests.support.patience import PATIENCE_MS

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Locator, Page

_CONTEXTS: WeakKeyDictionary[Browser, dict[str, BrowserContext]] = WeakKeyDictionary()
"""The contexts of each browser by their options. To make one takes a third of the time of a short test."""


def chromium() -> str | None:
    """The path of a chromium: CHROMIUM, or one of its usual names."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A browser without a window."""
    api = pytest.importorskip("playwright.async_api", reason="playwright is not installed: NO BROWSER TEST IS RUN")
    path = chromium()
    if path is None:
        pytest.skip("there is no chromium (set CHROMIUM to its path): NO BROWSER TEST IS RUN")
    async with api.async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        await browser.close()


@asynccontextmanager
async def open_page(browser: Browser, **options: Any) -> AsyncIterator[Page]:
    """A new page that knows of no other: it is closed at the end, and what it has stored is gone.

    `options` go to `Browser.new_context`.
    """
    contexts = _CONTEXTS.setdefault(browser, {})
    key = repr(sorted(options.items()))
    if key not in contexts:
        contexts[key] = await browser.new_context(**options)
        contexts[key].set_default_timeout(PATIENCE_MS)
        # While one page is open the others are tabs; else a window would be built for each.
        await contexts[key].new_page()
    page = await contexts[key].new_page()
    try:
        yield page
    finally:
        await page.evaluate("localStorage.clear()")
        await page.close()


class Screen:
    """A page of the sandbox as a person sees it."""

    def __init__(self, page: Page, sandbox: Sandbox) -> None:
        self.page = page
        self.sandbox = sandbox
        self.address = sandbox.address
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"raised: {error}"))
        page.on("console", lambda line: self.faults.append(line.text) if line.type in ("error", "warning") else None)
        page.on("request", lambda request: self._outside(request.url))

    def _outside(self, address: str) -> None:
        if not address.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asked elsewhere: {address}")

    def column(self, name: str) -> Locator:
        """A person's column."""
        return self.page.get_by_role("region", name=name, exact=True)

    def main(self, name: str) -> Locator:
        """A person's open channel or thread."""
        return self.column(name).locator(".pane.main")

    def private(self, name: str) -> Locator:
        """A person's private messages."""
        return self.column(name).locator(".pane.dm")

    def message(self, name: str, words: str) -> Locator:
        """The last message with these words in a person's open channel."""
        return self.main(name).locator(".message", has_text=words).last

    async def press(self, name: str, label: str) -> None:
        """Presses the last button of that label in a person's open channel."""
        words = self.page.locator(".label", has_text=re.compile(f"^{re.escape(label)}$"))
        await self.main(name).locator(".button", has=words).last.click()

    async def press_unseen(self, name: str, component: str) -> None:
        """Presses a button of a person's last table elsewhere, so that nothing is focused or scrolled here."""
        await self.page.evaluate(
            """async ([column, component]) => {
                const button = column.querySelector(`.main [data-component="${component}"]`);
                const message = button.closest("[data-message]").dataset.message;
                const store = await import("/static/store.js");
                const net = await import("/static/net.js");
                const channel = store.message(message).channel;
                await net.act(column.dataset.person, "click", { channel, message, component });
            }""",
            [await self.column(name).element_handle(), component],
        )

    async def write(self, name: str, words: str) -> None:
        """Writes into a person's open channel."""
        field = self.main(name).locator("textarea")
        await field.fill(words)
        await field.press("Enter")

    async def run(self, name: str, command: str, **options: str) -> None:
        """Types a slash for a person, chooses a command, fills it in and runs it."""
        column = self.main(name)
        await column.locator("textarea").fill(f"/{command}")
        await column.locator(f".commands [data-command='{command}']").click()
        for option, value in options.items():
            pill = column.locator(f".pill[data-option={option}]")
            if await pill.count():
                await pill.click()
            field = column.locator(f".command-field[data-option={option}] input")
            await field.fill(value)
            if await field.get_attribute("role") == "combobox":
                choice = column.locator(f".command-field[data-option={option}] .option", has_text=value)
                await choice.first.click()
        await column.get_by_role("button", name="Run", exact=True).click()
        await column.locator(".command-form").wait_for(state="detached")


@asynccontextmanager
async def open_screen(
    browser: Browser,
    *,
    make: MakeClient = make_demo,
    width: int = 2600,
    height: int = 1000,
    touch: bool = False,
    locale: str = "en-GB",
    query: str = "",
    **sandbox: Any,
) -> AsyncIterator[Screen]:
    """A sandbox of its own, opened in the browser. At the end the page must not have reported any fault.

    `sandbox` goes to `Sandbox`.
    """
    opening = Opening(
        "alice",
        "demo table",
        {"en": "Alice has asked Bruno: press “Press” there.", "fr": "Alice a demandé à Bruno."},
        {"member": "bruno"},
        look_at="bruno",
    )
    async with Sandbox(make, **{"opening": opening, **sandbox}) as house:
        viewport = {"width": width, "height": height}
        async with open_page(browser, viewport=viewport, has_touch=touch, is_mobile=touch, locale=locale) as page:
            screen = Screen(page, house)
            await page.goto(house.address + query)
            await page.locator(".message").first.wait_for(state="attached")
            yield screen
        assert screen.faults == []


async def opened(item: Locator) -> Locator:
    """Presses something that opens a pop-up; returns the pop-up."""
    await item.click()
    return item.page.locator("#layer .popup")
