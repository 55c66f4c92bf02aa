"""Where each command works: a row of the table for each, in all four kinds of places."""

from __future__ import annotations

from typing import Any

import pytest
import simcord
from discord import AppCommandType

from bot.adapter.contexts import Context
from bot.features import COMMANDS, MENUS
from tests.support.cardroom import EN, CardWorld
from tests.support.outside import Outside, group_message, server_without_bot
from tests.support.shown import texts_of
from tests.support.simcord import World


def options(world: World, command: str) -> dict[str, Any]:
    """The options that a command asks for."""
    bruno = world.bruno.user
    given: dict[str, dict[str, Any]] = {"bet": {"player": bruno, "amount": "10"}, "versus": {"member": bruno}}
    return given.get(command, {})


def outside(world: World) -> dict[Context, Outside]:
    """The places where the bot is not. Alice has installed the bot."""
    places = {
        Context.OTHER_SERVER: server_without_bot(world.env, world.alice, world.bruno),
        Context.OTHER_MESSAGES: group_message(world.env, world.alice, world.bruno),
    }
    for place in places.values():
        place.install(world.alice)
    return places


def works(result: simcord.InteractionResult, *, alone: bool) -> bool:
    """Whether the answer is another one than that a server is needed."""
    assert result.response is not None
    assert result.response.ephemeral or not alone, "others there see nothing"
    return EN("problem.needs_server") not in texts_of(result.response)


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_works_where_its_row_says_and_says_elsewhere_what_to_do(cards: CardWorld, command: str) -> None:
    world = cards.world
    name, given = f"ecarte {command}", options(world, command)
    found = {
        context
        for context, place in outside(world).items()
        if works(await place.slash(world.alice, name, **given), alone=True)
    }
    if works(await world.alice.user.slash(name, **given), alone=False):
        found.add(Context.DIRECT)
    if works(await world.alice.slash(world.channel, name, **given), alone=False):
        found.add(Context.SERVER)
    assert found == COMMANDS[command]


@pytest.mark.parametrize("key", MENUS)
async def test_a_menu_of_a_member_is_offered_where_its_row_says_and_refuses_elsewhere(
    cards: CardWorld, key: str
) -> None:
    world, name = cards.world, EN(key)
    for context, place in outside(world).items():
        row = context in MENUS[key]
        assert place.is_offered(world.alice, name, AppCommandType.user) is row
        assert works(await place.menu(world.alice, name, world.bruno), alone=True) is row
    assert works(await world.alice.context_menu(world.channel, name, world.bruno), alone=False)


def test_discord_offers_the_group_wherever_one_of_its_commands_works() -> None:
    assert {context for contexts in COMMANDS.values() for context in contexts} == set(Context)
