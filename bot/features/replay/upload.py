"""A record that a person uploads: read as text, checked by the laws, and never stored.

A file that is too large is not read, and a file that is not text is refused. An event that the laws do not allow is
reported with its line.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

import discord

from bot.adapter.answer import NETWORK
from bot.adapter.components import shorten
from bot.texts import Words
from ecarte.game import NotationError, RecordFault
from ecarte.notation import Replay, read_all

MOST_BYTES: Final = 1 << 16
"""The largest size of a record that is read, in bytes. The record of a game of five points has some four thousand."""
_PATIENCE_S = 2.0
_QUOTED, _NOTE = 80, 200
_PROBLEMS = {
    RecordFault.EXPECTED: "replay.bad.should",
    RecordFault.NO_START: "replay.bad.start",
    RecordFault.OTHER_VERSION: "replay.bad.version",
    RecordFault.BREAKS_OFF: "replay.bad.breaks_off",
    RecordFault.NO_TAG: "replay.bad.tag",
}
"""The faults with a sentence of their own. The others are quoted in English, for developers."""
_WHITE = re.compile(r"[\s`]+")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game that was read from a record: its tags and its positions."""

    tags: Mapping[str, str]
    walk: Replay


class _File(Protocol):
    """A file at Discord: an attachment, or the file of a component."""

    async def read(self) -> bytes: ...


class BadRecord(Exception):
    """The error that an uploaded file cannot be replayed, with the reason.

    Args:
        key: the key of the sentence that gives the reason. Not used if there is a `fault`.
        values: the values for that sentence.
        fault: the error in the record. None if the file could not be read as a record at all.
        line: the text of the line with the error.
    """

    def __init__(self, key: str, fault: NotationError | None = None, line: str = "", **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
        self.fault = fault
        self.line = line

    def sentence(self, words: Words) -> str:
        """Returns the reason in words, for the person who uploaded the record."""
        if self.fault is None:
            return words(self.key, **self.values)
        why, note = _why(words, self.fault)
        line, law = words.number(self.fault.line), self.fault.law
        lines = [words("replay.bad.line", line=line, why=why)]
        if law is not None:
            lines = [words("replay.bad.law", line=line, law=law, why=why)]
        if quoted := _plain(self.line, _QUOTED):
            lines.append(f"> `{quoted}`")
        if note := _plain(note, _NOTE):
            lines.append(words("replay.bad.note", note=f"`{note}`"))
        return "\n".join(lines)


async def fetch(file: _File, size: int | None) -> bytes:
    """Returns the bytes of an uploaded file.

    Args:
        size: the size in bytes as Discord gives it. None if Discord gives none.

    Raises:
        BadRecord: the file is too large, or Discord does not deliver it.
    """
    if size is not None and size > MOST_BYTES:
        raise _too_large()
    try:
        async with asyncio.timeout(_PATIENCE_S):
            data = await file.read()
    except (discord.DiscordException, *NETWORK) as error:
        raise BadRecord("replay.bad.gone") from error
    if len(data) > MOST_BYTES:
        raise _too_large()
    return data


# Each press reads the same record again, so some are cached by their bytes.
@lru_cache(maxsize=32)
def games_of(data: bytes) -> tuple[Loaded, ...]:
    """Returns the games that a file holds, in their order. There is at least one.

    Args:
        data: the bytes of the file.

    Raises:
        BadRecord: the file is not text or holds no game, or one of its games has an error.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord("replay.bad.not_text") from None
    if "\0" in text:
        raise BadRecord("replay.bad.not_text")
    try:
        return tuple(Loaded(record.tags, Replay(record.events)) for record in read_all(text))
    except NotationError as fault:
        if fault.kind is RecordFault.NO_RECORD:
            raise BadRecord("replay.bad.empty") from fault
        lines = text.split("\n")
        written = lines[fault.line - 1] if 0 < fault.line <= len(lines) else ""
        raise BadRecord("replay.bad.line", fault, written) from fault


def _why(words: Words, fault: NotationError) -> tuple[str, str]:
    """Returns why a line is wrong, in a sentence, and a note of the reader of records, in English."""
    rule = f"replay.rule.{fault.rule}"
    if fault.rule is not None and words.has(rule):
        return words(rule), fault.problem
    if (key := _PROBLEMS.get(fault.kind)) is not None:
        return words(key, rest=f"`{_plain(fault.text, _NOTE)}`"), ""
    return words("replay.bad.unread"), fault.problem


def _too_large() -> BadRecord:
    return BadRecord("replay.bad.large", limit=MOST_BYTES >> 10)


def _plain(text: str, most: int) -> str:
    """Returns a piece of foreign text that can stand between backticks."""
    shown = "".join(character if character.isprintable() else "?" for character in _WHITE.sub(" ", text).strip())
    return shorten(shown, most)
