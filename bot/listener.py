"""Learns of the changes that other processes make on the same database: from their notices, and by looking at
intervals.

A notice may be lost with a connection. So every few seconds this module compares the versions of all open tables that
this process owns with the versions that it knows, and finds every missed change.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final, assert_never

from bot.app import App, DealKey, PlayerKey
from bot.notices import (
    DrawingWanted,
    ErasuresChanged,
    HandPressed,
    MessageOwner,
    MessagesStored,
    Notice,
    OwnersChanged,
    PersonChanged,
    TableChanged,
    TournamentChanged,
    decode,
)
from bot.rows.outages import Shard
from bot.rows.storage_errors import StorageError
from bot.rows.table_rows import OpenTable
from bot.tables.commit import tell
from bot.tables.problems import Refused
from bot.tables.state.table_state import Status
from bot.tables.views import TableView
from bot.tournaments import progress
from bot.work_queue import WorkQueue

_log = logging.getLogger(__name__)
_LOOK_EVERY_S: Final = 5.0
_LOOKS_TO_RENEW: Final = 12
"""After this many looks all people are read anew, since notices about them may have been lost."""


@dataclass(frozen=True, slots=True)
class NoticeCallbacks:
    """The functions to call about changes that other processes have made. A table or tournament is named by its id.

    Attributes:
        owners: called when a group of tables (those of one shard) has moved to another process.
        messages: called with a table for which another process has stored where its messages are.
        tournament: called with a changed tournament in a server that this process owns.
        tournament_messages: called with a tournament for which another process has stored where its messages are.
        draw: called with a table and the id of a reader for whom the table has to be drawn again.
        press: called when another process has received a press on a hand at a table that this process owns.
        all_messages: called when another process has rewritten all stored messages.
    """

    owners: Callable[[], None]
    messages: Callable[[int], None]
    tournament: Callable[[int], None]
    tournament_messages: Callable[[int], None]
    draw: Callable[[int, int], None]
    press: Callable[[HandPressed], None]
    all_messages: Callable[[], None]


class Listener:
    """Brings this process up to date with the changes of other processes. A task has to call `run`.

    Args:
        shards: returns the shards (parts of the servers) whose tables this process owns.
    """

    def __init__(self, app: App, shards: Callable[[], Collection[Shard]], callbacks: NoticeCallbacks) -> None:
        self._app, self._shards, self._callbacks = app, shards, callbacks
        self._known: dict[int, int] = {}
        self._known_tournaments: dict[int, int] = {}
        self._behind: WorkQueue[int] = WorkQueue(self._take_in, "take in")
        self._erasures: WorkQueue[str] = WorkQueue(self._look_for_erasures, "look for")
        self._erasing: set[int] = set()

    @property
    def known(self) -> tuple[int, ...]:
        """The ids of the open tables that this process owns, as far as it knows them."""
        return tuple(self._known)

    async def run(self) -> None:
        """Calls `look` every five seconds. Never returns."""
        looks, failing = 0, False
        while True:
            await asyncio.sleep(_LOOK_EVERY_S)
            looks += 1
            try:
                await self.look()
                failing = False
            except StorageError as error:
                if not failing:
                    _log.warning("changes of other processes cannot be read", exc_info=error)
                failing = True
            if looks % _LOOKS_TO_RENEW == 0:
                self._app.people.profiles.renew()
                self._app.people.servers.renew()

    def stop(self) -> None:
        """Stops acting on changes of other processes."""
        self._behind.stop()
        self._erasures.stop()

    def hear(self, text: str) -> None:
        """Acts on the text of a notice. Ignores the notices of this process itself."""
        match decode(text):
            case (process, notice) if process != self._app.tables.log.process:
                self._take(notice)

    def _take(self, notice: Notice) -> None:
        is_owned = self._app.tables.log.is_owned
        match notice:
            case TableChanged():
                if is_owned(notice.guild_id) and self._known.get(notice.table_id, 0) < notice.version:
                    self._behind.wake(notice.table_id)
            case MessagesStored():
                of_table = notice.owner is MessageOwner.TABLE
                forget = self._callbacks.messages if of_table else self._callbacks.tournament_messages
                forget(notice.owner_id)
            case TournamentChanged():
                if is_owned(notice.guild_id):
                    self._callbacks.tournament(notice.tournament_id)
            case HandPressed():
                if is_owned(notice.guild_id):
                    self._note_press(notice)
            case DrawingWanted():
                if is_owned(notice.guild_id):
                    self._note_picked(notice)
                    self._callbacks.draw(notice.table_id, notice.reader)
            case PersonChanged():
                self._app.people.profiles.renew(notice.user_id)
            case OwnersChanged():
                self._callbacks.owners()
            case ErasuresChanged():
                self._erasures.wake("erasures")
            case never:
                assert_never(never)

    def _note_press(self, press: HandPressed) -> None:
        """Passes a press on, once the change that it made is known here."""
        if tasks := self._behind.tasks_of(lambda behind: behind == press.table_id):
            tasks[0].add_done_callback(lambda _: self._callbacks.press(press))
        else:
            self._callbacks.press(press)

    def _note_picked(self, wanted: DrawingWanted) -> None:
        """Notes the cards that a player has picked, or the deal they have put away, at the process that gets the hand's
        presses.
        """
        self._app.drafts.pick(wanted.table_id, wanted.reader, wanted.decision, wanted.picked)
        if wanted.put_away is not None:
            self._app.put_away.put(PlayerKey(wanted.table_id, wanted.reader), DealKey(*wanted.put_away))

    def table_changed(self, table: TableView, _wake_at: int | None = None) -> None:
        """Notes which version of a table this process knows now."""
        if table.status is Status.CLOSED:
            self._known.pop(table.id, None)
        else:
            self._known[table.id] = table.version

    def begin(self, rows: Iterable[OpenTable]) -> None:
        """Notes the versions of tables that this process has taken over. Does not draw them or set their timers."""
        for row in rows:
            self._known.setdefault(row.id, row.version)

    def forget(self, table_ids: Collection[int]) -> None:
        """Forgets tables that now belong to another process."""
        for table_id in table_ids:
            self._known.pop(table_id, None)

    async def look(self) -> None:
        """Looks for changes whose notices were missed, and acts on them.

        Raises:
            StorageError: the database cannot be used.
        """
        await self._look_for_erasures("erasures")
        shards = self._shards()
        if not shards:
            return
        versions = {row.id: row.version for row in await self._app.tables.recovery.open_tables(shards)}
        for table_id, version in versions.items():
            if self._known.get(table_id, 0) < version:
                self._behind.wake(table_id)
        for table_id in self._known.keys() - versions.keys():
            # Another process has closed it.
            self._behind.wake(table_id)
        tournaments = [
            tournament
            for tournament in await progress.restore(self._app.tournaments, None)
            if self._app.tables.log.is_owned(tournament.guild_id)
        ]
        for tournament in tournaments:
            if self._known_tournaments.get(tournament.id) != tournament.version:
                self._callbacks.tournament(tournament.id)
        self._known_tournaments = {tournament.id: tournament.version for tournament in tournaments}

    async def _look_for_erasures(self, _what: str) -> bool:
        """Keeps out people who are being erased by any process. Forgets the data of people whose erasure has ended."""
        privacy = self._app.privacy
        erasing = {erasure.user_id for erasure in await privacy.erasures.under_way()}
        privacy.leave(*erasing)
        if done := self._erasing - erasing:
            privacy.leaving.difference_update(done)
            for user_id in done:
                for watcher in privacy.person_watchers:
                    watcher(user_id)
            self._app.people.profiles.renew()
            self._app.tables.log.drop_all()
            self._callbacks.all_messages()
        self._erasing = erasing
        return False

    async def _take_in(self, table_id: int) -> bool:
        log = self._app.tables.log
        await log.catch_up(table_id)
        try:
            views = await log.views(table_id)
        except Refused:
            # It was put aside, or deleted. `TableLog.lost` notifies those who have to know.
            self._known.pop(table_id, None)
            return False
        if log.is_owned(views.table.guild_id):
            tell(self._app.tables, views)
        return False
