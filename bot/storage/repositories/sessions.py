"""Counts how many new sessions the bot begins at Discord's gateway, and makes each wait for its turn.

Discord allows a bot a number of new sessions a day. If a bot begins more, Discord resets its token. Discord says how
many remain (`session_start_limit`). The row of `session_limit` has that number, less the sessions that began since
then. It counts all processes and all starts of the bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from bot.storage.backends.base import DATABASE_NOW, upsert, wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.owner_tables import session_limit, session_starts

_TURN: Final = 0
"""The key of the turn to count a session. No server or person has this id."""
_NEXT: Final = select(session_starts.c.next_at).where(session_starts.c.kind == bindparam("kind"))
_SAME_DAY_MS: Final = 60_000
"""If two computed ends of a day differ by less than this, they are the same end."""
_LONGEST_MS: Final = 3_600_000
"""The longest possible wait for a turn. A longer one comes from a clock that has jumped, and does not count."""


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """The answer to a process that wants to begin a session at Discord's gateway.

    Attributes:
        left: the number of sessions that Discord still allows after this one.
        wait_s: how many seconds the process has to wait; None if too few sessions are left to begin one.
    """

    left: int
    wait_s: float | None


@dataclass(frozen=True, slots=True)
class SessionLimit:
    """How many sessions Discord still allowed after the last one, and when it allows the full number again."""

    remaining: int
    resets_at: int


class SessionRepository(Repository):
    """Counts the new sessions of all processes of the bot."""

    async def reserve(
        self, kind: int, *, remaining: int, reset_ms: int, every_ms: int, kept: int, at: int
    ) -> SessionTurn:
        """Counts a new session, and says when it may begin.

        Args:
            kind: the kind of the session, which is `shard % max_concurrency`. Each kind has its own turns.
            remaining: the number of sessions that Discord allows now.
            reset_ms: the milliseconds until Discord allows the full number again.
            every_ms: the least time between two sessions of this kind, in milliseconds.
            kept: the number of sessions that are kept in reserve. If no more than these are left, the new session is
                neither counted nor allowed.
            at: the present moment, in epoch milliseconds. PostgreSQL uses the server's clock instead, which all
                processes share.
        """

        def reserve(connection: Connection) -> SessionTurn:
            wait_for_turns(connection, [_TURN])
            now = at if connection.dialect.name == "sqlite" else connection.scalar(select(DATABASE_NOW)) or 0
            stored, resets_at = connection.execute(select(session_limit)).first(), now + reset_ms
            available = remaining
            if stored is not None and abs(stored.resets_at - resets_at) < _SAME_DAY_MS:
                # Other processes may have begun sessions since Discord was asked.
                available = min(remaining, stored.remaining)
            if available <= kept:
                return SessionTurn(available, None)
            upsert(connection, session_limit, {"id": 1, "remaining": available - 1, "resets_at": resets_at})
            next_at = connection.scalar(_NEXT, {"kind": kind})
            begins_at = next_at if next_at is not None and now < next_at <= now + _LONGEST_MS else now
            upsert(connection, session_starts, {"kind": kind, "next_at": begins_at + every_ms})
            return SessionTurn(available - 1, (begins_at - now) / 1000)

        return await self._connections.write(reserve)

    @writes
    def give_back(self, connection: Connection) -> None:
        """Takes a session that did not begin after all out of the count."""
        connection.execute(update(session_limit).values(remaining=session_limit.c.remaining + 1))

    @reads
    def limit(self, connection: Connection) -> SessionLimit | None:
        """Returns how many sessions Discord still allows, and when it allows the full number again.

        Returns None if no session was ever counted.
        """
        row = connection.execute(select(session_limit)).first()
        return None if row is None else SessionLimit(row.remaining, row.resets_at)
