"""The daily reminder: one message about everything that waits for a person. It names no card, and says nothing about a
hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.adapter import formatting, naming
from bot.adapter.components import buttons, join_facts, page_frame, text, timestamp
from bot.adapter.custom_ids import Verb
from bot.adapter.items import button
from bot.adapter.message import Message, layout
from bot.features.daily import day_title, play_button, today
from bot.people import daily_deals, hours
from bot.people.service import People
from bot.tables import lookup
from bot.tables.lookup import Turn
from bot.tables.service import Tables
from bot.texts import Words

WAITED_H: Final = 6
"""How many hours a game by correspondence must have waited for the person before the reminder has it."""
_HOUR_MS = 3_600_000
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Agenda:
    """What waits for one person.

    Attributes:
        day: the name of today's deal, if the person has not finished it. Otherwise None.
        streak: how many days in a row the person has finished the deal, if this streak would end today. 0 if there is
            no such streak.
        turns: the games by correspondence in which it is the person's turn, the one that waits longest first.
    """

    day: str | None = None
    streak: int = 0
    turns: Sequence[Turn] = ()

    @property
    def is_something(self) -> bool:
        """Whether anything waits for the person."""
        return self.day is not None or bool(self.turns)

    @property
    def named(self) -> Sequence[Turn]:
        """The games that the reminder names: the first five of `turns`. The reminder only counts the others."""
        return self.turns[:_NAMED]


async def agenda_of(people: People, tables: Tables, user_id: int) -> Agenda:
    """Returns everything that waits for a person now: the deal of the day, and games by correspondence."""
    now = people.now()
    turns, day = await lookup.turns_of(tables, user_id, now - WAITED_H * _HOUR_MS), today(now)
    daily = await people.daily.of(user_id, day)
    if daily is not None and daily.ended_at is not None:
        return Agenda(turns=turns)
    streak, ends = await daily_deals.streak_and_end(people, user_id, day)
    return Agenda(day, streak if ends else 0, turns)


def draw(words: Words, agenda: Agenda, links: Sequence[str], at: int) -> Message:
    """Returns the message of the daily reminder.

    Args:
        links: a link to the table of each game in `agenda.named`, in the same order.
        at: when the reminder was due, in epoch milliseconds.
    """
    turns = [_line(words, turn, link) for turn, link in zip(agenda.named, links, strict=True)]
    if more := len(agenda.turns) - len(turns):
        turns.append(words.count("reminder.more", more))
    stop = button(Verb.REMINDER, words("reminder.turn_off"), argument="stop", emoji="🔕")
    return Message(
        layout(
            page_frame(
                None if agenda.day is None else text(_deal(words, agenda.day, agenda.streak, at)),
                text("\n".join((f"**{words('reminder.turns')}**", *(f"- {line}" for line in turns))))
                if turns
                else None,
                buttons(None if agenda.day is None else play_button(words, agenda.day), stop),
                text(f"-# {words('reminder.small', time=timestamp(at, 't'))}"),
            )
        )
    )


def _deal(words: Words, day: str, streak: int, at: int) -> str:
    lines = [
        f"**{day_title(words, day)}**",
        words("reminder.deal", until=formatting.until_time(words, hours.end_of_day(at))),
    ]
    if streak > 1:
        lines.append(words.count("reminder.streak", streak))
    return "\n".join(lines)


def _line(words: Words, turn: Turn, link: str) -> str:
    table = naming.with_names(words, turn.table)
    opponent = words("pages.game.against", name=f"**{formatting.who(table, turn.seat.other)}**")
    return join_facts(opponent, words("pages.tables.since", when=timestamp(turn.since)), link)
