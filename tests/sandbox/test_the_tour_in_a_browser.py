"""The shipped tour on a phone: a visitor who presses only what is framed places a bet and plays on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.client import PERMISSIONS
from bot.texts import Texts
from sandbox import Opening
from sandbox.tour import tour
from tests.sandbox.browser import Screen, open_screen
from tests.sandbox.test_a_game_in_a_browser import factory

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST_PRESSES = 60
CHALLENGE = Opening(
    "alice", "ecarte challenge", {"en": "Press Accept."}, {"member": "bruno", "stake": 50}, look_at="bruno"
)


#: Which thing is framed: two messages may have the same button.
FRAMED = """() => {
    const framed = document.querySelector(".toured");
    return framed && JSON.stringify([
        framed.dataset.component ?? "",
        framed.closest("[data-message]")?.dataset.message,
        framed.closest(".column")?.dataset.person,
        framed.dataset,
    ]);
}"""


async def press_framed(screen: Screen) -> str:
    """Presses what is framed, and waits until something else is; returns what the pressed button does."""
    framed = screen.page.locator(".toured")
    await expect(framed).to_have_count(1)
    before = await (await screen.page.wait_for_function(FRAMED)).json_value()
    await framed.click()
    await screen.page.wait_for_function(
        f"before => {{ const now = ({FRAMED})(); return now && now !== before; }}", arg=before
    )
    component: str = json.loads(before)[0]
    return component


async def test_the_frame_alone_leads_through_a_bet_and_exchanges_and_on_after_the_first_card(
    browser: Browser, tmp_path: Path
) -> None:
    steps = tour(Texts.load())
    async with open_screen(
        browser,
        make=factory(tmp_path),
        width=390,
        height=844,
        touch=True,
        opening=CHALLENGE,
        permissions=PERMISSIONS,
        tour=steps,
    ) as screen:
        place = screen.page.locator("#tour")
        pressed: list[str] = []
        while f"{len(steps)} of {len(steps)}" not in await place.inner_text():
            pressed.append(await press_framed(screen))
            assert len(pressed) < MOST_PRESSES
        verbs = [component.split(":")[1] for component in pressed if component]
        assert verbs[0] == "accept"
        assert {"betsum", "cards", "propose", "discard", "play"} <= set(verbs)
        assert verbs.index("betsum") < verbs.index("betmatch") < verbs.index("cards")

        # The last step is about the end of the game, and leads there card by card, from one deal to the next.
        further: list[str] = []
        while sum(component.startswith("ecb:cards:") for component in further) < 3:
            further.append(await press_framed(screen))
            assert len(further) < 2 * MOST_PRESSES
            if further[-1].startswith("ecb:review:"):
                # Two deals were enough for five points.
                break
        assert sum(component.startswith("ecb:play:") for component in further) >= 3
