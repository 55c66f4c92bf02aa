"""Reads, makes and replaces the emojis that the application has on Discord, and uses them in the texts."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.adapter.emojis.names import RETIRED, Wanted, wanted_emojis
from bot.texts import Language, Texts
from bot.work_queue import WorkQueue

_log = logging.getLogger(__name__)
_READ, _UPLOAD = "read", "upload"
_NAME = re.compile(r"(\w+)_([0-9a-f]{4})")
_BAD_REQUEST = 400


@dataclass(frozen=True, slots=True)
class Uploaded:
    """The result of an upload: how many emojis were made, deleted, and left as they were."""

    made: int
    deleted: int
    kept: int


class Emojis:
    """Reads and uploads the application's emojis, and has the texts use them.

    Args:
        client: the client, which has to be logged in before any method is called.
    """

    def __init__(self, client: discord.Client, texts: Texts) -> None:
        self._client = client
        self._texts = texts
        self._reading: WorkQueue[str] = WorkQueue(self._begin, "emojis")

    async def read(self) -> None:
        """Asks Discord which emojis the application has, and has the texts use them.

        Raises:
            HTTPException, OSError: Discord does not return the emojis.
        """
        emojis = await self._client.fetch_application_emojis()
        self._use(emojis, await asyncio.to_thread(wanted_emojis, self._texts) if emojis else {})

    async def upload(self, report: Callable[[str], None] = _log.debug) -> Uploaded:
        """Uploads the missing emojis, deletes outdated and retired ones, and has the texts use the emojis.

        Deletes only emojis that this bot has made.

        Args:
            report: called with the name of each emoji that was made.

        Raises:
            HTTPException, OSError: Discord did not accept an emoji. The next upload continues from there.
        """
        wanted = await asyncio.to_thread(wanted_emojis, self._texts)
        lacking = {each.name: each.picture for signs in wanted.values() for each in signs.values()}
        words = {each.word for signs in wanted.values() for each in signs.values()} | RETIRED
        names = set(lacking)
        emojis = await self._client.fetch_application_emojis()
        for emoji in emojis:
            lacking.pop(emoji.name, None)
        for name, picture in lacking.items():
            image = await asyncio.to_thread(picture.png)
            emojis.append(await self._client.create_application_emoji(name=name, image=image))
            report(name)
        self._use(emojis, wanted)
        user = self._client.user
        older = [
            emoji
            for emoji in emojis
            if emoji.name not in names
            and (match := _NAME.fullmatch(emoji.name))
            and match[1] in words
            and emoji.user is not None
            and emoji.user == user
        ]
        for emoji in older:
            await emoji.delete()
        return Uploaded(len(lacking), len(older), len(names) - len(lacking))

    def is_refused(self, error: Exception) -> bool:
        """Returns whether an error means that Discord refused a message because one of its emojis was deleted.

        If so, begins to `read` in the background. Until that is done, the texts use characters instead of emojis.
        """
        if not isinstance(error, discord.HTTPException) or error.status != _BAD_REQUEST:
            return False
        if "emoji" not in error.text.lower() or not any(self._texts(language).signs for language in Language):
            return False
        _log.warning("an emoji of the application is gone; `python -m bot emojis` makes it again")
        self._texts.use_signs({})
        self.begin()
        return True

    def begin(self, *, upload: bool = False) -> None:
        """Begins to `upload`, or only to `read`, in the background.

        A failure is logged, and the work is tried again later.
        """
        self._reading.wake(_UPLOAD if upload else _READ)

    def stop(self) -> None:
        """Stops reading and uploading."""
        self._reading.stop()
        for task in self._reading.under_way:
            task.cancel()

    async def _begin(self, what: str) -> bool:
        try:
            if what == _UPLOAD:
                changes = await self.upload()
                _log.info("emojis: %d made, %d deleted, %d kept", changes.made, changes.deleted, changes.kept)
            else:
                await self.read()
        except (discord.HTTPException, OSError, TimeoutError) as error:
            _log.warning("Discord does not return the emojis of the application: %s", error)
            return True
        return False

    def _use(self, emojis: Sequence[discord.Emoji], wanted: dict[Language, dict[str, Wanted]]) -> None:
        by_name = {emoji.name: str(emoji) for emoji in emojis}
        # An older picture of a card still shows that card.
        older = {
            match[1]: str(emoji)
            for emoji in sorted(emojis, key=lambda emoji: emoji.id)
            if (match := _NAME.fullmatch(emoji.name))
        }
        self._texts.use_signs(
            {
                language: {
                    key: sign
                    for key, each in signs.items()
                    if (sign := by_name.get(each.name) or older.get(each.word, ""))
                }
                for language, signs in wanted.items()
            }
        )
