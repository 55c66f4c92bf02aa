"""How the page behaves in a real browser: time, markup, scrolling, focus, wide screens and a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.sandbox.browser import open_screen, opened

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_time_is_shown_and_can_be_moved(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        stamp = screen.message("Alice", "Alice and Bruno").locator("time.stamp")
        await expect(stamp).to_have_text(re.compile("^in "))
        menu = await opened(screen.page.locator("#clock"))
        await menu.get_by_role("button", name="15 minutes").click()
        await expect(stamp).to_have_text("13 minutes ago")
        menu = await opened(screen.page.locator("#clock"))
        await menu.get_by_role("button", name="30 seconds").click()
        await expect(stamp).to_have_text(re.compile("1[34] minutes ago"))


async def test_relative_times_tick_by_themselves(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        menu = await opened(screen.page.locator("#clock"))
        await menu.get_by_role("button", name="2 minutes").click()
        stamp = screen.message("Alice", "Alice and Bruno").locator("time.stamp")
        await expect(stamp).to_have_text(re.compile(r"second|now"))
        first = await stamp.text_content()
        await expect(stamp).not_to_have_text(str(first))


async def test_names_and_messages_cannot_become_markup(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.write("Alice", '<img src=x onerror="document.title=1"><script>document.title=2</script> **b**')
        message = screen.message("Bruno", "<script>")
        await expect(message.locator("strong")).to_have_text("b")
        await expect(message.locator("img, script")).to_have_count(0)
        await expect(message).to_contain_text('<img src=x onerror="document.title=1">')


async def test_the_end_is_kept_in_view_unless_one_has_gone_up(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        at_end = "list => list.scrollHeight - list.scrollTop - list.clientHeight < 5"
        for number in range(12):
            await screen.write("Alice", f"line {number}\nand more\nand more")
        await expect(screen.message("Bruno", "line 11")).to_be_in_viewport()
        bruno = screen.main("Bruno").locator(".list")
        assert await bruno.evaluate(at_end)
        await bruno.evaluate("list => { list.scrollTop = 100; }")
        await screen.run("Alice", "demo record")
        newer = screen.main("Bruno").get_by_role("button", name="New messages")
        await expect(newer).to_be_visible()
        await newer.click()
        await expect(screen.message("Bruno", "Here it is")).to_be_in_viewport()


async def test_a_button_keeps_the_focus_when_its_message_is_drawn_again(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        form = screen.message("Bruno", "Alice and Bruno").locator('[data-component="demo:form"]')
        await form.focus()
        await screen.press_unseen("Alice", "demo:press:0")
        await expect(screen.message("Bruno", "Presses: 1").locator('[data-component="demo:form"]')).to_be_focused()


async def test_two_people_may_have_the_room_for_themselves(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        for name in ("Chloé", "David"):
            await screen.page.get_by_role("button", name=f"Hide {name}").click()
            await expect(screen.column(name)).to_be_hidden()
        box: Any = await screen.column("Bruno").bounding_box()
        assert box["width"] > 700
        # Then the private messages are shown next to the channel.
        await screen.run("Bruno", "demo dm")
        await expect(screen.private("Bruno").locator(".message", has_text="Your hand")).to_be_visible()
        left: Any = await screen.main("Bruno").bounding_box()
        right: Any = await screen.private("Bruno").bounding_box()
        assert left["x"] + left["width"] <= right["x"] + 1
        assert left["y"] == right["y"]
        await screen.page.get_by_role("button", name=re.compile("Show Chloé")).click()
        await expect(screen.column("Chloé")).to_be_visible()


async def test_the_stream_comes_back_after_the_bot_was_restarted(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.press("Bruno", "Press")
        menu = await opened(screen.page.locator("#server"))
        await menu.get_by_role("button", name="Stop it and start it again").click()
        await screen.press("Bruno", "Rules")
        await expect(screen.message("Bruno", "Only you can read this.")).to_be_visible()


async def test_on_a_phone_one_person_and_one_place_at_a_time(browser: Browser) -> None:
    async with open_screen(browser, width=390, height=844, touch=True) as screen:
        # The sentence is about Bruno, so that column is shown first.
        await expect(screen.column("Bruno")).to_be_visible()
        await expect(screen.column("Alice")).to_be_hidden()
        await screen.press("Bruno", "Press")
        await expect(screen.message("Bruno", "Presses: 1")).to_be_visible()
        await screen.run("Bruno", "demo dm")
        private = screen.column("Bruno").locator(".place.dm")
        await expect(private.locator(".badge")).to_have_text("1")
        await private.click()
        await expect(screen.private("Bruno").locator(".message", has_text="Your hand")).to_be_visible()
        await expect(screen.main("Bruno")).to_be_hidden()
        await expect(private.locator(".badge")).to_have_count(0)
        await screen.page.get_by_role("tab", name="David").click()
        await expect(screen.column("David")).to_be_visible()
        await expect(screen.column("Bruno")).to_be_hidden()
        menu = await opened(screen.message("David", "Presses: 1").locator(".face"))
        await expect(menu).to_contain_text("The bot")
        wider = await screen.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wider


@pytest.mark.parametrize("width", [390, 768, 1024, 1600])
async def test_nothing_sticks_out_sideways(browser: Browser, width: int) -> None:
    async with open_screen(browser, width=width, height=900) as screen:
        await screen.page.locator(".column:visible .message").first.wait_for()
        wide = await screen.page.evaluate(
            "[...document.querySelectorAll('.messages, .column')]"
            ".filter(one => one.scrollWidth > one.clientWidth + 1).length"
        )
        assert wide == 0
