"""Private pages that follow what others do.

Discord lets the bot edit a private page in a channel by the token of its reader's last press, for a quarter of an hour.
The bot keeps these tokens in memory. After a restart, or when the time is over, a page stands still until its reader
presses something on it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import discord

from bot.adapter.answer import NETWORK, TOKEN_MS, Answer, Token, Unanswered
from bot.adapter.message import Message

_log = logging.getLogger(__name__)


class PageKey(NamedTuple):
    """Names a page.

    Attributes:
        subject: what the page is about, such as a match. Unique in the bot.
        reader: the id of its reader.
    """

    subject: str
    reader: int


@dataclass(slots=True)
class _OpenPage:
    token: Token
    draw: Callable[[], Awaitable[Message]]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class OpenPages:
    """The private pages that can be edited.

    Args:
        now: returns the present moment, in epoch milliseconds.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._pages: dict[PageKey, _OpenPage] = {}

    def keep(
        self,
        key: PageKey,
        interaction: discord.Interaction[Any],
        answer: Answer,
        draw: Callable[[], Awaitable[Message]],
    ) -> None:
        """Remembers a page that was just shown to its reader alone. It takes the place of an earlier one.

        Args:
            interaction: the command or press that the page answers.
            answer: the answer to it.
            draw: draws the page in the state of the moment of the call.
        """
        self._pages.pop(key, None)
        pressed, until = interaction.message, self._now() + TOKEN_MS
        if answer.owns:
            self._pages[key] = _OpenPage(Token(interaction, until), draw)
        elif pressed is not None and pressed.flags.ephemeral:
            self._pages[key] = _OpenPage(Token(interaction, until, answer), draw)
        while self._pages and self._pages[oldest := next(iter(self._pages))].token.until <= self._now():
            del self._pages[oldest]

    async def redraw(self, key: PageKey) -> bool:
        """Draws a page again. Returns whether its reader has it before them: False if no token can edit it."""
        page = self._pages.get(key)
        if page is None:
            return False
        # One drawing at a time, so that an older one never takes the place of a newer one.
        async with page.lock:
            if self._pages.get(key) is not page:
                # The reader has pressed something meanwhile, which shows them the present state.
                return key in self._pages
            try:
                if await page.token.is_usable(self._now()):
                    drawing = await page.draw()
                    await page.token.edit(drawing, await drawing.files())
                    return True
            except (discord.HTTPException, Unanswered, *NETWORK) as error:
                _log.debug("a private page can no longer be edited: %s", error)
            if self._pages.get(key) is page:
                del self._pages[key]
            return False

    def forget(self, user_id: int) -> None:
        """Removes all pages of a person."""
        self._pages = {key: page for key, page in self._pages.items() if key.reader != user_id}
