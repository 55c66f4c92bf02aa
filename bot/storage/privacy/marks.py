"""Marks of people: a keyed hash of the id, by which a person who was erased is known again, and not found.

# Theory

Ids are no secret: all members of a server see each other's. A hash with a salt next to it hides nothing from a reader
who tries them all. The key of these marks is a secret of 256 bits, in a file next to the database that no backup holds:
a reader of the database or of a copy cannot tell whose a mark is. A reader of both can, id by id. A database on a
server holds the key itself.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterable
from functools import lru_cache
from hashlib import pbkdf2_hmac, sha256
from pathlib import Path
from secrets import token_bytes
from typing import Final

from sqlalchemy import Connection, delete, select

from bot.storage.backends.base import insert_new
from bot.storage.backends.sqlite_file import give_away, sync_folder
from bot.storage.schema.privacy import mark_keys

_log = logging.getLogger(__name__)
ENDING: Final = ".key"
_ROUNDS: Final = 1_000
"""A third of a millisecond for each id that is tried, by a reader who has the key as well."""
_BYTES: Final = 16
_KEY_BYTES: Final = 32
_SALT: Final = 32
"""How many digits stand before the colon in a mark of release 0.3.0 or older: those of its salt."""
_INFO: Final = "mark key"
_STORED: Final = select(mark_keys.c.key).where(mark_keys.c.id == 1)


class MarkKey:
    """The key of the marks of a database.

    Args:
        path: of the file that holds it; None: the database does.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._of_file: bytes | None = None

    def find(self, connection: Connection) -> bytes | None:
        """Returns the key; None: no one was marked yet."""
        self._of_file = self._of_file or self._read_file()
        if self._of_file is not None:
            return self._of_file
        return find_stored_key(connection)

    def make(self, connection: Connection) -> bytes:
        """Returns the key, which is made if there is none. Within a transaction that writes.

        A file that cannot be written keeps no one from being erased: the database holds the key then.
        """
        return self.find(connection) or self.put(connection, token_bytes(_KEY_BYTES))

    def put(self, connection: Connection, key: bytes) -> bytes:
        """Puts a key where there is none. Returns the key that is there: another process may have been faster."""
        known = self.find(connection)
        if self._path is not None and self._read_file() is None and self._write_file(self._path, known or key):
            # The database of a server holds it, and was copied to a file.
            connection.execute(delete(mark_keys))
        elif known is None:
            put_stored_key(connection, key)
        known = self.find(connection)
        assert known is not None, "it was put just now"
        return known

    def _read_file(self) -> bytes | None:
        if self._path is None:
            return None
        try:
            key = bytes.fromhex(self._path.read_text(encoding="ascii").strip())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            _log.error(
                "the key of marks in %s cannot be read (%s): put the file back, or let the bot's user read it",
                self._path.name,
                type(error).__name__,
            )
            return None
        return key if len(key) == _KEY_BYTES else None

    def _write_file(self, path: Path, key: bytes) -> bool:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(f"{key.hex()}\n")
                file.flush()
                os.fsync(file.fileno())
                # Root erases people for the bot's own user.
                give_away(file.fileno(), path.parent)
            sync_folder(path.parent)
        except FileExistsError:
            return self._read_file() is not None
        except OSError as error:
            _log.error(
                "the key of marks cannot be kept in %s (%s), so the database holds it", path.name, type(error).__name__
            )
            return False
        return True


@lru_cache(maxsize=4096)
def mark_of(user_id: int, key: bytes) -> str:
    """Returns the mark of a person; its first part tells with which key it was made."""
    return f"{name_of(key)}:{_hash(user_id, key)}"


def name_of(key: bytes) -> str:
    """Returns how the marks begin that are made with a key."""
    return sha256(b"name of " + key).hexdigest()[:8]


def is_of(mark: str, user_id: int, key: bytes | None) -> bool:
    """Whether a mark is that of a person.

    Args:
        key: of this database, if it has one.
    """
    return mark in find_marked((user_id,), {mark}, key)


def find_marked(user_ids: Iterable[int], marks: Collection[str], key: bytes | None) -> dict[str, int]:
    """Returns the people whose marks these are, by their marks. Takes long for many people: not on the event loop."""
    begins = {mark.partition(":")[0] for mark in marks}
    salts = {begin: bytes.fromhex(begin) for begin in begins if len(begin) == _SALT}
    if key is not None and (name := name_of(key)) in begins:
        salts[name] = key
    of_people = ((f"{begin}:{_hash(user_id, salt)}", user_id) for user_id in user_ids for begin, salt in salts.items())
    return {mark: user_id for mark, user_id in of_people if mark in marks}


def put_key(connection: Connection, key: MarkKey) -> None:
    """Lets the functions below, and those that call them, work with a key in the transactions of a connection."""
    connection.info[_INFO] = key


def make_mark(connection: Connection, user_id: int) -> str:
    """Returns the mark of a person, with a key that is made if there is none. Within a transaction that writes."""
    return mark_of(user_id, _key(connection).make(connection))


def find_mark(connection: Connection, user_id: int) -> str | None:
    """Returns the mark of a person; None: no one was ever marked."""
    key = find_key(connection)
    return None if key is None else mark_of(user_id, key)


def find_key(connection: Connection) -> bytes | None:
    """Returns the key of the database, if it has one."""
    return _key(connection).find(connection)


def find_stored_key(connection: Connection) -> bytes | None:
    """Returns the key that the database holds; None: it holds none."""
    stored = connection.scalar(_STORED)
    return None if stored is None else bytes.fromhex(stored)


def put_stored_key(connection: Connection, key: bytes) -> None:
    """Lets the database hold a key, if it holds none."""
    connection.execute(insert_new(connection, mark_keys), {"id": 1, "key": key.hex()})


def copy_key(connection: Connection, key: bytes) -> None:
    """Lets a database that is written as a copy have the key of the other one: its marks were made with it."""
    _key(connection).put(connection, key)


def _key(connection: Connection) -> MarkKey:
    key: MarkKey = connection.info.get(_INFO) or MarkKey()
    return key


def _hash(user_id: int, salt: bytes) -> str:
    return pbkdf2_hmac("sha256", str(user_id).encode(), salt, _ROUNDS, _BYTES).hex()
