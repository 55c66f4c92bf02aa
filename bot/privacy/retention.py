"""Deletes data that were kept for long enough: the logs of old tables, people not seen for long, and servers that the
bot has left.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.privacy.erasure import erase, note_erasures, prune_journal
from bot.privacy.service import Privacy
from bot.storage import Action
from bot.tables.commit import commit
from bot.tables.context import DecisionContext
from bot.tables.events.table_events import ChallengeEnded, Ending, TableClosed, TableEvent
from bot.tables.problems import Refused
from bot.tables.state.table_state import Status, TableState
from bot.tournaments import actions

_log = logging.getLogger(__name__)
_DAY_MS: Final = 86_400_000
_LAPSED_DAYS: Final = 2
"""For how many days an invitation to a duplicate match is kept after it lapsed: it says so until then."""


@dataclass(frozen=True, slots=True)
class Periods:
    """For how many days each kind of data is kept. 0 to keep it for ever.

    Attributes:
        logs: for the log of a table and the advice given there, the days after the table was closed. For a try at a
            deal of the day and for a duplicate match, the days after it began. A server may have chosen fewer days.
        people: for the data of a person, the days after they were last seen.
        servers: for all data of a server, the days after the bot has left the server.
    """

    logs: int
    people: int
    servers: int


async def note_seen(privacy: Privacy, user_id: int) -> None:
    """Stores that a person has used the bot today. Writes to the database once a day for each person."""
    day = privacy.now() // _DAY_MS
    if privacy.seen.get(user_id) == day:
        return
    if any(noted != day for noted in privacy.seen.values()):
        privacy.seen.clear()
    privacy.seen[user_id] = day
    await privacy.retention.put_seen(user_id, day * _DAY_MS)


async def note_servers(
    privacy: Privacy, present: Collection[int], concerns: Callable[[int], bool] = lambda _guild_id: True
) -> None:
    """Stores which servers with stored data the bot has left, and which it has joined again.

    Args:
        present: the ids of the servers that the bot is in, as far as Discord has named them.
        concerns: returns whether `present` is complete for the shard of a server. If not, the server is not marked as
            left.
    """
    for guild_id in await privacy.retention.departed_servers():
        if guild_id in present:
            await privacy.retention.come_back(guild_id)
    for guild_id in await privacy.retention.servers():
        if guild_id not in present and concerns(guild_id):
            await privacy.retention.depart(guild_id, privacy.now())


async def has_leave(privacy: Privacy, days: int) -> bool:
    """Returns whether a sweep (the deletion of data kept for long enough) may erase all people who were not seen for
    long.

    If they are suspiciously many, returns False and asks the owner by one error in the log.

    Args:
        days: for how many days people are kept after they were last seen. 0 for ever.

    Raises:
        StorageError: the database refused.
    """
    held_back = privacy.held_back
    if not days:
        held_back.people = None
        return True
    now = privacy.now()
    unseen = await privacy.retention.unseen(now - days * _DAY_MS, now)
    if unseen.are_too_many and held_back.people is None:
        _log.error(
            "%d of %d people are due to be erased, and without asking %d may be: nothing is deleted. "
            "`python -m bot sweep` says what to do",
            unseen.due,
            unseen.known,
            max(0, unseen.most),
        )
    held_back.people = unseen if unseen.are_too_many else None
    return held_back.people is None


async def sweep(privacy: Privacy, periods: Periods) -> None:
    """Deletes all data that were kept for long enough, in small transactions.

    Deletes nothing if suspiciously many people would be erased (`has_leave`).

    Raises:
        StorageError: the database refused. The next call goes on.
    """
    now = privacy.now()
    if periods.people:
        while await privacy.retention.see_all(now):
            continue
    if not await has_leave(privacy, periods.people):
        return
    own = await privacy.people.servers.kept_days()
    while await privacy.retention.delete_lapsed_duplicates(now - _LAPSED_DAYS * _DAY_MS):
        continue
    for guild_id, days in [(None, periods.logs), *own.items()]:
        if days:
            await _delete_played(privacy, now - days * _DAY_MS, guild_id)
    if periods.people:
        while people := await privacy.retention.unseen_since(now - periods.people * _DAY_MS):
            for user_id in people:
                await erase(privacy, user_id, action=Action.EXPIRE)
        # Any person in a copy from before then would be due to be erased anyway.
        await prune_journal(privacy, now - periods.people * _DAY_MS)
    while await privacy.erasures.drop_old(now):
        continue
    # Another process, on another machine, may have erased people.
    await note_erasures(privacy)
    if periods.servers:
        for guild_id in await privacy.retention.departed_servers(now - periods.servers * _DAY_MS):
            await _delete_server(privacy, guild_id)


async def _delete_played(privacy: Privacy, before: int, guild_id: int | None) -> None:
    """Deletes the logs of a server, or (None) of all servers, from before a moment. Results stay."""
    while table_ids := await privacy.retention.delete_logs(before, guild_id):
        _forget(privacy, table_ids)
    # A match before its tries: it cannot be read without them.
    while await privacy.retention.delete_duplicates(before, guild_id):
        continue
    while await privacy.retention.delete_dailies(before, guild_id):
        continue


async def _delete_server(privacy: Privacy, guild_id: int) -> None:
    for tournament_id, opener_id in await privacy.retention.tournaments_in(guild_id):
        with suppress(Refused):
            await actions.cancel(privacy.tournaments, tournament_id, opener_id, manages=True)
    for table_id in await privacy.retention.open_in(guild_id):
        try:
            await commit(privacy.tables, table_id, _put_away)
        except Refused:
            # Its log cannot be read, so it was put aside, which closes it too.
            continue
    if await privacy.retention.open_in(guild_id):
        _log.error("a server that was left is kept: not all of its tables can be closed")
        return
    _forget(privacy, await privacy.retention.delete_server(guild_id))
    _log.info("a server that was left is deleted")


def _put_away(state: TableState, context: DecisionContext) -> Sequence[TableEvent]:
    match state.status:
        case Status.CLOSED:
            return []
        case Status.CHALLENGE:
            return [ChallengeEnded(Ending.EXPIRED, None)]
        case _:
            return [TableClosed(None)]


def _forget(privacy: Privacy, table_ids: Collection[int]) -> None:
    for table_id in table_ids:
        privacy.tables.log.drop(table_id)
        for watcher in privacy.table_watchers:
            watcher(table_id)
