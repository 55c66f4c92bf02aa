"""Commands, options and choices: from the simulation's handles to the page's JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import simcord
from simcord.enums import AppCommandType, ComponentType, OptionType

from sandbox.request import BadRequest, read_file, read_id
from sandbox.simulation import Simulation


def commands(simulation: Simulation, person: int, channel_id: int) -> dict[str, list[dict[str, Any]]]:
    """The commands offered to a person in a channel, as Discord describes them, by kind.

    Raises:
        BadRequest: no such channel or person.
    """
    if person not in simulation.people or channel_id not in {channel.id for channel in simulation.channels()}:
        raise BadRequest("there is no such person or channel")
    kinds = {"slash": AppCommandType.CHAT_INPUT, "user": AppCommandType.USER, "message": AppCommandType.MESSAGE}
    return {name: simulation.commands(person, channel_id, kind) for name, kind in kinds.items()}


def leaf(simulation: Simulation, person: int, channel: int, command: str) -> Sequence[dict[str, Any]]:
    root, *rest = command.split() or [""]
    listed = simulation.commands(person, channel, AppCommandType.CHAT_INPUT)
    entry = next((item for item in listed if item["name"] == root), None)
    for name in rest:
        entry = next((item for item in (entry or {}).get("options") or [] if item["name"] == name), None)
    if entry is None:
        raise simcord.SetupError(f"There is no command /{command} here")
    return entry.get("options") or []


def options_of(
    simulation: Simulation, person: int, channel: int, command: str, options: Mapping[str, Any]
) -> dict[str, Any]:
    declared = {option["name"]: option for option in leaf(simulation, person, channel, command)}
    return {
        name: _option(simulation, OptionType(declared[name]["type"]), value) if name in declared else value
        for name, value in options.items()
    }


def _option(simulation: Simulation, kind: OptionType, value: Any) -> Any:
    match kind:
        case OptionType.USER | OptionType.MENTIONABLE:
            return member(simulation, value)
        case OptionType.CHANNEL:
            return simulation.channel(read_id(value))
        case OptionType.ATTACHMENT:
            return read_file(value)
        case OptionType.STRING:
            return str(value)
        case _:
            return value


def member(simulation: Simulation, value: Any) -> simcord.MemberActor:
    member = simulation.members.get(read_id(value))
    if member is None:
        raise simcord.SetupError("That person is not here")
    return member


def controls(parts: Sequence[Any]) -> list[tuple[int, str]]:
    pairs = []
    for part in parts:
        if "custom_id" in part:
            pairs.append((part["type"], part["custom_id"]))
        pairs += controls(part.get("components") or [])
        pairs += controls([part[key] for key in ("accessory", "component") if part.get(key)])
    return pairs


def entity(simulation: Simulation, kind: int | None, value: str) -> Any:
    match kind:
        case ComponentType.USER_SELECT | ComponentType.MENTIONABLE_SELECT:
            return member(simulation, value)
        case ComponentType.CHANNEL_SELECT:
            return simulation.channel(read_id(value))
        case ComponentType.ROLE_SELECT:
            return next((role for role in simulation.roles() if role.id == read_id(value)), value)
        case _:
            return value
