"""Says why the bot cannot give a role to members. Sends no request to Discord."""

from __future__ import annotations

from typing import Any

import discord

from bot.texts import Words

_RIGHTS = discord.Permissions.elevated() | discord.Permissions(mention_everyone=True, view_audit_log=True)
_RIGHTS |= discord.Permissions(mute_members=True, deafen_members=True, move_members=True, manage_nicknames=True)


def role_objection(
    words: Words,
    guild: discord.Guild | None,
    role_id: int,
    *,
    chooser: discord.Interaction[Any] | None = None,
    is_called: bool = False,
) -> str | None:
    """Returns a sentence that says why the bot cannot give members a role. None if the bot can give it.

    Args:
        chooser: the interaction in which a person chooses the role. If given, the person must be able to give the role
            themselves, so that a manager cannot use the bot to give access that they cannot give.
        is_called: whether this is the role for open challenges, which members take with a button and which messages
            mention.
    """
    role = None if guild is None else guild.get_role(role_id)
    if guild is None or role is None:
        return words("ready.problem.gone")
    if role.managed or role.is_default():
        return words("ready.problem.managed")
    if role.permissions & _RIGHTS != discord.Permissions.none():
        return words("ready.problem.rights" if is_called else "season.role.rights")
    if chooser is not None and not _may_give(chooser, role):
        return words("ready.problem.yours")
    if not guild.me.guild_permissions.manage_roles:
        return words("ready.problem.permission")
    if role >= guild.me.top_role:
        return words("ready.problem.above")
    if is_called and not role.mentionable:
        return words("ready.problem.silent")
    return None


def _may_give(interaction: discord.Interaction[Any], role: discord.Role) -> bool:
    member = interaction.user
    if not isinstance(member, discord.Member):
        return False
    return member.id == role.guild.owner_id or (interaction.permissions.manage_roles and member.top_role > role)
