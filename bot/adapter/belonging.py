"""Checks where a press may be made: in the server that it concerns, or in direct messages by a member of that server.

A press in a place without the bot, such as a server that does not have it, is treated like one in direct messages:
such a place proves no membership. A `custom_id` can be forged, and a person keeps their direct messages after they have
left the server. So before a handler is called, this module checks the condition of the route (`Needs`). A press that is
refused writes and draws nothing.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.adapter.bot_owner import owns_bot
from bot.adapter.contexts import server_of
from bot.adapter.custom_ids import Press
from bot.adapter.display import Display
from bot.adapter.membership import present_member
from bot.adapter.permissions import manages
from bot.adapter.registry import Needs, PressRoute
from bot.app import App
from bot.people.members import CannotAsk, Membership
from bot.tables.problems import Problem, Refused

_OF_TABLES = frozenset({Needs.TABLE, Needs.SEEN, Needs.MEMBER})


async def expect_allowed(
    app: App, display: Display, interaction: discord.Interaction[Any], press: Press, route: PressRoute
) -> Membership | None:
    """Raises an error if the person may not make this press in this place.

    Returns:
        The person's membership in the server of the table, or in the server where they press. None if the press does
        not show the membership and the route does not need it.

    Raises:
        Refused: the person or the place does not meet the condition of the route, there is no such table, or Discord
            does not say whether the person is a member.
        MissingPermissions: the route needs a person who manages the server, and this person does not.
    """
    if route.needs is Needs.OWNER and not owns_bot(display.client, interaction.user.id):
        raise Refused(Problem.NOT_OWNER)
    present, here = present_member(interaction), server_of(interaction)
    if route.needs in (Needs.SERVER, Needs.MANAGER):
        if here is None:
            raise Refused(Problem.NEEDS_SERVER)
        if route.needs is Needs.MANAGER and not manages(interaction):
            raise app_commands.MissingPermissions(["manage_guild"])
        return present
    # A press on a page without a table has number 0. Its handler checks the argument.
    if route.needs not in _OF_TABLES or not press.table:
        return present
    screen, user_id = route.screen(display), interaction.user.id
    server = await screen.server_of(press.table)
    if server is None:
        if user_id not in await screen.people_at(press.table):
            raise Refused(Problem.NO_TABLE)
        return None
    if here is not None:
        if here != server:
            raise Refused(Problem.OTHER_SERVER)
        if present is not None and route.needs is Needs.MEMBER:
            app.people.members.note(server, user_id, present)
        return present
    if route.needs is Needs.TABLE:
        return None
    if route.needs is Needs.SEEN and user_id in await screen.people_at(press.table):
        return None
    try:
        member = await app.people.members.of(server, user_id)
    except CannotAsk:
        raise Refused(Problem.MEMBER_UNKNOWN) from None
    if member is None:
        raise Refused(Problem.NOT_MEMBER)
    return member
