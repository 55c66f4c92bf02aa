"""Plays all scenes of the gallery, takes the pictures and writes them to files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from bot.gallery import evening, film, forms, pages, rooms
from bot.gallery.camera import Camera, open_camera
from bot.gallery.sheets import Shot, overview, poster, sheets
from bot.gallery.stage import open_stage
from bot.gallery.troupe import Snapshot
from bot.texts import Language

if TYPE_CHECKING:
    from playwright.async_api import Browser, ViewportSize

#: The widths of the screens, with the columns of their pages.
WIDTHS: Mapping[int, int] = {390: 4, 768: 3, 1280: 3}
#: The messages of a game, in the order in which they come: they stand together on the overviews.
GAME = (
    *("challenge", "challenge-fair", "challenge-accepted", "table-bets", "bet-presets", "bet-form", "bet-placed"),
    *("table-dealt", "hand-first", "backer-lead", "hand-answer", "hand-discard-picked", "table-trick"),
    *("hand-must-win", "hand-king", "table-king", "table-deal-over", "hand-deal-over", "hand-waiting-reply"),
    *(
        "table-game-over",
        "hand-game-over-alice",
        "direct-game-over-alice",
        "chair-offered",
        "house-asks",
        "house-answer",
    ),
)
#: The five messages with which docs/playing.md begins, in English on a phone.
GUIDE = ("challenge", "hand-first", "table-trick", "backer-lead", "direct-game-over-alice")
#: The five messages of docs/listing.md.
LISTING = ("table-bets", "hand-first", "table-trick", "backer-lead", "table-game-over")
#: The width of the screen on which they are shown.
_LISTING_WIDTH = 768
#: The widths of which there is an overview: its columns, and its scale.
_OVERVIEWS = {390: (7, 0.55), 1280: (6, 0.45)}
_SEEDS = (7, 8, 9)
_FILM = "deal.webp"


async def collect(language: Language, *, faces: bool = False) -> tuple[list[Snapshot], dict[str, str]]:
    """Plays all scenes in one language, and collects the messages to show.

    Args:
        faces: whether people have avatars. If not, pictures show the first letters of their names.

    Returns:
        The messages to show, as their readers saw them, sorted by the groups of pictures to which they belong. Also, by
        its key, the reason for each message that could not be reached.
    """
    sights: list[Snapshot] = []
    missing: dict[str, str] = {}
    async with open_stage(language, _SEEDS[0], faces=faces) as (troupe, packs):
        await evening.play(troupe, packs)
        await pages.play(troupe)
        sights += troupe.sights
        missing |= troupe.missing
    async with open_stage(language, _SEEDS[1], faces=faces) as (troupe, _):
        await rooms.play(troupe)
        sights += troupe.sights
        missing |= troupe.missing
    async with open_stage(language, _SEEDS[2], faces=faces) as (troupe, _):
        await forms.play(troupe)
        sights += troupe.sights
        missing |= troupe.missing
    sights.sort(key=lambda sight: sight.group)
    return sights, missing


async def render(folder: Path, languages: Sequence[Language]) -> None:
    """Writes all pictures of the gallery.

    These are a picture of each message, pages that show many messages, overviews of a game, a moving picture of a deal,
    and the five pictures at the beginning of docs/playing.md.

    The files are `FOLDER/en/390/table-dealt.png`, `FOLDER/en-390-table-1.png`, `FOLDER/en-390.png`, `FOLDER/deal.webp`,
    `FOLDER/playing-1.webp`.

    Raises:
        CameraError: playwright or a chromium is missing.
    """
    async with open_camera() as browser:
        await film.make(browser, folder / _FILM)
        print(f"{_FILM}: {(folder / _FILM).stat().st_size:,} bytes")
        for language in languages:
            sights, missing = await collect(language, faces=True)
            for key, why in missing.items():
                print(f"{language.value}: {key} is missing: {why}")
            for width in WIDTHS:
                await _at_width(browser, folder, language, width, sights)
                print(f"{language.value}, {width} px: {len(sights)} messages")


async def render_listing(folder: Path, languages: Sequence[Language]) -> None:
    """Writes five pictures for Discord's App Directory in each language: `FOLDER/listing-en-1.png`.

    Raises:
        CameraError: playwright or a chromium is missing.
    """
    _make(folder)
    async with open_camera() as browser:
        for language in languages:
            async with open_stage(language, _SEEDS[0], faces=True) as (troupe, packs):
                await evening.play(troupe, packs)
            sights = {sight.key: sight for sight in troupe.sights}
            viewport: ViewportSize = {"width": _LISTING_WIDTH, "height": 3200}
            page = await browser.new_page(viewport=viewport, locale=_locale(language), device_scale_factor=2)
            camera = Camera(page)
            await camera.open()
            for number, key in enumerate(LISTING, 1):
                if key not in sights:
                    print(f"{language.value}: {key} is missing: {troupe.missing.get(key)}")
                    continue
                picture = await camera.take(sights[key])
                poster(picture).save(folder / f"listing-{language.value}-{number}.png", optimize=True)
            await page.close()


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def _locale(language: Language) -> str:
    return "en-GB" if language is Language.ENGLISH else language.value


async def _at_width(browser: Browser, folder: Path, language: Language, width: int, sights: Sequence[Snapshot]) -> None:
    page = await browser.new_page(viewport={"width": width, "height": 3200}, locale=_locale(language))
    camera = Camera(page)
    await camera.open()
    place = folder / language.value / str(width)
    place.mkdir(parents=True, exist_ok=True)
    name = f"{language.value}-{width}"
    shots: dict[str, Shot] = {}
    for group, members in groupby(sights, lambda sight: sight.group):
        here = []
        for sight in members:
            picture = await camera.take(sight)
            picture.save(place / f"{sight.key}.png")
            shots[sight.key] = Shot(sight.key, picture)
            here.append(Shot(f"{sight.key} · {sight.reader}", picture))
        title = f"{group} · {language.value} · {width} px"
        for number, sheet in enumerate(sheets(title, here, WIDTHS[width]), 1):
            sheet.save(folder / f"{name}-{group}-{number}.png", optimize=True)
    if width in _OVERVIEWS:
        game = [shots[key] for key in GAME if key in shots]
        overview(f"{width} px", game, *_OVERVIEWS[width]).save(folder / f"{name}.png", optimize=True)
    if (language, width) == (Language.ENGLISH, min(WIDTHS)):
        for number, key in enumerate(GUIDE, 1):
            shots[key].picture.save(folder / f"playing-{number}.webp", quality=80, method=6)
    await page.close()
