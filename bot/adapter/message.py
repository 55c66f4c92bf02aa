"""Messages with their pictures, ready to be sent, and edits of sent messages.

A digest (a hash of the content) tells whether a message has changed. An edit does not upload unchanged pictures again.
"""

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
"""The threads that paint pictures while the event loop runs. More threads would compete with the loop for the GIL."""

_RINGS: Final = "/"


def plain(text: str) -> str:
    """Returns a text without the marks of Discord's markdown, for screen readers."""
    return _MARKS.sub(lambda mark: mark[1] or "", text)


class _Bytes(io.BytesIO):
    """The bytes of a picture as a file.

    discord.py replaces the `close` of a file by its own, and keeps the file's method. This reference circle would keep
    the bytes until a full garbage collection. So this class ignores the replacement.
    """

    def __setattr__(self, name: str, value: object) -> None:
        """Ignores the attribute."""

    def close(self) -> None:
        """Does nothing, since a repeated request reads the bytes again."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is painted only when it has to be sent.

    Attributes:
        name: the name of the file. It names the kind of the picture, never its content.
        scene: what the picture shows, as a value. Two pictures are the same if the `repr` of their scenes is the same.
        paint: returns the bytes of the picture.
        about: the description of a picture that is sent as a file. Empty if a component shows and describes it.
    """

    name: str
    scene: object
    paint: Callable[[], bytes]
    about: str = ""
    _painted: list[bytes] = field(default_factory=list, init=False, repr=False, compare=False)

    def gallery(self, alt: str) -> ui.MediaGallery[Any]:
        """Returns the component that shows the picture, with a description for screen readers."""
        return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{self.name}", description=plain(alt)))

    async def file(self) -> discord.File:
        """Returns the picture as a file. A worker thread paints it at the first call."""
        if not self._painted:
            self._painted.append(await asyncio.get_running_loop().run_in_executor(_PAINTERS, self.paint))
        return discord.File(_Bytes(self._painted[0]), self.name, description=plain(self.about) or None)


@dataclass(frozen=True, slots=True)
class Message:
    """A message that is ready to be sent: components, pictures, and whom it notifies.

    Attributes:
        view: the components, made by `layout`, so that discord.py keeps none of them.
        pictures: the pictures that the components refer to.
        mentions: the ids of the people whom Discord may notify.
        role_mentions: the ids of the roles whose members Discord may notify.
        passing: True: if a person deletes the message, it is not sent again.
        ring: the reason to notify the reader now. If the existing message has another reason, a new message replaces
            it, since an edit notifies no one. Empty if an edit is enough.
        silent: whether the message is sent without a notification to anyone, even to people who have notifications for
            the whole channel.
        digest: a digest of everything that readers see.
        pictured: a digest of the pictures. Empty if there are none.
        mark: thirty bits of the digest, sent as the id of the first component, so that Discord's copy of a message
            tells which version it shows.
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
        # The id is below 2^31, and above the small numbers that Discord gives to the other components.
        object.__setattr__(self, "mark", int.from_bytes(digest.digest()[:4]) % 2**30 + 2**30)
        for first in components[:1]:
            first["id"] = self.mark

    def rings_over(self, shown: str) -> bool:
        """Returns whether this message has to notify its reader for a new reason.

        `shown` is the digest of the message that the reader has.
        """
        return bool(self.ring) and shown.partition(_RINGS)[2] != self.ring

    async def files(self) -> list[discord.File]:
        """Returns the pictures as files, painted."""
        return [await picture.file() for picture in self.pictures]

    def is_shown_by(self, message: discord.Message) -> bool:
        """Returns whether a message on Discord shows exactly this content, not an earlier or later version of it."""
        return any(getattr(component, "id", None) == self.mark for component in message.components[:1])

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Returns the people and roles whom Discord may notify, as discord.py takes them."""
        users: Sequence[discord.Object] = [discord.Object(user) for user in self.mentions]
        roles: Sequence[discord.Object] = [discord.Object(role) for role in self.role_mentions]
        return discord.AllowedMentions(everyone=False, roles=roles or False, replied_user=False, users=users or False)


