"""The form **Terms**: the terms of a challenge besides its opponent, stake and clock.

The chosen values are written as one text, `others.rules.rubber.deal.agreed`. If the bot refuses them, this text is the
argument of the button that opens the form again, so that no choice is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.adapter.custom_ids import Press, Verb, encode_form
from bot.features.challenge.options import DIALECTS
from bot.tables.problems import Problem, Refused
from bot.tables.terms import ChallengeOptions, Terms
from bot.texts import Words
from ecarte import game
from ecarte.game import Dialect, Manners, NextDeal, Stakes
from ecarte.table import PoolForm
from ecarte.table.rubber import LENGTHS
from ecarte.table.stakes import Style

FIELDS: Final = ("others", "rules", "rubber", "deal", "agreed")
"""The fields of the form, in the order in which the text of the choices names them. Discord allows at most five."""
_POOL, _USUAL = "pool-", "usual"
_SALON, _TREBLE, _HINTS, _CUT = "salon", "treble", "hints", "cut"
AGREEMENTS: Final = (_SALON, _TREBLE, _HINTS, _CUT)
"""The values of the field "agreed": the checkboxes of the form."""
DEALS: Final = (_USUAL, *(kind.value for kind in NextDeal))
"""The values of the field "deal", which says who deals first in the next game.

The first value stands for the rule of the chosen dialect. Each other value is a `NextDeal`, which replaces that rule.
"""
OTHERS: Final = (*(style.value for style in Style), *(f"{_POOL}{form.value}" for form in PoolForm))
"""The values of the field "others", which says what bystanders may do (a `Style`), or in which form three people play
for a pool.
"""


def choices_of(terms: Terms) -> str:
    """Returns the present terms of a challenge as the text of choices that the form shows as chosen."""
    rules = terms.rules
    usual = rules.next_deal is game.DIALECTS[rules.dialect].rules.next_deal
    agreed = {
        _SALON: rules.manners is Manners.SALON,
        _TREBLE: rules.stakes is Stakes.SINGLE_DOUBLE_TREBLE,
        _HINTS: terms.hints,
        _CUT: terms.cut_ms > 0,
    }
    return choices_in(
        {
            "others": [terms.style.value if terms.pool is None else f"{_POOL}{terms.pool.value}"],
            "rules": [rules.dialect.value],
            "rubber": [str(terms.rubber)],
            "deal": [_USUAL if usual else rules.next_deal.value],
            "agreed": [name for name in AGREEMENTS if agreed[name]],
        }
    )


def choices_in(submitted: Mapping[str, Iterable[str]]) -> str:
    """Returns the choices in a submitted form as one text.

    Raises:
        Refused: the form has a value that the bot does not offer.
    """
    text = ".".join(",".join(submitted.get(name, ())) for name in FIELDS)
    _read(text)
    return text


def options_of(choices: str, terms: Terms) -> ChallengeOptions:
    """Returns the options that the challenger has chosen in the form.

    If the checkbox for the cut is checked, deals wait for the cut. If it is empty, they wait only at a table that this
    form turns into a salon table. They do not wait if the present terms are for a salon table, or wait for the cut,
    already.

    Args:
        choices: the text of choices.
        terms: the present terms of the challenge.

    Raises:
        Refused: the text has a value that the bot does not offer.
    """
    (others,), (rules,), (rubber,), (deal,), agreed = _read(choices)
    is_pool = others.startswith(_POOL)
    was_shown = terms.cut_ms > 0 or terms.rules.manners is Manners.SALON
    return ChallengeOptions(
        dialect=Dialect(rules),
        style=Style.FRENCH if is_pool else Style(others),
        stakes=Stakes.SINGLE_DOUBLE_TREBLE if _TREBLE in agreed else Stakes.SINGLE_ONLY,
        pool=PoolForm(others.removeprefix(_POOL)) if is_pool else None,
        manners=Manners.SALON if _SALON in agreed else Manners.GUIDED,
        rubber=int(rubber),
        next_deal=None if deal == _USUAL else NextDeal(deal),
        hints=_HINTS in agreed,
        cut=_CUT in agreed or (False if was_shown else None),
    )


def _read(choices: str) -> list[list[str]]:
    offered = (OTHERS, tuple(DIALECTS.values()), tuple(map(str, LENGTHS)), DEALS, AGREEMENTS)
    fields = [[value for value in field.split(",") if value] for field in choices.split(".")]
    if len(fields) != len(offered) or any(len(field) != 1 for field in fields[:-1]):
        raise Refused(Problem.STALE)
    if any(value not in among for field, among in zip(fields, offered, strict=True) for value in field):
        raise Refused(Problem.STALE)
    return fields


def draw(words: Words, table_id: int, choices: str, *, to_all: bool, waits: bool) -> ui.Modal:
    """Returns the form.

    Args:
        choices: the text of the choices that the form shows as chosen.
        to_all: whether the challenge is open to all, so that it may become a pool.
        waits: whether deals can wait for the cut here.
    """
    others, rules, rubber, deal, agreed = _read(choices)
    modal = ui.Modal(
        title=words("challenge.terms.title"), custom_id=encode_form(Press(Verb.TERMS, table_id)), timeout=900
    )
    offered = [name for name in OTHERS if to_all or not name.startswith(_POOL)]
    modal.add_item(_field(words, "others", _radio(words, "others", offered, others, about=True)))
    dialects = [
        discord.SelectOption(label=words(key), value=value, default=value in rules) for key, value in DIALECTS.items()
    ]
    modal.add_item(_field(words, "rules", ui.Select[Any](custom_id="rules", options=dialects)))
    modal.add_item(_field(words, "rubber", _radio(words, "rubber", list(map(str, LENGTHS)), rubber)))
    modal.add_item(_field(words, "deal", _radio(words, "deal", DEALS, deal)))
    boxes = [
        discord.CheckboxGroupOption(
            label=words(f"challenge.terms.agreed.{name}"),
            description=words(f"challenge.terms.agreed.{name}.about"),
            value=name,
            default=name in agreed,
        )
        for name in AGREEMENTS
        if waits or name != _CUT
    ]
    group = ui.CheckboxGroup[Any](custom_id="agreed", required=False, min_values=0, options=boxes)
    return modal.add_item(_field(words, "agreed", group))


def _field(words: Words, name: str, component: ui.Item[Any]) -> ui.Label[Any]:
    return ui.Label(text=words(f"challenge.terms.{name}"), component=component)


def _radio(
    words: Words, name: str, values: Iterable[str], chosen: Iterable[str], *, about: bool = False
) -> ui.RadioGroup[Any]:
    """Returns a group of radios.

    Args:
        about: whether each radio has a line that explains it.
    """
    options = [
        discord.RadioGroupOption(
            label=words(f"challenge.terms.{name}.{value}"),
            description=words(f"challenge.terms.{name}.{value}.about") if about else None,
            value=value,
            default=value in chosen,
        )
        for value in values
    ]
    return ui.RadioGroup(custom_id=name, options=options)
