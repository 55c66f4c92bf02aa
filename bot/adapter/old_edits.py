"""Stops discord.py from repeating an edit that Discord refuses because old messages were edited too often."""

from __future__ import annotations

from typing import Any, Final

import discord

TOO_OLD: Final = 30046
"""Discord's code for too many edits of messages older than an hour."""


async def refuse_old_edits(_session: object, _context: object, request: Any) -> None:
    """Raises an error if Discord refuses an edit of an old message. aiohttp calls this at the end of each request.

    Discord answers 429. Then discord.py sleeps for as long as Discord asks, and tries again. The bot can send a new
    message without a wait. Limiting the wait of discord.py would not help: the least limit is thirty seconds, and the
    error does not name the cause.

    Raises:
        HTTPException: Discord refused the edit, with the code `TOO_OLD`.
    """
    if request.method != "PATCH" or request.response.status != 429:
        return
    try:
        answer = await request.response.json(content_type=None)
    except ValueError:
        return
    if isinstance(answer, dict) and answer.get("code") == TOO_OLD:
        raise discord.HTTPException(request.response, answer)
