"""Private pages that follow what others do.

Discord lets the bot edit a private page in a channel by the token of its reader's last press, for a quarter of an hour.
The bot keeps these tokens in memory. After a restart, or when the time is over, a page stands still until its reader
presses something on it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

import discord

from bot.adapter.answer import NETWORK, TOKEN_MS, Answer, Token, Unanswered, is_transient
from bot.adapter.message import Message

_log = logging.getLogger(__name__)
_PRESENT_MS: Final = 5 * 60_000
"""A reader who has pressed something within this time is taken to have the page before them."""


class PageKey(NamedTuple):
    """Names a page.

    Attributes:
        subject: what the page is about, such as a match. Unique in the bot.
        reader: the id of its reader.
    """

    subject: str
    reader: int


@dataclass(frozen=True, slots=True)
class _OpenPage:
    token: Token
    message_id: int
    draw: Callable[[], Awaitable[Message]]


class OpenPages:
    """The private pages that can be edited. Each reader has one page about a subject.

    Args:
        now: returns the present moment, in epoch milliseconds.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._pages: dict[PageKey, _OpenPage] = {}
        self._turns: WeakValueDictionary[PageKey, asyncio.Lock] = WeakValueDictionary()

    def turn(self, key: PageKey) -> asyncio.Lock:
        """Returns the lock of a page. Read the state and draw the page only while you hold it, so that an older drawing
        never takes the place of a newer one.
        """
        return self._turns.setdefault(key, asyncio.Lock())

    async def keep(
        self,
        key: PageKey,
        interaction: discord.Interaction[Any],
        answer: Answer,
        message_id: int | None,
        draw: Callable[[], Awaitable[Message]],
    ) -> None:
        """Remembers a page that was just shown to its reader alone. Deletes the reader's earlier page, if that is
        another message.

        Args:
            interaction: the command or press that the page answers.
            answer: the answer to that command or press.
            message_id: the id of the page's message. If it is None, because the message is not known, nothing changes.
            draw: draws the page as it is at the moment of the call.
        """
        if message_id is None:
            return
        earlier, pressed, until = self._pages.pop(key, None), interaction.message, self._now() + TOKEN_MS
        if pressed is not None and pressed.id == message_id:
            token = Token(interaction, until, answer)
        else:
            token = Token(interaction, until, further=0 if answer.owns else message_id)
        self._pages[key] = _OpenPage(token, message_id, draw)
        while self._pages and self._pages[oldest := next(iter(self._pages))].token.until <= self._now():
            del self._pages[oldest]
        if earlier is not None and earlier.message_id != message_id:
            await earlier.token.dismiss()

    async def redraw(self, key: PageKey) -> bool:
        """Draws a page again. Returns whether the reader is likely to have the page before them.

        Returns False if there is no such page, if the edit fails, or if the reader has pressed nothing on the page for
        some minutes.
        """
        async with self.turn(key):
            page = self._pages.get(key)
            if page is None:
                return False
            try:
                if await page.token.is_usable(self._now()):
                    drawing = await page.draw()
                    await page.token.edit(drawing, await drawing.files())
                    return self._now() - (page.token.until - TOKEN_MS) <= _PRESENT_MS
            except (discord.HTTPException, Unanswered, *NETWORK) as error:
                _log.debug("a private page could not be edited: %s", error)
                if not isinstance(error, discord.HTTPException) or is_transient(error):
                    return False
            self._pages.pop(key, None)
            return False

    def drop(self, key: PageKey) -> None:
        """Forgets a page. It is not drawn again, because other content replaces the page."""
        self._pages.pop(key, None)

    def forget(self, user_id: int) -> None:
        """Forgets all pages of a person. They are not drawn again."""
        self._pages = {key: page for key, page in self._pages.items() if key.reader != user_id}
