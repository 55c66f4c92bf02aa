"""The sentences of the laws in one language, and the index over them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bot.texts import Words
from ecarte.game import Dialect
from ecarte.laws import LAWS, Chapter, Entry, Index, Law

__all__ = ["chapter", "differs", "gist", "heading", "how", "index", "salon"]

_SOURCES = (Dialect.SHORT.value, Dialect.MODERN.value, "both")
"""Who differs, in the order in which it is told; `both` are told in one sentence."""


def heading(words: Words, law: Law) -> str:
    """The heading of a law."""
    return words(f"law.{law.number}.heading")


def chapter(words: Words, part: Chapter) -> str:
    """The title of a chapter."""
    return words(f"law.chapter.{part.value}")


def gist(words: Words, law: Law) -> str:
    """What a law says."""
    return words(f"law.{law.number}.gist")


def how(words: Words, law: Law) -> str:
    """How a guided table keeps a law or, where it cannot be broken, why not."""
    return words(f"law.{law.number}.how")


def salon(words: Words, law: Law) -> str | None:
    """How a salon table keeps a law; None where it does so like a guided one."""
    return None if law.salon is None else words(f"law.{law.number}.salon")


def differs(words: Words, law: Law) -> str | None:
    """What other sources say; None where they agree."""
    return " ".join(_differences(words, law)) or None


def _differences(words: Words, law: Law) -> Iterator[str]:
    for source in _SOURCES:
        key = f"law.{law.number}.differs.{source}"
        if words.has(key):
            yield words(key)


@lru_cache(maxsize=16)
def index(words: Words) -> Index:
    """The words of all laws in one language, made once."""
    return Index({law.number: _entry(words, law) for law in LAWS}, words("law.ignored").split())


def _entry(words: Words, law: Law) -> Entry:
    rest = (differs(words, law) or "", salon(words, law) or "", how(words, law))
    return Entry(heading(words, law), chapter(words, law.chapter), gist(words, law), " ".join(rest))
