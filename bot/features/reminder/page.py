"""The page on which a person chooses a daily reminder and its hour. Always private. A choice takes effect at once."""

from __future__ import annotations

from discord import ui

from bot.adapter.components import buttons, number, page_frame, text, timestamp, utc_hours
from bot.adapter.custom_ids import Press, Verb
from bot.adapter.items import button, select
from bot.adapter.message import Message, layout
from bot.adapter.registry import First, Needs, Routes
from bot.adapter.request import Request
from bot.features.reminder.message import WAITED_H
from bot.people import hours, reminders
from bot.rows.member_rows import Reminder
from bot.tables.problems import Problem, Refused
from bot.texts import Words

ROUTES = Routes()
_FURTHER = frozenset({"open", "stop"})
"""Buttons on messages that stay unchanged: the page is sent as another message."""


def draw(words: Words, reminder: Reminder | None, now: int) -> Message:
    """Returns the page on which a person chooses whether and when the daily reminder comes.

    Args:
        reminder: the reminder that the person has chosen. None if they have never chosen.
        now: the present time, in epoch milliseconds.
    """
    is_on = reminder is not None and reminder.is_on
    lines = [state_line(words, reminder, now) or words("reminder.off")]
    if not is_on:
        lines.append(f"-# {_conversion(words, now)}")
    pick = select(
        Verb.REMINDER,
        utc_hours(words, reminder.hour if reminder is not None and is_on else None),
        placeholder=words("reminder.pick"),
        argument="hour",
    )
    switch = None
    if reminder is not None:
        label = words("reminder.turn_off") if is_on else words("reminder.turn_on")
        switch = button(Verb.REMINDER, label, argument="off" if is_on else "on", emoji="🔕" if is_on else "🔔")
    return Message(
        layout(
            page_frame(
                text(f"## {words('reminder.title')}"),
                text(words("reminder.about", hours=words.count("pages.hours", WAITED_H))),
                text("\n".join(lines)),
                ui.ActionRow(pick),
                buttons(
                    switch,
                    button(Verb.PREFERENCE, words("pages.settings.back"), argument="show.0", emoji="◀️"),
                ),
            )
        )
    )


def state_line(words: Words, reminder: Reminder | None, now: int) -> str | None:
    """Returns a sentence that says when the daily reminder comes, or that it is off because Discord refused it. None if
    the person has switched it off or never chose one.
    """
    if reminder is not None and reminder.is_on:
        return words("reminder.on", time=timestamp(hours.next_at(reminder.hour, now), "t"))
    return f"⚠️ {words('reminder.refused')}" if reminder is not None and reminder.refused else None


def _conversion(words: Words, now: int) -> str:
    """Returns the line that converts an hour of the select to the reader's own time."""
    at = hours.start_of_hour(now)
    utc = words("pages.settings.daily.utc", hour=f"{hours.hour_of(now):02}")
    return words("reminder.utc", utc=utc, time=timestamp(at, "t"))


@ROUTES.press(Verb.REMINDER, needs=Needs.NOTHING, first=First.ANSWER)
async def press(request: Request, press: Press) -> None:
    """Opens the page of the daily reminder, or stores a choice. A press on the page itself changes it in place.

    Raises:
        Refused: the button or menu was drawn by another version of the bot.
    """
    people, user_id = request.app.people, request.person.id
    reminder = await people.reminders.of(user_id)
    match press.argument:
        case "open" | "show":
            pass
        case "stop" | "off":
            await people.reminders.switch_off(user_id, refused=False)
            reminder = await people.reminders.of(user_id)
        case "on" if reminder is not None:
            reminder = await reminders.choose(people, user_id, reminder.hour)
        case "hour":
            hour = number("".join(request.values), high=hours.HOURS[-1])
            reminder = await reminders.choose(people, user_id, hour)
        case _:
            raise Refused(Problem.STALE)
    page = draw(request.words, reminder, request.app.now())
    await (request.reply(page) if press.argument in _FURTHER else request.replace(page))
    if reminder is not None and reminder.refused:
        await people.reminders.note_read(user_id)
