"""Turns a JSON request of the page into an action in the simulated Discord.

Checks every field; the simulation decides what Discord would allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import simcord
from simcord.components import walk_components
from simcord.enums import ComponentType, OptionType

from sandbox.people import LOCALES, Opening
from sandbox.request import BadRequest, PageRequest, read_file
from sandbox.serialise import PERMISSIONS
from sandbox.simulation import Simulation
from sandbox.values import controls, entity, leaf, options_of
from sandbox.world import Action, Reply, World

_FARTHEST_SKIP_S = 8 * 86_400.0
_FASTEST = 60
_LONGEST_NAME = 32
_MOMENT = re.compile(r"<t:(\d{1,12}):[tTfR]>")


def action_of(world: World, body: object) -> Action:
    """The action that a request asks for.

    Args:
        world: where it will be done.
        body: the request's JSON: `as`, the person's id; `do`, the action; and its arguments.

    Raises:
        BadRequest: a field is missing or of the wrong kind, or no person has that id.
    """
    request = PageRequest(body)
    person = request.id("as")
    if person not in world.simulation.people:
        raise BadRequest("no person has that id")
    match request.text("do"):
        case "send":
            return _send(person, request.id("channel"), request.text("content"))
        case "slash":
            return _slash(person, request.id("channel"), request.text("command"), request.object("options"))
        case "autocomplete":
            return _autocomplete(person, request)
        case "menu":
            return _menu(person, request)
        case "click":
            return _click(world, person, request.id("channel"), request.id("message"), request.text("component"))
        case "select":
            return _select(person, request)
        case "modal":
            return _modal(person, request.id("interaction"), request.object("values"))
        case "react":
            return _react(person, request)
        case "delete":
            return _delete(person, request.id("channel"), request.id("message"))
        case "dismiss":
            return _dismiss(world, request.id("message"))
        case "delete channel":
            return _delete_channel(person, request.id("channel"))
        case "close dms":
            return _close_dms(person, request.flag("closed"))
        case "speak":
            return _speak(person, request.text("locale"))
        case "server speaks":
            return _server_speaks(request.text("locale"))
        case "allow":
            return _allow(request.text("permission"), request.flag("allowed"))
        case "all speak":
            return _all_speak(request.text("locale"))
        case "join":
            return _join(request.text("name"))
        case "skip":
            return _skip(request.number("seconds"))
        case "skip to deadline":
            return _skip_to_deadline
        case "pace":
            return _pace(request.number("times"))
        case "restart":
            return _restart
        case "close banner":
            return _close_banner(world)
        case other:
            raise BadRequest(f"{other!r} is nothing that one can do")


def opening_action(simulation: Simulation, opening: Opening) -> Action:
    """The opening's command as an action, in the first text channel.

    Raises:
        BadRequest: the opening names an unknown person.
    """
    ids = {person.key: str(user_id) for user_id, person in simulation.people.items()}
    if opening.person not in ids:
        raise BadRequest(f"the opening names {opening.person!r}, who is not there")
    channel = simulation.channels()[0].id

    async def action(simulation: Simulation) -> Reply | None:
        declared = leaf(simulation, int(ids[opening.person]), channel, opening.command)
        people = {option["name"] for option in declared if option["type"] in (OptionType.USER, OptionType.MENTIONABLE)}
        options = {
            name: ids.get(str(value), value) if name in people else value for name, value in opening.options.items()
        }
        return await _slash(int(ids[opening.person]), channel, opening.command, options)(simulation)

    return action


# -------------------------------------------------------------------- messages and commands


def _send(person: int, channel: int, content: str) -> Action:
    async def action(simulation: Simulation) -> None:
        actor = simulation.actor(person, channel)
        if not content.strip():
            raise simcord.SetupError("Cannot send an empty message")
        if isinstance(actor, simcord.MemberActor):
            await actor.send(simulation.channel(channel), content)
        else:
            await actor.send_dm(content)

    return action


def _slash(person: int, channel: int, command: str, options: Mapping[str, Any]) -> Action:
    async def action(simulation: Simulation) -> None:
        values = options_of(simulation, person, channel, command, options)
        actor = simulation.actor(person, channel)
        if isinstance(actor, simcord.MemberActor):
            await actor.slash(simulation.channel(channel), command, **values)
        else:
            await actor.slash(command, **values)

    return action


def _autocomplete(person: int, request: PageRequest) -> Action:
    channel, command = request.id("channel"), request.text("command")
    option, value, filled = request.text("option"), request.text("value"), request.object("options")

    async def action(simulation: Simulation) -> Reply:
        values = options_of(simulation, person, channel, command, filled)
        actor = simulation.actor(person, channel)
        if isinstance(actor, simcord.MemberActor):
            choices = await actor.autocomplete(simulation.channel(channel), command, option, value, **values)
        else:
            choices = await actor.autocomplete(command, option, value, **values)
        return {"choices": choices}

    return action


def _menu(person: int, request: PageRequest) -> Action:
    channel, name = request.id("channel"), request.text("command")
    user = request.id("user") if request.text("user", "") else None
    message = request.id("message") if request.text("message", "") else None

    async def action(simulation: Simulation) -> None:
        actor = simulation.members[person]
        target: simcord.MemberActor | simcord.ResponseMessage
        if user is not None:
            if user not in simulation.members:
                raise simcord.SetupError("That menu is for people; the bot has none")
            target = simulation.members[user]
        elif message is not None:
            target = simulation.message(channel, message)
        else:
            raise simcord.SetupError("That menu needs a person or a message")
        await actor.context_menu(simulation.channel(channel), name, target)

    return action


# -------------------------------------------------------------------- components


def _click(world: World, person: int, channel: int, message: int, component: str) -> Action:
    async def action(simulation: Simulation) -> None:
        world.banner = None
        shown = simulation.message(channel, message)
        _expect_there(shown, component)
        await simulation.actor(person, channel).click(shown, custom_id=component)

    return action


def _expect_there(message: simcord.ResponseMessage, component: str) -> None:
    """Raises `simcord.SetupError` if a button or menu that the page still shows has gone meanwhile."""
    if not any(custom_id == component for _, custom_id in controls(message.components)):
        raise simcord.SetupError("That is gone: the message has changed. Press what it shows now.")


def _select(person: int, request: PageRequest) -> Action:
    channel, message = request.id("channel"), request.id("message")
    component, values = request.text("component"), request.texts("values")

    async def action(simulation: Simulation) -> None:
        shown = simulation.message(channel, message)
        _expect_there(shown, component)
        kind = next((k for k, custom_id in controls(shown.components) if custom_id == component), None)
        chosen = [entity(simulation, kind, value) for value in values]
        await simulation.actor(person, channel).select(shown, chosen, custom_id=component)

    return action


def _modal(person: int, interaction: int, values: Mapping[str, Any]) -> Action:
    async def action(simulation: Simulation) -> None:
        try:
            shown = simulation.result_of(interaction)
        except KeyError:
            raise simcord.SetupError("That form is gone") from None
        kinds = {custom_id: kind for kind, custom_id in controls((shown.modal or {}).get("components") or [])}
        read: dict[str, Any] = {}
        for name, value in values.items():
            if kinds.get(name) == ComponentType.FILE_UPLOAD:
                read[name] = [read_file(item) for item in value]
            elif isinstance(value, list):
                read[name] = [entity(simulation, kinds.get(name), item) for item in value]
            else:
                read[name] = value
        await simulation.actor(person, simulation.shown_in(interaction)).submit_modal(shown, read)

    return action


def _react(person: int, request: PageRequest) -> Action:
    channel, message = request.id("channel"), request.id("message")
    emoji, on = request.text("emoji"), request.flag("on")
    if not emoji or len(emoji) > 80:
        raise BadRequest("'emoji' must be one emoji")

    async def action(simulation: Simulation) -> None:
        await simulation.actor(person, channel).set_reaction(simulation.message(channel, message), emoji, reacted=on)

    return action


# -------------------------------------------------------------------- the awkward cases and the stage


def _delete(person: int, channel: int, message: int) -> Action:
    async def action(simulation: Simulation) -> None:
        await simulation.actor(person, channel).delete(simulation.message(channel, message))

    return action


def _dismiss(world: World, message: int) -> Action:
    async def action(simulation: Simulation) -> None:
        # As in Discord, only the reader's own view of it goes; the bot gets no event.
        world.dismissed.add(message)

    return action


def _delete_channel(person: int, channel: int) -> Action:
    async def action(simulation: Simulation) -> None:
        await simulation.delete_channel(person, channel)

    return action


def _close_dms(person: int, closed: bool) -> Action:
    async def action(simulation: Simulation) -> None:
        simulation.close_dms(person, closed)

    return action


def _known_locale(locale: str) -> str:
    if locale not in LOCALES:
        raise BadRequest(f"{locale!r} is no language of this page")
    return locale


def _speak(person: int, locale: str) -> Action:
    async def action(simulation: Simulation) -> None:
        simulation.locales[person] = _known_locale(locale)

    return action


def _all_speak(locale: str) -> Action:
    async def action(simulation: Simulation) -> None:
        simulation.locales.update(dict.fromkeys(simulation.people, _known_locale(locale)))
        await simulation.speak(locale)

    return action


def _join(name: str) -> Action:
    shown = " ".join(name.split())
    if not 0 < len(shown) <= _LONGEST_NAME:
        raise BadRequest(f"a name has 1 to {_LONGEST_NAME} characters")

    async def action(simulation: Simulation) -> Reply:
        return {"person": str(await simulation.join(shown))}

    return action


def _server_speaks(locale: str) -> Action:
    async def action(simulation: Simulation) -> None:
        await simulation.speak(_known_locale(locale))

    return action


def _allow(name: str, allowed: bool) -> Action:
    if name not in PERMISSIONS:
        raise BadRequest(f"{name!r} is no permission of this page")

    async def action(simulation: Simulation) -> None:
        await simulation.allow(name, allowed)

    return action


def _skip(seconds: float) -> Action:
    if not 0 < seconds <= _FARTHEST_SKIP_S:
        raise BadRequest("time goes forward, by eight days at most")

    async def action(simulation: Simulation) -> None:
        await simulation.skip(seconds)

    return action


async def _skip_to_deadline(simulation: Simulation) -> None:
    """Moves time to just after the next moment that a message names."""
    now = simulation.due().timestamp()
    named = (int(moment) for content in _contents(simulation) for moment in _MOMENT.findall(content))
    later = [moment for moment in named if moment > now]
    if not later:
        raise simcord.SetupError("No deadline is shown anywhere.")
    await simulation.skip(min(later) - now + 1)


def _contents(simulation: Simulation) -> Iterator[str]:
    """The texts of all messages, with those of their components."""
    for channel in simulation.channels():
        for message in simulation.messages(channel.id):
            yield message.content
            for part in walk_components(simulation.wire(message)["components"]):
                yield part.get("content") or ""


def _pace(times: float) -> Action:
    if not 0 <= times <= _FASTEST:
        raise BadRequest(f"time runs at most {_FASTEST} times as fast")

    async def action(simulation: Simulation) -> None:
        simulation.set_pace(times)

    return action


async def _restart(simulation: Simulation) -> None:
    await simulation.restart()


def _close_banner(world: World) -> Action:
    async def action(simulation: Simulation) -> None:
        world.banner = None

    return action
