"""Every command, button and form has exactly one owner among the features."""

from __future__ import annotations

import pytest

from bot import features
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Feature, Registry, Routes
from bot.adapter.request import Request


async def answer(request: Request, press: Press) -> None:
    """Does nothing."""


def test_every_verb_has_an_owner() -> None:
    assert Registry(features.load()).verbs == set(Verb)


def test_every_command_with_a_place_in_the_list_exists() -> None:
    assert set(features.COMMANDS) <= Registry(features.load()).commands.keys()


def test_a_verb_with_two_owners_stops_the_start() -> None:
    one, other = Routes(), Routes()
    one.press(Verb.BET)(answer)
    other.press(Verb.BET)(answer)
    with pytest.raises(ValueError, match="which has an owner already"):
        Registry([Feature("one", (one,)), Feature("other", (other,))])


def test_a_verb_may_be_owned_by_argument() -> None:
    routes = Routes()
    routes.press(Verb.CUT)(answer)
    routes.press(Verb.CUT, argument="ask")(answer)
    registry = Registry([Feature("fair", (routes,))])
    asked, cut = registry.press(Press(Verb.CUT, argument="ask")), registry.press(Press(Verb.CUT, argument="7"))
    assert asked is not None
    assert cut is not None
    assert asked is not cut
    assert registry.press(Press(Verb.BET)) is None
