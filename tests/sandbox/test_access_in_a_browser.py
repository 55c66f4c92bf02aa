"""The page without a mouse and for weak eyes: every control reached, framed and named; text that stands out."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.sandbox.browser import Screen, open_screen, opened
from tests.sandbox.test_visitors_in_a_browser import TOUR

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def _focused(page: Page) -> dict[str, Any]:
    """What has the focus: its role and name as a reader of the page aloud gets them, and whether its frame is seen."""
    found: dict[str, Any] = await page.evaluate(
        """() => {
            const one = document.activeElement;
            const style = getComputedStyle(one);
            const box = one.getBoundingClientRect();
            return { tag: one.tagName, html: one.outerHTML.slice(0, 120),
                     framed: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
                     seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && style.visibility === "visible" };
        }"""
    )
    return found


@pytest.mark.parametrize(("width", "touch"), [(1280, False), (390, True)])
async def test_every_control_is_reached_by_the_keyboard_and_has_a_name(
    browser: Browser, width: int, touch: bool
) -> None:
    async with open_screen(browser, width=width, height=900, touch=touch, tour=TOUR) as screen:
        await screen.run("Bruno", "demo dm")
        await screen.page.evaluate("document.activeElement.blur()")
        await screen.page.locator("#top").click(position={"x": 3, "y": 3})
        visited, faults = 0, []
        while visited < 400:
            await screen.page.keyboard.press("Tab")
            focus = await _focused(screen.page)
            if focus["tag"] == "BODY":
                break
            visited += 1
            if not (focus["framed"] and focus["seen"]):
                faults.append(focus)
            await screen.page.evaluate("document.activeElement.dataset.walked = 'yes'")
        assert faults == []
        missed = await screen.page.evaluate(
            """() => [...document.querySelectorAll("button, a[href], input, textarea, select, [tabindex='0']")]
                .filter((one) => one.checkVisibility({ visibilityProperty: true }))
                .filter((one) => !one.disabled && !one.dataset.walked)
                .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert missed == []
        assert visited > 20
        assert await _nameless(screen) == []


async def _nameless(screen: Screen) -> list[str]:
    """The controls of the accessibility tree that have no name."""
    session = await screen.page.context.new_cdp_session(screen.page)
    tree = await session.send("Accessibility.getFullAXTree")
    controls = {"button", "link", "textbox", "combobox", "checkbox", "tab", "menuitem", "listbox", "region", "img"}
    return [
        str(node.get("properties"))
        for node in tree["nodes"]
        if not node.get("ignored") and node["role"]["value"] in controls and not node.get("name", {}).get("value")
    ]


CONTRAST = """() => {
    const parts = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const mixed = (share) => (front, back) => front.slice(0, 3).map((c, i) => c * share + back[i] * (1 - share));
    const over = (front, back) => mixed(front[3] ?? 1)(front, back);
    // The colours that may lie behind: those of gradients count, each.
    const grounds = (one) => {
        if (!one) return [[16, 21, 19]];
        const style = getComputedStyle(one);
        const behind = grounds(one.parentElement);
        const painted = style.backgroundImage.includes("gradient")
            ? style.backgroundImage.match(/rgba?\\([^)]*\\)/g).map(parts) : [parts(style.backgroundColor)];
        return painted.flatMap((front) => behind.map((back) => over(front, back)));
    };
    const faint = (one) => one ? parseFloat(getComputedStyle(one).opacity) * faint(one.parentElement) : 1;
    const bad = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const one = walker.currentNode.parentElement;
        const words = walker.currentNode.data.trim();
        if (!words || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        // Those that cannot be pressed are exempt.
        if (one.closest(":disabled, script, style, [aria-hidden=true]")) continue;
        const style = getComputedStyle(one);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        for (const ground of grounds(one)) {
            const front = over([...parts(style.color).slice(0, 3), (parts(style.color)[3] ?? 1) * faint(one)], ground);
            const [a, b] = [light(front), light(ground)];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            const where = `${words.slice(0, 30)}: ${style.color} on ${ground.map(Math.round)}, ${one.className}`;
            if (ratio < (large ? 3 : 4.5)) bad.push(`${ratio.toFixed(2)} ${where}`);
        }
    }
    return [...new Set(bad)];
}"""


@pytest.mark.parametrize(("width", "touch"), [(2600, False), (390, True)])
async def test_the_text_of_the_page_stands_out_from_its_ground(browser: Browser, width: int, touch: bool) -> None:
    async with open_screen(browser, width=width, height=900, touch=touch, tour=TOUR) as screen:
        await screen.press("Bruno", "Rules")
        await screen.run("Bruno", "demo record")
        await screen.run("Bruno", "demo dm")
        assert await screen.page.evaluate(CONTRAST) == []
        for opener in ("#server", "#clock", "#join"):
            if await screen.page.locator(opener).is_visible():
                await opened(screen.page.locator(opener))
                assert await screen.page.evaluate(CONTRAST) == []
                await screen.page.keyboard.press("Escape")
