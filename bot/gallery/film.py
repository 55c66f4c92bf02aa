"""Makes the moving picture of the README: one deal, with the table that everyone sees next to the hand that only Alice
sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from bot.adapter.custom_ids import Verb
from bot.gallery.camera import Camera
from bot.gallery.game import Game, pack
from bot.gallery.stage import Packs, open_stage
from bot.gallery.troupe import Snapshot, Troupe, presses
from bot.texts import Language

if TYPE_CHECKING:
    from playwright.async_api import Browser

Frame = tuple[Snapshot, Snapshot, str]
"""One picture of the film: the table, Alice's hand, and the `custom_id` of the button that Alice presses next.

The id is empty if Alice presses no button.
"""
_WIDTH, _HEIGHT, _GAP, _HEAD = 400, 560, 12, 44
_GROUND, _INK, _GOLD = (18, 21, 20), (232, 236, 233), (224, 184, 96)
_FRAME_MS, _LAST_MS = 1500, 5000
_FIRST_SEED = 7


async def make(browser: Browser, target: Path) -> None:
    """Plays the deal and writes it as a moving picture."""
    # A cut decides who leads: with half of the seeds, Alice does.
    for seed in count(_FIRST_SEED):
        async with open_stage(Language.ENGLISH, seed, faces=True) as (troupe, packs):
            if frames := await _play(troupe, packs):
                break
    await _develop(browser, frames, target)


async def _play(troupe: Troupe, packs: Packs) -> list[Frame]:
    """Plays a deal in which Alice proposes, exchanges, announces the king and wins.

    Returns:
        The frames, or none if Bruno leads.
    """
    await troupe.slash("alice", "ecarte challenge", member="bruno", stake=50)
    game = Game(troupe, troupe.public())
    await troupe.press("bruno", troupe.public(), Verb.ACCEPT)
    for number, who in enumerate(("chloe", "david")):
        presets = await troupe.press(who, troupe.table(), Verb.BET, number)
        await troupe.press(who, presets, Verb.BET_AMOUNT, 1)
    packs.append(pack("7S 8S 9H 8C QD", "7H TH JS 7C 9D", "JD", "KD AS KH TS QC"))
    await game.deal()
    reel = _Reel(troupe, game)
    if (await game.roles())[0] != "alice":
        return []
    await reel.press(Verb.PROPOSE)
    await game.say("bruno", Verb.GIVE)
    for card in (("7S",), ("7S", "8S"), ("7S", "8S", "8C")):
        await reel.take()
        await game.pick("alice", card)
    await reel.press(Verb.DISCARD)
    await game.exchange("bruno", ("7H", "7C"))
    await reel.press(Verb.KING)
    for mine, theirs in (("AS", "JS"), ("", "QC"), ("KH", "TH"), ("KD", "9D")):
        if mine:
            await reel.play(mine)
            await game.play("bruno", theirs)
        else:
            await game.play("bruno", theirs)
            await reel.play("QD")
    await game.to_end_of_deal()
    await reel.take()
    return reel.frames


class _Reel:
    """Takes frames while Alice plays."""

    def __init__(self, troupe: Troupe, game: Game) -> None:
        self._troupe = troupe
        self._game = game
        self.frames: list[Frame] = []

    async def take(self, marked: str = "") -> None:
        """Takes a frame."""
        tables = [message for message in self._troupe.messages("alice", "thread") if message["attachments"]]
        hand = self._troupe.hand("alice")
        self.frames.append(
            (self._troupe.see("table", "chloe", tables[-1]), self._troupe.see("hand", "alice", hand), marked)
        )

    async def press(self, verb: Verb, argument: str | None = None) -> None:
        """Takes a frame with the button framed, then presses it."""
        hand = self._troupe.hand("alice")
        buttons = presses(hand, verb, argument=argument)
        if not buttons:
            raise ValueError(f"Alice's hand offers no {verb.value}")
        await self.take(buttons[0])
        await self._troupe.press("alice", hand, verb, argument=argument)

    async def play(self, card: str) -> None:
        """Takes a frame with the card framed, then plays it."""
        places = (await self._game.hand_of("alice")).view.places
        place = next(number for number, held in enumerate(places) if str(held) == card)
        await self.press(Verb.PLAY, str(place))


async def _develop(browser: Browser, frames: Sequence[Frame], target: Path) -> None:
    """Writes the frames as a moving picture."""
    page = await browser.new_page(viewport={"width": _WIDTH, "height": 3200}, locale="en-GB")
    camera = Camera(page)
    await camera.open()
    shown = [
        _side_by_side(await camera.take(table), await camera.take(hand, marked=marked))
        for table, hand, marked in frames
    ]
    await page.close()
    times = [*[_FRAME_MS] * (len(shown) - 1), _LAST_MS]
    first, *rest = shown
    target.parent.mkdir(parents=True, exist_ok=True)
    first.save(target, save_all=True, append_images=rest, duration=times, loop=0, quality=70)


def _side_by_side(table: Image.Image, hand: Image.Image) -> Image.Image:
    frame = Image.new("RGB", (2 * _WIDTH + 3 * _GAP, _HEIGHT + _HEAD + _GAP), _GROUND)
    draw = ImageDraw.Draw(frame)
    for number, (title, picture) in enumerate((("The table", table), ("Alice’s hand", hand))):
        left = _GAP + number * (_WIDTH + _GAP)
        draw.text((left, 10), title, fill=_GOLD if number else _INK, font=ImageFont.load_default(20))
        frame.paste(picture.crop((0, 0, min(picture.width, _WIDTH), min(picture.height, _HEIGHT))), (left, _HEAD))
    return frame
