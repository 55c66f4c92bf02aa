"""The page in a real browser, by presses and keys: everything that the demo bot can show, seen from several columns."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from sandbox import Cast
from tests.sandbox.browser import open_screen, opened
from tests.sandbox.demo import png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_newcomer_finds_what_to_press_and_presses_it(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        banner = screen.page.locator("#banner")
        await expect(banner).to_contain_text("Alice has asked Bruno")
        await expect(screen.column("Bruno")).to_have_class(re.compile("pointed"))
        for name in ("Alice", "Bruno", "Chloé", "David"):
            await expect(screen.column(name)).to_be_visible()
            await expect(screen.message(name, "Alice and Bruno")).to_be_visible()
        await expect(screen.message("Chloé", "Alice and Bruno").locator(".above")).to_have_text(
            "Alice used /demo table"
        )
        await banner.get_by_role("button", name="Dismiss").click()
        await expect(banner).to_be_hidden()
        await expect(screen.column("Bruno")).not_to_have_class(re.compile("pointed"))
        await screen.press("Bruno", "Press")
        for name in ("Alice", "Bruno", "Chloé", "David"):
            await expect(screen.message(name, "Presses: 1")).to_be_visible()


async def test_components_are_drawn_as_they_are(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        table = screen.message("Bruno", "Alice and Bruno")
        await expect(table.locator(".container")).to_have_css("border-left-color", "rgb(46, 125, 91)")
        await expect(table.get_by_role("heading", name="Alice and Bruno")).to_be_visible()
        await expect(table.get_by_role("img", name="A green field")).to_have_js_property("naturalWidth", 480)
        await expect(table.locator(".section .subtext")).to_have_text("Small text beside a button")
        await expect(table.locator(".separator.large")).to_be_attached()
        labels = table.locator(".container > .row .button")
        await expect(labels).to_have_text(["♠︎Press", "Form", "Fail", "Off", "Site"])
        for place, style in enumerate(("success", "primary", "danger", "secondary", "link")):
            await expect(labels.nth(place)).to_have_class(re.compile(rf"\b{style}\b"))
        await expect(labels.nth(3)).to_be_disabled()
        await expect(labels.nth(4)).to_have_attribute("href", "https://example.org/")
        await expect(labels.nth(4)).to_have_attribute("rel", "noopener noreferrer")
        await expect(table.locator("time.stamp")).to_have_text(re.compile(r"^dans \d+ (minutes|secondes)$"))
        await expect(screen.message("Alice", "Alice and Bruno").locator("time.stamp")).to_have_text(
            re.compile(r"^in \d+ (minutes|seconds)$")
        )


async def test_emojis_of_the_application_are_pictures_in_texts_and_on_buttons(browser: Browser) -> None:
    setting = Cast(emojis={"king_0a1b": lambda: png(128, 128, (200, 160, 40))})
    async with open_screen(browser, setting=setting) as screen:
        await screen.run("Bruno", "demo dm")
        hand = screen.private("Bruno").locator(".message", has_text="Your hand")
        emojis = hand.get_by_role("img", name=":king_0a1b:")
        await expect(emojis).to_have_count(6)
        for emoji in (emojis.first, emojis.last):
            await expect(emoji).to_have_js_property("naturalWidth", 128)
            box = await emoji.bounding_box()
            assert box is not None
            assert 12 <= box["width"] == box["height"] <= 32


async def test_a_picture_opens_large_with_its_text(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.message("David", "Alice and Bruno").locator(".picture").click()
        box = screen.page.get_by_role("dialog", name="Picture")
        await expect(box).to_contain_text("A green field")
        await screen.page.keyboard.press("Escape")
        await expect(box).to_have_count(0)


async def test_a_command_by_keys_with_completion_of_people_and_choices(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        column = screen.main("David")
        field = column.locator("textarea")
        await field.fill("/dem")
        await expect(column.locator(".commands .option").first).to_contain_text("/demo table")
        await field.press("ArrowDown")
        await field.press("ArrowUp")
        await field.press("Enter")
        member = column.locator(".command-field[data-option=member] input")
        await expect(member).to_be_focused()
        # Too fast for the list to keep up: the text typed counts.
        await member.press_sequentially("chl")
        await member.press("Enter")
        await expect(member).to_have_value("Chloé")
        await column.locator(".pill[data-option=stake]").click()
        stake = column.locator(".command-field[data-option=stake] input")
        await stake.fill("twenty")
        await stake.press("Enter")
        await expect(column.locator(".command-field[data-option=stake]")).to_have_class(re.compile("wrong"))
        await stake.fill("20")
        await column.locator(".pill[data-option=pace]").click()
        pace = column.locator(".command-field[data-option=pace] input")
        await column.locator(".command-field[data-option=pace] .option", has_text="By letter").click()
        await expect(pace).to_have_value("By letter")
        await column.get_by_role("button", name="Run", exact=True).click()
        await expect(screen.message("Bruno", "David and Chloé")).to_be_visible()
        # Chloé is led to the thread of the table; other readers see that there is one.
        await expect(screen.message("Chloé", "Stake 20, pace letter")).to_be_visible()
        chip = screen.column("Alice").locator(".place", has_text="David · Chloé")
        await expect(chip.locator(".dot")).to_be_visible()
        await chip.click()
        await expect(screen.message("Alice", "Welcome @Chloé")).to_be_visible()
        await expect(chip.locator(".dot")).to_have_count(0)


async def test_a_missing_option_keeps_the_form_and_escape_leaves_it(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        column = screen.main("Alice")
        await column.get_by_role("button", name="Commands").click()
        await column.locator(".commands [data-command='demo table']").click()
        await column.get_by_role("button", name="Run", exact=True).click()
        await expect(column.locator(".command-field[data-option=member]")).to_have_class(re.compile("wrong"))
        await screen.page.keyboard.press("Escape")
        await screen.page.keyboard.press("Escape")
        await expect(column.locator(".command-form")).to_have_count(0)
        await expect(column.locator("textarea")).to_be_focused()


async def test_the_bot_completes_while_one_types(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        column = screen.main("Chloé")
        await column.locator("textarea").fill("/find")
        await column.locator("textarea").press("Enter")
        await column.locator(".command-field input").press_sequentially("tal")
        await expect(column.locator(".suggestions .option")).to_have_text(["talon (fr)"])
        await column.locator(".command-field input").press("Enter")
        await column.get_by_role("button", name="Run", exact=True).click()
        await expect(screen.message("Bruno", "You looked for talon.")).to_be_visible()


async def test_names_of_commands_follow_the_readers_language(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        for name, words in (("Alice", "Open a table"), ("Bruno", "Ouvre une table")):
            await screen.main(name).locator("textarea").fill("/table")
            await expect(screen.main(name).locator(".commands .option")).to_contain_text([words])
            await screen.main(name).locator("textarea").fill("")
        menu = await opened(screen.column("Alice").get_by_role("button", name="Alice's settings"))
        await menu.get_by_role("button", name="Français").click()
        await expect(screen.column("Alice").locator(".who")).to_contain_text("Français")
        await expect(screen.message("Alice", "Alice and Bruno").locator("time.stamp")).to_have_text(re.compile("^dans"))


async def test_several_are_chosen_and_confirmed(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        menu = await opened(screen.message("Bruno", "Alice and Bruno").locator(".select").first)
        confirm = menu.locator(".confirm")
        await expect(confirm).to_be_disabled()
        await expect(confirm).to_have_text("Choose 1–3")
        for place in (1, 3, 4):
            await menu.get_by_role("option", name=f"Card {place}").click()
        await expect(menu.get_by_role("option", name="Card 2")).to_be_disabled()
        await menu.get_by_role("option", name="Card 3").click()
        await expect(confirm).to_have_text("Confirm (2)")
        await confirm.click()
        private = screen.message("Bruno", "Discarded: 1, 4")
        await expect(private).to_contain_text("Only you can see this")
        await expect(screen.message("Alice", "Discarded")).to_have_count(0)
        await private.get_by_role("button", name="Dismiss message").click()
        await expect(screen.message("Bruno", "Discarded")).to_have_count(0)


async def test_a_person_is_chosen_from_a_menu(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        menu = await opened(screen.message("Bruno", "Alice and Bruno").locator(".select").nth(1))
        await menu.get_by_role("option", name="David").click()
        chosen = screen.message("David", "Chosen: @David")
        await expect(chosen.locator(".mention")).to_have_text("@David")
        await expect(chosen).to_have_class(re.compile("pinged"))


async def test_a_form_covers_the_column_of_the_person_who_asked_for_it(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.press("Chloé", "Form")
        form = screen.column("Chloé").get_by_role("dialog", name="A form")
        await expect(form.locator(".md strong")).to_have_text("something")
        await form.get_by_role("button", name="Submit").click()
        await expect(form.get_by_role("group", name="Name")).to_have_class(re.compile("wrong"))
        await form.get_by_role("group", name="Name").locator("input").fill("Belote")
        menu = await opened(form.get_by_role("group", name="Size").locator(".select"))
        await menu.get_by_role("option", name="Large").click()
        await form.get_by_label("Slow").check()
        await form.get_by_role("group", name="Sure").locator("input").check()
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_have_count(0)
        await expect(screen.message("Alice", "Form: Belote, l, slow, True")).to_be_visible()


async def test_the_menu_on_a_name_and_on_a_face(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.write("Chloé", "salut")
        await screen.message("Alice", "salut").locator(".name").click(button="right")
        menu = screen.page.locator("#layer .popup")
        await expect(menu).to_contain_text("Français")
        await menu.get_by_role("button", name="Show profile").click()
        await expect(screen.message("Alice", "Profile of @Chloé, for a reader of en-US")).to_be_visible()
        menu = await opened(screen.message("Bruno", "salut").locator(".face"))
        await menu.get_by_role("button", name="Voir le profil").click()
        await expect(screen.message("Bruno", "for a reader of fr")).to_be_visible()
        menu = await opened(screen.message("David", "Alice and Bruno").locator(".face"))
        await expect(menu).to_contain_text("Nothing for the bot itself")


async def test_private_messages_unfold_when_the_first_one_comes(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await expect(screen.private("Bruno").locator(".list")).to_be_hidden()
        await screen.run("Bruno", "demo dm")
        hand = screen.private("Bruno").locator(".message", has_text="Your hand")
        await expect(hand.locator(".row .button")).to_have_count(5)
        await expect(hand.locator(".row .button").nth(2)).to_be_disabled()
        await expect(hand.get_by_role("img", name="Five cards")).to_be_visible()
        await expect(screen.private("Alice").locator(".message")).to_have_count(0)
        await screen.private("Bruno").locator(".dm-bar").click()
        await expect(hand).to_be_hidden()
        await screen.run("Bruno", "demo dm")
        await expect(screen.private("Bruno").locator(".badge")).to_have_text("1")
        menu = await opened(screen.column("Bruno").get_by_role("button", name="Bruno's settings"))
        await menu.get_by_role("button", name="Close them to the bot").click()
        await expect(screen.column("Bruno").locator(".who")).to_contain_text("DMs closed")
        await screen.run("Bruno", "demo dm")
        await expect(screen.message("Bruno", "Your DMs are closed.")).to_be_visible()


async def test_a_link_to_a_message_leads_there_inside_the_page(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        table = screen.message("Bruno", "Alice and Bruno")
        channel = await screen.column("Bruno").locator(".place.text").get_attribute("data-channel")
        message = await table.get_attribute("data-message")
        await table.locator(".thread-card").click()
        await screen.write("Bruno", f"see https://discord.com/channels/1/{channel}/{message}")
        await screen.message("Bruno", "see #ecarte › message").locator(".jump").click()
        await expect(table).to_be_in_viewport()
        await expect(table).to_have_class(re.compile("found"))


async def test_one_writes_to_the_bot_in_private_when_one_wishes(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        field = screen.private("David").locator("textarea")
        await expect(field).to_be_hidden()
        await screen.column("David").get_by_role("button", name="Write to the bot").click()
        await expect(field).to_be_focused()
        await field.fill("hello")
        await field.press("Enter")
        await expect(screen.private("David").locator(".message", has_text="hello")).to_be_visible()
        await expect(screen.private("Alice").locator(".message")).to_have_count(0)
        await field.fill("/find")
        await field.press("Enter")
        await screen.private("David").locator(".command-field input").fill("roi")
        await screen.private("David").locator(".suggestions .option", has_text="roi (en-US)").click()
        await screen.private("David").get_by_role("button", name="Run", exact=True).click()
        await expect(screen.private("David").locator(".message", has_text="You looked for roi.")).to_be_visible()


async def test_reactions_are_added_joined_and_taken_back(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        two = '.reaction[data-emoji="2️⃣"]'
        await screen.message("David", "Alice and Bruno").locator(two).click()
        seen = screen.message("Alice", "Alice and Bruno").locator(two)
        await expect(seen.locator(".count")).to_have_text("2")
        await expect(seen.locator(".keycap")).to_have_text("2")
        shown_to_david = screen.message("David", "Alice and Bruno").locator(two)
        await expect(shown_to_david).to_have_attribute("aria-pressed", "true")
        await shown_to_david.click()
        await expect(seen.locator(".count")).to_have_text("1")
        table = screen.message("Chloé", "Alice and Bruno")
        await table.hover()
        picker = await opened(table.locator(".tools [aria-label='Add a reaction']"))
        await picker.locator('[data-emoji="👍"]').click()
        await expect(screen.message("Bruno", "likes that.")).to_contain_text("@Chloé")
        await expect(screen.message("Bruno", "Alice and Bruno").locator('[data-emoji="👍"]')).to_be_visible()


async def test_a_file_and_an_embed(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.run("Alice", "demo record")
        record = screen.message("Bruno", "Here it is")
        await expect(record.locator(".embed-title")).to_have_text("Record")
        await expect(record.locator(".field")).to_have_text(["Alice5", "Bruno3"])
        async with screen.page.expect_download() as download:
            await record.locator(".file").click()
        file = await download.value
        assert file.suggested_filename == "game.txt"
        assert (await file.path()).read_bytes() == b'[Ecarte "1"]\n'


@pytest.mark.answers_amiss("the demo bot fails")
async def test_an_error_is_shown_to_the_person_who_pressed(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.run("Alice", "demo silent")
        await expect(screen.column("Alice").locator(".toast")).to_have_text(
            "Écarté did not respond within three seconds."
        )
        await expect(screen.column("Bruno").locator(".toast")).to_have_count(0)


async def test_a_deleted_message_and_a_deleted_thread_are_gone_for_all(browser: Browser) -> None:
    async with open_screen(browser) as screen:
        await screen.message("Bruno", "Alice and Bruno").locator(".thread-card").click()
        await expect(screen.message("Bruno", "Welcome @Bruno")).to_be_visible()
        await screen.column("Alice").locator(".place.thread").click()
        menu = await opened(screen.column("Alice").get_by_role("button", name="This channel"))
        await menu.get_by_role("button", name="Delete this thread").click()
        await expect(screen.column("Bruno").locator(".place.thread")).to_have_count(0)
        # Everyone who was in it is back in the channel.
        table = screen.message("Bruno", "Alice and Bruno")
        await expect(table).to_be_visible()
        await expect(table.locator(".thread-card")).to_have_count(0)
        await table.hover()
        menu = await opened(table.get_by_role("button", name="More"))
        await expect(menu.get_by_role("button", name="Delete the message")).to_have_count(0)
        await screen.page.keyboard.press("Escape")
        table = screen.message("Alice", "Alice and Bruno")
        await table.hover()
        menu = await opened(table.get_by_role("button", name="More"))
        await menu.get_by_role("button", name="Delete the message").click()
        await expect(screen.message("Bruno", "Alice and Bruno")).to_have_count(0)
