"""Ready to play: a server chooses a role, members take it and give it back, and open challenges ring for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
import pytest
import simcord

from bot.texts import Words
from tests.bot.features.playing import Answer, Hall

_TEN_MINUTES = 600


async def _open(hall: Hall, person: simcord.MemberActor) -> Answer:
    """A manager opens the choice of the role."""
    return await hall.choose(person, await hall.ask(person, "settings"), "edit", "ready")


async def _choose(hall: Hall, role: simcord.RoleHandle, person: simcord.MemberActor | None = None) -> Answer:
    """A manager chooses the role in the settings."""
    person = person or hall.world.alice
    page = await _open(hall, person)
    (roles,) = page.reading.role_selects
    return hall.answer(await person.select(page.message, [role], custom_id=roles["custom_id"]), page)


def _role(hall: Hall, name: str = "ready", **fields: Any) -> simcord.RoleHandle:
    """Returns a role that fits what the page of settings asks for, except in `fields`."""
    return hall.world.guild.create_role(name, **{"mentionable": True, **fields})


async def _chosen(hall: Hall) -> int | None:
    return (await hall.room.choices(hall.world.guild.id)).ready_role


def _holds(hall: Hall, person: simcord.MemberActor, role: simcord.RoleHandle) -> bool:
    return role.id in hall.world.env.backend.get_member(hall.world.guild.id, person.id).role_ids


def _rung(hall: Hall) -> list[int]:
    """Returns the roles for which the latest challenge rings."""
    sent = next(
        request.json["data"]
        for request in reversed(hall.world.env.http_requests)
        if request.json and request.json.get("type") == 4 and not request.json["data"].get("flags", 0) & 64
    )
    return list(sent["allowed_mentions"].get("roles", []))


async def test_a_member_takes_the_role_under_an_open_challenge_and_gives_it_back(hall: Hall, english: Words) -> None:
    role, bruno = _role(hall), hall.world.bruno
    panel = await _choose(hall, role)
    assert await _chosen(hall) == role.id
    assert f"<@&{role.id}>" in panel.text
    challenge = await hall.ask(hall.world.alice, "challenge")
    called = await hall.click(bruno, challenge, english("ready.take"))
    assert called.private
    assert english("ready.on", role=f"<@&{role.id}>") in called.text
    assert _holds(hall, bruno, role)
    # A second press changes nothing, and the way back is still shown.
    called = await hall.click(bruno, challenge, english("ready.take"))
    gone = await hall.click(bruno, called, english("ready.leave"))
    assert english("ready.off") in gone.text
    assert not _holds(hall, bruno, role)
    await hall.click(bruno, gone, english("ready.back"))
    assert _holds(hall, bruno, role)


async def test_the_button_is_on_the_page_of_help_where_there_is_a_role_and_nowhere_else(
    hall: Hall, english: Words
) -> None:
    label = english("ready.take")
    for person in (hall.world.alice, hall.world.bruno):
        assert label not in (await hall.ask(person, "help")).reading.buttons
    assert label not in (await hall.ask(hall.world.alice, "challenge")).reading.buttons
    role = _role(hall)
    await _choose(hall, role)
    for person in (hall.world.alice, hall.world.bruno):
        await hall.open(person, "help", label)
        assert _holds(hall, person, role)
    assert label not in (await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)).reading.buttons


@pytest.mark.parametrize("command", ["challenge", "play"])
async def test_an_open_challenge_rings_for_the_role_once_in_ten_minutes(hall: Hall, command: str) -> None:
    role, world = _role(hall), hall.world
    await _choose(hall, role)
    first = await hall.ask(world.alice, command)
    assert f"<@&{role.id}>" in first.text
    assert _rung(hall) == [role.id]
    await world.pass_time(_TEN_MINUTES - 60)
    await world.restart()
    second = await hall.ask(world.bruno, "challenge")
    assert f"<@&{role.id}>" in second.text
    assert _rung(hall) == []
    await world.pass_time(61)
    await hall.ask(world.david, "challenge")
    assert _rung(hall) == [role.id]


async def test_a_challenge_to_a_member_rings_for_that_member_alone(hall: Hall) -> None:
    role = _role(hall)
    await _choose(hall, role)
    challenge = await hall.ask(hall.world.alice, "challenge", member=hall.world.bruno)
    assert f"<@&{role.id}>" not in challenge.text
    assert _rung(hall) == []


_UNFIT: Mapping[str, Mapping[str, Any]] = {
    "rights": {"permissions": discord.Permissions(moderate_members=True)},
    "silent": {"mentionable": False},
    "managed": {"managed": True},
    "above": {"position": 50},
}


@pytest.mark.parametrize("problem", _UNFIT)
async def test_a_role_that_cannot_be_given_is_refused_with_what_to_do(hall: Hall, english: Words, problem: str) -> None:
    page = await _choose(hall, _role(hall, **_UNFIT[problem]))
    assert english(f"ready.problem.{problem}") in page.text
    assert await _chosen(hall) is None


async def test_the_permission_is_asked_for_where_a_role_is_chosen(hall: Hall, english: Words) -> None:
    backend, guild = hall.world.env.backend, hall.world.guild
    own = backend.get_member(guild.id, backend.bot_user.id).role_ids
    for role_id in own:
        backend.edit_role(guild.id, role_id, {"permissions": discord.Permissions.text().value})
    page = await _choose(hall, _role(hall))
    assert english("ready.problem.permission") in page.text
    assert await _chosen(hall) is None


async def test_a_manager_chooses_no_role_that_they_could_not_give(hall: Hall, english: Words) -> None:
    guild, backend = hall.world.guild, hall.world.env.backend
    role = _role(hall)
    managers = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    backend.edit_member(guild.id, hall.world.bruno.id, {"role_ids": [managers.id]})
    page = await _choose(hall, role, hall.world.bruno)
    assert english("ready.problem.yours") in page.text
    assert await _chosen(hall) is None


async def test_a_role_that_was_given_rights_since_is_given_to_no_one(hall: Hall, english: Words) -> None:
    role, bruno = _role(hall), hall.world.bruno
    await _choose(hall, role)
    challenge = await hall.ask(hall.world.alice, "challenge")
    hall.world.env.backend.edit_role(
        hall.world.guild.id, role.id, {"permissions": discord.Permissions(manage_messages=True).value}
    )
    refused = await hall.click(bruno, challenge, english("ready.take"))
    assert english("ready.cannot", role=f"<@&{role.id}>") in refused.text
    assert not _holds(hall, bruno, role)
    page = await _open(hall, hall.world.alice)
    assert english("ready.problem.rights") in page.text


async def test_a_role_that_is_gone_is_said_to_be_gone(hall: Hall, english: Words) -> None:
    role = _role(hall)
    await _choose(hall, role)
    challenge = await hall.ask(hall.world.alice, "challenge")
    hall.world.env.backend.delete_role(hall.world.guild.id, role.id)
    refused = await hall.click(hall.world.bruno, challenge, english("ready.take"))
    assert english("ready.cannot", role=f"<@&{role.id}>") in refused.text
    changes = {"ready_role": None}
    await hall.room.database.servers.put_settings(hall.world.guild.id, changes)
    assert english("ready.none") in (await hall.click(hall.world.bruno, challenge, english("ready.take"))).text
