"""Reads from Discord who owns the bot."""

from __future__ import annotations

import discord

_ACTING = frozenset({discord.TeamMemberRole.admin, discord.TeamMemberRole.developer})


def owns_bot(client: discord.Client, user_id: int) -> bool:
    """Whether a person is the owner of the application, or may act for the team that owns it.

    discord.py reads the team once, at the start. A person who joins the team later is recognised after a restart.
    """
    application = client.application
    if application is None:
        return False
    team = application.team
    if team is None:
        return application.owner.id == user_id
    return user_id == team.owner_id or any(
        one.id == user_id and one.role in _ACTING and one.membership_state is discord.TeamMembershipState.accepted
        for one in team.members
    )
