"""The reminder that a person may choose: one direct message a day at most, at an hour (UTC) of their own."""

from __future__ import annotations

from typing import Final

from bot.people import hours
from bot.people.service import People
from bot.storage import DueReminder, Reminder

__all__ = ["DueReminder", "Reminder", "choose", "claim", "due", "note_read", "of", "refuse", "stop"]

_LOOKED_AT: Final = 500
"""So many are taken up at a look; the others at the next one."""


async def of(people: People, user_id: int) -> Reminder | None:
    """A person's reminder, on or off; None: none was ever chosen."""
    return await people.reminders.of(user_id)


async def choose(people: People, user_id: int, hour: int) -> Reminder:
    """Switches a person's reminder on; today only if none has fallen due today.

    Raises:
        ValueError: there is no such hour.
    """
    if hour not in hours.HOURS:
        raise ValueError(f"{hour} is no hour of a day")
    now = people.now()

    def next_at(last: int | None) -> int:
        return hours.next_at(hour, now if last is None else max(now, hours.end_of_day(last) - 1))

    return await people.reminders.put(user_id, hour, next_at)


async def stop(people: People, user_id: int) -> None:
    """Switches a person's reminder off, as they wish."""
    await people.reminders.switch_off(user_id, refused=False)


async def refuse(people: People, user_id: int) -> None:
    """Switches a person's reminder off, since Discord takes no direct message to them."""
    await people.reminders.switch_off(user_id, refused=True)


async def note_read(people: People, user_id: int) -> None:
    """Notes that a person has read why their reminder was switched off."""
    await people.reminders.note_read(user_id)


async def due(people: People) -> tuple[DueReminder, ...]:
    """Returns reminders that have fallen due, late ones among them."""
    return await people.reminders.due(people.now(), _LOOKED_AT)


async def claim(people: People, reminder: DueReminder) -> bool:
    """Notes that a reminder is about to be sent; returns whether it is the caller's to send, and not too late.

    Raises:
        NotOwner: the owner was to send it, and that is another process.
    """
    now = people.now()
    after = max(now, hours.end_of_day(reminder.at) - 1)
    claimed = await people.reminders.claim(reminder, hours.next_at(reminder.hour, after))
    return claimed and not hours.is_late(reminder.at, now)
