"""Pairing: a person who wants to play sits down with one who waits, or waits for the next.

Who waits is the challenger of an open challenge on the very terms that the other wants. So what waits is stored,
survives a restart and ends by itself, and all who see its message may accept it as before.
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
"""Whom a person has just played so many times running comes after all others."""


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
    """Seats a person with the best opponent of those who wait in a server; what they had waiting there is taken back.

    Args:
        terms: on which the person wants to play.
        sees: whether the person sees a channel.
        before: only with those who have waited for longer than this table of the person's own.

    Returns:
        The table; None: no one waits whom they may play.
    """
    for table_id in await _waiting(tables, guild_id, person, terms, sees, before):
        # One has blocked the other, another was faster, or one of the two may play no more games now.
        with suppress(Refused):
            table = await seating.accept(tables, table_id, person, cause)
            await _take_back(tables, guild_id, person, terms)
            return table
    return None


async def _waiting(
    tables: Tables, guild_id: int, person: Person, terms: Terms, sees: Callable[[int], bool], before: int | None
) -> list[int]:
    """Returns the tables of those who wait, the best opponent first.

    One of a near rating is better, of equals who has waited longest.
    """
    found: dict[int, int] = {}
    for row in await tables.repository.challenges_to_all(guild_id):
        if row.challenger_id == person.id or not sees(row.channel_id) or (before is not None and row.id >= before):
            continue
        with suppress(Refused):
            if _alike((await lookup.table(tables, row.id)).terms, terms):
                found[row.id] = row.challenger_id
    own = await _rating(tables, guild_id, person.id)
    tired_of = await _tired_of(tables, guild_id, person.id)
    distance = {
        challenger: (challenger == tired_of, abs(await _rating(tables, guild_id, challenger) - own))
        for challenger in set(found.values())
    }
    return sorted(found, key=lambda one: (distance[found[one]], one))


def _alike(one: Terms, other: Terms) -> bool:
    """Whether two people want the same game: its language and its place are those of who waits."""
    return replace(one, language=other.language, in_thread=other.in_thread) == other


async def _rating(tables: Tables, guild_id: int, user_id: int) -> int:
    rated = await tables.people.ratings.of(guild_id, user_id)
    return (Rating() if rated is None else rated[0]).rating


async def _tired_of(tables: Tables, guild_id: int, user_id: int) -> int | None:
    """Returns with whom the last games of a person were, if all of them were with the same; else None."""
    games = (await archive.history(tables, guild_id, user_id, limit=_RUNNING)).rows
    met = [{player.user_id for player in game.players} - {user_id} for game in games]
    same = set.intersection(*met) if len(met) == _RUNNING else set()
    return next(iter(same), None)


async def _take_back(tables: Tables, guild_id: int, person: Person, terms: Terms) -> None:
    for row in await tables.repository.challenges_between(guild_id, person.id, None):
        with suppress(Refused):
            if _alike((await lookup.table(tables, row.id)).terms, terms):
                await seating.cancel(tables, row.id, person.id)
