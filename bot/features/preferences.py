"""`/ecarte preferences`: the private page on which a person sets their preferences. A choice takes effect at once.

This module knows which preferences there are, not what they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import Any

import discord
from discord import ui

from bot.adapter.components import buttons, fields, page_frame, text
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.formatting import safe, style_of
from bot.adapter.forms import ask_text, submitted_text
from bot.adapter.items import PressButton, button, select
from bot.adapter.message import Message, Picture, layout
from bot.adapter.registry import Feature, First, Needs, Routes
from bot.adapter.request import Request
from bot.features.reminder import state_line
from bot.people import puzzles
from bot.people.preferences import LONGEST_SEED, FeltChoice, GuestChoice, HandOrder, Preferences
from bot.pictures import hand_picture
from bot.pictures.scenes import HandPlace, HandScene
from bot.tables.problems import Problem, Refused
from bot.texts import Language, Words
from ecarte.game import Card, Distribution, Suit

__all__ = ["FEATURE"]

ROUTES = Routes()

_SAMPLES = {HandOrder.SORTED: "JD TD KS QH AC", HandOrder.DEALT: "KS QH JD AC TD"}
_DISCORD = "discord"
_ON, _OFF = "on", "off"


def draw(
    words: Words,
    preferences: Preferences,
    user_id: int = 0,
    *,
    rated: bool = True,
    everywhere: bool = False,
    reminder: str | None = None,
) -> Message:
    """Returns the page of preferences: a sample hand, and a control for each preference.

    Args:
        rated: whether the person wants a rating.
        everywhere: whether they want a rating over all servers too.
        reminder: a sentence that says when the daily reminder comes, or why it is off. None for no sentence.
    """
    colours = words("pages.preferences.four_colours" if preferences.four_colours else "pages.preferences.two_colours")
    felt = words(f"pages.preferences.felt.{preferences.felt.value}")
    picture = None if preferences.text_only else _sample(words, preferences)
    seed = (
        words("fair.seed.none")
        if not preferences.seed
        else words("pages.preferences.seed", seed=safe(preferences.seed))
    )
    about = words("pages.preferences.everywhere.about") if rated else None
    source = words("pages.preferences.puzzles.about")
    return Message(
        layout(
            page_frame(
                text(f"## {words('pages.preferences.title')}"),
                None
                if picture is None
                else picture.gallery(words("pages.preferences.alt", colours=colours, felt=felt)),
                _languages(words, preferences),
                _menu(words, "order", HandOrder, preferences.order),
                _menu(words, "felt", FeltChoice, preferences.felt),
                _menu(words, "deal", Distribution, preferences.distribution),
                _menu(words, "guests", GuestChoice, preferences.guests),
                buttons(
                    _switch(words, "colours", on=preferences.four_colours),
                    _switch(words, "reminders", on=preferences.reminders, emoji="⏳"),
                    _switch(words, "tips", on=preferences.tips is not False),
                    _switch(words, "pictures", on=not preferences.text_only),
                    _switch(words, "challenges", on=preferences.challenges),
                ),
                buttons(
                    button(Verb.PREFERENCE, words("pages.preferences.seed.set"), argument="seed", emoji="🌱"),
                    button(Verb.PREFERENCE, words("pages.preferences.seed.forget"), argument="seed.0")
                    if preferences.seed
                    else None,
                    _switch(words, "faces", on=preferences.faces),
                    _switch(words, "rating", on=rated),
                    _switch(words, "everywhere", on=everywhere) if rated else None,
                ),
                buttons(
                    button(Verb.REMINDER, words("reminder.title"), argument="show", emoji="⏰"),
                    button(Verb.BLOCK, words("block.list"), argument="show", emoji="🚫"),
                    button(Verb.PRIVACY, words("privacy.open"), argument=f"open.{user_id}", emoji="📦"),
                    _switch(words, "puzzles", on=preferences.puzzles, emoji="🧩"),
                    _switch(words, "boxes", on=preferences.boxes, emoji="☑️"),
                ),
                text("\n".join(f"-# {line}" for line in (seed, reminder, about, source) if line is not None)),
            )
        ),
        () if picture is None else (picture,),
    )


def _sample(words: Words, preferences: Preferences) -> Picture:
    places = tuple(HandPlace(Card.parse(card)) for card in _SAMPLES[preferences.order].split())
    scene = HandScene(places, trump=Suit.DIAMONDS, style=style_of(words, preferences))
    return Picture("preferences.png", scene, lambda: hand_picture(scene).data)


def _languages(words: Words, preferences: Preferences) -> ui.ActionRow[Any]:
    chosen = preferences.speaks.value if preferences.speaks else _DISCORD
    names = {_DISCORD: words("pages.preferences.language.discord")}
    names |= {language.value: language.named_in(words.language) for language in Language}
    return _select(words, "language", names, chosen)


def _menu(words: Words, name: str, kind: Iterable[Enum], chosen: Enum) -> ui.ActionRow[Any]:
    names = {str(member.value): words(f"pages.preferences.{name}.{member.value}") for member in kind}
    return _select(words, name, names, str(chosen.value))


def _select(words: Words, name: str, names: dict[str, str], chosen: str) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=label, value=value, default=value == chosen) for value, label in names.items()
    ]
    placeholder = words("pages.settings.pick")
    return ui.ActionRow(select(Verb.PREFERENCE, options, placeholder=placeholder, argument=f"{name}.0"))


def _switch(words: Words, name: str, *, on: bool, emoji: str | None = None) -> PressButton:
    """Returns a toggle that shows the current value."""
    label = words(f"pages.preferences.{name}.{_ON if on else _OFF}")
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return button(Verb.PREFERENCE, label, argument=f"{name}.{_OFF if on else _ON}", style=style, emoji=emoji)


@ROUTES.press(Verb.PREFERENCE, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Stores a changed preference, and shows the page with the new value.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    preferences = await request.preferences()
    name, state = fields(press.argument, 2)
    if name == "everywhere":
        await request.app.people.ratings.choose_everywhere(request.person.id, request.app.now(), chosen=state == _ON)
        await _show(request, preferences)
        return
    if name == "puzzles" and state in (_ON, _OFF):
        await puzzles.choose(request.app.people, request.person.id, wanted=state == _ON)
        await _show(request, await request.preferences())
        return
    if name == "rating":
        await request.app.people.ratings.want(request.person.id, request.app.now(), wanted=state == _ON)
        await _show(request, preferences)
        return
    try:
        changed = _apply_choice(preferences, name, state, *request.values[:1])
    except ValueError:
        raise Refused(Problem.STALE) from None
    if changed != preferences:
        await request.app.people.profiles.prefer(request.person.id, changed)
        if not changed.faces:
            request.app.people.photographs.forget(request.person.id)
    await _show(request, changed)


def _apply_choice(preferences: Preferences, name: str, state: str, value: str = "") -> Preferences:
    """Returns the preferences after a choice.

    Raises:
        ValueError: there is no such choice.
    """
    match name, state:
        case "show", _:
            return preferences
        case "language", _:
            return replace(preferences, speaks=None if value == _DISCORD else Language(value))
        case "order", _:
            return replace(preferences, order=HandOrder(value))
        case "felt", _:
            return replace(preferences, felt=FeltChoice(value))
        case "deal", _:
            return replace(preferences, distribution=Distribution(value))
        case "guests", _:
            return replace(preferences, guests=GuestChoice(value))
        case "seed", "0":
            return replace(preferences, seed="")
        case "colours", "on" | "off":
            return replace(preferences, four_colours=state == _ON)
        case "reminders", "on" | "off":
            return replace(preferences, reminders=state == _ON)
        case "tips", "on" | "off":
            return replace(preferences, tips=state == _ON)
        case "challenges", "on" | "off":
            return replace(preferences, challenges=state == _ON)
        case "faces", "on" | "off":
            return replace(preferences, faces=state == _ON)
        case "boxes", "on" | "off":
            return replace(preferences, boxes=state == _ON)
        case "pictures", "on" | "off":
            return replace(preferences, text_only=state == _OFF)
        case _:
            raise ValueError(f"no preference {name}.{state}")


@ROUTES.opens(Verb.PREFERENCE, needs=Needs.NOTHING, argument="seed")
async def ask_seed(request: Request, press: Press) -> ui.Modal:
    """Returns the form in which a person writes a word of their own for the shuffle of their games."""
    words = request.words
    title, about = words("pages.preferences.seed.set"), words("pages.preferences.seed.about")
    return ask_text(press, title, title, about, LONGEST_SEED)


@ROUTES.form(Verb.PREFERENCE, needs=Needs.NOTHING)
async def set_seed(request: Request, _press: Press) -> None:
    """Stores the word that a person adds to the shuffle of their games."""
    seed = submitted_text(request.interaction).strip()[:LONGEST_SEED]
    preferences = replace(await request.preferences(), seed=seed)
    await request.app.people.profiles.prefer(request.person.id, preferences)
    await _show(request, preferences)


async def _show(request: Request, preferences: Preferences) -> None:
    """Draws the page again, in the language that the person has now."""
    language = (await request.app.people.profiles.profile(request.person.id)).language
    await request.replace(await _page(request, request.app.texts(language), preferences))


async def _page(request: Request, words: Words, preferences: Preferences) -> Message:
    people, user_id = request.app.people, request.person.id
    rated, reminder = await people.ratings.is_wanted(user_id), await people.reminders.of(user_id)
    everywhere = await people.ratings.is_everywhere(user_id)
    line = None if reminder is None else state_line(words, reminder, request.app.now())
    if reminder is not None and reminder.refused:
        await people.reminders.note_read(user_id)
    elif line is not None:
        line = f"{words('reminder.title')} · {line}"
    return draw(words, preferences, user_id, rated=rated, everywhere=everywhere, reminder=line)


@ROUTES.command("preferences")
async def command(request: Request) -> None:
    """Answers `/ecarte preferences` with the page of preferences."""
    await request.reply(await _page(request, request.words, await request.preferences()))


FEATURE = Feature("preferences", (ROUTES,))
