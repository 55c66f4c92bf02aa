"""A message as it should look, a digest that tells whether it changed, and edits that keep its pictures."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final, TypeAlias, cast

import discord
from discord import ui

from bot.adapter.overtaking import expect_current

_log = logging.getLogger(__name__)
_MARKS: Final = re.compile(r"\\([^A-Za-z0-9\s])|\*\*|^(?:-#|#{1,3}) ", re.MULTILINE)
_PAINTERS: Final = ThreadPoolExecutor(2, thread_name_prefix="painter")
"""Paint beside the event loop. Few: they compete for the interpreter, and hold it for parts of a picture."""

_RINGS: Final = "/"


def plain(text: str) -> str:
    """Returns a text without marks of Discord's markdown, to be read aloud."""
    return _MARKS.sub(lambda mark: mark[1] or "", text)


class _Bytes(io.BytesIO):
    """The bytes of a picture as a file.

    discord.py puts a `close` of its own in place of a file's, and the file's into itself: with it the bytes would stay
    until a full garbage collection.
    """

    def __setattr__(self, name: str, value: object) -> None:
        """Takes no attribute."""

    def close(self) -> None:
        """Does nothing: a request that is tried again reads the bytes once more."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is painted only when it has to be sent.

    Attributes:
        name: the file's name; it says what kind of picture it is, never what is on it.
        scene: what is on it, as a value whose `repr` differs when the picture does.
        paint: makes the bytes.
        about: its description, where no component shows it with one: in a file.
    """

    name: str
    scene: object
    paint: Callable[[], bytes]
    about: str = ""
    _painted: list[bytes] = field(default_factory=list, init=False, repr=False, compare=False)

    def gallery(self, alt: str) -> ui.MediaGallery[Any]:
        """The component that shows it, with its description for those who listen."""
        return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{self.name}", description=plain(alt)))

    async def file(self) -> discord.File:
        """The picture, to be sent: painted in a worker thread at first use."""
        if not self._painted:
            self._painted.append(await asyncio.get_running_loop().run_in_executor(_PAINTERS, self.paint))
        return discord.File(_Bytes(self._painted[0]), self.name, description=plain(self.about) or None)


