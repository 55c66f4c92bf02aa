"""A message as it should look: components, a picture, and a digest that tells whether it changed."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import discord
from discord import ui

__all__ = ["Message", "Picture", "layout", "note"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is painted only when it has to be sent.

    Attributes:
        name: the file's name; it says what kind of picture it is, never what is on it.
        scene: what is on it, as a value whose `repr` differs when the picture does.
        paint: makes the bytes.
    """

    name: str
    scene: object
    paint: Callable[[], bytes]

    def gallery(self, alt: str) -> ui.MediaGallery[Any]:
        """The component that shows it, with its description for those who listen."""
        return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{self.name}", description=alt))

    def file(self) -> discord.File:
        """The painted picture, to be sent."""
        return discord.File(io.BytesIO(self.paint()), self.name)


@dataclass(frozen=True, slots=True)
class Message:
    """A message, drawn.

    Attributes:
        view: its components; only dynamic items in it can be pressed, so discord.py keeps nothing of it.
        pictures: the pictures that the components refer to.
        mentions: whom the message may ring for.
        passing: whether a deleted message is not sent again.
        digest: differs when what is seen differs.
        mark: a part of it, the id of the first component: Discord says it of a message that was sent before.
    """

    view: ui.LayoutView
    pictures: tuple[Picture, ...] = ()
    mentions: tuple[int, ...] = ()
    passing: bool = False
    digest: str = field(init=False)
    mark: int = field(init=False)

    def __post_init__(self) -> None:
        components: Any = self.view.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it untyped
        seen = [components, [repr(picture.scene) for picture in self.pictures]]
        text = json.dumps(seen, sort_keys=True, default=str)
        digest = blake2b(text.encode(), digest_size=12)
        object.__setattr__(self, "digest", digest.hexdigest())
        # Below 2^31, and above the small numbers that Discord gives to the other components.
        object.__setattr__(self, "mark", int.from_bytes(digest.digest()[:4]) % 2**30 + 2**30)
        for first in self.view.children[:1]:
            first.id = self.mark

    def files(self) -> list[discord.File]:
        """The pictures, painted."""
        return [picture.file() for picture in self.pictures]

    def is_shown_by(self, message: discord.Message) -> bool:
        """Whether a message shows this drawing, and not an earlier or later one of the same slot."""
        return any(getattr(component, "id", None) == self.mark for component in message.components[:1])

    def allowed(self) -> discord.AllowedMentions:
        """Returns the people for whom the message rings."""
        users: Sequence[discord.Object] = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)


def layout(*items: ui.Item[Any] | None) -> ui.LayoutView:
    """A layout of these items, from top to bottom; None is left out."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        if item is not None:
            view.add_item(item)
    return view


def note(text: str) -> ui.LayoutView:
    """Returns a layout of one text."""
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return layout(item)
