"""The thread in which a table is played, if the server allows threads. When the table closes, the thread is renamed
after the games won in it.
"""

from __future__ import annotations

import logging
from collections import Counter
from typing import Literal

import discord

from bot.adapter import naming
from bot.adapter.answer import NETWORK, is_transient
from bot.adapter.store import CHALLENGE, MessageStore
from bot.tables.actions import seating
from bot.tables.service import Tables
from bot.tables.views import TableView
from bot.texts import Words

_log = logging.getLogger(__name__)
_ARCHIVE_MIN: Literal[10080] = 10080  # a week, the longest there is; `awake` sees to slow games
_ALREADY_THERE = 160004
_LONGEST_NAME = 100
_TRIES = 3


class Threads:
    """Makes the threads of tables, and renames them when their tables close.

    Without the new names, all threads of the same two players would have the same name.
    """

    def __init__(self, client: discord.Client, tables: Tables, messages: MessageStore) -> None:
        self._client = client
        self._tables = tables
        self._messages = messages
        self._tries: Counter[int] = Counter()

    def needs_thread(self, table: TableView) -> bool:
        """Returns whether the bot still has to make a thread for a table: two players sit, the table should have a
        thread, and the bot has not tried to make one.
        """
        return table.terms.in_thread and not table.thread_tried and table.seats is not None

    async def make(self, table: TableView, words: Words) -> bool:
        """Makes the thread of a table. If Discord refuses it, the table stays in the channel.

        Returns:
            False if the bot has to try again. True otherwise.
        """
        row = (await self._messages.slots(table.id)).get(CHALLENGE)
        thread_id: int | None = None
        if row is not None and row.message_id and table.seats is not None:
            channel = self._client.get_partial_messageable(row.channel_id, guild_id=table.guild_id)
            message = channel.get_partial_message(row.message_id)
            try:
                await message.create_thread(
                    name=_name(words, table)[:_LONGEST_NAME],
                    auto_archive_duration=_ARCHIVE_MIN,
                )
                thread_id = message.id
            except (discord.HTTPException, *NETWORK) as error:
                if self._may_try_again(table.id, error):
                    return False
                _log.info("table %d gets no thread: %s", table.id, error)
                # A thread has the id of its message, so a thread made before a crash is found again.
                there = isinstance(error, discord.HTTPException) and error.code == _ALREADY_THERE
                thread_id = message.id if there else None
            except ValueError:
                _log.info("table %d gets no thread: its server is not here", table.id)
        self._tries.pop(table.id, None)
        await seating.thread_made(self._tables, table.id, thread_id)
        return True

    async def name_by_score(self, table: TableView, words: Words) -> None:
        """Renames the thread of a closed table after the games won there. Does nothing if the thread is archived."""
        name, thread = score_name(words, table), self._client.get_channel(table.thread or 0)
        if name is None or not isinstance(thread, discord.Thread) or thread.archived or thread.locked:
            return
        if thread.name == name:
            return
        try:
            await thread.edit(name=name)
        except (discord.HTTPException, *NETWORK) as error:
            _log.info("table %d: the thread keeps its name: %s", table.id, error)

    def _may_try_again(self, table_id: int, error: Exception) -> bool:
        """Counts failures that may pass. A game does not wait for its thread for ever."""
        if isinstance(error, discord.HTTPException) and not is_transient(error):
            return False
        self._tries[table_id] += 1
        return self._tries[table_id] < _TRIES


def score_name(words: Words, table: TableView) -> str | None:
    """Returns the new name of the thread of a closed table. If two people played there, the name has their score in
    games. If more played, the name has how many games each has won. None if no game was won, and after a pool.
    """
    if not table.wins or table.galerie.joined:
        return None
    won: Counter[int] = Counter()
    for (winner, loser), games in table.wins.items():
        won.update({winner: games, loser: 0})
    (first, most), (second, fewer), *others = won.most_common()
    if others:
        people = [f"{naming.plain_participant(words, table, person)} {games}" for person, games in won.most_common()]
        return words("thread.name.games", people=" – ".join(people))[:_LONGEST_NAME]
    north, south = (naming.plain_participant(words, table, person) for person in (first, second))
    return words("thread.name.score", north=north, south=south, a=most, b=fewer)[:_LONGEST_NAME]


def _name(words: Words, table: TableView) -> str:
    """Returns the names of the players. For a pool, names all three, since they change places."""
    if table.galerie.joined:
        return words("pool.thread", people=words.join([person.name for person in table.galerie.joined]))
    table = naming.with_names(words, table)
    assert table.seats is not None, "a thread is made once a table is seated"
    north, south = table.seats
    return words("thread.name", north=north.name, south=south.name)
