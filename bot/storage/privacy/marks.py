"""Marks of people: a mark is a hash of a person's id, made with a secret key.

By a mark the bot recognises an erased person who comes back.

# Theory

Ids are no secret: all members of a server see each other's ids. If the database stored a hash and its salt, a reader
could try all ids and so find the person. So marks are made with a secret key of 256 bits. The key is in a file next to
the database, and no backup contains this file. So a reader of the database or of a backup cannot tell whose mark a row
has. A reader who has the key, too, can try id by id. If the database is on a server, the key is stored in the database.
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
    """The secret key with which the marks of people in a database are made.

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
        """Returns the key.

        If there is no key, makes one and stores it, in the caller's transaction, which must be able to write.

        If the file cannot be written, the key is stored in the database, so that people can be erased anyway.
        """
        return self.find(connection) or self.put(connection, token_bytes(_KEY_BYTES))

    def put(self, connection: Connection, key: bytes) -> bytes:
        """Stores a key, if there is none. Returns the stored key.

        If another process has stored a key meanwhile, returns that key. If the file can be written, a key that is
        stored in the database is moved into the file.
        """
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
    """Returns the mark of a person: a hash of the id, made with the key.

    The first part of a mark identifies the key.
    """
    return f"{name_of(key)}:{_hash(user_id, key)}"


def name_of(key: bytes) -> str:
    """Returns the first part of all marks that are made with this key."""
    return sha256(b"name of " + key).hexdigest()[:8]


def is_of(mark: str, user_id: int, key: bytes | None) -> bool:
    """Whether a mark is the mark of this person.

    Args:
        key: the key of this database; None if it has no key.
    """
    return mark in find_marked((user_id,), {mark}, key)


def find_marked(user_ids: Iterable[int], marks: Collection[str], key: bytes | None) -> dict[str, int]:
    """Finds out to whom marks belong.

    Computes a slow hash for each person, so do not call it on the event loop if there are many people.

    Args:
        user_ids: the ids of the people to try.
        marks: the marks to look for.
        key: the key of this database; None if it has no key.

    Returns:
        For each mark whose person was found, the id of that person. The other marks are missing.
    """
    names = {mark.partition(":")[0] for mark in marks}
    salts = {name: bytes.fromhex(name) for name in names if len(name) == _SALT}
    if key is not None and (key_name := name_of(key)) in names:
        salts[key_name] = key
    of_people = ((f"{name}:{_hash(user_id, salt)}", user_id) for user_id in user_ids for name, salt in salts.items())
    return {mark: user_id for mark, user_id in of_people if mark in marks}


def put_key(connection: Connection, key: MarkKey) -> None:
    """Gives a connection the key that the functions below use in the connection's transactions."""
    connection.info[_INFO] = key


def make_mark(connection: Connection, user_id: int) -> str:
    """Returns the mark of a person. If there is no key yet, makes one, in the caller's transaction."""
    return mark_of(user_id, _key(connection).make(connection))


def find_mark(connection: Connection, user_id: int) -> str | None:
    """Returns the mark of a person, or None if there is no key, so that no person has a mark."""
    key = find_key(connection)
    return None if key is None else mark_of(user_id, key)


def find_key(connection: Connection) -> bytes | None:
    """Returns the key of the database, or None if it has no key."""
    return _key(connection).find(connection)


def find_stored_key(connection: Connection) -> bytes | None:
    """Returns the key if it is stored in the database; None if it is in a file, or if there is no key."""
    stored = connection.scalar(_STORED)
    return None if stored is None else bytes.fromhex(stored)


def put_stored_key(connection: Connection, key: bytes) -> None:
    """Stores a key in the database. If a key is stored there already, does nothing."""
    connection.execute(insert_new(connection, mark_keys), {"id": 1, "key": key.hex()})


def copy_key(connection: Connection, key: bytes) -> None:
    """Stores in a copied database the key with which its marks were made in the source."""
    _key(connection).put(connection, key)


def _key(connection: Connection) -> MarkKey:
    key: MarkKey = connection.info.get(_INFO) or MarkKey()
    return key


def _hash(user_id: int, salt: bytes) -> str:
    return pbkdf2_hmac("sha256", str(user_id).encode(), salt, _ROUNDS, _BYTES).hex()
