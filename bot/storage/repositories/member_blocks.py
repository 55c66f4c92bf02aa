"""The people whom members have blocked for themselves, and the search for such blocks between people who would meet."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, func, select, tuple_

from bot.rows.ids import is_erased, is_house
from bot.rows.member_rows import Blocking, MemberBlock
from bot.storage.backends.base import insert_new, wait_for_turns
from bot.storage.connections import Repository, reads, writes
from bot.storage.privacy.kept import kept_block_of, kept_blockers, lift_kept_block
from bot.storage.schema.privacy_tables import kept_blocks, member_blocks

_BLOCK = member_blocks.c


class MemberBlockRepository(Repository):
    """Stores whom members have blocked. A member meets no blocked person at a table."""

    @reads
    def of(self, connection: Connection, user_id: int) -> tuple[MemberBlock, ...]:
        """Returns the people whom a member has blocked, newest block first."""
        chosen = select(_BLOCK.blocked_id, _BLOCK.at).where(_BLOCK.user_id == user_id)
        newest = chosen.order_by(_BLOCK.at.desc(), _BLOCK.blocked_id)
        return tuple(MemberBlock(row.blocked_id, row.at) for row in connection.execute(newest))

    @reads
    def count_erased(self, connection: Connection, user_id: int) -> int:
        """Counts the people whom a member has blocked and who were erased since.

        These blocks still work, but name no one.
        """
        return connection.scalar(select(func.count()).where(kept_blocks.c.user_id == user_id)) or 0

    @reads
    def blockers_among(self, connection: Connection, user_id: int, others: Collection[int]) -> frozenset[int]:
        """Returns the people among `others` who have blocked a person."""
        chosen = select(_BLOCK.user_id).where(_BLOCK.blocked_id == user_id, _BLOCK.user_id.in_(others))
        return frozenset(connection.scalars(chosen)) | kept_blockers(connection, user_id, others)

    @writes
    def block(self, connection: Connection, user_id: int, blocked_id: int, at: int, most: int) -> Blocking:
        """Blocks a person for a member.

        A commit that would seat one of them waits until the block is stored, and then sees it.

        Args:
            most: the number of people whom a member may block.

        Raises:
            ValueError: one of the two is not a person, or they are the same person.
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
        """Lifts a member's block of a person. If there is no such block, does nothing."""
        connection.execute(delete(member_blocks).where(_BLOCK.user_id == user_id, _BLOCK.blocked_id == blocked_id))
        lift_kept_block(connection, user_id, blocked_id)


def block_within(connection: Connection, pairs: Collection[tuple[int, int]]) -> tuple[int, int] | None:
    """Returns a block between the two people of any of these pairs: the blocker and the blocked person.

    Returns None if there is no such block.
    """
    return block_of(connection, {*pairs, *((two, one) for one, two in pairs)})


def block_of(connection: Connection, pairs: Collection[tuple[int, int]]) -> tuple[int, int] | None:
    """Returns a pair among these in which the first person has blocked the second. None if there is no such pair.

    A block still works if the blocked person was erased.
    """
    if not pairs:
        return None
    chosen = select(_BLOCK.user_id, _BLOCK.blocked_id).where(tuple_(_BLOCK.user_id, _BLOCK.blocked_id).in_(pairs))
    row = connection.execute(chosen.order_by(_BLOCK.user_id, _BLOCK.blocked_id).limit(1)).first()
    return kept_block_of(connection, pairs) if row is None else (row.user_id, row.blocked_id)
