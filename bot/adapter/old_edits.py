"""Ends at once what discord.py would wait for: an edit of an old message that Discord refuses as one too many."""

from __future__ import annotations

from typing import Any, Final

import discord

TOO_OLD: Final = 30046
"""Too many edits of messages older than an hour."""


async def refuse_old_edits(_session: object, _context: object, request: Any) -> None:
    """Raises Discord's refusal of an edit of an old message: traces the end of a request.

    Discord answers 429, for which discord.py sleeps as long as it is told, and tries again. A new message in place of
    the old one needs no wait. The time after which discord.py gives up would not do: it is thirty seconds at least, and
    the error does not say what was refused.

    Raises:
        HTTPException: of the code `TOO_OLD`.
    """
    if request.method != "PATCH" or request.response.status != 429:
        return
    try:
        answer = await request.response.json(content_type=None)
    except ValueError:
        return
    if isinstance(answer, dict) and answer.get("code") == TOO_OLD:
        raise discord.HTTPException(request.response, answer)
