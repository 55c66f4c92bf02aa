"""What the page does for its visitor: room for table and hand, another person, faster time, a tour, French."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from sandbox import Step
from tests.sandbox.browser import open_screen, opened

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TOUR = (
    Step(
        {"en": "Press.", "fr": "Appuyez."}, {"en": "Press it.", "fr": "Appuyez dessus."}, ("demo:press:",), ("bruno",)
    ),
    Step({"en": "Rules.", "fr": "Règles."}, {"en": "Read them.", "fr": "Lisez-les."}, ("demo:rules",)),
)


async def test_the_banner_gives_way_after_the_first_click(browser: Browser) -> None:
    async with open_screen(browser, width=1280) as screen:
        await expect(screen.page.locator("#banner")).to_be_visible()
        await screen.press("Alice", "Press")
        await expect(screen.page.locator("#banner")).to_be_hidden()


async def test_at_desktop_width_table_and_hand_are_both_in_view(browser: Browser) -> None:
    async with open_screen(browser, width=1280, height=800) as screen:
        await screen.run("Bruno", "demo dm")
        hand = screen.private("Bruno").locator(".message", has_text="Your hand")
        await expect(hand).to_be_in_viewport()
        await expect(screen.main("Bruno")).to_be_in_viewport()
        table: Any = await screen.main("Bruno").bounding_box()
        private: Any = await screen.private("Bruno").bounding_box()
        assert table["x"] + table["width"] <= private["x"] + 1
        await expect(screen.column("Alice")).to_be_in_viewport(ratio=1)
        await expect(screen.column("Chloé")).to_be_hidden()
        await screen.page.get_by_role("button", name=re.compile("Show Chloé")).click()
        await expect(screen.column("Chloé")).to_be_in_viewport(ratio=1)
        await expect(screen.column("Alice")).to_be_hidden()


async def test_another_person_joins_and_acts(browser: Browser) -> None:
    async with open_screen(browser, width=1280) as screen:
        form = await opened(screen.page.get_by_role("button", name="Another person joins"))
        await form.get_by_label("Their name").fill("Émile")
        await form.get_by_role("button", name="Join").click()
        await expect(screen.column("Émile")).to_be_visible()
        await screen.press("Émile", "Press")
        await expect(screen.message("Émile", "Presses: 1")).to_be_visible()
        await screen.run("Émile", "demo dm")
        await expect(screen.private("Émile").locator(".message", has_text="Your hand")).to_be_visible()


async def test_time_runs_faster_and_jumps_to_the_next_deadline(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        stamp = screen.message("Alice", "Alice and Bruno").locator("time.stamp")
        menu = await opened(screen.page.locator("#clock"))
        await menu.get_by_role("button", name="Ten times as fast").click()
        await expect(screen.page.locator("#clock")).to_contain_text("×10")
        await expect(stamp).to_have_text("in 1 minute")
        menu = await opened(screen.page.locator("#clock"))
        await menu.get_by_role("button", name="As everywhere").click()
        await expect(screen.page.locator("#clock")).not_to_contain_text("×10")
        menu = await opened(screen.page.locator("#clock"))
        await menu.get_by_role("button", name="To the next deadline").click()
        await expect(stamp).to_have_text(re.compile(r"^\d+ seconds? ago$"))
        menu = await opened(screen.page.locator("#clock"))
        await menu.get_by_role("button", name="To the next deadline").click()
        await expect(screen.page.locator(".toast")).to_have_text("No deadline is shown anywhere.")


async def test_the_tour_follows_the_presses_and_does_not_come_back_once_closed(browser: Browser) -> None:
    async with open_screen(browser, tour=TOUR) as screen:
        tour = screen.page.get_by_role("region", name="A tour in 2 steps")
        await expect(tour).to_contain_text("1 of 2")
        await expect(screen.page.locator("#banner")).to_be_hidden()
        await expect(screen.message("Bruno", "Alice and Bruno").locator(".button.toured")).to_have_text(["♠︎Press"])
        await screen.press("Bruno", "Press")
        await expect(tour).to_contain_text("Read them.")
        await tour.get_by_role("button", name="Back").click()
        await expect(tour).to_contain_text("Press it.")
        await tour.get_by_role("button", name="Close the tour").click()
        await expect(tour).to_be_hidden()
        await expect(screen.page.locator(".button.toured")).to_have_count(0)
        await screen.page.reload()
        await expect(screen.message("Bruno", "Presses: 1")).to_be_visible()
        await expect(tour).to_be_hidden()


@pytest.mark.parametrize(("locale", "query"), [("en-GB", "?lang=fr"), ("fr-FR", "")])
async def test_the_page_speaks_french_where_it_is_asked_for(browser: Browser, locale: str, query: str) -> None:
    async with open_screen(browser, locale=locale, query=query, tour=TOUR) as screen:
        await expect(screen.page.locator("html")).to_have_attribute("lang", "fr")
        await expect(screen.page.locator("#help")).to_contain_text("Un Discord factice")
        tour = screen.page.get_by_role("region", name="Une visite en 2 étapes")
        await expect(tour).to_contain_text("Appuyez dessus.")
        await tour.get_by_role("button", name="Fermer la visite").click()
        await expect(screen.page.locator("#banner")).to_contain_text("Alice a demandé à Bruno.")
        await expect(screen.page.get_by_role("button", name="Masquer Bruno")).to_be_visible()
        menu = await opened(screen.page.locator("#server"))
        await menu.get_by_role("button", name="Français").last.click()
        for name in ("Alice", "David"):
            await expect(screen.column(name).locator(".who")).to_contain_text("Français")


async def test_the_tour_goes_on_after_a_reload_where_it_stood(browser: Browser) -> None:
    async with open_screen(browser, tour=TOUR) as screen:
        tour = screen.page.get_by_role("region", name="A tour in 2 steps")
        await screen.press("Bruno", "Press")
        await expect(tour).to_contain_text("2 of 2")
        await screen.page.reload()
        await expect(tour).to_contain_text("2 of 2")
        await expect(tour).to_contain_text("Read them.")


async def test_a_visitor_who_comes_late_goes_on_from_where_the_table_is(browser: Browser) -> None:
    over = Step({"en": "Accept."}, {"en": "Press it."}, ("demo:accept:",))
    async with open_screen(browser, tour=(over, *TOUR)) as screen:
        tour = screen.page.get_by_role("region", name="A tour in 3 steps")
        await expect(tour).to_contain_text("2 of 3")
        await expect(screen.page.locator(".toured")).to_have_count(1)


async def test_emoji_are_shown_on_a_machine_without_an_emoji_font(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        loaded = "document.fonts.load('16px \"Sandbox Emoji\"', '👑').then((faces) => faces.map((one) => one.status))"
        assert await screen.page.evaluate(loaded) == ["loaded"]


async def test_the_tour_waits_for_the_person_whom_its_step_is_about(browser: Browser) -> None:
    async with open_screen(browser, tour=TOUR) as screen:
        tour = screen.page.get_by_role("region", name="A tour in 2 steps")
        await expect(screen.page.locator(".toured")).to_have_count(1)
        await screen.press("Alice", "Press")
        await expect(screen.message("Alice", "Presses: 1")).to_be_visible()
        await expect(tour).to_contain_text("1 of 2")
        await screen.press("Bruno", "Press")
        await expect(tour).to_contain_text("2 of 2")


async def test_on_a_phone_the_frame_leads_to_the_button(browser: Browser) -> None:
    async with open_screen(browser, width=390, height=844, touch=True, tour=TOUR) as screen:
        framed = screen.page.locator(".toured")
        await screen.page.get_by_role("tab", name="David").click()
        await expect(framed).to_have_count(1)
        await expect(framed).to_have_text(re.compile("Bruno"))
        await framed.click()
        await expect(framed).to_have_text("♠︎Press")
        await screen.page.locator(".column.chosen .place.dm").click()
        await expect(framed).to_have_text(re.compile("card-room|general|ecarte"))
        await framed.click()
        await framed.click()
        await expect(screen.page.locator("#tour")).to_contain_text("2 of 2")


async def test_where_the_column_is_hidden_the_frame_is_on_its_round_button(browser: Browser) -> None:
    async with open_screen(browser, width=1280, tour=TOUR) as screen:
        framed = screen.page.locator(".toured")
        await screen.page.get_by_role("button", name="Hide Bruno").click()
        await expect(framed).to_have_attribute("aria-label", re.compile("^Show Bruno"))
        await framed.click()
        await expect(framed).to_have_text("♠︎Press")


@pytest.mark.parametrize("query", ["", "?lang=fr"])
async def test_ten_people_fit_a_phone(browser: Browser, query: str) -> None:
    async with open_screen(browser, width=390, height=844, touch=True, query=query, tour=TOUR) as screen:
        page = screen.page
        for name in ("Émile", "Françoise-Marie", "Gaston", "Hélène", "Igor", "Joséphine"):
            await page.locator("#join").click()
            await page.locator("#layer input").fill(name)
            await page.locator("#layer .primary").click()
            await expect(page.get_by_role("tab", name=name)).to_be_attached()
        assert await page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [390, 390]
        await page.get_by_role("tab", name="Joséphine").click()
        await expect(page.get_by_role("tab", name="Joséphine")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [390, 1280])
async def test_the_list_of_commands_reads_in_lines(browser: Browser, width: int) -> None:
    async with open_screen(browser, width=width, height=844, tour=TOUR) as screen:
        await screen.page.locator(".column:visible textarea:visible").first.fill("/")
        words = screen.page.locator(".commands:visible .option-text")
        await expect(words.first).to_be_visible()
        room = await screen.page.locator(".commands:visible").evaluate("(one) => one.clientWidth")
        widths = await words.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
        assert min(widths) > room * 0.8
