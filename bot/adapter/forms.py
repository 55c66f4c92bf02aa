"""Forms that ask for an amount of chips or for a text, and the values of submitted forms. Reads amounts as people write
them in forms and in commands.

A form holds its verb and table in its `custom_id`, as a button does. The bot keeps no open form in memory, so that a
form also works after a restart. Whether a person may bet an amount is checked later, by the code that places the bet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands, ui

from bot.adapter.custom_ids import Press, encode_form
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.table.stakes import MOST_CHIPS, GalerieRule

_MOST_LETTERS: Final = 24
Amount: TypeAlias = app_commands.Range[str, 1, _MOST_LETTERS]
"""The type of an amount in a command. Discord's own type for whole numbers would refuse "1,000"."""
_SPACES = re.compile(r"[\s\u00a0\u202f_]")
_WHOLE = re.compile(r"[+-]?\d{1,20}", re.ASCII)
_GROUPED = re.compile(r"[+-]?\d{1,3}([,.'’٬])\d{3}(?:\1\d{3})*", re.ASCII)
_THOUSANDS = re.compile(r"([+-]?)(\d{1,15})(?:[,.](\d{1,2}))?k", re.ASCII | re.IGNORECASE)


def ask(words: Words, press: Press, title: str, about: str, suggested: int | None) -> ui.Modal:
    """Returns a form that asks for an amount.

    Args:
        about: the purpose of the amount, in one line.
        suggested: the amount that the field holds when the form opens. None or 0 for an empty field.
    """
    entry: ui.TextInput[Any] = ui.TextInput(
        custom_id="amount",
        default=str(suggested) if suggested else None,
        placeholder=words("galerie.amount.example"),
        max_length=_MOST_LETTERS,
    )
    modal = ui.Modal(title=title[:45], custom_id=encode_form(press), timeout=900)
    modal.add_item(ui.Label(text=words("galerie.amount"), description=about[:100], component=entry))
    return modal


def ask_text(press: Press, title: str, label: str, about: str, longest: int) -> ui.Modal:
    """Returns a form that asks for a text, which must not be empty.

    Args:
        about: the purpose of the text, in one line.
        longest: the most characters of the text.
    """
    entry: ui.TextInput[Any] = ui.TextInput(custom_id="text", max_length=longest)
    modal = ui.Modal(title=title[:45], custom_id=encode_form(press), timeout=900)
    modal.add_item(ui.Label(text=label[:45], description=about[:100], component=entry))
    return modal


def read_amount(text: str) -> int:
    """Returns the whole number that a person has written: "1000", "1,000", "1.000", "1 000", "1k", "1.5k".

    Raises:
        Refused: the text is no whole number.
    """
    bare = _SPACES.sub("", text)
    if _WHOLE.fullmatch(bare):
        return int(bare)
    if grouped := _GROUPED.fullmatch(bare):
        return int(bare.replace(grouped[1], ""))
    if thousands := _THOUSANDS.fullmatch(bare):
        sign, whole, part = thousands[1], thousands[2], (thousands[3] or "").ljust(3, "0")
        return int(f"{sign}{whole}{part}")
    raise Refused(Problem.GALERIE, rule=GalerieRule.NOT_WHOLE)


def read_stake(text: str) -> int:
    """Returns the stake in a text, read as `read_amount` does. A stake of 0 means a game for honour.

    Raises:
        Refused: the text is no whole number, below 0, or more than any person can have.
    """
    stake = read_amount(text)
    if stake < 0:
        raise Refused(Problem.GALERIE, rule=GalerieRule.NOT_POSITIVE, amount=stake)
    if stake > MOST_CHIPS:
        raise Refused(Problem.GALERIE, rule=GalerieRule.TOO_LARGE, most=MOST_CHIPS)
    return stake


def submitted_text(interaction: discord.Interaction[Any]) -> str:
    """Returns the text of a submitted form, without halves of surrogate pairs, which the database cannot store."""
    data: Mapping[str, Any] = interaction.data or {}
    return next(_values(data), "").encode("utf-8", "ignore").decode()


def submitted_choices(interaction: discord.Interaction[Any]) -> dict[str, tuple[str, ...]]:
    """Returns the values chosen in the selects, radios and checkboxes of a submitted form, by the id of each field."""
    data: Mapping[str, Any] = interaction.data or {}
    return dict(_choices(data.get("components")))


def _choices(part: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(part, list):
        for child in part:
            yield from _choices(child)
    elif isinstance(part, Mapping) and isinstance(part.get("component"), Mapping):
        field = part["component"]
        chosen = field.get("values", [field.get("value")])
        yield str(field.get("custom_id")), tuple(one for one in chosen or () if isinstance(one, str))


def _values(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping):
        if isinstance(part.get("value"), str):
            yield part["value"]
        for inner in ("components", "component"):
            yield from _values(part.get(inner))
    elif isinstance(part, list):
        for child in part:
            yield from _values(child)
