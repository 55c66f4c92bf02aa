"""The names of people in messages: a visible name for each member, and names in the reader's language for the house
(the computer player) and for erased people.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.adapter import formatting
from bot.adapter.contexts import server_of
from bot.letters import split_clusters, strip_invisible
from bot.people.person import Person, level_of
from bot.rows.ids import is_erased
from bot.tables.views import TableView
from bot.texts import Words
from ecarte.ai import Level
from ecarte.game import Card, Seat

_LONGEST = 20
"""The most letters of a name. A longer name would need more than its line on a phone."""


def name(words: Words, level: Level) -> str:
    """Returns the name of the house (the computer player) at a level."""
    return words(f"house.{level.value}")


def short_name(words: Words, level: Level) -> str:
    """Returns the short name of a level of the house, for places that say already that the house plays."""
    return words(f"house.short.{level.value}")


def called_name(user: discord.User | discord.Member) -> str:
    """Returns the name that a member has on Discord, as plain text.

    If their display name has no visible letter, returns the account's name.
    """
    return strip_invisible(user.display_name) or user.name


def acting_name(interaction: discord.Interaction[Any]) -> str:
    """Returns the name of the person who acts, as plain text.

    In a server that has the bot, returns their name in that server. In any other place, returns the name of their
    account: a name in a server without the bot is not for other servers.
    """
    user = interaction.user
    if server_of(interaction) is not None:
        return called_name(user)
    return strip_invisible(user.global_name or "") or user.name


def nameless(words: Words, user_id: int) -> str:
    """Returns a name for a member whose name has no visible letter. A number distinguishes such members."""
    return words("pages.nameless", number=f"{user_id % 10_000:04}")


def member(user: discord.User | discord.Member) -> Person:
    """Returns the `Person` for a member: their id and their name."""
    return Person(user.id, called_name(user))


def with_names(words: Words, table: TableView) -> TableView:
    """Returns the view of a table, in which the house, erased people and members without a visible name have names in
    the reader's language.
    """

    def named(person: Person) -> Person:
        if is_erased(person.id):
            return Person(person.id, words("pages.former_player"))
        if person.level is not None:
            return Person(person.id, name(words, person.level))
        shown = strip_invisible(person.name) or nameless(words, person.id)
        return person if shown == person.name else Person(person.id, shown)

    def both(seats: tuple[Person, Person]) -> tuple[Person, Person]:
        return named(seats[0]), named(seats[1])

    earlier = [person for game in table.finished for person in game.seats]
    people = {*(table.seats or ()), *earlier, table.challenger, table.challenged_person}
    if all(person is None or named(person) is person for person in people):
        return table
    return replace(
        table,
        seats=None if table.seats is None else both(table.seats),
        opened=replace(
            table.opened,
            challenger=named(table.challenger),
            challenged=None if table.challenged_person is None else named(table.challenged_person),
        ),
        finished=tuple(replace(game, seats=both(game.seats)) for game in table.finished),
    )


def with_short_names(table: TableView) -> TableView:
    """Returns the view of a table with long names cut.

    The names of the two players stay whole if they would be equal once cut.
    """
    names = {person: _shorten(name) for person, name in table.galerie.names.items()}
    seats = table.seats
    if seats is not None:
        north, south = (Person(person.id, _shorten(person.name)) for person in seats)
        seats = seats if north.name == south.name else (north, south)
    return replace(table, seats=seats, galerie=replace(table.galerie, names=names))


def _shorten(name: str) -> str:
    letters = split_clusters(name)
    return name if len(letters) <= _LONGEST else "".join(letters[: _LONGEST - 1]).rstrip() + "…"


def mention(person: Person) -> str:
    """Returns a mention of a member, or the name in bold of the house or an erased person."""
    can_ring = person.level is None and not is_erased(person.id)
    return f"<@{person.id}>" if can_ring else f"**{formatting.safe(person.name)}**"


def mention_member(words: Words, user_id: int) -> str:
    """Returns a mention of a member, or "a former player" for an erased person."""
    return words("pages.former_player") if is_erased(user_id) else f"<@{user_id}>"


def members(*people: Person | None) -> tuple[int, ...]:
    """Returns the ids of the people whom a message may notify. Leaves out None, the house and erased people."""
    return tuple(
        person.id for person in people if person is not None and person.level is None and not is_erased(person.id)
    )


def participant(words: Words, table: TableView, user_id: int) -> str:
    """Returns the name of a person at a table or in its galerie, safe inside markdown."""
    plain = plain_participant(words, table, user_id)
    return plain if level_of(user_id) is not None else formatting.safe(plain)


def plain_participant(words: Words, table: TableView, user_id: int) -> str:
    """Returns the name of a person at a table or in its galerie, for places where Discord shows no markdown."""
    level = level_of(user_id)
    if level is not None:
        return name(words, level)
    if is_erased(user_id):
        return words("pages.former_player")
    return strip_invisible(table.galerie.names.get(user_id, "")) or nameless(words, user_id)


@dataclass(frozen=True, slots=True)
class Players:
    """The players of a game, as far as texts need them.

    Attributes:
        names: North's name, then South's, as plain text.
        cuts: North's card and South's card of each cut that decides who deals first.
    """

    names: tuple[str, str]
    cuts: tuple[tuple[Card, Card], ...]

    def person(self, seat: Seat) -> Person:
        """Returns the player in a seat. The person has only a name: the id is 0."""
        return Person(0, self.names[seat.index])
