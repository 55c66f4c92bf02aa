"""Makes `deal.webp`, the moving picture of the README: one deal, played in the sandbox by a browser.

    python -m docs.pictures.make

Needs the extra `dev` and a chromium (CHROMIUM names another one). Left is the table as everyone sees it, right the hand
that Alice alone sees. The cards are new at each run.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Locator, Page, expect, sync_playwright

TARGET = Path(__file__).with_name("deal.webp")
PANEL, GAP, HEAD = (452, 640), 12, 44
GROUND, INK, GOLD = (18, 21, 20), (232, 236, 233), (224, 184, 96)
FRAME_MS, LAST_MS = 1500, 5000
SETTLED_MS = 600
PLAYERS = ("Alice", "Bruno")


class Film:
    """A browser on the sandbox, and the frames taken so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []
        self.table = self.main("Alice").last

    def main(self, name: str) -> Locator:
        """The messages in the channel or thread that a person has open."""
        return self.page.get_by_role("region", name=name, exact=True).locator(".pane.main .message")

    def hand(self, name: str) -> Locator:
        """The newest private message of a person."""
        return self.page.get_by_role("region", name=name, exact=True).locator(".pane.dm .message").last

    def take(self) -> None:
        """Takes a frame: table and hand side by side."""
        self.page.mouse.move(0, 0)
        # The table and both hands are drawn by different messages: let all of them arrive.
        self.page.wait_for_timeout(SETTLED_MS)
        frame = Image.new("RGB", (2 * PANEL[0] + 3 * GAP, PANEL[1] + HEAD + GAP), GROUND)
        draw = ImageDraw.Draw(frame)
        for number, (title, message) in enumerate((("The table", self.table), ("Alice's hand", self.hand("Alice")))):
            left = GAP + number * (PANEL[0] + GAP)
            draw.text((left, 10), title, fill=GOLD if number else INK, font=ImageFont.load_default(20))
            message = message.locator(".container")
            if message.count():
                message.scroll_into_view_if_needed()
                box = message.bounding_box()
                assert box is not None
                width, height = min(box["width"], PANEL[0]), min(box["height"], PANEL[1])
                shot = self.page.screenshot(clip={"x": box["x"], "y": box["y"], "width": width, "height": height})
                frame.paste(Image.open(io.BytesIO(shot)), (left, HEAD))
        self.frames.append(frame)

    def press(self, button: Locator) -> None:
        """Presses a button, which is marked on the frame taken before; returns when it has been answered."""
        component = button.get_attribute("data-component")
        button.evaluate("node => { node.style.outline = '3px solid #e0b860'; node.style.outlineOffset = '2px'; }")
        self.take()
        button.click()
        expect(self.page.locator(f'[data-component="{component}"]:not([disabled])')).to_have_count(0)


def offered(place: Locator, verb: str) -> Locator:
    """The enabled buttons of a verb below a place of the page."""
    return place.locator(f'[data-component^="ecb:{verb}:"]:not([disabled])')


def film_a_deal(film: Film) -> None:
    """Bets, deals, and plays until the first deal is scored."""
    page = film.page
    offered(film.main("Bruno"), "accept").click()
    for number, name in enumerate(("Chloé", "David")):
        backer = page.get_by_role("region", name=name, exact=True)
        backer.locator(".place", has_text="Bruno").click()
        offered(backer, "bet").nth(number).click()
        backer.get_by_role("dialog").locator("input").fill("25")
        backer.get_by_role("dialog").get_by_role("button", name="Submit").click()
        expect(film.table).to_contain_text(name)
    film.take()
    for name in PLAYERS:
        offered(film.main(name), "cards").last.click()
    expect(page.locator('.pane.dm .message:last-of-type [data-component^="ecb:play:"]').first).to_be_visible()
    film.table = page.locator(f'[data-message="{film.table.get_attribute("data-message")}"]').first
    scored = film.table.get_by_text("scores")
    while not scored.count():
        act(film)
    film.take()


def act(film: Film) -> None:
    """One decision of the player who is to act: proposes once, gives cards, discards, plays the first lawful card."""
    for name in PLAYERS:
        hand = film.hand(name)
        if hand.locator(".select").count():
            discard(film, hand)
            return
        for verb in ("give", "play") if "proposed" in film.table.inner_text() else ("propose", "give"):
            if offered(hand, verb).count():
                film.press(offered(hand, verb).first)
                return
    film.page.wait_for_timeout(50)


def discard(film: Film, hand: Locator) -> None:
    """Picks up to three cards that are neither trumps nor kings, and confirms."""
    trumps = re.search(r"Trumps\s+(\S)", hand.inner_text())
    assert trumps is not None
    kept = re.compile(f"{trumps[1]}|King")
    hand.locator(".select").click()
    options = film.page.locator("#layer .popup").get_by_role("option")
    picked = 0
    for option in options.all():
        if picked < 3 and not kept.search(option.inner_text()) and option.is_enabled():
            option.click()
            picked += 1
    film.page.locator("#layer .popup .confirm").click()
    confirm = hand.locator('.success[data-component^="ecb:discard:"]')
    expect(confirm).to_contain_text(str(picked))
    film.press(confirm)


@contextmanager
def sandbox() -> Iterator[str]:
    """The sandbox in a process of its own; gives its address."""
    command = [sys.executable, "-m", "bot", "sandbox", "--port", "0"]
    settings = {**os.environ, "ECARTE_CUT_SECONDS": "0"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            if address is None:
                raise RuntimeError("the sandbox did not start")
            yield address[0]
        finally:
            process.terminate()


def main() -> None:
    """Makes the picture."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sandbox() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 2000, "height": 3000}, locale="en-US")
        page.goto(address)
        film = Film(page)
        film_a_deal(film)
        browser.close()
    times = [*[FRAME_MS] * (len(film.frames) - 1), LAST_MS]
    first, *rest = film.frames
    first.save(TARGET, save_all=True, append_images=rest, duration=times, loop=0, quality=70, method=6)
    print(f"{TARGET.name}: {len(times)} frames, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
