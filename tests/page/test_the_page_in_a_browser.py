"""The page as people use it: by keys, by ear, on a phone, in two languages, in light and dark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from ecarte.notation import Replay, compact, read
from tests.page.games import FULL, RECORDS, WHOLE
from tests.page.test_replays_in_a_browser import opened
from tests.sandbox.test_access_in_a_browser import CONTRAST

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GAME = compact(read(WHOLE))
STEPS = len(Replay(read(WHOLE).events))
DEALS = Replay(read(WHOLE).events).deals
STRANGE = '[North "<img src=x onerror=alert(1)> \\u202ereversed"]'
LONG = compact(read(re.sub(r'\[North "[^"]*"\]', f'[North "{"W" * 80}"]', FULL)))

SAID = """() => [
    document.querySelector("#said").innerText,
    [...document.querySelectorAll("#moves [aria-current=step]")].map((one) => one.innerText),
    document.querySelector("#slider").getAttribute("aria-valuetext"),
]"""


async def place(page: Page) -> int:
    """The number of the step that is shown."""
    return int(await page.evaluate("replay.place"))


async def chances_known(page: Page) -> None:
    """Waits until the engine has worked."""
    await expect(page.locator("#curve")).to_be_visible()


async def test_keys_lead_through_the_game_wherever_the_focus_is(browser: Browser, built: Path) -> None:
    async with opened(browser, built, GAME) as page:
        for focus in ("body", "#slider", "#walk button >> nth=2", "#moves"):
            if focus != "body":
                await page.locator(focus).focus()
            for key, expected in (
                ("End", STEPS - 1),
                ("Home", 0),
                ("ArrowRight", 1),
                ("ArrowRight", 2),
                ("ArrowLeft", 1),
                ("PageDown", next(deal for deal in DEALS if deal > 1)),
                ("PageUp", DEALS[0]),
                ("Home", 0),
                ("ArrowLeft", 0),
            ):
                await page.keyboard.press(key)
                assert await place(page) == expected, (focus, key)


async def test_buttons_the_list_and_the_curve_lead_through_the_game(browser: Browser, built: Path) -> None:
    async with opened(browser, built, GAME) as page:
        await chances_known(page)

        async def press(label: str) -> int:
            await page.get_by_role("button", name=label, exact=True).click()
            return await place(page)

        assert [await press(label) for label in ("Forward", "Forward", "Back", "Last", "First", "Next deal")] == [
            *(1, 2, 1, STEPS - 1, 0, DEALS[0])
        ]
        await page.locator("#moves button").nth(9).click()
        assert await place(page) == 9
        box = await page.locator("#curve").bounding_box()
        assert box is not None
        await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
        assert abs(await place(page) - (STEPS - 1) / 2) <= 1


async def test_each_step_is_said_in_a_live_region_and_marked_in_the_list(browser: Browser, built: Path) -> None:
    async with opened(browser, built, GAME) as page:
        said = page.locator("#said")
        await expect(said).to_have_attribute("aria-live", "polite")
        heard = set()
        for step in range(STEPS):
            text, current, place = await page.evaluate(SAID)
            assert text.strip()
            heard.add(text)
            assert [re.sub(r"\s+", " ", one) for one in current] == [re.sub(r"\s+", " ", text)]
            assert f"Step {step + 1} of {STEPS}" in place
            await page.keyboard.press("ArrowRight")
        assert len(heard) > STEPS / 2


async def test_a_screen_reader_finds_the_table_the_controls_and_all_moves_by_name(
    browser: Browser, built: Path
) -> None:
    async with opened(browser, built, GAME) as page:
        await chances_known(page)
        await page.keyboard.press("ArrowRight")
        tree = await page.locator("body").aria_snapshot()
        north = read(WHOLE).tags["North"]
        for part in (
            'region "The table"',
            f'list "Hand of \u2068{north}\u2069"',
            'navigation "Steps of the game"',
            'slider "Steps of the game"',
            'radiogroup "Open hands"',
            'region "All moves"',
            'group "Language"',
        ):
            assert part in tree
        faces = page.locator("#table .hand img")
        await expect(faces).to_have_count(10)
        names = [await face.get_attribute("alt") for face in await faces.all()]
        assert all(re.fullmatch(r"\w+ of (spades|hearts|diamonds|clubs)", str(name)) for name in names)
        nameless = await page.evaluate(
            """() => [...document.querySelectorAll("button, input, [tabindex='0']")]
                .filter((one) => one.checkVisibility())
                .filter((one) => !one.getAttribute("aria-label") && !one.getAttribute("aria-labelledby")
                    && !one.textContent.trim() && !one.labels?.[0]?.textContent.trim())
                .map((one) => one.outerHTML)"""
        )
        assert nameless == []


@pytest.mark.parametrize("width", [320, 390, 1280])
async def test_no_step_is_wider_than_the_screen(browser: Browser, built: Path, width: int) -> None:
    async with opened(browser, built, LONG, width=width) as page:
        await chances_known(page)
        wide = await page.evaluate(
            """() => replay.game.steps.map((_, place) => {
                replay.go(place);
                return document.documentElement.scrollWidth - innerWidth;
            })"""
        )
        assert len(wide) == len(Replay(read(FULL).events))
        assert max(wide) <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_all_words_stand_out_in_light_and_dark(browser: Browser, built: Path, scheme: Any) -> None:
    async with opened(browser, built, GAME, color_scheme=scheme) as page:
        await chances_known(page)
        grounds = set()
        for key in ("Home", "PageDown", "ArrowRight", "End"):
            await page.keyboard.press(key)
            assert await page.evaluate(CONTRAST) == []
            grounds.add(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        assert grounds == {"rgb(243, 238, 224)" if scheme == "light" else "rgb(16, 21, 19)"}


async def test_a_closed_hand_is_nowhere_on_the_page(browser: Browser, built: Path) -> None:
    async with opened(browser, built, GAME) as page:
        await page.get_by_role("radio").nth(1).click()
        await page.keyboard.press("PageDown")
        hands = page.locator("#table .hand")
        await expect(hands.nth(0).locator("img")).to_have_count(5)
        hidden = [await face.get_attribute("alt") for face in await hands.nth(1).locator("img").all()]
        assert hidden == [""] * 5
        await expect(hands.nth(1)).to_have_attribute("aria-label", "5 hidden cards")
        south = read(WHOLE).tags["South"]
        discards = page.locator("#moves button", has_text=re.compile(f"{south}\u2069 discards"))
        assert await discards.count()
        for line in await discards.all_inner_texts():
            assert not re.search("[♠♥♦♣]", line)


@pytest.mark.parametrize(
    ("locale", "code", "forward", "sentence"),
    [("en-US", "en", "Forward", "turns up"), ("fr-CA", "fr", "Avancer", "retourne"), ("de-DE", "en", "Forward", "up")],
)
async def test_it_speaks_the_language_of_the_browser_and_changes_it_by_a_press(
    browser: Browser, built: Path, locale: str, code: str, forward: str, sentence: str
) -> None:
    async with opened(browser, built, GAME, locale=locale) as page:
        await expect(page.locator("html")).to_have_attribute("lang", code)
        await page.get_by_role("button", name=forward, exact=True).click()
        await expect(page.locator("#said")).to_contain_text(sentence)
        other = "English" if code == "fr" else "Français"
        await page.get_by_role("button", name=other).click()
        await expect(page.locator("html")).not_to_have_attribute("lang", code)
        assert await place(page) == 1
        texts = await page.locator("body").inner_text()
        assert "{" not in texts
        assert "undefined" not in texts


async def test_names_are_text_and_turn_nothing_around(browser: Browser, built: Path) -> None:
    game = compact(read(re.sub(r'\[North "[^"]*"\]', lambda _: STRANGE, WHOLE)))
    async with opened(browser, built, game) as page:
        await expect(page.get_by_role("heading", level=1)).to_contain_text("<img src=x onerror=alert(1)")
        assert await page.locator("img:not([src^='data:image/svg'])").count() == 0
        assert "\u202e" not in await page.content()


async def test_without_motion_no_card_moves(browser: Browser, built: Path) -> None:
    for motion, moving in (("no-preference", True), ("reduce", False)):
        async with opened(browser, built, GAME, reduced_motion=motion) as page:
            for _ in range(STEPS):
                await page.keyboard.press("ArrowRight")
                if await page.locator("#table .fresh").count():
                    break
            name = await page.locator("#table .fresh").evaluate("(card) => getComputedStyle(card).animationName")
            assert (name != "none") is moving


async def test_without_the_engine_the_game_is_replayed_and_the_page_says_what_is_missing(
    browser: Browser, built: Path
) -> None:
    async with opened(browser, built) as page:
        await page.add_init_script("delete globalThis.WebAssembly")
        await page.reload()
        await page.evaluate("(address) => { location.hash = address; }", GAME)
        await expect(page.locator("#chances")).to_contain_text("this browser cannot run the engine")
        await page.keyboard.press("End")
        assert await place(page) == STEPS - 1


async def test_a_game_of_three_points_has_no_chances_and_says_why(browser: Browser, built: Path) -> None:
    game = compact(read((RECORDS / "first-release" / "to-three-points.txt").read_text("utf-8")))
    async with opened(browser, built, game) as page:
        await expect(page.locator("#chances")).to_contain_text("games of five points only")
        await expect(page.locator("#curve")).to_be_hidden()
