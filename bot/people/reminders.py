"""The daily reminder of a person: at most one direct message a day, at an hour (UTC) of their choice."""

from __future__ import annotations

from bot.people import hours
from bot.people.service import People
from bot.rows.member_rows import DueReminder, Reminder


async def choose(people: People, user_id: int, hour: int) -> Reminder:
    """Turns on a person's daily reminder at an hour, or changes its hour.

    If today's reminder was sent, or was skipped because it was too late, the next one is due tomorrow at the earliest.

    Raises:
        ValueError: there is no such hour.
    """
    if hour not in hours.HOURS:
        raise ValueError(f"{hour} is no hour of a day")
    now = people.now()

    def next_at(last: int | None) -> int:
        return hours.next_at(hour, now if last is None else max(now, hours.end_of_day(last) - 1))

    return await people.reminders.put(user_id, hour, next_at)


async def claim(people: People, reminder: DueReminder) -> bool:
    """Notes in the database that a reminder is about to be sent.

    Returns whether the caller has to send it: no other process has noted it, and it is not too late.

    Raises:
        NotOwner: another process owns the direct messages, and has to send the reminder.
    """
    now = people.now()
    after = max(now, hours.end_of_day(reminder.at) - 1)
    claimed = await people.reminders.claim(reminder, hours.next_at(reminder.hour, after))
    return claimed and not hours.is_late(reminder.at, now)
