"""The button with which a member becomes ready to play. It gives or takes the role that rings for open challenges, if
the server has chosen one.
"""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.adapter.components import question
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button
from bot.adapter.message import Message
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.adapter.roles import role_objection
from bot.texts import Words

__all__ = ["FEATURE"]

ROUTES = Routes()


def draw(words: Words, role_id: int, *, is_called: bool) -> Message:
    """Returns the private answer to a member: whether open challenges ring for them now, and the button that changes
    it.
    """
    if is_called:
        leave = button(Verb.READY, words("ready.leave"), argument="leave", emoji="🔕")
        return question(words("ready.on", role=f"<@&{role_id}>"), leave)
    return question(words("ready.off"), button(Verb.READY, words("ready.back"), argument="back", emoji="🔔"))


@ROUTES.press(Verb.READY, needs=Needs.SERVER, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Gives the role that rings for open challenges to the member who pressed the button, or takes it away."""
    member, words = request.interaction.user, request.words
    assert isinstance(member, discord.Member), "the press came from a server"
    role_id = (await request.server()).ready_role
    if role_id is None:
        await request.reply(words("ready.none"))
        return
    is_called = press.argument != "leave"
    if not await _give(request, member, role_id, is_called=is_called):
        await request.reply(words("ready.cannot", role=f"<@&{role_id}>"))
        return
    message = draw(words, role_id, is_called=is_called)
    # The first press comes from a message that others see.
    await (request.reply(message) if press.argument == "take" else request.replace(message))


async def _give(request: Request, member: discord.Member, role_id: int, *, is_called: bool) -> bool:
    """Gives the role to a member, or takes it. Returns whether the member has it as wanted."""
    if (member.get_role(role_id) is not None) is is_called:
        return True
    role = discord.Object(role_id)
    with suppress(discord.Forbidden, discord.NotFound):
        if not is_called:
            await member.remove_roles(role)
            return True
        # Checks the role again: it may have got permissions since it was chosen.
        if role_objection(request.words, member.guild, role_id, is_called=True) is None:
            await member.add_roles(role)
            return True
    return False


FEATURE = Feature("ready", (ROUTES,))
