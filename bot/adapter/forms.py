"""Forms that ask for an amount of chips or a text, and what people write into them.

A form carries its press in its `custom_id`, as a button does, and nothing in memory: so it is understood after a
restart, too. Its text is judged by the core; what is no whole number at all is refused here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.adapter.custom_ids import Press, encode_form
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.table.stakes import MOST_CHIPS, GalerieRule

MOST_NAMED: Final = MOST_CHIPS - 1
"""The most chips that a command lets people name: Discord refuses whole numbers beyond 2**53 - 1."""
_SPACES = re.compile(r"[\s\u00a0\u202f]")
_WHOLE = re.compile(r"[+-]?\d{1,20}", re.ASCII)


def ask(words: Words, press: Press, title: str, about: str, suggested: int | None) -> ui.Modal:
    """Returns the form.

    Args:
        about: what the amount is for, in one line.
        suggested: what stands there already.
    """
    entry: ui.TextInput[Any] = ui.TextInput(
        custom_id="amount",
        default=str(suggested) if suggested else None,
        placeholder=words("galerie.amount.example"),
        max_length=24,
    )
    modal = ui.Modal(title=title[:45], custom_id=encode_form(press), timeout=900)
    modal.add_item(ui.Label(text=words("galerie.amount"), description=about[:100], component=entry))
    return modal


def ask_text(press: Press, title: str, label: str, about: str, longest: int) -> ui.Modal:
    """Returns a form that asks for a text, which must not be empty.

    Args:
        about: what the text is for, in one line.
        longest: how many characters it has at most.
    """
    entry: ui.TextInput[Any] = ui.TextInput(custom_id="text", max_length=longest)
    modal = ui.Modal(title=title[:45], custom_id=encode_form(press), timeout=900)
    modal.add_item(ui.Label(text=label[:45], description=about[:100], component=entry))
    return modal


def read_amount(text: str) -> int:
    """Returns the whole number in a text; blanks between its digits do not matter.

    Raises:
        Refused: it is none.
    """
    bare = _SPACES.sub("", text)
    if not _WHOLE.fullmatch(bare):
        raise Refused(Problem.GALERIE, rule=GalerieRule.NOT_WHOLE)
    return int(bare)


def submitted_text(interaction: discord.Interaction[Any]) -> str:
    """Returns the text of a submitted form, without halves of surrogate pairs, which cannot be stored."""
    data: Mapping[str, Any] = interaction.data or {}
    return next(_values(data), "").encode("utf-8", "ignore").decode()


def _values(part: Any) -> Iterator[str]:
    if isinstance(part, Mapping):
        if isinstance(part.get("value"), str):
            yield part["value"]
        for inner in ("components", "component"):
            yield from _values(part.get(inner))
    elif isinstance(part, list):
        for child in part:
            yield from _values(child)
