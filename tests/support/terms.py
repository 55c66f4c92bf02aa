"""Fills in the form **Terms** of a challenge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import simcord
from discord.enums import ComponentType

from bot.adapter.custom_ids import Verb
from tests.support.shown import verbs_of

NAMES: Final = ("style", "count", "rules", "manners", "rubber", "deal", "hints", "cut", "pool")
"""The names by which tests give the terms that the form has."""


def shown_in(form: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values that a form shows as chosen, by the ids of its fields, ready to be submitted."""
    shown: dict[str, Any] = {}
    for label in form["components"]:
        field = label["component"]
        chosen = [option["value"] for option in field["options"] if option.get("default")]
        shown[field["custom_id"]] = chosen[0] if field["type"] == ComponentType.radio_group.value else chosen
    return shown


def changed(shown: Mapping[str, Any], terms: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of the form with these terms, each by its name in `NAMES`."""
    agreed = list(shown["agreed"])

    def tick(box: str, *, on: bool) -> None:
        if (box in agreed) is not on:
            (agreed.append if on else agreed.remove)(box)

    values = dict(shown)
    for name, value in terms.items():
        match name:
            case "style":
                values["others"] = value
            case "pool":
                values["others"] = f"pool-{value}"
            case "rules":
                values["rules"] = [value]
            case "rubber" | "deal":
                values[name] = str(value)
            case "count":
                tick("treble", on=value == "single-double-treble")
            case "manners":
                tick("salon", on=value == "salon")
            case _:
                tick(name, on=value)
    return values | {"agreed": agreed}


async def open_terms(person: simcord.MemberActor, confirmation: Any) -> simcord.InteractionResult:
    """Presses **Terms** on the private confirmation of a challenge."""
    (custom_id,) = verbs_of(confirmation)[Verb.TERMS]
    return await person.click(confirmation, custom_id=custom_id)


async def set_terms(
    person: simcord.MemberActor, challenge: simcord.InteractionResult, **terms: Any
) -> simcord.InteractionResult:
    """Opens the form of a challenge that the person has just made, and submits it with these terms."""
    confirmation = challenge.followups[-1]
    form = await open_terms(person, confirmation)
    assert form.modal is not None
    if terms.get("manners") == "salon" and terms.get("cut") is False:
        # A salon table waits for the cut until its checkbox is taken off.
        await person.submit_modal(form, changed(shown_in(form.modal), {"manners": "salon"}))
        form = await open_terms(person, confirmation)
    assert form.modal is not None
    return await person.submit_modal(form, changed(shown_in(form.modal), terms))


def split(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns options of a challenge as those of the command and those of the form."""
    terms = {name: value for name, value in options.items() if name in NAMES}
    return {name: value for name, value in options.items() if name not in NAMES}, terms


def fields_of(form: Mapping[str, Any], name: str) -> Sequence[str]:
    """Returns the values that a field of a form offers."""
    (field,) = [label["component"] for label in form["components"] if label["component"]["custom_id"] == name]
    return [option["value"] for option in field["options"]]
