"""Whether a page may be shown to all in a channel: where games may be played, and not too often by one person."""

from __future__ import annotations

from bot.adapter.permissions import closed_to_games
from bot.adapter.request import Request
from bot.people.quotas import POSTS


async def why_private(request: Request) -> str | None:
    """Returns why a page is shown to the person alone, as a sentence; None: it may be shown to all, and counts."""
    if not request.guild_id:
        return None
    if closed_to_games(request.interaction, await request.server()):
        return request.words("post.not_here")
    if not request.app.quotas.take(POSTS, (request.guild_id, request.person.id)):
        return request.words("post.too_fast")
    return None
