"""Whether a page may be shown to all in a channel: where games may be played, and not too often by one person."""

from __future__ import annotations

from collections.abc import Hashable

from bot.adapter.message import Message
from bot.adapter.permissions import closed_to_games
from bot.adapter.request import Request
from bot.people.quotas import POSTS, SOUVENIRS


async def why_private(request: Request) -> str | None:
    """Returns why a page is shown to the person alone, as a sentence; None: it may be shown to all, and counts."""
    if not request.guild_id:
        return None
    if closed_to_games(request.interaction, await request.server()):
        return request.words("post.not_here")
    if not request.app.quotas.take(POSTS, (request.guild_id, request.person.id)):
        return request.words("post.too_fast")
    return None


async def post_once(request: Request, key: Hashable, own: Message, public: Message) -> None:
    """Shows a page to all in this channel, and says so on the page that was pressed.

    Pressed on another device, or delivered again, a page is posted once in a day.

    Args:
        key: what the page is about.
        own: the page that was pressed, from now on.
    """
    if (private := await why_private(request)) is not None:
        await request.reply(private)
        return
    quotas, here = request.app.quotas, (request.interaction.channel_id, key)
    is_first = quotas.take(SOUVENIRS, here)
    try:
        await request.replace(own)
        if is_first:
            await request.reply(public, private=False)
    except Exception:
        if is_first:
            quotas.give_back(SOUVENIRS, here)
        raise
