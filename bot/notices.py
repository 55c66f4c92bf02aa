"""The notices (short messages through the database) that processes give each other: a class for each kind, and their
encoding.

A notice may be lost with a connection. The text of a notice is the number of the process that gives it, the word of its
class, and its fields in their order, with spaces between. A new class has to be a member of `Notice`, and
`bot.listener` has to act on it. While a new release of the bot replaces an older one, both run: each hears the other's
notices, and ignores those that it does not know.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, unique
from typing import Any, ClassVar, Final, TypeAlias, get_args, get_type_hints

__all__ = [
    "DrawingWanted",
    "ErasuresChanged",
    "HandPressed",
    "MessageOwner",
    "MessagesStored",
    "Notice",
    "OwnersChanged",
    "PersonChanged",
    "TableChanged",
    "TournamentChanged",
    "decode",
    "encode",
]

_log = logging.getLogger(__name__)


@unique
class MessageOwner(Enum):
    """Whether stored messages belong to a table or to a tournament. The value is the database column of its id."""

    TABLE = "table_id"
    TOURNAMENT = "tournament_id"


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table has a new version."""

    word: ClassVar = "table"
    table_id: int
    guild_id: int
    version: int


@dataclass(frozen=True, slots=True)
class TournamentChanged:
    """A tournament has changed."""

    word: ClassVar = "tournament"
    tournament_id: int
    guild_id: int


@dataclass(frozen=True, slots=True)
class MessagesStored:
    """A process has stored where messages of a table or tournament are. Another process is its owner, and draws it."""

    word: ClassVar = "messages"
    owner: MessageOwner
    owner_id: int


@dataclass(frozen=True, slots=True)
class HandPressed:
    """A process has received and carried out a press on a hand at a table that another process draws.

    The other process has to draw the hand.

    Attributes:
        number: the id of the interaction.
        channel_id: the channel of direct messages with the hand. 0 if the hand is a private message in any other place,
            which only the token reaches.
        token: the token of the interaction, which edits the pressed message without counting against the bot's limit of
            requests.
    """

    word: ClassVar = "press"
    table_id: int
    guild_id: int
    number: int
    user_id: int
    channel_id: int
    message_id: int
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DrawingWanted:
    """A table has to be drawn for one reader, who has picked cards or closed the result of a deal by a press that
    another process received.

    Attributes:
        picked: the places (0 to 4) in the hand of the cards that the reader has picked for the current decision.
        put_away: the numbers of the game and of the deal whose result the reader has closed. None if they have closed
            no result.
    """

    word: ClassVar = "draw"
    table_id: int
    guild_id: int
    reader: int
    decision: int
    picked: frozenset[int]
    put_away: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PersonChanged:
    """The stored data of a person have changed, so that those in memory are out of date."""

    word: ClassVar = "person"
    user_id: int


@dataclass(frozen=True, slots=True)
class OwnersChanged:
    """A group of tables (those of one shard) has moved to another process."""

    word: ClassVar = "owners"


@dataclass(frozen=True, slots=True)
class ErasuresChanged:
    """An erasure of a person has begun or ended."""

    word: ClassVar = "erasing"


Notice: TypeAlias = (
    TableChanged
    | TournamentChanged
    | MessagesStored
    | HandPressed
    | DrawingWanted
    | PersonChanged
    | OwnersChanged
    | ErasuresChanged
)
_NOTHING: Final = "-"


def encode(process: int, notice: Notice) -> str:
    """Returns a notice as text. `process` is the number of the process that gives it."""
    return " ".join([str(process), notice.word, *(_write(getattr(notice, each.name)) for each in fields(notice))])


def decode(text: str) -> tuple[int, Notice] | None:
    """Reads the text of a notice. Returns the notice and the number of the process that gave it.

    If this release does not know the notice, logs that and returns None.
    """
    process, _, words = text.partition(" ")
    word, *values = words.split(" ")
    try:
        kind, readers = _READERS[word]
        return int(process), kind(*(read(value) for read, value in zip(readers, values, strict=True)))
    except (KeyError, ValueError):
        # The values are not logged: one of them may be a token.
        _log.info("a notice is left out, as this release does not know it: %.20r with %d values", word, len(values))
        return None


def _write(value: object) -> str:
    match value:
        case Enum():
            return str(value.value)
        case frozenset():
            return "".join(map(str, sorted(value))) or _NOTHING
        case (game, deal):
            return f"{game}.{deal}"
        case None:
            return _NOTHING
        case _:
            return str(value)


def _read_places(text: str) -> frozenset[int]:
    return frozenset() if text == _NOTHING else frozenset(map(int, text))


def _read_deal(text: str) -> tuple[int, int] | None:
    if text == _NOTHING:
        return None
    game, deal = text.split(".")
    return int(game), int(deal)


_READER_OF: Final[Mapping[Any, Callable[[str], Any]]] = {
    int: int,
    str: str,
    MessageOwner: MessageOwner,
    frozenset[int]: _read_places,
    tuple[int, int] | None: _read_deal,
}
"""Reads the output of `_write`, by the type of the field."""
_READERS: Final = {
    kind.word: (kind, [_READER_OF[get_type_hints(kind)[each.name]] for each in fields(kind)])
    for kind in get_args(Notice)
}
