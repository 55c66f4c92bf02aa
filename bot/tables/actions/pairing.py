"""Seats a person who looks for an opponent with another person who waits for one.

A person who waits has an open challenge with the same terms. So the database stores that they wait, it survives a
restart, and it ends by itself. Anyone who sees the message of the challenge may accept it, too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.people.person import Person
from bot.ranking.rating_model import Rating
from bot.tables import archive, lookup
from bot.tables.actions import seating
from bot.tables.problems import Refused
from bot.tables.service import Tables
from bot.tables.terms import Terms
from bot.tables.views import TableView

_RUNNING = 2
"""An opponent in a person's last two games comes after all other opponents."""


async def sit_down(
    tables: Tables,
    guild_id: int,
    person: Person,
    terms: Terms,
    sees: Callable[[int], bool],
    cause: int | None = None,
    *,
    before: int | None = None,
) -> TableView | None:
    """Seats a person with the best opponent who waits in a server.

    Then takes back the person's own challenges to all on the same terms.

    Args:
        terms: the terms on which the person wants to play.
        sees: returns whether the person can see the channel with this id.
        before: the id of the table with the person's own challenge: only older challenges are looked at. None to look
            at all.

    Returns:
        The table, or None if no suitable opponent waits.
    """
    for waiting in await _waiting(tables, guild_id, person, terms, sees, before):
        # Refused if one has blocked the other, a third person was faster, or one of them has reached a limit.
        with suppress(Refused):
            table = await seating.accept(tables, waiting.id, person, cause, waiting.terms_changes)
            await _take_back(tables, guild_id, person, terms)
            return table
    return None


async def _waiting(
    tables: Tables, guild_id: int, person: Person, terms: Terms, sees: Callable[[int], bool], before: int | None
) -> list[TableView]:
    """Returns the tables of people who wait, the best opponent first.

    An opponent with a nearer rating is better; of equals, the oldest challenge comes first.
    """
    found: list[TableView] = []
    for row in await tables.repository.challenges_to_all(guild_id):
        if row.challenger_id == person.id or not sees(row.channel_id) or (before is not None and row.id >= before):
            continue
        with suppress(Refused):
            table = await lookup.table(tables, row.id)
            if _alike(table.terms, terms):
                found.append(table)
    own = await _rating(tables, guild_id, person.id)
    last_opponent = await _last_opponent(tables, guild_id, person.id)
    distance = {
        challenger: (challenger == last_opponent, abs(await _rating(tables, guild_id, challenger) - own))
        for challenger in {table.challenger.id for table in found}
    }
    return sorted(found, key=lambda table: (distance[table.challenger.id], table.id))


def _alike(one: Terms, other: Terms) -> bool:
    """Whether two people want the same game. Its language and its place are those of the person who waits."""
    return replace(one, language=other.language, in_thread=other.in_thread) == other


async def _rating(tables: Tables, guild_id: int, user_id: int) -> int:
    rated = await tables.people.ratings.of(guild_id, user_id)
    return (Rating() if rated is None else rated[0]).rating


async def _last_opponent(tables: Tables, guild_id: int, user_id: int) -> int | None:
    """Returns the opponent of a person's last games, or None if they had different opponents."""
    games = (await archive.history(tables, guild_id, user_id, limit=_RUNNING)).rows
    opponents = [{player.user_id for player in game.players} - {user_id} for game in games]
    same = set.intersection(*opponents) if len(opponents) == _RUNNING else set()
    return next(iter(same), None)


async def _take_back(tables: Tables, guild_id: int, person: Person, terms: Terms) -> None:
    for row in await tables.repository.challenges_between(guild_id, person.id, None):
        with suppress(Refused):
            if _alike((await lookup.table(tables, row.id)).terms, terms):
                await seating.cancel(tables, row.id, person.id)
