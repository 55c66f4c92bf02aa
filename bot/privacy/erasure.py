"""Erases a person: gives up their games by the rules, then replaces their id in the whole database by a stand-in, a
random id that belongs to no one.

Every step may be done again. An erasure that a crash or a fault has stopped goes on from its row in the database.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import groupby
from typing import Final

from bot.privacy.service import Privacy, Watcher, others_done
from bot.rows.commits import EventRecord
from bot.rows.slots import Slot
from bot.rows.storage_errors import StorageError
from bot.storage import Action, Erasure, Named, find_marked
from bot.tables.actions.departure import give_up
from bot.tables.commit import tell as tell_watchers
from bot.tables.events.table_events import PersonErased, encode
from bot.tables.problems import Refused
from bot.tables.service import Tables
from bot.tournaments import actions
from bot.tournaments.service import find, tell

_log = logging.getLogger(__name__)
_ELSEWHERE_MS: Final = 60_000
"""How long an erasure is left to the process that was asked for it."""
ERASED_EVERY_MS: Final = 86_400_000
"""How long a person has to wait between two erasures, in milliseconds, since each costs the bot some work."""
_STAND_IN_BITS: Final = 52
"""The ids that replace people's ids do not show when or in which order people were erased."""


async def free_at(privacy: Privacy, user_id: int) -> int | None:
    """Returns the moment from which a person may ask to be erased again, in epoch milliseconds.

    Returns None if they may ask now.
    """
    now = privacy.now()
    erased = [entry.at for entry in await privacy.journal.about(user_id) if entry.action is Action.ERASE]
    # A moment in the future is from a clock that was set back since.
    free = max((at for at in erased if at <= now), default=-ERASED_EVERY_MS) + ERASED_EVERY_MS
    return free if free > now else None


def begin(privacy: Privacy, user_id: int) -> asyncio.Task[tuple[int, ...]]:
    """Starts a task that erases a person, who has asked for it with the interaction of the current task.

    If a fault of the database stops the erasure, `resume` finishes it later.

    Returns:
        The task. Its result has the ids of the tables whose logs cannot be read (see `erase`). The result is empty if
        a fault of the database has stopped the erasure.
    """
    asked_in = asyncio.current_task()

    async def run() -> tuple[int, ...]:
        try:
            return await erase(privacy, user_id, asked_in=asked_in)
        except StorageError as error:
            _log.warning("an erasure goes on later: the database refused (%s)", type(error).__name__)
            return ()

    task = asyncio.create_task(run(), name="erase a person")
    privacy.tasks.add(task)
    task.add_done_callback(privacy.tasks.discard)
    return task


async def erase(
    privacy: Privacy,
    user_id: int,
    *,
    asked_in: asyncio.Task[object] | None = None,
    action: Action = Action.ERASE,
) -> tuple[int, ...]:
    """Erases a person for good. The games that they have played stay, without their name and id. No chips are lost.

    Args:
        action: `ERASE` if the person or the owner asked for it, `EXPIRE` if the person was not seen for long.
        asked_in: the task of the interaction with which the person asks for it. The erasure waits for their other
            tasks, not for this one.

    Returns:
        The ids of the tables whose logs cannot be read. These logs are left as they are and may still name the person,
        which is logged as a warning.

    Raises:
        StorageError: the database refused. `resume` finishes the erasure later.
    """
    privacy.leave(user_id)
    erasure = await privacy.erasures.begin(user_id, draw_stand_in(privacy.rng), privacy.now(), action)
    await note_erasures(privacy)
    await others_done(privacy, user_id, asked_in)
    return await _erase(privacy, erasure)


async def resume(privacy: Privacy) -> int:
    """Finishes the erasures that were begun and not finished. Returns how many it has finished.

    The bot's owner may have begun one with a command, or a stop or a fault may have interrupted it. With several
    processes, leaves erasures of the last minute to the process that was asked for them.

    Raises:
        StorageError: the database refused. The next call goes on.
    """
    erasures = await privacy.erasures.under_way()
    if privacy.tables.log.process:
        # Of several processes, the one that was asked may still be at work on it.
        erasures = tuple(one for one in erasures if one.asked_at < privacy.now() - _ELSEWHERE_MS)
    if erasures:
        privacy.leave(*(erasure.user_id for erasure in erasures))
        await note_erasures(privacy)
    for erasure in erasures:
        await others_done(privacy, erasure.user_id, None)
        await _erase(privacy, erasure)
    return len(erasures)


