"""The gallery: plays real games in the sandbox and makes a picture of every kind of message, for people to look at.

    troupe    people who act on the simulated Discord, and what they see, kept as values
    game      one game, played by presses
    stage     the bot, eight people, seeded random numbers, a clock that stands still
    evening, rooms, forms, pages     the games and pages
    camera    a headless chromium with the sandbox's own page (playwright, an extra)
    sheets    pictures on pages
    film      the moving picture of the README

`collect` needs no browser; `render` and `render_listing` write the files.
"""

from bot.gallery.camera import CameraError
from bot.gallery.render import collect, render, render_listing
from bot.gallery.troupe import Snapshot

__all__ = ["CameraError", "Snapshot", "collect", "render", "render_listing"]
