"""The people and servers that the owner of the bot has blocked. The running bot reads them with each heartbeat."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from bot.rows.ids import is_house
from bot.storage.backends.base import insert_new
from bot.storage.connections import Repository, reads, writes
from bot.storage.privacy.journal import Action, write_entry
from bot.storage.schema.privacy_tables import blocked_people, blocked_servers

_PERSON = blocked_people.c
_SERVER = blocked_servers.c


@dataclass(frozen=True, slots=True)
class BlockedPerson:
    """A person whom the owner of the bot has blocked, and who may not use the bot.

    Attributes:
        done: whether the running bot has ended the person's games and taken back their challenges and bets.
    """

    user_id: int
    at: int
    done: bool


@dataclass(frozen=True, slots=True)
class BlockedServer:
    """A server that the owner of the bot has blocked, so that the bot leaves it.

    Attributes:
        once: True if the bot leaves the server now, and may be invited again. False if it leaves after each invitation.
    """

    server_id: int
    at: int
    once: bool


@dataclass(frozen=True, slots=True)
class Blocks:
    """All people and servers that the owner of the bot has blocked, in the order in which they were blocked."""

    people: tuple[BlockedPerson, ...] = ()
    servers: tuple[BlockedServer, ...] = ()


class BlockRepository(Repository):
    """The people and servers that the owner has blocked. The journal notes each block that is set or lifted."""

    @reads
    def all(self, connection: Connection) -> Blocks:
        """Returns all blocked people and servers."""
        people = select(_PERSON.user_id, _PERSON.at, _PERSON.done).order_by(_PERSON.at, _PERSON.user_id)
        servers = select(_SERVER.server_id, _SERVER.at, _SERVER.once).order_by(_SERVER.at, _SERVER.server_id)
        return Blocks(
            tuple(BlockedPerson(row.user_id, row.at, bool(row.done)) for row in connection.execute(people)),
            tuple(BlockedServer(row.server_id, row.at, bool(row.once)) for row in connection.execute(servers)),
        )

    @writes
    def block_person(self, connection: Connection, user_id: int, at: int) -> bool:
        """Blocks a person, so that they may not use the bot.

        Returns:
            Whether the person was not blocked before.

        Raises:
            ValueError: the id is not that of a person.
        """
        if is_house(user_id) or user_id <= 0:
            raise ValueError("a person's id is above zero and not the house's")
        new = connection.execute(insert_new(connection, blocked_people), {"user_id": user_id, "at": at}).rowcount == 1
        if new:
            write_entry(connection, Action.BLOCK, at, user_id=user_id)
        return new

    @writes
    def unblock_person(self, connection: Connection, user_id: int, at: int) -> bool:
        """Lifts the block of a person. Returns whether they were blocked."""
        lifted = connection.execute(delete(blocked_people).where(_PERSON.user_id == user_id)).rowcount == 1
        if lifted:
            write_entry(connection, Action.UNBLOCK, at, user_id=user_id)
        return lifted

    @writes
    def block_server(self, connection: Connection, server_id: int, at: int, *, once: bool) -> bool:
        """Blocks a server, so that the bot leaves it: once, or after each invitation.

        Returns:
            Whether this changed anything that is stored.
        """
        before = connection.scalar(select(_SERVER.once).where(_SERVER.server_id == server_id))
        if before is not None and bool(before) <= once:
            return False
        if before is None:
            connection.execute(insert(blocked_servers), {"server_id": server_id, "at": at, "once": int(once)})
        else:
            connection.execute(update(blocked_servers).where(_SERVER.server_id == server_id).values(at=at, once=0))
        write_entry(connection, Action.LEAVE if once else Action.BLOCK, at, server_id=server_id)
        return True

    @writes
    def unblock_server(self, connection: Connection, server_id: int, at: int) -> bool:
        """Lifts the block of a server, so that the bot may stay in it. Returns whether the server was blocked."""
        lifted = connection.execute(delete(blocked_servers).where(_SERVER.server_id == server_id)).rowcount == 1
        if lifted:
            write_entry(connection, Action.UNBLOCK, at, server_id=server_id)
        return lifted

    @writes
    def settle_person(self, connection: Connection, user_id: int) -> None:
        """Notes that the games and bets of a blocked person have all been ended."""
        connection.execute(update(blocked_people).where(_PERSON.user_id == user_id).values(done=1))

    @writes
    def settle_server(self, connection: Connection, server_id: int) -> None:
        """Notes that the bot has left a blocked server. If the bot had to leave only once, this lifts the block."""
        connection.execute(delete(blocked_servers).where(_SERVER.server_id == server_id, _SERVER.once == 1))
