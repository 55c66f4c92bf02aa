"""Every command, button and form has exactly one owner among the features."""

from __future__ import annotations

import pytest

from bot import features
from bot.adapter import commands
from bot.adapter.contexts import ANYWHERE
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.registry import Feature, Needs, Registry, Routes
from bot.adapter.request import Request
from bot.texts import Texts
from tests.support.rules import expect_kept


async def answer(request: Request, press: Press) -> None:
    """Does nothing."""


def test_every_verb_has_an_owner() -> None:
    owned = Registry(features.load()).verbs
    expect_kept(
        "a verb of bot/adapter/custom_ids.py is answered by one feature",
        "a press that no feature answers reads as a fault of the bot",
        (
            f"bot/features: add @ROUTES.press(Verb.{verb.name}) to the feature it belongs to"
            for verb in set(Verb) - owned
        ),
    )


@pytest.mark.parametrize("listed", ["COMMANDS", "MENUS"])
def test_a_command_without_a_place_or_a_place_without_a_command_stops_the_start(listed: str) -> None:
    places = {"COMMANDS": dict(features.COMMANDS), "MENUS": dict(features.MENUS)}
    registry, wording = Registry(features.load()), commands.Wording(Texts.load())

    def build() -> None:
        commands.build(None, None, registry, wording, places["COMMANDS"], places["MENUS"])  # type: ignore[arg-type]  # it stops before it uses client and router

    places[listed]["no-such-command"] = ANYWHERE
    with pytest.raises(ValueError, match="no-such-command"):
        build()
    del places[listed]["no-such-command"]
    lost, _ = places[listed].popitem()
    with pytest.raises(ValueError, match=lost):
        build()


def test_a_verb_with_two_owners_stops_the_start() -> None:
    one, other = Routes(), Routes()
    one.press(Verb.BET, needs=Needs.MEMBER)(answer)
    other.press(Verb.BET, needs=Needs.MEMBER)(answer)
    with pytest.raises(ValueError, match="which has an owner already"):
        Registry([Feature("one", (one,)), Feature("other", (other,))])


def test_a_press_that_does_not_say_what_it_asks_for_stops_the_start() -> None:
    with pytest.raises(TypeError, match="needs"):
        Routes().press(Verb.BET)  # type: ignore[call-arg]


def test_a_verb_may_be_owned_by_argument() -> None:
    routes = Routes()
    routes.press(Verb.CUT, needs=Needs.TABLE)(answer)
    routes.press(Verb.CUT, needs=Needs.TABLE, argument="ask")(answer)
    registry = Registry([Feature("fair", (routes,))])
    asked, cut = registry.press(Press(Verb.CUT, argument="ask")), registry.press(Press(Verb.CUT, argument="7"))
    assert asked is not None
    assert cut is not None
    assert asked is not cut
    assert registry.press(Press(Verb.BET)) is None