@dataclass(frozen=True, slots=True)
class Message:
    """A message, drawn.

    Attributes:
        view: its components, made by `layout`, so that discord.py keeps nothing of it.
        pictures: the pictures that the components refer to.
        mentions: whom the message may ring for.
        role_mentions: the roles that it may ring for.
        passing: whether a deleted message is not sent again.
        ring: why the reader has to hear of it now: where the message was last sent for another reason, a new one takes
            its place. Empty: an edit will do.
        silent: whether no one is notified of it, whatever they have chosen for the channel.
        digest: differs when what is seen differs.
        pictured: differs when the pictures differ; empty without any.
        mark: a part of it, the id of the first component: Discord says it of a message that was sent before.
    """

    view: Layout
    pictures: tuple[Picture, ...] = ()
    mentions: tuple[int, ...] = ()
    role_mentions: tuple[int, ...] = ()
    passing: bool = False
    ring: str = ""
    silent: bool = False
    digest: str = field(init=False)
    pictured: str = field(init=False)
    mark: int = field(init=False)

    def __post_init__(self) -> None:
        components: Any = self.view.to_components()
        scenes = [repr(picture.scene) for picture in self.pictures]
        names = "/".join(picture.name for picture in self.pictures)
        pictured = blake2b(f"{names}{scenes}".encode(), digest_size=12).hexdigest() if scenes else ""
        object.__setattr__(self, "pictured", pictured)
        seen = [components, scenes]
        text = json.dumps(seen, sort_keys=True, default=str)
        digest = blake2b(text.encode(), digest_size=12)
        object.__setattr__(
            self, "digest", f"{digest.hexdigest()}{_RINGS}{self.ring}" if self.ring else digest.hexdigest()
        )
        # Below 2^31, and above the small numbers that Discord gives to the other components.
        object.__setattr__(self, "mark", int.from_bytes(digest.digest()[:4]) % 2**30 + 2**30)
        for first in components[:1]:
            first["id"] = self.mark

    def rings_over(self, shown: str) -> bool:
        """Whether it rings for something that the message with the digest `shown` did not ring for."""
        return bool(self.ring) and shown.partition(_RINGS)[2] != self.ring

    async def files(self) -> list[discord.File]:
        """The pictures, painted."""
        return [await picture.file() for picture in self.pictures]

    def is_shown_by(self, message: discord.Message) -> bool:
        """Whether a message shows this drawing, and not an earlier or later one of the same slot."""
        return any(getattr(component, "id", None) == self.mark for component in message.components[:1])

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Returns the people and roles for which the message rings."""
        users: Sequence[discord.Object] = [discord.Object(user) for user in self.mentions]
        roles: Sequence[discord.Object] = [discord.Object(role) for role in self.role_mentions]
        return discord.AllowedMentions(everyone=False, roles=roles or False, replied_user=False, users=users or False)


Attachments: TypeAlias = Sequence[discord.File | discord.Attachment]
Edit: TypeAlias = Callable[[Attachments], Awaitable[discord.Message]]
"""Makes the request, with new and kept attachments; returns the message as Discord has it."""
_MOST: Final = 4096
_BAD_REQUEST: Final = 400


@dataclass(frozen=True, slots=True)
class _Kept:
    """An attachment that stays, named by its id: discord.py would send fields that no request has."""

    id: int

    def to_dict(self) -> dict[str, int]:
        """As it stands in a request."""
        return {"id": self.id}


class Uploads:
    """The attachments of messages, as far as this process knows them."""

    def __init__(self) -> None:
        self._shown: dict[Hashable, tuple[str, list[_Kept]]] = {}
        self._refused = False

    async def edit(self, key: Hashable, drawing: Message, request: Edit) -> None:
        """Edits a message; pictures that have not changed stay, unless Discord has refused that before.

        Args:
            key: names the message.

        Raises:
            HTTPException: Discord refused it; the next edit sends all pictures.
            Overtaken: a press has overtaken the drawing; nothing was sent.
        """
        pictures, attachments = self._shown.get(key, ("", []))
        kept = bool(attachments) and pictures == drawing.pictured and not self._refused
        files = None if kept else await drawing.files()
        expect_current()
        # Forgotten meanwhile: what a failed request has left is not known.
        self._shown.pop(key, None)
        if files is not None:
            self.note_sent(key, drawing, await request(files))
            return
        try:
            message = await request(cast(Attachments, attachments))
        except discord.HTTPException as error:
            if error.status != _BAD_REQUEST:
                raise
            message = await request(await drawing.files())
            # Discord will not keep pictures so. A second request for each edit would cost more than they do.
            self._refused = True
            _log.warning("pictures are sent with each edit from now on: Discord keeps none (%s)", error)
        self.note_sent(key, drawing, message)

    def forget(self, key: Hashable) -> None:
        """Drops the attachments of a message that is edited no more."""
        self._shown.pop(key, None)

    def note_sent(self, key: Hashable, drawing: Message, message: discord.Message) -> None:
        """Remembers the attachments of a message that shows a drawing."""
        kept = [_Kept(number) for number in _files_shown(message.components)]
        if drawing.pictures and len(kept) == len(drawing.pictures):
            while len(self._shown) >= _MOST:
                del self._shown[next(iter(self._shown))]
            self._shown[key] = (drawing.pictured, kept)


def _files_shown(components: Iterable[object]) -> Iterator[int]:
    """Yields the ids of the uploaded files that components show: Discord lists none of them among the attachments."""
    for component in components:
        match component:
            case discord.Container(children=children):
                yield from _files_shown(children)
            case discord.MediaGalleryComponent(items=items):
                yield from (item.media.attachment_id for item in items if item.media.attachment_id is not None)
            case discord.FileComponent(media=media) if media.attachment_id is not None:
                yield media.attachment_id


class Layout(ui.LayoutView):
    """Components as they are sent. discord.py does not keep it: the router knows a press by its id.

    The items, which refer to each other in circles, are let go at once: a decision draws three layouts, and what they
    leave behind would stay until a full garbage collection.
    """

    def __init__(self, items: Iterable[ui.Item[Any]]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self._components: list[dict[str, Any]] = super().to_components()  # type: ignore[no-untyped-call]  # untyped there
        for item in list(self.walk_children()):
            if isinstance(item, ui.Container | ui.ActionRow | ui.Section):
                item.clear_items()
        self.clear_items()

    def to_components(self) -> list[dict[str, Any]]:
        """The components, always the same list."""
        return self._components

    def has_components_v2(self) -> bool:
        """True: there is no other layout."""
        return True

    def is_finished(self) -> bool:
        """True from the beginning; `stop` would do nothing for a layout that was made in another thread."""
        return True


def layout(*items: ui.Item[Any] | None) -> Layout:
    """A layout of these items, from top to bottom; None is left out. The items serve for no other."""
    return Layout(item for item in items if item is not None)


def note(text: str) -> Layout:
    """Returns a layout of one text."""
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return layout(item)