async def begin_again(privacy: Privacy) -> int:
    """Begins again the erasures that are in the file of erasures but not in the database.

    The database lacks them if it was restored from an older copy. `resume` carries them out.

    Returns:
        How many people have to be erased again. People who are not in the restored database are not counted.

    Raises:
        StorageError: the database refused.
    """
    file = privacy.erased_file
    if file is None:
        return 0
    try:
        noted, noted_key = await asyncio.to_thread(file.read), await asyncio.to_thread(file.read_key)
    except OSError as error:
        _log.error("the erasures noted in %s cannot be read (%s)", file.name, type(error).__name__)
        return 0
    known = set(await privacy.journal.entries(Action.ERASE))
    later = [entry for entry in noted if entry not in known]
    if not later:
        return 0
    known_people, key = await privacy.journal.known_people(), await privacy.journal.key()
    if key is None and (key := noted_key) is not None:
        await privacy.journal.put_key(key)
    marks = {entry.mark for entry in later if entry.mark is not None}
    people = await asyncio.to_thread(find_marked, known_people, marks, key)
    stand_ins = {user_id: draw_stand_in(privacy.rng) for user_id in people.values()}
    await privacy.erasures.begin_again(stand_ins, later, privacy.now())
    _log.warning(
        "an older copy of the database was restored: of %d erasures since then, %d are carried out again",
        len(later),
        len(stand_ins),
    )
    return len(stand_ins)


async def note_erasures(privacy: Privacy) -> None:
    """Copies new erasures from the journal in the database to the file of erasures.

    If the file cannot be written, an error is logged, and the erasure goes on.
    """
    file = privacy.erased_file
    if file is None:
        return
    noted, key = await privacy.journal.entries(Action.ERASE), await privacy.journal.stored_key()
    try:
        await asyncio.to_thread(file.add, noted, key)
    except OSError as error:
        _log.error(
            "an erasure cannot be noted in %s (%s): a restore of an older copy would not know of it",
            file.name,
            type(error).__name__,
        )


async def prune_journal(privacy: Privacy, before: int) -> None:
    """Deletes old lines of the journal in the file of erasures and in the database.

    The file comes first: an erasure that only the file records would be carried out again.

    Args:
        before: a moment in epoch milliseconds. Lines from before it are deleted.
    """
    file = privacy.erased_file
    if file is not None:
        try:
            await asyncio.to_thread(file.prune, before)
        except OSError as error:
            _log.error("old lines stay in %s (%s)", file.name, type(error).__name__)
            return
    await privacy.journal.prune(before)


def draw_stand_in(rng: random.Random) -> int:
    """Draws a stand-in: a random id that replaces the id of an erased person and belongs to no one."""
    return -(1 << _STAND_IN_BITS) - rng.getrandbits(_STAND_IN_BITS)


async def _erase(privacy: Privacy, erasure: Erasure) -> tuple[int, ...]:
    async with privacy.one_at_a_time:
        if all(erasure.user_id != other.user_id for other in await privacy.erasures.under_way()):
            return ()
        open_before = await _open_tables(privacy, erasure)
        await _tournaments(privacy, erasure)
        unreadable = await _all_tables(privacy, erasure, erasure.table_id)
        if open_before:
            # A drawing under way may have stored a message of the person.
            for screen in privacy.screens:
                await screen()
            await _all_tables(privacy, erasure, min(open_before) - 1)
        privacy.people.profiles.drop(erasure.user_id)
        await privacy.erasures.finish(erasure)
        privacy.people.profiles.drop(erasure.user_id)
        privacy.leaving.discard(erasure.user_id)
        _tell(privacy.person_watchers, erasure.user_id)
        _log.info("a person was erased")
        return unreadable


async def _open_tables(privacy: Privacy, erasure: Erasure) -> set[int]:
    """Replaces the person at the open tables that name them. Returns those tables."""
    after: int | None = 0
    table_ids: set[int] = set()
    while after is not None:
        page = await privacy.erasures.search(erasure.user_id, after, only_open=True)
        await _open(privacy, erasure, page.named)
        table_ids |= {table.table_id for table in page.named}
        after = page.last
    return table_ids