Attachments: TypeAlias = Sequence[discord.File | discord.Attachment]
Edit: TypeAlias = Callable[[Attachments], Awaitable[discord.Message]]
"""Sends an edit to Discord with these attachments: new files, or the ids of files to keep.

Returns the message as Discord has stored it.
"""
_MOST: Final = 4096
_BAD_REQUEST: Final = 400


@dataclass(frozen=True, slots=True)
class _Attachment:
    """An attachment that stays, named only by its id. discord.py would send fields that no request has."""

    id: int

    def to_dict(self) -> dict[str, int]:
        """Returns the attachment as a request names it."""
        return {"id": self.id}


class Uploads:
    """Edits messages, and remembers their pictures, so that an edit does not upload unchanged pictures again."""

    def __init__(self) -> None:
        self._shown: dict[Hashable, tuple[str, list[_Attachment]]] = {}
        self._refused = False

    async def edit(self, key: Hashable, drawing: Message, request: Edit) -> None:
        """Edits a message. Unchanged pictures are not uploaded again, unless Discord has once refused such an edit.

        Args:
            key: names the message. Its attachments are remembered under this key.

        Raises:
            HTTPException: Discord refused the edit. The next edit sends all pictures.
            Overtaken: a press has overtaken the drawing. Nothing was sent.
        """
        pictures, attachments = self._shown.get(key, ("", []))
        keeps = bool(attachments) and pictures == drawing.pictured and not self._refused
        files = None if keeps else await drawing.files()
        expect_current()
        # The entry is dropped during the request, since the attachments after a failed request are not known.
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
            # Discord does not keep pictures this way. Sending them costs less than a second request for each edit.
            self._refused = True
            _log.warning("each edit sends all pictures from now on: Discord keeps none (%s)", error)
        self.note_sent(key, drawing, message)

    def forget(self, key: Hashable) -> None:
        """Forgets the attachments of a message that is not edited any more."""
        self._shown.pop(key, None)

    def note_sent(self, key: Hashable, drawing: Message, message: discord.Message) -> None:
        """Remembers the attachments of a message that was just sent or edited, for the next edit."""
        attachments = [_Attachment(number) for number in _files_shown(message.components)]
        if drawing.pictures and len(attachments) == len(drawing.pictures):
            while len(self._shown) >= _MOST:
                del self._shown[next(iter(self._shown))]
            self._shown[key] = (drawing.pictured, attachments)


def _files_shown(components: Iterable[object]) -> Iterator[int]:
    """Yields the ids of the uploaded files that components show. Discord lists none of them as attachments."""
    for component in components:
        match component:
            case discord.Container(children=children):
                yield from _files_shown(children)
            case discord.MediaGalleryComponent(items=items):
                yield from (item.media.attachment_id for item in items if item.media.attachment_id is not None)
            case discord.FileComponent(media=media) if media.attachment_id is not None:
                yield media.attachment_id


class Layout(ui.LayoutView):
    """The components of a message as plain data. discord.py is made not to keep the layout in memory, since the router
    needs only the id of a pressed item.
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
        """Returns the components as data. Each call returns the same list."""
        return self._components

    def has_components_v2(self) -> bool:
        """Returns True, since every layout uses this version of components."""
        return True

    def is_finished(self) -> bool:
        """Returns True, so that discord.py never keeps the layout.

        Calling `stop` would not do: it has no effect on a layout that was made in a thread.
        """
        return True


def layout(*items: ui.Item[Any] | None) -> Layout:
    """Returns a layout of these items, from top to bottom. Leaves out items that are None.

    The items cannot be used again.
    """
    return Layout(item for item in items if item is not None)


def note(text: str) -> Layout:
    """Returns a layout of one text."""
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return layout(item)
