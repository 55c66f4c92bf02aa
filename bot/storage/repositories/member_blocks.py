"""Whom members have blocked, each for themselves; and whether a block stands between people who are to meet."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, func, select, tuple_

from bot.rows.ids import is_erased, is_house
from bot.rows.member_rows import Blocking, MemberBlock
from bot.storage.backends.base import insert_new, wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.privacy.kept import kept_block_of, kept_blockers, lift_kept_block
from bot.storage.schema.privacy import kept_blocks, member_blocks

_BLOCK = member_blocks.c


class MemberBlockRepository(Repository):
    """The blocks of members."""

    @reads
    def of(self, connection: Connection, user_id: int) -> tuple[MemberBlock, ...]:
        """Returns whom a member has blocked, the newest first."""
        chosen = select(_BLOCK.blocked_id, _BLOCK.at).where(_BLOCK.user_id == user_id)
        newest = chosen.order_by(_BLOCK.at.desc(), _BLOCK.blocked_id)
        return tuple(MemberBlock(row.blocked_id, row.at) for row in connection.execute(newest))

    @reads
    def count_erased(self, connection: Connection, user_id: int) -> int:
        """Returns how many people whom a member has blocked were erased since: their blocks hold on, unnamed."""
        return connection.scalar(select(func.count()).where(kept_blocks.c.user_id == user_id)) or 0

    @reads
    def blockers_among(self, connection: Connection, user_id: int, others: Collection[int]) -> frozenset[int]:
        """Returns those of some people who have blocked a person."""
        chosen = select(_BLOCK.user_id).where(_BLOCK.blocked_id == user_id, _BLOCK.user_id.in_(others))
        return frozenset(connection.scalars(chosen)) | kept_blockers(connection, user_id, others)

    @writes
    def block(self, connection: Connection, user_id: int, blocked_id: int, at: int, most: int) -> Blocking:
        """Blocks a person for a member: a seat of either that is being written waits for it, and then reads it.

        Args:
            most: how many a member may block.

        Raises:
            ValueError: the house is no person, and no one blocks themselves.
        """
        if user_id == blocked_id or any(is_house(one) or is_erased(one) for one in (user_id, blocked_id)):
            raise ValueError("a member blocks another person")
        wait_for_turns(connection, {user_id, blocked_id})
        mine = select(func.count()).where(_BLOCK.user_id == user_id, _BLOCK.blocked_id != blocked_id)
        if (connection.scalar(mine) or 0) >= most:
            return Blocking.FULL
        row = {"user_id": user_id, "blocked_id": blocked_id, "at": at}
        connection.execute(insert_new(connection, member_blocks), row)
        lift_kept_block(connection, user_id, blocked_id)
        return Blocking.DONE

    @writes
    def unblock(self, connection: Connection, user_id: int, blocked_id: int) -> None:
        """Lifts the block of a person, if there is one."""
        connection.execute(delete(member_blocks).where(_BLOCK.user_id == user_id, _BLOCK.blocked_id == blocked_id))
        lift_kept_block(connection, user_id, blocked_id)


def block_within(connection: Connection, pairs: Collection[tuple[int, int]]) -> tuple[int, int] | None:
    """Returns a block between the people of one of these pairs, in either direction: the blocker, and the blocked."""
    return block_of(connection, {*pairs, *((two, one) for one, two in pairs)})


def block_of(connection: Connection, pairs: Collection[tuple[int, int]]) -> tuple[int, int] | None:
    """Returns a block of the second by the first of one of these pairs: the blocker, and the blocked.

    The block of a person who was erased holds on.
    """
    if not pairs:
        return None
    chosen = select(_BLOCK.user_id, _BLOCK.blocked_id).where(tuple_(_BLOCK.user_id, _BLOCK.blocked_id).in_(pairs))
    row = connection.execute(chosen.order_by(_BLOCK.user_id, _BLOCK.blocked_id).limit(1)).first()
    return kept_block_of(connection, pairs) if row is None else (row.user_id, row.blocked_id)
