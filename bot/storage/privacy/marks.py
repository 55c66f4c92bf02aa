"""Marks of people: keyed hashes of ids, by which the bot recognises an erased person who comes back.

# Theory

Ids are no secret: all members of a server see each other's. A hash with a salt next to it hides nothing from a reader
who tries all ids. So marks are made with a secret key of 256 bits. It is in a file next to the database, which no
backup contains: a reader of the database or of a copy cannot tell whose mark a row has. A reader who has the key as
well can try id by id. On a server the key is stored in the database.
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
from bot.storage.schema.privacy_tables import mark_keys

_log = logging.getLogger(__name__)
ENDING: Final = ".key"
_ROUNDS: Final = 1_000
"""Makes a reader who has the key spend a third of a millisecond on each id."""
_BYTES: Final = 16
_KEY_BYTES: Final = 32
_SALT: Final = 32
"""The length of the part before the colon in a mark of release 0.3.0 or older: its salt, in hexadecimal digits."""
_INFO: Final = "mark key"
_STORED: Final = select(mark_keys.c.key).where(mark_keys.c.id == 1)


class MarkKey:
    """The key of the marks of a database.

    Args:
        path: the file with the key; None if the key is stored in the database.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._of_file: bytes | None = None

    def find(self, connection: Connection) -> bytes | None:
        """Returns the key, or None if there is no key yet."""
        self._of_file = self._of_file or self._read_file()
        if self._of_file is not None:
            return self._of_file
        return find_stored_key(connection)

    def make(self, connection: Connection) -> bytes:
        """Returns the key. If there is none, makes one, inside a transaction that writes.

        If the file cannot be written, the key is stored in the database, so that people can be erased anyway.
        """
        return self.find(connection) or self.put(connection, token_bytes(_KEY_BYTES))

    def put(self, connection: Connection, key: bytes) -> bytes:
        """Stores a key if there is none. Returns the stored key, which may be that of a faster process."""
        stored = self.find(connection)
        if self._path is not None and self._read_file() is None and self._write_file(self._path, stored or key):
            # The database may have a key, too, if it was copied from a server.
            connection.execute(delete(mark_keys))
        elif stored is None:
            put_stored_key(connection, key)
        stored = self.find(connection)
        assert stored is not None, "the key was stored just now"
        return stored

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
                # If root erases a person, the bot's own user must be able to read the key.
                give_away(file.fileno(), path.parent)
            sync_folder(path.parent)
        except FileExistsError:
            return self._read_file() is not None
        except OSError as error:
            _log.error(
                "the key of marks cannot be written to %s (%s), so it is stored in the database",
                path.name,
                type(error).__name__,
            )
            return False
        return True


@lru_cache(maxsize=4096)
def mark_of(user_id: int, key: bytes) -> str:
    """Returns the mark of a person. Its first part names the key."""
    return f"{name_of(key)}:{_hash(user_id, key)}"


def name_of(key: bytes) -> str:
    """Returns the first part of all marks that are made with a key."""
    return sha256(b"name of " + key).hexdigest()[:8]


def is_of(mark: str, user_id: int, key: bytes | None) -> bool:
    """Whether a mark is that of a person.

    Args:
        key: the key of this database, if it has one.
    """
    return mark in find_marked((user_id,), {mark}, key)


def find_marked(user_ids: Iterable[int], marks: Collection[str], key: bytes | None) -> dict[str, int]:
    """Returns those of some people who have one of these marks, by mark.

    Takes long for many people, so it does not run on the event loop.
    """
    names = {mark.partition(":")[0] for mark in marks}
    salts = {name: bytes.fromhex(name) for name in names if len(name) == _SALT}
    if key is not None and (key_name := name_of(key)) in names:
        salts[key_name] = key
    of_people = ((f"{name}:{_hash(user_id, salt)}", user_id) for user_id in user_ids for name, salt in salts.items())
    return {mark: user_id for mark, user_id in of_people if mark in marks}


def put_key(connection: Connection, key: MarkKey) -> None:
    """Gives a connection the key that the functions below use in its transactions."""
    connection.info[_INFO] = key


def make_mark(connection: Connection, user_id: int) -> str:
    """Returns the mark of a person. If there is no key, makes one, inside a transaction that writes."""
    return mark_of(user_id, _key(connection).make(connection))


def find_mark(connection: Connection, user_id: int) -> str | None:
    """Returns the mark of a person, or None if no person has a mark yet."""
    key = find_key(connection)
    return None if key is None else mark_of(user_id, key)


def find_key(connection: Connection) -> bytes | None:
    """Returns the key of the database, if it has one."""
    return _key(connection).find(connection)


def find_stored_key(connection: Connection) -> bytes | None:
    """Returns the key that is stored in the database, or None."""
    stored = connection.scalar(_STORED)
    return None if stored is None else bytes.fromhex(stored)


def put_stored_key(connection: Connection, key: bytes) -> None:
    """Stores a key in the database, if it has none."""
    connection.execute(insert_new(connection, mark_keys), {"id": 1, "key": key.hex()})


def copy_key(connection: Connection, key: bytes) -> None:
    """Gives a copy the key of its source, with which its marks were made."""
    _key(connection).put(connection, key)


def _key(connection: Connection) -> MarkKey:
    key: MarkKey = connection.info.get(_INFO) or MarkKey()
    return key


def _hash(user_id: int, salt: bytes) -> str:
    return pbkdf2_hmac("sha256", str(user_id).encode(), salt, _ROUNDS, _BYTES).hex()
