"""The page in a real browser: the games that it replays, their chances, and the records that it refuses.

The page is opened from a file. All that it computes is compared with the library.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, Page, expect

from ecarte.game import Manners, Rules
from ecarte.notation import compact, read, write
from research.random_games import random_game
from tests.page.games import RECORDS, WHOLE, finished
from tests.page.reference import chances, positions
from tests.sandbox.browser import open_page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

POSITIONS = (Path(__file__).parent / "positions.js").read_text("utf-8")
READ = f"""async (address) => {{
    replay.read(address);
    if (replay.bad) return {{ bad: replay.bad.kind, line: replay.bad.line }};
    await replay.chancesReady;
    return {{ positions: ({POSITIONS[POSITIONS.index("(game)") :].rstrip().rstrip(";")})(replay.game),
              chances: replay.chances ?? [], tags: replay.tags }};
}}"""


@asynccontextmanager
async def opened(
    browser: Browser,
    built: Path,
    address: str = "",
    *,
    width: int = 1280,
    locale: str = "en-GB",
    expected: str = "",
    **options: Any,
) -> AsyncIterator[Page]:
    """Opens the page from its file. At the end it must have reported no fault and asked for nothing.

    Args:
        expected: part of the faults that the test provokes.
    """
    faults: list[str] = []
    own = built.as_uri()
    async with open_page(browser, viewport={"width": width, "height": 900}, locale=locale, **options) as page:
        page.on("pageerror", lambda error: faults.append(f"raised: {error}"))
        page.on("console", lambda line: faults.append(line.text) if line.type in ("error", "warning") else None)
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith((own, "data:")) else faults.append(f"asked for {request.url}")
            ),
        )
        await page.goto(f"{own}#{address}")
        yield page
    assert [fault for fault in faults if not expected or expected not in fault] == []


@pytest.mark.parametrize("each", [pytest.param(1, marks=pytest.mark.soak), 3])
async def test_every_position_and_chance_is_that_of_the_library(browser: Browser, built: Path, each: int) -> None:
    games = dict(finished())
    assert len(games) > 50
    async with opened(browser, built) as page:
        for name, text in list(games.items())[::each]:
            record = read(text)
            places, expected = positions(record), chances(record)
            for address in (compact(record), quote(text)):
                shown = await page.evaluate(READ, address)
                assert shown.get("positions") == places, name
                assert shown["chances"] == [None if chance is None else pytest.approx(chance) for chance in expected]
                assert shown["tags"].get("North", "") == record.tags.get("North", ""), name


@pytest.mark.parametrize(
    ("address", "kind", "sentence"),
    [
        ("", "none", "There is no game in the address"),
        ("not a game", "address", "The link is damaged"),
        (compact(read(WHOLE))[:-9], "address", "The link is damaged"),
        (compact(read(WHOLE)).swapcase(), "address", "The link is damaged"),
        (quote(WHOLE.replace("S accepts", "N accepts", 1)), "line", "The record has an error in line"),
        (quote(WHOLE[: WHOLE.rindex("score")]), "broken", "The record breaks off"),
        (quote(WHOLE.replace('[Ecarte "1"]', '[Ecarte "2"]')), "version", "a newer version"),
        (quote(WHOLE.replace('[Rules "', '[Rules "imperial ')), "rules", "rules that this page does not know"),
        (quote((RECORDS / "cavendish-hand-12.txt").read_text("utf-8")), "unfinished", "not over yet"),
        (quote(write(random_game(Rules(manners=Manners.SALON), Random(1)))), "salon", "salon table"),
    ],
)
async def test_what_cannot_be_replayed_gets_a_sentence_that_says_what_to_do(
    browser: Browser, built: Path, address: str, kind: str, sentence: str
) -> None:
    async with opened(browser, built, address) as page:
        await expect(page.get_by_role("alert")).to_contain_text(sentence)
        await expect(page.locator("#game")).to_be_hidden()
        assert (await page.evaluate(READ, address))["bad"] == kind


async def test_every_link_whose_end_is_missing_is_called_damaged(browser: Browser, built: Path) -> None:
    whole = compact(read(WHOLE))
    async with opened(browser, built) as page:
        for length in range(1, len(whole)):
            assert (await page.evaluate(READ, whole[:length]))["bad"] == "address", length


async def test_a_record_that_is_too_long_for_an_address_is_opened_as_a_file(browser: Browser, built: Path) -> None:
    async with opened(browser, built) as page:
        await page.locator("#file").set_input_files(RECORDS / "chain-deals.txt")
        await expect(page.get_by_role("heading", level=1)).to_contain_text(read_names(RECORDS / "chain-deals.txt"))
        assert await page.evaluate("replay.bad") is None


def read_names(path: Path) -> str:
    """Returns the name of the first player of a record."""
    return read(path.read_text("utf-8")).tags["North"]


async def test_another_address_shows_another_game_without_loading_the_page_anew(browser: Browser, built: Path) -> None:
    one, other = compact(read(WHOLE)), compact(read((RECORDS / "chain-dealer.txt").read_text("utf-8")))
    async with opened(browser, built, one) as page:
        steps = await page.locator("#slider").get_attribute("max")
        await page.evaluate("(address) => { location.hash = address; }", other)
        await expect(page.locator("#slider")).not_to_have_attribute("max", str(steps))


async def test_the_page_may_ask_no_one_for_anything(browser: Browser, built: Path) -> None:
    async with opened(browser, built, expected="Content Security Policy") as page:
        policy = await page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
        assert policy is not None
        assert policy.startswith("default-src 'none'; script-src 'sha256-")
        assert "http" not in policy
        refused = await page.evaluate(
            """async () => {
                const heard = new Promise((resolve) =>
                    document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective)));
                const asked = await fetch("data:,").then(() => "answered", () => "refused");
                return [asked, await heard];
            }"""
        )
        assert refused == ["refused", "connect-src"]
