"""`Privacy`: the services that the use cases of privacy take, and the people who are being erased."""

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
"""Waits until the drawings of this moment are done."""
Watcher: TypeAlias = Callable[[int], None]
"""Called with a table, or a tournament, some of whose messages are deleted from the database."""
PersonWatcher: TypeAlias = Callable[[int], None]
"""Called with a person who was erased."""


class Blocked:
    """The blocks, in memory, so that an interaction is checked without a database query."""

    def __init__(self) -> None:
        self.people: frozenset[int] = frozenset()
        self.servers: frozenset[int] = frozenset()

    def know(self, blocks: Blocks) -> None:
        """Replaces the known blocks."""
        self.people = frozenset(person.user_id for person in blocks.people)
        self.servers = frozenset(server.server_id for server in blocks.servers)

    def expect_free(self, user_id: int, guild_id: int | None) -> None:
        """Makes sure that a person may use the bot, in this server.

        Raises:
            Refused: the owner has blocked one of the two.
        """
        if user_id in self.people:
            raise Refused(Problem.BLOCKED)
        if guild_id in self.servers:
            raise Refused(Problem.SERVER_BLOCKED)


class HeldBack:
    """The sweep that waits for the owner's word, in memory.

    Attributes:
        people: the people whom it would erase. None if no sweep waits.
    """

    def __init__(self) -> None:
        self.people: Unseen | None = None


@dataclass(frozen=True, slots=True)
class Privacy:
    """Everything that names people. The use cases take it first.

    Attributes:
        now: the time, in epoch milliseconds.
        rng: draws the ids that replace people's.
        erased_file: records erasures outside of the database. None if no file does.
        blocked: the blocks as they were last read.
        held_back: the sweep that waits for the owner's word.
        leaving: the people who are being erased. Their presses are refused.
        acting: the current tasks of each person.
        one_at_a_time: held by the one erasure that is written.
        tasks: the erasures that were asked for.
        exported: when each person last had their data.
        seen: the people who were here today, with the day.
        one_export: held by the one export that is built.
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
        """Keeps out people who are being erased, and drops their photographs at once."""
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
    """Returns the privacy services of a database."""
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
    """Lets a person act in the current task. An erasure that begins later waits for the end of the task.

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
    """Waits until all tasks of a person have ended, except the task that waits for the erasure."""
    tasks = privacy.acting.get(user_id, set()) - {but}
    if tasks:
        await asyncio.wait(tasks)
