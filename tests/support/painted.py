"""Keeps the pictures that tests have painted. Most tests show the same few hands to the same people.

A fifth of the processor time of the tests that drive the bot was the painting of pictures that the same process had
painted before. Two pictures are the same if their names and scenes are the same; so the bot itself decides whether a
message needs a new picture.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import discord
import pytest

from bot.adapter.message import Picture

_MOST: Final = 1_000
"""Some 35 MB."""


def keep_pictures(patch: pytest.MonkeyPatch) -> None:
    """Lets `Picture.file` of the bot's own scenes return the bytes that it has painted for the same scene before."""
    kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
    at_first = Picture.file

    async def file(picture: Picture) -> discord.File:
        if not type(picture.scene).__module__.startswith("bot."):
            return await at_first(picture)  # a test's own picture
        key = picture.name, repr(picture.scene)
        if not picture._painted and key in kept:
            picture._painted.append(kept[key])
        made = await at_first(picture)
        kept[key] = picture._painted[0]
        kept.move_to_end(key)
        if len(kept) > _MOST:
            kept.popitem(last=False)
        return made

    patch.setattr(Picture, "file", file)