async def _all_tables(privacy: Privacy, erasure: Erasure, after: int | None) -> tuple[int, ...]:
    """Replaces the person at every table after a given one. Returns the tables whose logs cannot be read."""
    unreadable: list[int] = []
    while after is not None:
        page = await privacy.erasures.search(erasure.user_id, after)
        if page.unreadable:
            _log.warning("an erasure passes over logs that cannot be read, of the tables %s", page.unreadable)
            unreadable += page.unreadable
        await _open(privacy, erasure, [table for table in page.named if table.is_open])
        closed = [table for table in page.named if not table.is_open]
        if closed and page.last is not None:
            await privacy.erasures.replace(erasure, closed, page.last)
        for table in closed:
            privacy.tables.log.drop(table.table_id)
            _tell(privacy.table_watchers, table.table_id)
        after = page.last
    return tuple(unreadable)


async def _open(privacy: Privacy, erasure: Erasure, named: Sequence[Named]) -> None:
    """Gives up what the person has at open tables, and replaces them where their name stays."""
    for table in named:
        try:
            await give_up(privacy.tables, table.table_id, erasure.user_id)
        except Refused:
            # The table was put aside in the meantime, and its chips were returned. The person is replaced there too.
            _log.info("nothing remains to give up at table %d", table.table_id)
    in_servers = sorted(named, key=lambda table: (table.guild_id, table.table_id))
    for guild_id, here in groupby(in_servers, key=lambda table: table.guild_id):
        await _replace(privacy, erasure, guild_id, [table.table_id for table in here])


async def _replace(privacy: Privacy, erasure: Erasure, guild_id: int, table_ids: Sequence[int]) -> None:
    event = EventRecord(*encode(PersonErased(erasure.stand_in)))
    async with lock_logs(privacy.tables, table_ids):
        slots = {table_id: await _slots(privacy, table_id, erasure.user_id) for table_id in table_ids}
        await privacy.erasures.replace_open(erasure, guild_id, slots, event, privacy.now())
    for table_id in table_ids:
        _tell(privacy.table_watchers, table_id)


@asynccontextmanager
async def lock_logs(tables: Tables, table_ids: Collection[int]) -> AsyncIterator[None]:
    """Locks tables while the `with` block rewrites their logs. Until the block ends, this process handles no move at
    these tables.

    After the block, reads the states of these tables again, and calls the functions that watch tables.
    """
    async with AsyncExitStack() as locks:
        for table_id in sorted(table_ids):
            await locks.enter_async_context(tables.log.lock(table_id))
        try:
            yield
        finally:
            for table_id in table_ids:
                tables.log.drop(table_id)
    for table_id in sorted(table_ids):
        with suppress(Refused):
            tell_watchers(tables, await tables.log.views(table_id))


async def _slots(privacy: Privacy, table_id: int, user_id: int) -> tuple[Slot, ...]:
    """Returns the messages to seats of an open table that may be the person's: of earlier games,
    and of their own game.
    """
    rows = await privacy.table_messages.of(table_id)
    private = [row.slot for row in rows if row.slot.is_of_seat]
    try:
        state = await privacy.tables.log.state(table_id)
    except Refused:
        # The message is not drawn again.
        return tuple(private)
    theirs = any(person.id == user_id for person in state.seats or ())
    return tuple(slot for slot in private if theirs or slot.game != state.game_no)


async def _tournaments(privacy: Privacy, erasure: Erasure) -> None:
    tournaments, user_id = privacy.tournaments, erasure.user_id
    for tournament_id in await privacy.erasures.tournaments(user_id):
        for leave in (actions.leave, actions.withdraw):
            with suppress(Refused):
                await leave(tournaments, tournament_id, user_id)
        async with tournaments.lock(tournament_id):
            await privacy.erasures.replace_in_tournament(erasure, tournament_id)
            tournament = await find(tournaments, tournament_id)
        _tell(privacy.tournament_watchers, tournament_id)
        tell(tournaments, tournament)


def _tell(watchers: Sequence[Watcher], owner_id: int) -> None:
    for watcher in watchers:
        watcher(owner_id)
