"""`Privacy`, which holds what export, erasure and retention need, and the people who are being erased."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.people.service import People
from bot.storage import (
    BlockRepository,
    Blocks,
    Database,
    ErasedFile,
    ErasureRepository,
    JournalRepository,
    MessageRepository,
    PersonalRepository,
    RetentionRepository,
    Unseen,
)
from bot.tables.problems import Problem, Refused
from bot.tables.service import Tables
from bot.tournaments.service import Tournaments

Screen: TypeAlias = Callable[[], Awaitable[None]]
"""Waits until all messages that are being drawn now are sent."""
Watcher: TypeAlias = Callable[[int], None]
"""Called with the id of a table or of a tournament, after the rows of some of its messages were deleted from the
database.
"""
PersonWatcher: TypeAlias = Callable[[int], None]
"""Called with the former id of a person who was erased."""


class Blocked:
    """The people and servers that the bot's owner has blocked, in memory, so that an interaction is checked without a
    query.
    """

    def __init__(self) -> None:
        self.people: frozenset[int] = frozenset()
        self.servers: frozenset[int] = frozenset()

    def know(self, blocks: Blocks) -> None:
        """Replaces the blocks in memory by those that were read from the database."""
        self.people = frozenset(person.user_id for person in blocks.people)
        self.servers = frozenset(server.server_id for server in blocks.servers)

    def expect_free(self, user_id: int, guild_id: int | None) -> None:
        """Raises an error if a person may not use the bot in this server, or in direct messages if `guild_id` is None.

        Raises:
            Refused: the owner has blocked the person or the server.
        """
        if user_id in self.people:
            raise Refused(Problem.BLOCKED)
        if guild_id in self.servers:
            raise Refused(Problem.SERVER_BLOCKED)


class HeldBack:
    """Remembers whether a sweep (the deletion of data kept for long enough) waits for the owner to allow it.

    Attributes:
        people: how many people the sweep would erase, how many it may erase without asking, and how many are known.
            None if no sweep waits.
    """

    def __init__(self) -> None:
        self.people: Unseen | None = None


@dataclass(frozen=True, slots=True)
class Privacy:
    """Everything that export, erasure and retention need. Their functions take it as the first argument.

    Attributes:
        now: returns the time, in epoch milliseconds.
        rng: draws the stand-ins, the random ids that replace the ids of erased people.
        erased_file: the file that records erasures outside of the database. None if there is none.
        blocked: the people and servers that the owner has blocked, as last read from the database.
        held_back: whether a sweep waits for the owner to allow it.
        leaving: the ids of the people who are being erased. Their presses are refused.
        acting: the running tasks that handle interactions of each person, by the ids of people.
        one_at_a_time: the lock that an erasure holds while it changes the database.
        tasks: the tasks of erasures under way.
        exported: when each person last exported their data, in epoch milliseconds.
        seen: the people who have used the bot today, each with the day, as the number of days since the epoch.
        one_export: the lock that an export holds while it is built.
    """

    people: People
    tables: Tables
    tournaments: Tournaments
    erasures: ErasureRepository
    personal: PersonalRepository
    retention: RetentionRepository
    journal: JournalRepository
    blocks: BlockRepository
    table_messages: MessageRepository
    now: Callable[[], int]
    rng: random.Random
    erased_file: ErasedFile | None = None
    blocked: Blocked = field(default_factory=Blocked)
    held_back: HeldBack = field(default_factory=HeldBack)
    leaving: set[int] = field(default_factory=set)
    acting: dict[int, set[asyncio.Task[object]]] = field(default_factory=dict)
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)
    exported: dict[int, int] = field(default_factory=dict)
    one_export: asyncio.Lock = field(default_factory=asyncio.Lock)
    seen: dict[int, int] = field(default_factory=dict)
    tasks: set[asyncio.Task[tuple[int, ...]]] = field(default_factory=set)
    screens: list[Screen] = field(default_factory=list)
    table_watchers: list[Watcher] = field(default_factory=list)
    tournament_watchers: list[Watcher] = field(default_factory=list)
    person_watchers: list[PersonWatcher] = field(default_factory=list)

    def leave(self, *user_ids: int) -> None:
        """Notes that people are being erased. From now on their presses are refused.

        Removes their photographs from memory.
        """
        self.leaving.update(user_ids)
        for user_id in user_ids:
            self.people.photographs.forget(user_id)


def open_privacy(
    database: Database,
    people: People,
    tables: Tables,
    tournaments: Tournaments,
    erased_file: ErasedFile | None = None,
) -> Privacy:
    """Returns a `Privacy` for this database."""
    return Privacy(
        people,
        tables,
        tournaments,
        database.erasures,
        database.personal,
        database.retention,
        database.journal,
        database.blocks,
        database.table_messages,
        tables.now,
        tables.rng,
        erased_file,
    )


def admit(privacy: Privacy, user_id: int) -> None:
    """Notes that the current task handles an interaction of a person.

    If an erasure of the person begins later, it waits for the end of this task.

    Raises:
        Refused: the person is being erased.
    """
    if user_id in privacy.leaving:
        raise Refused(Problem.BEING_ERASED)
    task = asyncio.current_task()
    assert task is not None, "people act in tasks"
    tasks = privacy.acting.setdefault(user_id, set())
    if task not in tasks:
        tasks.add(task)
        task.add_done_callback(lambda done: _forget_task(privacy, user_id, done))


def _forget_task(privacy: Privacy, user_id: int, task: asyncio.Task[object]) -> None:
    tasks = privacy.acting.get(user_id, set())
    tasks.discard(task)
    if not tasks:
        privacy.acting.pop(user_id, None)


async def others_done(privacy: Privacy, user_id: int, but: asyncio.Task[object] | None) -> None:
    """Waits until all tasks that handle interactions of a person have ended, except one.

    Args:
        but: the task to leave out, because it waits for the erasure itself. None to wait for all tasks.
    """
    tasks = privacy.acting.get(user_id, set()) - {but}
    if tasks:
        await asyncio.wait(tasks)
