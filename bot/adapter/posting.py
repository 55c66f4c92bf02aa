"""Shows a private page to all in a channel, if games may be played there and the person does not post too often."""

from __future__ import annotations

from collections.abc import Hashable

from bot.adapter.message import Message
from bot.adapter.permissions import closed_to_games
from bot.adapter.request import Request
from bot.people.quotas import POSTS, SOUVENIRS


async def why_private(request: Request) -> str | None:
    """Returns a sentence that says why a page is shown only to the person. None if the page may be shown to all.

    If the page may be shown in a server, counts it as one of the person's posts there.
    """
    if request.is_direct:
        return None
    if not request.guild_id:
        return request.words("post.not_member")
    if closed_to_games(request.interaction, await request.server()):
        return request.words("post.not_here")
    if not request.app.quotas.take(POSTS, (request.guild_id, request.person.id)):
        return request.words("post.too_fast")
    return None


async def post_once(request: Request, key: Hashable, own: Message, public: Message) -> None:
    """Posts a page for all in this channel, and edits the private page that was pressed.

    If the page may not be shown to all, tells the person why, and does nothing else. The same page is posted in a
    channel once a day at most, even if several people press or Discord delivers a press twice.

    Args:
        key: names the subject of the page, such as one game.
        own: the new content of the private page that was pressed.
        public: the page to post.
    """
    if (private := await why_private(request)) is not None:
        await request.reply(private)
    else:
        await post_allowed(request, key, own, public)


async def post_allowed(request: Request, key: Hashable, own: Message, public: Message) -> None:
    """Posts a page as `post_once` does, but does not check whether the page may be shown to all."""
    quotas, here = request.app.quotas, (request.interaction.channel_id, key)
    is_first = quotas.take(SOUVENIRS, here)
    try:
        await request.show(own)
        if is_first:
            await request.reply(public, private=False)
    except Exception:
        if is_first:
            quotas.give_back(SOUVENIRS, here)
        raise
