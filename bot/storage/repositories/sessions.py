"""New sessions at Discord's gateway, counted and paced among all processes and all starts of the bot.

Discord gives a bot a number of new sessions a day, and takes the token of a bot that begins more. It says how many
remain (`session_start_limit`). The row of `session_limit` has the same number, less those begun since.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from bot.storage.backends.base import DATABASE_NOW, upsert, wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.schema.owners import session_limit, session_starts

_TURN: Final = 0
"""The key under which sessions are counted: no server and no person has it."""
_NEXT: Final = select(session_starts.c.next_at).where(session_starts.c.kind == bindparam("kind"))
_SAME_DAY_MS: Final = 60_000
"""Two ends of a day that differ by less are the same one."""
_LONGEST_MS: Final = 3_600_000
"""No turn is so far away: a longer wait comes from a clock that has jumped."""


@dataclass(frozen=True, slots=True)
class SessionTurn:
    """The answer to a process that wants to begin a session.

    Attributes:
        left: how many Discord still gives, this one counted.
        wait_s: the seconds until the turn; None: too few sessions are left.
    """

    left: int
    wait_s: float | None


@dataclass(frozen=True, slots=True)
class SessionLimit:
    """How many sessions Discord still gave when the last one began, and when the number is renewed."""

    remaining: int
    resets_at: int


class SessionRepository(Repository):
    """Counts new sessions."""

    async def reserve(
        self, kind: int, *, remaining: int, reset_ms: int, every_ms: int, kept: int, at: int
    ) -> SessionTurn:
        """Counts a new session, and reserves the next turn of its kind (`shard % max_concurrency`).

        Args:
            remaining: how many more Discord says that it gives.
            reset_ms: how long until Discord gives the whole number again.
            every_ms: how long after this one the next of its kind may begin.
            kept: the reserve; at this number or below nothing is counted.
            at: the present moment; on a server its own clock counts, which all processes share.
        """

        def reserve(connection: Connection) -> SessionTurn:
            wait_for_turns(connection, [_TURN])
            now = at if connection.dialect.name == "sqlite" else connection.scalar(select(DATABASE_NOW)) or 0
            known, resets_at = connection.execute(select(session_limit)).first(), now + reset_ms
            left = remaining
            if known is not None and abs(known.resets_at - resets_at) < _SAME_DAY_MS:
                # Other processes may have begun sessions since Discord was asked.
                left = min(remaining, known.remaining)
            if left <= kept:
                return SessionTurn(left, None)
            upsert(connection, session_limit, {"id": 1, "remaining": left - 1, "resets_at": resets_at})
            next_at = connection.scalar(_NEXT, {"kind": kind})
            begins_at = next_at if next_at is not None and now < next_at <= now + _LONGEST_MS else now
            upsert(connection, session_starts, {"kind": kind, "next_at": begins_at + every_ms})
            return SessionTurn(left - 1, (begins_at - now) / 1000)

        return await self._connections.write(reserve)

    @writes
    def give_back(self, connection: Connection) -> None:
        """A session that was counted has not begun."""
        connection.execute(update(session_limit).values(remaining=session_limit.c.remaining + 1))

    @reads
    def limit(self, connection: Connection) -> SessionLimit | None:
        """How many sessions Discord still gave when the last one began; None: none has begun."""
        row = connection.execute(select(session_limit)).first()
        return None if row is None else SessionLimit(row.remaining, row.resets_at)
