"""What the house is called where it plays itself: in the reader's words, with its level. It is never mentioned or rung.

In the log it has a name of its own (`bot.people.person`); renderers put that into words first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.adapter import formatting
from bot.people.person import Level, Person, has_house, level_of
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.game import Card, Seat

__all__ = ["Players", "members", "mention", "name", "named", "participant", "seat_of_house"]


def name(words: Words, level: Level) -> str:
    """What the house is called at a level."""
    return words(f"house.{level.value}")


def named(words: Words, table: TableView) -> TableView:
    """The view, with the house called as its reader calls it; the very same where only members play."""
    before = [person for it in table.finished for person in it.seats]
    if not has_house([*(table.seats or ()), *before, table.challenger, table.challenged]):
        return table

    def put(person: Person) -> Person:
        return person if person.level is None else Person(person.id, name(words, person.level))

    def both(seats: tuple[Person, Person]) -> tuple[Person, Person]:
        return put(seats[0]), put(seats[1])

    return replace(
        table,
        seats=None if table.seats is None else both(table.seats),
        challenger=put(table.challenger),
        challenged=None if table.challenged is None else put(table.challenged),
        finished=tuple(replace(it, seats=both(it.seats)) for it in table.finished),
    )


def mention(person: Person) -> str:
    """A member as a mention; the house by its name, in bold."""
    return f"<@{person.id}>" if person.level is None else f"**{formatting.safe(person.name)}**"


def members(*people: Person | None) -> tuple[int, ...]:
    """The ids of those whom a message may ring for: members only."""
    return tuple(person.id for person in people if person is not None and person.level is None)


def seat_of_house(table: TableView) -> Seat | None:
    """Where the house sits; None at a table of members."""
    if table.seats is None:
        return None
    return next((seat for seat in Seat if table.person(seat).level is not None), None)


def participant(words: Words, table: TableView, user_id: int) -> str:
    """Returns the name of a person around a table, safe inside markdown."""
    level = level_of(user_id)
    if level is not None:
        return name(words, level)
    return formatting.safe(table.around.names.get(user_id, "")) or words("pages.somebody")


@dataclass(frozen=True, slots=True)
class Players:
    """Who played a game: North's name and South's as plain text, and the cuts between them."""

    names: tuple[str, str]
    cuts: tuple[tuple[Card, Card], ...]

    def person(self, seat: Seat) -> Person:
        """Returns the player of a seat, without an id."""
        return Person(0, self.names[seat.index])
