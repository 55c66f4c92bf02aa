"""The preferences of a person: the colours of the suits, how they deal, their seed for fair deals. Always private.

Knows what the preferences are, not where they act.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from discord import app_commands, ui

from bot.adapter.components import fields, framed, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import safe, style_of
from bot.adapter.items import button
from bot.adapter.message import Message, Picture, layout
from bot.adapter.registry import First, Routes
from bot.adapter.request import Request
from bot.people.preferences import Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene
from bot.tables.problems import Problem, Refused
from bot.texts import Words
from ecarte.game import Card, Distribution, Suit

__all__ = ["LONGEST", "ROUTES", "draw", "press"]

ROUTES = Routes()

LONGEST = 64
"""How many characters a seed has at most."""
_SAMPLE = "KS QH JD AC TH"
_DIGITS = {Distribution.THREE_TWO: "32", Distribution.TWO_THREE: "23"}


def draw(words: Words, preferences: Preferences) -> Message:
    """Returns the page: each preference with a button that changes it, and a sample hand."""
    four, dealt = preferences.four_colours, preferences.distribution
    places = tuple(HandPlace(Card.parse(card)) for card in _SAMPLE.split())
    scene = HandScene(places, trump=Suit.DIAMONDS, style=style_of(words, preferences))
    picture = Picture("preferences.png", scene, lambda: hand_picture(scene).data)
    colours = words("pages.preferences.four_colours" if four else "pages.preferences.two_colours")
    return Message(
        layout(
            framed(
                text(f"## {words('pages.preferences.title')}"),
                _choice(
                    f"{words('pages.preferences.colours')}\n**{colours}**",
                    words("pages.preferences.to_two" if four else "pages.preferences.to_four"),
                    f"colours.{'2' if four else '4'}",
                ),
                picture.gallery(words("pages.preferences.alt", colours=colours)),
                _choice(
                    f"{words('pages.preferences.deal')}\n**{_dealing(words, dealt)}**",
                    _to_deal(words, _other(dealt)),
                    f"deal.{_DIGITS[_other(dealt)]}",
                ),
                text(f"-# {words('pages.preferences.deal_about')}"),
                _seed(words, preferences.seed),
            )
        ),
        (picture,),
    )


def _seed(words: Words, seed: str) -> ui.Item[Any]:
    if not seed:
        return text(f"-# {words('fair.seed.none')}")
    return _choice(
        f"{words('pages.preferences.seed')}\n**{safe(seed)}**", words("pages.preferences.seed.forget"), "seed.0"
    )


def _choice(said: str, label: str, argument: str) -> ui.Section[Any]:
    return ui.Section(text(said), accessory=button(Verb.PREFERENCE, label, argument=argument))


def _other(distribution: Distribution) -> Distribution:
    return Distribution.TWO_THREE if distribution is Distribution.THREE_TWO else Distribution.THREE_TWO


def _dealing(words: Words, distribution: Distribution) -> str:
    match distribution:
        case Distribution.THREE_TWO:
            return words("pages.preferences.three_two")
        case Distribution.TWO_THREE:
            return words("pages.preferences.two_three")
        case _:
            assert_never(distribution)


def _to_deal(words: Words, distribution: Distribution) -> str:
    match distribution:
        case Distribution.THREE_TWO:
            return words("pages.preferences.to_three_two")
        case Distribution.TWO_THREE:
            return words("pages.preferences.to_two_three")
        case _:
            assert_never(distribution)


@ROUTES.press(Verb.PREFERENCE, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """A preference was changed: kept at once, and the page shows what holds now.

    Raises:
        Refused: the item was drawn by another version.
    """
    preferences = await request.preferences()
    match fields(press.argument, 2):
        case ["colours", "2" | "4" as colours]:
            preferences = replace(preferences, four_colours=colours == "4")
        case ["deal", "32"]:
            preferences = replace(preferences, distribution=Distribution.THREE_TWO)
        case ["deal", "23"]:
            preferences = replace(preferences, distribution=Distribution.TWO_THREE)
        case ["seed", "0"]:
            preferences = replace(preferences, seed="")
        case _:
            raise Refused(Problem.STALE)
    await request.app.people.profiles.prefer(request.person.id, preferences)
    await request.replace(draw(request.words, preferences))


@ROUTES.command("preferences", direct=True)
async def command(request: Request, seed: app_commands.Range[str, 1, LONGEST] | None = None) -> None:
    """`/ecarte preferences`, or keeps a seed for fair deals."""
    preferences = await request.preferences()
    if seed is None:
        await request.reply(draw(request.words, preferences))
        return
    await request.app.people.profiles.prefer(request.person.id, replace(preferences, seed=seed))
    await request.reply(request.words("fair.seed.set", seed=safe(seed)))
