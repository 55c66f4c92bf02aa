"""The pages: what one person reads or sets. Each is drawn by a pure function, and answers its own presses.

`draw(words, …) -> Drawing` draws a page; `press(room, interaction, words, press, values)` here hands a press to the
page to which it belongs. Nothing but the arguments of the items is remembered between two presses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.tables.problems import Problem, Refused
from bot.texts import Words
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import (
    daily,
    history,
    jeux,
    law,
    leaderboard,
    lesson,
    preferences,
    purse,
    record,
    replay,
    review,
    rules,
    settings,
    tables,
)
from bot.ui.pages.channel_select import PressChannelSelect

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["ITEMS", "VERBS", "press"]

ITEMS = (PressChannelSelect,)
"""Kinds of item that only pages use; to be registered with the client beside those of `bot.ui.items`."""
_PRESSED = {
    Verb.LEADERBOARD: leaderboard.press,
    Verb.HISTORY: history.press,
    Verb.RECORD: record.press,
    Verb.REPLAY: replay.press,
    Verb.REVIEW: review.press,
    Verb.RULES: rules.press,
    Verb.LAW: law.press,
    Verb.LESSON: lesson.press,
    Verb.JEUX: jeux.press,
    Verb.DAILY: daily.press,
    Verb.SETTING: settings.press,
    Verb.PREFERENCE: preferences.press,
    Verb.TABLES: tables.press,
    Verb.PURSE: purse.press,
}
VERBS = frozenset(_PRESSED)
"""What pages answer."""


async def press(
    room: CardRoom, interaction: discord.Interaction[Any], words: Words, press: Press, values: list[str]
) -> None:
    """Answers a press on a page, or on a button that opens one.

    Raises:
        Refused: it cannot be done, or no page knows it.
        MissingPermissions: a setting, by somebody who does not manage the server.
    """
    answer = _PRESSED.get(press.verb)
    if answer is None:
        raise Refused(Problem.STALE)
    await answer(room, interaction, words, press, values)
