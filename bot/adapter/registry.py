"""The pages: what one person reads or sets. Each is drawn by a pure function, and answers its own presses.

`draw(words, …) -> Drawing` draws a page; `press(room, interaction, words, press, values)` here hands a press to the
page to which it belongs. Nothing but the arguments of the items is remembered between two presses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.adapter.channel_select import PressChannelSelect
from bot.adapter.custom_ids import Press, Verb
from bot.features.daily import handlers as daily_handlers
from bot.features.jeux import page as jeux_page
from bot.features.law import page as law_page
from bot.features.leaderboard import page as leaderboard_page
from bot.features.lesson import page as lesson_page
from bot.features.lobby import page as lobby_page
from bot.features.preferences import page as preferences_page
from bot.features.profile import history_page as profile_history_page
from bot.features.purse import page as purse_page
from bot.features.record import page as record_page
from bot.features.replay import page as replay_page
from bot.features.review import page as review_page
from bot.features.rules import page as rules_page
from bot.features.settings import page as settings_page
from bot.tables.problems import Problem, Refused
from bot.texts import Words

if TYPE_CHECKING:
    from bot.client import CardRoom

__all__ = ["ITEMS", "VERBS", "press"]

ITEMS = (PressChannelSelect,)
"""Kinds of item that only pages use; to be registered with the client beside those of `bot.adapter.items`."""
_PRESSED = {
    Verb.LEADERBOARD: leaderboard_page.press,
    Verb.HISTORY: profile_history_page.press,
    Verb.RECORD: record_page.press,
    Verb.REPLAY: replay_page.press,
    Verb.REVIEW: review_page.press,
    Verb.RULES: rules_page.press,
    Verb.LAW: law_page.press,
    Verb.LESSON: lesson_page.press,
    Verb.JEUX: jeux_page.press,
    Verb.DAILY: daily_handlers.press,
    Verb.SETTING: settings_page.press,
    Verb.PREFERENCE: preferences_page.press,
    Verb.TABLES: lobby_page.press,
    Verb.PURSE: purse_page.press,
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
