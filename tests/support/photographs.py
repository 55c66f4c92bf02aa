"""Photographs for people of the simulated Discord, who have none otherwise."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO

import discord
import simcord
from PIL import Image

from bot.adapter.photographs import PIXELS


def photograph(colour: str) -> bytes:
    """Returns a photograph that has one colour."""
    file = BytesIO()
    Image.new("RGB", (PIXELS, PIXELS), colour).save(file, "WEBP", lossless=True)
    return file.getvalue()


def give_photograph(
    env: simcord.Env, person: simcord.MemberActor, colour: str = "teal", *, here: bool = False
) -> bytes:
    """Gives a person a photograph, and returns it.

    Args:
        here: for this server alone; else for the account.
    """
    photo = photograph(colour)
    digest, backend = sha256(photo).hexdigest()[:32], env.backend
    if here:
        backend.get_member(person.guild.id, person.id).avatar = digest
        path = f"guilds/{person.guild.id}/users/{person.id}/avatars/{digest}"
    else:
        backend.users[person.id].avatar = digest
        path = f"avatars/{person.id}/{digest}"
    backend.cdn._blobs[f"{discord.Asset.BASE}/{path}.webp?size={PIXELS}"] = photo  # simcord offers no way to add one
    return photo
