"""Parts that all pages share: safe names, moments, buttons, paging, and the reading of a press's argument.

This module knows Discord's components and the texts, no database and no rule of the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import discord
from discord import ui

from bot.adapter import naming
from bot.adapter.custom_ids import Verb
from bot.adapter.formatting import mark, safe
from bot.adapter.items import PressButton, button
from bot.adapter.message import Message, layout
from bot.letters import split_clusters, strip_invisible
from bot.people.hours import HOURS
from bot.people.person import level_of
from bot.rows.ids import is_erased
from bot.tables.problems import Problem, Refused
from bot.texts import Words

FELT = 0x1F6B4A
"""The colour of the frame around a page."""


def known_name(words: Words, names: Mapping[int, str], user_id: int, *, plain: bool = False) -> str:
    """Returns the last known name of a person, or the name of the house.

    For an erased or unknown person, returns "a former player".

    Args:
        plain: whether the name is for labels and placeholders, where Discord knows no markdown.
    """
    level = level_of(user_id)
    if level is not None:
        return naming.name(words, level)
    if is_erased(user_id) or user_id not in names:
        return words("pages.former_player")
    name = strip_invisible(names[user_id]) or naming.nameless(words, user_id)
    return name if plain else safe(name)


def names_of(*people: discord.User | discord.Member | None) -> dict[int, str]:
    """Returns the present names of people by their ids. The bot may never have seen these people before."""
    return {person.id: naming.called_name(person) for person in people if person is not None}


def timestamp(at: int, style: str = "R") -> str:
    """Returns a moment (epoch milliseconds) that Discord shows in the reader's own time zone and language."""
    return f"<t:{at // 1000}:{style}>"


def utc_hours(words: Words, chosen: int | None) -> list[discord.SelectOption]:
    """Returns the 24 hours of the day (UTC) as options of a select. If `chosen` is None, no hour is preselected."""
    return [
        discord.SelectOption(
            label=words("pages.settings.daily.utc", hour=f"{hour:02}"), value=str(hour), default=hour == chosen
        )
        for hour in HOURS
    ]


def more(words: Words, table_id: int) -> PressButton:
    """Returns the button that opens the menu More of a table."""
    return button(Verb.MORE, words("more.open"), table=table_id)


def find_opponent(
    words: Words, style: discord.ButtonStyle = discord.ButtonStyle.secondary, *, key: str = "play.find"
) -> PressButton:
    """Returns the button that looks for an opponent in this server. `key` is the key of its label."""
    # The verb and the argument are those of older greetings, which still stand in many servers.
    return button(Verb.FIND_OPPONENT, words(key), argument="challenge", emoji="⚔️", style=style)


def play_on(words: Words, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> PressButton:
    """Returns the button of `find_opponent` with the label for the end of a game.

    It stands next to the button for a rematch.
    """
    return find_opponent(words, style, key="play.on")


def ready(words: Words) -> PressButton:
    """Returns the button that gives a member the role that open challenges ring for."""
    return button(Verb.READY, words("ready.take"), argument="take", emoji="🔔")


def remind(words: Words) -> PressButton:
    """Returns the button that opens a new private message in which a member chooses a daily reminder."""
    return button(Verb.REMINDER, words("reminder.remind"), argument="open", emoji="⏰")


def against_house(words: Words, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> PressButton:
    """Returns the button that begins a private game against the house."""
    return button(Verb.HOUSE, words("help.house"), argument="open", emoji=mark(words, "back"), style=style)


def first_deal(words: Words, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> PressButton:
    """Returns the button that opens the first deal, a lesson for people who have never played."""
    return button(Verb.LESSON, words("learn.first"), argument="first", emoji="🌱", style=style)


def first_game(words: Words) -> PressButton:
    """Returns the button at the end of the first deal. It begins a game against the house, with explanations."""
    style = discord.ButtonStyle.success
    return button(Verb.HOUSE, words("first.play"), argument="first", emoji=mark(words, "back"), style=style)


def shorten(label: str, most: int) -> str:
    """Returns a label cut to `most` characters."""
    if len(label) <= most:
        return label
    ends = accumulate(len(letter) for letter in split_clusters(label))
    return label[: max((end for end in ends if end < most), default=0)].rstrip() + "…"


def join_facts(*parts: str) -> str:
    """Joins short facts to one line of text. Leaves out empty facts."""
    return " · ".join(part for part in parts if part)


def text(content: str) -> ui.TextDisplay[Any]:
    """Returns a paragraph of markdown."""
    return ui.TextDisplay(content)


def page_frame(*items: ui.Item[Any] | None, colour: int = FELT) -> ui.Container[Any]:
    """Returns the framed box that holds the items of a page. Leaves out items that are None.

    Args:
        colour: the colour of the edge.
    """
    return ui.Container(*(item for item in items if item is not None), accent_colour=colour)


def buttons(*items: PressButton | None) -> ui.ActionRow[Any] | None:
    """Returns a row of these buttons. Leaves out buttons that are None. Returns None if no button remains."""
    present = [item for item in items if item is not None]
    return ui.ActionRow(*present) if present else None


def pager(words: Words, verb: Verb, page: int, pages: int, arguments: tuple[str, str]) -> ui.ActionRow[Any] | None:
    """Returns the buttons that turn pages. None if there is one page only.

    Args:
        page: the number of the page shown, from 0.
        arguments: the argument of the button that goes back, and of the button that goes on.
    """
    if pages < 2:
        return None
    back, forward = arguments
    return buttons(
        button(verb, words("pages.previous"), argument=back, emoji="◀️", disabled=page <= 0),
        button(verb, words("pages.next"), argument=forward, emoji="▶️", disabled=page >= pages - 1),
    )


def fields(argument: str, count: int) -> list[str]:
    """Splits the argument of a press into its `count` parts.

    Raises:
        Refused: the argument has another number of parts. Another version of the bot drew the item.
    """
    parts = argument.split(".")
    if len(parts) != count:
        raise Refused(Problem.STALE)
    return parts


def number(part: str, low: int = 0, high: int = (1 << 63) - 1) -> int:
    """Reads one part of a press's argument as a whole number from `low` to `high`.

    Raises:
        Refused: the part is no such number. Another version of the bot drew the item.
    """
    if not re.fullmatch(r"\d{1,20}", part, re.ASCII) or not low <= int(part) <= high:
        raise Refused(Problem.STALE)
    return int(part)


def notice(text: str, *mentions: int) -> Message:
    """Returns a message that is one text. `mentions` are the ids of the people in it whom Discord may notify."""
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return Message(layout(item), mentions=mentions)


def question(text: str, *answers: ui.Item[Any]) -> Message:
    """Returns a message of a text and a row of buttons that answer it."""
    item: ui.TextDisplay[Any] = ui.TextDisplay(text)
    return Message(layout(ui.Container(item, ui.ActionRow(*answers))))
