"""What a person can see of a message and press on it, in all of simcord's forms of messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
import simcord
from simcord.components import walk_components

from bot.adapter.custom_ids import BUTTON, SELECT, Verb, decode

MessageLike: TypeAlias = discord.Message | simcord.ResponseMessage
Shown: TypeAlias = "MessageLike | Snapshot"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A message, with Discord's content of it at one moment."""

    message: MessageLike
    payload: dict[str, Any]


def components_of(message: Shown) -> list[dict[str, Any]]:
    """Returns all components of a message, nested ones included."""
    roots: Any
    match message:
        case Snapshot():
            roots = message.payload["components"]
        case simcord.ResponseMessage():
            roots = message.components
        case _:
            roots = [component.to_dict() for component in message.components]
    return list(walk_components(roots))


def texts_of(message: MessageLike) -> str:
    """Returns all readable text of a message."""
    found = components_of(message)
    texts = [component["content"] for component in found if component["type"] == 10]
    labels = [component["label"] for component in found if component.get("label")]
    options = [option["label"] for component in found for option in component.get("options", ())]
    return "\n".join([message.content, *texts, *alts_of(message), *labels, *options])


def alts_of(message: MessageLike) -> list[str]:
    """Returns the alternative texts of a message's pictures."""
    galleries = [component for component in components_of(message) if component["type"] == 12]
    return [item.get("description") or "" for gallery in galleries for item in gallery["items"]]


def verbs_of(message: Shown, *, disabled: bool = False) -> dict[Verb, list[str]]:
    """The custom ids that can be pressed on a message, by what they ask for."""
    found: dict[Verb, list[str]] = {}
    for component in components_of(message):
        custom_id = component.get("custom_id")
        if custom_id is None or (component.get("disabled") and not disabled):
            continue
        match = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
        press = decode(match) if match else None
        if press is not None:
            found.setdefault(press.verb, []).append(custom_id)
    return found


def arguments_of(message: Shown, verb: Verb, *, disabled: bool = False) -> dict[str, str]:
    """The custom ids that can be pressed on a message for `verb`, by their arguments, in their order."""
    presses = {
        custom_id: BUTTON.fullmatch(custom_id) for custom_id in verbs_of(message, disabled=disabled).get(verb, [])
    }
    return {match["argument"]: custom_id for custom_id, match in presses.items() if match is not None}


def refusals(results: Iterable[simcord.InteractionResult]) -> list[str]:
    """The private messages that answered presses on messages which are not private themselves."""
    answers = [answer for result in results for answer in (*result.followups, result.response) if answer is not None]
    return [texts_of(answer).strip() for answer in answers if answer.ephemeral]


def private_answer(result: simcord.InteractionResult) -> str:
    """Returns the one private answer to an interaction."""
    # A deferred answer is a second message; the first is the one that was pressed.
    (answer,) = result.followups or [response for response in (result.response,) if response is not None]
    assert answer.ephemeral
    return texts_of(answer).strip()


def tables_of(message: MessageLike) -> set[int]:
    """Returns the tables that a message's items belong to."""
    ids = [component.get("custom_id") for component in components_of(message)]
    matches = [BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id) for custom_id in ids if custom_id]
    return {press.table for match in matches if match and (press := decode(match)) is not None}


_COLUMN = 290.0
"""The width of a text inside a frame on a phone of 390 pixels, less the margins of Discord's column."""
_LETTER = (("## ", 12.6), ("### ", 10.8), ("-# ", 6.4))
"""The mean width of a letter by the kind of line; of a usual one it is 7.7."""


def lines_of(message: MessageLike) -> int:
    """How many lines the text of a message takes on a phone: words are broken as Discord breaks them."""
    paragraphs = [component["content"] for component in components_of(message) if component["type"] == 10]
    return sum(_lines(line) for paragraph in paragraphs for line in paragraph.split("\n"))


def _lines(line: str) -> int:
    mark, width = next(((mark, width) for mark, width in _LETTER if line.startswith(mark)), ("", 7.7))
    plain = re.sub(r"<t:\d+:[RtTf]>", "in 42 seconds", line.removeprefix(mark))
    plain = re.sub(r"<@!?\d+>", "@somebody", plain).replace("**", "").replace("`", "").replace("\\", "")
    rows, used = 1, 0.0
    for word in plain.split(" "):
        if used and used + len(word) * width > _COLUMN:
            rows, used = rows + 1, 0.0
        used += (len(word) + 1) * width
    return rows
